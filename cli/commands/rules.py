"""`rulewright rules`: look up rules by number or word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.game_choice import check_language, shown_title, variant_option
from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.dsl import nodes

DIGITS = re.compile(r"(\d+)")


@click.command(
    name="rules",
    cls=HelpCommand,
    examples=[
        ("rulewright rules GAME", "list all numbers"),
        ("rulewright rules GAME F41", "show one rule"),
        ("rulewright rules GAME WORD WORD", "show what two words find"),
    ],
)
@click.argument("reference", metavar="GAME", shell_complete=games)
@click.argument("words", nargs=-1, metavar="[WORD]...")
@variant_option("Include a variant from another file, as FILE:NAME; repeatable.")
@click.option(
    "--lang", "language", default="en", metavar="LANGUAGE", help="Show titles in this language, such as fr (default en)."
)
def command(reference: str, words: tuple[str, ...], variants: tuple[str, ...], language: str) -> int:
    """Look up a game's rules and cards, the examples that show them, and the rulings about them.

    A WORD is the number of a rule, such as F41, the name of a card, or part of a title. Each card, rule and example that it
    finds is shown whole. Without WORD, list all numbers with their titles. The exit code is 1 if nothing is found.
    """
    from rulewright.cli.shell.passages import examples_and_rulings, named_declarations, passages
    from rulewright.cli.shell.problems import FINDINGS, GOOD, exit_code, problem, show_problems
    from rulewright.dsl import nodes
    from rulewright.dsl.library.library import find_game
    from rulewright.dsl.messages.suggestions import did_you_mean

    found, diagnostics = find_game(reference, variants)
    if found is None:
        show_problems(diagnostics, err=True)
        return exit_code(diagnostics)
    shown = list(examples_and_rulings(found.rulebook, found.variants))
    head = [node for node in found.rulebook.declarations if isinstance(node, nodes.Game)]
    titles = [node.title.texts for node in (*head, *shown) if node.title is not None]
    spoken = {spoken for texts in titles for spoken, _ in texts}
    check_language(reference, ["en", *sorted(spoken - {"en"})], language)
    if not words:
        for line in _index(shown, language):
            print(line)
        return GOOD
    code = GOOD
    named = list(named_declarations(found.rulebook, found.variants))
    numbers = [number.text for node in shown for number in node.numbers] + [node.name.text for node in named]
    for word in words:
        matching = passages(found, word)
        for text in matching:
            print(f"{text}\n")
        if not matching:
            way_out = did_you_mean(word, numbers) or Phrase("without-a-word-all-numbers-are-listed")
            message = Phrase("nothing-is-called-and-no-example-and", word=word[:40])
            show_problems(problem("unknown-name", message, way_out).diagnostics, err=True)
            code = FINDINGS
    return code


def _index(shown: list[nodes.Example | nodes.Ruling], language: str) -> Iterator[str]:
    """Yield a line for each number with its titles, in natural order."""
    lines = [(number.text, node) for node in shown for number in node.numbers]
    for number, node in sorted(lines, key=lambda line: _counted(line[0])):
        title = shown_title(dict(node.title.texts), "", language) if node.title is not None else ""
        yield visible(f"{number:<6}{node.span.line:>6}  {title}".rstrip())


def _counted(number: str) -> list[tuple[bool, int, str]]:
    """Return a key that sorts `F9` before `F10`."""
    parts = DIGITS.split(number)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]

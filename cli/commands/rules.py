"""`rulewright rules`: look up rules by number or word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import click

from rulewright.cli.shell.game_choice import check_language, shown_title, variant_option
from rulewright.cli.shell.help_layout import Command
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Said

if TYPE_CHECKING:
    from rulewright.dsl import nodes
    from rulewright.dsl.library.library import Found

    Named: TypeAlias = (
        nodes.Card
        | nodes.Rule
        | nodes.Define
        | nodes.Option
        | nodes.Values
        | nodes.Numbers
        | nodes.Entry
        | nodes.Components
        | nodes.Field
        | nodes.Line
        | nodes.Grid
        | nodes.Map
        | nodes.Place
    )

DIGITS = re.compile(r"(\d+)")


@click.command(
    name="rules",
    cls=Command,
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
    from rulewright.cli.shell.problems import FINDINGS, GOOD, exit_code, problem, show_problems
    from rulewright.dsl import nodes
    from rulewright.dsl.library.library import find
    from rulewright.dsl.messages.suggestions import did_you_mean

    found, diagnostics = find(reference, variants)
    if found is None:
        show_problems(diagnostics, err=True)
        return exit_code(diagnostics)
    shown = list(_shown(found.rulebook, found.variants))
    head = [node for node in found.rulebook.declarations if isinstance(node, nodes.Game)]
    titles = [node.title.texts for node in (*head, *shown) if node.title is not None]
    spoken = {spoken for texts in titles for spoken, _ in texts}
    check_language(reference, ["en", *sorted(spoken - {"en"})], language)
    if not words:
        for line in _index(shown, language):
            print(line)
        return GOOD
    code = GOOD
    named = list(_declared(found.rulebook, found.variants))
    numbers = [number.text for node in shown for number in node.numbers] + [node.name.text for node in named]
    for word in words:
        matching = passages(found, word)
        for text in matching:
            print(f"{text}\n")
        if not matching:
            way_out = did_you_mean(word, numbers) or Said("without-a-word-all-numbers-are-listed")
            message = Said("nothing-is-called-and-no-example-and", word=word[:40])
            show_problems(problem("unknown-name", message, way_out).diagnostics, err=True)
            code = FINDINGS
    return code


def passages(found: Found, word: str, brief: bool = False) -> list[str]:
    """Return the passages of a rulebook for a name or a number, each with file and line.

    If `brief`, examples appear with their heads only.
    """
    from rulewright.dsl import nodes

    matching: list[nodes.Node] = [node for node in _declared(found.rulebook, found.variants) if _is_called(node, word)]
    matching += [node for node in _shown(found.rulebook, found.variants) if _is_about(node, word)]
    return [_whole(node, only_first=brief and isinstance(node, nodes.Example)) for node in matching]


def _shown(rulebook: nodes.Rulebook, variants: tuple[nodes.Variant, ...]) -> Iterator[nodes.Example | nodes.Ruling]:
    """Yield all examples and rulings, also those of the named variants and of variants in the game's own file."""
    from rulewright.dsl import nodes

    own = [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]
    others = [variant for variant in variants if variant not in own]
    for lines in (rulebook.declarations, *(variant.lines for variant in (*own, *others))):
        yield from (node for node in lines if isinstance(node, nodes.Example | nodes.Ruling))


def _declared(rulebook: nodes.Rulebook, variants: tuple[nodes.Variant, ...]) -> Iterator[Named]:
    """Yield everything that has a name: cards, rules, places, values and so on, also of these variants."""
    from rulewright.dsl import nodes

    own = [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]
    others = [variant for variant in variants if variant not in own]
    for lines in (rulebook.declarations, *(variant.lines for variant in (*own, *others))):
        for line in lines:
            node = line.declaration if isinstance(line, nodes.Replace) else line
            if isinstance(node, _named()):
                yield node
            if isinstance(node, nodes.CardTable):
                yield from node.cards
            if isinstance(node, nodes.Values):
                yield from node.entries
            if isinstance(node, nodes.Has):
                yield from (one for one in node.fields if isinstance(one, nodes.Field))


def _named() -> tuple[type[Named], ...]:
    """Return the kinds of declarations that can be looked up by name."""
    from rulewright.dsl import nodes

    boards = (nodes.Line, nodes.Grid, nodes.Map, nodes.Place)
    return (nodes.Card, nodes.Rule, nodes.Define, nodes.Option, nodes.Values, nodes.Numbers, nodes.Components, *boards)


def _is_called(node: Named, word: str) -> bool:
    """Return whether a declaration has this name or a title that begins so.

    For cards and rules, the title may also contain it.
    """
    from rulewright.dsl import nodes

    wanted = word.strip().casefold()
    title = getattr(node, "title", None)
    titles = [text.casefold() for _, text in title.texts] if title is not None else []
    inside = isinstance(node, nodes.Card | nodes.Rule)
    return bool(wanted) and (
        node.name.text.casefold() == wanted or any(text.startswith(wanted) or (inside and wanted in text) for text in titles)
    )


def _is_about(node: nodes.Example | nodes.Ruling, word: str) -> bool:
    """Return whether a word is one of its numbers, or in its title; a number never matches part of another."""
    wanted = word.strip().casefold()
    if not wanted:
        return False
    if any(number.text.casefold() == wanted for number in node.numbers):
        return True
    if any(character.isdigit() for character in word):
        return False
    return node.title is not None and any(wanted in text.casefold() for _, text in node.title.texts)


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


def _whole(node: nodes.Node, only_first: bool) -> str:
    """Return a passage as it is in the file: its first line, and unless that is enough, the block below."""
    from rulewright.dsl.editing.descriptions import block_of

    lines = block_of(node.span)[: 1 if only_first else None]
    return "\n".join([f"{visible(node.span.source.name)}:{node.span.line}", *map(visible, lines)])

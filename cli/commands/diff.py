"""`rulewright diff`: list the rules in which two games or variants differ, in the players' words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.dsl.library.library import LinkedRulebook
    from rulewright.dsl.sheet.differences import Difference

SIGNS = {"added": "+ ", "removed": "- ", "changed": "", "words": ""}
COLOURS = {"+": "32", "-": "31"}


@click.command(
    name="diff",
    cls=HelpCommand,
    examples=[
        ("rulewright diff GAME VARIANT", "what a variant changes"),
        ("rulewright diff GAME --variant V --variant V", "two variants together"),
        ("rulewright diff old.rules new.rules", "two rulebooks"),
    ],
)
@click.argument("base", metavar="GAME", shell_complete=games)
@click.argument("other", metavar="[OTHER]", required=False, shell_complete=games)
@click.option(
    "--variant", "variants", multiple=True, metavar="V", help="Compare GAME with this variant of it, or FILE:NAME; repeatable."
)
@click.option(
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="Write in this language, such as fr (default: the first that the rulebook has).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(base: str, other: str | None, variants: tuple[str, ...], language: str | None, *, as_json: bool) -> int:
    """List the rules in which OTHER differs from GAME. OTHER is a variant of GAME, or another game.

    Without OTHER, compare GAME with the variants given by --variant. A rule with the same effect in other words is marked as
    that. The numbers are those of the rules. The exit code is 0 if both play the same, else 1.
    """
    from rulewright.cli.shell.game_choice import check_language
    from rulewright.cli.shell.problems import FINDINGS, GOOD, problem, wants_colour, width_of
    from rulewright.dsl.sheet import languages_of
    from rulewright.dsl.sheet.differences import differences

    if other is None and not variants:
        raise problem("bad-setting", Phrase("there-is-nothing-to-compare-it-with"), Phrase("name-a-variant-of-it-or-another"))
    one = _game(base, ())
    another = _other(base, one, other, variants)
    languages = list(dict.fromkeys((*languages_of(one), *languages_of(another))))
    if language is None:
        language = languages[0]
    check_language(one.rulebook.sources[0].name, languages, language)
    found = differences(one, another, language)
    plays_the_same = all(one.how == "words" for one in found)
    titles = _called(one, language), _called(another, language)
    if as_json:
        print(json.dumps(_record(titles, found), indent=2, ensure_ascii=False))
    else:
        for line in _lines(titles, found, language, width_of(sys.stdout)):
            print(_painted(line) if wants_colour(sys.stdout) else line)
    return GOOD if plays_the_same else FINDINGS


def _game(reference: str, variants: tuple[str, ...]) -> LinkedRulebook:
    """Return a game without errors, or raise RulebookError."""
    from rulewright.cli.shell.game_choice import GameChoice
    from rulewright.dsl.library.library import find_game

    GameChoice(reference, variants).load()
    found, _ = find_game(reference, variants)
    assert found is not None, "it has just been loaded"
    return found


def _other(base: str, game: LinkedRulebook, other: str | None, variants: tuple[str, ...]) -> LinkedRulebook:
    """Return the other game: a variant that the game knows by this name, or a game."""
    if other is not None and (other not in game.known or variants):
        return _game(other, variants)
    return _game(base, variants if other is None else (other,))


def _called(found: LinkedRulebook, language: str) -> str:
    from rulewright.cli.shell.game_choice import shown_title
    from rulewright.dsl import nodes

    head = next(node for node in found.rulebook.declarations if isinstance(node, nodes.Game))
    named: list[nodes.Game | nodes.Variant] = [head, *found.variants]
    titles = [shown_title(dict(node.title.texts) if node.title is not None else {}, node.name.text, language) for node in named]
    return " + ".join(titles)


def _lines(titles: tuple[str, str], found: Sequence[Difference], language: str, width: int) -> Iterator[str]:
    from rulewright.dsl.sheet.titles import PHRASES

    yield visible(f"{titles[0]} -> {titles[1]}")
    if not found:
        yield from ("", PHRASES.say(language, "no-difference"))
    elif all(one.how == "words" for one in found):
        yield from ("", PHRASES.say(language, "all-only-words"))
    for section, inside in groupby(found, key=lambda one: one.section):
        yield from ("", visible(section))
        for one in inside:
            yield from _told(one, language, width)


def _told(one: Difference, language: str, width: int) -> Iterator[str]:
    from rulewright.cli.render.columns import fold_text
    from rulewright.dsl.sheet.titles import PHRASES

    whole = one.how == "added" and len(one.after) == 1 and one.after[0][1].startswith(one.title)
    title = one.after[0][1] if whole else one.title
    numbers = f"  [{', '.join(one.numbers)}]" if one.numbers else ""
    title = PHRASES.say(language, "only-words", title) if one.how == "words" else SIGNS[one.how] + title
    yield from fold_text(visible(title + numbers), width, "  ", "    ")
    if whole:
        return
    outermost = min((depth for depth, _ in (*one.before, *one.after)), default=0)
    for sign, lines in (("-", one.before), ("+", one.after)):
        for depth, text in lines:
            indent = "    " + "  " * (depth - outermost)
            yield from fold_text(visible(text), width, f"{indent}{sign} ", f"{indent}  ")
    if one.how == "changed" and one.before == one.after == ():
        yield "    ~ " + PHRASES.say(language, "untold")


def _painted(line: str) -> str:
    colour = COLOURS.get(line.strip()[:1])
    return f"\x1b[{colour}m{line}\x1b[0m" if colour and line.startswith(" ") else line


def _record(titles: tuple[str, str], found: Sequence[Difference]) -> dict[str, object]:
    return {
        "games": list(titles),
        "plays_the_same": all(one.how == "words" for one in found),
        "differences": [
            {
                "section": one.section,
                "what": one.key,
                "title": one.title,
                "how": one.how,
                "numbers": list(one.numbers),
                "before": [text for _, text in one.before],
                "after": [text for _, text in one.after],
            }
            for one in found
        ],
    }

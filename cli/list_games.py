"""`rulewright list`: what there is to play."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.choosing import shown_title
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.dsl.library import RulebookInfo
    from rulewright.dsl.nodes import Option

    Extras = Sequence[tuple[str, dict[str, str]]]


@click.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, as_json: bool) -> int:
    """Show the bundled games with their variants, their players, and the options that `--set` changes.

    Extra variants are no part of the games as they are sold: we have written them.
    """
    from rulewright.cli.problems import exit_code, show_problems
    from rulewright.dsl.bundled import bundled
    from rulewright.dsl.library import extras_of_games, rulebook_info

    found = []
    extras = extras_of_games()
    problems = []
    for name in bundled():
        game, diagnostics = rulebook_info(name)
        if game is not None:
            found.append((name, game))
        problems += diagnostics
    if as_json:
        print(json.dumps([_record(name, game, extras.get(name, [])) for name, game in found], indent=2))
    else:
        print("\n\n".join("\n".join(_lines(name, game, extras.get(name, []))) for name, game in found))
    sys.stdout.flush()
    show_problems(problems, err=True)
    return exit_code(problems)


def _record(name: str, game: RulebookInfo, extras: Extras) -> dict[str, Any]:
    return {
        "name": name,
        "titles": dict(game.titles),
        "least_players": game.least_players,
        "most_players": game.most_players,
        "variants": [
            {"name": variant, "titles": dict(titles), "extra": extra}
            for extra, variants in ((False, game.variants), (True, extras))
            for variant, titles in variants
        ],
        "options": [
            {"name": option.name.text, "titles": _titles(option), "default": option.default, "values": _values(option)}
            for option in game.options
        ],
    }


def _lines(name: str, game: RulebookInfo, extras: Extras) -> list[str]:
    few, many = game.least_players, game.most_players
    players = f"{few} players" if few == many else f"{few} to {many} players"
    lines = [f"{name}: {shown_title(game.titles, name)}, {players}"]
    for mark, variants in (("", game.variants), (" (extra)", extras)):
        lines += [f"    --variant {variant:<22}{shown_title(titles, '')}{mark}".rstrip() for variant, titles in variants]
    for option in game.options:
        setting = f"{option.name.text}={_word(option.default)}"
        lines.append(f"    --set {setting:<26}{_titles(option).get('en', '')} ({_spread(option)})")
    return [visible(line) for line in lines]


def _titles(option: Option) -> dict[str, str]:
    return dict(option.title.texts) if option.title is not None else {}


def _values(option: Option) -> list[int | bool | str]:
    """Everything a truth or a word can be, the least and the greatest number."""
    if option.words:
        return [word.text for word, _ in option.words]
    if option.least is not None and option.most is not None:
        return [option.least, option.most]
    return [True, False]


def _spread(option: Option) -> str:
    values = [_word(value) for value in _values(option)]
    return " to ".join(values) if option.least is not None else " or ".join(values)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

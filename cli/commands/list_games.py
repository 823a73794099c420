"""`rulewright list`: list the games that come with Rulewright."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.render.columns import fold_text
from rulewright.cli.render.speech import PHRASES, phrase
from rulewright.cli.shell.game_choice import shown_title, usual_language
from rulewright.cli.table.computer_players import LEVELS, level
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.dsl.library.library import RulebookInfo
    from rulewright.dsl.messages.diagnostic import Diagnostic
    from rulewright.dsl.nodes import Option

    Extras = Sequence[tuple[str, dict[str, str]]]
    Record = dict[str, Any]

DIFFICULTIES = {"easy": "difficulty-easy", "medium": "difficulty-medium", "hard": "difficulty-hard"}


@click.command(name="list")
@click.option("--players", "lists_players", is_flag=True, help="List the computer's players instead, for `--seat`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, as_json: bool, lists_players: bool) -> int:
    """List the bundled games: what they are, for how many players, how long and how hard, with variants and options.

    "Extra" variants are our own: they are not part of the published games.
    """
    from rulewright.cli.shell.problems import exit_code, show_problems, width_of
    from rulewright.interpreter.match.program_cache import of_all_bundled

    usual = usual_language()
    language, width = usual if usual in PHRASES.languages else "en", width_of(sys.stdout)
    if lists_players:
        players = [(kind, *level(kind, partial(phrase, language))) for kind in LEVELS]
        if as_json:
            print(json.dumps([{"name": kind, "title": title, "about": about} for kind, title, about in players], indent=2))
        else:
            for kind, title, about in players:
                print("\n".join(fold_text(phrase(language, "titled", title, about), width, f"{kind:<8}", " " * 8)))
        return 0
    found: list[Record] = []
    problems: list[Diagnostic] = []

    def make() -> list[Record] | None:
        found[:], problems[:] = _all_games()
        return found if not problems else None

    games = of_all_bundled("list", make) or found
    if as_json:
        print(json.dumps(games, indent=2))
    else:
        print("\n\n".join("\n".join(_lines(game, language, width)) for game in games))
    sys.stdout.flush()
    show_problems(problems, err=True)
    return exit_code(problems)


def _all_games() -> tuple[list[Record], list[Diagnostic]]:
    from rulewright.dsl.files.bundled import bundled_games
    from rulewright.dsl.library.library import extras_of_games, rulebook_info

    found = []
    extras = extras_of_games()
    problems = []
    for name in bundled_games():
        game, diagnostics = rulebook_info(name)
        if game is not None:
            found.append(_record(name, game, extras.get(name, [])))
        problems += diagnostics
    return found, problems


def _record(name: str, game: RulebookInfo, extras: Extras) -> Record:
    return {
        "name": name,
        "titles": dict(game.titles),
        "least_players": game.least_players,
        "most_players": game.most_players,
        "about": dict(game.about),
        "minutes": None if game.minutes is None else list(game.minutes),
        "difficulty": game.difficulty or None,
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


def _titles(option: Option) -> dict[str, str]:
    return dict(option.title.texts) if option.title is not None else {}


def _values(option: Option) -> list[int | bool | str]:
    """Return all values of a truth or a word, or the smallest and the largest number."""
    if option.words:
        return [word.text for word, _ in option.words]
    if option.least is not None and option.most is not None:
        return [option.least, option.most]
    return [True, False]


def _lines(game: Record, language: str, width: int) -> list[str]:
    def say(key: str, *parts: object) -> str:
        return phrase(language, key, *parts)

    def title(titles: dict[str, str], name: str = "") -> str:
        return shown_title(titles, name, language)

    few, many, minutes = game["least_players"], game["most_players"], game["minutes"]
    facts = [title(game["titles"], game["name"]), say("begin", few) if few == many else say("players-between", few, many)]
    if minutes is not None:
        facts.append(say("minutes", minutes[0]) if minutes[0] == minutes[1] else say("minutes-between", *minutes))
    if game["difficulty"] is not None:
        facts.append(say(DIFFICULTIES[game["difficulty"]]))
    lines = [f"{game['name']}: {', '.join(facts)}"]
    if game["about"]:
        lines += fold_text(title(game["about"]), width, "    ", "    ")
    for variant in game["variants"]:
        mark = f" ({say('extra')})" if variant["extra"] else ""
        lines.append(f"    --variant {variant['name']:<22}{title(variant['titles'])}{mark}".rstrip())
    for option in game["options"]:
        setting = f"{option['name']}={_word(option['default'])}"
        between = "from-to" if type(option["default"]) is int else "one-or-other"
        values = [_word(value) for value in option["values"]]
        spread = values[0]
        for value in values[1:]:
            spread = say(between, spread, value)
        lines.append(f"    --set {setting:<26}{title(option['titles'])} ({spread})")
    return [visible(line) for line in lines]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

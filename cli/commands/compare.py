"""`rulewright compare`: measure what a variant or a setting changes, and whether that is more than chance."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import astuple, evolve

from rulewright.cli.measuring.options import (
    PictureFiles,
    PlayOptions,
    bound_option,
    closely_option,
    json_option,
    picture_options,
    playing_options,
)
from rulewright.cli.shell.game_choice import GameChoice, player_count, seat_names, title_with_variants, variant_option
from rulewright.cli.shell.help_layout import GAME, HelpCommand, option
from rulewright.cli.shell.shell_completion import games as complete_games

if TYPE_CHECKING:
    from rulewright.cli.measuring.progress import StudyOutcome
    from rulewright.interpreter import Game

USUAL_GAMES = 10_000


@click.command(
    name="compare",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright compare GAME VARIANT", "what a variant changes"),
        ("rulewright compare GAME OPTION=2 OPTION=3", "what two settings change"),
        ("rulewright compare GAME VARIANT+OPTION=2", "both together"),
        ("rulewright compare old.rules new.rules", "two rulebooks"),
    ],
)
@click.argument("base", metavar="BASE", shell_complete=complete_games)
@click.argument("others", metavar="VARIANT...", nargs=-1, required=True, shell_complete=complete_games)
@variant_option("Add a variant to all of them, BASE included; repeatable.")
@option(GAME, "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option for all of them; repeatable.")
@option(GAME, "--players", type=int, metavar="N", help="Play with N players (default: the fewest that all of them allow).")
@playing_options(f"Play N games of each (default {USUAL_GAMES:,}).")
@closely_option
@bound_option
@json_option
@picture_options
def command(
    base: str,
    others: tuple[str, ...],
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    by: PlayOptions,
    closely: int | None,
    fail_if: tuple[str, ...],
    pictures: PictureFiles,
    *,
    as_json: bool,
) -> int:
    """Play a game and variants of it with the same seeds, and report what changes beyond chance.

    A VARIANT is the name of a variant, an `option=value`, or several of these joined by `+`. It may also be another game or
    rulebook. Taken together, the statements of a report are wrong by chance in at most 5 of 100 cases.
    """
    from rulewright.cli.measuring.comparison_text import record, sections, verdicts
    from rulewright.cli.measuring.progress import StudyRequest, looked_at, measure, playing
    from rulewright.cli.measuring.section_text import lines
    from rulewright.cli.measuring.summary import failed, tell_broken
    from rulewright.cli.measuring.thresholds import quantity_bounds
    from rulewright.interpreter.measure.study_runner import Study

    named = seat_names(by.seats)
    first = GameChoice(base, variants, settings)
    loaded = [(first, first.load()), *(other_game(first, other) for other in others)]
    least = max(game.least_players for _, game in loaded)
    counts = {player_count(game, least if players is None else players, len(named)) for _, game in loaded}
    count = counts.pop()
    plans = tuple(by.plan(chosen, count) for chosen, _ in loaded)
    limits = quantity_bounds(fail_if, count)
    pictures.check()
    study = Study(plans, closely=looked_at(closely, plans[0].seats))
    wanted = StudyRequest(games=by.games or USUAL_GAMES, seconds=by.seconds, closely=closely)
    with playing(by.jobs, by.cluster) as playing_here:
        found = measure(study, [game for _, game in loaded], wanted, playing_here)
    titles = [title(found.games[0], ""), *(title(game, other) for game, other in zip(found.games[1:], others, strict=True))]
    tables = [] if as_json and not any(astuple(pictures)) else sections(found, titles)
    if as_json:
        print(json.dumps(record(found, titles)))
    else:
        _print(found, titles, verdicts(found, titles), list(lines(tables, 100)))
    pictures.write(f"{titles[0]} compared", subtitle(found), tables)
    code = failed(found, by.seconds)
    return code or tell_broken(limits, list(zip(titles, found.share.figures, strict=True)))


def other_game(base: GameChoice, other: str) -> "tuple[GameChoice, Game]":
    """Load a VARIANT: the base with variants and settings, or another game."""
    from rulewright.dsl.messages.diagnostic import RulebookError

    parts = tuple(part.strip() for part in other.split("+"))
    own = (*base.variants, *(part for part in parts if "=" not in part))
    names = {part.partition("=")[0] for part in parts if "=" in part}
    kept = tuple(one for one in base.settings if one.partition("=")[0].strip() not in names)
    varied = GameChoice(base.reference, own, (*kept, *(part for part in parts if "=" in part)))
    another = evolve(base, reference=other)
    try:
        return varied, varied.load()
    except RulebookError as error:
        try:
            return another, another.load()
        except RulebookError as second:
            # For an existing file, show its own mistakes; for a misspelt variant, show similar names.
            is_file = Path(other).exists()
            raise (second if is_file else error) from None


def title(game: "Game", other: str) -> str:
    """Return the title of a game, with its variants and settings if it is the base with these."""
    return title_with_variants(game, [part.strip() for part in other.split("+") if "=" in part])


def subtitle(found: "StudyOutcome") -> str:
    """Return a line about what was played."""
    plan = found.study.plans[0]
    return f"{found.share.games:,} games of each by the same seeds, {plan.players} players, seed {plan.seed}"


def _print(found: "StudyOutcome", titles: Sequence[str], said: Sequence[tuple[str, list[str]]], tables: list[str]) -> None:
    print(f"{titles[0]}: {subtitle(found)}")
    for name, sentences in said:
        print(f"\n{name}")
        for sentence in sentences:
            print(f"  {sentence}")
    print("\n".join(tables))

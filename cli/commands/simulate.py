"""`rulewright simulate`: play many games, and count wins and more."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import astuple

from rulewright.cli.measuring.options import (
    GAMES,
    RESULTS,
    PictureFiles,
    PlayOptions,
    bound_option,
    closely_option,
    json_option,
    picture_options,
    playing_options,
)
from rulewright.cli.shell.game_choice import GameChoice, game_options, player_count, seat_names, title_with_variants
from rulewright.cli.shell.help_layout import HelpCommand, option
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.cli.measuring.progress import StudyOutcome
    from rulewright.cli.measuring.sections import ReportSection
    from rulewright.interpreter import Game
    from rulewright.interpreter.measure.plan import Plan


@click.command(
    name="simulate",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright simulate GAME", "random games"),
        ("rulewright simulate GAME --seat normal,easy", "two programs"),
        ("rulewright simulate GAME --until 0.5% --jobs 0", "exact shares"),
        ("rulewright simulate GAME --fail-if 'wins seat 1 alone > 55%'", "check the balance"),
    ],
)
@game_options
@playing_options("Play N games (default: a thousand, or as many as fit into eight seconds).")
@option(GAMES, "--until", metavar="P%", help="Play until each seat's share of wins is known to within P%, such as 0.5%.")
@closely_option
@option(
    RESULTS, "--show", type=click.IntRange(min=0), metavar="NUMBER", help="Play only this game, and tell it choice by choice."
)
@bound_option
@json_option
@option(
    RESULTS, "--games-out", type=click.Path(path_type=Path), metavar="FILE", help="Write a row for each game (.csv or .parquet)."
)
@picture_options
def command(
    chosen: GameChoice,
    by: PlayOptions,
    until: str | None,
    closely: int | None,
    show: int | None,
    fail_if: tuple[str, ...],
    games_out: Path | None,
    pictures: PictureFiles,
    *,
    as_json: bool,
) -> int:
    """Play many games, and count wins, scores, lengths, cards and choices.

    A win is a game that one seat wins alone; games with several winners are counted as shared. If the rulebook has teams,
    their wins are counted also. Figures about single choices come from the first games only.
    """
    from rulewright.cli.measuring.json_results import record
    from rulewright.cli.measuring.progress import StudyRequest, looked_at, measure, playing
    from rulewright.cli.measuring.requested import check_file, half_width
    from rulewright.cli.measuring.rows import RowFile
    from rulewright.cli.measuring.sections import sections
    from rulewright.cli.measuring.summary import failed, tell_broken
    from rulewright.cli.measuring.thresholds import quantity_bounds
    from rulewright.interpreter.measure.study_runner import Study

    game = chosen.load()
    count = player_count(game, chosen.players, len(seat_names(by.seats)))
    plan = by.plan(chosen, count)
    if show is not None:
        return _show(plan, game, show)
    half, limits = half_width(until, by.games), quantity_bounds(fail_if, count)
    pictures.check()
    if games_out is not None:
        check_file(games_out, (".csv", ".parquet"))
    rows = None if games_out is None else RowFile(games_out, count)
    study = Study((plan,), closely=looked_at(closely, plan.seats), in_rows=rows is not None)
    wanted = StudyRequest(games=by.games, until=half, seconds=by.seconds, closely=closely, rows=rows)
    with playing(by.jobs, by.cluster) as players:
        found = measure(study, [game], wanted, players)
    title, teams = title_with_variants(game), game.teams(count)
    tables = [] if as_json and not any(astuple(pictures)) else sections(found, teams)
    if as_json:
        print(json.dumps(record(found, teams)))
    else:
        _print(found, title, tables)
    pictures.write(title, _subtitle(found), tables)
    code = failed(found, by.seconds)
    broken = tell_broken(limits, [(title, found.share.figures[0])])
    return code or broken


def _subtitle(found: "StudyOutcome") -> str:
    plan, figures = found.study.plans[0], found.share.figures[0]
    games = max(figures.games, 1)
    return (
        f"{figures.games} games, {figures.finished} finished, {figures.decisions / games:.1f} decisions a game, "
        f"{plan.players} players, seed {plan.seed}"
    )


def _print(found: "StudyOutcome", title: str, tables: "Sequence[ReportSection]") -> None:
    from rulewright.cli.measuring.section_text import lines
    from rulewright.cli.shell.problems import width_of

    plan, figures = found.study.plans[0], found.share.figures[0]
    games = max(figures.games, 1)
    print(f"{title}, {plan.players} players, seed {plan.seed}")
    print(
        f"{figures.games} games, {figures.finished} finished, {figures.decisions / games:.1f} decisions a game, "
        f"{figures.games / max(found.seconds, 1e-9):.0f} games a second"
    )
    print("\n".join(lines(tables, min(100, width_of(sys.stdout)))))


def _show(plan: "Plan", game: "Game", number: int) -> int:
    from rulewright.cli.shell.problems import FINDINGS, GOOD, show_problems
    from rulewright.interpreter import PlayError
    from rulewright.interpreter.measure.observers import plan_chooser, watch_game

    match = game.start(plan.players, plan.seed_of(number))
    failure = None
    try:
        watch_game(match, plan_chooser(plan, number), None)
    except PlayError as error:
        failure = error
    for line in match.log():
        print(visible(line))
    if failure is not None:
        show_problems([failure.diagnostic], err=True)
        return FINDINGS
    return GOOD

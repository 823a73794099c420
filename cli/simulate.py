"""`rulewright simulate`: many games, and who wins."""

import json
import math
import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.choosing import (
    game_options,
    load_game,
    player_count,
    seat_names,
    seat_option,
    settings_of,
    shown_title,
)
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter.measure.figures import Figures
    from rulewright.interpreter.measure.plan import Plan

INTERRUPTED = 130
USUAL_GAMES = 1000
LONGEST = 8.0
"""The seconds of computing after which it ends if nobody said how many games, or how long; and those of a first game, where
all choose at random and no time was given."""


@click.command(name="simulate", no_args_is_help=True)
@game_options
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="If not said, a thousand, or as many as there are in eight seconds.",
)
@click.option(
    "--jobs", type=click.IntRange(0, 256), default=1, metavar="N", help="So many play at once; 0 is one for each core."
)
@seat_option("If not said, all choose at random.")
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Stop after so long, with what there is.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    reference: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    games: int | None,
    jobs: int,
    seats: tuple[str, ...],
    seconds: float | None,
    seed: int,
    *,
    as_json: bool,
) -> int:
    """Play many games and count who wins.

    A win is a game that a seat wins alone; the games that several win together are shared. Where the rulebook has
    teams, those that a team wins are counted as well.
    """
    from concurrent.futures import BrokenExecutor

    from rulewright.cli.problems import FINDINGS, GOOD, problem, show_problems
    from rulewright.cli.terminal import TimeIsUp, time_limit
    from rulewright.interpreter.measure.engine import Share, Study, played
    from rulewright.interpreter.measure.plan import Plan

    game = load_game(reference, variants, settings)
    named = seat_names(seats)
    count = player_count(game, players, len(named))
    plan = Plan(
        reference=reference,
        variants=variants,
        options=settings_of(settings),
        players=count,
        seed=seed,
        seats=named + ("random",) * (count - len(named)),
    )
    study, wanted = Study((plan,)), games or USUAL_GAMES
    share = Share.none(study)
    total = share.figures[0]
    start = time.perf_counter()
    interrupted = False
    try:
        shares = played(study, [game], wanted, jobs or os.cpu_count() or 1)
        is_quick = seconds is None and set(plan.seats) == {"random"}
        # Of processes that play for this one the clock of computing knows nothing, and of threads too much.
        whole, first = (LONGEST, None) if games is None else (None, LONGEST)
        with time_limit(seconds), time_limit(whole if is_quick else None, computing=jobs == 1):
            with time_limit(first if is_quick else None, computing=True):
                share.merge(next(shares))
            for one in shares:
                share.merge(one)
                _show_progress(total.games, wanted)
    except TimeIsUp:
        pass
    except KeyboardInterrupt:
        # What was counted until now is not lost.
        interrupted = True
    except BrokenExecutor:
        way_out = "look for what ended it (too little memory?), or use fewer `--jobs`"
        raise problem("process-died", "a process that played games died", way_out) from None
    finally:
        _show_progress(0, 0)
    taken = time.perf_counter() - start
    won = total.by_team(game.teams(count))

    if as_json:
        print(json.dumps(_record(game.name, game.variants, plan, total, taken) | ({"teams": won} if won else {})))
    else:
        title = " + ".join((shown_title(game.titles, game.name), *game.variants))
        print("\n".join(_table(title, plan, total, taken, won)))
    if total.games < wanted:
        stopped = f"stopped after {total.games} of {wanted} games"
        if seconds is None and not interrupted:
            stopped += f": {'' if total.games else 'one takes long, and '}`--seconds` gives it more time"
        print(stopped, file=sys.stderr)
    if interrupted:
        return INTERRUPTED
    if total.first_stop is not None:
        stop = total.first_stop
        show_problems([stop.diagnostic], err=True)
        print(f"{total.stopped} of the games ended so; the first is number {stop.number}, seed {stop.seed}", file=sys.stderr)
        return FINDINGS
    return GOOD


def _record(name: str, variants: Sequence[str], plan: "Plan", tally: "Figures", seconds: float) -> dict[str, Any]:
    return {
        "game": name,
        "variants": list(variants),
        "players": plan.players,
        "games": tally.games,
        "finished": tally.finished,
        "decisions": tally.decisions,
        "seconds": round(seconds, 6),
        "wins": tally.wins,
        "shared": tally.shared,
        "nobody": tally.nobody,
        "seed": plan.seed,
        "stopped": tally.stopped,
    }


def _table(title: str, plan: "Plan", tally: "Figures", seconds: float, won: Mapping[str, int]) -> list[str]:
    games = max(tally.games, 1)
    lines = [
        visible(f"{title}, {plan.players} players, seed {plan.seed}"),
        f"{tally.games} games, {tally.finished} finished, {tally.decisions / games:.1f} decisions a game, "
        f"{tally.games / max(seconds, 1e-9):.0f} games a second",
        "",
    ]
    rows = [(f"player {seat} wins alone", wins) for seat, wins in enumerate(tally.wins, start=1)]
    rows += [("several win together", tally.shared), ("nobody wins", tally.nobody)]
    rows += [(f"{team} wins", wins) for team, wins in won.items()]
    for label, number in rows:
        share = number / games
        # Within this distance lies the true share, 95 times out of 100.
        error = 1.96 * math.sqrt(share * (1 - share) / games)
        lines.append(f"{label:<22}{number:>9}{100 * share:>8.1f} % ± {100 * error:.1f}")
    return lines


def _show_progress(done: int, games: int) -> None:
    """One line that is written over, for people who wait at a terminal; no games clear it."""
    if sys.stderr.isatty():
        text = f"{done} of {games} games" if games else ""
        print(f"\r{text:<40}\r", end="", file=sys.stderr, flush=True)

"""Play the games of a study for as long as wanted, with progress, and collect the results."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.cli.measuring.rows import RowFile, RowsNotWritten
from rulewright.cli.shell.problems import overwrite_progress
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter.measure.intervals import SURE, interim_looks, wilson_interval
from rulewright.interpreter.measure.observers import WatchFigures, watch_games
from rulewright.interpreter.measure.study_runner import Study, StudyShare, play_study

if TYPE_CHECKING:
    from rulewright.interpreter import Game
    from rulewright.interpreter.measure.line_counts import LineCounts

USUAL_GAMES = 1000
LONGEST = 8.0
"""The default limit in seconds of computing, without a number of games or a time.

A first game of random choices may also take this long, if no time was given.
"""
MOST_LOOKED_AT = 1000
DECISIONS_LOOKED_AT = 20_000
"""The default number of decisions in the games that are looked at closely."""
MANY = 2000
"""The most games that are counted in one go; for more than these, native code is worth compiling."""
PATIENCE = 0.2
"""Seconds between two lines of progress."""


def wins_so_far(found: StudyOutcome) -> str:
    figures = found.share.figures[0]
    done = figures.games
    left = found.seconds / max(1, done) * (found.wanted - done)
    wins = ", ".join(f"{100 * won / max(1, done):.1f}" for won in figures.wins)
    return f"{done:,} of {found.wanted:,} games, {left:.0f} s left; wins by seat {wins} %"


@define(kw_only=True)
class StudyRequest:
    games: int | None = None
    until: float | None = None
    """How narrow the interval of each seat's wins must become, on either side."""
    seconds: float | None = None
    closely: int | None = None
    rows: RowFile | None = None
    """Where to write a row for each game."""
    progress: Callable[[StudyOutcome], str] = wins_so_far
    """Says how far it is."""


@define(kw_only=True)
class StudyOutcome:
    study: Study
    games: list[Game]
    wanted: int
    """How many games were to be played."""
    share: StudyShare
    looks: list[WatchFigures] = field(factory=list)
    """For each plan, what was counted in the games that were looked at."""
    places: list[LineCounts | None] = field(factory=list)
    """For each plan, how often these games reached each place in the rulebook."""
    seconds: float = 0.0
    """How long the games took, without the closer look."""
    sure: float = SURE
    """The confidence of the intervals of wins, corrected for repeated looks."""
    rule: str = ""
    """The rule that ended the games, if their number was not fixed."""
    interrupted: bool = False
    timed_out: bool = False
    died: bool = False
    """Whether a process that played games died."""
    failure: OSError | None = None
    """The error of the system while games were written down."""
    lost: Diagnostic | None = None
    """Why the cluster could not go on."""


def looked_at(closely: int | None, seats: Sequence[str]) -> int:
    """Return how many games are counted while others are played; by default, random games are counted afterwards."""
    if closely is not None:
        return closely
    return MOST_LOOKED_AT if any(name != "random" for name in seats) else 0


Playing = Callable[[Study, Sequence["Game"], int, int], Iterator[StudyShare]]
"""Plays a number of games of a study, from some game on, share by share."""


@frozen
class StudyPlayers:
    """Plays the games, here or on a cluster."""

    play: Playing
    alone: bool = False
    """Whether all computing is in one thread of this process."""


@contextmanager
def playing(jobs: int | None, cluster: str | None) -> Iterator[StudyPlayers]:
    """Yield this machine, with `jobs` games at once (0 for one per core, None for one), or a cluster."""
    if cluster is None:
        many = 1 if jobs is None else jobs or os.cpu_count() or 1
        yield StudyPlayers(lambda study, games, count, first: play_study(study, games, count, many, first), alone=many == 1)
        return
    import logging

    from rulewright.interpreter.measure.cluster import Cluster

    # All there is to say about a cluster is in one message.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with Cluster(cluster, jobs or 0) as found:
        yield StudyPlayers(found.played)


def measure(study: Study, games: Sequence[Game], wanted: StudyRequest, by: StudyPlayers) -> StudyOutcome:
    """Play until there are enough games, time is up, or Ctrl-C; keep the results until then."""
    from concurrent.futures import BrokenExecutor

    from rulewright.cli.shell.terminal import TimeIsUp, time_limit
    from rulewright.interpreter.measure.study_runner import NoWorkers

    plan = [(wanted.games or USUAL_GAMES, SURE)] if wanted.until is None else interim_looks(wanted.until)
    found = StudyOutcome(study=study, games=list(games), wanted=plan[-1][0], share=StudyShare.none(study))
    start = time.perf_counter()
    at_random = all(one.at_random for one in study.plans)
    is_quick = wanted.seconds is None and at_random
    # The clock of computing misses other processes, and counts threads several times.
    whole, first = (LONGEST, None) if wanted.games is None and wanted.until is None else (None, LONGEST)
    try:
        with time_limit(wanted.seconds), time_limit(whole if is_quick else None, computing=by.alone):
            with ExitStack() as hurry:
                hurry.enter_context(time_limit(first if is_quick else None, computing=True))
                for share in _in_looks(found, plan, wanted, by.play):
                    hurry.close()
                    found.share.merge(share)
                    found.seconds = time.perf_counter() - start
                    show_progress(found, wanted.progress)
            _look_closely(found, wanted, at_random=at_random)
    except TimeIsUp:
        found.timed_out = True
    except KeyboardInterrupt:
        # Keep what was counted until now.
        found.interrupted = True
    except NoWorkers as error:
        found.lost = error.diagnostic
    except RowsNotWritten as error:
        found.failure = error.reason
    except BrokenExecutor:
        found.died = True
    finally:
        overwrite_progress("")
        if wanted.rows is not None:
            found.failure = wanted.rows.close() or found.failure
    return found


def _in_looks(
    found: StudyOutcome, plan: Sequence[tuple[int, float]], wanted: StudyRequest, play: Playing
) -> Iterator[StudyShare]:
    """Yield all games, or as many as are needed."""
    done = 0
    for games, sure in plan:
        for share in play(found.study, found.games, games - done, done):
            yield share
            if wanted.rows is not None:
                wanted.rows.write(share)
        done, found.sure = games, sure
        if wanted.until is None or found.share.games < games:
            return
        figures = found.share.figures
        widths = [high - low for one in figures for low, high in (wilson_interval(won, one.games, sure) for won in one.wins)]
        if max(widths) <= 2 * wanted.until:
            found.wanted = games
            shares = ", ".join(f"{number:,}" for number, _ in plan)
            found.rule = (
                f"looked at after {shares} games; the chance to be wrong, {1 - SURE:.0%} in all, is divided among the looks, "
                f"and {1 - sure:.2%} of it falls to this one"
            )
            return


def _look_closely(found: StudyOutcome, wanted: StudyRequest, *, at_random: bool) -> None:
    """Count in the first games what only an onlooker sees."""
    from rulewright.interpreter.measure.line_counts import CountingGame, LineCounts

    if not at_random:
        found.looks, found.places = found.share.looks, [None] * len(found.games)
        return
    most = min(found.share.games, MOST_LOOKED_AT)
    for place, (plan, game) in enumerate(zip(found.study.plans, found.games, strict=True)):
        total, places = found.share.looks[place], LineCounts()
        found.looks.append(total)
        found.places.append(None)
        if wanted.closely is None:
            for one in watch_games(plan, game, most, DECISIONS_LOOKED_AT):
                total.merge(one)
        if total.games:
            counting = CountingGame(game.checked, plan.players, game.values)
            if total.games > MANY:
                counting.make_native()
            for number in range(0, total.games, MANY):
                places.update(counting.play(plan.seed_of(number), min(MANY, total.games - number)).places)
            found.places[-1] = places


def show_progress(found: StudyOutcome, progress: Callable[[StudyOutcome], str]) -> None:
    """Show how far it is, not too often."""
    now = time.monotonic()
    if now - _last[0] < PATIENCE:
        return
    _last[0] = now
    overwrite_progress(progress(found))


_last = [0.0]

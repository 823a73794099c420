"""A rulebook comes in, played in all ways that are tried, in several processes; what came of each way goes out.

What a way comes to hangs on its seeds alone, so it does not matter who plays it. First all ways are played; then the games in
which a standing rule, a ban or a card comes up are played without it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from multiprocessing import get_context
from time import monotonic
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.examine.fair import furthest
from rulewright.interpreter.examine.removing import Difference, differences, pieces_of
from rulewright.interpreter.examine.roles import GAMES as GAMES_WITH_ROLES
from rulewright.interpreter.examine.roles import Role, Roles, roles_of
from rulewright.interpreter.examine.tried import Key, Tried, key_of, play_way
from rulewright.interpreter.examine.ways import Rulebook, Way
from rulewright.interpreter.search.seeds import derived_seed

GAMES = 1000
AGAIN = 4
"""So many times as many are played to be certain."""
MOST_WAYS = 4
"""In so many ways something is left out that makes no difference, before that is said of it."""
SHARE_OF_PLAY = 0.75
"""How much of the time, if it is limited, goes into playing; the rest is for playing without something."""
Shown = Callable[[int, int, int], None]
"""Told how many ways of how many have been played, and how many games."""


@frozen(kw_only=True)
class Wanted:
    """How much is played."""

    games: int
    """In each way."""
    seed: int = 0
    """Of which the seeds of all games are made."""
    jobs: int = 1
    seconds: float | None = None
    """After so long no more is begun."""

    @property
    def other_seed(self) -> int:
        """The same for other games."""
        return self.seed + 1

    @property
    def first(self) -> int:
        """The seed of the first game in each way; `simulate` plays the same games."""
        return derived_seed(self.seed)


@define
class Report:
    """What came of it all."""

    rulebook: Rulebook
    wanted: Wanted
    ways: list[Way]
    tried: list[Tried] = field(factory=list)
    """Those that were played, in the order of the ways."""
    again: dict[Way, Tried] = field(factory=dict)
    """Other games in ways in which a seat has won remarkably often or seldom."""
    roles: dict[Way, tuple[Roles, list[Role]]] = field(factory=dict)
    """The same of those who have chosen something, with what was remarkable."""
    removed: dict[Key, list[tuple[Way, Difference]]] = field(factory=dict)
    """By where something is come to: what became of games without it, in each way in which that was looked at."""
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many were played, without those that were played again."""
        return sum(tried.games for tried in self.tried)

    @property
    def complete(self) -> bool:
        """Whether everything was played that was to be."""
        return (
            not self.interrupted
            and len(self.tried) == len(self.ways)
            and all(tried.games == self.wanted.games or tried.has_no_end or tried.refused for tried in self.tried)
        )


def examined(reference: str, wanted: Wanted, shown: Shown = lambda *_: None) -> Report:
    """Play a rulebook that has no mistakes. Ctrl-C ends it, with what is known so far."""
    rulebook = Rulebook(reference)
    report = Report(rulebook, wanted, rulebook.ways)
    began = monotonic()
    end = None if wanted.seconds is None else began + wanted.seconds
    jobs = min(wanted.jobs, len(report.ways))
    pool = None if jobs <= 1 else ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (reference,))
    work = Work(rulebook, pool, jobs)
    try:
        until = None if end is None else began + SHARE_OF_PLAY * (end - began)
        play_all(work, report, until, shown)
        make_certain(work, report, until)
        play_roles(work, report, until)
        remove_all(work, report, end)
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        if pool is not None:
            pool.shutdown(wait=not report.interrupted, cancel_futures=True)
    report.tried.sort(key=lambda tried: report.ways.index(tried.way))
    return report


@define
class Work:
    """Those who play: other processes, or this one."""

    rulebook: Rulebook
    pool: ProcessPoolExecutor | None
    jobs: int

    def each(
        self, what: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], until: float | None
    ) -> Generator[tuple[tuple[Any, ...], Any], None, None]:
        """What comes of each task, as soon as it is known. Time that is limited is spread over those that are left."""
        left = list(tasks)

        def seconds() -> float:
            if until is None:
                return float("inf")
            return max(0.0, until - monotonic()) * self.jobs / max(1, len(left) + 1)

        if self.pool is None:
            while left and (until is None or monotonic() < until):
                task = left.pop(0)
                yield task, what(self.rulebook, *task, seconds())
            return
        running: dict[Future[Any], tuple[Any, ...]] = {}
        try:
            while running or left:
                while left and len(running) < self.jobs and (until is None or monotonic() < until):
                    task = left.pop(0)
                    running[self.pool.submit(_carry_out, what, task, seconds())] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()


def play_all(work: Work, report: Report, until: float | None, shown: Shown) -> None:
    """Play every way."""
    wanted = report.wanted
    tasks = [(way, wanted.first, wanted.games) for way in report.ways]
    with closing(work.each(play_way, tasks, until)) as results:
        for _, tried in results:
            report.tried.append(tried)
            shown(len(report.tried), len(report.ways), report.games)


def make_certain(work: Work, report: Report, until: float | None) -> None:
    """Play other games where a seat may be worth more or less than the others: most that is remarkable is chance."""
    wanted = report.wanted
    first, games = wanted.other_seed, AGAIN * wanted.games
    remarkable = sorted((seat.tried.way for seat in furthest(report.tried) if seat.is_remarkable), key=report.ways.index)
    tasks = [(way, derived_seed(first), games) for way in remarkable]
    with closing(work.each(play_way, tasks, until)) as results:
        for task, tried in results:
            report.again[task[0]] = tried


def play_roles(work: Work, report: Report, until: float | None) -> None:
    """See how those fare who have chosen this or that, by the fewest and the most players; and again what is remarkable."""
    wanted, ends = report.wanted, dict[tuple[str, ...], list[Way]]()
    for way in report.ways:
        if way.is_plain and len(way.variants) <= 1:
            ends.setdefault(way.variants, []).append(way)
    ways = [way for every in ends.values() for way in dict.fromkeys((every[0], every[-1]))]
    games = min(GAMES_WITH_ROLES, wanted.games)
    looks: dict[Way, Roles] = {}
    with closing(work.each(roles_of, [(way, wanted.first, games) for way in ways], until)) as results:
        looks.update((task[0], roles) for task, roles in results)
    again = [(way, derived_seed(wanted.other_seed), AGAIN * games) for way in ways if way in looks and looks[way].remarkable]
    with closing(work.each(roles_of, again, until)) as results:
        for task, roles in results:
            report.roles[task[0]] = roles, looks[task[0]].remarkable


def remove_all(work: Work, report: Report, until: float | None) -> None:
    """Play without each standing rule, ban and card: where it comes up most often, and where that shows nothing, elsewhere,
    first where most else comes up, with which it may have to do."""
    rulebook, tried = work.rulebook, sorted(report.tried, key=lambda one: report.ways.index(one.way))
    files = {source.name for source in rulebook.found.asked.sources}
    often: dict[Key, list[tuple[int, Way]]] = {}
    for one in tried:
        for piece in pieces_of(rulebook.games[one.way.variants]):
            key = key_of(piece.span)
            if key in one.places and key[0] in files and not one.has_no_end:
                often.setdefault(key, []).append((one.places[key][0], one.way))
    richest = {one.way: len(one.places) for one in tried}
    for ways in often.values():
        first = max(ways, key=lambda entry: entry[0])
        ways.sort(key=lambda entry: (entry is not first, -richest[entry[1]]))
    left = list(often)
    for place in range(MOST_WAYS):
        without(work, report, [(key, often[key][place][1]) for key in left if place < len(often[key])], until)
        left = [key for key in left if all(found.other is None for _, found in report.removed.get(key, ()))]


def without(work: Work, report: Report, wanted: Iterable[tuple[Key, Way]], until: float | None) -> None:
    """Play some ways without some of what comes up there."""
    by_way: dict[Way, list[Key]] = {}
    for key, way in wanted:
        by_way.setdefault(way, []).append(key)
    tasks = [(way, tuple(keys), report.wanted.first, report.wanted.games) for way, keys in by_way.items()]
    with closing(work.each(differences, tasks, until)) as results:
        for task, found in results:
            for key, difference in found.items():
                report.removed.setdefault(key, []).append((task[0], difference))


# What a process of the pool keeps between its tasks.
_own: list[Rulebook] = []


def _prepare(reference: str) -> None:
    # Ctrl-C reaches every process of a terminal; the first one says what is known so far.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own[:] = [Rulebook(reference)]


def _carry_out(what: Callable[..., Any], task: tuple[Any, ...], seconds: float) -> Any:
    return what(_own[0], *task, seconds)

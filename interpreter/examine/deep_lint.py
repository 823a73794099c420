"""Play a rulebook in all ways that are tried, in several processes.

The result of a way depends only on its seeds, so it does not matter who plays it. First all ways are played. Then the games
that reach a standing rule, a ban or a card are played again without it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.examine.ablation import AblationResult, ablation_results, pieces_of
from rulewright.interpreter.examine.configurations import Configuration, ConfiguredRulebook
from rulewright.interpreter.examine.fairness import furthest_seats
from rulewright.interpreter.examine.random_games import Key, PlayResults, key_of, play_way
from rulewright.interpreter.examine.roles import GAMES as GAMES_WITH_ROLES
from rulewright.interpreter.examine.roles import Role, RoleStatistics, roles_of
from rulewright.interpreter.examine.workers import TaskPool
from rulewright.interpreter.search.seeds import derived_seed

GAMES = 1000
FIRST = derived_seed(0)
"""The seed of the first game in each way; `simulate` plays the same games."""
OTHERS = 1
"""The seed by which `simulate` plays the other games, with which it is made certain."""
AGAIN = 4
"""How many times as many games are played to be certain."""
MOST_WAYS = 4
"""In how many ways something must make no difference before it is reported."""
SHARE_OF_PLAY = 0.75
"""The share of a time limit that goes into playing; the rest is for playing without pieces."""
Shown = Callable[[int, int, int], None]
"""A function that is told how many ways of how many have been played, and how many games."""


@frozen(kw_only=True)
class PlayAmount:
    """How much to play."""

    games: int
    """In each way."""
    jobs: int = 1
    seconds: float | None = None
    """After how many seconds nothing more begins."""


@define
class DeepReport:
    """All results."""

    rulebook: ConfiguredRulebook
    wanted: PlayAmount
    ways: list[Configuration]
    tried: list[PlayResults] = field(factory=list)
    """The ways that were played, in their order."""
    again: dict[Configuration, PlayResults] = field(factory=dict)
    """Other games in ways in which a seat has won remarkably often or seldom."""
    roles: dict[Configuration, tuple[RoleStatistics, list[Role]]] = field(factory=dict)
    """Other games about the choice of roles, with the remarkable ones."""
    removed: dict[Key, list[tuple[Configuration, AblationResult]]] = field(factory=dict)
    """By place of a piece: what happened to games without it, in each way in which that was tried."""
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games were played, without repetitions."""
        return sum(tried.games for tried in self.tried)

    @property
    def complete(self) -> bool:
        """Whether everything was played that was wanted."""
        return (
            not self.interrupted
            and len(self.tried) == len(self.ways)
            and all(tried.games == self.wanted.games or tried.has_no_end or tried.refused for tried in self.tried)
        )


def play_deeply(reference: str, wanted: PlayAmount, shown: Shown = lambda *_: None) -> DeepReport:
    """Play a rulebook without mistakes. After Ctrl-C the results so far are returned."""
    rulebook = ConfiguredRulebook(reference)
    report = DeepReport(rulebook, wanted, rulebook.ways)
    began = monotonic()
    end = None if wanted.seconds is None else began + wanted.seconds
    jobs = min(wanted.jobs, len(report.ways))
    work = TaskPool.with_processes(rulebook, jobs)
    try:
        until = None if end is None else began + SHARE_OF_PLAY * (end - began)
        play_all(work, report, until, shown)
        make_certain(work, report, until)
        play_roles(work, report, until)
        remove_all(work, report, end)
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        work.close(wait=not report.interrupted)
    report.tried.sort(key=lambda tried: report.ways.index(tried.way))
    return report


def each(
    work: TaskPool, what: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], until: float | None
) -> Generator[tuple[tuple[Any, ...], Any], None, None]:
    """Yield each task with its result, as soon as it is known. Spread limited time over the tasks that are left."""

    def timed() -> Iterator[tuple[Any, ...]]:
        for left, task in zip(range(len(tasks), 0, -1), tasks):
            now = monotonic()
            if until is not None and now >= until:
                return
            yield (*task, float("inf") if until is None else (until - now) * work.jobs / left)

    return work.each(what, timed())


def play_all(work: TaskPool, report: DeepReport, until: float | None, shown: Shown) -> None:
    wanted = report.wanted
    tasks = [(way, FIRST, wanted.games) for way in report.ways]
    with closing(each(work, play_way, tasks, until)) as results:
        for _, tried in results:
            report.tried.append(tried)
            shown(len(report.tried), len(report.ways), report.games)


def make_certain(work: TaskPool, report: DeepReport, until: float | None) -> None:
    """Play other games where a seat may be better or worse off than the others: most remarkable results are chance."""
    remarkable = sorted((seat.tried.way for seat in furthest_seats(report.tried) if seat.is_remarkable), key=report.ways.index)
    tasks = [(way, derived_seed(OTHERS), AGAIN * report.wanted.games) for way in remarkable]
    with closing(each(work, play_way, tasks, until)) as results:
        for task, tried in results:
            report.again[task[0]] = tried


def play_roles(work: TaskPool, report: DeepReport, until: float | None) -> None:
    """Measure how players with certain choices do, with the fewest and the most players; repeat what is remarkable."""
    wanted, ends = report.wanted, dict[tuple[str, ...], list[Configuration]]()
    for way in report.ways:
        if way.is_plain and len(way.variants) <= 1:
            ends.setdefault(way.variants, []).append(way)
    ways = [way for every in ends.values() for way in dict.fromkeys((every[0], every[-1]))]
    games = min(GAMES_WITH_ROLES, wanted.games)
    looks: dict[Configuration, RoleStatistics] = {}
    with closing(each(work, roles_of, [(way, FIRST, games) for way in ways], until)) as results:
        looks.update((task[0], roles) for task, roles in results)
    again = [(way, derived_seed(OTHERS), AGAIN * games) for way in ways if way in looks and looks[way].remarkable]
    with closing(each(work, roles_of, again, until)) as results:
        for task, roles in results:
            report.roles[task[0]] = roles, looks[task[0]].remarkable


def remove_all(work: TaskPool, report: DeepReport, until: float | None) -> None:
    """Play without each standing rule, ban and card.

    A piece is left out where it comes up most often. If that shows nothing, it is left out elsewhere, first where most
    other pieces come up that it may have to do with.
    """
    rulebook, tried = report.rulebook, sorted(report.tried, key=lambda one: report.ways.index(one.way))
    files = {source.name for source in rulebook.found.asked.sources}
    often: dict[Key, list[tuple[int, Configuration]]] = {}
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


def without(work: TaskPool, report: DeepReport, wanted: Iterable[tuple[Key, Configuration]], until: float | None) -> None:
    """Play some ways without some of the pieces that come up there."""
    by_way: dict[Configuration, list[Key]] = {}
    for key, way in wanted:
        by_way.setdefault(way, []).append(key)
    tasks = [(way, tuple(keys), FIRST, report.wanted.games) for way, keys in by_way.items()]
    with closing(each(work, ablation_results, tasks, until)) as results:
        for task, found in results:
            for key, difference in found.items():
                report.removed.setdefault(key, []).append((task[0], difference))

"""Many games, counted.

Each game has a seed of its own, made from the seed of them all and the game's number. So it does not matter which
process plays which games, nor how many processes there are: the sums are the same.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter.search.players import player
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Game, Result
    from rulewright.interpreter.play.batch import Playouts

MOST_DECISIONS = 100_000
"""A game that goes on longer does not count as finished."""
_LARGEST_SHARE = 2_000
_SHARES_OF_A_PROCESS = 8


@frozen(kw_only=True)
class Plan:
    """What is to be played; it can be sent to another process, which loads the game for itself."""

    reference: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, int | bool | str] = field(factory=dict)
    players: int
    games: int
    seed: int = 0
    seats: tuple[str, ...] = ()
    """A player for each seat; with none of them all choices are random, and fast."""


@define(kw_only=True)
class Tally:
    """What came out of some games."""

    wins: list[int]
    """By seat, the games that this seat won alone."""
    games: int = 0
    finished: int = 0
    decisions: int = 0
    shared: int = 0
    nobody: int = 0
    stopped: int = 0
    """Games that met a limit of the engine; they are not finished."""
    first_stop: tuple[int, int, Diagnostic] | None = None
    """The number and the seed of the first of those, and what happened."""

    def add(self, other: Tally) -> None:
        """The games of another tally, too."""
        self.wins = [one + another for one, another in zip(self.wins, other.wins, strict=True)]
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.shared += other.shared
        self.nobody += other.nobody
        self.stopped += other.stopped
        if other.first_stop is not None and (self.first_stop is None or other.first_stop[0] < self.first_stop[0]):
            self.first_stop = other.first_stop

    def count(self, result: Result) -> None:
        """One more game."""
        self.games += 1
        self.decisions += result.decisions
        if not result.finished:
            return
        self.finished += 1
        if not result.winners:
            self.nobody += 1
        elif len(result.winners) > 1:
            self.shared += 1
        else:
            self.wins[result.winners[0]] += 1

    def count_all(self, played: Playouts) -> None:
        """Many games more."""
        self.games += len(played)
        self.decisions += int(sum(played.decisions))
        for (bits, finished), times in Counter(zip(played.winners, played.finished)).items():
            if not finished:
                continue
            self.finished += times
            winners = [seat for seat in range(played.players) if int(bits) >> seat & 1]
            if not winners:
                self.nobody += times
            elif len(winners) > 1:
                self.shared += times
            else:
                self.wins[winners[0]] += times


def simulate(plan: Plan, game: Game, jobs: int = 1) -> Tally:
    """Play all games; `game` is the plan's game, already loaded."""
    total = Tally(wins=[0] * plan.players)
    for tally in tallies(plan, game, jobs):
        total.add(tally)
    return total


def tallies(plan: Plan, game: Game, jobs: int = 1) -> Iterator[Tally]:
    """The same share by share, for those who want to show or to keep what there is so far."""
    return _in_this_process(plan, game) if jobs <= 1 else _in_processes(plan, jobs)


def play_some(plan: Plan, game: Game, first: int, count: int) -> Tally:
    """The games with the numbers `first` and those that follow."""
    from rulewright.interpreter import PlayError

    tally = Tally(wins=[0] * plan.players)
    if all(name == "random" for name in plan.seats):
        with suppress(PlayError):
            tally.count_all(game.playouts(plan.players, [derived_seed(plan.seed, first + i) for i in range(count)]))
            return tally
        # One of them meets a limit: which one shows when they are played one by one.
    for number in range(first, first + count):
        seed = derived_seed(plan.seed, number)
        try:
            result = _played(plan, game, seed)
        except PlayError as error:
            tally.games += 1
            tally.stopped += 1
            if tally.first_stop is None:
                tally.first_stop = (number, seed, error.diagnostic)
        else:
            tally.count(result)
    return tally


def _played(plan: Plan, game: Game, seed: int) -> Result:
    from rulewright.interpreter import Result

    if all(name == "random" for name in plan.seats):
        return game.playout(plan.players, seed)
    match = game.start(plan.players, seed)
    players = [player(name, derived_seed(seed, seat)) for seat, name in enumerate(plan.seats)]
    while match.decision is not None and match.steps < MOST_DECISIONS:
        seat = match.decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        match.choose(players[seat].choose(match))
    return match.result or Result(winners=(), scores=None, decisions=match.steps, finished=False)


def _in_this_process(plan: Plan, game: Game) -> Iterator[Tally]:
    for first, count in _shares(plan, 1):
        yield play_some(plan, game, first, count)


def _in_processes(plan: Plan, jobs: int) -> Iterator[Tally]:
    shares = list(_shares(plan, jobs))
    # A new interpreter for each process is slower than a fork, but works everywhere, also where threads run.
    pool = ProcessPoolExecutor(min(jobs, len(shares)) or 1, get_context("spawn"), _prepare, (plan,))
    try:
        for future in as_completed([pool.submit(_share, first, count) for first, count in shares]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _shares(plan: Plan, jobs: int) -> Iterator[tuple[int, int]]:
    size = max(1, min(_LARGEST_SHARE, plan.games // (jobs * _SHARES_OF_A_PROCESS)))
    for first in range(0, plan.games, size):
        yield first, min(size, plan.games - first)


# What a process of the pool keeps between its shares.
_prepared: list[tuple[Plan, Game]] = []


def _prepare(plan: Plan) -> None:
    from rulewright.interpreter import load

    # Ctrl-C reaches every process of a terminal; this one goes without a word, and the first one speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _prepared[:] = [(plan, load(plan.reference, plan.variants, plan.options))]


def _share(first: int, count: int) -> Tally:
    plan, game = _prepared[0]
    try:
        return play_some(plan, game, first, count)
    except RulebookError:
        raise
    except Exception as error:
        # An exception that cannot be sent to the first process would end the whole pool without a word.
        raise RuntimeError(f"{type(error).__name__}: {error}") from None

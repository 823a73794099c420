"""Many games, counted.

Each game has a seed of its own, made from the seed of them all and the game's number. So it does not matter which
process plays which games, nor how many processes there are: the sums are the same.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter.search.seeds import derived_seed, derived_seeds

if TYPE_CHECKING:
    from rulewright.interpreter import Game, Result
    from rulewright.interpreter.play.batch import Playouts

MOST_DECISIONS = 100_000
"""A game that goes on longer does not count as finished."""
LONGEST_STOP = 4.0
"""The seconds of computing for a share in which a game was stopped by a limit, after which the others are not played any more."""
SHARE_SECONDS = 0.25
"""How long a process plays before it says what came of it: to hand that over takes a thousandth of this."""
LONGEST_WITHOUT_AN_END = 5.0
"""The seconds after which no more games are played, if none of those that were played has come to an end."""


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
    together: Counter[tuple[int, ...]] = field(factory=Counter)
    """The same by the seats that won together."""
    nobody: int = 0
    stopped: int = 0
    """Games that met a limit of the engine; they are not finished."""
    first_stop: tuple[int, int, Diagnostic] | None = None
    """The number and the seed of the first of those, and what happened."""
    given_up: bool = False
    """Whether games were left out because those that are stopped take so long."""

    def add(self, other: Tally) -> None:
        """The games of another tally, too."""
        self.wins = [one + another for one, another in zip(self.wins, other.wins, strict=True)]
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.shared += other.shared
        self.together.update(other.together)
        self.nobody += other.nobody
        self.stopped += other.stopped
        self.given_up |= other.given_up
        if other.first_stop is not None and (self.first_stop is None or other.first_stop[0] < self.first_stop[0]):
            self.first_stop = other.first_stop

    def by_team(self, teams: Sequence[str]) -> dict[str, int]:
        """The games that each team won, by whichever of its seats; `teams` is the team of each seat."""
        won = dict.fromkeys(teams, 0)
        games = [*(((seat,), wins) for seat, wins in enumerate(self.wins)), *self.together.items()]
        for winners, times in games:
            sides = {teams[seat] for seat in winners} if teams else set()
            if len(sides) == 1:
                won[sides.pop()] += times
        return won

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
            self.together[result.winners] += 1
        else:
            self.wins[result.winners[0]] += 1

    def count_all(self, played: Playouts) -> None:
        """Many games more."""
        self.games += len(played)
        self.decisions += int(sum(played.decisions))
        # Lists are gone through far quicker than columns of numbers, which make an object of each anew.
        rows = zip(as_list(played.winners), as_list(played.finished))
        for (bits, finished), times in Counter(rows).items():
            if not finished:
                continue
            self.finished += times
            winners = [seat for seat in range(played.players) if int(bits) >> seat & 1]
            if not winners:
                self.nobody += times
            elif len(winners) > 1:
                self.shared += times
                self.together[tuple(winners)] += times
            else:
                self.wins[winners[0]] += times


def as_list(column: Any) -> list[int]:
    """A column of numbers as plain ones."""
    return column.tolist() if hasattr(column, "tolist") else list(column)


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
    began = process_time()
    if count > 1 and all(name == "random" for name in plan.seats):
        with suppress(PlayError):
            seeds = list(derived_seeds(plan.seed, range(first, first + count)))
            tally.count_all(game.playouts(plan.players, seeds))
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
            if process_time() - began > LONGEST_STOP:
                tally.given_up = True
                break
        else:
            tally.count(result)
    return tally


def _played(plan: Plan, game: Game, seed: int) -> Result:
    from rulewright.interpreter import Result

    if all(name == "random" for name in plan.seats):
        return game.playout(plan.players, seed)
    # Who plays at random only does without all that thinking takes: to load it is half of what a process takes to begin.
    from rulewright.interpreter.search.players import player

    match = game.start(plan.players, seed)
    players = [player(name, derived_seed(seed, seat)) for seat, name in enumerate(plan.seats)]
    while match.decision is not None and match.steps < MOST_DECISIONS:
        seat = match.decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        match.choose(players[seat].choose(match))
    return match.result or Result(winners=(), scores=None, decisions=match.steps, finished=False)


def _in_this_process(plan: Plan, game: Game) -> Iterator[Tally]:
    shares = Shares(plan.games, 1)
    while shares.left:
        tally, seconds = timed(plan, game, *shares.next())
        shares.took(tally, seconds)
        yield tally
        if tally.given_up or shares.is_vain:
            break


def _in_processes(plan: Plan, jobs: int) -> Iterator[Tally]:
    shares = Shares(plan.games, jobs)
    # A new interpreter for each process is slower than a fork, but works everywhere, also where threads run.
    pool = ProcessPoolExecutor(min(jobs, plan.games), get_context("spawn"), _prepare, (plan,))
    playing: set[Future[tuple[Tally, float]]] = set()
    try:
        while shares.left or playing:
            # So many that nobody ever waits for the next share.
            while shares.left and len(playing) < 2 * jobs:
                playing.add(pool.submit(_share, *shares.next()))
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                tally, seconds = future.result()
                shares.took(tally, seconds)
                yield tally
                if tally.given_up or shares.is_vain:
                    return
    finally:
        pool.shutdown(cancel_futures=True)


@define
class Shares:
    """All games in shares for some processes: as large as it takes to be worth handing over, and smaller towards the end."""

    games: int
    jobs: int
    first: int = 0
    speed: float = 0.0
    """How many games a process plays in a second, by the share that was played last."""
    finished: int = 0
    """How many games have come to an end."""
    seconds: float = 0.0
    """What was played so far has taken so long."""

    @property
    def left(self) -> int:
        """How many games nobody has been given."""
        return self.games - self.first

    def took(self, share: Tally, seconds: float) -> None:
        """A share has taken so long."""
        self.speed = share.games / max(seconds, 1e-6)
        self.finished += share.finished
        self.seconds += seconds

    @property
    def is_vain(self) -> bool:
        """Whether no game ever seems to come to an end."""
        return not self.finished and self.seconds > LONGEST_WITHOUT_AN_END

    def next(self) -> tuple[int, int]:
        """The number of the first game of the next share, and how many games there are in it.

        The first is a single one, since nobody knows how long a game takes.
        """
        worth_while = int(self.speed * SHARE_SECONDS)
        size = min(worth_while, self.left // (2 * self.jobs))
        size = max(1, size, min(worth_while // 10, self.left))
        self.first += size
        return self.first - size, size


def timed(plan: Plan, game: Game, first: int, count: int) -> tuple[Tally, float]:
    """Some games, and how long they took."""
    start = perf_counter()
    tally = play_some(plan, game, first, count)
    return tally, perf_counter() - start


# What a process of the pool keeps between its shares.
_prepared: list[tuple[Plan, Game]] = []


def _prepare(plan: Plan) -> None:
    from rulewright.interpreter import load

    # Ctrl-C reaches every process of a terminal; this one goes without a word, and the first one speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _prepared[:] = [(plan, load(plan.reference, plan.variants, plan.options))]


def _share(first: int, count: int) -> tuple[Tally, float]:
    plan, game = _prepared[0]
    try:
        return timed(plan, game, first, count)
    except RulebookError:
        raise
    except Exception as error:
        # An exception that cannot be sent to the first process would end the whole pool without a word.
        raise RuntimeError(f"{type(error).__name__}: {error}") from None

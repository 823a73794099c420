"""Many games, counted.

Each game has a seed of its own, made from the seed of them all and the game's number. So it does not matter who plays
which games, nor how many do so at once: the sums are the same.

At random, native code plays them in threads of this process, without Python's lock. What has to be played in Python for
some time, by players that think or since there is no native code, is played in other processes.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import closing
from multiprocessing import get_context
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, TypeVar

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Game, Result
    from rulewright.interpreter.native.library import Counted
    from rulewright.interpreter.native.playing import Playing

Done = TypeVar("Done")
MOST_DECISIONS = 100_000
"""A game that goes on longer does not count as finished."""
LONGEST_STOP = 4.0
"""The seconds of computing for a share in which a game was stopped by a limit, after which the others are not played any more."""
SHARE_SECONDS = 0.25
"""How long somebody plays before saying what came of it: to hand that over takes a thousandth of this."""
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

    @property
    def at_random(self) -> bool:
        """Whether nobody thinks."""
        return all(name == "random" for name in self.seats)

    def seed_of(self, number: int) -> int:
        """The seed of a game; JSON can carry it without loss. Those of games in a row follow each other."""
        return derived_seed(self.seed) + number


def _side(winners: Sequence[int], teams: Sequence[str]) -> str | None:
    """The team that has won, if all winners are of one."""
    sides = {teams[seat] for seat in winners} if teams else set()
    return sides.pop() if len(sides) == 1 else None


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
    teams: Counter[str] = field(factory=Counter)
    """Where teams are not the same in every game: those that each has won."""
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
        self.teams.update(other.teams)
        self.nobody += other.nobody
        self.stopped += other.stopped
        self.given_up |= other.given_up
        if other.first_stop is not None and (self.first_stop is None or other.first_stop[0] < self.first_stop[0]):
            self.first_stop = other.first_stop

    def by_team(self, teams: Sequence[str]) -> dict[str, int]:
        """The games that each team won, by whichever of its seats; `teams` is the team of each seat, if that lasts."""
        won = dict.fromkeys(teams, 0) if teams else dict(sorted(self.teams.items()))
        games = [*(((seat,), wins) for seat, wins in enumerate(self.wins)), *self.together.items()]
        for winners, times in games:
            side = _side(winners, teams)
            if side is not None:
                won[side] += times
        return won

    def count(self, result: Result, teams: Sequence[str] = ()) -> None:
        """One more game; `teams` is the team of each seat when it was over, if these are not the same in every game."""
        self.games += 1
        self.decisions += result.decisions
        if not result.finished:
            return
        self.finished += 1
        self.teams.update(dict.fromkeys(teams, 0))
        side = _side(result.winners, teams)
        if side is not None:
            self.teams[side] += 1
        if not result.winners:
            self.nobody += 1
        elif len(result.winners) > 1:
            self.shared += 1
            self.together[result.winners] += 1
        else:
            self.wins[result.winners[0]] += 1

    def count_all(self, counted: Counted) -> None:
        """Many games more."""
        self.games += counted.games
        self.finished += counted.games - counted.unfinished
        self.decisions += counted.decisions
        for bits, times in counted.wins.items():
            winners = tuple(seat for seat in range(len(self.wins)) if bits >> seat & 1)
            if not winners:
                self.nobody += times
            elif len(winners) > 1:
                self.shared += times
                self.together[winners] += times
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
    shares = Shares(plan.games, jobs)
    playing = game.program(plan.players).playouts if _in_bulk(plan, game) else None
    while shares.left:
        if jobs > 1 and (playing is None or playing.given_up):
            yield from _in_processes(plan, shares)
        elif jobs > 1 and playing is not None and playing.native is not None:
            yield from _in_threads(plan, game, shares, playing)
        else:
            # Until it is known whether there is native code it is too early for others; who asks for little is served by then.
            tally, seconds = timed(plan, game, *shares.next())
            shares.took(tally, seconds)
            yield tally


def play_some(plan: Plan, game: Game, first: int, count: int) -> Tally:
    """The games with the numbers `first` and those that follow."""
    tally = Tally(wins=[0] * plan.players)
    playing = game.program(plan.players).playouts if _in_bulk(plan, game) else None
    began = thread_time()
    while tally.games < count and not tally.given_up:
        if playing is not None and playing.native is not None:
            first_seed = plan.seed_of(first + tally.games)
            tally.count_all(playing.native.count_games(count - tally.games, first_seed))
        if tally.games < count:
            play_one(plan, game, first + tally.games, tally)
            tally.given_up = tally.stopped > 0 and thread_time() - began > LONGEST_STOP
    return tally


def play_one(plan: Plan, game: Game, number: int, tally: Tally) -> None:
    """One game more."""
    from rulewright.interpreter import PlayError

    seed = plan.seed_of(number)
    try:
        tally.count(*_played(plan, game, seed))
    except PlayError as error:
        tally.games += 1
        tally.stopped += 1
        if tally.first_stop is None:
            tally.first_stop = (number, seed, error.diagnostic)


def _in_bulk(plan: Plan, game: Game) -> bool:
    """Whether games are played without anything to look at when they are over but their results."""
    return plan.at_random and not game.program(plan.players).teams_vary


def _played(plan: Plan, game: Game, seed: int) -> tuple[Result, tuple[str, ...]]:
    """A game's result, and the teams that the seats were in at last, if these are not the same in every game."""
    from rulewright.interpreter import Result

    if _in_bulk(plan, game):
        return game.playout(plan.players, seed), ()
    # Who plays at random only does without all that thinking takes: to load it is half of what a process takes to begin.
    from rulewright.interpreter.search.players import player

    match = game.start(plan.players, seed)
    players = [player(name, derived_seed(seed, seat)) for seat, name in enumerate(plan.seats)]
    while match.decision is not None and match.steps < MOST_DECISIONS:
        seat = match.decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        match.choose(players[seat].choose(match))
    result = match.result or Result(winners=(), scores=None, decisions=match.steps, finished=False)
    return result, match.program.teams(match.s) if match.program.teams_vary else ()


def _in_threads(plan: Plan, game: Game, shares: Shares, playing: Playing) -> Iterator[Tally]:
    """By native code, as long as that is worth while; what it cannot play is played here, where a signal is heard."""

    def count(first: int, count: int) -> tuple[Counted | None, float]:
        native, start = playing.native, perf_counter()
        counted = None if native is None else native.count_games(count, plan.seed_of(first))
        return counted, perf_counter() - start

    pool = ThreadPoolExecutor(shares.jobs)
    with closing(_at_once(pool, count, shares, lambda: playing.native is not None)) as played:
        for first, count_of_share, (counted, seconds) in played:
            tally = Tally(wins=[0] * plan.players)
            if counted is not None:
                tally.count_all(counted)
            if tally.games < count_of_share:
                start = perf_counter()
                play_one(plan, game, first + tally.games, tally)
                seconds += perf_counter() - start
                tally.given_up = tally.stopped > 0 and seconds > LONGEST_STOP
                shares.give_back(first + tally.games, count_of_share - tally.games)
            shares.took(tally, seconds)
            yield tally
            if shares.over:
                return


def _in_processes(plan: Plan, shares: Shares) -> Iterator[Tally]:
    # A new interpreter for each process is slower than a fork, but works everywhere, also where threads run.
    pool = ProcessPoolExecutor(min(shares.jobs, shares.left), get_context("spawn"), _prepare, (plan,))
    with closing(_at_once(pool, _share, shares)) as played:
        for _, _, (tally, seconds) in played:
            shares.took(tally, seconds)
            yield tally
            if shares.over:
                return


def _at_once(
    pool: Executor, play: Callable[[int, int], Done], shares: Shares, go_on: Callable[[], bool] = lambda: True
) -> Generator[tuple[int, int, Done], None, None]:
    """Hand out shares, as long as one should go on: each share, and what came of it."""
    playing: dict[Future[Done], tuple[int, int]] = {}
    try:
        while playing or (shares.left and go_on()):
            # So many that nobody ever waits for the next share.
            while shares.left and len(playing) < 2 * shares.jobs and go_on():
                first, count = shares.next()
                playing[pool.submit(play, first, count)] = first, count
            for future in wait(playing, return_when=FIRST_COMPLETED).done:
                yield *playing.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@define
class Shares:
    """All games in shares for some at once: as large as it takes to be worth handing over, and smaller towards the end."""

    games: int
    jobs: int
    first: int = 0
    speed: float = 0.0
    """How many games one of them plays in a second, by the share that was played last."""
    finished: int = 0
    """How many games have come to an end."""
    seconds: float = 0.0
    """What was played so far has taken so long."""

    over: bool = False
    """Whether the other games are left out: they take too long, or none ever seems to come to an end."""
    given_back: list[tuple[int, int]] = field(factory=list)
    """Shares that somebody had and did not play."""

    @property
    def left(self) -> int:
        """How many games nobody has been given."""
        return 0 if self.over else self.games - self.first + sum(count for _, count in self.given_back)

    def took(self, share: Tally, seconds: float) -> None:
        """A share has taken so long."""
        self.speed = share.games / max(seconds, 1e-6)
        self.finished += share.finished
        self.seconds += seconds
        is_vain = not self.finished and self.seconds > LONGEST_WITHOUT_AN_END
        self.over = self.over or share.given_up or is_vain

    def give_back(self, first: int, count: int) -> None:
        """These games of a share were not played."""
        if count:
            self.given_back.append((first, count))

    def next(self) -> tuple[int, int]:
        """The number of the first game of the next share, and how many games there are in it.

        The first is a single one, since nobody knows how long a game takes.
        """
        if self.given_back:
            return self.given_back.pop()
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

"""Play a study, share by share, on any executor of `concurrent.futures`.

Each game has its own seed, made from that of the study and the game's number. Figures are whole numbers that can be added
in any order. So it does not matter who plays which games, nor how many at once: the sums are the same.

Random games run in native code in threads of this process, without Python's lock. Games that take Python some time are
played in other processes: those of thinking players, or without native code. `on_executor` distributes shares to any other
workers.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from threading import Lock
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter.measure.aggregation import RunningSum, compare_chunks
from rulewright.interpreter.measure.figures import Figures, PairedDifferences, PlayedGame
from rulewright.interpreter.measure.observers import WatchFigures, watch_games
from rulewright.interpreter.measure.plan import Plan, PlanGames
from rulewright.interpreter.measure.shares import in_bulk, is_native, is_too_long, play_chunk, play_one

if TYPE_CHECKING:
    from rulewright.interpreter.games.game import Game

CHUNK = 8192
"""How many games native code's columns hold at a time."""
SHARE_SECONDS = 0.25
"""How long a worker plays before it reports: handing over takes a thousandth of this."""
MOST_GONE = 20
"""How many batches in a row may come back unplayed because their workers are gone."""
LONGEST_WITHOUT_AN_END = 5.0
"""After how many seconds no more games are played, if none so far has ended."""


@frozen
class Study:
    """Plans to be played by the same seeds and numbers of players; the others are compared with the first, game by game."""

    plans: tuple[Plan, ...]
    closely: int = 0
    """How many of the first games are watched: while they are played, where somebody thinks, or else in a second run."""
    in_rows: bool = False
    """Whether every single game of the first plan is also wanted."""
    in_turn: bool = False
    """Whether the plans take turns: each game is of one plan, and nothing is compared."""

    @property
    def players(self) -> int:
        """The number of players of each game."""
        return self.plans[0].players

    def load(self) -> list[Game]:
        """Return the games of all plans."""
        return [plan.load() for plan in self.plans]

    def to_be_sent(self, games: Sequence[Game]) -> Study:
        """Return the study with the rulebooks in it, for other machines."""
        plans = tuple(plan.to_be_sent(game) for plan, game in zip(self.plans, games, strict=True))
        return evolve(self, plans=plans)


@frozen
class GameRow:
    number: int
    seed: int
    played: PlayedGame


@define
class StudyShare:
    """The results of some or all games of a study."""

    figures: list[Figures]
    """For each plan."""
    paired: list[PairedDifferences]
    """For each plan but the first: the differences from the first."""
    looks: list[WatchFigures]
    """For each plan: the results of watching."""
    seconds: float = 0.0
    """How long the games took. Sums of this are processor time, and vary from run to run."""
    rows: list[GameRow] = field(factory=list)
    """The single games, if they are wanted: they are not merged."""
    in_turn: bool = False
    """Whether each game is of one plan only."""

    @classmethod
    def none(cls, study: Study) -> StudyShare:
        """Return a share without games."""
        return cls(
            [Figures(players=study.players) for _ in study.plans],
            [PairedDifferences.none(study.players) for _ in study.plans[1:]],
            [WatchFigures() for _ in study.plans],
            in_turn=study.in_turn,
        )

    @property
    def games(self) -> int:
        return sum(one.games for one in self.figures) if self.in_turn else self.figures[0].games

    @property
    def finished(self) -> int:
        """How many games have ended with all plans that play them."""
        return (sum if self.in_turn else min)(one.finished for one in self.figures)

    @property
    def given_up(self) -> bool:
        """Whether games were left out because stopped games take so long."""
        return any(figures.given_up for figures in self.figures)

    def merge(self, other: StudyShare) -> None:
        """Add the games of another share."""
        for own, figures in zip(self.figures, other.figures, strict=True):
            own.merge(figures)
        for one, paired in zip(self.paired, other.paired, strict=True):
            one.merge(paired)
        for seen, more in zip(self.looks, other.looks, strict=True):
            seen.merge(more)
        self.seconds += other.seconds


def play_share(study: Study, games: Sequence[Game], first: int, count: int) -> StudyShare:
    """Play `count` games from number `first` on; `games` are those of the study's plans."""
    if study.in_turn:
        return play_in_turn(study, games, first, count)
    start, began = perf_counter(), thread_time()
    share = StudyShare.none(study)
    sums = [RunningSum(study.players) for _ in study.plans]
    done = 0
    while done < count:
        # Native code may take over between any two games.
        native = all(map(is_native, study.plans, games))
        now = min(CHUNK, count - done) if native else 1
        watched = max(0, study.closely - first - done)
        looks: Sequence[WatchFigures | None] = share.looks if watched else [None] * len(sums)
        chunks = [
            play_chunk(plan, game, first + done, now, began, look)
            for plan, game, look in zip(study.plans, games, looks, strict=True)
        ]
        played = min(map(len, chunks))
        if study.in_rows:
            seed = study.plans[0].seed_of(first + done)
            rows = (GameRow(first + done + place, seed + place, chunks[0].game(place)) for place in range(played))
            share.rows.extend(rows)
        for one, chunk in zip(sums, chunks, strict=True):
            one.add(chunk, played)
        for plan, game, seen in zip(study.plans, games, share.looks, strict=True):
            if watched and in_bulk(plan, game):
                look_once_more(plan, game, range(first + done, first + done + min(played, watched)), seen)
        for paired, chunk in zip(share.paired, chunks[1:], strict=True):
            compare_chunks(paired, chunks[0], chunk, played, study.players)
        done += played
        if any(one.figures.stops for one in sums) and is_too_long(began):
            sums[0].figures.given_up = True
            break
    share.figures = [one.take() for one in sums]
    share.seconds = perf_counter() - start
    return share


def play_in_turn(study: Study, games: Sequence[Game], first: int, count: int) -> StudyShare:
    """Play games of which each is of the next plan; the same deals come for all plans before the next ones."""
    start, began, share = perf_counter(), thread_time(), StudyShare.none(study)
    for number in range(first, first + count):
        deal, place = divmod(number, len(study.plans))
        played = play_one(study.plans[place], games[place], deal)
        share.figures[place].count(played)
        if played.stop is not None and is_too_long(began):
            share.figures[place].given_up = True
            break
    share.seconds = perf_counter() - start
    return share


_LOOKING = Lock()
"""A lock: several threads must not use the form with a log."""


def look_once_more(plan: Plan, game: Game, numbers: range, seen: WatchFigures) -> None:
    """Watch random games whose results are known."""
    with _LOOKING:
        for one in watch_games(plan, game, len(numbers), first=numbers.start):
            seen.merge(one)


_GAMES = PlanGames()
"""The games that a worker process keeps between its shares."""


def play_anywhere(study: Study, first: int, count: int) -> StudyShare:
    """Play a share in any process, which loads the games of a study once and keeps them."""
    try:
        return play_share(study, [_GAMES.game_of(plan) for plan in study.plans], first, count)
    except RulebookError:
        raise
    except Exception as error:
        # An exception that cannot be sent to the first process would end the whole pool silently.
        raise RuntimeError(f"{type(error).__name__}: {error}") from None


def play_study(study: Study, games: Sequence[Game], count: int, jobs: int = 1, first: int = 0) -> Iterator[StudyShare]:
    """Play games of a study here, share by share, for callers that show or keep intermediate results."""
    batches = BatchQueue(first + count, jobs, first)
    here = partial(play_share, study, games)
    bulk = all(map(in_bulk, study.plans, games))

    def is_watched() -> bool:
        return batches.first < study.closely

    while batches.games_left:
        native = all(map(is_native, study.plans, games))
        given_up = any(game.program(plan.players).playouts.given_up for plan, game in zip(study.plans, games, strict=True))
        if jobs > 1 and (not bulk or given_up or is_watched()):
            # A new interpreter for each process is slower than a fork, but works everywhere, also where threads run.
            context = get_context("spawn")
            processes = ProcessPoolExecutor(min(jobs, batches.games_left), context, _go_silently)
            go_on = is_watched if bulk and not given_up else lambda: True
            yield from on_executor(processes, partial(play_anywhere, study), batches, go_on)
        elif jobs > 1 and native:
            pool = ThreadPoolExecutor(jobs)
            yield from on_executor(pool, here, batches, lambda: all(map(is_native, study.plans, games)))
        else:
            # Until it is known whether there is native code, it is too early to start workers. A small study is done by then.
            share = here(*batches.next())
            batches.note_played(share)
            yield share


def on_executor(
    pool: Executor,
    play: Callable[[int, int], StudyShare],
    batches: BatchQueue,
    go_on: Callable[[], bool] = lambda: True,
    late: float | None = None,
) -> Iterator[StudyShare]:
    """Distribute all batches, and yield the results as they come; the executor is shut down at the end.

    `play` is called with the number of a batch's first game, and the size of the batch. In another process that is
    `play_anywhere` with a study as its first argument: as a `partial`, whose parts can be sent there. If it raises `WorkerGone`,
    the batch was not played, and somebody else gets it. `late` is after how many seconds of silence a second worker gets a
    batch: then the first result counts.
    """
    with closing(_at_once(pool, play, batches, go_on, late)) as shares:
        for first, count, share in shares:
            batches.note_played(share)
            if share.games < count and not share.given_up:
                batches.give_back(first + share.games, count - share.games)
            yield share
            if batches.over:
                return


class WorkerGone(Exception):
    """Raised if the worker with a batch no longer exists."""


class NoWorkers(Exception):
    """Raised if nobody can go on playing; `diagnostic` says why. All counts until then remain valid."""

    def __init__(self, error: RulebookError) -> None:
        super().__init__(str(error))
        [self.diagnostic] = error.diagnostics


def _go_silently() -> None:
    # Ctrl-C reaches every process of a terminal. Workers end silently, and the first process speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _at_once(
    pool: Executor, play: Callable[[int, int], StudyShare], batches: BatchQueue, go_on: Callable[[], bool], late: float | None
) -> Generator[tuple[int, int, StudyShare], None, None]:
    """Distribute batches as long as `go_on` allows; yield each batch with its result."""
    playing: dict[Future[StudyShare], tuple[int, int]] = {}
    since: dict[tuple[int, int], float] = {}
    """When each batch without a result was last handed out."""
    gone = 0

    def hand_out(batch: tuple[int, int]) -> None:
        playing[pool.submit(play, *batch)] = batch
        since[batch] = perf_counter()

    try:
        while since or (batches.games_left and go_on()):
            # With this many, nobody ever waits for the next one.
            while batches.games_left and len(since) < 2 * batches.jobs and go_on():
                hand_out(batches.next())
            for future in wait(playing, late, return_when=FIRST_COMPLETED).done:
                batch = playing.pop(future)
                try:
                    share = future.result()
                except WorkerGone:
                    gone += 1
                    if gone > MOST_GONE:
                        raise
                    if batch in since and batch not in playing.values():
                        del since[batch]
                        batches.give_back(*batch)
                    continue
                gone = 0
                if since.pop(batch, None) is not None:
                    yield *batch, share
            if late is not None and go_on():
                for batch, then in list(since.items()):
                    if perf_counter() - then > max(late, 8 * batches.seconds_for(batch[1])):
                        hand_out(batch)
    finally:
        pool.shutdown(cancel_futures=True)


@define
class BatchQueue:
    """All games in batches for several workers: large enough to be worth handing over, and smaller towards the end."""

    games: int
    """The number after that of the last game."""
    jobs: int
    first: int = 0
    speed: float = 0.0
    """How many games a worker plays in a second, by the last batch."""
    finished: int = 0
    """How many games have ended."""
    seconds: float = 0.0
    """How long all games so far have taken."""

    over: bool = False
    """Whether the other games are left out: they take too long, or none ever seems to end."""
    given_back: list[tuple[int, int]] = field(factory=list)
    """Batches that came back unplayed."""
    worth: float = field(factory=lambda: SHARE_SECONDS)
    """How many seconds of playing are worth handing over."""

    def seconds_for(self, count: int) -> float:
        """Return how long some games take."""
        return count / max(self.speed, 1e-6)

    @property
    def games_left(self) -> int:
        """How many games are not handed out."""
        return 0 if self.over else self.games - self.first + sum(count for _, count in self.given_back)

    def note_played(self, share: StudyShare) -> None:
        """Note that a batch was played."""
        self.speed = share.games / max(share.seconds, 1e-6)
        self.finished += share.finished
        self.seconds += share.seconds
        is_vain = not self.finished and self.seconds > LONGEST_WITHOUT_AN_END
        self.over = self.over or share.given_up or is_vain

    def give_back(self, first: int, count: int) -> None:
        """Note that these games of a batch were not played."""
        if count:
            self.given_back.append((first, count))

    def next(self) -> tuple[int, int]:
        """Return the number of the next batch's first game, and the size of the batch.

        The first batch has one game, since nobody knows how long a game takes.
        """
        if self.given_back:
            return self.given_back.pop()
        worth_while = int(self.speed * self.worth)
        size = min(worth_while, self.games_left // (2 * self.jobs))
        size = max(1, size, min(worth_while // 10, self.games_left))
        self.first += size
        return self.first - size, size

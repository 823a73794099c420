"""Grow search trees in a pool of worker processes: each gets a position and returns what its tree found.

The match is sent as a save. Each process determinizes it for the seat, as the first process would.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, wait
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.setting import Loader
from rulewright.interpreter.search.determinization import Determinizer
from rulewright.interpreter.search.tree import RootStatistics, SearchTree, grow_tree

if TYPE_CHECKING:
    # Processes are only imported when they are started: in a browser there are none.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.synchronize import Event

LOOK_UP = 0.05
"""How many seconds pass between two checks whether it is enough."""


@frozen(kw_only=True)
class Task:
    """A tree to grow in a worker process."""

    load: Loader
    reference: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    save: str
    seat: int
    seed: int
    rounds: int
    at_once: int
    seconds: float


@define(eq=False)
class WorkerPool:
    """A pool of worker processes for the search, started when it is first needed."""

    jobs: int
    pool: ProcessPoolExecutor | None = None
    stopped: Event | None = None
    ready: list[Future[bool]] = field(factory=list)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def begin(self) -> ProcessPoolExecutor:
        """Return the pool, after asking all workers to get ready."""
        if self.pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            context = get_context("spawn")
            self.stopped = context.Event()
            self.pool = ProcessPoolExecutor(self.jobs, context, _prepare, (self.stopped,))
            self.ready = [self.pool.submit(_ready) for _ in range(self.jobs)]
        return self.pool

    @property
    def is_ready(self) -> bool:
        """Whether a worker has started, so that the search need not wait."""
        return self.pool is not None and any(future.done() and not future.cancelled() for future in self.ready)

    def close(self) -> None:
        """Stop all workers."""
        if self.pool is not None and self.stopped is not None:
            self.stopped.set()
            self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = None

    def grow(
        self, tasks: Sequence[Task], enough: Callable[[], bool], meanwhile: Callable[[], None]
    ) -> list[RootStatistics] | None:
        """Return the results of the trees of some tasks, and do something else meanwhile. Return None if a worker has died."""
        try:
            futures = self.sent(tasks)
            meanwhile()
            while wait(futures, LOOK_UP).not_done:
                if enough() and self.stopped is not None:
                    self.stopped.set()
            return [future.result() for future in futures] if futures else None
        except BrokenExecutor:
            self.close()
            return None
        except BaseException:
            self.close()
            raise

    def sent(self, tasks: Sequence[Task]) -> list[Future[RootStatistics]]:
        """Submit tasks; submit none if the workers have died since the last time."""
        pool = self.begin()
        assert self.stopped is not None
        self.stopped.clear()
        try:
            return [pool.submit(_grow, task) for task in tasks]
        except BrokenExecutor:
            self.close()
            return []


def task_of(match: Match, seat: int, seed: int, rounds: int, at_once: int, seconds: float) -> Task:
    """Return the task of growing a tree for a match."""
    game = match.game
    return Task(
        load=game.loader,
        reference=game.reference,
        variants=tuple(game.variants),
        options={name: option.value for name, option in game.options.items()},
        save=match.save(),
        seat=seat,
        seed=seed,
        rounds=rounds,
        at_once=at_once,
        seconds=seconds,
    )


# The state of a worker between its trees.
_stopped: list[Event] = []
_games: dict[tuple[object, ...], Any] = {}


def _prepare(stopped: Event) -> None:
    # Ctrl-C reaches every process of a terminal. Workers end silently, and the first process speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _stopped[:] = [stopped]
    Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    from multiprocessing import parent_process

    # A killed process can tell nobody to stop.
    first = parent_process()
    if first is not None:
        first.join()
        signal.raise_signal(signal.SIGINT)


def _ready() -> bool:
    return True


def _grow(task: Task) -> RootStatistics:
    key = (task.reference, task.variants, tuple(sorted(task.options.items())))
    if key not in _games:
        _games[key] = task.load(task.reference, task.variants, task.options)
    match = _games[key].resume(task.save)
    # The save was made by this program a moment ago, so it can be trusted.
    match.trusted = True
    match.program.playouts.advance()
    tree = SearchTree(Determinizer(match, task.seat), task.seed, at_once=task.at_once)
    grow_tree(tree, task.rounds, task.seconds, _stopped[0].is_set)
    return tree.tally()

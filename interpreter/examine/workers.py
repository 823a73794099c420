"""Carry out tasks about one rulebook in several processes, each of which reads it once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from attrs import define

Task = TypeVar("Task", bound=tuple[Any, ...])


class WorkerKnowledge(Protocol):
    """The knowledge that every process has of the rulebook; its class makes it from the reference."""

    reference: str


@define
class TaskPool:
    """Those who carry out tasks: other processes, or this one."""

    known: WorkerKnowledge
    jobs: int
    pool: ProcessPoolExecutor | None

    @classmethod
    def with_processes(cls, known: WorkerKnowledge, jobs: int) -> TaskPool:
        """So many processes; of one, it is this one."""
        pool = None if jobs <= 1 else ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (type(known), known.reference))
        return cls(known, jobs, pool)

    def each(self, what: Callable[..., Any], tasks: Iterable[Task]) -> Generator[tuple[Task, Any], None, None]:
        """Yield each task with its result, as soon as it is known; take a task when a worker is free for it."""
        if self.pool is None:
            for task in tasks:
                yield task, what(self.known, *task)
            return
        running, left = dict[Future[Any], Task](), iter(tasks)
        try:
            while True:
                for task in islice(left, self.jobs - len(running)):
                    running[self.pool.submit(_carry_out, what, task)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()

    def close(self, *, wait: bool = True) -> None:
        """No more tasks."""
        if self.pool is not None:
            self.pool.shutdown(wait=wait, cancel_futures=True)


# The knowledge that a process of the pool keeps between its tasks.
_known: list[WorkerKnowledge] = []


def _prepare(know: Callable[[str], WorkerKnowledge], reference: str) -> None:
    # Ctrl-C reaches every process of a terminal; the first one says what is known so far.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _known[:] = [know(reference)]


def _carry_out(what: Callable[..., Any], task: tuple[Any, ...]) -> Any:
    return what(_known[0], *task)

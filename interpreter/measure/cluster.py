"""Play a study on a cluster of Dask's, share by share, even if workers die, are late, or join.

Dask's scheduler distributes the work; for the caller it is an executor like any other. A study is sent once, with its
rulebooks, and each worker loads its games once. If a worker dies, another one plays its batch. If a batch is late, a second
worker also plays it, and the first result counts. The result does not depend on who has played it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.cache.engine_digest import STAMP
from rulewright.interpreter.games.game import usage_error
from rulewright.interpreter.measure.study_runner import (
    SHARE_SECONDS,
    BatchQueue,
    NoWorkers,
    Study,
    StudyShare,
    WorkerGone,
    on_executor,
    play_anywhere,
)

if TYPE_CHECKING:
    from rulewright.interpreter.games.game import Game

LOCAL = "local"
PATIENCE = 10.0
"""How many seconds a cluster may take to answer, or to get a worker."""
LATE = 5.0
"""After how many seconds a batch is late, if that is much longer than it should take."""
LOOK = 1.0
"""Seconds between two checks of the workers."""
ABANDONED = 60.0
"""After how many seconds nobody waits for a worker any more."""
COST = 0.002
"""How many seconds of the scheduler's time a batch takes: see benchmarks/cluster.py."""
MOST_BUSY = 0.25
"""The share of its time that the scheduler may spend on batches. With very many workers, batches are larger."""


@cache
def version() -> str:
    """Return a digest of the engine's sources: an equal digest means equal games."""
    found = hashlib.sha256()
    for path, *_ in STAMP:
        found.update(Path(path).name.encode() + Path(path).read_bytes())
    return found.hexdigest()


class OtherVersion(Exception):
    """Raised if a worker's engine is not this one."""


_STUDIES: dict[str, Study] = {}
"""The studies that a worker was sent."""


def play_on_worker(wanted: str, name: str, first: int, count: int) -> StudyShare:
    """Play a batch of a study, if this is the right engine."""
    if version() != wanted:
        raise OtherVersion
    return play_anywhere(_STUDIES[name], first, count)


def remember(name: str, study: Study) -> None:
    """Keep a study on this worker."""
    _STUDIES[name] = study


def forget(name: str) -> None:
    """Drop a study from this worker."""
    _STUDIES.pop(name, None)


def sent(distributed: Any, name: str, study: Study) -> Any:
    """Send a study to all workers, and to those that join later: as a plugin of Dask's, which its scheduler keeps.

    If it were a result that batches depend on, a worker that has it and does not answer would hold up all others.
    """

    def setup(_plugin: object, **_worker: object) -> None:
        remember(name, study)

    def teardown(_plugin: object, **_worker: object) -> None:
        forget(name)

    return type("Sent", (distributed.WorkerPlugin,), {"setup": setup, "teardown": teardown})()


class ClusterExecutor(Executor):
    """The workers of a cluster as an executor: a batch whose worker has died is `WorkerGone`."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.pool: Executor = cluster.client.get_executor(pure=False)
        self.handed_out: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit a call."""
        outer: Future[Any] = Future()
        inner: Future[Any] = self.pool.submit(fn, *arguments, **named)
        self.handed_out.add(inner)

        # Results are dropped as soon as they are counted, so nothing here may keep itself alive.
        def done(finished: Future[Any]) -> None:
            self.handed_out.discard(finished)
            try:
                outer.set_result(finished.result())
            except (CancelledError, *self.cluster.deaths):
                outer.set_exception(WorkerGone())
            except BaseException as error:
                outer.set_exception(self.cluster.error_of_worker(error))

        inner.add_done_callback(done)
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Cancel everything."""
        for future in list(self.handed_out):
            future.cancel()


class Cluster:
    """A cluster at an address, or one on this machine; a context in which it can be used."""

    def __init__(self, address: str, jobs: int = 0) -> None:
        """Prepare a cluster; `jobs` is the number of workers of one on this machine, where 0 is one for each core."""
        self.address = address
        self.jobs = jobs
        self.threads = 0
        """How many games could be played at once at the last check."""
        self.looked = 0.0
        self.alone_since: float | None = None
        self.stack = ExitStack()

    def __enter__(self) -> Cluster:
        """Connect to it, and check that all its workers have this engine."""
        if find_spec("distributed") is None:
            raise usage_error(
                "missing-extra",
                Phrase("clusters-need-dask-which-is-not-installed"),
                Phrase("run-pip-install-rulewright-cluster-or-use"),
            )
        import distributed

        self.distributed: Any = distributed
        self.deaths = (distributed.scheduler.KilledWorker,)
        try:
            self.begin(distributed)
        except BaseException:
            self.stack.close()
            raise
        return self

    def begin(self, distributed: Any) -> None:
        """Connect to it."""
        if self.address == LOCAL:
            where: Any = self.stack.enter_context(
                distributed.LocalCluster(
                    n_workers=self.jobs or os.cpu_count() or 1,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            )
        else:
            where = reachable(self.address)
        try:
            self.client = self.stack.enter_context(distributed.Client(where, timeout=PATIENCE, set_as_default=False))
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise no_answer(self.address, error) from None
        self.look()
        self.same_everywhere()

    def __exit__(self, *_error: object) -> None:
        """Disconnect."""
        with suppress(OSError, RuntimeError):
            self.stack.close()

    def same_everywhere(self) -> None:
        """Raise RulebookError if a worker has no engine, or another one."""
        wanted = version()
        for worker, found in self.client.run(version, on_error="return").items():
            if found != wanted:
                raise other_engine(worker, there=isinstance(found, str))

    def error_of_worker(self, error: BaseException) -> BaseException:
        """Return the error to report for an error of a worker."""
        if isinstance(error, ImportError):
            return NoWorkers(other_engine("", there=False))
        return NoWorkers(other_engine("", there=True)) if isinstance(error, OtherVersion) else error

    def look(self) -> bool:
        """Check the workers, and raise Lost if there is none for too long. Return True."""
        now = monotonic()
        if now - self.looked < LOOK:
            return True
        self.looked = now
        if self.client.status not in ("running", "connecting"):
            raise lost(Phrase("its-scheduler-does-not-answer-any-more"))
        try:
            self.threads = sum(self.client.nthreads().values())
        except (OSError, RuntimeError, CancelledError):
            raise lost(Phrase("its-scheduler-does-not-answer-any-more")) from None
        self.alone_since = None if self.threads else self.alone_since or now
        if self.alone_since is not None and now - self.alone_since > ABANDONED:
            raise lost(Phrase("it-has-no-worker-any-more"))
        return True

    def played(self, study: Study, games: Sequence[Game], count: int, first: int = 0) -> Iterator[StudyShare]:
        """Play games of a study on the cluster, share by share; raise Lost if it cannot go on."""
        batches = BatchQueue(first + count, max(1, self.threads), first)

        def go_on() -> bool:
            self.look()
            batches.jobs = max(1, self.threads)
            batches.worth = max(SHARE_SECONDS, batches.jobs * COST / MOST_BUSY)
            return True

        name = f"rulewright-{uuid4().hex}"
        try:
            self.client.register_plugin(sent(self.distributed, name, study.to_be_sent(games)), name=name)
            yield from on_executor(ClusterExecutor(self), partial(play_on_worker, version(), name), batches, go_on, LATE)
        except WorkerGone:
            raise lost(Phrase("its-workers-die-again-and-again")) from None
        except (OSError, RuntimeError, CancelledError) as error:
            raise lost(f"{type(error).__name__}: {visible(str(error)[:80])}") from None
        finally:
            # Nobody waits for a worker that does not answer.
            with suppress(Exception):
                take_back = self.client.scheduler.unregister_worker_plugin
                self.client.sync(take_back, name=name, callback_timeout=LOOK)


def reachable(address: str) -> str:
    """Return an address where something answers, or raise RulebookError."""
    whole = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in ("tcp", "tls"):
        raise usage_error(
            "no-cluster",
            Phrase("is-no-address-of-a-cluster", address=visible(address[:60])),
            Phrase("write-it-as-tcp-host-8786-as"),
        )
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except OSError as error:
        raise no_answer(address, error) from None
    return whole


def no_answer(address: str, error: Exception) -> RulebookError:
    """Return the error of a cluster that is not there."""
    reason = getattr(error, "strerror", None)
    why = reason.lower() if reason else Phrase("it-does-not-answer")
    return usage_error(
        "no-cluster",
        Phrase("there-is-no-cluster-at-or-it", address=visible(address[:60]), why=why),
        Phrase("start-dask-scheduler-there-and-dask-worker"),
    )


def other_engine(worker: str, *, there: bool) -> RulebookError:
    """Return the error of a worker that cannot play, or would play other games."""
    who = Phrase("the-worker", worker=visible(worker[:60])) if worker else Phrase("one-of-the-workers")
    return usage_error(
        "wrong-worker",
        Phrase("has-another-version-of-rulewright", who=who) if there else Phrase("has-no-rulewright", who=who),
        Phrase("install-the-same-version-in-the-environment"),
    )


def lost(why: Phrase | str) -> NoWorkers:
    """Return the error of a cluster that is gone."""
    return NoWorkers(
        usage_error("cluster-lost", Phrase("the-cluster-is-lost", why=why), Phrase("start-it-again-what-is-told-was"))
    )

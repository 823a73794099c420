"""Check that a cluster gives the same figures as one process, even if workers die or are late; and reports what it lacks."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("distributed", reason="Dask, of the extra `cluster`, is not installed")

from rulewright.cli.main import main
from rulewright.interpreter import RulebookError
from rulewright.interpreter.measure import cluster as clusters
from rulewright.interpreter.measure.cluster import Cluster, ClusterExecutor, OtherVersion, play_on_worker
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.study_runner import NoWorkers, Study, StudyShare, play_share

# Files that Dask leaves when it is killed do not concern us.
pytestmark = pytest.mark.filterwarnings("ignore")
RACE = Path(__file__).with_name("race.rules")
GAMES = 3000
ENVIRONMENT = {**os.environ, "RULEWRIGHT_CACHE": "off", "RULEWRIGHT_NATIVE": "off"}
WITHOUT = """
import sys
sys.modules["rulewright"] = None
"""
SCHEDULER = """
import asyncio, sys
from distributed import Scheduler
async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(serve())
"""
WORKER = """
import asyncio, sys
from distributed import Worker
async def serve():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()
asyncio.run(serve())
"""


def started(program: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Return a process of a cluster, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


class Made:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self) -> None:
        self.scheduler, self.address = started(SCHEDULER)
        self.workers: list[subprocess.Popen[str]] = []
        for _ in range(2):
            self.join()

    def join(self, program: str = WORKER) -> None:
        """One worker more."""
        self.workers.append(started(program, self.address)[0])

    def end(self) -> None:
        """All of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@pytest.fixture
def made() -> Iterator[Made]:
    """Such a cluster."""
    found = Made()
    yield found
    found.end()


@pytest.fixture(scope="module")
def lasting() -> Iterator[Made]:
    """One that several tests ask."""
    found = Made()
    yield found
    found.end()


def study(tmp_path: Path) -> tuple[Study, list[Any]]:
    """Games of a rulebook whose file is gone: the workers have to be sent it."""
    path = tmp_path / "race.rules"
    path.write_text(RACE.read_text(encoding="utf-8"), encoding="utf-8")
    own = Study((Plan(reference=str(path), players=3),))
    games = own.load()
    path.unlink()
    return own, games


def total(own: Study, shares: Iterator[StudyShare], after: Callable[[int], None] = lambda _: None) -> StudyShare:
    """Return the sum of shares; something is done after each."""
    found = StudyShare.none(own)
    for number, share in enumerate(shares):
        found.merge(share)
        after(number)
    return found


@pytest.mark.long
def test_workers_that_die_are_late_or_join_change_nothing(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "LATE", 0.5)
    own, games = study(tmp_path)
    right = play_share(own, games, 0, GAMES)

    def trouble(number: int) -> None:
        if number == 3:
            made.workers[0].kill()
        elif number == 5:
            made.join()
        elif number == 8:
            made.workers[1].send_signal(signal.SIGSTOP)

    with Cluster(made.address) as cluster:
        assert cluster.threads == 2
        found = total(own, cluster.played(own, games, GAMES), trouble)

    assert found.games == GAMES
    assert found.figures == right.figures


@pytest.mark.long
def test_a_cluster_that_is_lost_leaves_what_was_counted(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 1.0)
    own, games = study(tmp_path)
    counted = []

    def end(number: int) -> None:
        counted.append(number)
        if number == 4:
            made.scheduler.kill()

    with Cluster(made.address) as cluster, pytest.raises(NoWorkers) as raised:
        total(own, cluster.played(own, games, 10**9), end)

    assert raised.value.diagnostic.name == "cluster-lost"
    assert len(counted) > 4


def test_the_commands_give_the_same_figures_there(lasting: Made, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for more in ([], ["--cluster", lasting.address]):
        assert main(["simulate", str(RACE), "--games", "300", "--closely", "0", "--json", *more]) == 0
        record = json.loads(capsys.readouterr().out)
        told.append({name: value for name, value in record.items() if "second" not in name})
    assert told[0] == told[1]


def test_a_worker_without_the_engine_is_named(lasting: Made) -> None:
    lasting.join(WITHOUT + WORKER)
    with pytest.raises(RulebookError, match="has no Rulewright") as raised, Cluster(lasting.address):
        pass
    assert [one.name for one in raised.value.diagnostics] == ["wrong-worker"]


def test_another_engine_plays_nothing() -> None:
    with pytest.raises(OtherVersion):
        play_on_worker("another", "", 0, 1)


def test_a_batch_of_an_executor_is_counted_once_though_two_have_played_it(tmp_path: Path) -> None:
    from rulewright.interpreter.measure.study_runner import WorkerGone, on_executor

    own, games = study(tmp_path)
    asked: dict[int, int] = {}

    def play(first: int, count: int) -> StudyShare:
        asked[first] = asked.get(first, 0) + 1
        if first == 7 and asked[first] == 1:
            raise WorkerGone
        if first == 20 and asked[first] == 1:
            time.sleep(0.4)
        return play_share(own, games, first, count)

    found = total(own, on_executor(ThreadPoolExecutor(3), play, Tens(200, 3), late=0.1))

    assert max(asked.values()) > 1
    assert found.figures == play_share(own, games, 0, 200).figures


def Tens(games: int, jobs: int) -> Any:  # noqa: N802
    """Batches of one, six, and then ten at a time."""
    from rulewright.interpreter.measure.study_runner import BatchQueue

    class Fixed(BatchQueue):
        def next(self) -> tuple[int, int]:
            if self.given_back:
                return self.given_back.pop()
            size = min({0: 1, 1: 6, 7: 3}.get(self.first, 10), self.games - self.first)
            self.first += size
            return self.first - size, size

    return Fixed(games, jobs)


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("nowhere", "is not the address of a cluster"),
        ("http://127.0.0.1:80", "is not the address of a cluster"),
        ("tcp://127.0.0.1:x", "is not the address of a cluster"),
    ],
)
def test_what_is_no_address_is_said(address: str, word: str) -> None:
    with pytest.raises(RulebookError, match=word), Cluster(address):
        pass


def test_a_cluster_that_is_not_there_is_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert main(["simulate", str(RACE), "--games", "10", "--cluster", f"tcp://127.0.0.1:{port}"]) == 2
    assert "error[no-cluster]: there is no cluster at" in capsys.readouterr().err


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda _name: None)
    with pytest.raises(RulebookError, match="Dask, which is not installed"), Cluster("local"):
        pass


class Result:
    """The result of a batch."""


class Unreal:
    """A cluster of one thread."""

    deaths = ()

    @property
    def client(self) -> Unreal:
        """Itself."""
        return self

    def get_executor(self, **_wishes: object) -> Executor:
        """Return the thread."""
        return ThreadPoolExecutor(1)


def test_what_came_of_a_batch_is_gone_as_soon_as_nobody_wants_it() -> None:
    gc.disable()
    try:
        workers: Any = ClusterExecutor(cast("Cluster", Unreal()))
        future = workers.submit(Result)
        seen = weakref.ref(future.result())
        workers.pool.shutdown()
        del future
        assert seen() is None
        assert not workers.handed_out
    finally:
        gc.enable()

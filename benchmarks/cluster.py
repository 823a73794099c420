"""Measure a cluster of Dask's: how near to linear it is here, what a batch costs, and what that means for a hundred workers.

The first part plays Walk the Plank! with one worker of a single thread and with two, in turn. It says how much of their
time the workers have played. If other programs use the cores, the speed says little, but this share still shows the cost of
handing over. The second part hands out very many empty batches, and reports the processor time of the scheduler and of the
client. The third is a simulation, event by event, with any number of workers and batches by the same rule. Its scheduler
does one thing at a time, and takes as long for it as was measured.
"""

from __future__ import annotations

import argparse
import heapq
import resource
import time
from concurrent.futures import FIRST_COMPLETED, wait
from typing import Any

from attrs import frozen

from benchmarks.timing import laid_out
from rulewright.interpreter.measure.cluster import COST, MOST_BUSY, Cluster
from rulewright.interpreter.measure.figures import Figures
from rulewright.interpreter.measure.observers import WatchFigures
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.study_runner import SHARE_SECONDS, BatchQueue, Study, StudyShare, play_share

GAME = "walk-the-plank"
TIC_TAC_TOE = "tests/games/tic-tac-toe.rules"
USUAL_SPEED = 30_000.0
"""How many games a second a worker plays in the simulation."""


@frozen
class Ran:
    """The games that a cluster has played."""

    games: int
    seconds: float
    played: float
    """Seconds that its workers have played, all together."""
    batches: int

    @property
    def speed(self) -> float:
        """Return the games a second."""
        return self.games / self.seconds


def here(workers: int, seconds: float) -> Ran:
    """Play for about this long, with workers of one thread."""
    study = Study((Plan(reference=GAME, players=3),))
    games = study.load()
    with Cluster("local", workers) as cluster:
        # The first games are played in Python, until there is native code.
        warm = StudyShare.none(study)
        start = time.perf_counter()
        while time.perf_counter() - start < seconds / 2 or not warm.games:
            for share in cluster.played(study, games, 20_000 * workers, warm.games):
                warm.merge(share)
                speed = share.games / share.seconds
        count = int(speed * seconds * workers)
        start, found, batches = time.perf_counter(), StudyShare.none(study), 0
        for share in cluster.played(study, games, count):
            found.merge(share)
            batches += 1
        return Ran(found.games, time.perf_counter() - start, found.seconds, batches)


def nothing(_number: int) -> None:
    """Play nothing in a batch."""


def cost(batches: int) -> float:
    """Return the processor time for handing over one batch: of the scheduler, which runs in this process, and of the client."""
    with Cluster("local", 2) as cluster:
        pool = cluster.client.get_executor(pure=False)
        for number in range(100):
            pool.submit(nothing, number).result()
        start, done = time.process_time(), 0
        waiting = {pool.submit(nothing, number) for number in range(4)}
        while done < batches:
            finished = wait(waiting, return_when=FIRST_COMPLETED).done
            done += len(finished)
            waiting = waiting - finished | {pool.submit(nothing, done + number) for number in range(len(finished))}
        return (time.process_time() - start) / done


def calculated(workers: int, games: int, each: float, lives: float = 0.0, worth: bool = True) -> tuple[float, float, int]:
    """Return seconds, the share of linear and the number of batches. A scheduler takes `each` seconds to hand over a batch.

    If `lives` is given, each worker dies after working for that time, loses its batch, and is replaced ten seconds later.
    Half of the workers are half as fast as the others. Without `worth`, batches are as large as on one machine.
    """
    batches = BatchQueue(games, workers)
    if worth:
        batches.worth = max(SHARE_SECONDS, workers * COST / MOST_BUSY)
    events: list[tuple[float, int, tuple[int, int]]] = []
    free = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(free)
    scheduler = now = 0.0
    done = handed = 0
    worked = [0.0] * workers
    while done < games:
        while batches.games_left and free and (free[0][0] <= now or not events):
            at, worker = heapq.heappop(free)
            batch = batches.next()
            scheduler = max(scheduler, at) + each
            handed += 1
            seconds = batch[1] / speed_of(worker)
            if lives and worked[worker] + seconds > lives:
                heapq.heappush(events, (scheduler + lives - worked[worker], worker, (-batch[0] - 1, batch[1])))
                worked[worker] = 0.0
            else:
                worked[worker] += seconds
                heapq.heappush(events, (scheduler + seconds, worker, batch))
        now, worker, (first, count) = heapq.heappop(events)
        if first < 0:
            batches.give_back(-first - 1, count)
            heapq.heappush(free, (now + 10, worker))
            continue
        done += count
        batches.note_played(share_of(count, count / speed_of(worker)))
        heapq.heappush(free, (now, worker))
    together = sum(map(speed_of, range(workers)))
    return now, games / together / now, handed


def speed_of(worker: int) -> float:
    """Return the games a second of one of the workers."""
    return USUAL_SPEED / (1 + worker % 2)


def share_of(games: int, seconds: float) -> StudyShare:
    """Return a batch's result, with just what the next one depends on."""
    return StudyShare([Figures(players=2, games=games, finished=games)], [], [WatchFigures()], seconds)


def memory(games: int, steps: int = 10) -> list[tuple[int, float]]:
    """Return the most megabytes that this process has used, after each of some steps of counting small games."""
    study = Study((Plan(reference=TIC_TAC_TOE, players=2),))
    loaded = study.load()
    loaded[0].program(2).playouts.make_native()
    total, found = StudyShare.none(study), []
    for step in range(steps):
        first = games * step // steps
        total.merge(play_share(study, loaded, first, games * (step + 1) // steps - first))
        found.append((total.games, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
    return found


def main() -> None:
    """Measure, simulate, and print everything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, metavar="S", help="of playing in each run")
    parser.add_argument("--batches", type=int, default=2000, metavar="N")
    parser.add_argument("--memory", type=int, metavar="GAMES", help="count so many games of tic-tac-toe, and nothing else")
    arguments = parser.parse_args()
    if arguments.memory is not None:
        for games, megabytes in memory(arguments.memory):
            print(f"{games:>15,} games {megabytes:8.1f} MB")
        return
    print("Workers of one thread on this machine")
    rows = [["workers", "games a second", "batches", "of their time played"]]
    runs: dict[int, Ran] = {}
    for workers in (1, 2):
        ran = runs[workers] = here(workers, arguments.seconds)
        rows.append([str(workers), f"{ran.speed:,.0f}", str(ran.batches), f"{ran.played / ran.seconds / workers:.2f}"])
    print(laid_out(rows))
    print(f"Of linear: {runs[2].speed / runs[1].speed / 2:.2f}")
    each = cost(arguments.batches)
    print(f"\nA batch costs {1000 * each:.2f} ms of computing; {1000 * COST:.2f} ms are reckoned with")
    print("\nCalculated: two minutes of work for each worker, half of which are half as fast as the others")
    rows = [["workers", "of linear", "batches", "each as long as on one machine", "each dies every 30 s"]]
    for workers in (2, 10, 100, 1000):
        games = int(120 * sum(map(speed_of, range(workers))))
        results: list[Any] = [
            calculated(workers, games, each),
            calculated(workers, games, each, worth=False),
            calculated(workers, games, each, lives=30.0),
        ]
        rows.append([str(workers), f"{results[0][1]:.3f}", f"{results[0][2]:,}", *(f"{one[1]:.3f}" for one in results[1:])])
    print(laid_out(rows))


if __name__ == "__main__":
    main()

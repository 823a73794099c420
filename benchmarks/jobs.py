"""Measure how near to twice as fast two threads are: `simulate` and `explore` with `--jobs`, as anybody would type them.

A command runs with one job and with several, in turn, long enough that its start does not matter; of several rounds
the best of each counts. The share of linear is how much of the cores' worth comes out. The extra work is how much more
processor time several jobs take than one. It is also known on a machine that others use, where the share of linear says
nothing.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from attrs import frozen

from benchmarks.timing import laid_out

GAMES = Path(__file__).parents[1] / "tests" / "games"
CALIBRATION = 1.5
"""Seconds that a run must take to show how much work is long enough."""


@frozen
class Task:
    """A command, and the option for the amount of work."""

    command: str
    game: str
    amount: str
    first: int
    most: int
    """The most work: remembered positions take memory."""
    more: tuple[str, ...] = ()

    def run(self, amount: int, jobs: int) -> Cost:
        words = [self.command, self.game, *self.more, self.amount, str(amount), "--jobs", str(jobs)]
        before, start = spent(), time.perf_counter()
        subprocess.run(
            [Path(sys.executable).parent / "rulewright", *words], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        return Cost(time.perf_counter() - start, spent() - before)

    def enough(self, seconds: float) -> int:
        """Return how much work takes so many seconds in one job."""
        amount = self.first
        # The first run fills the cache.
        self.run(amount, 1)
        while True:
            taken = self.run(amount, 1).seconds
            if taken > min(CALIBRATION, seconds) or amount >= self.most:
                return min(self.most, max(amount, int(amount * seconds / taken)))
            amount *= 4


@frozen
class Cost:
    """The cost of a run."""

    seconds: float
    processor: float


def spent() -> float:
    """Return the processor time that processes begun here, and theirs, have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


PLAIN = ("--closely", "0")
ROOM = ("--no-information", "--memory", "8000")
TASKS = (
    Task("simulate", "walk-the-plank", "--games", 20_000, 100_000_000, PLAIN),
    Task("simulate", str(GAMES / "tic-tac-toe.rules"), "--games", 200_000, 1_000_000_000, PLAIN),
    Task("simulate", str(GAMES / "chess.rules"), "--games", 500, 100_000_000, PLAIN),
    Task("explore", str(GAMES / "connect-four.rules"), "--limit", 500_000, 50_000_000, ROOM),
    Task("explore", str(GAMES / "breakthrough.rules"), "--limit", 500_000, 50_000_000, ROOM),
)


def row(task: Task, jobs: int, seconds: float, rounds: int) -> tuple[list[str], float]:
    """Return the figures of a task, and its share of linear."""
    amount = task.enough(seconds)
    one, several = [], []
    for _ in range(rounds):
        one.append(task.run(amount, 1))
        several.append(task.run(amount, jobs))
    first, second = (min(costs, key=lambda cost: cost.seconds) for costs in (one, several))
    work = min(cost.processor for cost in several) / min(cost.processor for cost in one)
    share = first.seconds / second.seconds / jobs
    cells = [
        f"{task.command} {Path(task.game).stem}",
        f"{amount:,}",
        f"{first.seconds:.1f}",
        f"{second.seconds:.1f}",
        f"{share:.2f}",
        f"{work - 1:+.1%}",
    ]
    return cells, share


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.jobs", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--seconds", type=float, default=15.0, metavar="S", help="of a run in one job")
    parser.add_argument("--rounds", type=int, default=2, metavar="N")
    arguments = parser.parse_args()
    head = ["command", "games or positions", "1 job, s", f"{arguments.jobs} jobs, s", "of linear", "work besides"]
    rows = [row(task, arguments.jobs, arguments.seconds, arguments.rounds) for task in TASKS]
    print(f"The same work by one and by {arguments.jobs}")
    print(laid_out([head, *(cells for cells, _ in rows)]))
    shares = [share for _, share in rows]
    print(f"Of linear: {min(shares):.2f} at least, {sum(shares) / len(shares):.2f} on the average")


if __name__ == "__main__":
    main()

"""Measure how strong a player is, and print a table.

    python -m benchmarks.strength --player search:1s
    python -m benchmarks.strength --short

Each game is kept as soon as it is over. So this can be interrupted anywhere, and goes on from there the next time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

from attrs import asdict

from benchmarks.strength.contest import Played
from benchmarks.strength.report import markdown, summary
from benchmarks.strength.rows import ROWS, Row

SHORT_MINUTES = 8.0
"""After this, the short version begins no further game."""
MOST_FAILURES = 3
"""After so many games that could not be played to their end, a row is given up."""
LONGEST = 4 * 3600
"""After so many seconds, a game is given up."""
KEPT = Path(__file__).parents[2] / ".strength" / "games.jsonl"


def measured(row: Row, name: str, number: int, core: int) -> Played:
    """Measure one unit of a row on one core of the machine."""
    command = [sys.executable, "-m", "benchmarks.strength.unit", row.key, name, str(number), str(core)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    if done.returncode:
        raise ChildProcessError(done.stderr.strip().rpartition("\n")[2] or f"it ended with {done.returncode}")
    return Played(**json.loads(done.stdout.splitlines()[-1]))


def kept(file: Path) -> list[Played]:
    """Return the games in a file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    # An interruption may have left half a line.
    return [Played(**json.loads(line)) for line in lines if line.endswith("}")]


def agenda(rows: Sequence[tuple[Row, int]], name: str, before: Sequence[Played]) -> Iterator[tuple[Row, str, int]]:
    """Yield what is to be measured: the first unit of each row, then the second of each."""
    done = {(one.row, one.number) for one in before if one.name == name}
    each = [
        [(row, name, number) for number in range(units) if (row.key, number) not in done]
        for row, units in rows
        if not row.missing()
    ]
    return (one for turn in zip_longest(*each) for one in turn if one is not None)


def run(wanted: Iterator[tuple[Row, str, int]], jobs: int, until: float, file: Path) -> Iterator[Played | tuple[str, str]]:
    """Measure everything, until the time is up; yield what was found, or the key of a row with its errors."""
    file.parent.mkdir(parents=True, exist_ok=True)
    failed = Counter[str]()
    running: dict[Future[Played], tuple[Row, int]] = {}
    free = list(range(jobs))
    with ThreadPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as keeping:
        while True:
            while free and time.monotonic() < until and (one := next(wanted, None)) is not None:
                if failed[one[0].key] < MOST_FAILURES:
                    core = free.pop()
                    running[pool.submit(measured, *one, core)] = one[0], core
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                row, core = running.pop(future)
                key = row.key
                free.append(core)
                try:
                    found = future.result()
                except (ChildProcessError, subprocess.TimeoutExpired) as error:
                    failed[key] += 1
                    yield key, f"{failed[key]} failed: {error}"
                else:
                    print(json.dumps(asdict(found)), file=keeping, flush=True)
                    yield found


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="search:1s", metavar="NAME", help="a player as after --seat (default search:1s)")
    parser.add_argument("--games", type=int, metavar="N", help="at most so many games of each row")
    parser.add_argument("--short", action="store_true", help="few games of each, in less than ten minutes")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="M", help="begin no further game after this")
    parser.add_argument("--only", action="append", metavar="TEXT", help="rows with this in their names; again for more")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many games at a time")
    parser.add_argument("--keep", type=Path, default=KEPT, metavar="FILE", help="where games are kept as they come")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table as JSON, too")
    asked = parser.parse_args()
    until = time.monotonic() + 60 * (min(asked.minutes, SHORT_MINUTES) if asked.short else asked.minutes)

    def units(row: Row) -> int:
        most = row.short if asked.short else row.units
        return most if asked.games is None else min(most, asked.games)

    rows = [(row, units(row)) for row in ROWS if not asked.only or any(text in row.key for text in asked.only)]
    games = kept(asked.keep)
    errors: dict[str, str] = {}
    with suppress(KeyboardInterrupt):
        for found in run(agenda(rows, asked.player, games), asked.jobs, until, asked.keep):
            if isinstance(found, Played):
                games.append(found)
            else:
                errors.update([found])
    table: list[tuple[tuple[str, str, str], dict[str, Any] | str]] = []
    for row, most in rows:
        own = [one for one in games if one.row == row.key and one.name == asked.player and one.number < most]
        why = row.missing() or errors.get(row.key) or "not begun"
        table.append(((row.game, row.against, row.reach), summary(own, errors.get(row.key, "")) if own else why))
    print(markdown(table))
    if asked.json:
        data = [{"game": game, "against": against, "reach": reach, "found": found} for (game, against, reach), found in table]
        asked.json.write_text(f"{json.dumps({'player': asked.player, 'rows': data}, indent=1)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

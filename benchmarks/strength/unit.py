"""Measure one unit of a row, in a process of its own: an engine that breaks down takes nothing else with it.

python -m benchmarks.strength.unit ROW PLAYER NUMBER CORE

One second is one second of one core: our player and its opponent have the same core, and think in turn.
"""

from __future__ import annotations

import json
import os
import sys

from attrs import asdict

from benchmarks.strength.rows import ROWS

if __name__ == "__main__":
    key, name, number, core = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(core) % len(cores)]})
    row = next(row for row in ROWS if row.key == key)
    print(json.dumps(asdict(row.what.play(row.key, name, int(number)))))

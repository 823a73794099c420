"""Measure one unit of a row, in a process of its own: an engine that breaks down takes nothing else with it.

python -m benchmarks.strength.unit ROW PLAYER NUMBER
"""

from __future__ import annotations

import json
import sys

from attrs import asdict

from benchmarks.strength.rows import ROWS

if __name__ == "__main__":
    key, name, number = sys.argv[1:]
    row = next(row for row in ROWS if row.key == key)
    print(json.dumps(asdict(row.what.play(row.key, name, int(number)))))

"""Measure how long it takes until the largest rulebook can be played: read, checked, and compiled in both forms.

Each measurement has a process of its own, without and with a filled cache. Importing the engine counts separately, but
modules that only checking and compiling need are imported when these begin.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.files.folders import texts_of
from rulewright.interpreter.cache.store import OFF, VARIABLE

SCRIPT = """
import time
start = time.perf_counter()
from rulewright.interpreter import load
imported = time.perf_counter()
load({name!r}).program().straight
print(imported - start, time.perf_counter() - imported)
"""


def largest() -> str:
    """Return the bundled rulebook with the longest text."""
    places = bundled_games()
    return max(places, key=lambda name: sum(map(len, texts_of(places[name]).values())))


def run(name: str, cache: str) -> dict[str, float]:
    """Return the seconds of one process: for the imports, for loading and compiling, and in total."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name=name)],
        env=os.environ | {VARIABLE: cache},
        check=True,
        capture_output=True,
        text=True,
    )
    whole = time.perf_counter() - start
    imports, loading = map(float, done.stdout.split())
    return {"imports": imports, "loading": loading, "process": whole}


def measure(rounds: int) -> dict[str, Any]:
    """Return the best of some processes of either kind, which take turns."""
    name = largest()
    with tempfile.TemporaryDirectory() as folder:
        cache = str(Path(folder) / "kept")
        first = run(name, cache)
        found = [(run(name, OFF), run(name, cache)) for _ in range(rounds)]
    figures = [{key: min(one[key] for one in kind) for key in first} for kind in zip(*found, strict=True)]
    lines = sum(text.count("\n") for text in texts_of(bundled_games()[name]).values())
    return {"game": name, "fresh": figures[0], "kept": figures[1], "lines": lines}


def table(result: dict[str, Any]) -> str:
    """Return the figures in columns."""
    lines = [f"{result['game']}, {result['lines']:,} lines, read, checked, and compiled in both forms; seconds"]
    lines.append(f"{'':<24}{'loading':>10}{'imports':>10}{'process':>10}")
    for title, kind in (("afresh", "fresh"), ("from the cache", "kept")):
        figures = result[kind]
        lines.append(f"{title:<24}{figures['loading']:>10.3f}{figures['imports']:>10.3f}{figures['process']:>10.3f}")
    return "\n".join(lines)


if __name__ == "__main__":
    found = measure(5)
    print(json.dumps(found) if "--json" in sys.argv else table(found))

"""Try inputs in a process of its own, so that no crash ends the caller: a line of JSON in, a line out."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
LONGEST = 10.0
"""Seconds of work that an input may take."""
LONGEST_CHECKED = 90.0
"""The time limit where every access to memory is checked."""
MOST_MEMORY = 4 * 2**30
SANITIZED = "RULEWRIGHT_SANITIZED"


class TooSlow(BaseException):
    """An input takes too long."""


def too_slow(_signal: int, _frame: object) -> None:
    """Raise the error of this process's time limit."""
    raise TooSlow


def place_of(error: BaseException) -> str:
    """Return the innermost function of ours in which something failed."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and frame.name != too_slow.__name__:
            return f"{path.relative_to(ROOT).as_posix()} {frame.name}"
    return "somewhere"


def tried(kind: str, text: str, seed: str, folder: Path) -> dict[str, Any]:
    """Return the result of one input."""
    from tests.fuzz.kinds import ALL

    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, LONGEST_CHECKED if os.environ.get(SANITIZED) else LONGEST)
    found: dict[str, Any]
    try:
        found = {"outcome": ALL[kind].run(text, Random(seed), folder)}
    except BaseException as error:
        # Letters and numbers of this very input do not make another fault of it.
        words = re.sub(r"\d+|`[^`]*`", "", str(error).split("\n")[0])[:60] if isinstance(error, AssertionError) else ""
        name = f"{type(error).__name__} at {place_of(error)} {words}".strip()
        found = {"outcome": "fault", "name": name, "trace": traceback.format_exc()[-6000:]}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return found | {"seconds": time.process_time() - began}


def main() -> None:
    """Try whatever is asked for."""
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8")
    asked = os.fdopen(os.dup(0), "r", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    if not os.environ.get(SANITIZED):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGPROF, too_slow)
    os.environ.update(RULEWRIGHT_CACHE="off", RULEWRIGHT_NATIVE="off")
    with tempfile.TemporaryDirectory(prefix="rulewright-fuzz-") as folder:
        tempfile.tempdir = folder
        # A command that names the folder above finds nothing there but this.
        home = Path(folder) / "home"
        home.mkdir()
        for line in asked:
            held = json.loads(line)
            answer = tried(held["kind"], held["text"], held["seed"], home)
            wire.write(json.dumps(answer) + "\n")
            wire.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()

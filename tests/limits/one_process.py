"""Every command on one rulebook, in a process of its own: what each of them took, as a line of JSON."""

from __future__ import annotations

import contextlib
import io
import json
import resource
import sys
import time
from pathlib import Path

from rulewright.cli.commands import explore
from rulewright.cli.main import main
from rulewright.cli.measuring import progress
from rulewright.interpreter.position import runtime

SECONDS = "1"
LIMITS = {"explore": (explore, "LONGEST", 1.0), "simulate": (progress, "LONGEST", 1.0), "rules": (runtime, "PATIENCE", 0.3)}
"""The engine's own limits in seconds, and what they may be set to: everything else takes as long as it did."""
HURRIED = {"simulate": ["--games", "100", "--seconds", SECONDS], "explore": ["--limit", "2000", "--seconds", SECONDS]}
"""Options for the commands that otherwise take all the time they are given: there are many rulebooks here."""
COMMANDS = {
    "lint": ["lint", "FILE"],
    "test": ["test", "FILE"],
    "play": ["play", "FILE", "--seed", "1", "--seconds", SECONDS, *["--seat", "random"] * 2, "--save", "SAVE"],
    "resume": ["play", "FILE", "--seconds", "1", *["--seat", "random"] * 2, "--resume", "SAVE"],
    "simulate": ["simulate", "FILE"],
    "explore": ["explore", "FILE"],
}


def sooner() -> dict[str, float]:
    """Set the engine's limits; return how many seconds each of them was shortened by."""
    saved = {}
    for name, (module, constant, seconds) in LIMITS.items():
        saved[name] = getattr(module, constant) - seconds
        setattr(module, constant, seconds)
    return saved


def megabytes() -> float:
    """Return the most memory that this process has held. `ru_maxrss` also counts what the process that forked it held."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    held = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
    return int(held.split()[1]) / 1024


def run(path: str, save: str, pace: str, limits: str) -> None:
    """Run all commands, hurried or as anybody types them, with the `usual` limits or `sooner`, and say how they ended."""
    saved = sooner() if limits == "sooner" else {}
    for name, plain in COMMANDS.items():
        words = plain + HURRIED.get(name, []) if pace == "hurried" else plain
        if name == "resume" and not Path(save).exists():
            continue
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        began = time.process_time()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = main([{"FILE": path, "SAVE": save}.get(word, word) for word in words])
        out.flush()
        said = out.buffer.getvalue()
        found = {
            "command": name,
            "code": code,
            "seconds": time.process_time() - began,
            "saved": max(saved.get("rules", 0.0), saved.get(name, 0.0) if pace == "plain" else 0.0),
            "megabytes": megabytes(),
            "size": len(said),
            "said": said[:4000].decode("utf-8", "replace"),
        }
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    run(*sys.argv[1:])

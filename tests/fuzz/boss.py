"""Asks a process to try inputs, and begins another one when that ends, hangs, or has done much."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import Any

from tests.fuzz.worker import ROOT, SANITIZED

LONGEST_WAIT = 600.0
"""Seconds after which nobody waits any more for an answer; the machine may be busy."""
MOST_INPUTS, MOST_CHECKED = 3000, 200
"""After how many inputs a process is replaced, since it has compiled enough."""


class Boss:
    """One process at work."""

    def __init__(self, sanitized: bool = False) -> None:
        self.sanitized = sanitized
        self.process: subprocess.Popen[str] | None = None
        self.done = 0

    def ask(self, kind: str, text: str, seed: str) -> dict[str, Any]:
        """Return the result of one input."""
        if self.process is None or self.done >= (MOST_CHECKED if self.sanitized else MOST_INPUTS):
            self.begin()
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        self.done += 1
        process.stdin.write(json.dumps({"kind": kind, "text": text, "seed": seed}) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], LONGEST_WAIT)
        line = process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        if not ready:
            process.kill()
        code = process.wait()
        self.process = None
        self.errors.seek(0)
        said = self.errors.read()[-6000:]
        self.close(process)
        summary = next((line for line in said.splitlines() if "SUMMARY" in line or "runtime error" in line), "")
        name = f"ends with {code} {summary[:200]}".strip() if ready else "hangs"
        return {"outcome": "fault", "name": name, "trace": said, "seconds": 0.0}

    def begin(self) -> None:
        """Another process."""
        self.end()
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - it outlives this
        environment = dict(os.environ)
        if self.sanitized:
            library = subprocess.run(
                ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
            ).stdout.strip()
            # Python itself keeps memory to its end, and is built without.
            environment |= {SANITIZED: "1", "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0", "CC": "gcc"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.worker"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.done = 0

    def end(self) -> None:
        """No process any more."""
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.close(self.process)
            self.process = None

    def close(self, process: subprocess.Popen[str]) -> None:
        """Close the streams of a process that has ended."""
        for stream in (process.stdin, process.stdout, self.errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

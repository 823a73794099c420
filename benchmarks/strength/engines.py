"""Talk to other people's engines: programs that read lines and answer with lines (GTP, UCI, xboard, the prompt of gnubg)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

GAMES = ("/usr/games", "/usr/local/games")
"""Where Debian puts engines, which is not on everybody's path."""


def found(program: str) -> str | None:
    """Return where a program is, or None."""
    return shutil.which(program) or shutil.which(program, path=os.pathsep.join(GAMES))


def missing(program: str) -> str:
    """Return how to install an engine; empty if it is there."""
    return "" if found(program) else f"skipped: `apt-get install {program}`"


class Engine:
    """A running engine."""

    def __init__(self, command: Sequence[str], *opening: str) -> None:
        path = found(command[0])
        assert path is not None, command[0]
        self.process = subprocess.Popen(
            [path, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        for line in opening:
            self.say(line)

    def say(self, line: str) -> None:
        """Write a line to the engine."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self, pattern: str) -> re.Match[str]:
        """Return the next line of the engine that contains a pattern."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if met := re.search(pattern, line):
                return met
        raise EOFError(f"{self.process.args!r} has ended, and has not said {pattern!r}")

    def processor(self) -> float:
        """Return the seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the engine."""
        self.process.kill()
        self.process.communicate()

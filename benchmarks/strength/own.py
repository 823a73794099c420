"""Play against players of our own: those of today by name, and those of an earlier commit."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.strength.contest import GAMES, Opponent, Told
from rulewright.interpreter import Match
from rulewright.interpreter.search.players import player
from rulewright.interpreter.search.seeds import derived_seed

BUDGET = re.compile(r"(?<=:)([0-9.]+)(s?)$")
"""The seconds, or the games in thought, at the end of a player's name."""
ROOT = Path(__file__).parents[2]
BASELINE = "204ac602"
"""The last commit before the tree search moved to C."""


class Named(Opponent):
    """A player of today."""

    def __init__(self, told: Told, name: str) -> None:
        self.plain = told.plain
        self.used = 0.0
        self.players = [player(name, derived_seed(told.seed, seat)) for seat in range(told.match.players)]

    def choose(self, match: Match, seconds: float) -> int | str:
        """Return the player's choice."""
        assert match.decision is not None
        began = time.process_time()
        choice = self.players[match.decision.seat or 0].choose(self.plain)
        self.used += time.process_time() - began
        return choice

    def processor(self) -> float:
        """Return the time that it has thought."""
        return self.used


def named(name: str) -> Callable[[Told], Opponent]:
    """Return what begins a game against a player of today."""
    return lambda told: Named(told, name)


def with_a_quarter(told: Told) -> Opponent:
    """Begin a game against our player, with a quarter of its seconds or of its games in thought."""
    return Named(
        told, BUDGET.sub(lambda met: f"{float(met[1]) / 4:.3f}s" if met[2] else str(max(1, int(met[1]) // 4)), told.name)
    )


class Earlier(Opponent):
    """A player of an earlier commit, which runs in a process of its own (earlier.py)."""

    def __init__(self, told: Told, name: str, commit: str) -> None:
        self.used = 0.0
        self.new: list[str] = []
        self.forced = False
        path = GAMES / f"{told.reference}.rules"
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("earlier.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=os.environ | {"PYTHONPATH": str(checked_out(commit))},
        )
        game = told.match.game
        options = {key: option.value for key, option in game.options.items()}
        self.say([str(path) if path.exists() else told.reference, options, told.match.players, told.seed, name])

    def say(self, what: object) -> None:
        """Write a line of JSON."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(what)}\n")

    def choose(self, match: Match, seconds: float) -> str:
        """Tell the choices since the last time, and ask for one."""
        assert match.decision is not None
        assert self.process.stdout is not None
        self.say([self.new, match.decision.seat])
        self.new = []
        key, self.used = json.loads(self.process.stdout.readline())
        return str(key)

    def look(self, match: Match) -> None:
        """Note whether there is anything to choose: otherwise, the match there goes on by itself."""
        assert match.decision is not None
        self.forced = match.decision.forced

    def heard(self, seat: int, key: str) -> None:
        """Note a choice."""
        if not self.forced:
            self.new.append(key)

    def processor(self) -> float:
        """Return the time that it has thought."""
        return self.used

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


def earlier(told: Told) -> Opponent:
    """Begin a game against the search of an earlier commit, which thinks for as long as our player may, or for a second."""
    budget = BUDGET.search(told.name)
    return Earlier(told, f"search:{budget[0] if budget else '1s'}", BASELINE)


def missing() -> str:
    """Return why there is no earlier commit; empty if there is."""
    there = subprocess.run(["git", "-C", str(ROOT), "cat-file", "-e", BASELINE], capture_output=True, check=False)
    return f"skipped: the repository's history does not go back to {BASELINE}" if there.returncode else ""


def checked_out(commit: str) -> Path:
    """Return a folder that has the package as it was at a commit."""
    folder = Path(tempfile.gettempdir()) / f"rulewright-at-{commit}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=folder.parent) as begun:
            inside = Path(begun) / "whole" / "rulewright"
            inside.mkdir(parents=True)
            files = subprocess.run(["git", "-C", str(ROOT), "archive", commit], stdout=subprocess.PIPE, check=True)
            subprocess.run(["tar", "-x", "-C", str(inside)], input=files.stdout, check=True)
            try:
                inside.parent.rename(folder)
            except OSError:  # another process was quicker
                assert folder.exists()
    return folder

"""What `lint --deep` plays, how long it may take, and what is told of it besides what is found."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from attrs import define, field

from rulewright.cli.mutants import seconds_of, show_progress
from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.dsl.diagnostic import Diagnostic


@define
class Player:
    """Plays one rulebook after the other."""

    left: int
    """How many rulebooks are still to be played."""
    seed: int
    jobs: int
    deadline: float | None
    """When everything has to be done."""
    lines: list[str] = field(factory=list)
    interrupted: bool = False

    @classmethod
    def of(cls, rulebooks: int, seed: int, jobs: int | None, budget: str | None) -> Player:
        """As the command line has it."""
        deadline = None if budget is None else time.monotonic() + seconds_of(budget)
        return cls(rulebooks, seed, jobs or os.cpu_count() or 1, deadline)

    def played(self, reference: str) -> tuple[Iterable[Diagnostic], bool]:
        """What is found by playing a rulebook without mistakes, and whether all was played that there is."""
        from concurrent.futures import BrokenExecutor

        from rulewright.interpreter.examine import deep
        from rulewright.interpreter.examine.findings import Findings

        if self.interrupted:
            return (), False
        seconds = None if self.deadline is None else max(0.0, self.deadline - time.monotonic()) / max(1, self.left)
        self.left -= 1

        def shown(ways: int, of: int, games: int) -> None:
            show_progress(f"{visible(reference)[-30:]}: {ways} of {of} ways, {games} games")

        try:
            wanted = deep.Wanted(games=deep.GAMES, seed=self.seed, jobs=self.jobs, seconds=seconds)
            report = deep.examined(reference, wanted, shown)
        except BrokenExecutor:
            way_out = "look for what ended it (too little memory?), or use fewer `--jobs`"
            raise problem("process-died", "a process that played games died", way_out) from None
        finally:
            show_progress("")
        self.interrupted = report.interrupted
        findings = Findings(report)
        found = list(findings.all())
        self.lines += findings.told()
        # What is rare comes up in other games, which makes nothing needless that is allowed.
        return found, report.complete and not self.seed

    def tell(self, stream: TextIO) -> None:
        """How much was played, and what is worth a note."""
        for line in self.lines:
            print(visible(line), file=stream)

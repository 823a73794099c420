"""Play the rulebooks of `lint --deep` within its budget, and report on the games."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from attrs import define, field

from rulewright.cli.commands.mutants import seconds_of
from rulewright.cli.shell.problems import overwrite_progress, problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.dsl.messages.diagnostic import Diagnostic


@define
class DeepRun:
    left: int
    """How many rulebooks are still to be played."""
    jobs: int
    deadline: float | None
    """When all of them must be done."""
    lines: list[str] = field(factory=list)
    interrupted: bool = False

    @classmethod
    def from_options(cls, rulebooks: int, jobs: int | None, budget: str | None) -> DeepRun:
        """Create a player from the options of the command line."""
        deadline = None if budget is None else time.monotonic() + seconds_of(budget)
        return cls(rulebooks, jobs or os.cpu_count() or 1, deadline)

    def played(self, reference: str) -> tuple[Iterable[Diagnostic], bool]:
        """Play a rulebook without errors; return the findings, and whether all games were played."""
        from concurrent.futures import BrokenExecutor

        from rulewright.interpreter.examine import deep_lint
        from rulewright.interpreter.examine.findings import Findings

        if self.interrupted:
            return (), False
        seconds = None if self.deadline is None else max(0.0, self.deadline - time.monotonic()) / max(1, self.left)
        self.left -= 1

        def shown(ways: int, of: int, games: int) -> None:
            overwrite_progress(f"{visible(reference)[-30:]}: {ways} of {of} ways, {games} games")

        try:
            wanted = deep_lint.PlayAmount(games=deep_lint.GAMES, jobs=self.jobs, seconds=seconds)
            report = deep_lint.play_deeply(reference, wanted, shown)
        except BrokenExecutor:
            way_out = Phrase("look-for-what-ended-it-too-little")
            raise problem("process-died", Phrase("a-process-that-played-games-died"), way_out) from None
        finally:
            overwrite_progress("")
        self.interrupted = report.interrupted
        findings = Findings(report)
        found = list(findings.all())
        self.lines += findings.summary()
        return found, report.complete

    def tell(self, stream: TextIO) -> None:
        """Print how much was played, and the notes."""
        for line in self.lines:
            print(visible(line), file=stream)

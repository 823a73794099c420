"""Run `test --mutants`: break a rulebook in one place at a time, and list the mutants that no example notices."""

from __future__ import annotations

import gc
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.cli.shell.problems import overwrite_progress, problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.interpreter.examine.mutants import MutantReport

_BUDGET = re.compile(r"(\d+(?:\.\d+)?) *(s|m|h)?")
_UNITS = {None: 1, "s": 1, "m": 60, "h": 3600}


@frozen
class MutantResults:
    reference: str
    all: int
    """How many mutants there are."""
    found: tuple[tuple[MutantReport, str], ...]
    """The judged mutants with their fates, in the order of the file."""

    @property
    def open(self) -> int:
        """Return how many mutants were left when time was up."""
        return self.all - len(self.found)

    @property
    def percent(self) -> float:
        """Return the share that is certainly noticed; mutants that are left count as unnoticed."""
        from rulewright.interpreter.examine.mutants import noticed_between

        return noticed_between(Counter(fate for _, fate in self.found), self.open)[0]

    def lines(self) -> Iterator[str]:
        """Yield the unnoticed mutants, and a summary."""
        from rulewright.interpreter.examine.mutants import ALIVE, mutant_summary

        yield from (visible(f"{one.file}:{one.line}: {fate}: {one.what}") for one, fate in self.found if fate in ALIVE)
        yield from mutant_summary(self.found, self.open)
        if len(self.found) < self.all:
            yield f"{len(self.found)} of {self.all} ways to break {self.reference} were judged"

    def record(self) -> dict[str, Any]:
        return {
            "rulebook": self.reference,
            "ways": self.all,
            "open": self.open,
            "judged": [
                {
                    "fate": fate,
                    "file": one.file,
                    "line": one.line,
                    "kind": one.mutant.kind,
                    "was": one.was,
                    "instead": one.instead,
                    "text": one.text,
                }
                for one, fate in self.found
            ],
        }


def seconds_of(text: str) -> float:
    """Return `90`, `90s` or `1.5m` in seconds."""
    found = _BUDGET.fullmatch(text.strip())
    if found is None:
        raise problem("bad-setting", Phrase("is-no-time", text=visible(text[:40])), Phrase("write-budget-60s-or-budget-5m"))
    return float(found[1]) * _UNITS[found[2]]


def judged_rulebook(reference: str, jobs: int, deadline: float | None) -> MutantResults:
    """Judge the mutants of a rulebook whose examples hold."""
    from concurrent.futures import BrokenExecutor

    from rulewright.interpreter.examine.mutants import all_mutants, judge_mutants
    from rulewright.interpreter.examine.verdicts import MutantJudge

    # Each mutant leaves much garbage at once, and constant collection would take a third of the time.
    gc.set_threshold(200_000, 20, 20)
    judge = MutantJudge(reference)
    everything = all_mutants(judge)
    # Whatever there is time for is spread over the whole rulebook.
    drawn = random.Random(0).sample(everything, len(everything))
    found: dict[MutantReport, str] = {}
    try:
        for one, fate in judge_mutants(judge, drawn, jobs, deadline):
            found[one] = fate
            overwrite_progress(f"{len(found)} of {len(drawn)} broken rulebooks")
    except BrokenExecutor:
        way_out = Phrase("look-for-what-ended-it-too-little")
        raise problem("process-died", Phrase("a-process-that-judged-broken-rulebooks-died"), way_out) from None
    overwrite_progress("")
    return MutantResults(reference, len(everything), tuple((one, found[one]) for one in everything if one in found))

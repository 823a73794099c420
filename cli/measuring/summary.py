"""Report on standard error how the measurement ended, and choose the exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rulewright.cli.measuring.progress import StudyOutcome
from rulewright.cli.measuring.thresholds import Threshold
from rulewright.cli.shell.problems import FINDINGS, GOOD, UNUSABLE, show_problems
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.measure.figures import Figures

INTERRUPTED = 130


def failed(found: StudyOutcome, seconds: float | None) -> int:
    """Report if the games were not all played, or some hit a limit; return the exit code."""
    done = found.share.games
    if done < found.wanted:
        stopped = f"stopped after {done} of {found.wanted} games"
        if seconds is None and not found.interrupted and not (found.failure or found.died or found.lost):
            stopped += f": {'' if done else 'one takes long, and '}`--seconds` gives it more time"
        print(stopped, file=sys.stderr)
    if found.failure is not None:
        reason = (found.failure.strerror or type(found.failure).__name__).lower()
        message = Phrase("the-games-cannot-be-written-down-any", reason=reason)
        way_out = Phrase("make-room-or-write-it-elsewhere-what")
        show_problems([Diagnostic("unwritten-games", message, None, help=way_out)], err=True)
        return UNUSABLE
    if found.lost is not None:
        show_problems([found.lost], err=True)
        return UNUSABLE
    if found.died:
        way_out = Phrase("look-for-what-ended-it-too-little-memory")
        show_problems([Diagnostic("process-died", Phrase("a-process-that-played-games-died"), None, help=way_out)], err=True)
        return UNUSABLE
    if found.interrupted:
        return INTERRUPTED
    code = GOOD
    failures = {name: one.diagnostic for figures in found.share.figures for name, one in figures.failures.items()}
    if failures:
        code = FINDINGS
        show_problems(list(failures.values()), err=True)
    for plan, figures in zip(found.study.plans, found.share.figures, strict=True):
        stop = figures.first_stop
        if stop is None:
            continue
        code = FINDINGS
        show_problems([stop.diagnostic], err=True)
        again = " ".join(["simulate", plan.reference, *(f"--variant {name}" for name in plan.variants), f"--show {stop.number}"])
        print(
            f"{figures.stopped} of the games ended so; the first is number {stop.number}, seed {stop.seed}: "
            f"`rulewright {again}`, with the other settings and the seed as here, shows it",
            file=sys.stderr,
        )
    return code


def tell_broken(bounds: Sequence[Threshold], figures: Sequence[tuple[str, Figures]]) -> int:
    """Report which bounds hold for which game; return the exit code."""
    code = GOOD
    for name, one in figures:
        for bound in bounds:
            said = bound.broken(one, name)
            if said is not None:
                code = FINDINGS
                show_problems([Diagnostic("broken-bound", said, None)], err=True)
    return code

"""Measure how often a second something gets done, and lay out tables of the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Work = Callable[[range], None]  # does something once for each of the seeds


def speed(work: Work, seconds: float) -> float:
    """Return how often a second the work gets done."""
    done, batch = 0, 1
    elapsed = 0.0
    start = time.perf_counter()
    while elapsed < seconds:
        work(range(done, done + batch))
        done += batch
        elapsed = time.perf_counter() - start
        if elapsed < seconds / 16:
            batch *= 2
    return done / elapsed


def laid_out(rows: Sequence[Sequence[str]]) -> str:
    """Lay rows out in columns: the first to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *right]).rstrip())
    return "\n".join(lines)

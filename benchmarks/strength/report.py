"""Lay out what was measured as a table in Markdown, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple

from benchmarks.strength.contest import Played

TWO_SIGMA = 1.96


class Interval(NamedTuple):
    """A mean, with the interval that contains the true one 95 times out of 100."""

    mean: float
    least: float
    most: float


def wilson(shares: Sequence[float]) -> Interval:
    """Return the mean of shares of the win, with Wilson's interval."""
    count = len(shares)
    mean = fmean(shares)
    spread = TWO_SIGMA**2 / count
    middle = (mean + spread / 2) / (1 + spread)
    error = TWO_SIGMA * math.sqrt(mean * (1 - mean) / count + spread / (4 * count)) / (1 + spread)
    return Interval(mean, middle - error, middle + error)


def mean_of(values: Sequence[float]) -> Interval:
    """Return the mean of any values, with two standard errors."""
    mean = fmean(values)
    error = TWO_SIGMA * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Interval(mean, mean - error, mean + error)


def summary(games: Sequence[Played], errors: str = "") -> dict[str, Any]:
    """Return what the games of a row say together."""
    shares = [one.share for one in games if one.share is not None]
    titles = dict.fromkeys(title for one in games for title in one.figures)
    return {
        "games": len(games),
        "errors": errors,
        "wins": sum(share == 1 for share in shares),
        "draws": sum(0 < share < 1 for share in shares),
        "losses": sum(share == 0 for share in shares),
        "share": wilson(shares)._asdict() if shares else None,
        "processor per move": [
            sum(one.processor[side] for one in games) / max(sum(one.moves[side] for one in games), 1) for side in range(2)
        ],
        "figures": {title: mean_of([one.figures[title] for one in games if title in one.figures])._asdict() for title in titles},
    }


def markdown(rows: Iterable[tuple[Sequence[str], dict[str, Any] | str]]) -> str:
    """Return a table: for each row its game, opponent and what is to be reached, and a summary, or why there is none."""
    lines = [
        "| game | against | reach | games | won, drawn, lost | share of the win | also | seconds a move, ours and theirs |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for titles, found in rows:
        if isinstance(found, str):
            cells = ["–", found, "", "", ""]
        else:
            also = [f"{title} {told(one)}" for title, one in found["figures"].items()]
            cells = [
                str(found["games"]),
                "{wins}-{draws}-{losses}".format(**found) if found["share"] else "",
                "{:.0f} % ({:.0f} to {:.0f})".format(*(100 * part for part in found["share"].values())) if found["share"] else "",
                "; ".join(filter(None, [*also, found["errors"]])),
                "{:.2f}, {:.2f}".format(*found["processor per move"]) if any(found["processor per move"]) else "",
            ]
        lines.append(f"| {' | '.join([*titles, *cells])} |")
    return "\n".join(lines)


def told(found: dict[str, float]) -> str:
    """Return a figure, with its interval if there is one."""
    if math.isinf(found["most"]) or found["least"] == found["most"]:
        return f"{found['mean']:.3g}"
    return "{mean:.3g} ({least:.3g} to {most:.3g})".format(**found)

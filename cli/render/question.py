"""A decision as it is asked: the options with their numbers, in columns if there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from rulewright.cli.answers import PASS, numbered
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter import Decision

MOST_SHOWN = 120
_MOST_IN_ONE_COLUMN = 12
_GAP = "   "


def render(decision: Decision, width: int = 80) -> list[str]:
    """The lines below the question."""
    if decision.kind == "words":
        return [f"  (type your words, or `{PASS}`)" if decision.passable else "  (type your words)"]
    labels = [visible(option.label) for option in decision.options[:MOST_SHOWN]]
    more = len(decision.options) - len(labels)
    if not numbered(decision):
        lines = ["  " + ", ".join(labels)]
    else:
        digits = len(str(len(labels)))
        lines = _columns([f"{number:>{digits}}. {label}" for number, label in enumerate(labels, start=1)], width)
    if more:
        lines.append(f"  ... and {more} more, up to {visible(decision.options[-1].label)}")
    return lines


def _columns(entries: list[str], width: int) -> list[str]:
    """One below the other; the second half beside the first, and so on, if there are many and there is room."""
    widest = max(map(cell_len, entries), default=1)
    columns = max(1, (width - 2 + len(_GAP)) // (widest + len(_GAP))) if len(entries) > _MOST_IN_ONE_COLUMN else 1
    height = -(-len(entries) // columns)
    rows = ([entries[index] for index in range(row, len(entries), height)] for row in range(height))
    return ["  " + _GAP.join(entry + " " * (widest - cell_len(entry)) for entry in row).rstrip() for row in rows]

"""Entries one below the other, or in columns if there are many; and long lines on as many as they need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

_GAP = "   "


def in_columns(entries: Sequence[str], width: int, most: int) -> list[str]:
    """At most so many one below the other; the next ones go on beside them, as far as there is room."""
    widest = max(map(cell_len, entries), default=1)
    columns = max(1, (width - 2 + len(_GAP)) // (widest + len(_GAP))) if len(entries) > most else 1
    columns = min(columns, -(-len(entries) // most))
    height = -(-len(entries) // columns)
    rows = ([entries[index] for index in range(row, len(entries), height)] for row in range(height))
    return ["  " + _GAP.join(entry + " " * (widest - cell_len(entry)) for entry in row).rstrip() for row in rows]


def folded(text: str, width: int, head: str = "", hanging: str = "") -> Iterator[str]:
    """A text on as many lines as it needs, broken at blanks: a head before the first, blanks before others."""
    line, gap = head, ""
    # Where a blank stands before a sign, as in French, the line does not end there.
    for word in re.split(" (?![:;!?»→])", text):
        if gap and cell_len(line) + 1 + cell_len(word) > width:
            yield line
            line, gap = hanging, ""
        line, gap = line + gap + word, " "
    yield line


def wrapped(head: str, parts: Sequence[Sequence[str]], width: int, hanging: str | None = None) -> Iterator[str]:
    """A head and parts behind it, on as many lines as they need.

    Commas stand between the pieces of a part, blanks between parts; further lines begin below the first piece.
    """
    indent = " " * cell_len(head) if hanging is None else hanging
    line, gap = head, ""
    for part in parts:
        for number, piece in enumerate(part, start=1):
            text = piece + ("," if number < len(part) else "")
            if gap and cell_len(line) + len(gap) + cell_len(text) > width:
                yield line.rstrip()
                line, gap = indent, ""
            # What is too long for any line ends where there is a blank.
            *full, line = folded(text, width, line + gap, indent)
            yield from full
            gap = " "
        gap = "  "
    yield line.rstrip()


def flowing(entries: Sequence[str], width: int) -> list[str]:
    """One behind the other, on as few lines as that takes; none is broken."""
    return list(wrapped("  ", [[entry] for entry in entries], width))

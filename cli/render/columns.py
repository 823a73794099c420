"""Arrange entries in a list or in columns, and wrap long lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

_GAP = "   "
# French has spaces before some signs and after «, and Russian before a dash; no line ends there.
_UNBROKEN = re.compile(r"(?<=«) | (?=[:;?!»→—])")
_BREAKABLE = re.compile(r"(?<!«) (?![:;?!»→—])")
_NO_BREAK = "\u00a0"


def in_columns(entries: Sequence[str], width: int, most: int) -> list[str]:
    """Return entries in columns of at most `most` lines, if the width allows that."""
    widest = max(map(cell_len, entries), default=1)
    columns = max(1, (width - 2 + len(_GAP)) // (widest + len(_GAP))) if len(entries) > most else 1
    columns = min(columns, -(-len(entries) // most))
    height = -(-len(entries) // columns)
    rows = ([entries[index] for index in range(row, len(entries), height)] for row in range(height))
    return ["  " + _GAP.join(entry + " " * (widest - cell_len(entry)) for entry in row).rstrip() for row in rows]


def unbroken(text: str) -> str:
    """Return a text for a program that breaks its lines: with no-break spaces where no line may end."""
    return _UNBROKEN.sub(_NO_BREAK, text)


def fold_text(text: str, width: int, head: str = "", hanging: str = "") -> Iterator[str]:
    """Wrap a text at spaces, with a head before the first line and an indentation before the others."""
    line, gap = head, ""
    for word in _BREAKABLE.split(text):
        if gap and cell_len(line) + 1 + cell_len(word) > width:
            yield line
            line, gap = hanging, ""
        line, gap = line + gap + word, " "
    yield line


def wrap_parts(head: str, parts: Sequence[Sequence[str]], width: int, hanging: str | None = None) -> Iterator[str]:
    """Wrap a head and the parts after it.

    Commas separate the pieces of a part, and spaces the parts. Further lines begin below the first piece.
    """
    indent = " " * cell_len(head) if hanging is None else hanging
    line, gap = head, ""
    for part in parts:
        for number, piece in enumerate(part, start=1):
            text = piece + ("," if number < len(part) else "")
            used, wide = cell_len(line) + len(gap), cell_len(text)
            if gap and used + wide > width:
                yield line.rstrip()
                line, gap, used = indent, "", cell_len(indent)
            if used + wide <= width:
                line += gap + text
            else:
                # A piece that is too long for any line may be broken at a space.
                *full, line = fold_text(text, width, line + gap, indent)
                yield from full
            gap = " "
        gap = "  "
    yield line.rstrip()


def flow_entries(entries: Sequence[str], width: int) -> list[str]:
    """Return entries one after another, on as few lines as possible, none of them broken."""
    return list(wrap_parts("  ", [[entry] for entry in entries], width))

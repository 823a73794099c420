"""Give pieces of a checked rulebook switches that put them out of force during play.

A table of the program says whether a piece is in force; the Python form reads an entry each time that it needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulewright.dsl.checked import Change, Forbid, Hook, Rule

FIRST = 1_000_003
"""A number with which no other table of a game begins."""
Removable: TypeAlias = Hook | Forbid | Change | Rule
"""The parts that may be put out of force: a standing rule, a ban, a change, or what performing a card does."""


class Switches:
    """A switch for each of some pieces."""

    def __init__(self, pieces: Sequence[Removable]) -> None:
        self.pieces = pieces
        self.numbers = {piece: number for number, piece in enumerate(pieces)}
        self.table = tuple(range(FIRST, FIRST + len(pieces) + 1))
        """A piece is in force unless its entry is 0."""

    def number(self, piece: Removable) -> int | None:
        """Return the index of a piece in the table, if it has a switch."""
        return self.numbers.get(piece)

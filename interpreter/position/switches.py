"""Give pieces of a checked rulebook switches that put them out of force during play.

A table of the program says whether a piece is in force; the Python form reads an entry each time that it needs it.
"""

from __future__ import annotations

from collections.abc import Sequence

FIRST = 1_000_003
"""A number with which no other table of a game begins."""


class Switches:
    """A switch for each of some standing rules, bans, changes, and rules of cards."""

    def __init__(self, pieces: Sequence[object]) -> None:
        self.pieces = pieces
        self.numbers = {id(piece): number for number, piece in enumerate(pieces)}
        self.table = tuple(range(FIRST, FIRST + len(pieces) + 1))
        """A piece is in force unless its entry is 0."""

    def number(self, piece: object) -> int | None:
        """Return the index of a piece in the table, if it has a switch."""
        return self.numbers.get(id(piece))

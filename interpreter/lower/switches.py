"""Pieces of a checked rulebook come in; what puts each of them out of force while a game is played goes out.

Whether a piece is in force stands in a table of the program, of which the form in Python reads each entry when it needs it.
"""

from __future__ import annotations

from collections.abc import Sequence

FIRST = 1_000_003
"""No other table of a game begins like this."""


class Switches:
    """A switch for each of some standing rules, bans, changes, and rules of cards."""

    def __init__(self, pieces: Sequence[object]) -> None:
        self.pieces = pieces
        self.numbers = {id(piece): number for number, piece in enumerate(pieces)}
        self.table = tuple(range(FIRST, FIRST + len(pieces) + 1))
        """Each is in force that is not 0."""

    def number(self, piece: object) -> int | None:
        """The place of a piece in the table, if it has a switch."""
        return self.numbers.get(id(piece))

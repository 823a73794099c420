"""A line of the log that knows whom it speaks of; a player as whoever reads is called, or several players together."""

from __future__ import annotations

from typing import Any


class You(str):
    """Whoever reads, as a part of a phrase: it has a form for that."""

    __slots__ = ()


class Line(str):
    """One thing that happened, in words."""

    __slots__ = ("kind", "who")

    who: int
    """The seat whose act it tells, or -1."""
    kind: str
    """What kind of entry of the log it was."""

    def __new__(cls, text: str, who: int, kind: str) -> Line:
        """A text that says no more than it did."""
        self = super().__new__(cls, text)
        self.who, self.kind = who, kind
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Line, (str(self), self.who, self.kind)

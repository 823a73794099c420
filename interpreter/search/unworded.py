"""A position of a game in which everybody sees everything comes in; a match that a walk takes through what follows goes out.

It stands in native memory, and nothing in it is put into words: who decides and how many options there are is all that a
walk asks for to which nobody listens. What native code cannot do ends the walk: it is one for Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.play.silent import IN_PYTHON, SilentMatch

if TYPE_CHECKING:
    from rulewright.interpreter import Match


class NotHereError(Exception):
    """Native code cannot go on."""


@frozen
class Asked:
    """A decision, as far as a walk wants to know of it."""

    seat: int
    options: range
    kind: str = "choose"


class Unworded(SilentMatch):
    """A match without words. Between two choices it takes no more memory than is in use: very many wait to be gone on with."""

    _key: bytes
    _seat: int

    @property
    def decision(self) -> Asked | None:  # type: ignore[override]
        """Who decides among how many options; None at the end."""
        return Asked(self._seat, range(self._count)) if self._count else None

    def choose(self, answer: int) -> None:  # type: ignore[override]
        """Answer by the place of an option."""
        self._count = self._answer(answer)
        if self._count == IN_PYTHON:
            raise NotHereError
        self.settle()

    def settle(self) -> None:
        """Note what is asked for of the position."""
        position = self.position
        assert position is not None
        key = position.key()
        if key is None:
            raise NotHereError
        self._key, self._seat = key, self.native.flat.member(memoryview(position.memory), "seat")
        self.position = position.copy()
        self._answer = self.position.choose

    def key(self) -> bytes:  # type: ignore[override]
        """The same for positions that are the same for all that may come."""
        return self._key


def unworded(start: Match, enough: Callable[[], str]) -> Unworded | None:
    """The same position as such a match; None if there is no native code for it in time."""
    if not start.program.playouts.make_native(enough=enough):
        return None
    found = Unworded.at(start)
    if not isinstance(found, Unworded):
        return None
    found.settle()
    return found

"""Walk in native code through what follows a position of a game in which everybody sees everything.

The match is in native memory, and nothing is put into words. A walk that follows no knowledge only asks for the deciding
seat and the number of options. If native code cannot do something, the walk ends and Python repeats it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.match.native_match import IN_PYTHON, SilentMatch

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match


class NativeLimitError(Exception):
    """Raised where native code cannot go on."""


@frozen
class BareDecision:
    """A decision, reduced to what a walk needs."""

    seat: int
    options: range
    kind: str = "choose"


class UnwordedMatch(SilentMatch):
    """A match without words. Between two choices it takes only the memory in use, since very many wait to be continued."""

    _key: bytes
    _seat: int

    @property
    def decision(self) -> BareDecision | None:  # type: ignore[override]
        """Return who decides and the number of options; None at the end."""
        return BareDecision(self._seat, range(self._count)) if self._count else None

    def choose(self, answer: int) -> None:  # type: ignore[override]
        """Answer by the index of an option."""
        self._count = self._answer(answer)
        if self._count == IN_PYTHON:
            raise NativeLimitError
        self.settle()

    def settle(self) -> None:
        """Read the facts about the position that a walk asks for."""
        position = self.flat_position
        assert position is not None
        key = position.key()
        if key is None:
            raise NativeLimitError
        self._key, self._seat = key, self.native.flat.member(memoryview(position.memory), "seat")
        self.flat_position = position.copy()
        self._answer = self.flat_position.choose

    def key(self) -> bytes:  # type: ignore[override]
        """Return a key, equal for positions with equal futures."""
        return self._key


def unworded_match(start: Match, enough: Callable[[], str]) -> UnwordedMatch | None:
    """Return the position as such a match, or None if there is no native code for it in time."""
    if not start.program.playouts.make_native(enough=enough):
        return None
    found = UnwordedMatch.from_match(start)
    if not isinstance(found, UnwordedMatch):
        return None
    found.settle()
    return found

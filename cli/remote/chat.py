"""Keep the last lines that people at a table have said to all; they are never part of the game itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice

from attrs import define, field

from rulewright.cli.remote.rate_limit import TokenBucket
from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.remote.wire_format import ChatLine

MOST_KEPT = 50
_AT_ONCE = 5
_REFILL = 0.5
"""How many lines a seat, or all onlookers together, may say at once, and per second in the long run."""


@define
class Chat:
    lines: deque[ChatLine] = field(factory=lambda: deque(maxlen=MOST_KEPT))
    count: int = 0
    """How many lines were ever said."""
    _limits: dict[int, TokenBucket] = field(factory=dict)

    @classmethod
    def of(cls, lines: Iterable[ChatLine]) -> Chat:
        """Return a chat that goes on after some lines."""
        found = cls()
        for line in lines:
            found.add(line)
        return found

    def let(self, seat: int) -> None:
        """Count a line of a seat, or of an onlooker; raise Refused if there are too many."""
        if self._limits.setdefault(seat, TokenBucket(_AT_ONCE, _REFILL)).wait():
            raise RequestRefused("too-fast")

    def add(self, line: ChatLine) -> None:
        self.lines.append(line)
        self.count += 1

    def since(self, count: int) -> Sequence[ChatLine]:
        """Return the lines that are kept and came after so many."""
        return list(islice(self.lines, max(0, len(self.lines) - (self.count - count)), None))

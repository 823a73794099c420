"""Read a position by names.

Compiled rules work on bare lists, which Python indexes faster than anything else. Only this module says what is at which place
of them: the back end for Python writes the same numbers, and everything else reads the lists through `Position` and `Frame`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from attrs import define

RANDOM, ASK, PENDING, LOG, RESULT, TABLE, AT, ON, FIELDS = range(9)
"""The places of a position's parts. From FIELDS on, each field of something that rules change has a part of its own."""
BUDGET, DECISIONS, FIRST_CELL = range(3)
"""The slots of the table's part: what is used of the budget, the number of decisions, and then the fields of the table."""
BLOCK, WANTED, FIRST_LOCAL = range(3)
"""The slots of a frame: the next block, the slot of the caller's frame that gets the result, and then the locals."""
CHANCE, FORCED = 1, 2
"""Where a position stops besides choices among several options, as bits of its part ASK: at chance, and at forced choices."""

Parts: TypeAlias = list[Any]
"""The bare list of a position's parts, for compiled rules and for what they call."""
Slots: TypeAlias = list[Any]
"""The bare list of a frame's slots."""
Pending: TypeAlias = tuple[int, int, tuple[Any, ...]]
"""A question that waits for its answer: its number, the seat that is asked or -1, and the options."""
Log: TypeAlias = tuple[Any, tuple[Any, ...], int, int]
"""A log: the log before its last entry or None, that entry, the number of entries, and their total size."""

shallow = list.copy


@define
class Frame:
    """A frame of the stack, by names."""

    slots: Slots
    """The list that compiled rules work on."""

    @property
    def block(self) -> int:
        """The block at which the routine goes on."""
        block: int = self.slots[BLOCK]
        return block

    @block.setter
    def block(self, block: int) -> None:
        self.slots[BLOCK] = block

    @property
    def acting(self) -> int | None:
        """The acting player or -1: the first local of every routine. It is None where it was left out, since no rule reads it."""
        acting: int | None = self.slots[FIRST_LOCAL]
        return acting

    def __getitem__(self, slot: int) -> Any:
        return self.slots[slot]

    def __setitem__(self, slot: int, value: Any) -> None:
        self.slots[slot] = value


@define
class Position:
    """A position, by names: the parts and the stack that compiled rules work on."""

    parts: Parts
    """The bare list of the parts, for compiled rules."""
    stack: list[Slots]
    """The bare lists of the frames, for compiled rules; the topmost is last."""

    @classmethod
    def beginning(cls, random: int, asks: int, lists: Iterable[list[Any]]) -> Position:
        """Return a position before anything has happened; `lists` are its own from now on."""
        return cls([random, asks, None, None, None, *lists], [])

    def copy(self) -> Position:
        """Return a copy that can change by itself."""
        parts = self.parts
        kept = [*parts[:TABLE], *map(shallow, parts[TABLE:])]
        kept[ON] = list(map(shallow, parts[ON]))
        return Position(kept, list(map(shallow, self.stack)))

    @property
    def random(self) -> int:
        """The state of chance."""
        state: int = self.parts[RANDOM]
        return state

    @random.setter
    def random(self, state: int) -> None:
        self.parts[RANDOM] = state

    @property
    def asks(self) -> int:
        """Where the game stops besides choices among several options, as the bits CHANCE and FORCED."""
        asks: int = self.parts[ASK]
        return asks

    @asks.setter
    def asks(self, asks: int) -> None:
        self.parts[ASK] = asks

    @property
    def pending(self) -> Pending | None:
        """The question that waits for its answer; None at the end."""
        pending: Pending | None = self.parts[PENDING]
        return pending

    @pending.setter
    def pending(self, pending: Pending | None) -> None:
        self.parts[PENDING] = pending

    @property
    def asked(self) -> Pending:
        """The question that waits for its answer, where the caller knows that there is one."""
        pending: Pending = self.parts[PENDING]
        return pending

    @property
    def question(self) -> int:
        """The number of the question that waits for its answer."""
        number: int = self.parts[PENDING][0]
        return number

    @property
    def chooser(self) -> int:
        """The seat that is asked. Where the rules let nobody choose, the acting player does."""
        seat: int = self.parts[PENDING][1]
        return seat if seat >= 0 else max(0, self.stack[-1][FIRST_LOCAL])

    @property
    def options(self) -> tuple[Any, ...]:
        """The options of the question that waits for its answer; None among them is a pass."""
        options: tuple[Any, ...] = self.parts[PENDING][2]
        return options

    @property
    def log(self) -> Log | None:
        """The log so far; None if nothing was told."""
        log: Log | None = self.parts[LOG]
        return log

    @log.setter
    def log(self, log: Log | None) -> None:
        self.parts[LOG] = log

    @property
    def result(self) -> tuple[int, ...] | None:
        """The seats of the winners, once the game has ended."""
        winners: tuple[int, ...] | None = self.parts[RESULT]
        return winners

    @result.setter
    def result(self, winners: tuple[int, ...] | None) -> None:
        self.parts[RESULT] = winners

    @property
    def table(self) -> list[Any]:
        """The used part of the budget, the number of decisions, and the fields of the table, by their slots."""
        table: list[Any] = self.parts[TABLE]
        return table

    @property
    def at(self) -> list[int]:
        """The space of each thing, or -1; the last entry is for the thing "nothing"."""
        at: list[int] = self.parts[AT]
        return at

    @property
    def on(self) -> list[list[int]]:
        """The things on each space; the last entry is for the space "nothing"."""
        on: list[list[int]] = self.parts[ON]
        return on

    @property
    def fields(self) -> list[list[Any]]:
        """The values of each field that rules change, by entity; then the neighbours in directions that rules change."""
        return self.parts[FIELDS:]

    def field(self, place: int) -> list[Any]:
        """Return the values of a field, or of a direction, by its index among `fields`."""
        values: list[Any] = self.parts[FIELDS + place]
        return values

    @property
    def lists(self) -> list[list[Any]]:
        """All lists of the position: the table, the places of things, and the fields."""
        return self.parts[TABLE:]

    @lists.setter
    def lists(self, lists: list[list[Any]]) -> None:
        self.parts[TABLE:] = lists

    @property
    def top(self) -> Frame:
        """The topmost frame: that of the routine that asks."""
        return Frame(self.stack[-1])

    @property
    def frames(self) -> list[Frame]:
        """The frames, the topmost last."""
        return [Frame(slots) for slots in self.stack]

    @property
    def blocks(self) -> list[int]:
        """The block at which each frame goes on: where the game is in the rules."""
        return [slots[BLOCK] for slots in self.stack]

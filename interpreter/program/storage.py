"""Define where the lowered program keeps its values: variables, cells of a position, and the tables of directions."""

from __future__ import annotations

from typing import Any, Literal

from attrs import define, frozen

from rulewright.dsl.checked import Type


@define(eq=False)
class Variable:
    """A name inside one routine, function or expression.

    Variables with a `slot` are in the frame of a routine that may wait: slot 0 is the acting player, and parameters follow.
    Those without are bound inside one expression, such as `it`, and gone after it.
    """

    number: int
    type: Type
    slot: int = -1
    name: str = ""


@define(eq=False)
class Cell:
    """A part of a position that rules change.

    It holds `one` number of the table, or one for `each` entity of something, with a blank at the end, which is read at -1.
    """

    number: int
    kind: Literal["one", "each"]
    place: int
    """Of `one`: its index in the list `t`. Of `each`: the number of its list `f{place}`, or `d{place}` for a direction."""
    type: Type
    size: int
    """How many values it holds, without the blank."""
    of: Type | None = None
    direction: bool = False
    name: str = ""
    declared: Any = None
    """The checked field, if there is one."""


@frozen
class Direction:
    """The next space of each space: a table that never changes, or a cell."""

    table: int = -1
    cell: Cell | None = None

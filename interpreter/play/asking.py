"""Questions as a compiled game knows them, and what the slots of frames hold."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define

from rulewright.dsl.checked import Statement, Type

FIRST_LOCAL = 2
"""The slot of a frame that holds the first local; before it are the block, and where the caller wants the result."""

SlotType: TypeAlias = Type | tuple[Type, ...]
"""What a slot of a frame holds: a value or a set of them, or, with several types, rows of such values."""


@define(eq=False)
class Ask:
    """A question as the program knows it: what is asked for, and where the answer goes."""

    kind: str
    """`one`, `many`, `menu`, `words`, `roll`, `random`, `draw` or `shuffle`."""
    statement: Statement
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    rule: str
    least: int = 0
    most: int = 0
    chosen_slot: int = -1
    """For a set: the slot of those already picked."""
    told: str = ""
    """The function that works out what stands between braces in its text, by language, if anything does."""
    told_slots: tuple[int, ...] = ()
    """The slots that this function reads."""
    passed: int = -1
    """The block to go on with when it is passed."""
    open: bool = False
    """Whether all are told what was chosen."""

    @property
    def told_types(self) -> tuple[Type, ...]:
        """The types of what the log says was chosen: of a set, it is told when it is complete."""
        return (
            tuple(Type(kind.kind, kind.name, many=True) for kind in self.types) if self.kind == "many" else self.types
        )

"""Make keys that compare positions.

They leave out what no rule reads again, and renumber alike things by what tells them apart.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any

from rulewright.dsl import checked
from rulewright.interpreter.emit.compiled import ResumableForm
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.position import (
    AT,
    BLOCK,
    FIELDS,
    FIRST_CELL,
    FIRST_LOCAL,
    ON,
    PENDING,
    RESULT,
    TABLE,
    WANTED,
    Position,
    Slots,
)
from rulewright.interpreter.position.questions import SlotType


def renumbered(value: Any, new: list[int]) -> Any:
    """Return a thing, or things, by their new numbers."""
    if isinstance(value, tuple):
        return tuple(renumbered(item, new) for item in value)
    return value if value is None or value < 0 else new[value]


def renumbered_slot(value: Any, kind: SlotType, new: list[int]) -> Any:
    """Return the contents of a frame's slot, with new numbers for its things."""
    if isinstance(kind, tuple) and value is not None:
        return tuple(tuple(map(renumbered_slot, row, kind, repeat(new))) for row in value)
    return renumbered(value, new) if isinstance(kind, checked.Type) and kind.kind == "thing" else value


UNRANKED = 1 << 60
"""More than any rank."""


class PositionKeys:
    """The keys of the positions of one compiled game."""

    def __init__(self, layout: Layout, form: ResumableForm) -> None:
        self.layout = layout
        self.world = layout.world
        self.form = form
        self.is_pile = [space.kind == "pile" for space in self.world.spaces] + [False]
        alike: dict[int, list[int]] = {}
        for thing, number in enumerate(layout.alike()):
            alike.setdefault(number, []).append(thing)
        self.thing_ranks = [number * len(self.is_pile) for number in layout.alike()] + [UNRANKED]
        self.place_ranks = [UNRANKED if pile else space for space, pile in enumerate(self.is_pile[:-1])] + [-1]
        """Visible things outside piles are ordered by the sum of their own rank and that of their place."""
        self.alike_groups = [group for group in alike.values() if len(group) > 1]
        kinds = {self.world.things[group[0]].kind.name for group in self.alike_groups}
        self.marked = frozenset({"", *kinds}) if kinds & layout.marks.keys() else frozenset()
        """The kinds of things that may be alike and yet differ in their fields, and "" for things of no particular kind."""

    def key(self, position: Position) -> tuple[Any, ...]:
        """Return the key of a position: alike things are numbered anew in the order of what tells them apart."""
        layout = self.layout
        parts = position.parts  # a walk makes very many keys
        at, on, pending = parts[AT], parts[ON], parts[PENDING]
        frames = self.live_frames(position)
        table = tuple(parts[TABLE][FIRST_CELL:])
        fields = list(map(tuple, parts[FIELDS:]))
        piles = [tuple(lying) if is_pile else () for is_pile, lying in zip(self.is_pile, on)]
        places: Any = at
        new = self.renamed(position, frames)
        if new is not None:
            things = len(self.world.things)
            old = sorted(range(things), key=new.__getitem__)
            places = [at[thing] for thing in old]
            piles = [tuple(new[thing] for thing in pile) for pile in piles]
            for place, own in enumerate(layout.fields):
                values = fields[place]
                if own.of is not None and own.of.kind == "thing":
                    values = (*(values[thing] for thing in old), values[-1])
                if own.type.kind == "thing":
                    values = tuple(renumbered(value, new) for value in values)
                fields[place] = values
            frames = [
                [
                    *frame[:FIRST_LOCAL],
                    *(
                        renumbered_slot(value, kind, new)
                        for value, kind in zip(frame[FIRST_LOCAL:], self.form.frame_types[frame[BLOCK]])
                    ),
                ]
                for frame in frames
            ]
            if pending is not None:
                pending = pending[:2]
            table = self.renamed_table(table, new)
        elif pending is not None:
            pending = pending[:2]
        return (tuple(places), tuple(piles), table, tuple(fields), tuple(map(tuple, frames)), pending, parts[RESULT])

    def live_frames(self, position: Position) -> list[Slots]:
        """Return the frames without what no rule will read again, and without slots that the answer or the result will fill."""
        frames = []
        pending = position.parts[PENDING]
        asked = None if pending is None else self.form.asks[pending[0]]
        filled: set[int] = set() if asked is None else set(asked.slots)
        # The text of the question may use values that no rule reads again.
        told = () if asked is None else asked.told_slots
        passed = () if asked is None or asked.passed < 0 else self.form.live[asked.passed]
        for frame in reversed(position.stack):
            kept: Slots = [None] * len(frame)
            kept[:FIRST_LOCAL] = frame[:FIRST_LOCAL]
            for place in (*self.form.live[frame[BLOCK]], *passed):
                slot = place + FIRST_LOCAL
                if slot not in filled:
                    kept[slot] = frame[slot]
            for slot in told:
                kept[slot] = frame[slot]
            frames.append(kept)
            filled, told, passed = {frame[WANTED]}, (), ()
        return frames[::-1]

    def renamed_table(self, table: tuple[Any, ...], new: list[int]) -> tuple[Any, ...]:
        """Return the table's fields, with new numbers for alike things."""
        values = list(table)
        for own in self.world.game.fields:
            if own.of is None and own.assigned and own.type.kind == "thing":
                place = self.layout.slots[own] - FIRST_CELL
                values[place] = renumbered(values[place], new)
        return tuple(values)

    def renamed(self, position: Position, stack: list[Slots]) -> list[int] | None:
        """Renumber the things such that alike things in like circumstances are exchangeable; return None if none are alike."""
        if not self.alike_groups:
            return None
        layout = self.layout
        at, on = position.at, position.on
        named: dict[int, list[tuple[int, ...]]] = {}

        def find(value: Any, where: tuple[int, ...]) -> None:
            if isinstance(value, tuple):
                for place, item in enumerate(value):
                    find(item, (*where, place))
            elif value is not None and value >= 0:
                named.setdefault(value, []).append(where)

        for number, frame in enumerate(stack):
            for place, kind in enumerate(self.form.frame_types[frame[BLOCK]]):
                if isinstance(kind, tuple):
                    for row, values in enumerate(frame[place + FIRST_LOCAL] or ()):
                        for column, (value, one) in enumerate(zip(values, kind)):
                            if one.kind == "thing":
                                find(value, (0, number, place, row, column))
                elif kind.kind == "thing":
                    find(frame[place + FIRST_LOCAL], (0, number, place))
        own_lists = []
        for place, own in enumerate(layout.fields):
            values = position.field(place)
            if own.of is not None and own.of.kind == "thing":
                own_lists.append(values)
            if own.type.kind == "thing":
                for entity, value in enumerate(values):
                    find(value, (1, place, entity))
        for own in self.world.game.fields:
            if own.of is None and own.assigned and own.type.kind == "thing":
                find(position.table[layout.slots[own]], (2, layout.slots[own]))

        orders = {thing: order for space, lying in enumerate(on) if self.is_pile[space] for order, thing in enumerate(lying)}

        def circumstances(thing: int) -> tuple[Any, ...]:
            own = [values[thing] for values in own_lists]
            return (at[thing], orders.get(thing, 0), own, named.get(thing, []))

        new = list(range(len(self.world.things)))
        for group in self.alike_groups:
            for thing, number in zip(sorted(group, key=circumstances), group):
                new[thing] = number
        return new

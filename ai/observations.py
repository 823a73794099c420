"""Write what a seat sees of a position as a row of numbers whose meaning is always the same.

The row has what the table shows to the seat, and no more. That is visible fields with a text, and the question that the
seat is asked. It is also the visible things at each place, the number of the others, and the tops of piles. One of a few
values takes one number for each of them (one-hot). The observing player is seat 0, and the player to the left is seat 1.

Fields that begin anew with a rule keep their columns, and their last values, when that rule is over and the table leaves them
out.

The past is no part of it, nor are earlier picks of an unfinished choice: `information` has that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import define, frozen

from rulewright.ai.actions import ActionNumbering
from rulewright.ai.seat_relative import SeatRelativeNumbers
from rulewright.dsl.checked import Field, Type
from rulewright.interpreter import Match

MOST_COLUMNS = 4096
"""Parts that would need more numbers are left out."""
Row = Any
"""A numpy array of numbers."""


@frozen
class ObservationPart:
    """The meaning of some of the numbers: `first` to `first + size`."""

    name: str
    first: int
    size: int


@frozen
class ObservedValue:
    """One value of a position, of the table or of one of the lists of fields, and its columns."""

    field: int
    """The list, or -1 for the table."""
    entity: int
    type: Type
    first: int
    columns: Sequence[int]
    """By value, "nothing" first: the column that becomes 1, or -1 for none. Empty for a number, which is written as it is."""
    looker: tuple[Field, int] | None = None
    """If its visibility depends on the position: the field, and its owner."""


@frozen
class ObservedThingField:
    """A field of a thing, where the thing is visible."""

    field: int
    thing: int
    type: Type
    firsts: Sequence[int]
    """By the space of the thing, out of play first: its columns, or -1 for none."""
    columns: Sequence[int]


@define
class SeatReader:
    """How one seat reads a position."""

    reads: list[ObservedValue]
    of_things: list[ObservedThingField]
    lying: list[Sequence[int] | None]
    """By space and thing: the column of its kind there."""
    unseen: list[int]
    """By space: the column for the number of hidden things there, or -1 if everybody sees them."""
    tops: list[tuple[int, Sequence[int]]]
    """Piles, with the column for each thing on top."""


class ObservationLayout:
    """The observations of the seats of a game."""

    def __init__(self, numbering: ActionNumbering) -> None:
        self.numbering = numbering
        self.program = numbering.program
        self.world = self.program.world
        self.holders = self.world.holders()
        self.parts: list[ObservationPart] = []
        self.left_out: list[str] = []
        """The fields that would take too much room, and sets of numbers and texts, which have no columns."""
        self.size = 0
        self.questions: dict[int, int] = {}
        for number, ask in enumerate(self.program.asks):
            if not ask.by_chance:
                self.questions[number] = len(self.questions)
        self.add("asked", len(self.questions))
        self.seats = [SeatReader([], [], [], [], []) for _ in numbering.turned]
        self.lay_out_fields()
        self.lay_out_spaces()

    def add(self, name: str, size: int) -> int:
        """Add columns, and return the first of them."""
        first = self.size
        self.parts.append(ObservationPart(name, first, size))
        self.size += size
        return first

    def width(self, of: Type) -> int:
        """Return how many columns a value takes; 0 if it has none."""
        match of.kind:
            case "number" | "text":
                return 1 if of.kind == "number" and not of.many else 0
            case "truth":
                return 1
            case "thing":
                return len(set(self.program.layout.sorts()))
            case "nothing":
                return 0
        return self.world.count(of)

    def columns(self, of: Type, turned: SeatRelativeNumbers) -> tuple[int, ...]:
        """Return the column of each value, "nothing" first."""
        match of.kind:
            case "number":
                return ()
            case "truth":
                return (-1, -1, 0)
            case "thing":
                return (-1, *turned.sorts)
        # It might be a secret which thing a place belongs to.
        holders = self.holders if of.kind == "space" else (-1,) * self.world.count(of)
        return (-1, *(turned.value(of, one) if holders[one] < 0 else -1 for one in range(self.world.count(of))))

    def lay_out_fields(self) -> None:
        """Add the fields that have a text, and the lengths of lines that grow and shrink."""
        layout = self.program.layout
        for own in self.world.game.fields:
            if own.place is None and own.assigned and own.titles and (own.seen != "nobody" or own.lookers is not None):
                if own.of is not None and own.of.kind == "thing":
                    self.lay_out_marks(own)
                else:
                    self.lay_out_field(own)
        for space in layout.resized:
            first = self.add(f"length of {space.name}", 1)
            for looks in self.seats:
                looks.reads.append(ObservedValue(-1, layout.slots[space], Type("number"), first, ()))

    def lay_out_field(self, own: Field) -> None:
        """Add a field of the table, or of anything but things."""
        layout, width = self.program.layout, self.width(own.type)
        of = own.of
        name = own.name if of is None else f"{own.name} of {of.name or of.kind}"
        is_of_board = of is not None and of.kind == "space" and of.name
        having = range(1) if of is None else self.world.having(own) if is_of_board else range(self.world.count(of))
        if not width or width * len(having) > MOST_COLUMNS:
            self.left_out.append(name)
            return
        first = self.add(name, width * len(having))
        for seat, (turned, looks) in enumerate(zip(self.numbering.turned, self.seats, strict=True)):
            columns = self.columns(own.type, turned)
            if of is None:
                if own.seen == "all":
                    looks.reads.append(ObservedValue(-1, layout.slots[own], own.type, first, columns))
                continue
            field = layout.fields.index(own)
            for entity in having:
                owner = self.world.owner_of(of, entity)
                place = first + width * (turned.entity(own, entity) - having.start)
                if own.seen == "all" or owner == seat:
                    looks.reads.append(ObservedValue(field, entity, own.type, place, columns))
                elif own.lookers is not None:
                    looks.reads.append(ObservedValue(field, entity, own.type, place, columns, (own, entity)))

    def lay_out_marks(self, own: Field) -> None:
        """Add a field of things: for each of them, or where some are alike, for all together on a space."""
        layout, width = self.program.layout, self.width(own.type)
        assert own.of is not None
        first_thing = self.world.offset(own.of)
        things = range(first_thing, first_thing + self.world.count(own.of))
        kinds_at = self.program.form.kinds_at
        spaces = [space for space, kinds in enumerate(kinds_at) if own.of.name in kinds]
        sorts = layout.sorts()[things.start : things.stop]
        alike = len(set(sorts)) < len(sorts)
        count = len(set(sorts)) * (len(spaces) if alike else 1)
        name = f"{own.name} of {own.of.name}"
        if not width or width * count > MOST_COLUMNS:
            self.left_out.append(name)
            return
        first, field = self.add(name, width * count), layout.fields.index(own)
        places = {space: place for place, space in enumerate(spaces)}
        ranks = {sort: rank for rank, sort in enumerate(sorted(set(sorts)))}
        for seat, (turned, looks) in enumerate(zip(self.numbering.turned, self.seats, strict=True)):
            columns = self.columns(own.type, turned)
            for thing in things:
                if own.seen == "owner" and self.world.things[thing].owner != seat:
                    continue
                place = first + width * ranks[turned.sorts[thing]]
                step = width * len(ranks) if alike else 0
                # Nobody sees anything out of play.
                firsts = [-1] * (1 + len(self.world.spaces))
                for space in spaces:
                    firsts[1 + space] = place + step * places[turned.spaces[space]]
                looks.of_things.append(ObservedThingField(field, thing, own.type, firsts, columns))

    def lay_out_spaces(self) -> None:
        """Add the contents of spaces."""
        kinds_at, world = self.program.form.kinds_at, self.world
        everybody, _ = world.sight()
        sorts = self.program.layout.sorts()
        firsts: list[tuple[int, dict[int, int], int, int]] = []
        for space, info in enumerate(world.spaces):
            there = sorted({sorts[thing] for thing, one in enumerate(world.things) if one.kind.name in kinds_at[space]})
            ranks = {sort: rank for rank, sort in enumerate(there)}
            hidden = bool(there) and not everybody[space]
            size = len(there)
            if not size:
                firsts.append((-1, {}, -1, -1))
                continue
            first = self.add(f"in {info.name}", size)
            unseen = self.add(f"unseen in {info.name}", 1) if hidden else -1
            top = self.add(f"top of {info.name}", size) if info.kind == "pile" else -1
            firsts.append((first, ranks, unseen, top))
        for turned, looks in zip(self.numbering.turned, self.seats, strict=True):
            for space in range(len(world.spaces)):
                first, ranks, unseen, top = firsts[turned.spaces[space]]
                own = [first + ranks[sort] if sort in ranks else -1 for sort in turned.sorts]
                looks.lying.append(own if first >= 0 else None)
                looks.unseen.append(unseen)
                if top >= 0:
                    looks.tops.append((space, [top - first + one if one >= 0 else -1 for one in own]))

    def row(self, match: Match, seat: int) -> Row:
        """Return what a seat sees of a position."""
        row = np.zeros(self.size, np.float32)
        self.write(match, seat, row)
        return row

    def write(self, match: Match, seat: int, row: Row) -> None:
        position, looks = match.position, self.seats[seat]
        sight, words = self.program.sight, self.program.words("en")
        where, sees, at = sight.of_things(position.parts), sight.by_seat[seat], position.at
        table, fields, pending = position.table, position.fields, position.pending
        if pending is not None:
            number = pending[0]
            if number in self.questions and match.decision is not None and match.decision.seat == seat:
                row[self.questions[number]] = 1
        for read in looks.reads:
            value = table[read.entity] if read.field < 0 else fields[read.field][read.entity]
            if read.looker is None or words.sees(seat, sight.of_field(position.parts, *read.looker)):
                known: Sequence[Any] = value if read.type.many else (value,)
                if read.type.kind == "thing":
                    known = [one for one in known if one < 0 or sees[where[one]]]
                put(row, read.first, known, read.columns)
        for of_thing in looks.of_things:
            first = of_thing.firsts[at[of_thing.thing] + 1]
            if first >= 0 and sees[where[of_thing.thing]]:
                value = fields[of_thing.field][of_thing.thing]
                put(row, first, value if of_thing.type.many else (value,), of_thing.columns)
        for thing, space in enumerate(at[:-1]):
            lying = looks.lying[space] if space >= 0 else None
            if lying is None or (self.holders[space] >= 0 and not sees[where[self.holders[space]]]):
                continue
            if sees[where[thing]]:
                if lying[thing] >= 0:
                    row[lying[thing]] += 1
            elif looks.unseen[space] >= 0 and words.counts(seat, space):
                row[looks.unseen[space]] += 1
        on = position.on
        for space, tops in looks.tops:
            holder = self.holders[space]
            if holder >= 0 and not sees[where[holder]]:
                continue
            if on[space] and sees[where[on[space][-1]]] and tops[on[space][-1]] >= 0:
                row[tops[on[space][-1]]] = 1


def put(row: Row, first: int, values: Sequence[Any], columns: Sequence[int]) -> None:
    """Write a value, or the members of a set, into their columns."""
    for one in values:
        if not columns:
            row[first] += one
        elif columns[one + 1] >= 0:
            row[first + columns[one + 1]] += 1

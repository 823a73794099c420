"""Write the actions and rows of a game as one list of numbers, for native code (native/rows.c)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ai.actions import ActionBlock
from rulewright.ai.game_knowledge import GameKnowledge
from rulewright.ai.observations import ObservedThingField, ObservedValue, SeatReader
from rulewright.ai.seat_relative import unlearnable
from rulewright.dsl.checked import Type
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.emit.c.description import CellPart, Description
from rulewright.interpreter.emit.c.held import BitWord, ListStorage, Scalar

MENU, LINES, ONE = 1, 2, 3
KINDS = {"number": 0, "thing": 2, "space": 3}
"""The kinds of parts of options in native code; anything else is 1."""
NUMBER, VALUE, BITS, LIST = range(4)
"""How something is stored and read."""


class ObservationPlan:
    """The list of numbers, while it is made."""

    def __init__(self, known: GameKnowledge, description: Description) -> None:
        self.known = known
        self.description = description
        self.numbers: list[int] = [0, 0, 0, 0]
        self.put: dict[tuple[int, ...], int] = {}
        self.ones = {cell.place: cell for cell in description.cells if cell.kind == "one"}
        self.each = {cell.place: cell for cell in description.cells if cell.kind == "each" and not cell.direction}
        observing, program = known.observing, known.numbering.program
        if program.sight.looked_into:
            raise unlearnable(
                Phrase("in-who-sees-a-field-hangs-on", game=known.numbering.game.name), Phrase("play-it-one-game-after-the-other")
            )
        asks = range(len(program.asks))
        self.numbers[0] = self.add([self.question(number) for number in asks])
        self.numbers[1] = self.add([observing.questions.get(number, -1) for number in asks])
        self.numbers[2] = self.add(observing.holders)
        self.numbers[3] = self.add([self.looks(looks) for looks in observing.seats])

    def add(self, numbers: Sequence[int]) -> int:
        """Add some numbers, unless they are there already; return where they begin."""
        key = tuple(numbers)
        if key not in self.put:
            self.put[key] = len(self.numbers)
            self.numbers += key
        return self.put[key]

    def question(self, number: int) -> int:
        ask = self.known.numbering.program.asks[number]
        blocks = self.known.numbering.by_question[number]
        kind = {"menu": MENU, "lines": LINES}.get(ask.kind, ONE)
        return self.add([kind, max(1, len(ask.types)), *(self.block(block, ask.types) for block in blocks)])

    def block(self, block: ActionBlock, types: Sequence[Type]) -> int:
        found = [block.first, block.size, len(block.digits)]
        for part, digit in zip(block.parts, block.digits, strict=True):
            what = self.add([one for row in digit.what for one in row]) if digit.what else -1
            where = self.add([one for row in digit.where for one in row]) if digit.where else -1
            lengths = [len(rows[0]) if rows else 0 for rows in (digit.what, digit.where)]
            kind = KINDS.get(types[part].kind, 1)
            found += [part, digit.size, kind if digit.what else 0, what, lengths[0], where, lengths[1]]
        return self.add(found)

    def looks(self, looks: SeatReader) -> int:
        reads = [one for one in map(self.read, looks.reads) if one is not None]
        of_things = [one for one in map(self.read_of_thing, looks.of_things) if one is not None]
        lying = [0 if columns is None else self.add(columns) for columns in looks.lying]
        tops = [number for space, columns in looks.tops for number in (space, self.add(columns))]
        return self.add([
            len(reads), self.add([number for read in reads for number in read]),
            len(of_things), self.add([number for read in of_things for number in read]),
            self.add(lying), self.add(looks.unseen), len(looks.tops), self.add(tops),
        ])  # fmt: skip

    def read(self, read: ObservedValue) -> tuple[int, ...] | None:
        """Return a value of the table, or of one of the lists of fields; None if no rule reads it, so that nobody keeps it."""
        cell = self.ones.get(read.entity) if read.field < 0 else self.each.get(read.field)
        if cell is None:
            return None
        place = self.place_in(cell, 0 if read.field < 0 else 1 + read.entity)
        return (place, read.first, *self.how(cell, read.columns))

    def read_of_thing(self, read: ObservedThingField) -> tuple[int, ...] | None:
        cell = self.each.get(read.field)
        if cell is None:
            return None
        place = self.place_in(cell, 1 + read.thing)
        return (place, read.thing << 32 | self.add(read.firsts), *self.how(cell, read.columns))

    def place_in(self, cell: CellPart, number: int) -> int:
        """Return where one of the values of a cell is."""
        return cell.part.offset + number * cell.part.held.size

    def how(self, cell: CellPart, columns: Sequence[int]) -> tuple[int, ...]:
        """Return how a cell is stored, and its columns."""
        held, things = cell.part.held, int(cell.part.type.kind == "thing")
        table = self.add(columns) if columns else 0
        if isinstance(held, BitWord):
            return (held.width, BITS, table, things, 0, 0)
        if isinstance(held, ListStorage):
            return (2, LIST, table, things, held.first, held.element.width)
        assert isinstance(held, Scalar)
        return (held.width, VALUE if columns else NUMBER, table, things, 0, 0)

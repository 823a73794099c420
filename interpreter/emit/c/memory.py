"""Lay out the positions of a program in flat memory, for C and for the codec in Python.

A position is a fixed part, then the frames, then the options of the pending question. Nothing in it is a pointer.
"""

from __future__ import annotations

from attrs import define, frozen

from rulewright.interpreter.emit.c.held import (
    NUMBER,
    NUMBERS_ROOM,
    SHARED_ROOM,
    RowStorage,
    Scalar,
    Storage,
    Universe,
    padded,
    placed,
    reference,
)
from rulewright.interpreter.passes.sortedness import Sortedness
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, LoweredProgram, Routine, Variable

HEADER = 8
LARGEST_FRAME = 0x7FFF
"""Where a result is wanted in a frame is a number of sixteen bits with a sign."""
"""Bytes of a frame before its slots: the block, where the frame below begins, where it wants the result, the routine."""
DEEPEST = 200
"""How many frames of routines that carry each other out in a circle there is room for."""
MOST_STACK = 96 * 1024
MOST_OPTIONS_BYTES = 48 * 1024

# The parts that every position has, in this order, each with its width in bytes.
HEAD = (
    ("chance", 16),  # two words, the lower one first
    ("budget", 8),
    ("decisions", 8),
    ("used", 4),  # bytes of all that is used
    ("options", 4),  # where the options of the pending question begin
    ("weights", 4),  # where their weights begin, if chance decides; else 0
    ("count", 4),  # how many answers there are to the pending question, passing included
    ("stack_end", 4),  # where the frames end
    ("frame", 4),  # where the topmost frame begins; 0 if there is none
    ("question", 4),  # the pending question, or -1
    ("seat", 2),
    ("passable", 1),
    ("asked", 1),  # other questions that stop the game, besides real choices: 1 chance, 2 those with nothing to choose
    ("forced", 1),  # whether the pending question leaves nothing to choose
    ("over", 1),
    ("winners", 1),  # how many have won
)


@frozen
class Member:
    """One part of the fixed part: where it lies, and how many there are of it."""

    name: str
    offset: int
    held: Storage
    count: int = 1
    array: bool = False


@frozen
class FrameLayout:
    """The frame of one routine: where its slots lie; a slot that nothing is kept in has none."""

    routine: Routine
    slots: dict[int, tuple[int, Storage]]
    size: int


@define
class OptionLayout:
    """How the options of a question are held: as bits, or as a list of combinations."""

    number: int
    kind: str
    """`options`, `menu`, `text`, `chance` or `die`."""
    parts: tuple[Storage, ...]
    bits: int
    """64 or 128 where one set is held as bits, else 0."""

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where the parts of a combination lie."""
        return placed(self.parts, 0)[0]

    @property
    def stride(self) -> int:
        """How many bytes a combination takes."""
        return padded(placed(self.parts, 0)[1], max(part.alignment for part in self.parts))


class MemoryLayout:
    """The flat memory of one program's positions."""

    def __init__(self, program: LoweredProgram, universe: Universe, orders: Sortedness, piles: dict[int, int]) -> None:
        """Take a program; `piles` says how many things may ever lie on each space that is a pile."""
        self.program = program
        self.universe = universe
        self.orders = orders
        self.piles = piles
        self.thing = reference(universe.things)
        self.members: dict[str, Member] = {}
        self.end = 0
        self.frames: dict[int, FrameLayout] = {}
        for routine in program.routines:
            if routine.waits:
                self.frames[routine.number] = self.frame_of(routine)
        self.derived: list[tuple[str, Storage, int]] = []
        """Parts that follow from others, asked for while the program is written."""
        self.questions: dict[int, OptionLayout] = {}

    # ---- how single things are held

    def cell(self, cell: Cell) -> Storage:
        """Return how to hold the values of a cell; lists of numbers without a known limit share some room."""
        most = self.orders.most.get(cell, max(NUMBERS_ROOM, SHARED_ROOM // max(1, cell.size)))
        return self.universe.storage(cell.type, cell not in self.orders.unordered, most)

    def variable(self, variable: Variable) -> Storage:
        """Return how to hold a variable."""
        return self.universe.storage(variable.type, variable not in self.orders.unordered, self.orders.most.get(variable, -1))

    def result(self, routine: Routine) -> Storage | None:
        """Return how to hold a routine's result on its way to the caller."""
        if routine.gives is None:
            return None
        return self.universe.storage(routine.gives, routine not in self.orders.unordered, self.orders.most.get(routine, -1))

    def row(self, routine: Routine, slot: int) -> RowStorage:
        """Return how to hold rows of choices."""
        kept = next((one for one in keeps_of(self.program, routine, slot) if one.values), None)
        types = routine.rows[slot]
        columns = (
            tuple(self.universe.storage(of, False) for of in types)
            if kept is None
            else tuple(self.variable(one) for one in kept.values)
        )
        return RowStorage(columns, max(1, self.universe.players), f"Rows{routine.number}x{slot}")

    def frame_of(self, routine: Routine) -> FrameLayout:
        """Lay out the slots of a routine's frames: the widest first, so that no byte lies idle between them."""
        held: dict[int, Storage] = {}
        for slot, variable in enumerate(routine.variables):
            held[slot] = self.row(routine, slot) if slot in routine.rows else self.variable(variable)
        order = sorted(held, key=lambda slot: (-held[slot].alignment, slot))
        offsets, end = placed(tuple(held[slot] for slot in order), HEADER)
        if end > LARGEST_FRAME:
            raise NotImplementedError("a frame that large")
        return FrameLayout(routine, {slot: (at, held[slot]) for slot, at in zip(order, offsets)}, padded(end, 8))

    # ---- the fixed part

    def add(self, name: str, held: Storage, count: int = 1, array: bool = False) -> None:
        """Add one more part."""
        offset = padded(self.end, held.alignment)
        self.members[name] = Member(name, offset, held, count, array)
        self.end = offset + held.size * count

    def lay_out(self) -> None:
        """Place everything, when all that is wanted is known."""
        for name, width in HEAD:
            whole = Scalar(min(width, 8), -(2 ** (8 * width - 1)), 2 ** (8 * width - 1) - 1)
            self.add(name, whole, width // whole.width, width > whole.width)
        universe = self.universe
        space = reference(universe.spaces)
        parts: list[tuple[str, Storage, int, bool]] = [
            ("winner", reference(universe.players), max(1, universe.players), True),
            ("at", space, universe.things + 1, True),
        ]
        if self.piles:
            parts.append(("lengths", reference(universe.things + 1), len(self.piles), True))
            parts.append(("pile", self.thing, max(1, sum(self.piles.values())), True))
        for cell in self.program.cells:
            count = cell.size + 1 if cell.kind == "each" else 1
            parts.append((f"c{cell.number}", self.cell(cell), count, cell.kind == "each"))
        parts += [(name, held, count, True) for name, held, count in self.derived]
        for name, held, count, array in sorted(parts, key=lambda part: -part[1].alignment):
            self.add(name, held, count, array)
        self.end = padded(self.end, 8)

    @property
    def pile_places(self) -> dict[int, int]:
        """Where the things of each pile begin, in the list of all piles'."""
        places: dict[int, int] = {}
        start = 0
        for space, room in self.piles.items():
            places[space] = start
            start += room
        return places

    # ---- how large it may become

    @property
    def stack_room(self) -> int:
        """How many bytes the frames may take at most."""
        calls: dict[int, set[int]] = {number: set() for number in self.frames}
        for block in self.program.blocks:
            match block.end:
                case nodes.BeginRoutine(routine=begun) if begun.waits:
                    calls[block.routine.number].add(begun.number)
                case nodes.BeginCard():
                    begun_cards = {card.number for card in self.program.cards if card is not None and card.waits}
                    calls[block.routine.number] |= begun_cards
        known: dict[int, int] = {}

        def deepest(number: int, above: tuple[int, ...]) -> int:
            if number in above:
                return MOST_STACK
            if number not in known:
                inner = max((deepest(one, (*above, number)) for one in calls[number]), default=0)
                known[number] = min(MOST_STACK, self.frames[number].size + inner)
            return known[number]

        return max((deepest(number, ()) for number in self.frames), default=0) + HEADER

    @property
    def options_room(self) -> int:
        """How many bytes the options of a question may take at most."""
        most = 0
        for asked in self.questions.values():
            if asked.bits:
                most = max(most, asked.bits // 8 + 4 * asked.bits)
                continue
            count = 1
            for part in asked.parts:
                assert isinstance(part, Scalar)
                count *= 4096 if part == NUMBER else part.most + 1
            most = max(most, min(MOST_OPTIONS_BYTES, count * (asked.stride + 4) + 16))
        return padded(most, 8)

    @property
    def size(self) -> int:
        """How many bytes a position that is played takes; most need far fewer."""
        return self.end + self.stack_room + self.options_room + 16


def keeps_of(program: LoweredProgram, routine: Routine, slot: int) -> list[nodes.AppendRow]:
    """Return the statements that add to the rows of a slot."""
    return [
        statement
        for block in program.blocks
        if block.routine is routine
        for statement in block.body
        if isinstance(statement, nodes.AppendRow) and statement.rows.slot == slot
    ]

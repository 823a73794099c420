"""Where everything lies in the flat memory of one program's positions, as data that can be kept: for the codec in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import Storage
from rulewright.interpreter.emit.c.keys import KeyFunctions
from rulewright.interpreter.emit.c.memory import OptionLayout
from rulewright.interpreter.position.questions import QuestionInfo

if TYPE_CHECKING:
    from rulewright.interpreter.emit.c.program import CProgram
    from rulewright.interpreter.program.nodes import Routine


@frozen
class DescribedPart:
    """One part of the fixed part: where it begins, how one of it is held, how many there are, and what they are."""

    offset: int
    held: Storage
    count: int
    type: Type


@frozen
class CellPart:
    """A cell: which list of a position of Python it is (`place`), and where it lies; of `each`, the blank comes first."""

    kind: Literal["one", "each"]
    place: int
    direction: bool
    part: DescribedPart


@frozen
class SlotPart:
    """A slot of a frame: where it lies in it; of rows, the types of the columns."""

    offset: int
    held: Storage
    types: tuple[Type, ...]


@frozen
class FramePart:
    """The frames of one routine."""

    size: int
    slots: tuple[SlotPart, ...]

    def slot_at(self, offset: int) -> int:
        """Return the slot that lies at a place, -1 if there is none."""
        return next((number for number, slot in enumerate(self.slots) if slot.offset == offset), -1)


@frozen
class QuestionPart:
    """A question: how its options are held, what they are, and which slots of the frame that asks still matter."""

    asked: OptionLayout
    ask: QuestionInfo
    live: tuple[int, ...]


@frozen
class Description:
    """All of it."""

    head: dict[str, DescribedPart]
    cells: tuple[CellPart, ...]
    players: int
    things: int
    spaces: int
    piles: dict[int, tuple[int, int]]
    """Of each space that is a pile, where its things begin in the list of all piles', and how many it has room for."""
    routines: dict[int, int]
    """By the label of a block: its routine."""
    live: dict[int, tuple[int, ...]]
    """By the label of a block: the slots that still matter there."""
    frames: dict[int, FramePart]
    questions: dict[int, QuestionPart]
    texts: tuple[str, ...]
    start: int
    """Where the frames begin."""
    limit: int
    """Where they end at the latest."""
    scored: bool


def describe_program(written: CProgram) -> Description:
    """Describe a program that has been written."""
    memory, program = written.memory, written.program
    keys = KeyFunctions(program, memory, written.alike)
    number = Type("number")
    types = {"winner": Type("player"), "at": Type("space"), "pile": Type("thing")}
    cells = {f"c{cell.number}": cell for cell in program.cells}
    parts = {
        name: DescribedPart(
            member.offset, member.held, member.count, cells[name].type if name in cells else types.get(name, number)
        )
        for name, member in memory.members.items()
    }
    asked = keys.asked_slots()
    return Description(
        head={name: part for name, part in parts.items() if name not in cells},
        cells=tuple(CellPart(cell.kind, cell.place, cell.direction, parts[name]) for name, cell in cells.items()),
        players=written.universe.players,
        things=written.universe.things,
        spaces=written.universe.spaces,
        piles={space: (start, memory.piles[space]) for space, start in memory.pile_places.items()},
        routines={block.label: block.routine.number for block in program.blocks},
        live=program.live,
        frames={routine.number: frame_part(written, routine) for routine in program.routines if routine.waits},
        questions={
            asks: QuestionPart(found, program.questions[asks], tuple(sorted(asked[asks][1])))
            for asks, found in memory.questions.items()
        },
        texts=tuple(written.texts),
        start=memory.end,
        limit=memory.end + memory.stack_room,
        scored=written.scored,
    )


def frame_part(written: CProgram, routine: Routine) -> FramePart:
    """Return where the slots of a routine's frames lie."""
    frame = written.memory.frames[routine.number]
    slots = []
    for slot, variable in enumerate(routine.variables):
        offset, held = frame.slots[slot]
        slots.append(SlotPart(offset, held, routine.rows.get(slot, (variable.type,))))
    return FramePart(frame.size, tuple(slots))

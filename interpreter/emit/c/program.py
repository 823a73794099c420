"""Write a lowered program as one C program, and describe its flat memory for those that talk with it.

The text joins the parts that every game has (interpreter/native/*.c) and those that are written for this one. Only numbers of
a rulebook get there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.answers import AnswerWriter
from rulewright.interpreter.emit.c.blocks import Blocks
from rulewright.interpreter.emit.c.description import Description, describe_program
from rulewright.interpreter.emit.c.entries import EntryPoints
from rulewright.interpreter.emit.c.functions import FunctionWriter
from rulewright.interpreter.emit.c.held import ListStorage, Universe, reference, universe_of
from rulewright.interpreter.emit.c.keys import KeyFunctions
from rulewright.interpreter.emit.c.memory import DEEPEST, MemoryLayout
from rulewright.interpreter.emit.c.position import PositionWriter
from rulewright.interpreter.emit.c.sights import SightFunctions
from rulewright.interpreter.emit.c.tables import TableWriter
from rulewright.interpreter.passes.coverage_points import coverage_points
from rulewright.interpreter.passes.sortedness import Sortedness, initial_cells
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.position import CHANCE, FORCED
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Cell, Function, LoweredProgram, Routine
from rulewright.interpreter.program.queries import called_in, everything_in, recursive_ones

DEEPEST_FRAMES = 400
IDENTITY_DIGITS = 15
SCRATCH = 128 * 1024
SOURCES = Path(__file__).parents[2] / "native"
MOST_THING_BYTES = 16 * 1024
"""The contents of spaces are held as bits if that takes no more bytes than these."""


def piles_of(program: LoweredProgram) -> dict[int, int]:
    """Return how many things may ever lie on each space that is a pile."""
    world, layout = program.world, program.layout
    kinds = layout.areas.kinds_at()
    return {
        space: sum(world.size[world.game.kinds[name]] for name in kinds[space])
        for space, info in enumerate(world.spaces)
        if info.kind == "pile"
    }


class CProgram:
    """A program while it is written as C."""

    def __init__(
        self,
        program: LoweredProgram,
        universe: Universe | None = None,
        initial: Mapping[Cell, list[Any]] | None = None,
        piles: Mapping[int, int] | None = None,
        alike: tuple[int, ...] | None = None,
    ) -> None:
        """Take a program; find in its layout all the rest that is not given."""
        self.program = program
        self.universe = universe_of(program.world) if universe is None else universe
        self.initial = initial_cells(program) if initial is None else dict(initial)
        self.orders = Sortedness(program, self.initial, program.unseen)
        self.piles = dict(piles_of(program) if piles is None else piles)
        self.alike = tuple(program.layout.alike() if alike is None else alike)
        self.memory = MemoryLayout(program, self.universe, self.orders, self.piles)
        count = self.universe.things
        bits = 0 if not count or count > 128 else 64 if count <= 64 else 128
        self.bits = bits if self.universe.spaces * bits // 8 <= MOST_THING_BYTES else 0
        self.used: set[str] = set()
        self.texts: list[str] = [""]
        self.tables = TableWriter(program, self.universe)
        self.positions = PositionWriter(program, self.memory, self.bits)
        self.named: set[Function | Routine] = set()
        self.pending: list[Callable[[], None]] = []
        self.prototypes: list[str] = []
        self.functions: list[str] = []
        self.begun_routines: dict[int, None] = {}
        self.tried: dict[Routine, str] = {}
        self.counting = coverage_points(program)
        self.recursive = self.find_recursive()
        self.score = self.find_score()
        self.source = self.write()

    # ---- functions and routines, written when they are first used

    def function(self, function: Function) -> str:
        """Return the name of a function, and write the function if it is new."""
        return self.wanted(function, f"g{function.number}", lambda: FunctionWriter(self, function).function())

    def routine(self, routine: Routine) -> str:
        """Return the name of a routine that does not wait, and write the routine if it is new."""
        return self.wanted(routine, f"carry{routine.number}", lambda: FunctionWriter(self, routine).routine())

    def put_aside(self, routine: Routine) -> str:
        """Return the type that holds what a trial of a routine puts aside."""
        self.tried[routine] = f"aside{routine.number}"
        return self.tried[routine]

    def need_routine(self, routine: Routine) -> None:
        """Note that a routine that waits is needed."""
        if routine.number not in self.begun_routines:
            self.begun_routines[routine.number] = None
            blocks = [block for block in self.program.blocks if block.routine is routine]
            self.pending.append(lambda: self.finished(*Blocks(self, routine, blocks).function()))

    def wanted(self, what: Function | Routine, name: str, write: Callable[[], tuple[str, str]]) -> str:
        """Return a name, and see to it that what it names is written sooner or later."""
        if what not in self.named:
            self.named.add(what)
            self.pending.append(lambda: self.finished(*write()))
        return name

    def finished(self, prototype: str, text: str) -> None:
        """Add a function that has been written."""
        self.prototypes.append(prototype)
        self.functions.append(text)

    def text(self, text: str) -> int:
        """Return the number of a text."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def find_recursive(self) -> set[Function | Routine]:
        """Return the functions, and the routines that do not wait, that may call themselves."""
        calls: dict[Any, set[Any]] = {}
        for function in self.program.functions:
            calls[function] = set(called_in(function.value))
        cards = {card for card in self.program.cards if card is not None and not card.waits}
        for routine in self.program.routines:
            if not routine.waits:
                inside = list(everything_in(routine.body))
                calls[routine] = set(called_in(routine.body))
                if any(isinstance(one, nodes.CallCard) for one in inside):
                    calls[routine] |= cards
        return recursive_ones(calls)

    def find_score(self) -> Cell | None:
        """Return the cell that holds the score, if rules change it."""
        score = None if self.program.world is None else self.program.world.game.score
        return next((cell for cell in self.program.cells if score is not None and cell.declared is score), None)

    @property
    def scored(self) -> bool:
        """Whether there are scores."""
        return self.score is not None

    def describe(self) -> Description:
        """Return where everything lies, for those that talk with the library."""
        return describe_program(self)

    def is_recursive(self, what: Function | Routine) -> bool:
        """Return whether a function or routine may call itself."""
        return what in self.recursive

    # ---- the whole

    def write(self) -> str:
        """Write the whole program."""
        program = self.program
        entries, answers, positions = EntryPoints(self), AnswerWriter(self), self.positions
        beginning = entries.begin_with(program.main, "begin_main", "void")
        opening = entries.begin_with(program.opening, "carry_out_opening", "int")
        outlook = None if program.world is None else program.world.game.outlook
        outlook_of = "" if outlook is None else self.function(program.asked_for[outlook])
        lookers = {
            own: self.function(program.asked_for[own])
            for own in ([] if program.world is None else program.world.game.fields)
            if own.lookers is not None
        }
        while self.pending:
            self.pending.pop()()
        keys = KeyFunctions(program, self.memory, self.alike)
        asking = {number: routine for number, (routine, _) in keys.asked_slots().items()}
        sights = SightFunctions(program, self.memory, self.universe, asking, lookers)
        positions.derive_all()
        self.memory.lay_out()
        parts = [
            HEADING,
            self.limits(),
            self.own("numbers"),
            COUNTED if self.counting.spans else "",
            self.types(),
            self.own("sets"),
            self.kept_types(),
            positions.structure(),
            *self.tables.definitions,
            positions.pile_tables(),
            positions.derived_moves(),
            keys.before(),
            sights.before(),
            self.own("things"),
            self.frames(),
            positions.puts(),
            positions.putting_aside(self.tried),
            positions.relink(),
            positions.derive(),
            answers.options_types(),
            *self.prototypes,
            "\n".join(self.functions),
            entries.go_on(),
            beginning,
            opening,
            answers.answer(),
            answers.packing(),
            entries.scores(self.score),
            entries.outlooks(outlook_of),
            self.own("playing"),
            self.own("figures"),
            self.own("calls"),
            self.own("keys"),
            keys.after(),
            *map(self.own, ("records", "counting", "plies", "walk")),
            self.own("places") if self.counting.spans else "",
            sights.after(),
            self.own("sights"),
            self.own("tree"),
            self.own("alpha_beta") if self.universe.players == 2 else "",
            self.own("rows"),
        ]
        text = "\n".join(part for part in parts if part)
        # A library says of which program it is, so that no other one is taken for it.
        self.identity = int(hashlib.sha256(text.encode("ascii")).hexdigest()[:IDENTITY_DIGITS], 16)
        return f"{text}\nEXPORT i64 identity(void) {{ return {self.identity}LL; }}\n"

    def own(self, name: str) -> str:
        """Read a part that every game has."""
        return (SOURCES / f"{name}.c").read_text(encoding="utf-8")

    def limits(self) -> str:
        """Write the numbers that the parts for every game use."""
        universe, memory = self.universe, self.memory
        names: dict[str, int] = {
            "LARGEST_NUMBER": runtime.LARGEST_NUMBER,
            "LARGEST_SET": runtime.LARGEST_SET,
            "MOST_OPTIONS": runtime.MOST_OPTIONS,
            "ASKED_CHANCE": CHANCE,
            "ASKED_FORCED": FORCED,
            "MOST_TRIES": runtime.MOST_TRIES,
            "MOST_PASSES": runtime.MOST_PASSES,
            "USED_AGAIN": runtime.used_again(self.program.patient),
            "MOST_AGAIN": runtime.MOST_AGAIN,
            "MOST_DECISIONS": runtime.MOST_DECISIONS,
            "DEEPEST_FUNCTIONS": DEEPEST,
            "DEEPEST_FRAMES": DEEPEST_FRAMES,
            "SCRATCH": SCRATCH,
            "PLAYERS": max(1, universe.players),
            "SPACES": universe.spaces,
            "THINGS": universe.things,
            "HAS_PILES": int(bool(self.piles)),
            "THING_BITS": self.bits,
            "STACK_START": memory.end,
            "STACK_LIMIT": memory.end + memory.stack_room,
            "POSITION_SIZE": memory.size,
        }
        if self.counting.spans:
            names["PLACES"] = len(self.counting.spans)
        return "".join(f"#define {name} {value}{'LL' if value > 2**31 else ''}\n" for name, value in names.items())

    def types(self) -> str:
        """Write the types that depend on how many there are of everything."""
        thing, space = self.memory.thing, reference(self.universe.spaces)
        lines = [f"typedef {thing.name} Thing;", f"typedef {space.name} Space;"]
        bits = self.bits or 64
        lines.append(f"typedef u{bits} Things;")
        lines += [f"#define {name}_thing{'s' if name == 'count' else ''} {name}{bits}" for name in ("count", "first", "last")]
        wide = self.universe.bits(Type("thing", many=True)) or 64
        lines.append(f"#define LIST_OF_THINGS(w, set) list_of{wide}x{thing.width}(w, set)")
        return "\n".join(lines) + "\n"

    def kept_types(self) -> str:
        """Write the types in which sets are kept, and lists of things and of players."""
        lines = [f"typedef Seq{self.memory.thing.width} Seq;", f"typedef Seq{reference(self.universe.players).width} Players;"]
        held = {self.memory.cell(cell) for cell in self.program.cells}
        for frame in self.memory.frames.values():
            for _, one in frame.slots.values():
                held |= {one} if not hasattr(one, "columns") else set(one.columns)
        for routine in self.program.routines:
            held |= {self.memory.variable(variable) for variable in routine.variables if variable.type.kind != "nothing"}
            result = self.memory.result(routine)
            held |= set() if result is None else {result}
        for one in sorted({one for one in held if isinstance(one, ListStorage)}, key=lambda one: one.name):
            lines.append(f"typedef struct {{ u16 count; {one.element.name} item[{one.room}]; }} {one.name};")
            lines.append(f'_Static_assert(sizeof({one.name}) == {one.size}, "");')
        lines.append("typedef struct { u16 block; i16 result; u16 below, depth; } Header;")
        return "\n".join(lines) + "\n"

    def frames(self) -> str:
        """Write the frames of the routines that may wait."""
        blocks: dict[int, list[Block]] = {}
        for block in self.program.blocks:
            blocks.setdefault(block.routine.number, []).append(block)
        return "\n".join(
            Blocks(self, routine, blocks[routine.number]).structure() for routine in self.program.routines if routine.waits
        )


COUNTED = """/* Of the game that is played, each thread its own: how often it has come to each place of the rulebook that
   counts, and whether it has tried out to come there. */
#define TRIED (1u << 31)
#define COME_TO(place) (trying ? (counted[place] |= TRIED) : counted[place]++)
static _Thread_local u32 counted[PLACES];
static _Thread_local int trying;
"""
HEADING = """/* One game of Rulewright, written by interpreter/emit/c: positions in flat memory, and what takes them on.

   position_size()                     how many bytes a position takes that is played; `used(p)` of them are in use, and what
                                       is kept needs no more
   identity()                          which program this is: a digest of its text
   settle(p)                           works out the parts of a position that follow from others
   open_game(p)                        carries out what is the same at the beginning of every game
   start(p, opened, seed, asked)       begins a game on a copy of an opened position; how many options there are
   resume(p)                           goes on where a position is between two questions
   choose(p, place)                    answers by an option; how many options there are next, 0 at the end, -1 if this cannot
                                       be done here (then the position is as it was), -2 if there is no such option
   choose_text(p, text)                answers with the number of a text
   at_random(p)                        draws an option
   options(p), list_options(p, v, w, room)    how many answers there are; the options' values, row by row, and their weights
   ask(p, question, seat, ...)         leaves a question in a position
   playout(p, seed)                    plays on at random to the end; how it ended (2 over, 3 too long, 4 not done)
   playouts(from, ...)                 many such games, from copies
   copy(to, from), over(p)             a copy, and whether the game is over
   key(p, digest), canonical(p, out, room), same(one, other)    positions for comparing
   look(p, seat, digest, moves, room)  goes on to the next choice among several; who chooses, what that seat sees, and what the
                                       options are to it
   reseed(p, seed)                     all chance to come is another
   short_playouts(from, most, ...)     such games, cut short after so many decisions
   outlooks(p, found)                  how well each seat stands; whether that could be worked out
   begin_rows(rows, opened), step_rows(rows, opened, actions)   very many games side by side, for who learns; row_of(rows,
                                       game, seat, row) is what a seat sees of one

   Nothing is shared: different positions may be played at the same time. */
"""

"""Small lowered programs put together by hand, made into libraries."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TRUTH, Type
from rulewright.interpreter.emit.c.held import Universe
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.native import build
from rulewright.interpreter.native.flat_memory import PositionCodec
from rulewright.interpreter.native.library import NativeLibrary, NativePosition
from rulewright.interpreter.passes.liveness import live_slots
from rulewright.interpreter.position import position
from rulewright.interpreter.position.chance import first_state
from rulewright.interpreter.position.questions import QuestionInfo
from rulewright.interpreter.program.nodes import (
    Cell,
    Expression,
    FixedSet,
    LoweredProgram,
    ReadVariable,
    Routine,
    Value,
    Variable,
)
from tests.shared import FOLDER

THING, VALUE = Type("thing", "disc"), Type("value", "hue")
NUMBERS, SPACES, THINGS, PLAYERS = (Type(one.kind, one.name, many=True) for one in (NUMBER, SPACE, THING, PLAYER))
# A trap says less than a message, and is compiled in two thirds of the time.
SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fsanitize-undefined-trap-on-error", *build.FLAGS[1:])
"""How to build what looks at each access to memory; Python then has to be started with libasan before all else."""
QUICK = SANITIZED if os.environ.get("RULEWRIGHT_SANITIZED") else ("-O0", "-g", *build.FLAGS[1:])
# Three players, six spaces of which the last is a pile, eight discs: 0 to 5 alike, and 6 and 7.
UNIVERSE = Universe(3, 6, 8, 0, {"hue": 3}, {"disc": (0, 8)})
PILES = {5: 8}
ALIKE = (0, 0, 0, 0, 0, 0, 1, 1)
STARTS = (0, 0, 2, 2, 5, 5, 5, -1)


class Handmade:
    """A program that is being put together."""

    def __init__(self) -> None:
        self.tables: list[Any] = []
        self.cells: list[Cell] = []
        self.initial: dict[Cell, list[Any]] = {}
        self.routines: list[Routine] = []
        self.blocks: list[Any] = []
        self.questions: list[QuestionInfo] = []
        self.variables = 0

    def table(self, *entries: Any) -> int:
        """One more table, its blank the last entry."""
        self.tables.append(entries)
        return len(self.tables) - 1

    def one(self, of: Type, value: Any) -> Cell:
        """Return a cell of the table."""
        place = 2 + sum(cell.kind == "one" for cell in self.cells)
        cell = Cell(len(self.cells), "one", place, of, 1)
        self.cells.append(cell)
        self.initial[cell] = [value]
        return cell

    def each(self, of: Type, holds: Type, values: Sequence[Any]) -> Cell:
        """Return a cell of everything."""
        place = sum(cell.kind == "each" for cell in self.cells)
        cell = Cell(len(self.cells), "each", place, holds, len(values), of)
        self.cells.append(cell)
        self.initial[cell] = list(values)
        return cell

    def variable(self, of: Type, slot: int = -1) -> Variable:
        """Return a variable of an expression, or of a routine."""
        self.variables += 1
        return Variable(self.variables, of, slot, "it")

    def routine(self, *types: Type, parameters: int = 0, gives: Type | None = None, waits: bool = False) -> Routine:
        """Return a routine with the acting player and some more variables, the first of which are parameters."""
        variables = [self.variable(of, slot) for slot, of in enumerate((PLAYER, *types))]
        routine = Routine(len(self.routines), "", tuple(variables[: 1 + parameters]), gives, 0, waits, variables=variables)
        self.routines.append(routine)
        return routine

    def question(self, kind: str, variables: Sequence[Variable], passed: int = -1) -> int:
        """Return a question whose answer goes into some variables."""
        slots = tuple(variable.slot + 2 for variable in variables)
        types = tuple(variable.type for variable in variables)
        self.questions.append(QuestionInfo(kind, None, slots, types, "", passed=passed))  # type: ignore[arg-type]
        return len(self.questions) - 1

    def program(self, main: Routine) -> LoweredProgram:
        """Return the program so far."""
        return LoweredProgram(
            None,
            None,
            self.tables,
            self.cells,
            [],
            self.routines,
            self.blocks,
            self.questions,
            [],
            main,
            None,
            [],
            live=live_slots(self.blocks),
        )

    def native(self, main: Routine) -> tuple[PositionCodec, NativePosition]:
        """Return the program as a library: its codec, and a position before the opening."""
        written = CProgram(self.program(main), UNIVERSE, self.initial, PILES, ALIKE)
        library = NativeLibrary(built(written.source), written.identity, UNIVERSE.players, False)
        flat, first = PositionCodec(written.describe()), NativePosition(library)
        flat.encode(position.Position.beginning(first_state(1), 0, self.lists()), first)
        assert library.open(first)
        return flat, NativePosition(library)

    def lists(self) -> list[Any]:
        """Return the lists of a position at the beginning."""
        on: list[list[int]] = [[thing for thing, at in enumerate(STARTS) if at == space] for space in range(6)]
        table = [*[0] * position.FIRST_CELL, *(self.initial[cell][0] for cell in self.cells if cell.kind == "one")]
        fields = [[*self.initial[cell], blank(cell.type)] for cell in self.cells if cell.kind == "each"]
        return [table, [*STARTS, -1], [*on, []], *fields]


def blank(of: Type) -> Any:
    """Return the value that stands for "nothing"."""
    return () if of.many else {"number": 0, "truth": False, "text": ""}.get(of.kind, -1)


@cache
def built(source: str, flags: tuple[str, ...] = QUICK) -> str:
    """Return the path of a library, which is built once for all tests in all processes."""
    command = build.compiler()
    assert command is not None
    digest = hashlib.sha256("\0".join((source, *command, *flags)).encode()).hexdigest()
    path = FOLDER / f"{digest}{build.SUFFIX}"
    if not path.exists():
        work = build.CompilerRun(source, command, flags)
        assert work.done(120)
        library = work.library()
        assert isinstance(library, bytes), library
        # Another process may build the same: each file has its name only when it is whole.
        aside = path.with_name(f"{digest}-{os.getpid()}")
        aside.write_bytes(library)
        aside.replace(path)
    return str(path)


def number(value: int) -> Value:
    """Return a known number."""
    return Value(NUMBER, value)


def space(value: int) -> Value:
    """Return a known space."""
    return Value(SPACE, value)


def truth(value: bool) -> Value:
    """Return a known truth."""
    return Value(TRUTH, int(value))


def known(of: Type, *members: int) -> FixedSet:
    """Return a known set of these."""
    return FixedSet(Type(of.kind, of.name, many=True), -1, members)


def read(variable: Variable) -> Expression:
    return ReadVariable(variable.type, variable)

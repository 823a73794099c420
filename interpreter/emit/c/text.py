"""The names that the writers of one C function share, and the questions that they may ask the whole program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import BitWord, Storage, Universe
from rulewright.interpreter.emit.c.memory import MemoryLayout
from rulewright.interpreter.emit.c.position import PositionWriter
from rulewright.interpreter.emit.c.tables import TableWriter
from rulewright.interpreter.passes.coverage_points import CoveragePoints
from rulewright.interpreter.passes.sortedness import Sortedness
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Function, LoweredProgram, Routine, Variable

MARK = "before"
"""The C variable that holds what was taken of the scratch memory when a function, or a pass of a loop, began."""


class WholeProgram(Protocol):
    """The whole program, as the writer of one function needs it."""

    program: LoweredProgram
    universe: Universe
    orders: Sortedness
    memory: MemoryLayout
    tables: TableWriter
    positions: PositionWriter
    begun_routines: dict[int, None]
    """The routines that wait and are needed."""
    bits: int
    """How many bits a set of things takes, 64 or 128; 0 where what lies on a space is a chain, not bits."""
    used: set[str]
    counting: CoveragePoints
    """The parts of the rulebook that are counted when a game reaches them, if that is wanted."""

    def function(self, function: Function) -> str:
        """Return the name of a function, which is written if nothing has used it so far."""

    def routine(self, routine: Routine) -> str:
        """Return the name of a routine, which is written if nothing has used it so far."""

    def put_aside(self, routine: Routine) -> str:
        """Return the type that holds what a trial of a routine puts aside."""

    def need_routine(self, routine: Routine) -> None:
        """Note that a routine that waits is needed."""

    def text(self, text: str) -> int:
        """Return the number of a text."""

    def is_recursive(self, what: Function | Routine) -> bool:
        """Return whether a function, or a routine that does not wait, may call itself."""


@frozen
class SetName:
    """A set that has a name in C: bits, or a list, or another structure with a list's `item` and `count`."""

    code: str
    bits: int = 0


class FunctionText:
    """The names of one C function."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole
        self.universe = whole.universe
        self.orders = whole.orders
        self.names: dict[Variable, str] = {}
        self.set_names: dict[Variable, SetName] = {}
        self.number = 0
        self.takes = 0
        """How often anything was written that takes scratch memory."""

    def fresh(self, letter: str = "x") -> str:
        """Return a name that nothing else in the function has."""
        self.number += 1
        return f"{letter}{self.number}"

    def name(self, variable: Variable) -> str:
        """Return the C name of a variable that holds one value."""
        return self.names[variable]

    def set_name(self, variable: Variable) -> SetName:
        """Return the C name of a variable that holds a set."""
        return self.set_names[variable]

    @contextmanager
    def named(self, variable: Variable, name: str) -> Iterator[None]:
        """Give a variable a name for a while."""
        before = self.names.get(variable)
        self.names[variable] = name
        yield
        if before is None:
            del self.names[variable]
        else:
            self.names[variable] = before

    def list_type(self, of: Type) -> str:
        """Return the type of a list of these in C."""
        return f"Seq{self.universe.element(of).width}"

    def took(self) -> None:
        """Note that the code that is being written takes scratch memory."""
        self.takes += 1

    def tidily(self, write: Callable[[], str]) -> str:
        """Write statements after which the scratch memory that they have taken is free again."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark = self.fresh("m")
        return f"{{ Mark {mark} = marked(w); {written} release(w, {mark}); }}"

    def loop_tidily(self, write: Callable[[], str]) -> str:
        """Write statements that free their scratch memory, while a list outside grows and may move to its end."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark = self.fresh("m")
        return f"{{ char *{mark} = w->top; {written} w->top = {mark}; }}"

    def value_tidily(self, write: Callable[[], str]) -> str:
        """Write a value, after which the scratch memory that it has taken is free again."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark, result = self.fresh("m"), self.fresh("r")
        return f"({{ Mark {mark} = marked(w); i64 {result} = {written}; release(w, {mark}); {result}; }})"

    def bits(self, of: Type) -> int:
        """Return how many bits a set of a type takes as bits; 0 if it cannot be held so."""
        return self.universe.bits(of)

    def ascending(self, values: Expression) -> bool:
        """Return whether a set is in ascending order."""
        return self.orders.ascending(values)

    def returns_bits(self, e: nodes.Call) -> int:
        """Return how many bits a function's result has; 0 if it does not give a set as bits."""
        return self.bits(e.type) if e.function not in self.orders.unordered else 0

    def held_name(self, held: Storage, code: str) -> SetName:
        """Return a kept set by its name."""
        return SetName(code, 8 * held.width if isinstance(held, BitWord) else 0)

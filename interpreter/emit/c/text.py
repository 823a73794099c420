"""What the writers of one C function share: its variables' names, and what they may ask of the whole program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import Held, Universe, Word
from rulewright.interpreter.emit.c.memory import Memory
from rulewright.interpreter.emit.c.position import Positions
from rulewright.interpreter.emit.c.tables import Tables
from rulewright.interpreter.passes.coverage_points import Counting
from rulewright.interpreter.passes.sortedness import Orders
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Function, Lowered, Routine, Variable

MARK = "before"
"""The C variable that holds what was taken of the scratch memory when a function, or a pass of a loop, began."""


class Whole(Protocol):
    """What the writer of one function needs of the whole program."""

    program: Lowered
    universe: Universe
    orders: Orders
    memory: Memory
    tables: Tables
    positions: Positions
    begun_routines: dict[int, None]
    """The routines that wait and are needed."""
    bits: int
    """How many bits a set of things takes, 64 or 128; 0 where what lies on a space is a chain, not bits."""
    used: set[str]
    counting: Counting
    """What of the rulebook counts as come to, if that is counted."""

    def function(self, function: Function) -> str:
        """The name of a function, which is written if nothing has used it so far."""

    def routine(self, routine: Routine) -> str:
        """The name of a routine, which is written if nothing has used it so far."""

    def put_aside(self, routine: Routine) -> str:
        """The type of what is put aside while a routine is tried out."""

    def begun(self, routine: Routine) -> None:
        """A routine that waits is needed."""

    def text(self, text: str) -> int:
        """The number of a text."""

    def is_recursive(self, what: Function | Routine) -> bool:
        """Whether a function, or a routine that does not wait, may come to itself."""


@frozen
class SetName:
    """A set that has a name in C: bits, or a list, or what has a list's `item` and `count`."""

    code: str
    bits: int = 0


class Text:
    """The names of one C function."""

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        self.universe = whole.universe
        self.orders = whole.orders
        self.names: dict[Variable, str] = {}
        self.set_names: dict[Variable, SetName] = {}
        self.number = 0
        self.takes = 0
        """How often anything was written that takes scratch memory."""

    def fresh(self, letter: str = "x") -> str:
        """A name that nothing else in the function has."""
        self.number += 1
        return f"{letter}{self.number}"

    def name(self, variable: Variable) -> str:
        """How a variable that holds one value is read and written."""
        return self.names[variable]

    def set_name(self, variable: Variable) -> SetName:
        """How a variable that holds a set is read."""
        return self.set_names[variable]

    @contextmanager
    def named(self, variable: Variable, name: str) -> Iterator[None]:
        """While a variable has a name."""
        before = self.names.get(variable)
        self.names[variable] = name
        yield
        if before is None:
            del self.names[variable]
        else:
            self.names[variable] = before

    def list_type(self, of: Type) -> str:
        """The type of a list of these in C."""
        return f"Seq{self.universe.element(of).width}"

    def took(self) -> None:
        """What is being written takes scratch memory."""
        self.takes += 1

    def tidily(self, write: Callable[[], str]) -> str:
        """Statements after which the scratch memory that they have taken is free again."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark = self.fresh("m")
        return f"{{ Mark {mark} = marked(w); {written} release(w, {mark}); }}"

    def loop_tidily(self, write: Callable[[], str]) -> str:
        """The same, but that a list outside, which grows meanwhile, may have moved to the end of the scratch memory."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark = self.fresh("m")
        return f"{{ char *{mark} = w->top; {written} w->top = {mark}; }}"

    def value_tidily(self, write: Callable[[], str]) -> str:
        """A value, after which the scratch memory that it has taken is free again."""
        before = self.takes
        written = write()
        if self.takes == before:
            return written
        mark, result = self.fresh("m"), self.fresh("r")
        return f"({{ Mark {mark} = marked(w); i64 {result} = {written}; release(w, {mark}); {result}; }})"

    def bits(self, of: Type) -> int:
        """How many bits a set of a type takes as bits; 0 if it cannot be held so."""
        return self.universe.bits(of)

    def ascending(self, values: Expression) -> bool:
        """Whether a set is in ascending order."""
        return self.orders.ascending(values)

    def returns_bits(self, e: nodes.Call) -> int:
        """Whether a function gives a set as bits, and how many."""
        return self.bits(e.type) if e.function not in self.orders.unordered else 0

    def held_name(self, held: Held, code: str) -> SetName:
        """A set that is kept somewhere, by its name."""
        return SetName(code, 8 * held.width if isinstance(held, Word) else 0)

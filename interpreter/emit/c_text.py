"""What the writers of one C function share: its variables' names, and what they may ask of the whole program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c_held import Held, Scalar, Universe, Word
from rulewright.interpreter.emit.c_memory import Memory
from rulewright.interpreter.passes.coverage_points import Counting
from rulewright.interpreter.passes.sortedness import Orders
from rulewright.interpreter.program.nodes import Cell, Direction, Expression, Function, Lowered, Routine, Variable

MARK = "before"
"""The C variable that holds what was taken of the scratch memory when a function, or a pass of a loop, began."""


class Whole(Protocol):
    """What the writer of one function needs of the whole program."""

    program: Lowered
    universe: Universe
    orders: Orders
    memory: Memory
    bits: int
    """How many bits a set of things takes, 64 or 128; 0 where what lies on a space is a chain, not bits."""
    used: set[str]
    counting: Counting
    """What of the rulebook counts as come to, if that is counted."""

    def table(self, number: int) -> str:
        """An array of what is found in a table, the blank first."""

    def sets(self, number: int, of: Type) -> str:
        """An array of the sets in a table, the blank first."""

    def fixed(self, members: Sequence[int], of: Type) -> str:
        """A known set."""

    def masks(self, number: int, of: Type) -> str:
        """An array of the sets in a table as bits, the blank first."""

    def masks_by_value(self, number: int, bits: int, most: int) -> str:
        """An array with, for each value in a table, the places where it is found, as bits; nothing first."""

    def next_of(self, direction: Direction) -> str:
        """The array of the next space of each space, the blank first."""

    def axes(self, number: int) -> str:
        """The two directions of each axis as arrays, one after the other."""

    def plane(self, cell: Cell) -> str | None:
        """For each value of a cell, where it is found, as bits, nothing first; None if that is not kept."""

    def region(self, runs: tuple[tuple[int, int], ...]) -> str:
        """The things that stand in some runs of spaces, as bits."""

    def occupied(self) -> str:
        """The spaces on which anything lies, as bits."""

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

    def blank(self, cell: Cell) -> int:
        """What a cell of nothing is."""

    def rays(self, number: int) -> str | None:
        """For each axis, side and space what lies beyond, as bits; None if spaces do not follow each other in order."""


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

    # ---- what the writers of expressions ask of each other

    def value(self, e: Expression) -> str:
        """One value."""
        raise NotImplementedError

    def truth(self, e: Expression) -> str:
        """A condition."""
        raise NotImplementedError

    def each(self, values: Expression, ordered: bool, body: Callable[[str], str]) -> str:
        """A loop over a set; `body` writes what is done with the element of a name."""
        raise NotImplementedError

    def listed(self, values: Expression) -> str:
        """A set as a list, in its order."""
        raise NotImplementedError

    def word(self, values: Expression, ordered: bool) -> str | None:
        """A set as bits, if no loop is needed for that, and nothing lost: its order matters if it is `ordered`."""
        raise NotImplementedError

    def made_word(self, values: Expression) -> str:
        """A set of references as bits, by a loop if need be."""
        raise NotImplementedError

    def bits(self, of: Type) -> int:
        """How many bits a set of a type takes as bits; 0 if it cannot be held so."""
        return self.universe.bits(of)

    def ascending(self, values: Expression) -> bool:
        """Whether a set is in ascending order."""
        return self.orders.ascending(values)

    def held_name(self, held: Held, code: str) -> SetName:
        """A set that is kept somewhere, by its name."""
        return SetName(code, 8 * held.width if isinstance(held, Word) else 0)


def number(value: int) -> str:
    """A number as it is written in C."""
    if value == -(2**63):
        return "INT64_MIN"
    if value < 0:
        return f"(-{number(-value)})"
    return str(value) if value < 2**31 else f"{value}LL"


def bits_of(members: Sequence[int]) -> int:
    """References as bits."""
    return sum(1 << member for member in members)


def mask(value: int, bits: int) -> str:
    """Known bits as they are written in C."""
    if bits == 64 or value < 2**64:
        return f"{value:#x}ULL" if bits == 64 else f"(u128){value:#x}ULL"
    return f"((u128){value >> 64:#x}ULL << 64 | {value & (2**64 - 1):#x}ULL)"


def offset_by(index: str) -> str:
    """An index into an array whose first entry is what is found at -1."""
    try:
        return str(int(index.strip("()")) + 1)
    except ValueError:
        return f"1 + {index}"


def is_run(members: tuple[int, ...]) -> bool:
    """Whether known numbers follow each other one by one."""
    return bool(members) and members == tuple(range(members[0], members[0] + len(members)))


__all__ = ["MARK", "Scalar", "SetName", "Text", "Whole", "bits_of", "is_run", "mask", "number", "offset_by"]

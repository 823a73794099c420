"""The interfaces by which the writers of one C function know each other. Each writer is a part of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from rulewright.interpreter.emit.c.text import FunctionText
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable

Body = Callable[[str], str]
"""Writes what is done with the element of a name."""


class ExpressionWriter(Protocol):
    """Writes single values."""

    def value(self, e: Expression) -> str:
        """Write one value, or a condition."""

    def call(self, e: nodes.Call) -> str:
        """Write a call of a function."""

    def bound(self, variable: Variable, value: Expression, asked: bool) -> AbstractContextManager[str]:
        """Bind a variable to a value that a statement works out once; `asked`: only its members are asked for."""

    def argument(self, variable: Variable, value: Expression) -> str:
        """Write the argument for a parameter."""


class SetQueryWriter(Protocol):
    """Writes questions about sets."""

    def every(self, values: Expression, variable: Variable, condition: Expression) -> str:
        """Write a test whether a condition holds for each member of a set."""

    def exists(self, values: Expression) -> str:
        """Write a test whether a set has a member."""

    def count(self, values: Expression) -> str:
        """Write the number of members of a set."""

    def contains(self, value: str, values: Expression) -> str:
        """Write a test whether a value is in a set."""

    def picked(self, e: nodes.Pick) -> str:
        """Write the first member of a set, the last, or one by its number."""

    def same_members(self, e: nodes.SameMembers) -> str:
        """Write a comparison of two sets, as Python compares sets."""


class ListWriter(Protocol):
    """Writes sets as lists."""

    def listed(self, values: Expression) -> str:
        """Write a set as a list, in its order."""


class LoopWriter(Protocol):
    """Writes loops over sets."""

    def each(self, values: Expression, ordered: bool, body: Body) -> str:
        """Write a loop over a set; `body` writes the code for a member by its name."""

    def each_bit(self, word: str, bits: int, body: Body, end: str = "first") -> str:
        """Write a loop over bits, from the lowest on or from the highest ("last")."""


class BitWriter(Protocol):
    """Writes sets as bits."""

    def word(self, values: Expression, ordered: bool) -> str | None:
        """Write a set as bits, if that takes no loop and loses nothing: its order matters if it is `ordered`."""

    def made_word(self, values: Expression) -> str:
        """Write a set of references as bits, by a loop if need be."""

    def item(self, item: Expression, bits: int) -> str | None:
        """Write a set as bits, or one value as a set of one."""

    def flooded(self, e: nodes.Closure, bits: int, made: str) -> str | None:
        """Write a set, all that lies beside it, and so on, among some; None if it spreads otherwise."""

    def spread(self, table: int, word: str, bits: int, sign: int) -> str | None:
        """Write all that a table has for any of a set of bits (`sign` 1), or all for which it has any of the set (-1)."""


class PredicateWriter(Protocol):
    """Writes conditions on each of a universe as bits."""

    def predicate(self, condition: Expression, variable: Variable) -> str | None:
        """Write the bits of those for which a condition holds; None if that takes a loop. Other bits mean nothing."""

    def partly(self, condition: Expression, variable: Variable) -> tuple[str | None, Expression | None]:
        """Write as bits where one part of a condition makes it hold; return also the rest of the condition, if any."""


class Writer:
    """The writer of one C function's expressions."""

    text: FunctionText
    expressions: ExpressionWriter
    questions: SetQueryWriter
    lists: ListWriter
    loops: LoopWriter
    bits: BitWriter
    predicates: PredicateWriter


class WriterPart:
    """One part of it, with the others, the names of the function and what the whole program knows at hand."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.text = writer.text
        self.whole = writer.text.whole

    @property
    def expressions(self) -> ExpressionWriter:
        """The part that writes single values."""
        return self.writer.expressions

    @property
    def questions(self) -> SetQueryWriter:
        """The part that writes questions about sets."""
        return self.writer.questions

    @property
    def lists(self) -> ListWriter:
        """The part that writes sets as lists."""
        return self.writer.lists

    @property
    def loops(self) -> LoopWriter:
        """The part that writes loops over sets."""
        return self.writer.loops

    @property
    def bits(self) -> BitWriter:
        """The part that writes sets as bits."""
        return self.writer.bits

    @property
    def predicates(self) -> PredicateWriter:
        """The part that writes conditions as bits."""
        return self.writer.predicates

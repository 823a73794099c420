"""What the writers of one C function ask of each other. Each is a part of its own, and knows the others by these interfaces."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from rulewright.interpreter.emit.c.text import Text
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable

Body = Callable[[str], str]
"""Writes what is done with the element of a name."""


class ExpressionWriter(Protocol):
    """Writes what is worth one value."""

    def value(self, e: Expression) -> str:
        """One value, or a condition."""

    def call(self, e: nodes.Call) -> str:
        """A call of a function."""

    def bound(self, variable: Variable, value: Expression, asked: bool) -> AbstractContextManager[str]:
        """While a variable stands for what is worked out once, by a statement; `asked`: it is only asked what is in a set."""

    def argument(self, variable: Variable, value: Expression) -> str:
        """What a parameter is given."""


class QuestionWriter(Protocol):
    """Writes what is asked about sets."""

    def every(self, values: Expression, variable: Variable, condition: Expression) -> str:
        """Whether a condition holds of each of a set."""

    def exists(self, values: Expression) -> str:
        """Whether a set holds anything."""

    def count(self, values: Expression) -> str:
        """How many a set holds."""

    def contains(self, value: str, values: Expression) -> str:
        """Whether a value is in a set."""

    def picked(self, e: nodes.Pick) -> str:
        """The first, the last or one by its number."""

    def same_members(self, e: nodes.SameMembers) -> str:
        """Two sets compared as Python compares sets."""


class ListWriter(Protocol):
    """Writes sets as lists."""

    def listed(self, values: Expression) -> str:
        """A set as a list, in its order."""


class LoopWriter(Protocol):
    """Writes loops over sets."""

    def each(self, values: Expression, ordered: bool, body: Body) -> str:
        """A loop over a set; `body` writes what is done with the element of a name."""

    def each_bit(self, word: str, bits: int, body: Body, end: str = "first") -> str:
        """A loop over bits, from the lowest on or from the highest ("last")."""


class BitWriter(Protocol):
    """Writes sets as bits."""

    def word(self, values: Expression, ordered: bool) -> str | None:
        """A set as bits, if no loop is needed for that, and nothing lost: its order matters if it is `ordered`."""

    def made_word(self, values: Expression) -> str:
        """A set of references as bits, by a loop if need be."""

    def item(self, item: Expression, bits: int) -> str | None:
        """A set, or one value as one."""

    def spread(self, table: int, word: str, bits: int, sign: int) -> str | None:
        """What a table has for any of a set as bits (`sign` 1), or all for which it has any of the set (-1)."""


class PredicateWriter(Protocol):
    """Writes conditions on each of a universe as bits."""

    def predicate(self, condition: Expression, variable: Variable) -> str | None:
        """Of which of a universe a condition holds, as bits; None if that takes a loop. Bits beyond the universe mean nothing."""

    def partly(self, condition: Expression, variable: Variable) -> tuple[str | None, Expression | None]:
        """Where a condition holds for one reason as bits, and what else may make it hold, if there is anything."""


class Writer:
    """What writes the expressions of one C function."""

    text: Text
    expressions: ExpressionWriter
    questions: QuestionWriter
    lists: ListWriter
    loops: LoopWriter
    bits: BitWriter
    predicates: PredicateWriter


class Part:
    """One part of it, with the others, the names of the function and what the whole program knows at hand."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.text = writer.text
        self.whole = writer.text.whole

    @property
    def expressions(self) -> ExpressionWriter:
        """What writes what is worth one value."""
        return self.writer.expressions

    @property
    def questions(self) -> QuestionWriter:
        """What writes what is asked about sets."""
        return self.writer.questions

    @property
    def lists(self) -> ListWriter:
        """What writes sets as lists."""
        return self.writer.lists

    @property
    def loops(self) -> LoopWriter:
        """What writes loops over sets."""
        return self.writer.loops

    @property
    def bits(self) -> BitWriter:
        """What writes sets as bits."""
        return self.writer.bits

    @property
    def predicates(self) -> PredicateWriter:
        """What writes conditions as bits."""
        return self.writer.predicates

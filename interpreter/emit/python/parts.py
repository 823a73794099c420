"""The interfaces by which the writers of one Python function know each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from rulewright.interpreter.emit.python.text import FunctionText, WholeForm
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, Routine, Variable

Effect: TypeAlias = nodes.Move | nodes.TakeAway | nodes.Swap | nodes.DrawLast | nodes.Resize | nodes.Note
"""Statements that move or tell something; each form writes them in its own way."""


class ExpressionWriter(Protocol):
    """Writes single values and conditions."""

    def value(self, e: Expression) -> str:
        """Write any expression; a set becomes code that can be gone through."""

    def condition(self, e: Expression) -> str:
        """Write an expression of which only the truth counts: an empty list may stand for no."""

    def joined(self, word: str, parts: Sequence[Expression], write: Callable[[Expression], str]) -> str:
        """Write several conditions, each looked at only if it has to be."""

    def chain(self, group: tuple[Expression, ...], write: Callable[[Expression], str]) -> str:
        """Write one condition, or two comparisons of the same value at one stroke."""

    def outlined(self, e: Expression) -> str:
        """Write an expression as a function of its own."""

    def either(self, e: nodes.Conditional, write: Callable[[Expression], str]) -> str:
        """Write one value or the other."""

    def bound(self, e: nodes.Bind) -> AbstractContextManager[None]:
        """Give a name to a value that is worked out once."""

    def row(self, space: Expression, variable: Variable, condition: Expression, axes: int, whole: bool) -> str:
        """Write the longest straight row through a space, or its length."""

    def direction(self, direction: nodes.Direction) -> str:
        """Write the list of the next space of each space."""


class SetQueryWriter(Protocol):
    """Writes questions about sets."""

    def is_plain(self, e: Expression) -> bool:
        """Return whether a set is at hand without going through any."""

    def is_changing(self, e: Expression) -> bool:
        """Return whether the code of a set may be a list that the position changes."""

    def has_to_be_searched(self, values: Expression) -> bool:
        """Return whether only going through a set shows whether it holds anything."""

    def has_to_be_searched_in(self, e: Expression) -> bool:
        """Return whether a condition is more than a line."""

    def exists(self, e: Expression) -> tuple[str, bool]:
        """Write the condition that a set has a member; return also whether it is a truth, not a list that may be empty."""

    def count(self, e: Expression, enough: int = -1) -> str:
        """Write the number of members of a set; above `enough`, if given, any greater number will do."""

    def as_members(self, e: Expression) -> str:
        """Write a Python set with these members."""


class SetWriter(Protocol):
    """Writes sets."""

    def source(self, e: Expression) -> str:
        """Write a set as code that can be gone through, counted and indexed; it may be a list that the position changes."""

    def lasting(self, e: Expression) -> str:
        """Write a set that nothing changes any more."""

    def through(self, e: Expression, name: str) -> None:
        """Begin the loops and conditions that let a name run through a set; what comes next is their body."""

    def each(self, e: Expression, name: str = "") -> AbstractContextManager[str]:
        """Write a loop through a set, around the body that is written meanwhile."""

    def first_of(self, e: Expression, found: str, missing: str) -> AbstractContextManager[str]:
        """Write loops through a set, around a body that ends with `break` when something has been found."""

    def only_if(self, condition: Expression) -> None:
        """Go on inside a loop only with those of which a condition holds."""


class StatementWriter(Protocol):
    """Writes statements."""

    def body(self, body: Body, lapse: str = "") -> None:
        """Write some statements; `lapse` leaves them when a choice has no option, else the rest is nested."""

    def statement(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Write any statement."""

    def lapses(self, condition: str, lapse: str, last: bool) -> None:
        """Leave the body unless a condition holds."""

    def kept_value(self, value: Expression) -> str:
        """Write a value to be kept; a set becomes one that nothing changes any more."""

    def kept_set(self, value: Expression) -> str:
        """Write a set to be kept in a position: a tuple."""

    def become(self, target: str, statement: nodes.SetCell) -> None:
        """Write the assignment of a value to a cell."""

    def loop(self, statement: nodes.ForEach) -> None:
        """Write a loop over a set."""

    def call(self, statement: nodes.CallRoutine) -> None:
        """Carry out a routine by calling its function."""

    def over(self, winners: Expression | None) -> None:
        """Write the end of the game."""


class EffectWriter(Protocol):
    """The part that each of the two forms does in its own way."""

    def effect(self, statement: Effect) -> None:
        """Write a statement that moves or tells something."""

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """Write a statement that asks somebody, or chance."""

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""

    def change(self, target: str, statement: nodes.SetCell, entity: str) -> None:
        """Write the assignment of a value to a cell of an entity."""

    def for_each(self, statement: nodes.ForEach) -> None:
        """Write a loop over a set."""

    def do(self, statement: nodes.CallRoutine) -> None:
        """Carry out a routine."""

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine."""

    def in_body(self) -> AbstractContextManager[None]:
        """Surround some statements while they are written."""

    def around(self, statement: nodes.Statement) -> AbstractContextManager[None]:
        """Surround one statement while it is written."""


class Writer:
    """The writer of one Python function."""

    form: WholeForm
    text: FunctionText
    expressions: ExpressionWriter
    questions: SetQueryWriter
    sets: SetWriter
    statements: StatementWriter


class WriterPart:
    """One part of it, with the others, the lines of the function and what the whole form knows at hand."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.form = writer.form
        self.text = writer.text

    @property
    def expressions(self) -> ExpressionWriter:
        """The part that writes single values and conditions."""
        return self.writer.expressions

    @property
    def questions(self) -> SetQueryWriter:
        """The part that writes questions about sets."""
        return self.writer.questions

    @property
    def sets(self) -> SetWriter:
        """The part that writes sets."""
        return self.writer.sets

    @property
    def statements(self) -> StatementWriter:
        """The part that writes statements."""
        return self.writer.statements

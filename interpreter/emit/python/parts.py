"""What the writers of one Python function ask of each other. Each knows the others by these interfaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from rulewright.interpreter.emit.python.text import Form, Text
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, Routine, Variable

Effect: TypeAlias = nodes.Move | nodes.TakeAway | nodes.Swap | nodes.DrawLast | nodes.Resize | nodes.Note
"""What moves or tells something; each form writes it in its own way."""


class ExpressionWriter(Protocol):
    """Writes single values and conditions."""

    def value(self, e: Expression) -> str:
        """Any expression: of a set, code that can be gone through."""

    def condition(self, e: Expression) -> str:
        """An expression of which only the truth counts: an empty list will do for no."""

    def joined(self, word: str, parts: Sequence[Expression], write: Callable[[Expression], str]) -> str:
        """Several conditions, each looked at only if it has to be."""

    def chain(self, group: tuple[Expression, ...], write: Callable[[Expression], str]) -> str:
        """One condition, or two comparisons of the same value at one stroke."""

    def outlined(self, e: Expression) -> str:
        """An expression as a function of its own."""

    def either(self, e: nodes.Either, write: Callable[[Expression], str]) -> str:
        """One value or the other."""

    def bound(self, e: nodes.Bind) -> AbstractContextManager[None]:
        """While a value that is worked out once has a name."""

    def row(self, space: Expression, variable: Variable, condition: Expression, axes: int, whole: bool) -> str:
        """The longest straight row through a space, or its length."""

    def direction(self, direction: nodes.Direction) -> str:
        """The list of the next space of each space."""


class QuestionWriter(Protocol):
    """Writes questions about sets."""

    def is_plain(self, e: Expression) -> bool:
        """Whether a set is at hand without going through any."""

    def is_changing(self, e: Expression) -> bool:
        """Whether the code of a set may be a list that the position changes."""

    def has_to_be_searched(self, values: Expression) -> bool:
        """Whether only going through a set shows whether it holds anything."""

    def has_to_be_searched_in(self, e: Expression) -> bool:
        """Whether a condition is more than a line."""

    def exists(self, e: Expression) -> tuple[str, bool]:
        """The condition that a set holds anything, and whether it is a truth, not a set that is empty or not."""

    def count(self, e: Expression, enough: int = -1) -> str:
        """How many a set holds; once there are more than `enough`, if that is said, it may be any number above it."""

    def as_members(self, e: Expression) -> str:
        """A set of Python's own with these members."""


class SetWriter(Protocol):
    """Writes sets."""

    def source(self, e: Expression) -> str:
        """A set, as code that can be gone through, counted and indexed; maybe a list that the position changes."""

    def lasting(self, e: Expression) -> str:
        """A set that nothing changes any more."""

    def through(self, e: Expression, name: str) -> None:
        """Begin the loops and conditions that let a name run through a set; what comes next is their body."""

    def each(self, e: Expression, name: str = "") -> AbstractContextManager[str]:
        """While the body of a loop through a set is written."""

    def first_of(self, e: Expression, found: str, missing: str) -> AbstractContextManager[str]:
        """While the body of loops through a set is written, which ends with `break` when something has been found."""

    def only_if(self, condition: Expression) -> None:
        """Go on inside a loop only with those of which a condition holds."""


class StatementWriter(Protocol):
    """Writes statements."""

    def body(self, body: Body, lapse: str = "") -> None:
        """Some statements; `lapse` leaves them when a choice has no option, else the rest is nested."""

    def statement(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Any statement."""

    def lapses(self, condition: str, lapse: str, last: bool) -> None:
        """Leave the body unless a condition holds."""

    def given(self, value: Expression) -> str:
        """A value to be kept: of a set, nothing that changes any more."""

    def kept_set(self, value: Expression) -> str:
        """A set to be kept in a position: a tuple."""

    def become(self, target: str, statement: nodes.Put) -> None:
        """A cell of something becomes a value."""

    def loop(self, statement: nodes.ForEach) -> None:
        """A loop over a set."""

    def call(self, statement: nodes.Do) -> None:
        """Carry out a routine by calling its function."""

    def over(self, winners: Expression | None) -> None:
        """The end of the game."""


class Way(Protocol):
    """What each of the two forms does in its own way."""

    def effect(self, statement: Effect) -> None:
        """A statement that moves or tells something."""

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """A statement that asks somebody, or chance."""

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""

    def change(self, target: str, statement: nodes.Put, entity: str) -> None:
        """A cell of something becomes a value."""

    def for_each(self, statement: nodes.ForEach) -> None:
        """A loop over a set."""

    def do(self, statement: nodes.Do) -> None:
        """Carry out a routine."""

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """A call of a routine."""

    def in_body(self) -> AbstractContextManager[None]:
        """While some statements are written."""

    def around(self, statement: nodes.Statement) -> AbstractContextManager[None]:
        """While one statement is written."""


class Writer:
    """What writes one Python function."""

    form: Form
    text: Text
    expressions: ExpressionWriter
    questions: QuestionWriter
    sets: SetWriter
    statements: StatementWriter


class Part:
    """One part of it, with the others, the lines of the function and what the whole form knows at hand."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.form = writer.form
        self.text = writer.text

    @property
    def expressions(self) -> ExpressionWriter:
        """What writes single values and conditions."""
        return self.writer.expressions

    @property
    def questions(self) -> QuestionWriter:
        """What writes questions about sets."""
        return self.writer.questions

    @property
    def sets(self) -> SetWriter:
        """What writes sets."""
        return self.writer.sets

    @property
    def statements(self) -> StatementWriter:
        """What writes statements."""
        return self.writer.statements

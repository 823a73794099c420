"""Which lines of a rulebook are carried out by whom: it is played once, with a note at every statement.

A line on which nothing begins that is carried out (an option of a menu, a condition that goes on there) belongs to the one
above it. What belongs to no rule (values, cards and what is printed on them, places, fields, what is defined) is everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from attrs import field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.source import Span
from rulewright.dsl.walk import rules_of
from rulewright.interpreter.emit import python_choices, python_form, python_statements
from rulewright.interpreter.lower import lowering
from rulewright.interpreter.lower.cost import Costs
from rulewright.interpreter.lower.nodes import Function, Pay
from rulewright.interpreter.lower.statements import Statements
from rulewright.interpreter.lower.walk import walk_statements
from rulewright.interpreter.play.program import Program

CARRIED_OUT = ("to ", "before ", "after ", "instead ", "forbid ")
"""What a block begins with that is carried out. What is worked out is everybody's: it may be written out where it is used."""
HAS = re.compile(r" *(the|each) .*\bhas\b")
"""What the fields of something stand below."""


class Noting(Statements):
    """Lowers statements, each behind a note of where it stands."""

    def statement(self, statement: checked.Statement) -> None:
        """Any statement."""
        self.put(Pay(1, self.place(statement)))
        super().statement(statement)


class Noted:
    """What has been carried out since somebody last asked."""

    def __init__(self) -> None:
        self.forms: list[tuple[Sequence[Span], set[int]]] = []

    def taken(self) -> set[Span]:
        """Where all that stands; from now on, it is noted anew."""
        found = {spans[number] for spans, numbers in self.forms for number in numbers}
        for _, numbers in self.forms:
            numbers.clear()
        return found


@contextmanager
def noting() -> Iterator[Noted]:
    """While this lasts, every program that is made notes what of it is carried out."""
    noted = Noted()
    namespace = Program.namespace

    def with_note(self: Program, form: Any, purse: Any) -> dict[str, Any]:
        numbers: set[int] = set()
        noted.forms.append((form.spans, numbers))
        return namespace(self, form, purse) | {"reached": numbers.add}

    def pay(self: python_statements.Statements, _: int, place: int) -> None:
        self.put(f"reached({place})")

    def write_function(self: python_form.PythonForm, function: Function) -> None:
        writer = self.writer()
        assert function.value is not None
        # So is noted whether something could be done, which is asked more often than it is done.
        writer.put(f"reached({function.place})")
        writer.put(f"return {writer.given(function.value)}")
        self.function(f"g{function.number}", [writer.name(one) for one in function.parameters], writer, function.place)

    with (
        patch.object(lowering, "Statements", Noting),
        patch.object(Costs, "counts_rule", lambda *_: True),
        patch.object(Costs, "price_of_rule", lambda *_: 1),
        patch.object(python_statements.Statements, "pay", pay),
        patch.object(python_choices.Choices, "pay", pay),
        patch.object(python_form.PythonForm, "write_function", write_function),
        patch.object(Program, "namespace", with_note),
    ):
        yield noted


def hosts(game: Game) -> Iterator[tuple[Span, Span]]:
    """Each standing rule, with what it stands on: where that is carried out, it has been asked whether the other applies."""
    for rule in rules_of(game):
        for hook in (*rule.before, *rule.instead, *rule.after):
            yield hook.rule.span, rule.span
        for ban in rule.forbids:
            yield ban.rule.span, rule.span


def beginnings(game: Game) -> Iterator[Span]:
    """Where something begins that is carried out."""
    for rule in rules_of(game):
        standing: list[Rule] = [hook.rule for hook in (*rule.before, *rule.instead, *rule.after)]
        for one in (rule, *standing, *(ban.rule for ban in rule.forbids)):
            yield one.span
            yield from (statement.span for statement in walk_statements(one.body))


@frozen
class Lines:
    """The lines of a text, and to which of them each belongs."""

    lines: Sequence[str]
    begun: frozenset[int]
    """On which lines something begins that is carried out; lines are counted from 1."""
    owners: dict[int, int | None] = field(factory=dict)

    def owner(self, number: int) -> int | None:
        """The line that has to be carried out for one to matter; nothing if it is everybody's."""
        if number not in self.owners:
            self.owners[number] = self._owner(number)
        return self.owners[number]

    def _owner(self, number: int) -> int | None:
        line = self.lines[number - 1]
        while True:
            if number in self.begun and not line.startswith(" ") and line.startswith(CARRIED_OUT):
                return number
            indent, chained = len(line) - len(line.lstrip()), line.lstrip().startswith("otherwise")
            # What something has may be set anew now and then, and is seen at any time.
            if not indent or HAS.match(line):
                return None
            if number in self.begun and not self.is_field(number, indent):
                return number
            above = number - 1
            while not self.is_above(self.lines[above - 1], indent, chained):
                above -= 1
            number, line = above, self.lines[above - 1]

    def is_field(self, number: int, indent: int) -> bool:
        """Whether a line says what something has."""
        above = next((line for line in reversed(self.lines[: number - 1]) if self.is_above(line, indent, chained=False)), "")
        return HAS.match(above) is not None

    def is_above(self, line: str, indent: int, chained: bool) -> bool:
        """Whether a line is what one so far to the right hangs on: one further left, or the `if` of an `otherwise`."""
        there = len(line) - len(line.lstrip())
        return bool(line.strip()) and (there < indent or (chained and there == indent))


def with_standing(found: set[Span], standing: Sequence[tuple[Span, Span]]) -> set[Span]:
    """What has been carried out, and the standing rules on it."""
    return found | {one for one, host in standing if host in found}


def by_line(noted: Mapping[Any, set[int]]) -> dict[int, set[Any]]:
    """For each line, who has carried it out."""
    found: dict[int, set[Any]] = {}
    for who, lines in noted.items():
        for line in lines:
            found.setdefault(line, set()).add(who)
    return found

"""Which lines of a rulebook are carried out by whom.

A line on which nothing begins that is carried out (an option of a menu, a condition that goes on there) belongs to the one
above it. What belongs to no rule (values, cards and what is printed on them, places, fields, what is defined) is everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from attrs import field, frozen

from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.source import Span
from rulewright.dsl.walk import rules_of
from rulewright.interpreter.lower.walk import walk_statements

CARRIED_OUT = ("to ", "before ", "after ", "instead ", "forbid ")
"""What a block begins with that is carried out. What is worked out is everybody's: it may be written out where it is used."""
HAS = re.compile(r" *(the|each) .*\bhas\b")
"""What the fields of something stand below."""


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


def with_standing(found: Set[Span], standing: Sequence[tuple[Span, Span]]) -> set[Span]:
    """What has been carried out, and the standing rules on it."""
    return {*found, *(one for one, host in standing if host in found)}


def by_line(noted: Mapping[Any, set[int]]) -> dict[int, set[Any]]:
    """For each line, who has carried it out."""
    found: dict[int, set[Any]] = {}
    for who, lines in noted.items():
        for line in lines:
            found.setdefault(line, set()).add(who)
    return found

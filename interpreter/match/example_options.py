"""Find the option of a question that the values in a line of an example name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.program import Program
from rulewright.interpreter.position.questions import QuestionInfo, line_of


class NamedCard(NamedTuple):
    """A named card, which stands for any copy of it."""

    number: int


def fits(expression: Expression, kind: checked.Type) -> bool:
    """Return whether an expression can name an option of a type: a colour is no stone, though both may be number 3."""
    own = expression.type
    if own.kind == "text" and kind.kind == "value":
        return True
    return own.kind == "nothing" or own.kind == kind.kind or (own.kind == "card" and kind.kind == "thing")


def named_option(match: Match, option: Any, values: Sequence[Any], expressions: Sequence[Expression]) -> Any:
    """Return an option as the values of some expressions name it, or None if they do not.

    Alike things are one option, but a line that names one of them gets that one.
    """
    ask = match.program.form.asks[match.position.question]
    if ask.kind == "menu":
        statement = ask.statement
        assert isinstance(statement, checked.Menu)
        return option if list(values) == [statement.options[option].name] else None
    if ask.kind == "lines":
        return line_named(match.program, ask, option, values, expressions)
    several = len(ask.types) > 1
    parts = option if several else (option,)
    if len(parts) != len(values) or not all(map(fits, expressions, ask.types)):
        return None
    found: list[Any] = []
    exchanged: list[tuple[int, int]] = []
    for part, value, kind in zip(parts, values, ask.types):
        meant = part_named(match.program, part, value, kind, exchanged)
        if meant is None:
            return None
        found.append(meant)
    return tuple(found) if several else found[0]


def line_named(program: Program, ask: QuestionInfo, option: Any, values: Sequence[Any], expressions: Sequence[Expression]) -> Any:
    """Return an option of a menu with choices in its lines, as the name of a line and some values name it, or None."""
    place, line, chosen = line_of(ask, option)
    if values[0] != line.name or len(values) != 1 + len(chosen):
        return None
    found = list(option)
    exchanged: list[tuple[int, int]] = []
    slots = ask.line_slots[place]
    for slot, (pick, part), value, expression in zip(slots, chosen, values[1:], expressions[1:], strict=True):
        kind = pick.local.type
        meant = part_named(program, part, value, kind, exchanged) if fits(expression, kind) else None
        if meant is None:
            return None
        found[slot] = meant
    return tuple(found)


def part_named(program: Program, part: Any, value: Any, kind: checked.Type, exchanged: list[tuple[int, int]]) -> Any:
    """Return one part of an option as a value names it, or None; a named card stands for any copy of it.

    A thing that is named in place of one like it changes places with that one, also in later parts.
    """
    if isinstance(value, str):
        return part if part >= 0 and program.world.value_type(kind.name).names[part] == value else None
    if kind.kind != "thing" or part < 0:
        named = value.number if isinstance(value, NamedCard) else value
        return part if part == named else None
    if isinstance(value, NamedCard):
        there = renamed(part, exchanged)
        return there if program.world.things[there].card == value.number else None
    before = renamed(value, exchanged[::-1])
    if before != part and before not in program.alike_options.get(part, ()):
        return None
    exchanged.insert(0, (part, before))
    return value


def renamed(thing: int, exchanged: Sequence[tuple[int, int]]) -> int:
    """Return a thing after some pairs of things have changed places, one pair after the other."""
    for one, other in exchanged:
        thing = other if thing == one else one if thing == other else thing
    return thing

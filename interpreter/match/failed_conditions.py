"""Explain why a condition of an example does not hold: find the deciding part, and the values of its sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import ExampleStep, Expression
from rulewright.dsl.messages.diagnostic import Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.lowering.expression_lowering import COMPARISONS
from rulewright.interpreter.views.words import GameWords

MEMBERSHIP = {"inside", "outside"}
EXISTENCE = {"any", "none"}
MOST_SHOWN = 12
MOST_TOLD = 5
"""How many lines after the last choice are shown."""


def step_expressions(step: ExampleStep) -> list[Expression]:
    """Return all expressions of a step that are evaluated, and those that are shown if it does not hold."""
    expressions = [part for value in step.values for part in _parts(value)]
    if step.seat is not None:
        expressions.append(step.seat)
    expressions += [value.target for value in step.values if isinstance(value, checked.FieldRef)]
    return [expression for expression in expressions if not isinstance(expression, checked.TextConst)]


def _parts(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and what is shown of it: the sides of comparisons, members of sets, and parts of conjunctions."""
    yield expression
    if isinstance(expression, checked.Operation):
        if expression.operator in ("and", "not"):
            for operand in expression.operands:
                yield from _parts(operand)
        elif expression.operator in COMPARISONS or expression.operator in MEMBERSHIP | EXISTENCE:
            yield from expression.operands


@frozen
class FailedCondition:
    """The part of a condition that decides, and what is true instead."""

    span: Span
    label: Phrase


def why_not(condition: Expression, value: Callable[[Expression], Any], words: GameWords) -> FailedCondition:
    """Explain why a condition does not hold, with the values of its parts."""
    part, negated, span = condition, False, condition.span
    while isinstance(part, checked.Operation):
        if part.operator == "not":
            part, negated = part.operands[0], not negated
            continue
        if part.operator == "and" and not negated:
            part = next(operand for operand in part.operands if not value(operand))
            span = part.span
        else:
            break
    if isinstance(part, checked.Operation) and part.operator in EXISTENCE:
        found = value(part.operands[0])
        members = list(found if part.operands[0].type.many else [found])
        shown = words.value(tuple(members[:MOST_SHOWN]), part.operands[0].type)
        more = ", ..." if len(members) > MOST_SHOWN else ""
        return FailedCondition(span, Phrase("there-are-these", members=shown + more) if members else Phrase("there-are-none"))
    if isinstance(part, checked.Operation) and part.operator in COMPARISONS.keys() | MEMBERSHIP:
        left, right = (words.value(value(side), side.type) for side in part.operands)
        return FailedCondition(span, Phrase("on-the-left-and-on-the-right", left=left, right=right))
    return FailedCondition(span, Phrase("does-hold") if negated else Phrase("does-not-hold"))


def last_choice(step: ExampleStep, told: Sequence[str]) -> Related:
    """Return the line that made the last choice, with what was told since."""
    if not told:
        return Related(step.span, Phrase("the-last-choice-before"))
    since, more = " / ".join(told[:MOST_TOLD]), len(told) - MOST_TOLD
    if more > 0:
        return Related(step.span, Phrase("the-last-choice-before-since-then-and-more", since=since, more=more))
    return Related(step.span, Phrase("the-last-choice-before-since-then", since=since))


def example_name(numbers: Sequence[str], title: str) -> str:
    """Return the name of an example: its first number and its title."""
    return f'{numbers[0]} "{title}"' if title else numbers[0]

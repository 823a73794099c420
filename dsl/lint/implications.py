"""Turn a condition into facts: the range of something if the condition holds, or if it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.dsl.lint.equivalence import is_equivalent
from rulewright.dsl.lint.intervals import MOST, UP, IntervalAnalysis, Range

OPPOSITE = {
    "at_least": "less_than", "less_than": "at_least", "at_most": "more_than", "more_than": "at_most",
    "same": "different", "different": "same", "inside": "outside", "outside": "inside", "any": "none", "none": "any",
}  # fmt: skip
TURNED = {
    "at_least": "at_most", "at_most": "at_least", "more_than": "less_than", "less_than": "more_than", "same": "same",
    "different": "different",
}  # fmt: skip
ANYTHING: Range = (-1, MOST)


@frozen
class Fact:
    """The range of something, or one value that it does not have."""

    about: Expression | tuple[Expression, ...]
    low: int
    high: int
    without: int | None = None
    what: Literal["itself", "size", "member"] = "itself"
    """A fact is about the value itself, the size of a set, or whether one expression is a member of another."""


def facts(e: Expression, ranges: IntervalAnalysis, *, holds: bool = True) -> list[Fact]:
    """Return the facts if a condition holds, or does not; leave out what is no such fact."""
    if not isinstance(e, checked.Operation):
        return [Fact(e, int(holds), int(holds))] if e.type == checked.TRUTH else []
    operator, operands = e.operator, e.operands
    if operator == "not":
        return facts(operands[0], ranges, holds=not holds)
    if operator in ("and", "or"):
        if (operator == "and") != holds:
            return []
        return [fact for operand in operands for fact in facts(operand, ranges, holds=holds)]
    if operator in OPPOSITE and not holds:
        operator = OPPOSITE[operator]
    if operator in ("any", "none"):
        low, high = (1, MOST) if operator == "any" else (0, 0)
        return [Fact(operands[0], low, high, what="size")]
    if operator in ("inside", "outside"):
        found = [Fact(operands, int(operator == "inside"), int(operator == "inside"), what="member")]
        if operator == "inside" and operands[1].type.kind in ("number", "value"):
            found.append(Fact(operands[0], *ranges.members(operands[1])))
        return found
    if operator in TURNED:
        one, other = operands
        return [*_compared(one, operator, other, ranges), *_compared(other, TURNED[operator], one, ranges)]
    return [Fact(e, int(holds), int(holds))] if e.type == checked.TRUTH else []


def _compared(one: Expression, operator: str, other: Expression, ranges: IntervalAnalysis) -> list[Fact]:
    """Return the facts about one side of a comparison."""
    if _is_fixed(one) and not _is_fixed(other):
        return []
    low, high = span_of(other, ranges)
    if operator == "different":
        is_all = _is_fixed(other) or other.type.kind in ("number", "truth")
        return [Fact(one, -MOST, MOST, low)] if low == high and is_all else []
    ends = {"same": (low, high), "at_least": (low, MOST), "more_than": (low + 1, MOST), "at_most": (-MOST, high)}
    least, most = ends.get(operator, (-MOST, high - 1))
    if isinstance(one, checked.Operation) and one.operator == "count":
        return [Fact(one.operands[0], least, most, what="size")]
    found = [Fact(one, least, most)]
    if operator == "same" and isinstance(one, checked.Property) and one.property == "card" and ranges.is_sure(other):
        found.append(Fact(one.target, *UP))
    return found


def _is_fixed(e: Expression) -> bool:
    """Return whether an expression is a written number, value or card."""
    return isinstance(e, checked.Const | checked.CardConst)


def span_of(e: Expression, ranges: IntervalAnalysis) -> Range:
    """Return the range of an expression.

    A card has its number among those of its kind. For anything else that is no number, it is whether it may be nothing.
    """
    if isinstance(e, checked.CardConst):
        number = e.card.kind.cards.index(e.card)
        return number, number
    if e.type.kind in ("number", "truth", "value") or isinstance(e, checked.Const):
        return ranges.interval(e)
    return UP if ranges.is_sure(e) else ANYTHING


def bounds(fact: Fact, ranges: IntervalAnalysis) -> Range:
    """Return the range that a fact's subject has anyway."""
    if isinstance(fact.about, tuple):
        return 0, 1
    return ranges.size(fact.about) if fact.what == "size" else span_of(fact.about, ranges)


def is_contradictory(found: Sequence[Fact], ranges: IntervalAnalysis, held: Sequence[Fact] = ()) -> bool:
    """Return whether these facts cannot all hold, given some others that are not questioned."""
    for place, fact in enumerate(found):
        low, high = bounds(fact, ranges)
        if low > high:
            continue
        low, high = max(low, fact.low), min(high, fact.high)
        excluded = {fact.without}
        for other in (*held, *found[:place]):
            if other.what == fact.what and is_equivalent(other.about, fact.about):
                low, high = max(low, other.low), min(high, other.high)
                excluded.add(other.without)
        while low in excluded and low <= high:
            low += 1
        while high in excluded and low <= high:
            high -= 1
        if low > high:
            return True
    return False

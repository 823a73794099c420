"""Build small expressions of the lowered program, with constants folded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Literal

from rulewright.dsl.checked import TRUTH, Type
from rulewright.interpreter.program.nodes import (
    Compare,
    Conditional,
    Expression,
    FixedSet,
    Logical,
    Not,
    Pick,
    Range,
    ReadVariable,
    Value,
)

COMPARES: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def table_number(name: str) -> int:
    """Return the number of a table that the layout calls `c` and its number."""
    return int(name[1:])


def is_simple(value: Expression) -> bool:
    """Return whether a value may as well be written twice."""
    return isinstance(value, Value | ReadVariable)


def is_real(value: Expression) -> bool:
    """Return whether a value is known not to be "nothing", such as an element of a set."""
    return (isinstance(value, ReadVariable) and value.variable.slot < 0 and value.variable.name == "it") or (
        isinstance(value, Value) and value.value >= 0
    )


def fold_logical(word: Literal["and", "or"], parts: Sequence[Expression]) -> Expression:
    """Join conditions by `and` or `or`, without those that are decided."""
    deciding = 0 if word == "and" else 1
    left: list[Expression] = []
    for part in parts:
        if isinstance(part, Value):
            if bool(part.value) == bool(deciding):
                return Value(TRUTH, deciding)
        elif isinstance(part, Logical) and part.word == word:
            left.extend(part.parts)
        else:
            left.append(part)
    if not left:
        return Value(TRUTH, 1 - deciding)
    return left[0] if len(left) == 1 else Logical(TRUTH, word, tuple(left))


def fold_not(part: Expression) -> Expression:
    """Negate a condition."""
    if isinstance(part, Value):
        return Value(TRUTH, int(not part.value))
    return part.part if isinstance(part, Not) else Not(TRUTH, part)


def fold_comparison(operator: str, one: Expression, other: Expression) -> Expression:
    """Compare two values."""
    if isinstance(one, Value) and isinstance(other, Value):
        return Value(TRUTH, int(COMPARES[operator](one.value, other.value)))
    return Compare(TRUTH, operator, one, other)  # type: ignore[arg-type]


def fold_conditional(of: Type, condition: Expression, one: Expression, other: Expression) -> Expression:
    """Return one value or the other."""
    if isinstance(condition, Value):
        return one if condition.value else other
    return Conditional(of, condition, one, other)


def known_members(values: Expression) -> Sequence[int] | None:
    """Return the members of a set that is known, or None."""
    match values:
        case FixedSet(members=members):
            return members
        case Range(low=Value(value=low), high=Value(value=high)):
            return range(low, high + 1)
    return None


def fold_pick(
    of: Type, which: Literal["first", "last", "item"], values: Expression, number: Expression | None = None
) -> Expression:
    """Return a member of a set."""
    members = known_members(values)
    if members is None or (number is not None and not isinstance(number, Value)):
        return Pick(of, which, values, number)
    place = 0 if which == "first" else len(members) - 1 if number is None else number.value - 1
    blank = 0 if of.kind in ("number", "truth") else -1
    return Value(of, members[place] if 0 <= place < len(members) else blank)

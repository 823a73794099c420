"""Work out what never changes: sets from tables that are searched by tables, such as the queen of spades among all cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.program.folding import (
    fold_comparison,
    fold_conditional,
    fold_logical,
    fold_not,
    fold_pick,
    known_members,
    table_number,
)
from rulewright.interpreter.program.nodes import (
    Compare,
    Conditional,
    Expression,
    Filter,
    FixedSet,
    Function,
    Logical,
    Lookup,
    Map,
    Node,
    Not,
    Pick,
    ReadVariable,
    Routine,
    Union,
    Value,
    Variable,
)
from rulewright.interpreter.program.queries import is_same_expression
from rulewright.interpreter.program.rewriting import rewritten

UNREAL = ("number", "truth")
"""The types of which no value stands for "nothing"."""
MOST_SEARCHED = 200
"""How many members a set may have to be searched now."""


def work_out_known_values(layout: Layout, functions: Sequence[Function], routines: Sequence[Routine]) -> None:
    """Rewrite all functions and routines; new sets are added to the layout."""
    known = KnownValues(layout)
    for function in functions:
        function.value = rewritten(function.value, known.one)
    for routine in routines:
        routine.body = rewritten(routine.body, known.one)


class KnownValues:
    """A rewriting of expressions, the inner ones first."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = list(layout.constants.values())

    def one(self, node: Any) -> Any:
        """Rewrite a node whose parts have been rewritten already."""
        match node:
            case Lookup(table=table, index=Value(value=place)) if not node.type.many:
                return Value(node.type, int(self.tables[table][place]))
            case Filter(values=values, variable=variable, condition=condition):
                found = self.each(values, variable, condition)
                return node if found is None else self.fixed(node, [one for one, holds in found if holds])
            case Map(values=values, variable=variable, body=body) if not body.type.many and body.type.kind not in UNREAL:
                found = self.each(values, variable, body)
                return node if found is None else self.fixed(node, dict.fromkeys(value for _, value in found if value >= 0))
            case Union(items=(Value(value=value),), real=True):
                return self.fixed(node, [value] if value >= 0 else [])
            case Pick(which=which, values=values, number=number):
                return node if known_members(values) is None else fold_pick(node.type, which, values, number)
            case Compare(operator=operator, one=one, other=other):
                return compared(operator, one, other) or node
            case Logical(word=word, parts=parts) if any(isinstance(part, Value | Logical) for part in parts):
                return fold_logical(word, parts)
            case Not(part=Value() | Not() as part):
                return fold_not(part)
            case Conditional(condition=Value() as condition, one=one, other=other):
                return fold_conditional(node.type, condition, one, other)
            case Conditional(condition=condition, one=one, other=Conditional(condition=Not(part=part), one=second)) if (
                is_same_expression(condition, part)
            ):
                return Conditional(node.type, condition, one, second)
        return node

    def fixed(self, e: Expression, members: Iterable[int]) -> FixedSet:
        """Return a known set in the place of an expression."""
        found = tuple(map(int, members))
        return FixedSet(e.type, table_number(self.layout.constant(found)), found)

    def each(self, values: Expression, variable: Variable, body: Expression) -> list[tuple[int, int]] | None:
        """Return the members of a set, each with the value of an expression, if all of this is known."""
        match values:
            case Lookup(table=table, index=Value(value=place)):
                members = self.tables[table][place]
            case _:
                members = known_members(values)
        if members is None or len(members) > MOST_SEARCHED:
            return None
        found: list[tuple[int, int]] = []
        for member in members:
            value = Value(variable.type, member)

            def known(node: Any, value: Value = value) -> Any:
                return value if isinstance(node, ReadVariable) and node.variable is variable else self.one(node)

            result = rewritten(body, known)
            if not isinstance(result, Value):
                return None
            found.append((member, result.value))
        return found


def compared(operator: str, one: Expression, other: Expression) -> Expression | None:
    """Return a comparison of two known values, or of one with several that a condition chooses from; None for all others."""
    match one, other:
        case Value(), Value():
            return fold_comparison(operator, one, other)
        case Conditional(condition=condition, one=first, other=second), Value():
            sides = compared(operator, first, other), compared(operator, second, other)
            match sides:
                case Value(value=holds), Node() as rest:
                    return fold_logical("or", [condition, rest]) if holds else fold_logical("and", [fold_not(condition), rest])
                case Node() as rest, Value(value=holds):
                    return fold_logical("or", [fold_not(condition), rest]) if holds else fold_logical("and", [condition, rest])
    return None

"""Find the spaces, apart from piles, on which players can observe the order of the things."""

from __future__ import annotations

from typing import Any, assert_never

from rulewright.interpreter.passes.reachability import Mask, Reachability
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression
from rulewright.interpreter.program.queries import parts_of

SETS = ("values", "parts", "items", "one", "other")
"""The attributes of expressions that hold the sets on whose order theirs may depend."""


def ordered_spaces(reach: Reachability, bodies: Any) -> Mask:
    """Return the spaces whose order some statements let players observe."""
    orders = ObservedOrders(reach)
    orders.visit(bodies, True)
    return orders.found


class ObservedOrders:
    """A search for the places where an order can be observed."""

    def __init__(self, reach: Reachability) -> None:
        self.reach = reach
        self.found: Mask = 0

    def visit(self, value: Any, shows: bool) -> None:
        """Visit all that a statement or expression holds; `shows`: the order of its value, if that is a set, can be observed."""
        match value:
            case tuple():
                for part in value:
                    self.visit(part, shows)
                return
            case nodes.Contents(space=space) if shows:
                self.found |= self.reach.spaces(space)
            case nodes.DrawLast(source=space) | nodes.DrawAny(source_space=space):
                self.found |= self.reach.spaces(space)
            case nodes.Move(things=things, to=to):
                self.visit(things, bool(self.reach.spaces(to) & self.reach.piles))
                self.visit(to, True)
                return
            case nodes.TakeAway(things=things):
                self.visit(things, False)
                return
            case nodes.SameMembers(one=one, other=other):
                self.visit((one, other), False)
                return
            case nodes.Contains(value=one, values=values):
                self.visit(one, True)
                self.visit(values, False)
                return
        if nodes.is_node(type(value)):
            passing = shows_order(value, shows) if nodes.is_expression(value) else True
            for name in parts_of(type(value)):
                joined = isinstance(value, nodes.Map) and name == "body" and value.body.type.many
                self.visit(getattr(value, name), passing if joined or name in SETS else True)


def shows_order(e: Expression, shows: bool) -> bool:
    """Return whether the order of an expression's sets can be observed; `shows`: that of its own value can."""
    if isinstance(e, nodes.OfAnyOrder):
        return False
    match e:
        case (
            nodes.Completions()
            | nodes.Filter()
            | nodes.Map()
            | nodes.Best()
            | nodes.WithoutMembers()
            | nodes.Representatives()
            | nodes.Conditional()
        ):
            return shows
        case nodes.Union() | nodes.Concatenation():
            return shows
        case (
            nodes.Value()
            | nodes.TextValue()
            | nodes.ReadVariable()
            | nodes.ReadCell()
            | nodes.SpaceOf()
            | nodes.Lookup()
            | nodes.CountRows()
        ):
            return True
        case nodes.Arithmetic() | nodes.Compare() | nodes.SameMembers() | nodes.Logical() | nodes.Not() | nodes.Call():
            return True
        case nodes.Try() | nodes.Digest() | nodes.Pick() | nodes.Contains() | nodes.LineLength() | nodes.Steps() | nodes.Bind():
            return True
        case (
            nodes.FixedSet()
            | nodes.Range()
            | nodes.Contents()
            | nodes.Closure()
            | nodes.TakeWhile()
            | nodes.Ray()
            | nodes.Neighbours()
        ):
            return True
        case nodes.LongestRow() | nodes.ThingsWithin() | nodes.WithMembers():
            return True
        case _:
            assert_never(e)

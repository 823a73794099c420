"""Find the spaces, apart from piles, on which players can observe the order of the things."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.passes.reachability import Mask, Reach
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Node
from rulewright.interpreter.program.queries import parts_of

COUNTING = nodes.Exists | nodes.Count | nodes.Sum | nodes.Extreme | nodes.Every | nodes.Ordered
"""Expressions whose value is the same for a set in any order."""
PASSING = (
    nodes.Completing
    | nodes.Where
    | nodes.Map
    | nodes.Best
    | nodes.Taken
    | nodes.Merged
    | nodes.Either
    | nodes.Listed
    | nodes.Chain
)
"""Expressions whose order depends on that of other sets."""
SETS = ("values", "parts", "items", "one", "other")
"""Their attributes that hold those other sets."""


def ordered_spaces(reach: Reach, bodies: Any) -> Mask:
    """Return the spaces whose order some statements let players observe."""
    orders = Orders(reach)
    orders.visit(bodies, True)
    return orders.found


class Orders:
    """A search for the places where an order can be observed."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.found: Mask = 0

    def visit(self, value: Any, shows: bool) -> None:
        """Visit all that a statement or expression holds; `shows`: the order of its value, if that is a set, can be observed."""
        match value:
            case tuple():
                for part in value:
                    self.visit(part, shows)
                return
            case nodes.Lying(space=space) if shows:
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
        if isinstance(value, Node) or nodes.is_node(type(value)):
            passing = shows if isinstance(value, PASSING) else not isinstance(value, COUNTING)
            for name in parts_of(type(value)):
                joined = isinstance(value, nodes.Map) and name == "body" and value.body.type.many
                self.visit(getattr(value, name), passing if joined or name in SETS else True)

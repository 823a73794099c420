"""What is worked out before the game begins: amounts, sizes, weights and first values."""

from __future__ import annotations

from rulewright.dsl import nodes
from rulewright.dsl.check.expressions import expression, wanted
from rulewright.dsl.check.fit import fit
from rulewright.dsl.check.scope import Scope, World
from rulewright.dsl.checked import NUMBER, SPACE, Expression, Kind, Local, Type


def constant_number(
    world: World, node: nodes.Expression, what: str, least: int, kind: Kind | None = None
) -> Expression | None:
    """A number that options and the number of players decide, and for things of a kind what they are made for."""
    value = literal(node)
    if value is not None and value < least:
        name = "negative-amount" if value < 0 else "too-few"
        world.report(name, f"{what} cannot be {value}", node.span, f"less than {least}",
                     f"write a number of at least {least}")
        return None
    return constant(world, node, what, NUMBER, kind)


def literal(node: nodes.Expression) -> int | None:
    """The number that is written there, if it is one."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Operation(operator="negative", operands=(nodes.Number(value=value),)):
            return -value
    return None


def constant(
    world: World, node: nodes.Expression, what: str, of: Type, kind: Kind | None = None
) -> Expression | None:
    """A value that options and the number of players decide."""
    scope = Scope(world=world, constant=what, seats=world.most_players) if kind is None else own_scope(world, kind, what)
    return wanted(scope, node, of)


def own_scope(world: World, kind: Kind, what: str) -> Scope:
    """Where something is said of each thing of a kind before the game begins."""
    scope = Scope(world=world, constant=what, seats=world.most_players)
    scope.own = kind, scope.new_local("the thing itself", Type("thing", kind.name))
    return scope


def start_place(world: World, node: nodes.Expression, kind: Kind) -> tuple[Expression, Local] | None:
    """Where each thing of a kind stands when the game begins, and the local that is the thing."""
    scope = own_scope(world, kind, f"where `{kind.name}` start")
    scope.start = True
    place = fit(scope, expression(scope, node), SPACE)
    return None if place is None or scope.own is None else (place, scope.own[1])

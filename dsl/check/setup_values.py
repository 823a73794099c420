"""Check what is evaluated before the game begins: amounts, sizes, weights and first values."""

from __future__ import annotations

from rulewright.dsl import nodes
from rulewright.dsl.check.coercions import fit, operation, property_of
from rulewright.dsl.check.expression_checks import expression, typed_expression
from rulewright.dsl.check.scope import OwnEntity, Scope, SymbolTable
from rulewright.dsl.check.types import value_of
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, Const, Expression, Field, Kind, Local, LocalRef, Type
from rulewright.dsl.messages.said import Phrase


def constant_number(
    world: SymbolTable, node: nodes.Expression, what: Phrase, fixed: Phrase, least: int, kind: Kind | None = None
) -> Expression | None:
    """Return a number that depends on options and the number of players, and for things of a kind on what they are made for."""
    value = literal(node)
    if value is not None and value < least:
        name = "negative-amount" if value < 0 else "too-few"
        world.report(
            name,
            Phrase("cannot-be", what=what, value=value),
            node.span,
            Phrase("less-than", least=least),
            Phrase("write-a-number-of-at-least", least=least),
        )
        return None
    return setup_constant(world, node, fixed, NUMBER, kind)


def literal(node: nodes.Expression) -> int | None:
    """Return the number that is written there, if it is one."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Operation(operator="negative", operands=(nodes.Number(value=value),)):
            return -value
    return None


def setup_constant(
    world: SymbolTable, node: nodes.Expression, fixed: Phrase, of: Type, kind: Kind | None = None
) -> Expression | None:
    """Return a value that depends on options and the number of players."""
    scope = Scope(world=world, constant=fixed, seats=world.most_players) if kind is None else own_scope(world, kind, fixed)
    return typed_expression(scope, node, of)


def own_scope(world: SymbolTable, kind: Kind, fixed: Phrase) -> Scope:
    """Return the scope for expressions about each thing of a kind before the game begins."""
    scope = Scope(world=world, constant=fixed, seats=world.most_players)
    local = scope.new_local("the thing itself", Type("thing", kind.name))
    itself = LocalRef(local=local, type=local.type, span=kind.span)
    parts = {
        "owner" if group == "player" else group.name: property_of("owner", itself, PLAYER)
        if group == "player"
        else property_of("group", itself, value_of(group), group)
        for group in kind.groups
    }
    scope.own = OwnEntity(kind.name, local, parts)
    return scope


def first_value_scope(world: SymbolTable, made: Field, *, renewed: bool) -> Scope:
    """Return the scope for a field's first value, which may depend on its owner if it is set just once."""
    fixed = Phrase("the-first-value-of-is-fixed-before", made=made.name)
    scope = Scope(world=world, constant=fixed, seats=world.most_players)
    if made.of is None or renewed:
        return scope
    if made.pair is not None:
        of_pair = [(of, _one_of(world, scope, of, made)) for of in made.pair]
        local, parts = scope.locals[0], {of.name or "player": itself for of, itself in of_pair}
        scope.own = OwnEntity(made.name, local, parts if len(parts) == 2 else {})
        return scope
    match made.of.kind:
        case "thing" if not world.kinds[made.of.name].named_cards:
            return own_scope(world, world.kinds[made.of.name], fixed)
        case "value":
            itself = _one_of(world, scope, made.of, made)
            scope.own = OwnEntity(made.of.name, scope.locals[0], {made.of.name: itself})
        case "player" | "space" if made.of != SPACE:
            name = made.of.name or "player"
            itself = _one_of(world, scope, made.of, made)
            scope.own = OwnEntity(name, scope.locals[0], {name: itself})
    return scope


def _one_of(world: SymbolTable, scope: Scope, of: Type, made: Field) -> Expression:
    """Return a local that stands for any owner of the field; for a range, as a number."""
    local = scope.new_local(of.name or "player", SPACE if of.kind == "space" else of)
    itself = LocalRef(local=local, type=local.type, span=made.span)
    values = world.values.get(of.name) if of.kind == "value" else None
    if values is None or values.least is None:
        return itself
    before = Const(value=values.least - 1, type=NUMBER, span=made.span)
    return operation("plus", (property_of("number", itself, NUMBER), before), NUMBER, made.span)


def start_place(world: SymbolTable, node: nodes.Expression, kind: Kind) -> tuple[Expression, Local] | None:
    """Return where each thing of a kind is when the game begins, and the local that is the thing."""
    scope = own_scope(world, kind, Phrase("where-start-is-fixed-before-the-game", kind=kind.name))
    scope.start = True
    place = fit(scope, expression(scope, node), SPACE)
    return None if place is None or scope.own is None else (place, scope.own.itself)

"""Check defines in an order in which each knows the types of those it uses."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import nodes
from rulewright.dsl.check.expression_checks import expression
from rulewright.dsl.check.scope import Scope, SymbolTable
from rulewright.dsl.check.templates import text_template
from rulewright.dsl.messages.said import Argument, Phrase


def check_defines(world: SymbolTable) -> None:
    """Check all defines, and report those that need themselves."""
    uses = {
        name: [used for used in _names(node.value) if used in world.define_nodes] for name, node in world.define_nodes.items()
    }
    for name in _order(world, uses):
        if name not in world.defines_done:
            world.defines_done[name] = _check(world, name)


def _names(node: nodes.Expression) -> Iterator[str]:
    """Yield all names in an expression, without deep recursion."""
    pending: list[nodes.Expression] = [node]
    while pending:
        match pending.pop():
            case nodes.Name(name=name):
                yield name
            case nodes.Of(name=word, target=target):
                yield word.text
                pending.append(target)
            case nodes.ValueList(items=items):
                pending.extend(items)
            case nodes.Operation(operands=operands):
                pending.extend(operands)


def _order(world: SymbolTable, uses: dict[str, list[str]]) -> list[str]:
    """Sort defines after those that they use, and report circles. There is no recursion, since chains may be long."""
    done: list[str] = []
    seen: set[str] = set()
    for start, used in uses.items():
        if start in seen:
            continue
        seen.add(start)
        path = {start: iter(used)}
        while path:
            name = next(reversed(path))
            following = next(path[name], None)
            if following is None:
                done.append(name)
                del path[name]
            elif following in path:
                names = list(path)
                _report_circle(world, names[names.index(following) :])
            elif following not in seen:
                seen.add(following)
                path[following] = iter(uses[following])
    return done


def _report_circle(world: SymbolTable, circle: list[str]) -> None:
    if any(name in world.defines_done for name in circle):
        return
    first = circle[0]
    message = Phrase("cannot-be-worked-out-because-it-needs-itself", name=first)
    if len(circle) > 1:
        way: Argument = f"`{first}`"
        for name in reversed(circle):
            way = Phrase("which-needs", name=name, way=way)
        message = Phrase("cannot-be-worked-out-because-of-its-way", name=first, way=way)
    world.report(
        "circular-define",
        message,
        world.define_nodes[first].name.span,
        Phrase("needs-itself"),
        Phrase("write-it-without-itself-for-example-with"),
    )
    for name in circle:
        world.defines_done[name] = False


def _check(world: SymbolTable, name: str) -> bool:
    define, node = world.defines[name], world.define_nodes[name]
    scope = Scope.acting(world)
    for parameter, local in zip(node.parameters, define.parameters, strict=True):
        scope.locals.append(local)
        scope.blocks[-1][parameter.name.text] = local
    value = expression(scope, node.value)
    if node.seen is not None:
        text_template(scope, node.title)
    text_template(scope, node.text)
    world.define_scopes.append((define, scope))
    if value is None:
        return False
    if value.type.kind == "nothing":
        world.report("wrong-type", Phrase("is-always-nothing", name=name), node.value.span)
        return False
    define.value, define.type, define.locals = value, value.type, scope.locals
    return True


def spread_player(world: SymbolTable) -> None:
    """Mark the defines that depend on the acting player, directly or through other defines."""
    users: dict[str, list[str]] = {}
    pending: list[str] = []
    for define, scope in world.define_scopes:
        for used in scope.used_defines:
            users.setdefault(used, []).append(define.name)
        if scope.uses_player:
            pending.append(define.name)
    while pending:
        define = world.defines[pending.pop()]
        if not define.uses_player:
            define.uses_player = True
            pending.extend(users.get(define.name, ()))

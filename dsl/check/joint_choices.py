"""Check `together for each player`: first everybody chooses in secret, then the effects follow for each in order.

So the block is cut in two: choices, which may be below conditions, and after them everything that changes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.expression_checks import typed_expression
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import set_of
from rulewright.dsl.checked import PLAYER, TRUTH, Block, Local, Statement
from rulewright.dsl.messages.said import Phrase

Check = Callable[[Scope, nodes.Statement], Statement | None]
CheckLines = Callable[[Scope, nodes.Block], Block]


def check_together(scope: Scope, node: nodes.ForEach, check: Check, check_lines: CheckLines) -> Statement | None:
    """Check the whole block."""
    world = scope.world
    values = typed_expression(scope, node.values, set_of(PLAYER))
    if node.name.text != "player":
        world.report("together-player", Phrase("in-a-together-block-it-is-always"), node.name.span)
        return None
    if scope.chosen is not None:
        world.report("together-order", Phrase("a-together-block-cannot-stand-inside-another"), node.span)
        return None
    first_effect = next(
        (place for place, line in enumerate(node.body) if not is_choice(line) and not isinstance(line, nodes.BrokenLine)),
        len(node.body),
    )
    choosing, following = node.body[:first_effect], node.body[first_effect:]
    scope.blocks.append({})
    chosen: list[Local] = []
    ahead, scope.ahead = scope.ahead, None
    scope.chosen = chosen
    choices = _choices(scope, choosing, check)
    scope.chosen = None
    scope.ahead = ahead
    _report_late_choices(scope, following)
    scope.loops.append(None)
    effects = check_lines(scope, following)
    scope.loops.pop()
    scope.blocks.pop()
    if not choosing and not any(choice for line in following for choice in _choices_in(line)):
        world.report("needless-together", Phrase("nobody-chooses-anything-in-this-together-block"), node.span, severity="warning")
    if values is None:
        return None
    return checked.Together(
        local=scope.locals[0], values=values, choices=choices, chosen=tuple(chosen), effects=effects, span=node.span
    )


def is_choice(node: nodes.Statement) -> bool:
    """Return whether a line only asks, so that it can be in the secret part."""
    match node:
        case nodes.Choose():
            return not node.random
        case nodes.ChooseWords() | nodes.Menu():
            return True
        case nodes.If():
            lines = [line for _, body in node.branches for line in body] + list(node.otherwise)
            return any(is_choice(line) for line in lines)
    return False


def _choices_in(node: nodes.Statement) -> Iterator[nodes.Statement]:
    """Yield all choices in a line and below it."""
    pending = [node]
    while pending:
        line = pending.pop()
        match line:
            case nodes.Choose():
                if not line.random:
                    yield line
            case nodes.ChooseWords() | nodes.Menu():
                yield line
            case nodes.If():
                pending.extend(inner for _, body in line.branches for inner in body)
                pending.extend(line.otherwise)
            case (
                nodes.ForEach()
                | nodes.ActAs()
                | nodes.TakeTurns()
                | nodes.While()
                | nodes.RepeatUntil()
                | nodes.RepeatTimes()
                | nodes.Tell()
            ):
                pending.extend(line.body)


def _report_late_choices(scope: Scope, following: nodes.Block) -> None:
    if not following:
        return
    for line in following:
        for choice in _choices_in(line):
            scope.world.report(
                "together-order",
                Phrase("everybody-chooses-before-anything-happens-so-this"),
                choice.span,
                related=[(following[0].span, Phrase("something-happens-here"))] if following[0] is not line else [],
            )


def _choices(scope: Scope, body: nodes.Block, check: Check) -> Block:
    """Check the choices of a block; names chosen below a condition are valid in the whole together block."""
    result: list[Statement | None] = []
    for line in body:
        match line:
            case nodes.Menu():
                scope.world.report("together-menu", Phrase("a-menu-cannot-be-chosen-from-together"), line.span)
            case nodes.Choose() | nodes.ChooseWords():
                if line.by is not None:
                    scope.world.report("together-by", Phrase("in-a-together-block-everybody-chooses-for"), line.span)
                result.append(check(scope, line))
            case nodes.If():
                branches = [
                    (typed_expression(scope, condition, TRUTH), _choices(scope, inner, check))
                    for condition, inner in line.branches
                ]
                otherwise = _choices(scope, line.otherwise, check)
                good = tuple((condition, inner) for condition, inner in branches if condition is not None)
                if len(good) == len(branches):
                    result.append(checked.If(branches=good, otherwise=otherwise, span=line.span))
            case nodes.BrokenLine():
                pass
            case _:
                scope.world.report("together-order", Phrase("everybody-chooses-before-anything-happens-so-only"), line.span)
    return tuple(statement for statement in result if statement is not None)

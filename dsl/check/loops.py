"""Check loops and turns, and how they are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import assert_never

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import operation
from rulewright.dsl.check.expression_checks import checked_set, typed_expression
from rulewright.dsl.check.scope import Loop, Scope, SymbolTable
from rulewright.dsl.check.types import element, set_of
from rulewright.dsl.checked import NUMBER, PLAYER, TRUTH, Block, Expression, LocalRef, Statement
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

CheckLines = Callable[[Scope, nodes.Block], Block]
GOES_ON = re.compile(r"player\s+goes\s+on")


def check_loop(scope: Scope, node: nodes.Looping, check_lines: CheckLines) -> Statement | None:
    """Check any loop, with what is needed to leave it."""
    if isinstance(node, nodes.ActAs):
        return _acting(scope, node, check_lines)
    loop = Loop()

    def body_of(lines: nodes.Block) -> Block:
        scope.blocks.append({})
        scope.loops.append(loop)
        body = check_lines(scope, lines)
        scope.loops.pop()
        scope.blocks.pop()
        if loop.left is None or not isinstance(node, nodes.ForEach | nodes.RepeatTimes):
            return body
        return (_if(_not_left(loop, node.span), body, node.span),)

    match node:
        case nodes.ForEach():
            found = _for_each(scope, node, body_of)
        case nodes.TakeTurns():
            found = _take_turns(scope, node, body_of, loop)
        case nodes.While():
            found = _while(scope, node, body_of, loop)
        case nodes.RepeatUntil():
            found = _repeat_until(scope, node, body_of, loop)
        case nodes.RepeatTimes():
            times, body = typed_expression(scope, node.times, NUMBER), body_of(node.body)
            found = None if times is None else checked.RepeatTimes(times=times, body=body, span=node.span)
        case _:
            assert_never(node)
    if found is None or loop.left is None:
        return found
    return body_of_its_own((_becomes(loop.left, 0, node.span), found), node.span)


def repeated_condition(scope: Scope, condition: nodes.Expression) -> tuple[Block, Expression | None]:
    """Return a condition that is evaluated repeatedly, or perhaps never, with the statements that must come before it."""
    outer, ahead = scope.ahead, list[Statement]()
    scope.ahead = ahead
    found = typed_expression(scope, condition, TRUTH)
    scope.ahead = outer
    return tuple(ahead), found


def body_of_its_own(lines: Block, span: Span) -> Statement:
    """Return lines as a block of their own: a lapse in it must not skip what comes after it."""
    return checked.If(branches=(), otherwise=lines, span=span)


def one_block(parts: Sequence[Sequence[Statement]], loop: Loop | None) -> Block:
    """Join lines in parts, each of which is carried out only if none before it has left the loop."""
    last: Block = tuple(parts[-1])
    for part in reversed(parts[:-1]):
        rest = (_if(_not_left(loop, last[0].span), last, last[0].span),) if last and loop is not None else ()
        last = (*part, *rest)
    return last


def _if(condition: Expression, body: Block, span: Span) -> Statement:
    return checked.If(branches=((condition, body),), span=span)


def _not(condition: Expression) -> Expression:
    return operation("not", (condition,), TRUTH, condition.span)


def _not_left(loop: Loop, span: Span) -> Expression:
    assert loop.left is not None
    return _not(LocalRef(local=loop.left, type=TRUTH, span=span))


def _becomes(to: checked.Local | checked.Field, value: int, span: Span) -> Statement:
    truth = checked.Const(value=value, type=TRUTH, span=span)
    return checked.Assign(to=to, value=truth, span=span, quiet=True)


def _acting(scope: Scope, node: nodes.ActAs, check_lines: CheckLines) -> Statement | None:
    """Check `as X:`: a loop over just that player, which is no loop to leave."""
    player = typed_expression(scope, node.player, PLAYER)
    scope.blocks.append({})
    body = check_lines(scope, node.body)
    scope.blocks.pop()
    if player is None:
        return None
    players = operation("as_set", (player,), set_of(PLAYER), player.span)
    return checked.ForEach(local=scope.locals[0], values=players, body=body, span=node.span)


def _for_each(scope: Scope, node: nodes.ForEach, body_of: Callable[[nodes.Block], Block]) -> Statement | None:
    if node.name.text == "player" and scope.locals:
        players = typed_expression(scope, node.values, set_of(PLAYER))
        lines = body_of(node.body)
        if players is None:
            return None
        return checked.ForEach(local=scope.locals[0], values=players, body=lines, span=node.span)
    values = checked_set(scope, node.values, "gone through")
    scope.blocks.append({})
    local = scope.declare(node.name, None if values is None else element(values.type))
    body = body_of(node.body)
    scope.blocks.pop()
    if values is None or local is None:
        return None
    return checked.ForEach(local=local, values=values, body=body, span=node.span)


def _while(scope: Scope, node: nodes.While, body_of: Callable[[nodes.Block], Block], loop: Loop) -> Statement | None:
    lines, condition = repeated_condition(scope, node.condition)
    body = body_of(node.body)
    if condition is None:
        return None
    if lines and scope.ahead is not None:
        scope.ahead.extend(lines)
        again = lines if loop.left is None else (_if(_not_left(loop, node.span), lines, node.span),)
        body = (body_of_its_own(body, node.span), *again)
    if loop.left is not None:
        condition = operation("and", (_not_left(loop, node.span), condition), TRUTH, condition.span)
    return checked.While(condition=condition, body=body, span=node.span)


def _repeat_until(scope: Scope, node: nodes.RepeatUntil, body_of: Callable[[nodes.Block], Block], loop: Loop) -> Statement | None:
    lines, condition = repeated_condition(scope, node.condition)
    body = body_of(node.body)
    if condition is None:
        return None
    if loop.left is not None:
        lines = (_if(_not_left(loop, node.span), lines, node.span),) if lines else ()
        condition = operation("or", (_not(_not_left(loop, node.span)), condition), TRUTH, condition.span)
    return checked.RepeatUntil(
        condition=condition, span=node.span, body=(body_of_its_own(body, node.span), *lines) if lines else body
    )


def _take_turns(scope: Scope, node: nodes.TakeTurns, body_of: Callable[[nodes.Block], Block], loop: Loop) -> Statement | None:
    """Check turns: round by round, everybody who is in acts in turn, and before each turn it is checked whether they are over."""
    span = node.span
    seated: Expression = checked.PlayerSet(type=set_of(PLAYER), span=span)
    first = None if node.first is None else typed_expression(scope, node.first, PLAYER)
    if first is not None:
        direction = "counterclockwise" if node.counterclockwise else "clockwise"
        seated = operation(direction, (seated, first), seated.type, span)
    ahead, scope.ahead = scope.ahead, None
    still_in = None if node.players is None else typed_expression(scope, node.players, set_of(PLAYER))
    scope.ahead = ahead
    lines, condition = ((), None) if node.condition is None else repeated_condition(scope, node.condition)
    again = scope.world.another_turn
    if again is not None:
        loop.goes_on = scope.new_local("goes on", TRUTH)
    body = body_of(node.body)
    if any(
        found is None and given is not None
        for found, given in ((condition, node.condition), (first, node.first), (still_in, node.players))
    ):
        return None
    over = loop.left
    if condition is not None:
        over = loop.left = over or scope.new_local("over", TRUTH)
        body = (*lines, checked.If(branches=((condition, (_becomes(over, 1, span),)),), otherwise=body, span=span))
    whose = scope.locals[0]
    may_act = [] if over is None else [_not_left(loop, span)]
    if still_in is not None:
        # The condition who is still in is evaluated for the player who acts around the turns.
        whose = scope.new_local("whose turn", PLAYER)
        turn = LocalRef(local=whose, type=PLAYER, span=span)
        just_one = operation("as_set", (turn,), set_of(PLAYER), span)
        body = (checked.ForEach(local=scope.locals[0], values=just_one, body=body, span=span),)
        may_act.append(operation("inside", (turn, still_in), TRUTH, still_in.span))
    for may in reversed(may_act):
        body = (_if(may, body, span),)
    if again is not None:
        goes_on = checked.TableRef(field=again, type=TRUTH, span=span)
        body = (checked.RepeatUntil(condition=_not(goes_on), body=(_becomes(again, 0, span), *body), span=span),)
    going: Expression = checked.Const(value=1, type=TRUTH, span=span)
    if still_in is not None:
        going = operation("any", (still_in,), TRUTH, still_in.span)
    if over is not None:
        going = _not_left(loop, span) if still_in is None else operation("and", (_not_left(loop, span), going), TRUTH, span)
    turns: Statement = checked.While(
        condition=going, span=span, body=(checked.ForEach(local=whose, values=seated, body=body, span=span),)
    )
    if again is None or loop.goes_on is None:
        return turns
    kept = checked.Assign(to=loop.goes_on, value=goes_on, span=span)
    return body_of_its_own((kept, turns, *_as_before(again, loop, span)), span)


def check_stop_repeating(scope: Scope, node: nodes.Stop) -> Statement | None:
    """Check `stop repeating`."""
    loop = scope.loops[-1] if scope.loops else None
    if loop is None:
        scope.world.report("no-loop", Phrase("there-is-no-loop-around-this-line"), node.span)
        return None
    loop.left = loop.left or scope.new_local("left", TRUTH)
    loop.stops += 1
    return _becomes(loop.left, 1, node.span)


def leaves_turns(scope: Scope, leaving: Statement) -> Statement:
    """Leave all turns around a statement that leaves the rule: a player who goes on in them does not go on in outer turns."""
    again = scope.world.another_turn
    outermost = next((loop for loop in scope.loops if loop is not None and loop.goes_on is not None), None)
    if again is None or outermost is None:
        return leaving
    return body_of_its_own((*_as_before(again, outermost, leaving.span), leaving), leaving.span)


def _as_before(again: checked.Field, turns: Loop, span: Span) -> Block:
    """Restore whether somebody goes on to what it was before some turns."""
    assert turns.goes_on is not None
    kept = LocalRef(local=turns.goes_on, type=TRUTH, span=span)
    return (checked.Assign(to=again, value=kept, span=span, quiet=True),)


def check_goes_on(scope: Scope, node: nodes.GoesOn) -> Statement | None:
    """Check `player goes on`."""
    again = scope.world.another_turn
    if again is None:
        scope.world.report("no-loop", Phrase("nobody-takes-turns-in-this-rulebook-so"), node.span)
        return None
    return _becomes(again, 1, node.span)


def find_turns(world: SymbolTable, declarations: Sequence[nodes.Declaration]) -> None:
    """Find whether anybody ever goes on with another turn."""
    if not any(GOES_ON.search(source.text) for source in {node.span.source for node in declarations}):
        return
    found = list(nodes.nodes_in(declarations, without=(nodes.Example,)))
    goes_on = next((node for node in found if isinstance(node, nodes.GoesOn)), None)
    if goes_on is not None and any(isinstance(node, nodes.TakeTurns) for node in found):
        world.another_turn = checked.Field(name="goes on", type=TRUTH, seen="nobody", span=goes_on.span, assigned=True)
        world.table.append(world.another_turn)

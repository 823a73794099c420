"""Check statements: what rules, cards, standing rules and examples do, line by line."""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.assignments import assigned_field, check_assign, check_count_down, check_let
from rulewright.dsl.check.coercions import copies_named, fit, quoted
from rulewright.dsl.check.expression_checks import expression, rule_call, speaks_of_it, typed_expression
from rulewright.dsl.check.joint_choices import check_together
from rulewright.dsl.check.loops import (
    check_goes_on,
    check_loop,
    check_stop_repeating,
    leaves_turns,
    one_block,
    repeated_condition,
)
from rulewright.dsl.check.operators import is_direction
from rulewright.dsl.check.place_contents import contents_text
from rulewright.dsl.check.questions import check_choose, check_menu, check_words
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.templates import check_say, check_told
from rulewright.dsl.check.types import element, set_of, type_in_words
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TRUTH, Block, Expression, Statement, Type
from rulewright.dsl.constructs.actions import ACTIONS
from rulewright.dsl.messages.kinds import UnknownDie, UnknownSeries
from rulewright.dsl.messages.said import Phrase


def check_block(scope: Scope, body: nodes.Block) -> Block:
    """Check the statements of a block, with names of its own; those with mistakes are left out."""
    scope.blocks.append({})
    result = check_lines(scope, body)
    scope.blocks.pop()
    return result


def check_lines(scope: Scope, body: nodes.Block) -> Block:
    """Check the statements of a block, with the names of the block around it."""
    outer = scope.ahead
    loop = scope.loops[-1] if scope.loops else None
    parts: list[list[Statement]] = [[]]
    for line in body:
        # Rules that the line mentions are carried out before it.
        scope.ahead = parts[-1]
        stops = loop.stops if loop is not None else 0
        found = check_statement(scope, line)
        if found is not None:
            parts[-1].append(found)
        if loop is not None and loop.stops > stops:
            parts.append([])
    scope.ahead = outer
    _warn_unreachable(scope, body)
    return one_block(parts, loop)


def _warn_unreachable(scope: Scope, body: nodes.Block) -> None:
    for statement, following in pairwise(body):
        if isinstance(statement, nodes.Stop | nodes.Give | nodes.GameOver):
            scope.world.report(
                "unreachable",
                Phrase("this-line-is-never-reached"),
                following.span,
                related=[(statement.span, Phrase("nothing-goes-on-behind-this"))],
                severity="warning",
            )
            return


def check_statement(scope: Scope, node: nodes.Statement) -> Statement | None:
    """Check any statement; return None after a message."""
    if isinstance(node, nodes.BrokenLine):
        return None
    if scope.world.watcher is not None:
        scope.world.watcher(scope, node, check_statement, None)
    if isinstance(node, nodes.Looping):
        if isinstance(node, nodes.ForEach) and node.together:
            return check_together(scope, node, check_statement, check_lines)
        return check_loop(scope, node, check_lines)
    match node:
        case nodes.Choose():
            return check_choose(scope, node)
        case nodes.Menu():
            return check_menu(scope, node, check_block)
        case nodes.ChooseWords():
            return check_words(scope, node)
        case nodes.Say():
            return check_say(scope, node)
        case nodes.Tell():
            return checked.Tell(texts=check_told(scope, node), body=check_block(scope, node.body), span=node.span)
        case nodes.Move():
            return _move(scope, node)
        case nodes.Show():
            return _show(scope, node)
        case nodes.MoveAlong():
            return _move_along(scope, node)
        case nodes.MoveAway():
            return _move_away(scope, node)
        case nodes.Draw():
            return _draw(scope, node)
        case nodes.Act():
            return _act(scope, node)
        case nodes.Roll():
            return _roll(scope, node)
        case nodes.RollField():
            return _roll_field(scope, node)
        case nodes.Assign():
            return check_assign(scope, node)
        case nodes.Let():
            return check_let(scope, node)
        case nodes.If():
            return _if(scope, node)
        case nodes.GoesOn():
            return check_goes_on(scope, node)
        case nodes.Call():
            return _call(scope, node)
        case nodes.Perform():
            return _perform(scope, node)
        case nodes.AsUsual():
            return _usual(scope, node)
        case nodes.Stop():
            return _stop(scope, node)
        case nodes.Give():
            return _give(scope, node)
        case nodes.GameOver():
            return _game_over(scope, node)
        case nodes.Resize():
            return _resize(scope, node)
        case nodes.CountDown():
            return check_count_down(scope, node)
        case _:
            assert_never(node)


MOVE = Phrase("move")
"""An action that only things can do."""


def _things(scope: Scope, node: nodes.Expression, what: Phrase = MOVE) -> Expression | None:
    """Check a thing or a set of things, as it is written."""
    found = expression(scope, node)
    if found is None or found.type.kind in ("thing", "nothing"):
        return found
    copies = copies_named(scope, found)
    if copies is not None:
        return copies
    way_out = contents_text(scope.world, found) if found.type.kind == "space" else None
    scope.world.report(
        "wrong-type",
        Phrase("is-but-only-things-can", node=quoted(node.span), kind=type_in_words(found.type), what=what),
        node.span,
        way_out=way_out,
    )
    return None


def _to(scope: Scope, node: nodes.Expression) -> Expression | None:
    return typed_expression(scope, node, SPACE)


def _move(scope: Scope, node: nodes.Move) -> Statement | None:
    things, under = _things(scope, node.things), node.how == "under"
    if speaks_of_it(node.to):
        return _move_each(scope, node, things, under)
    to = _to(scope, node.to)
    if things is None or to is None:
        return None
    return checked.Move(things=things, to=to, under=under, span=node.span)


def _move_each(scope: Scope, node: nodes.Move, things: Expression | None, under: bool) -> Statement | None:
    """Move each thing to a place of its own: `move ... to hand of left of owner of space of it`."""
    it = None if things is None else scope.new_local("it", element(things.type))
    ahead, scope.ahead = scope.ahead, None
    scope.its.append(it)
    to = _to(scope, node.to)
    scope.its.pop()
    scope.ahead = ahead
    moved = None if things is None else fit(scope, things, set_of(things.type))
    if moved is None or to is None or it is None:
        return None
    one = checked.LocalRef(local=it, type=it.type, span=moved.span)
    return checked.ForEach(
        local=it, values=moved, span=node.span, body=(checked.Move(things=one, to=to, under=under, span=node.span),)
    )


def _show(scope: Scope, node: nodes.Show) -> Statement | None:
    things = _things(scope, node.things, Phrase("be-shown"))
    to = typed_expression(scope, node.to, set_of(PLAYER))
    shown = None if things is None else fit(scope, things, set_of(things.type))
    return None if shown is None or to is None else checked.Show(things=shown, to=to, span=node.span)


def _move_along(scope: Scope, node: nodes.MoveAlong) -> Statement | None:
    things = _things(scope, node.things)
    steps = None if node.steps is None else typed_expression(scope, node.steps, NUMBER)
    direction = is_direction(scope, node.direction)
    if things is None or not direction or (steps is None) != (node.steps is None):
        return None
    return checked.MoveAlong(things=things, direction=node.direction.text, steps=steps, span=node.span)


def _move_away(scope: Scope, node: nodes.MoveAway) -> Statement | None:
    things = _things(scope, node.things)
    return None if things is None else checked.MoveAway(things=things, span=node.span)


def _draw(scope: Scope, node: nodes.Draw) -> Statement | None:
    amount = typed_expression(scope, node.amount, NUMBER)
    source, to = _to(scope, node.source), _to(scope, node.to)
    if amount is None or source is None or to is None:
        return None
    return checked.Draw(amount=amount, source=source, to=to, span=node.span)


def _act(scope: Scope, node: nodes.Act) -> Statement | None:
    action = ACTIONS[node.word]
    operands: list[Expression] = []
    for what, operand in zip(action.operands, node.operands, strict=True):
        found = _to(scope, operand) if what == "PLACE" else _thing(scope, operand)
        if found is not None and (not action.orders or _has_order(scope, operand, found, node.word)):
            operands.append(found)
    if len(operands) < len(node.operands):
        return None
    return checked.Act(word=node.word, operands=tuple(operands), span=node.span)


def _thing(scope: Scope, node: nodes.Expression) -> Expression | None:
    """Check an expression that must be a single thing."""
    found = _things(scope, node)
    return fit(scope, found, element(found.type)) if found is not None and found.type.many else found


def _has_order(scope: Scope, node: nodes.Expression, place: Expression, word: str) -> bool:
    """Whether a place may be a pile, or else a message says that it has no order."""
    kind = (
        place.space.kind
        if isinstance(place, checked.SpaceRef)
        else (place.field.place if isinstance(place, checked.FieldRef) else None)
    )
    if kind is None or kind == "pile":
        return True
    way_out = Phrase("leave-this-line-out-draw-takes-from") if kind == "bag" else (Phrase("declare-it-as-a-pile-or-take"))
    scope.world.report(
        "no-order",
        Phrase("is-no-pile-so-it-has-no", place=quoted(node.span), word=word),
        node.span,
        Phrase("is-a-bag") if kind == "bag" else Phrase("is-a-place"),
        way_out,
    )
    return False


def _roll(scope: Scope, node: nodes.Roll) -> Statement | None:
    world = scope.world
    by = None if node.by is None else typed_expression(scope, node.by, PLAYER)
    die = world.dice.get(node.die.text)
    symbol = world.symbols.get(node.die.text)
    if die is None:
        if symbol is None:
            world.unknown(node.die.text, node.die.span, world.dice, UnknownDie(node.die.text))
        elif symbol.meaning is not None:
            world.report(
                "wrong-type", Phrase("is-not-a-die", die=node.die.text, kind=symbol.what), node.die.span, declared=symbol.span
            )
        scope.declare(node.name, None)
        return None
    of = NUMBER if isinstance(die, checked.NumberDie) else Type("value", die.name)
    local = scope.declare(node.name, of)
    if by is None and scope.locals:
        scope.uses_player = True
    if local is None or (by is None) != (node.by is None):
        return None
    return checked.Roll(die=die, local=local, by=by, span=node.span)


def _roll_field(scope: Scope, node: nodes.RollField) -> Statement | None:
    """Roll the dice one after the other."""
    by = None if node.by is None else typed_expression(scope, node.by, PLAYER)
    found = assigned_field(scope, node.of, node.field)
    if by is None and scope.locals:
        scope.uses_player = True
    if found is None or (by is None) != (node.by is None):
        return None
    field, of = found
    if field.die is None:
        scope.world.report(
            "wrong-type",
            Phrase("is-and-not-what-a-die-shows", field=field.name, kind=type_in_words(field.type)),
            node.field.span,
            declared=field.span,
        )
        return None
    whose, face = scope.new_local(field.name, element(of.type)), scope.new_local(field.name, field.type)
    targets = fit(scope, of, set_of(of.type))
    if targets is None:
        return None
    one = checked.LocalRef(local=whose, type=whose.type, span=node.span)
    if by is None and whose.type == PLAYER:
        by = one
    onto = checked.FieldRef(field=field, target=one, type=field.type, span=node.span)
    fallen = checked.LocalRef(local=face, type=face.type, span=node.span)
    return checked.ForEach(
        local=whose,
        values=targets,
        span=node.span,
        body=(
            checked.Roll(die=field.die, local=face, by=by, onto=onto, span=node.span),
            checked.Assign(to=field, target=one, value=fallen, quiet=True, span=node.span),
        ),
    )


def _if(scope: Scope, node: nodes.If) -> Statement | None:
    # After a rule in a later condition, another `if` begins below `otherwise`, since that may never be reached.
    parts: list[tuple[Block, list[tuple[Expression, Block]]]] = [((), [])]
    whole = True
    for place, (condition, body) in enumerate(node.branches):
        lines, found = repeated_condition(scope, condition) if place else ((), typed_expression(scope, condition, TRUTH))
        if lines:
            parts.append((lines, []))
        inner = check_block(scope, body)
        if found is not None:
            parts[-1][1].append((found, inner))
        whole = whole and found is not None
    result: Block = check_block(scope, node.otherwise)
    for lines, branches in reversed(parts):
        result = (*lines, checked.If(branches=tuple(branches), otherwise=result, span=node.span))
    return result[0] if whole else None


def _call(scope: Scope, node: nodes.Call) -> Statement | None:
    rule, arguments = rule_call(scope, node.name, node.arguments)
    giving = None
    if rule is not None and rule.name in ("play", "setup") and not scope.example:
        scope.world.report("cannot-call", Phrase("is-carried-out-once-by-itself", rule=rule.name), node.name.span)
        return None
    if node.giving is not None:
        if rule is not None and rule.gives is None:
            scope.world.report(
                "no-result",
                Phrase("rule-gives-nothing", rule=rule.name),
                node.giving.span,
                way_out=Phrase("write-gives-and-a-type-behind-to", word=rule.name),
            )
        giving = scope.declare(node.giving, None if rule is None else rule.gives)
        if giving is None:
            return None
    if rule is None or arguments is None:
        return None
    return checked.Call(rule=rule, arguments=arguments, giving=giving, span=node.span)


def _perform(scope: Scope, node: nodes.Perform) -> Statement | None:
    found = expression(scope, node.card)
    if found is None:
        return None
    card = fit(scope, found, Type("card", found.type.name if found.type.kind == "card" else ""))
    # The thing itself is kept, since the performed rule may ask for it.
    return None if card is None else checked.Perform(card=found, span=node.span)


def _usual(scope: Scope, node: nodes.AsUsual) -> Statement | None:
    rule = scope.usual
    if rule is None:
        if not scope.instead:
            scope.world.report("misplaced-line", Phrase("only-what-stands-instead-of-a-rule"), node.span)
        return None
    if node.giving is not None and rule.gives is None:
        scope.world.report(
            "no-result", Phrase("rule-gives-nothing", rule=rule.name), node.giving.span, way_out=Phrase("write-as-usual")
        )
        return None
    giving = None if node.giving is None else scope.declare(node.giving, rule.gives)
    if node.giving is not None and giving is None:
        return None
    own = scope.locals[1 : 1 + len(rule.parameters)]
    arguments = tuple(checked.LocalRef(local=local, type=local.type, span=node.span) for local in own)
    return checked.Call(rule=rule, arguments=arguments, giving=giving, span=node.span)


def _stop(scope: Scope, node: nodes.Stop) -> Statement | None:
    if node.repeating:
        return check_stop_repeating(scope, node)
    if scope.gives is not None:
        scope.world.report("no-result", Phrase("this-leaves-the-rule-without-a-result"), node.span, severity="warning")
    return leaves_turns(scope, checked.Stop(value=None, span=node.span))


def _give(scope: Scope, node: nodes.Give) -> Statement | None:
    if scope.gives is None:
        expression(scope, node.value)
        scope.world.report("no-result", Phrase("nothing-here-gives-a-result"), node.span)
        return None
    value = typed_expression(scope, node.value, scope.gives)
    return None if value is None else leaves_turns(scope, checked.Stop(value=value, span=node.span))


def _game_over(scope: Scope, node: nodes.GameOver) -> Statement | None:
    if node.winners is None:
        return checked.GameOver(winners=None, span=node.span)
    winners = typed_expression(scope, node.winners, set_of(PLAYER))
    return None if winners is None else checked.GameOver(winners=winners, span=node.span)


def _resize(scope: Scope, node: nodes.Resize) -> Statement | None:
    world, word = scope.world, node.series
    symbol = world.symbols.get(word.text)
    if symbol is None:
        series = (
            name
            for name, other in world.symbols.items()
            if isinstance(other.meaning, checked.Space) and other.meaning.times is not None
        )
        world.unknown(word.text, word.span, series, UnknownSeries(word.text))
        return None
    if isinstance(symbol.meaning, checked.Space) and symbol.meaning.times is not None:
        return checked.Resize(extend=node.how == "extend", space=symbol.meaning, span=node.span)
    if symbol.meaning is not None:
        world.report(
            "wrong-type", Phrase("is-not-a-series-of-spaces", word=word.text, kind=symbol.what), word.span, declared=symbol.span
        )
    return None

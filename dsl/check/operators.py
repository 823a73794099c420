"""Check operators over expressions whose own types are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import (
    as_set,
    as_space,
    converted,
    copies_named,
    empty_set,
    fit,
    map_members,
    operation,
    quoted,
    report_unlike,
)
from rulewright.dsl.check.name_lookup import DIRECTION, name_expression
from rulewright.dsl.check.place_contents import Meant, stands_for_contents
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import MAY_BE_NOTHING, common_type, element, set_of, type_in_words
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TRUTH, Expression, Type
from rulewright.dsl.messages.kinds import UnknownDirection
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

Build = Callable[[Scope, nodes.Operation, tuple[Expression, ...]], Expression | None]

TRUTH_WORDS = {"both": "and", "either": "or", "negation": "not"}


def _all_of(operands_are: Type, result: Type) -> Build:
    """Return a builder for `+`, `is at least`, `and` and their like: all operands are of one type."""

    def build(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
        fitted = [fit(scope, operand, operands_are) for operand in operands]
        good = tuple(operand for operand in fitted if operand is not None)
        if len(good) < len(fitted):
            return None
        operator = TRUTH_WORDS.get(node.operator, node.operator)
        if operator in ("divided", "remainder") and isinstance(good[1], checked.Const) and good[1].value == 0:
            scope.world.report("division-by-zero", Phrase("a-number-cannot-be-divided-by-0"), good[1].span)
            return None
        return operation(operator, good, result, node.span)

    return build


def _conditional(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `A if COND otherwise B`."""
    then, condition, otherwise = operands[0], fit(scope, operands[1], TRUTH), operands[2]
    of = common_type(then.type, otherwise.type)
    if of is None:
        report_unlike(scope, then, otherwise)
        return None
    if of.kind == "nothing":
        return then
    one, other = fit(scope, then, of), fit(scope, otherwise, of)
    if condition is None or one is None or other is None:
        return None
    return operation("if", (condition, one, other), of, node.span)


def _same(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `is` and `is not`."""
    one, other = operands
    for side, facing in ((one, other), (other, one)):
        if side.type.many and not facing.type.many:
            empty = facing.type.kind == "nothing"
            way_out = Phrase("write-no-in-front-of-it-to") if empty else (Phrase("ask-is-in-any-no-or-count"))
            scope.world.report(
                "wrong-type",
                Phrase("is-and-cannot-be-the-same-as", side=quoted(side.span), kind=type_in_words(side.type)),
                side.span,
                way_out=way_out,
            )
            return None
    of = common_type(one.type, other.type)
    if of is None:
        spaces = _as_spaces(scope, one, other)
        if spaces is None:
            _report_uncomparable(scope, one, other)
            return None
        return operation(node.operator, spaces, TRUTH, node.span)
    if of.kind == "nothing":
        return checked.Const(value=int(node.operator == "same"), type=TRUTH, span=node.span)
    left, right = fit(scope, one, of), fit(scope, other, of)
    return None if left is None or right is None else operation(node.operator, (left, right), TRUTH, node.span)


def _as_spaces(scope: Scope, one: Expression, other: Expression) -> tuple[Expression, Expression] | None:
    """Convert the thing in a comparison with a space to its space."""
    if {one.type.kind, other.type.kind} != {"space", "thing"} or one.type.many:
        return None
    left, right = converted(scope, one, SPACE), converted(scope, other, SPACE)
    return None if left is None or right is None else (left, right)


def _report_uncomparable(scope: Scope, one: Expression, other: Expression) -> None:
    for side, facing in ((one, other), (other, one)):
        if facing.type.kind == "nothing" and side.type.kind not in MAY_BE_NOTHING:
            instead = "no" if side.type == TRUTH else "0" if side.type == NUMBER else "..."
            scope.world.report(
                "wrong-type",
                Phrase("is-which-is-never-nothing", side=quoted(side.span), kind=type_in_words(side.type)),
                facing.span,
                way_out=Phrase("compare-it-with", instead=instead),
            )
            return
    report_unlike(scope, one, other)


def _inside(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `is on`, `is in`, and both with `not`."""
    one, other = operands
    if one.type.many:
        scope.world.report(
            "wrong-type",
            Phrase("is-and-only-of-one-thing-can", one=quoted(one.span), kind=type_in_words(one.type)),
            one.span,
            way_out=Phrase("write-any-on", one=one.span.text, other=other.span.text),
        )
        return None
    thing = one.type.kind == "thing"
    if thing and (other.type.kind in ("space", "nothing") or (other.type.kind == "thing" and not other.type.many)):
        spaces = as_space(scope, other)
        return None if spaces is None else operation(node.operator, (one, spaces), TRUTH, node.span)
    values = as_set(scope, other)
    if values is None:
        return None
    of = common_type(one.type, element(values.type))
    if one.type.kind == "space" and values.type.kind == "thing":
        of = SPACE
    if of is None or of.kind == "nothing":
        if other.type.kind == "space":
            way_out = Phrase("write-any-in", one=one.span.text, other=other.span.text) if one.type.kind == "card" else None
            scope.world.report(
                "wrong-type",
                Phrase("is-but-only-things-are-on-or", one=quoted(one.span), kind=type_in_words(one.type)),
                one.span,
                way_out=way_out,
            )
        else:
            report_unlike(scope, one, other)
        return None
    left, right = fit(scope, one, of), fit(scope, values, set_of(of))
    return None if left is None or right is None else operation(node.operator, (left, right), TRUTH, node.span)


def _range(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `1 to 6`."""
    return _all_of(NUMBER, set_of(NUMBER))(scope, node, operands)


def _on(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `THINGS on PLACE`."""
    things, spaces = copies_named(scope, operands[0]) or as_set(scope, operands[0]), as_space(scope, operands[1])
    if things is None or spaces is None:
        return None
    if things.type.kind not in ("thing", "nothing"):
        way_out = Phrase("write-it-is-in-behind-where") if things.type == spaces.type else None
        scope.world.report(
            "wrong-type",
            Phrase("is-but-only-things-are-on-or", one=quoted(operands[0].span), kind=type_in_words(things.type)),
            operands[0].span,
            way_out=way_out,
        )
        return None
    return operation("on", (things, spaces), things.type, node.span)


def _from(operator: str) -> Build:
    """Return a builder for `PLAYERS from left of player`."""

    def build(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
        players, first = fit(scope, operands[0], set_of(PLAYER)), fit(scope, operands[1], PLAYER)
        if players is None or first is None:
            return None
        return operation(operator, (players, first), players.type, node.span)

    return build


def _two_sets(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `without` and `plus`."""
    one, other = (as_set(scope, operand) for operand in operands)
    if one is None or other is None:
        return None
    of = common_type(one.type, other.type)
    if of is None:
        report_unlike(scope, operands[0], operands[1])
        return None
    left, right = fit(scope, one, of), fit(scope, other, of)
    return None if left is None or right is None else operation(node.operator, (left, right), of, node.span)


def _of_set(result: Type | None, meant: Meant, *, single: bool = False) -> Build:
    """Return a builder for `any SET`, `first of SET` and their like; without a result type, it is the set's own."""

    def build(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
        values = None if stands_for_contents(scope, operands[0], meant) else as_set(scope, operands[0])
        if values is None:
            return None
        of = result or (element(values.type) if single else values.type)
        return operation(node.operator, (values,), of, node.span)

    return build


def _picked_from(scope: Scope, found: Expression) -> Expression | None:
    """Check a set whose members are picked by their places in it."""
    return None if stands_for_contents(scope, found, "picked") else as_set(scope, found)


def _item(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `item 2 of SET`."""
    number, values = fit(scope, operands[0], NUMBER), _picked_from(scope, operands[1])
    if number is None or values is None:
        return None
    return operation("item", (number, values), element(values.type), node.span)


def _few(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `last 3 of PILE`: members at one end, but no more than there are."""
    number, values = fit(scope, operands[0], NUMBER), _picked_from(scope, operands[1])
    if number is None or values is None:
        return None
    return operation(node.operator, (number, values), values.type, node.span)


def _longest_line(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `longest line through X of SET`."""
    through, spaces = fit(scope, operands[0], SPACE), fit(scope, operands[1], set_of(SPACE))
    if through is None or spaces is None:
        return None
    return operation("longest_line", (through, spaces), spaces.type, node.span)


def _ray(scope: Scope, node: nodes.Operation, operands: tuple[Expression, ...]) -> Expression | None:
    """Check `all forward of X`."""
    name = node.name
    spaces = as_space(scope, operands[0])
    if name is None or spaces is None:
        return None
    heading = heading_value(scope, name)
    if heading is not None:
        return along_heading(scope, heading, spaces, "ray", node.span)
    if not is_direction(scope, name):
        return None
    return map_members(
        scope,
        spaces,
        lambda one: checked.Property(name=name.text, property="ray", target=one, type=set_of(SPACE), span=node.span),
    )


def heading_value(scope: Scope, name: nodes.Word) -> Expression | None:
    """Return the value of a name, if that is a direction which is known only in the game."""
    known, _ = scope.find(name.text)
    symbol = scope.world.symbols.get(name.text)
    meaning = symbol.meaning if symbol is not None else None
    stands_alone = isinstance(meaning, checked.Field) or (isinstance(meaning, checked.Define) and not meaning.parameters)
    if not known and not stands_alone:
        return None
    if not known and getattr(meaning, "type", None) != DIRECTION:
        return None
    found = name_expression(scope, nodes.Name(span=name.span, name=name.text))
    return found if found is not None and found.type == DIRECTION else None


def along_heading(
    scope: Scope, heading: Expression, spaces: Expression, asked: Literal["direction", "ray"], span: Span
) -> Expression:
    """Return the next space, or all spaces beyond, in a direction that is known only in the game."""
    of = set_of(SPACE) if asked == "ray" else SPACE

    def one_way(one: Expression) -> Expression:
        result: Expression = empty_set(of, span) if of.many else checked.Const(value=-1, type=of, span=span)
        for index, name in reversed(list(enumerate(scope.world.directions))):
            here = operation("same", (heading, checked.Const(value=index, type=DIRECTION, span=span)), TRUTH, span)
            there = checked.Property(name=name, property=asked, target=one, type=of, span=span)
            result = operation("if", (here, there, result), of, span)
        return result

    return map_members(scope, spaces, one_way)


def is_direction(scope: Scope, name: nodes.Word) -> bool:
    """Return whether a word is a direction of a line or grid; if not, report it."""
    if name.text in scope.world.directions:
        return True
    symbol = scope.world.symbols.get(name.text)
    if symbol is None:
        scope.world.unknown(name.text, name.span, scope.world.directions, UnknownDirection(name.text))
    elif symbol.meaning is not None:
        scope.world.report(
            "wrong-type",
            Phrase("is-but-a-direction-is-expected-here", name=name.text, kind=symbol.what),
            name.span,
            declared=symbol.span,
        )
    return False


def seat_of(scope: Scope, node: nodes.Node, number: Expression) -> Expression | None:
    """Return the player of a seat; a computed number picks among the players."""
    if not isinstance(number, checked.Const) or number.type != NUMBER:
        fitted = fit(scope, number, NUMBER)
        players = checked.PlayerSet(type=set_of(PLAYER), span=node.span)
        return None if fitted is None else operation("item", (fitted, players), PLAYER, node.span)
    if not 1 <= number.value <= scope.seats:
        scope.world.report(
            "no-such-seat",
            Phrase("there-is-no-seat", number=number.value),
            node.span,
            way_out=Phrase("seats-go-from-1-to", seats=scope.seats),
        )
        return None
    return checked.Const(value=number.value - 1, type=PLAYER, span=node.span)


OPERATORS: dict[str, Build] = {
    **dict.fromkeys(("plus", "minus", "times", "divided", "remainder", "negative"), _all_of(NUMBER, NUMBER)),
    **dict.fromkeys(("at_least", "at_most", "more_than", "less_than"), _all_of(NUMBER, TRUTH)),
    **dict.fromkeys(("both", "either", "negation"), _all_of(TRUTH, TRUTH)),
    "conditional": _conditional,
    "same": _same,
    "different": _same,
    "inside": _inside,
    "outside": _inside,
    "range": _range,
    "located": _on,
    "from_clockwise": _from("clockwise"),
    "from_counterclockwise": _from("counterclockwise"),
    "without": _two_sets,
    "union": _two_sets,
    "any": _of_set(TRUTH, "any"),
    "none": _of_set(TRUTH, "any"),
    "count": _of_set(NUMBER, "counted"),
    "first": _of_set(None, "picked", single=True),
    "last": _of_set(None, "picked", single=True),
    "item": _item,
    "first_few": _few,
    "last_few": _few,
    "longest_line": _longest_line,
    "ray": _ray,
    "seat": lambda scope, node, operands: seat_of(scope, node, operands[0]),
}

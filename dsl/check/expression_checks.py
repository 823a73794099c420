"""Check expressions: resolve every name and find every type. A mistake is reported once, and is None from there on."""

from __future__ import annotations

from itertools import chain
from typing import Literal

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import (
    as_set,
    as_space,
    converted,
    empty_set,
    fit,
    map_members,
    operation,
    quoted,
    report_unlike,
)
from rulewright.dsl.check.connected_regions import check_region, is_region
from rulewright.dsl.check.lookahead import check_after
from rulewright.dsl.check.name_lookup import constants_are, is_good, name_expression
from rulewright.dsl.check.operators import OPERATORS, along_heading, heading_value, seat_of
from rulewright.dsl.check.place_contents import Meant, stands_for_contents
from rulewright.dsl.check.properties import BUILT_IN, call_of, property_expression, range_value
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import common_type, element, set_of, type_in_words, value_of
from rulewright.dsl.checked import NUMBER, TEXT, TRUTH, Expression, LocalRef, Type
from rulewright.dsl.messages.kinds import UnknownRule
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.messages.suggestions import closest
from rulewright.dsl.syntax.terminal_words import STARTING_WORDS
from rulewright.dsl.syntax.vocabulary import words_of
from rulewright.dsl.text.source import Span

EachOperator = Literal["where", "as_long_as", "with_most", "with_fewest", "sum", "highest", "lowest"]

# The operators that may be evaluated before the game begins.
CONSTANT_OPERATORS = frozenset(
    words_of("""
    plus minus times divided remainder negative conditional both either negation same different at_least at_most
    more_than less_than inside outside seat item range
""")
)
START_OPERATORS = frozenset({"first", "last"})


def expression(scope: Scope, node: nodes.Expression) -> Expression | None:
    """Check any expression; return None after a message."""
    match node:
        case nodes.Name(name=name):
            symbol = None if scope.constant or scope.find(name)[0] else scope.world.symbols.get(name)
            if symbol is not None and isinstance(symbol.meaning, checked.Rule):
                return call_result(scope, nodes.Word(span=node.span, text=name), (), node.span, symbol.meaning)
            return name_expression(scope, node)
        case nodes.Number():
            return checked.Const(value=node.value, type=NUMBER, span=node.span)
        case nodes.Text():
            if scope.example:
                return checked.TextConst(text=node.value, type=TEXT, span=node.span)
            scope.world.report("wrong-type", Phrase("a-text-cannot-stand-here"), node.span)
            return None
        case nodes.Constant():
            return _constant(scope, node)
        case nodes.ValueList():
            return _several(scope, node)
        case nodes.Of():
            return _of(scope, node)
        case nodes.Operation():
            return _operation(scope, node)


def typed_expression(scope: Scope, node: nodes.Expression, of: Type) -> Expression | None:
    """Check an expression that must have a certain type."""
    if scope.world.watcher is not None:
        scope.world.watcher(scope, node, lambda other, instead: typed_expression(other, instead, of), of)
    return fit(scope, expression(scope, node), of)


def checked_set(scope: Scope, node: nodes.Expression, meant: Meant) -> Expression | None:
    """Check an expression as a set of any type, for a use of its members."""
    found = expression(scope, node)
    return None if stands_for_contents(scope, found, meant) else as_set(scope, found)


def report_not_constant(scope: Scope, node: nodes.Expression) -> None:
    """Report something that changes during the game, where nothing may."""
    assert scope.constant is not None
    scope.world.report(
        "not-constant",
        Phrase("so-cannot-stand-here", fixed=scope.constant, node=quoted(node.span)),
        node.span,
        way_out=constants_are(scope),
    )


def _constant(scope: Scope, node: nodes.Constant) -> Expression | None:
    if node.word in ("yes", "no"):
        return checked.Const(value=int(node.word == "yes"), type=TRUTH, span=node.span)
    if node.word == "nothing":
        return checked.Const(value=-1, type=checked.NOTHING, span=node.span)
    if not scope.its:
        scope.world.report("no-it", Phrase("it-has-no-meaning-here"), node.span)
        return None
    local = scope.its[-1]
    return None if local is None else LocalRef(local=local, type=local.type, span=node.span)


def _several(scope: Scope, node: nodes.ValueList) -> Expression | None:
    found = [expression(scope, item) for item in node.items]
    items = [item for item in found if item is not None]
    if len(items) < len(found):
        return None
    of = _common(scope, items)
    if of is None:
        return None
    if of.kind == "nothing":
        return empty_set(of, node.span)
    if not of.many:
        parts = [converted(scope, item, of) for item in items]
        return operation("several", tuple(part for part in parts if part is not None), set_of(of), node.span)
    result: Expression | None = None
    for item in items:
        part = fit(scope, item, of)
        if part is None:
            return None
        result = part if result is None else operation("union", (result, part), of, node.span)
    return result


def _common(scope: Scope, items: list[Expression]) -> Type | None:
    """Return the common type of some expressions, or None after a message."""
    of = items[0].type
    for item in items[1:]:
        both = common_type(of, item.type)
        if both is None:
            report_unlike(scope, items[0], item, of)
            return None
        of = both
    return of


def _of(scope: Scope, node: nodes.Of) -> Expression | None:
    symbol = scope.world.symbols.get(node.name.text)
    meaning = symbol.meaning if symbol is not None else None
    heading = None if scope.constant else heading_value(scope, node.name)
    if node.name.text == "picture" and symbol is None and "picture" not in scope.world.fields and not scope.constant:
        return _picture(scope, node)
    if isinstance(meaning, checked.Define) and heading is None:
        if scope.constant:
            report_not_constant(scope, node)
            return None
        return _call(scope, node, meaning)
    if isinstance(meaning, checked.Rule):
        several = len(meaning.parameters) > 1 and isinstance(node.target, nodes.ValueList)
        given = node.target.items if several and isinstance(node.target, nodes.ValueList) else (node.target,)
        return call_result(scope, node.name, given, node.span, meaning)
    if any(field.pair for field in scope.world.fields.get(node.name.text, ())):
        if scope.constant and not scope.start:
            report_not_constant(scope, node)
            return None
        found_pairs = pair_field(scope, node.name, node.target)
        if found_pairs is None:
            return None
        field, pairs = found_pairs
        return map_members(scope, pairs, lambda one: checked.FieldRef(field=field, target=one, type=field.type, span=node.span))
    counted = scope.own is not None and node.name.text in ("number", "row", "column")
    if scope.constant and not scope.start and not counted:
        report_not_constant(scope, node)
        return None
    if is_unknown_owner(scope, node.name, node.target):
        return None
    target = expression(scope, node.target)
    if target is None:
        return None
    if heading is not None:
        spaces = as_space(scope, target)
        return None if spaces is None else along_heading(scope, heading, spaces, "direction", node.span)
    found = property_expression(scope, node.name, target, node.span)
    if scope.start and found is not None and not (isinstance(found, checked.FieldRef) and found.field.place is not None):
        report_not_constant(scope, node)
        return None
    return found


def is_unknown_owner(scope: Scope, name: nodes.Word, of: nodes.Expression) -> bool:
    """Return whether a name before several values in brackets is unknown, and report that.

    The values may be arguments of a define or members of a pair, and need not be of one kind.
    """
    world, word = scope.world, name.text
    symbol = world.symbols.get(word)
    known = symbol is not None and symbol.meaning is not None
    if not isinstance(of, nodes.ValueList) or known or word in BUILT_IN or word in world.fields or word in world.directions:
        return False
    for item in of.items:
        expression(scope, item)
    if symbol is None:
        world.unknown(word, name.span, chain(BUILT_IN, world.fields, world.symbols, world.directions))
    return True


def pair_field(scope: Scope, name: nodes.Word, of: nodes.Expression) -> tuple[checked.Field, Expression] | None:
    """Return which field of pairs is meant, and of which pair or pairs; None after a message."""
    fields = [field for field in scope.world.fields[name.text] if field.pair is not None]
    items = of.items if isinstance(of, nodes.ValueList) else (of,)
    found = [expression(scope, item) for item in items]
    parts = [part for part in found if part is not None]
    if len(items) != 2:
        assert fields[0].of is not None
        names = type_in_words(fields[0].of)
        scope.world.report(
            "wrong-count", Phrase("is-of-two-of", name=name.text, names=names), of.span, Phrase("items-here", items=len(items))
        )
        return None
    if len(parts) < 2:
        return None
    field = next((field for field in fields if _fits_pair(scope, field, parts)), fields[0])
    assert field.pair is not None
    assert field.of is not None
    fitted: list[Expression | None] = []
    for kind, part in zip(field.pair, parts, strict=True):
        values = scope.world.values.get(kind.name) if kind.kind == "value" else None
        asked = kind if values is None else value_of(values)
        one = fit(scope, part, set_of(asked) if part.type.many else asked)
        fitted.append(one if one is None or values is None else range_value(scope, values, one))
    first, second = fitted
    if first is None or second is None:
        return None
    whole, span = field.of, of.span
    return field, map_members(
        scope, first, lambda one: map_members(scope, second, lambda other: operation("pair", (one, other), whole, span))
    )


def _fits_pair(scope: Scope, field: checked.Field, parts: list[Expression]) -> bool:
    """Return whether two values are of the types that a field of pairs belongs to."""
    return field.pair is not None and all(
        element(part.type) in (kind, checked.NOTHING)
        or (
            element(part.type) == NUMBER and kind.name in scope.world.values and value_of(scope.world.values[kind.name]) == NUMBER
        )
        for kind, part in zip(field.pair, parts, strict=True)
    )


def _picture(scope: Scope, node: nodes.Of) -> Expression | None:
    """Check `picture of (board, leader)`."""
    given = node.target.items if isinstance(node.target, nodes.ValueList) else (node.target,)
    parts: list[Expression] = []
    for part in given:
        found = expression(scope, part)
        if found is not None and found.type.kind in ("text", "nothing", "card"):
            scope.world.report(
                "wrong-type",
                Phrase("is-which-is-in-no-picture", part=quoted(part.span), kind=type_in_words(found.type)),
                part.span,
            )
        elif found is not None:
            parts.append(found)
    if len(parts) < len(given):
        return None
    return checked.Picture(parts=tuple(parts), type=NUMBER, span=node.span)


def _call(scope: Scope, node: nodes.Of, meaning: checked.Define) -> Expression | None:
    count = len(meaning.parameters)
    several = isinstance(node.target, nodes.ValueList) and (count > 1 or count == 0)
    given = node.target.items if several and isinstance(node.target, nodes.ValueList) else (node.target,)
    found = [expression(scope, argument) for argument in given]
    if len(given) != count:
        names = ", ".join(parameter.name for parameter in meaning.parameters)
        way_out = (
            Phrase("write-alone", word=meaning.name)
            if count == 0
            else (
                Phrase("write-meaning-of-names", meaning=meaning.name, names=names)
                if count == 1
                else Phrase("write-meaning-of-several", meaning=meaning.name, names=names)
            )
        )
        message = (
            Phrase("is-not-of-anything", meaning=meaning.name)
            if count == 0
            else Phrase("is-of-one-thing-not-of", meaning=meaning.name, given=len(given))
            if count == 1
            else Phrase("is-of-things-not-of", meaning=meaning.name, count=count, given=len(given))
        )
        scope.world.report("wrong-count", message, node.span, Phrase("items-here", items=len(given)), way_out)
        return None
    arguments = tuple(argument for argument in found if argument is not None)
    if not is_good(scope.world, meaning) or len(arguments) < len(found):
        return None
    return call_of(scope, meaning, arguments, node.span)


# The operators that look at each member of a set, with the type of the body, and that of the result. Without a result type,
# they give a part of the set, which is then written first.
LOOKING_AT_EACH: dict[str, tuple[EachOperator, Type, Type | None]] = {
    "where": ("where", TRUTH, None),
    "as_long_as": ("as_long_as", TRUTH, None),
    "with_most": ("with_most", NUMBER, None),
    "with_fewest": ("with_fewest", NUMBER, None),
    "sum_of": ("sum", NUMBER, NUMBER),
    "highest": ("highest", NUMBER, NUMBER),
    "lowest": ("lowest", NUMBER, NUMBER),
}


def _operation(scope: Scope, node: nodes.Operation) -> Expression | None:
    if scope.constant and not _may_be_constant(scope, node):
        report_not_constant(scope, node)
        return None
    if node.operator == "openly":
        found = expression(scope, node.operands[0])
        if found is not None:
            scope.world.openly.append(found)
        return found
    if is_region(scope, node):
        return check_region(scope, node, expression)
    if node.operator == "after":
        return check_after(scope, node, expression, rule_call)
    if node.operator == "can":
        return _can(scope, node)
    if node.operator == "named" and node.name is not None:
        scope.world.report("idle-name", Phrase("nothing-looks-at-each-of-these-as", node=node.name.text), node.name.span)
        return expression(scope, node.operands[0])
    if node.operator in LOOKING_AT_EACH:
        return _each(scope, node, *LOOKING_AT_EACH[node.operator])
    if node.operator in ("both", "either", "conditional"):
        return _as_far_as_needed(scope, node)
    checked_operands = [expression(scope, operand) for operand in node.operands]
    operands = tuple(operand for operand in checked_operands if operand is not None)
    if (
        scope.constant
        and not scope.start
        and node.operator == "item"
        and len(operands) == 2
        and not (isinstance(operands[1], checked.Operation) and operands[1].operator == "several")
    ):
        report_not_constant(scope, node)
        return None
    return OPERATORS[node.operator](scope, node, operands) if len(operands) == len(checked_operands) else None


def _as_far_as_needed(scope: Scope, node: nodes.Operation) -> Expression | None:
    """Check operators that may not need all operands: a rule in a later operand is carried out only if that is needed."""
    first = 1 if node.operator == "conditional" else 0
    found: list[Expression | None] = []
    ahead: list[list[checked.Statement]] = []
    for place, operand in enumerate(node.operands):
        before = scope.ahead
        if before is not None and place != first:
            scope.ahead = []
        found.append(expression(scope, operand))
        ahead.append(scope.ahead if scope.ahead is not None and place != first else [])
        scope.ahead = before
    operands = tuple(operand for operand in found if operand is not None)
    result = OPERATORS[node.operator](scope, node, operands) if len(operands) == len(found) else None
    if scope.ahead is None or not any(ahead) or not isinstance(result, checked.Operation):
        return result
    local = scope.new_local(node.operator, result.type)
    now = LocalRef(local=local, type=local.type, span=node.span)

    def becomes(place: int) -> tuple[checked.Statement, ...]:
        return *ahead[place], checked.Assign(to=local, value=values[place], span=node.span)

    values = result.operands
    if node.operator == "conditional":
        condition, *values_then = values
        values = (values_then[0], condition, values_then[1])
        lines: tuple[checked.Statement, ...] = (
            checked.If(branches=((condition, becomes(0)),), otherwise=becomes(2), span=node.span),
        )
    else:
        goes_on = now if node.operator == "both" else operation("not", (now,), TRUTH, node.span)
        lines = *becomes(0), checked.If(branches=((goes_on, becomes(1)),), span=node.span)
    scope.ahead.extend(lines)
    return now


def _may_be_constant(scope: Scope, node: nodes.Operation) -> bool:
    """Return whether an operator can be evaluated before the game begins."""
    if node.operator == "count":
        operand = node.operands[0]
        return isinstance(operand, nodes.Name) and operand.name == "players"
    return node.operator in CONSTANT_OPERATORS or (scope.start and node.operator in START_OPERATORS)


def _each(scope: Scope, node: nodes.Operation, operator: EachOperator, asked: Type, result: Type | None) -> Expression | None:
    first, second = node.operands if result is None else node.operands[::-1]
    name: nodes.Word | None = None
    match first:
        case nodes.Operation(operator="named", operands=(inner,), name=name):
            first = inner
    values = checked_set(scope, first, "looked at" if result is None else "gone through")
    of = None if values is None else element(values.type)
    ahead, scope.ahead = scope.ahead, None
    if name is None:
        local = None if of is None else scope.new_local("it", of)
        scope.its.append(local)
        body = typed_expression(scope, second, asked)
        scope.its.pop()
    else:
        # If the element has a name, `it` keeps its meaning from outside.
        scope.blocks.append({})
        local = scope.declare(name, of)
        body = typed_expression(scope, second, asked)
        scope.blocks.pop()
    scope.ahead = ahead
    if values is None or local is None or body is None:
        return None
    return checked.SetOperation(
        operator=operator, values=values, local=local, body=body, type=result or values.type, span=node.span
    )


def _can(scope: Scope, node: nodes.Operation) -> Expression | None:
    """Check `can RULE x`."""
    if node.name is None:
        return None
    operand = node.operands[0] if node.operands else None
    given = () if operand is None else operand.items if isinstance(operand, nodes.ValueList) else (operand,)
    rule, arguments = rule_call(scope, node.name, given)
    if scope.locals:
        scope.uses_player = True
    if rule is None or arguments is None:
        return None
    return checked.Can(rule=rule, arguments=arguments, type=TRUTH, span=node.span)


def call_result(
    scope: Scope, name: nodes.Word, given: tuple[nodes.Expression, ...], span: Span, rule: checked.Rule
) -> Expression | None:
    """Return the result of a rule, which is carried out before the line that mentions it."""
    world, ahead = scope.world, scope.ahead
    if rule.gives is None:
        world.report(
            "no-result",
            Phrase("is-a-rule-that-gives-nothing", word=rule.name),
            span,
            way_out=Phrase("write-gives-and-a-type-behind-to-or", rule=rule.name),
        )
        return None
    _, arguments = rule_call(scope, name, given)
    if ahead is None:
        world.report("cannot-call", Phrase("is-a-rule-and-can-only-be", rule=rule.name), span)
        return None
    scope.uses_player = True
    local = scope.new_local(rule.name, rule.gives)
    if arguments is None:
        return None
    ahead.append(checked.Call(rule=rule, arguments=arguments, giving=local, span=span))
    return LocalRef(local=local, type=local.type, span=span)


def rule_call(
    scope: Scope, name: nodes.Word, given: tuple[nodes.Expression, ...]
) -> tuple[checked.Rule | None, tuple[Expression, ...] | None]:
    """Return a rule by name, with arguments that fit its parameters."""
    world = scope.world
    symbol = world.symbols.get(name.text)
    rule = symbol.meaning if symbol is not None and isinstance(symbol.meaning, checked.Rule) else None
    known = (
        [] if symbol is not None else [word for word, other in world.symbols.items() if isinstance(other.meaning, checked.Rule)]
    )
    if symbol is None and closest(name.text, [*known, *STARTING_WORDS]) in STARTING_WORDS:
        # The words after a misspelt word of the language are not what they look like.
        world.unknown(name.text, name.span, [*known, *STARTING_WORDS], UnknownRule(name.text))
        return None, None
    found = [expression(scope, argument) for argument in given]
    if symbol is None:
        if scope.find(name.text)[0]:
            world.report("wrong-type", Phrase("is-a-local-name-not-a-rule", name=name.text), name.span)
        else:
            world.unknown(name.text, name.span, known, UnknownRule(name.text))
        return None, None
    if rule is None:
        if symbol.meaning is not None:
            way_out = Phrase("write-perform", name=name.text) if isinstance(symbol.meaning, checked.Card) else None
            world.report(
                "wrong-type",
                Phrase("is-not-a-rule", word=name.text, kind=symbol.what),
                name.span,
                way_out=way_out,
                declared=symbol.span,
            )
        return None, None
    if len(found) != len(rule.parameters):
        report_count(scope, rule, len(found), name)
        return rule, None
    fitted = [fit(scope, argument, parameter.type) for argument, parameter in zip(found, rule.parameters, strict=True)]
    good = tuple(argument for argument in fitted if argument is not None)
    return rule, good if len(good) == len(fitted) else None


def report_count(scope: Scope, rule: checked.Rule, count: int, name: nodes.Word) -> None:
    """Report that a rule has too many or too few arguments."""
    wanted = tuple(Phrase("one-kind", one=one.name, kind=type_in_words(one.type)) for one in rule.parameters)
    way_out = Phrase("it-wants", wanted=WordList(wanted, "")) if wanted else Phrase("it-wants-nothing")
    takes = len(rule.parameters)
    symbol = scope.world.symbols[rule.name]
    scope.world.report(
        "wrong-count",
        Phrase("takes-no-values-not", rule=rule.name, items=count)
        if takes == 0
        else Phrase("takes-one-value-not", rule=rule.name, items=count)
        if takes == 1
        else Phrase("takes-values-not", rule=rule.name, takes=takes, items=count),
        name.span,
        way_out=way_out,
        declared=symbol.span,
    )


def player_of_seat(scope: Scope, node: nodes.Expression) -> Expression | None:
    """Return the player of a seat, from its number."""
    number = expression(scope, node)
    return None if number is None else seat_of(scope, node, number)


def speaks_of_it(node: nodes.Expression) -> bool:
    """Return whether an expression contains `it`."""
    return any(isinstance(part, nodes.Constant) and part.word == "it" for part in nodes.nodes_in(node))

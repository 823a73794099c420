"""Convert types where a reader would not notice the difference, and report it where they would."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Literal

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.check.place_contents import contents_text, is_place
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import MAY_BE_NOTHING, element, set_of, type_in_words
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TRUTH, Expression, LocalRef, Operation, Property, SetOperation, Type
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

LONGEST_QUOTE = 40


def quoted(span: Span) -> str:
    """Return a text in backticks, if it is short enough to be part of a sentence."""
    text = span.text
    return f"`{text}`" if text and "\n" not in text and len(text) <= LONGEST_QUOTE else "this"


def operation(operator: str, operands: tuple[Expression, ...], of: Type, span: Span) -> Expression:
    """Return an operator over whole expressions."""
    return Operation(operator=operator, operands=operands, type=of, span=span)


def map_members(scope: Scope, target: Expression, build: Callable[[Expression], Expression]) -> Expression:
    """Build something for a single value, or for each member of a set."""
    if not target.type.many:
        return build(target)
    local = scope.new_local("it", element(target.type))
    body = build(LocalRef(local=local, type=local.type, span=target.span))
    return SetOperation(operator="map", values=target, local=local, body=body, type=set_of(body.type), span=target.span)


def fit(scope: Scope, found: Expression | None, wanted: Type) -> Expression | None:
    """Return an expression as the wanted type, or None after a message; None stays None."""
    if found is None:
        return None
    result = converted(scope, found, wanted)
    if result is None:
        report_mismatch(scope, found, wanted)
    return result


def converted(scope: Scope, found: Expression, wanted: Type) -> Expression | None:
    """Return an expression as the wanted type, if that is possible."""
    have = found.type
    if have == wanted:
        return found
    if have.kind == "nothing":
        if wanted.many:
            return empty_set(wanted, found.span)
        if wanted.kind in MAY_BE_NOTHING:
            return checked.Const(value=-1, type=wanted, span=found.span)
        return None
    if have.kind == "card" and wanted == Type("thing", have.name, many=True):
        copies = copies_named(scope, found)
        if copies is not None:
            return copies
    if wanted.many and not have.many:
        single = converted(scope, found, element(wanted))
        return None if single is None else operation("as_set", (single,), wanted, found.span)
    if have.many and not wanted.many:
        return None
    if have.kind == wanted.kind == "card" and not wanted.name:
        return found
    if have.kind == "thing" and (
        wanted.kind == "space" or (wanted.kind == "card" and is_card_kind(scope, have.name) and wanted.name in ("", have.name))
    ):
        name: checked.PropertyName = "space" if wanted.kind == "space" else "card"
        of = SPACE if name == "space" else Type("card", have.name)
        return map_members(scope, found, lambda one: property_of(name, one, of))
    return None


def empty_set(of: Type, span: Span) -> Expression:
    """Return an empty set."""
    if of.kind in MAY_BE_NOTHING:
        return operation("as_set", (checked.Const(value=-1, type=element(of), span=span),), of, span)
    one, none = (checked.Const(value=value, type=NUMBER, span=span) for value in (1, 0))
    return operation("range", (one, none), of, span)


def property_of(name: checked.PropertyName, target: Expression, of: Type, group: checked.Values | None = None) -> Expression:
    """Return a property that the engine itself knows."""
    return Property(
        name=name if group is None else group.name, property=name, target=target, group=group, type=of, span=target.span
    )


def is_card_kind(scope: Scope, name: str) -> bool:
    """Return whether the things of a kind are named cards."""
    kind = scope.world.kinds.get(name)
    return kind is not None and kind.named_cards


def copies_of(
    scope: Scope,
    found: checked.CardConst,
    group: checked.Values | Literal["player"] | None = None,
    target: Expression | None = None,
) -> Expression:
    """Return all copies of a named card, or those of one owner or value."""
    things = Type("thing", found.card.kind.name, many=True)
    among = checked.KindSet(kind=found.card.kind, group=group, target=target, type=things, span=found.span)
    local = scope.new_local("it", element(things))
    one = property_of("card", LocalRef(local=local, type=local.type, span=found.span), found.type)
    return SetOperation(
        operator="where",
        values=among,
        local=local,
        type=things,
        span=found.span,
        body=operation("same", (one, found), TRUTH, found.span),
    )


def copies_named(scope: Scope, found: Expression) -> Expression | None:
    """Return all copies of a named card, or of several in brackets, in the order in which they are written; else None."""
    match found:
        case checked.CardConst():
            return copies_of(scope, found)
        case Operation(operator="several", operands=operands):
            copies = [copies_of(scope, card) for card in operands if isinstance(card, checked.CardConst)]
            if len(copies) == len(operands):
                return reduce(lambda some, more: operation("union", (some, more), some.type, found.span), copies)
    return None


def as_set(scope: Scope, found: Expression | None) -> Expression | None:
    """Return an expression as a set; a named card is the set of its copies."""
    if isinstance(found, checked.CardConst):
        return copies_of(scope, found)
    return None if found is None else fit(scope, found, set_of(found.type))


def as_space(scope: Scope, found: Expression | None) -> Expression | None:
    """Return an expression as a space or a set of spaces."""
    if found is None:
        return None
    return fit(scope, found, evolve(SPACE, many=found.type.many))


def report_mismatch(scope: Scope, found: Expression, wanted: Type) -> None:
    """Report the found and the expected type."""
    have = found.type
    way_out = None
    if have.kind == "nothing":
        scope.world.report(
            "wrong-type",
            Phrase("nothing-cannot-stand-for", kind=type_in_words(wanted)),
            found.span,
            way_out=NOTHING_ELSE.get(wanted.kind),
        )
        return
    if have.many and not wanted.many:
        same = element(have) == wanted or (wanted.kind in ("space", "card") and have.kind == "thing")
        if wanted == TRUTH:
            way_out = Phrase("write-any-or-no-in-front-of")
        elif wanted == NUMBER and have.kind != "number":
            way_out = Phrase("write-count-of-in-front-of-it")
        elif same:
            way_out = Phrase("take-one-of-it-with-first-of")
    elif wanted == TRUTH and not is_place(found):
        way_out = (
            Phrase("say-what-it-is-compared-with-such") if have == NUMBER else (Phrase("say-what-it-is-compared-with-such-as"))
        )
    elif element(wanted) == PLAYER and have.kind == "thing" and _owned(scope, have.name):
        way_out = Phrase("write-owner-of-in-front-of-it")
    elif is_place(found) and wanted.kind == "thing":
        way_out = (
            Phrase("write-in", wanted=wanted.name, found=found.span.on_one_line)
            if wanted.many
            else Phrase("write-first-of-in", wanted=wanted.name, found=found.span.on_one_line)
        )
    elif is_place(found) and wanted in WORTH:
        way_out = contents_text(scope.world, found, WORTH[wanted])
    elif have.kind == "card" and element(wanted).kind == "thing":
        way_out = Phrase("say-which-copy-of-it-is-meant", found=found.span.text)
    scope.world.report(
        "wrong-type",
        Phrase("is-but-is-expected-here", found=quoted(found.span), kind=type_in_words(have), wanted=type_in_words(wanted)),
        found.span,
        way_out=way_out,
    )


def report_unlike(scope: Scope, one: Expression, other: Expression, of: Type | None = None) -> None:
    """Report two things of different types where they should be alike."""
    first, second = type_in_words(of or one.type), type_in_words(other.type)
    way_out = Phrase("both-must-be-of-one-kind")
    if other.span.text == "it" and any(outer is not None and outer.type == one.type for outer in scope.its[:-1]):
        way_out = Phrase("it-is-what-the-innermost-set-looks")
    scope.world.report(
        "wrong-type",
        Phrase("is-but-is", one=quoted(one.span), first=first, other=quoted(other.span), kind=second),
        other.span,
        way_out=way_out,
        related=[(one.span, Phrase("is-kind", kind=first))],
    )


WORTH = {NUMBER: "count of ", TRUTH: "any "}
"""The words before a place where its things are wanted as a number or a truth."""
NOTHING_ELSE = {"number": Phrase("write-0"), "truth": Phrase("write-no")}


def _owned(scope: Scope, kind: str) -> bool:
    found = scope.world.kinds.get(kind)
    return found is not None and "player" in found.groups

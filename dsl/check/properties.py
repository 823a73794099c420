"""Check `NAME of X`, whose meaning depends on X."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import cast

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import converted, copies_of, fit, is_card_kind, map_members, property_of, quoted
from rulewright.dsl.check.name_lookup import DIRECTION
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import element, set_of, type_in_words, value_of
from rulewright.dsl.checked import (
    NUMBER,
    PLAYER,
    SPACE,
    Card,
    CardConst,
    DefineCall,
    Expression,
    Field,
    FieldRef,
    Kind,
    KindSet,
    Property,
    PropertyName,
    Type,
    Values,
)
from rulewright.dsl.messages.kinds import NoSuchField, UnknownProperty
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span

SPACE_PROPERTIES = {"row": NUMBER, "column": NUMBER, "number": NUMBER, "neighbours": set_of(SPACE), "around": set_of(SPACE)}
TURNS = ("opposite", "left-turn", "right-turn")
BUILT_IN = frozenset({"space", "owner", "card", "left", "right", *SPACE_PROPERTIES})


def property_expression(scope: Scope, name: nodes.Word, target: Expression, span: Span) -> Expression | None:
    """Return what `name of target` stands for, or None after a message; the name is not that of a define."""
    word = name.text
    symbol = scope.world.symbols.get(word)
    meaning = symbol.meaning if symbol is not None else None
    if word in scope.world.directions:
        return direction_of(scope, word, target, span)
    if word in TURNS and element(target.type) == DIRECTION:
        turn = cast("PropertyName", word)
        return evolve(map_members(scope, target, lambda one: property_of(turn, one, DIRECTION)), span=span)
    if symbol is not None and meaning is None:
        return None
    if target.type.kind == "nothing":
        scope.world.report("wrong-type", Phrase("nothing-has-no", word=word), span)
        return None
    if isinstance(meaning, Kind | Card):
        return things_of(scope, meaning, target, span)
    if isinstance(meaning, Values):
        found = group_of(scope, meaning, target)
        if found is not None:
            return evolve(found, span=span)
    elif word in BUILT_IN:
        found = built_in(scope, word, target)
        if found is not None:
            return evolve(found, span=span)
    else:
        found = field_of(scope, word, target, span)
        if found is not None:
            return evolve(found, span=span)
    report_missing(scope, name, target)
    return None


def direction_of(scope: Scope, word: str, target: Expression, span: Span) -> Expression | None:
    """Return the space next to a space, or to a thing's space."""
    spaces = fit(scope, target, set_of(SPACE) if target.type.many else SPACE)
    if spaces is None:
        return None
    return map_members(scope, spaces, lambda one: Property(name=word, property="direction", target=one, type=SPACE, span=span))


def things_of(scope: Scope, meaning: Kind | Card, target: Expression, span: Span) -> Expression | None:
    """Return the things of a kind, or the copies of a named card, that belong to a player or a value."""
    kind = meaning.kind if isinstance(meaning, Card) else meaning
    single = element(target.type)
    things = Type("thing", kind.name, many=True)
    groups = [one for one in kind.groups if single == (PLAYER if one == "player" else value_of(one))]
    if len(groups) > 1:
        names = WordList.quoted(one.name for one in groups if isinstance(one, Values))
        scope.world.report(
            "wrong-type",
            Phrase("it-cannot-be-seen-which-number-of", kind=kind.name),
            span,
            way_out=Phrase("say-it-where-name-of-it-is", kind=kind.name, names=names),
        )
        return None
    group = groups[0] if groups else None
    if isinstance(group, Values):
        target = range_value(scope, group, target)
    if group is not None and isinstance(meaning, Card):
        card = CardConst(card=meaning, type=Type("card", kind.name), span=span)
        return map_members(scope, target, lambda one: copies_of(scope, card, group, one))
    if group is not None:
        return map_members(scope, target, lambda one: KindSet(kind=kind, group=group, target=one, type=things, span=span))
    if kind.name in scope.world.ungrouped:
        return None
    owners = tuple(
        Phrase("a-kind", kind=group.name) if isinstance(group, Values) else Phrase("a-player") for group in kind.groups
    )
    way_out = (
        Phrase("belong-to", kind=kind.name, owners=WordList(owners, "and"))
        if owners
        else (Phrase("belong-to-nobody-they-are-not-declared", kind=kind.name))
    )
    if target.type.kind in ("space", "thing"):
        way_out = Phrase("for-those-that-are-there-write-on", meaning=meaning.name, span=span.text.partition(" of ")[2] or "...")
    scope.world.report(
        "wrong-type",
        Phrase("cannot-be-those-of", meaning=meaning.name, kind=type_in_words(target.type)),
        span,
        Phrase("target-is-kind", target=quoted(target.span), kind=type_in_words(target.type)),
        way_out,
    )
    return None


def group_of(scope: Scope, group: Values, target: Expression) -> Expression | None:
    """Return the value of a group that a thing was made for."""
    kind = scope.world.kinds.get(target.type.name) if target.type.kind == "thing" else None
    if kind is None or group not in kind.groups:
        return None
    return map_members(scope, target, lambda one: property_of("group", one, value_of(group), group))


def range_value(scope: Scope, values: Values, target: Expression) -> Expression:
    """Return numbers as the values of a range that they stand for; values of other types stay as they are."""
    if values.least is None:
        return target
    of = Type("value", values.name)
    return map_members(scope, target, lambda one: property_of("numbered", one, of, values))


def built_in(scope: Scope, name: str, target: Expression) -> Expression | None:
    """Return a property that every thing, space or player has."""
    word = cast("PropertyName", name)
    kind = target.type.kind
    if word in ("left", "right"):
        if kind != "player":
            return None
        return map_members(scope, target, lambda one: property_of(word, one, PLAYER))
    if word == "owner" and kind == "space":
        return map_members(scope, target, lambda one: property_of(word, one, PLAYER))
    if word == "number" and kind in ("value", "player"):
        return map_members(scope, target, lambda one: property_of(word, one, NUMBER))
    if word == "owner":
        declared = scope.world.kinds.get(target.type.name) if kind == "thing" else None
        if declared is None or "player" not in declared.groups:
            return None
        return map_members(scope, target, lambda one: property_of(word, one, PLAYER))
    if word == "card" and kind == "thing":
        if not is_card_kind(scope, target.type.name):
            return None
        return map_members(scope, target, lambda one: property_of(word, one, Type("card", target.type.name)))
    if kind not in ("thing", "space") or word == "card":
        return None
    spaces = converted(scope, target, set_of(SPACE) if target.type.many else SPACE)
    if spaces is None or word == "space":
        return spaces
    return map_members(scope, spaces, lambda one: property_of(word, one, SPACE_PROPERTIES[word]))


def field_of(scope: Scope, word: str, target: Expression, span: Span) -> Expression | None:
    """Return a field of the target, or of its space."""
    field = next(fields_of(scope, word, target.type), None)
    if field is None:
        return None
    return map_members(
        scope, owner_of_field(scope, field, target), lambda one: FieldRef(field=field, target=one, type=field.type, span=span)
    )


def owner_of_field(scope: Scope, field: Field, target: Expression) -> Expression:
    """Return the owner of a field: the space of a thing that lacks the field, or the value of a range for a number."""
    of = field.of
    if of is not None and of.kind == "space" and target.type.kind == "thing":
        return converted(scope, target, set_of(SPACE) if target.type.many else SPACE) or target
    if of is not None and of.kind == "value" and target.type.kind == "number":
        return range_value(scope, scope.world.values[of.name], target)
    return target


def fields_of(scope: Scope, word: str, of: Type) -> Iterator[Field]:
    """Yield the fields of that name that a type has, the nearest first."""
    fields = scope.world.fields.get(word, [])
    for field in fields:
        if field.of is None:
            continue
        same = field.of.kind == of.kind and (field.of.name == of.name or of.kind == "space")
        # If a card may be of any kind, the fields of only one kind can be meant.
        of_card = (
            of.kind == "card" and field.of.kind == "thing" and (field.of.name == of.name or (not of.name and len(fields) == 1))
        )
        of_number = of.kind == "number" and field.of.kind == "value" and is_range(scope, field.of.name)
        if same or of_card or of_number:
            yield field
    if of.kind == "thing":
        for field in fields:
            if field.of is not None and field.of.kind == "space":
                yield field


def is_range(scope: Scope, name: str) -> bool:
    """Return whether the values of a type are numbers."""
    values = scope.world.values.get(name)
    return values is not None and values.least is not None


def report_missing(scope: Scope, name: nodes.Word, target: Expression) -> None:
    """Report that something has no such field or property."""
    word, world = name.text, scope.world
    symbol = world.symbols.get(word)
    single = type_in_words(element(target.type))
    if target.type.kind == "thing" and target.type.name in world.ungrouped and word in world.values:
        return
    if word in world.removed and symbol is None and word not in world.fields:
        world.unknown(word, name.span, ())
        return
    if isinstance(symbol.meaning if symbol else None, checked.Field):
        world.report("wrong-type", Phrase("is-a-field-of-the-table-so", word=word), name.span)
        return
    if symbol is not None and not isinstance(symbol.meaning, Values):
        world.report(
            "wrong-type", Phrase("is-so-it-cannot-stand-before-of", word=word, kind=symbol.what), name.span, declared=symbol.span
        )
        return
    owners = tuple(sorted({type_in_words(field.of) for field in world.fields.get(word, []) if field.of is not None}, key=str))
    if owners:
        world.report(
            "no-such-field",
            NoSuchField(owner=quoted(target.span), kind=type_in_words(target.type), word=word),
            name.span,
            Phrase("has-it", having=WordList(owners)),
            Phrase("must-be-of", word=word, having=WordList(owners)),
        )
        return
    if word == "owner":
        way_out = Phrase("only-things-declared-for-each-player-have")
    elif word in BUILT_IN or symbol is not None:
        way_out = Phrase("only-have-it", words=HAVING.get(word, Phrase("things-made-for-each-of-its-values")))
    else:
        candidates = chain(BUILT_IN, TURNS, world.fields, world.symbols, world.directions)
        world.unknown(word, name.span, candidates, UnknownProperty(owner=single, word=word))
        return
    world.report(
        "no-such-field",
        NoSuchField(owner=quoted(target.span), kind=type_in_words(target.type), word=word),
        name.span,
        Phrase("not-of-this"),
        way_out,
    )


HAVING = {
    "card": Phrase("cards-with-names"),
    "left": Phrase("players"),
    "right": Phrase("players"),
    "space": Phrase("things"),
    "row": Phrase("things-and-the-spaces-of-a-grid"),
    "column": Phrase("things-and-the-spaces-of-a-grid"),
    "number": Phrase("things-spaces-players-and-values"),
    "neighbours": Phrase("things-and-spaces"),
    "around": Phrase("things-and-spaces"),
}


def call_of(scope: Scope, meaning: checked.Define, arguments: tuple[Expression, ...], span: Span) -> Expression | None:
    """Return a define with its arguments; a set in place of a single thing gives the result for each member."""
    scope.used_defines.add(meaning.name)
    wanted = [parameter.type for parameter in meaning.parameters]
    if len(wanted) == 1 and len(arguments) == 1 and arguments[0].type.many and not wanted[0].many:
        values = fit(scope, arguments[0], set_of(wanted[0]))
        if values is None:
            return None
        return map_members(scope, values, lambda one: DefineCall(define=meaning, arguments=(one,), type=meaning.type, span=span))
    fitted = [fit(scope, argument, of) for argument, of in zip(arguments, wanted, strict=True)]
    good = tuple(argument for argument in fitted if argument is not None)
    if len(good) < len(wanted):
        return None
    return DefineCall(define=meaning, arguments=good, type=meaning.type, span=span)

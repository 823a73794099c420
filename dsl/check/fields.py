"""Check the fields of players, things, spaces, values and the table, and the values printed on cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.boards import PLACE_KINDS, has_lookers, is_counted, is_public, is_top, place_kind, seen_by
from rulewright.dsl.check.expression_checks import typed_expression
from rulewright.dsl.check.scope import SymbolTable, titles_of
from rulewright.dsl.check.setup_values import constant_number, first_value_scope, setup_constant
from rulewright.dsl.check.types import pair_of, value_of
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TEXT, TRUTH, Board, Expression, Field, Kind, Option, Space, Type, Values
from rulewright.dsl.messages.kinds import (
    NoSuchFieldOfCards,
    NoSuchFieldOfValues,
    TwoValues,
    UnknownCards,
    UnknownFieldOwner,
    UnknownForm,
    UnknownType,
)
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean

_DRAWN = ("hearts", "bar", "untold", "unshown")
PLAIN_TYPES = {"number": NUMBER, "truth": TRUTH, "player": PLAYER, "players": PLAYER, "space": SPACE, "text": TEXT}


def type_of(world: SymbolTable, node: nodes.TypeName) -> Type | None:
    """Return the type that a word stands for, or None after a message."""
    word = node.name.text
    if node.card is not None:
        return _named_cards(world, node, node.card)
    of = PLAIN_TYPES.get(word)
    if of is None:
        symbol = world.symbols.get(word)
        meaning = symbol.meaning if symbol is not None else None
        match meaning:
            case Kind():
                of = Type("thing", meaning.name)
            case Values():
                of = value_of(meaning)
            case Option() if meaning.words:
                of = Type("value", meaning.name)
            case checked.NumberDie():
                of = NUMBER
            case Board():
                of = SPACE
            case _ if word == "direction" and world.direction_values() is not None:
                of = Type("value", word)
            case _:
                _report_type(world, node)
                return None
    return evolve(of, many=node.many)


def _named_cards(world: SymbolTable, node: nodes.TypeName, card: nodes.Word) -> Type | None:
    """Check `card of tricks`: one of the named cards, whichever copy of it."""
    symbol = world.symbols.get(node.name.text)
    kind = symbol.meaning if symbol is not None else None
    if card.text != "card":
        world.report(
            "wrong-type",
            Phrase("is-no-type", node=node.span.text),
            node.span,
            way_out=Phrase("write-card-of-for-the-name-of", node=node.name.text),
        )
    elif isinstance(kind, Kind) and kind.named_cards:
        return Type("card", kind.name, many=node.many)
    elif symbol is None:
        world.unknown(node.name.text, node.name.span, world.kinds, UnknownCards(node.name.text))
    elif kind is not None:
        world.report(
            "wrong-type",
            Phrase("is-which-has-no-cards-with-names", node=node.name.text, what=symbol.what),
            node.name.span,
            declared=symbol.span,
        )
    return None


def _report_type(world: SymbolTable, node: nodes.TypeName) -> None:
    word = node.name.text
    symbol = world.symbols.get(word)
    if symbol is not None:
        if symbol.meaning is not None:
            world.report(
                "wrong-type",
                Phrase("is-but-a-type-is-expected-here", word=word, kind=symbol.what),
                node.name.span,
                way_out=TYPES_ARE,
                declared=symbol.span,
            )
    elif word in PLACE_KINDS:
        world.report("wrong-type", Phrase("a-cannot-stand-here", word=word), node.name.span)
    elif word in world.broken or word in world.removed:
        world.unknown(word, node.name.span, ())
    else:
        known = [*PLAIN_TYPES, *world.kinds, *world.values, *world.dice, *world.boards]
        world.report("unknown-name", UnknownType(word), node.name.span, way_out=world.did_you_mean(word, known) or TYPES_ARE)


TYPES_ARE = Phrase("types-are-number-truth-player-space-and")


def declare_fields(world: SymbolTable, node: nodes.FieldBlock, variant: str) -> None:
    """Declare the fields below `each ... has:` or `the table has:`."""
    of: Type | None = None
    pair: tuple[Type, Type] | None = None
    owned = False
    good = True
    if node.kind is not None:
        of, owned = _having(world, node.kind)
        good = of is not None
    if node.kind is not None and node.other is not None:
        one, (other, owned_too) = of, _having(world, node.other)
        for part, word in ((one, node.kind), (other, node.other)):
            if part is not None and part.kind not in ("player", "value"):
                world.report("wrong-type", Phrase("cannot-be-one-of-a-pair", word=word.text), word.span)
                other = None
        good = one is not None and other is not None
        if one is not None and other is not None:
            pair, of, owned = (one, other), pair_of(one, other), owned or owned_too
    for line in node.fields:
        if isinstance(line, nodes.Field):
            _field(world, line, of, variant, owned=owned, table=node.kind is None, good=good, pair=pair)


def _having(world: SymbolTable, word: nodes.Word) -> tuple[Type | None, bool]:
    """Return what the fields belong to, and whether a player owns it."""
    if word.text in ("player", "players"):
        return PLAYER, True
    if word.text == "space":
        return SPACE, False
    symbol = world.symbols.get(word.text)
    match symbol.meaning if symbol is not None else None:
        case Kind() as kind:
            # The groups are looked up later, so their owners are asked for at the declaration then.
            return Type("thing", kind.name), True
        case Values() as values:
            return Type("value", values.name), False
        case Board() as board:
            return Type("space", board.name), False
    if symbol is None:
        if word.text in world.broken or word.text in world.removed:
            world.unknown(word.text, word.span, ())
        else:
            known = ["player", "space", *world.kinds, *world.values, *world.boards]
            world.report("unknown-name", UnknownFieldOwner(word.text), word.span, way_out=world.did_you_mean(word.text, known))
    elif symbol.meaning is not None:
        world.report(
            "wrong-type", Phrase("is-which-cannot-have-fields", word=word.text, kind=symbol.what), word.span, declared=symbol.span
        )
    return None, True


def _field(
    world: SymbolTable,
    node: nodes.Field,
    of: Type | None,
    variant: str,
    *,
    owned: bool,
    table: bool,
    good: bool,
    pair: tuple[Type, Type] | None,
) -> None:
    name = node.name.text
    is_place = node.type.name.text in PLACE_KINDS and not node.type.many
    if node.type.many and node.type.name.text in PLACE_KINDS:
        world.report("wrong-type", Phrase("there-can-be-no-set-of-new"), node.type.span)
        world.broken.add(name)
        return
    seen = seen_by(world, node.seen, owned=owned, is_place=is_place)
    counted = is_counted(world, node.seen, is_place=is_place)
    field_type = SPACE if is_place else type_of(world, node.type)
    if field_type is None or not good:
        world.broken.add(name)
        return
    unshown = node.drawn is not None and node.drawn.word.text == "unshown"
    titles = {} if unshown else titles_of(world, node.title)
    public = is_public(world, node.seen, of, None if is_place else field_type)
    if public and not titles:
        world.report(
            "never-shown",
            Phrase("has-no-text-so-nobody-is-shown", name=name),
            node.name.span,
            way_out=Phrase("give-it-one", name=name, capitalize=name.replace("-", " ").capitalize()),
        )
    place = place_kind(world, node.type.name) if is_place else None
    top = is_top(world, node.seen, place)
    if table and place is not None:
        space = Space(name=name, titles=titles, kind=place, seen=seen, span=node.name.span, counted=counted, top=top)
        if world.declare(node.name, Phrase("a-place-of-the-table"), space, variant):
            world.places[name] = space
        return
    drawn, most = _drawn(world, node, None if is_place else field_type)
    made = Field(
        name=name,
        titles=titles,
        of=of,
        type=field_type,
        seen=seen,
        place=place,
        span=node.name.span,
        pair=pair,
        die=None if node.type.many else world.dice.get(node.type.name.text),
        counted=counted,
        public=public,
        top=top,
        drawn=drawn,
        most=most,
        untold=node.drawn is not None and node.drawn.word.text == "untold",
    )
    if has_lookers(world, node.seen, of, is_place=is_place or table) and node.seen is not None and node.seen.others is not None:
        world.lookers.append((node.seen.others, made))
    if table:
        if world.declare(node.name, Phrase("a-field-of-the-table"), made, variant):
            world.table.append(made)
            world.field_of[node] = made
        return
    others = world.fields.get(name, [])
    twin = next((other for other in others if other.of == of), None)
    if twin is not None:
        world.report(
            "duplicate-name",
            Phrase("stands-there-twice-for-the-same-owner", name=name),
            node.name.span,
            related=[(twin.span, Phrase("first-declared-here"))],
        )
    elif others or world.declare(node.name, Phrase("a-field"), None, variant):
        # Fields may share names with one another, but with nothing else, so they are kept apart from all others.
        world.symbols.pop(name, None)
        world.fields.setdefault(name, []).append(made)
        world.field_of[node] = made
        world.field_spans.setdefault(name, node.name.span)


def _drawn(world: SymbolTable, node: nodes.Field, of: Type | None) -> tuple[Literal["", "hearts", "bar"], int]:
    """Return how a field's number is drawn, and the number that fills a bar."""
    if node.drawn is None:
        return "", 0
    word, most = node.drawn.word, node.drawn.most
    if word.text not in _DRAWN:
        world.report("unknown-name", UnknownForm(word.text), word.span, way_out=did_you_mean(word.text, _DRAWN))
    elif not node.title:
        world.report("never-shown", Phrase("has-no-text-so-it-is-never", node=node.name.text), word.span)
    elif of is None or (word.text not in ("untold", "unshown") and of != NUMBER):
        world.report(
            "wrong-type",
            Phrase("only-a-number-can-be-shown-so") if of is not None else Phrase("only-a-field-can-be-shown-so"),
            word.span,
            Phrase("no-number") if of is not None else Phrase("a-place"),
        )
    elif (most is not None) != (word.text == "bar") or most == 0:
        world.report(
            "wrong-type",
            Phrase("a-bar-and-nothing-else-has-a"),
            node.drawn.span,
            way_out=Phrase("write-bar-10") if word.text == "bar" else Phrase("write-word", word=word.text),
        )
    elif word.text == "hearts":
        return "hearts", 0
    elif word.text == "bar" and most is not None:
        return "bar", most
    return "", 0


def finish_fields(world: SymbolTable, node: nodes.FieldBlock) -> None:
    """Find first values, and who sees the fields."""
    for line in node.fields:
        if not isinstance(line, nodes.Field):
            continue
        made = world.field_of.get(line)
        if made is None:
            continue
        if made.of is not None and made.of.kind == "thing" and "player" not in world.kinds[made.of.name].groups:
            seen_by(world, line.seen, owned=False, is_place=made.place is not None)
        if line.default is None:
            continue
        if made.place is not None:
            world.report(
                "wrong-type",
                Phrase("a-place-has-no-first-value"),
                line.default.span,
                way_out=Phrase("say-where-things-start-pieces-3-for", made=made.name),
            )
            continue
        if made.type.many:
            world.report("wrong-type", Phrase("a-set-begins-empty"), line.default.span)
            continue
        made.default = typed_expression(first_value_scope(world, made, renewed=node.anew is not None), line.default, made.type)


def finish_card(world: SymbolTable, node: nodes.Card) -> None:
    """Find the number of copies of a card, and the values printed on it."""
    card = world.cards.get(node.name.text)
    if card is None or card.span != node.name.span:
        return
    if node.copies is not None:
        card.copies = constant_number(
            world,
            node.copies,
            Phrase("the-number-of-copies-of", card=card.name),
            Phrase("the-number-of-copies-of-is-fixed", card=card.name),
            0,
        )
    _print(world, node.fields, Type("thing", card.kind.name), card.name, card.values)


def finish_printed(world: SymbolTable, node: nodes.Values) -> None:
    """Find the values printed on values."""
    values = (world.dice if node.die else world.values).get(node.name.text)
    if not isinstance(values, Values) or values.span != node.name.span:
        return
    for index, entry in enumerate(node.entries):
        found: dict[Field, Expression] = {}
        _print(world, entry.printed, Type("value", values.name), entry.name.text, found)
        values.printed += [(index, own, value) for own, value in found.items()]


def _print(world: SymbolTable, lines: Iterable[nodes.CardField], of: Type, name: str, found: dict[Field, Expression]) -> None:
    """Collect the values of one card or value in `found`."""
    for line in lines:
        fields = [made for made in world.fields.get(line.name.text, []) if made.of == of]
        if not fields:
            own = [other for other, made in world.fields.items() if any(one.of == of for one in made)]
            if line.name.text in world.broken:
                continue
            world.report(
                "no-such-field",
                NoSuchFieldOfCards(owner=of.name, word=line.name.text)
                if of.kind == "thing"
                else NoSuchFieldOfValues(owner=of.name, word=line.name.text),
                line.name.span,
                way_out=world.did_you_mean(line.name.text, own) or Phrase("declare-it-below-each-has", word=of.name),
            )
            continue
        made = fields[0]
        if made.place is not None:
            world.report("wrong-type", Phrase("is-a-place-which-has-no-value", made=made.name), line.name.span)
        elif made in found:
            world.report("duplicate-name", TwoValues(name=name, field=made.name), line.name.span)
        else:
            value = setup_constant(world, line.value, Phrase("what-is-printed-on-is-fixed-before", name=name), made.type)
            if value is not None:
                found[made] = value

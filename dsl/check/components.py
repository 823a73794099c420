"""Check pieces and cards: how many there are, for which players, and where they start."""

from __future__ import annotations

from typing import Literal

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import quoted
from rulewright.dsl.check.scope import SymbolTable, counted_titles_of, text_of
from rulewright.dsl.check.setup_values import constant_number, own_scope, start_place
from rulewright.dsl.check.templates import PART, text_template
from rulewright.dsl.checked import NUMBER, Card, Const, Kind, Values
from rulewright.dsl.messages.kinds import UnknownCards, UnknownOwner
from rulewright.dsl.messages.said import Phrase, WordList

KIND_OF_CARDS = Phrase("a-kind-of-cards")


def declare_components(world: SymbolTable, node: nodes.Components, variant: str) -> None:
    """Declare a kind of pieces or cards."""
    kind = Kind(
        name=node.name.text,
        titles=counted_titles_of(world, node.title),
        amount=Const(value=0, type=NUMBER, span=node.amount.span),
        is_cards=node.cards,
        span=node.name.span,
    )
    what = KIND_OF_CARDS if node.cards else Phrase("a-kind-of-pieces")
    if world.declare(node.name, what, kind, variant):
        world.kinds[kind.name] = kind


def declare_card(world: SymbolTable, node: nodes.Card, variant: str) -> None:
    """Declare a named card, whose kind is already known."""
    symbol = world.symbols.get(node.kind.text)
    kind = symbol.meaning if symbol is not None else None
    texts = text_of(world, node.text)
    if not isinstance(kind, Kind) or symbol is None or symbol.what != KIND_OF_CARDS:
        if symbol is None:
            kinds = [name for name, other in world.symbols.items() if other.what == KIND_OF_CARDS]
            world.unknown(node.kind.text, node.kind.span, kinds, UnknownCards(node.kind.text))
        elif kind is not None:
            world.report(
                "wrong-type",
                Phrase("is-not-a-kind-of-cards", kind=node.kind.text, what=symbol.what),
                node.kind.span,
                Phrase("is-kind", kind=symbol.what),
                declared=symbol.span,
            )
        world.declare(node.name, Phrase("a-card"), None, variant)
        return
    card = Card(name=node.name.text, titles=counted_titles_of(world, node.title), texts=texts, kind=kind, span=node.name.span)
    if world.declare(node.name, Phrase("a-card"), card, variant):
        world.cards[card.name] = card
        kind.cards.append(card)
        kind.named_cards = True


def finish_components(world: SymbolTable, node: nodes.Components) -> None:
    """Find the amounts and groups of a kind, and where its things start."""
    kind = world.kinds.get(node.name.text)
    if kind is None or kind.span != node.name.span:
        return
    groups: list[Values | Literal["player"]] = []
    for word in node.groups:
        symbol = world.symbols.get(word.text)
        group: Values | Literal["player"]
        if word.text == "player":
            group = "player"
        elif symbol is not None and isinstance(symbol.meaning, checked.Values):
            group = symbol.meaning
        else:
            _report_group(world, kind, word)
            continue
        if group in groups:
            world.report("duplicate-name", Phrase("stands-here-twice", word=word.text), word.span)
            continue
        groups.append(group)
    kind.groups = tuple(groups)
    if node.called is not None and len(groups) == len(node.groups):
        _finish_called(world, kind, node.called)
    amount = constant_number(
        world,
        node.amount,
        Phrase("the-number-of", space=kind.name),
        Phrase("the-number-of-is-fixed-before-the", space=kind.name),
        0,
        kind,
    )
    if amount is not None:
        kind.amount = amount


def _finish_called(world: SymbolTable, kind: Kind, title: nodes.Title) -> None:
    """Find the names of a kind's things, after the values that they were made for."""
    if kind.named_cards:
        world.report("wrong-type", Phrase("the-cards-of-have-names-of-their", kind=kind.name), title.span)
        return
    made_for = ["owner" if group == "player" else group.name for group in kind.groups]
    for _, text in title.texts:
        for found in PART.finditer(text):
            name = (found.group(1) or "").strip()
            own = name.partition(" of ")[0]
            if own in world.fields and own not in made_for:
                known = WordList.quoted(f"{{{one}}}" for one in made_for)
                world.report(
                    "wrong-type",
                    Phrase("may-change-and-what-each-of-is", own=own, kind=kind.name),
                    title.span,
                    Phrase("in-it", name=name),
                    Phrase("name-what-they-are-made-for", known=known) if made_for else Phrase("leave-it-out-what-a-field-holds"),
                )
                return
    texts = text_template(own_scope(world, kind, Phrase("what-each-of-is-called-is-fixed", kind=kind.name)), title)
    for language, parts in texts.items():
        for part in parts:
            if not isinstance(part, str | checked.Property):
                world.report("wrong-type", Phrase("is-the-same-for-all-of", part=quoted(part.span), kind=kind.name), part.span)
        kind.called[language] = tuple(part for part in parts if isinstance(part, str | checked.Property))


def finish_start(world: SymbolTable, node: nodes.Components) -> None:
    """Find where the things of a kind start, once all kinds and fields are known."""
    kind = world.kinds.get(node.name.text)
    if kind is None or kind.span != node.name.span or node.start is None:
        return
    start = start_place(world, node.start, kind)
    if start is not None:
        kind.start, kind.start_local = start


def _report_group(world: SymbolTable, kind: Kind, word: nodes.Word) -> None:
    world.ungrouped.add(kind.name)
    symbol = world.symbols.get(word.text)
    values = [*world.values, "player"]
    if word.text == "players":
        world.report("wrong-type", Phrase("things-come-for-each-of-a-type"), word.span)
    elif symbol is None:
        world.report(
            "unknown-name", UnknownOwner(word.text), word.span, way_out=world.did_you_mean(word.text, values)
        ) if word.text not in world.broken and word.text not in world.removed else world.unknown(word.text, word.span, values)
    elif symbol.meaning is not None:
        die = symbol.meaning if isinstance(symbol.meaning, checked.NumberDie) else None
        world.report(
            "wrong-type",
            Phrase("is-and-things-come-only-for-each", word=word.text, kind=symbol.what),
            word.span,
            way_out=None
            if die is None
            else Phrase("where-it-is-never-rolled-write-values", die=die.name, least=die.least, most=die.most),
            declared=symbol.span,
        )

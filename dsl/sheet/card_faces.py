"""List the cards to print, with their texts and copies."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check.looks import card_look
from rulewright.dsl.checked import Look
from rulewright.dsl.sheet.amounts import Amount, Amounts
from rulewright.dsl.sheet.expression_text import ExpressionText
from rulewright.dsl.sheet.sheet_parts import CardFace
from rulewright.dsl.sheet.titles import Titles, plain_words

MOST = 1000
"""The most cards on a sheet: nobody cuts out more."""


def faces(names: Titles, amounts: Amounts, players: int) -> Iterator[CardFace]:
    """Yield all cards, for a number of players."""
    for kind in names.kinds.values():
        if not kind.cards:
            continue
        made = [*amounts.made_for(kind, players)]
        named = names.cards_of.get(kind.name.text, [])
        for_each = sum(amount for _, amount in made)
        if named:
            for card in named:
                copies = amounts.copies(card, players) * for_each
                if copies > 0:
                    yield _named(names, card, kind, copies)
        else:
            yield from _made_for(names, kind, made)


def card_text(names: Titles, card: nodes.Card) -> str:
    """Return the text of a card in one paragraph, in the language or else in English."""
    return " ".join(names.paragraphs(card.text))


def values_on(names: Titles, card: nodes.Card) -> tuple[str, ...]:
    """Return what else is said of a card, from fields with a title."""
    return tuple(_value(names, one) for one in card.fields if names.is_told(one))


def _value(names: Titles, one: nodes.CardField) -> str:
    """Return a field with its title. A card either has a mark or not; nobody prints `Skull: yes`."""
    title = names.title_of(one.name.text)
    return title if _is_mark(one) else names.say("card-value", title, ExpressionText(names).value(one.value))


def _is_mark(one: nodes.CardField) -> bool:
    return isinstance(one.value, nodes.Constant) and one.value.word == "yes"


def _drawn(names: Titles, one: nodes.CardField) -> str:
    """Return a field as it is drawn on a card: with its sign for its title, if it has one; a large one needs neither."""
    look = names.looks[one.name.text]
    if _is_mark(one):
        return look.sign or _value(names, one)
    if not look.sign and look.size != "large":
        return _value(names, one)
    return f"{look.sign} {ExpressionText(names).value(one.value)}".strip()


def _named(names: Titles, card: nodes.Card, kind: nodes.Components, copies: int) -> CardFace:
    """Return a card with a name of its own."""
    own, all_of_them = card_look(card, names.looks), names.looks[kind.name.text]
    drawn: dict[str, list[str]] = {"large": [], "": [], "small": []}
    for one in card.fields:
        if names.is_told(one):
            drawn[names.looks[one.name.text].size].append(_drawn(names, one))
    return CardFace(
        names.title_of(card.name.text),
        names.title_of(kind.name.text),
        card_text(names, card),
        tuple(drawn[""]),
        copies,
        sign=own.sign or all_of_them.sign,
        colour=own.colour or all_of_them.colour,
        large=tuple(drawn["large"]),
        small=tuple(drawn["small"]),
    )


def _made_for(names: Titles, kind: nodes.Components, made: list[tuple[dict[str, Amount], int]]) -> Iterator[CardFace]:
    """Yield cards that are made for values, such as one for each suit and rank; their owners are not printed."""
    title = names.title_of(kind.name.text)
    called = dict(kind.called.texts) if kind.called is not None else {}
    found: dict[str, CardFace] = {}
    for values, amount in made:
        for_values = {group: value for group, value in values.items() if group != "player"}
        words = {group: value if isinstance(value, int) else names.title_of(str(value)) for group, value in for_values.items()}
        text = called.get(names.language) or called.get("en") or " ".join(f"{{{group}}}" for group in words) or title
        first = sorted(for_values, key=lambda group: text.find(f"{{{group}}}"))
        for group, value in words.items():
            text = text.replace(f"{{{group}}}", str(value))
        text = plain_words(text.replace("{owner}", names.say("each-player")))
        look = names.looks[kind.name.text].with_values([_value_look(names, for_values[group]) for group in first])
        face = found.get(text) or CardFace(text, title, "", (), 0, sign=look.sign, colour=look.colour)
        found[text] = evolve(face, copies=face.copies + amount)
    yield from (face for face in found.values() if face.copies > 0)


def _value_look(names: Titles, value: Amount) -> Look:
    """Return how a value looks by itself."""
    return Look().of_value("", value) if isinstance(value, int) else names.looks[str(value)].of_value(str(value), None)

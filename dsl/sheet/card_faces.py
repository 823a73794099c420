"""List the cards to print, with their texts and copies."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import nodes
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
                    yield CardFace(
                        names.title_of(card.name.text),
                        names.title_of(kind.name.text),
                        card_text(names, card),
                        values_on(names, card),
                        copies,
                    )
        else:
            yield from _made_for(names, kind, made)


def card_text(names: Titles, card: nodes.Card) -> str:
    """Return the text of a card in one paragraph, in the language or else in English."""
    return " ".join(names.paragraphs(card.text))


def values_on(names: Titles, card: nodes.Card) -> tuple[str, ...]:
    """Return what else is printed on a card, from fields with a title."""
    sayings = ExpressionText(names)
    told = [one for one in card.fields if names.is_told(one)]
    # A card either has a mark or not; nobody prints `Skull: yes`.
    marks = [one for one in told if isinstance(one.value, nodes.Constant) and one.value.word == "yes"]
    return tuple(
        names.title_of(one.name.text)
        if one in marks
        else names.say("card-value", names.title_of(one.name.text), sayings.value(one.value))
        for one in told
    )


def _made_for(names: Titles, kind: nodes.Components, made: list[tuple[dict[str, Amount], int]]) -> Iterator[CardFace]:
    """Yield cards that are made for values, such as one for each suit and rank; their owners are not printed."""
    title = names.title_of(kind.name.text)
    found: dict[str, int] = {}
    for values, amount in made:
        words = {
            group: value if isinstance(value, int) else names.title_of(str(value))
            for group, value in values.items()
            if group != "player"
        }
        called = dict(kind.called.texts) if kind.called is not None else {}
        text = called.get(names.language) or called.get("en") or " ".join(f"{{{group}}}" for group in words) or title
        for group, value in words.items():
            text = text.replace(f"{{{group}}}", str(value))
        text = text.replace("{owner}", names.say("each-player"))
        found[text] = found.get(text, 0) + amount
    for text, copies in found.items():
        if copies > 0:
            yield CardFace(plain_words(text), title, "", (), copies)

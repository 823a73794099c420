"""Show the texts of cards to people who do not know them by heart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.cli.render.speech import phrase
from rulewright.cli.shell.game_choice import shown_title
from rulewright.dsl.checked import TRUTH
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.dsl.checked import Card
    from rulewright.interpreter import Match


def card_texts(match: Match, wanted: str, language: str) -> Iterator[str]:
    """Yield a line for each card whose name begins with `wanted`, or for all cards, with its text."""
    found = False
    for name, card in match.game.checked.cards.items():
        title = shown_title(card.titles, name, language)
        if any(text.casefold().startswith(wanted.casefold()) for text in (title, name)):
            found = True
            text = shown_title(card.texts, phrase(language, "card-silent"), language)
            yield phrase(language, "titled", visible(title + printed(match, card)), visible(text))
    if not found and not wanted:
        yield phrase(language, "card-none")


def texts_of_cards(match: Match, language: str) -> dict[str, str]:
    """Return the text of each card that has a name, by that name."""
    cards = ((card.name, card.texts) for card in match.program.world.cards)
    return {name: shown_title(texts, "", language) for name, texts in cards if texts}


def printed(match: Match, card: Card) -> str:
    """Return the numbers and words on a card that have titles."""
    words, world = match.words, match.program.world
    told = [
        title if own.type == TRUTH else f"{title} {words.value(world.constant(value), own.type)}"
        for own, value in card.values.items()
        if own.titles and own.seen == "all" and world.constant(value) is not False
        for title in [words.title(own.titles, own.name)]
    ]
    return f" [{', '.join(told)}]" if told else ""

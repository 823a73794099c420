"""What cards say, for people who do not know them by heart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.cli.choosing import shown_title
from rulewright.cli.phrases import phrase
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter import Game


def card_texts(game: Game, wanted: str, language: str) -> Iterator[str]:
    """A line for each card whose name begins like this, or a word that there is none."""
    found = False
    for name, card in game.checked.cards.items():
        title = shown_title(card.titles, name, language)
        if any(text.casefold().startswith(wanted.casefold()) for text in (title, name)):
            found = True
            text = shown_title(card.texts, phrase(language, "card-silent"), language)
            yield phrase(language, "titled", visible(title), visible(text))
    if not found:
        yield phrase(language, "card-unknown", visible(wanted[:40])) if wanted else phrase(language, "card-none")

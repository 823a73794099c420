"""Show the texts of cards to people who do not know them by heart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.shell.game_choice import shown_title

if TYPE_CHECKING:
    from rulewright.interpreter import Match


def texts_of_cards(match: Match, language: str) -> dict[str, str]:
    """Return the text of each card that has a name, by that name."""
    cards = ((card.name, card.texts) for card in match.program.world.cards)
    return {name: shown_title(texts, "", language) for name, texts in cards if texts}

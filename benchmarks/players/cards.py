"""Read cards from the keys and titles of a rulebook with the usual 52."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulewright.interpreter import Match

WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = "cdhs"
CARD = re.compile(rf"({'|'.join(WORDS)}|\d+) of ([cdhs])|deal-([cdhs])\w+-({'|'.join(WORDS)})", re.IGNORECASE)


class Card(NamedTuple):
    """A card; an ace is 1."""

    rank: int
    suit: str

    @property
    def pips(self) -> int:
        """Its value where court cards count ten."""
        return min(self.rank, 10)


def card(text: str) -> Card:
    """Return the card in a key such as `throw,deal-clubs-nine@hand-1`, or in a title such as `9 of Clubs`."""
    met = CARD.search(text)
    assert met is not None, text
    rank = (met[1] or met[4]).lower()
    return Card(WORDS.index(rank) + 1 if rank in WORDS else int(rank), (met[2] or met[3]).lower())


def hand_of(match: Match) -> list[Card]:
    """Return the hand of the seat that decides, as it sees it."""
    assert match.decision is not None
    seat = match.decision.seat
    assert seat is not None
    return cards_at(match.view(seat).players[seat].places, "hand")


def cards_at(places: Sequence[object], name: str) -> list[Card]:
    """Return the visible cards at a place."""
    return [
        card(title) for place in places if getattr(place, "name", "") == name for title in getattr(place, "things", None) or ()
    ]

"""Find out whether a seat has anything left to decide, from no more than it knows itself."""

from __future__ import annotations

from enum import Enum, auto

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search.determinization import Determinizer, NoDealError
from rulewright.interpreter.search.seeds import derived_seed

_DEALS = 4
_MOST_CHOICES = 2000
"""How many choices are tried in all: a game that goes on for longer may still ask anybody."""


class Prospect(Enum):
    """The part of a seat in the rest of a game."""

    ASKED = auto()
    """It may be asked again."""
    WATCHES = auto()
    """It will not be asked again, and may win."""
    OUT = auto()
    """It will not be asked again, and cannot win."""


def prospect(match: Match, seat: int, seed: int) -> Prospect:
    """Play some random games to the end, from positions that agree with what a seat knows; return what they had in common.

    The real position is not looked into, because the prospects would then give away hidden things.
    """
    found, left = Prospect.OUT, _MOST_CHOICES
    try:
        deals = Determinizer(match, seat)
        for number in range(_DEALS):
            played = deals.deal(derived_seed(seed, number))
            while (decision := played.decision) is not None:
                left -= 1
                if decision.seat == seat or not left:
                    return Prospect.ASKED
                played.choose_at_random()
            if played.result is None or seat in played.result.winners:
                found = Prospect.WATCHES
    except (NoDealError, PlayError):
        return Prospect.ASKED
    return found

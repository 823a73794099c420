"""A position that everybody knows comes in; what each option is worth when both play perfectly goes out, if that can be seen.

Of two players one gains what the other loses. So as long as little enough of the game is left, or the whole of it is small, all
that may follow is looked at, but for what cannot change anything (alpha-beta), and each position once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.search import position
from rulewright.interpreter.search.worth import Worth

DEEPEST = 100
"""A game in which more decisions may follow is not looked at to its end."""
NOTHING, ALL = 0.0, 1.0
NEAR = 1e-9
"""Shares that differ by less are the same."""
ROUND = 256
"""After so many positions it is asked whether it is enough."""


class TooMuchError(Exception):
    """More would have to be looked at than may be."""


class Proof:
    """What positions are worth to a seat that plays against another one."""

    def __init__(self, match: Match, seat: int, most: int, enough: Callable[[], bool]) -> None:
        self.match: Final = position.on_native_memory(match)
        self.places: Final = position.shown_places(match)
        self.seat: Final = seat
        self.left = most - most // 2
        self.later = most // 2
        """Whoever has not come to an end with the first option by half of all will not come to one with all of them."""
        self.enough: Final = enough
        self.sights: Final = position.sights_of(match.program)
        self.worth: Final = Worth.of(match)
        self.known: dict[Hashable, tuple[float, float]] = {}
        """The least and the most that a position can be worth."""

    def best(self) -> tuple[list[int], float] | None:
        """The best options among those that people see, and the share of the win that is certain after them; None if too much."""
        try:
            found: list[int] = []
            most = NOTHING
            for shown, place in enumerate(self.places):
                # One that is as good as the best so far is worth knowing, and how much worse another one is is not.
                worth = self.after(self.match, place, most - NEAR, ALL, 1)
                if worth > most + NEAR:
                    found, most = [], worth
                if worth >= most - NEAR:
                    found.append(shown)
                self.left, self.later = self.left + self.later, 0
        except (TooMuchError, PlayError):
            return None
        return found, most

    def after(self, match: Match, place: int, least: float, most: float, depth: int) -> float:
        """What a position is worth once a choice was made; exact only between two bounds."""
        match = match.copy()
        position.take(match, place)
        return self.value(match, least, most, depth)

    def value(self, match: Match, least: float, most: float, depth: int) -> float:
        """What a position is worth; beyond the bounds, no more than on which side of them it is."""
        found = self.sights.look(match)
        if found is None:
            return self.ended(match)
        seat, moves, sight = found
        lowest, highest = self.known.get(sight, (NOTHING, ALL))
        if lowest >= most or lowest == highest:
            return lowest
        if highest <= least:
            return highest
        least, most = max(least, lowest), min(most, highest)
        self.pay(depth)
        own, low, high = seat == self.seat, least, most
        best = NOTHING if own else ALL
        for place in range(len(moves)):
            worth = self.after(match, place, low, high, depth + 1)
            if own:
                best = max(best, worth)
                low = max(low, best)
            else:
                best = min(best, worth)
                high = min(high, best)
            if low >= high:
                break
        if best <= least:
            highest = best
        elif best >= most:
            lowest = best
        else:
            lowest = highest = best
        self.known[sight] = lowest, highest
        return best

    def ended(self, match: Match) -> float:
        """What an end is worth."""
        assert match.result is not None
        own, other = (self.worth.shares(match.result)[seat] for seat in (self.seat, 1 - self.seat))
        if abs(own + other - ALL) > NEAR:
            # They may both gain by the same: nothing can be proved by what the other one would do against it.
            raise TooMuchError
        return own

    def pay(self, depth: int) -> None:
        """Count a position that is looked at."""
        self.left -= 1
        if self.left < 0 or depth > DEEPEST or (self.left % ROUND == 0 and self.enough()):
            raise TooMuchError


def best_options(match: Match, seat: int, most: int, enough: Callable[[], bool]) -> tuple[list[int], float] | None:
    """The options of a seat that are best when both play perfectly, and what is certain then; None if it cannot be seen."""
    if match.players != 2 or not position.sights_of(match.program).perfect:
        return None
    return Proof(match, seat, most, enough).best()

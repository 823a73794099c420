"""Solve positions of two-player games that everybody knows, if that is quick enough: value each option under perfect play.

The games are zero-sum. If the game is small, or little of it is left, everything that may follow is searched by alpha-beta
pruning with a transposition table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.utility import Utility

DEEPEST = 100
"""A game with more decisions ahead is not searched to its end."""
NOTHING, ALL = 0.0, 1.0
NEAR = 1e-9
"""Shares with a smaller difference count as equal."""
ROUND = 256
"""How many positions pass between two questions whether it is enough."""


class TooMuchError(Exception):
    """Raised if more would have to be searched than allowed."""


class AlphaBeta:
    """The values of positions for a seat that plays against another one."""

    def __init__(self, match: Match, seat: int, most: int, enough: Callable[[], bool]) -> None:
        self.match: Final = game_state.on_native_memory(match)
        self.places: Final = game_state.shown_places(match)
        self.seat: Final = seat
        self.left = most - most // 2
        self.later = most // 2
        """The half of the budget for later options.

        A search that needs more than the other half for the first will not finish.
        """
        self.enough: Final = enough
        self.sights: Final = game_state.comparable_views(match.program)
        self.worth: Final = Utility.of_match(match)
        self.known: dict[Hashable, tuple[float, float]] = {}
        """Bounds for the values of positions."""

    def best(self) -> tuple[list[int], float] | None:
        """Return the best of the visible options and their certain share of the win, or None if the search is too large."""
        try:
            found: list[int] = []
            most = NOTHING
            for shown, place in enumerate(self.places):
                # An option as good as the best so far matters; how much worse another one is does not.
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
        """Return the value of a position after a choice, which is exact only between the bounds."""
        match = match.copy()
        match.take(place)
        return self.value(match, least, most, depth)

    def value(self, match: Match, least: float, most: float, depth: int) -> float:
        """Return the value of a position; outside the bounds, only the side is right."""
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
        """Return the value of an ending."""
        assert match.result is not None
        own, other = (self.worth.shares(match.result)[seat] for seat in (self.seat, 1 - self.seat))
        if abs(own + other - ALL) > NEAR:
            # Both may gain from the same outcome: then an opponent's best reply proves nothing.
            raise TooMuchError
        return own

    def pay(self, depth: int) -> None:
        """Count a searched position."""
        self.left -= 1
        if self.left < 0 or depth > DEEPEST or (self.left % ROUND == 0 and self.enough()):
            raise TooMuchError


def best_options(match: Match, seat: int, most: int, enough: Callable[[], bool]) -> tuple[list[int], float] | None:
    """Return the best options of a seat under perfect play and the certain share of the win, or None if that cannot be found."""
    if match.players != 2 or not game_state.comparable_views(match.program).perfect:
        return None
    return AlphaBeta(match, seat, most, enough).best()

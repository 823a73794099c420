"""Look ahead by alpha-beta pruning, for two players who see everything, without chance; one wins what the other loses.

Each depth is searched as a whole before the next one. Where the depth is used up, the rulebook's outlooks are compared, if there
are any. If nothing more is cut off, or somebody is certain to win, the best choice is proved.

Native code (native/alpha_beta.c) also looks further where much has just changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from attrs import define, evolve, field, frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.utility import Utility

WON = 1_000_000
"""The value of a certain win."""
UNKNOWN = -2 * WON
"""The value as long as no option is judged."""
MOST_JUDGED = 900_000
"""The most by which outlooks count."""
DEEPEST = 90
"""How many choices ahead are searched at most."""
NEAR = 1e-9
SLICE = 256
"""How many positions are searched before somebody is asked whether it is enough; native code searches many more."""


class NotOpposedError(Exception):
    """Raised if the players may both gain: then an opponent's best reply proves nothing."""


class OutOfPositionsError(Exception):
    """Raised when as many positions were searched as allowed."""


@frozen
class Lookahead:
    """The best option so far."""

    option: int
    """Its index among those that people see."""
    value: int
    """Its value for the seat that asks: WON or its opposite for certain, or a difference of outlooks."""
    proved: bool
    finished: bool
    """Whether the present depth was searched as a whole."""
    positions: int
    """How many positions were searched in all."""

    @property
    def share(self) -> float:
        """The certain share of the win."""
        return (self.value / WON + 1) / 2


class DeepeningSearch(Protocol):
    """A search, in Python or in native code."""

    slice: int

    def deepen(self, positions: int) -> Lookahead | None:
        """Go on with the present depth, for some positions at most; return None if this is not possible."""

    def as_good(self, best: Lookahead, positions: int) -> list[int]:
        """Return all options that are as good as a proved one, or that one alone if this takes more positions."""


@define
class Bounds:
    """Bounds for the value of a position, at some depth, with the best option there."""

    depth: int
    low: int
    high: int
    best: int
    complete: bool
    """Whether nothing behind it was cut off."""

    def settles(self, low: int, high: int) -> bool:
        """Return whether nothing more has to be known of the value between other bounds."""
        return self.low >= high or self.high <= low or self.low == self.high


@define(eq=False)
class AlphaBeta:
    """The values of positions, for seat 0; the other seat wants them low."""

    match: Match
    seat: int
    shown: Sequence[int] = field(init=False)
    """The index among the moves of each option that people see."""
    places: list[int] = field(init=False)
    sights: game_state.ComparableViews = field(init=False)
    worth: Utility = field(init=False)
    known: dict[Hashable, Bounds] = field(factory=dict)
    depth: int = 1
    positions: int = 0
    limit: int = 0
    cut: bool = False
    """Whether something was judged before its end."""
    slice: int = SLICE

    def __attrs_post_init__(self) -> None:
        self.shown = game_state.shown_places(self.match)
        self.places = list(range(len(self.shown)))
        self.sights = game_state.comparable_views(self.match.program)
        self.worth = Utility.of_match(self.match)

    def deepen(self, positions: int) -> Lookahead | None:
        """Go on with the present depth."""
        self.limit, self.cut = self.positions + positions, False
        low, high, tried, best = -2 * WON, 2 * WON, 0, 0
        try:
            for place in self.places:
                value = self.after(self.match, self.shown[place], self.depth - 1, low, high)
                if low < value < high:
                    best = tried
                    low, high = (value, high) if self.seat == 0 else (low, value)
                tried += 1
        except OutOfPositionsError:
            pass
        except (NotOpposedError, PlayError):
            return None
        self.places.insert(0, self.places.pop(best))
        finished = tried == len(self.places)
        self.depth += finished
        value = low if self.seat == 0 else -high
        return Lookahead(self.places[0], value, finished and (not self.cut or abs(value) >= WON), finished, self.positions)

    def as_good(self, best: Lookahead, positions: int) -> list[int]:
        """Return all options that are as good as a proved one."""
        self.limit = self.positions + positions
        value = best.value if self.seat == 0 else -best.value
        low, high = (value - 1, value) if self.seat == 0 else (value, value + 1)
        found = [best.option]
        try:
            for place in self.places[1:]:
                other = self.after(self.match, self.shown[place], self.depth - 2, low, high)
                found += [place] if (other >= value if self.seat == 0 else other <= value) else []
        except (OutOfPositionsError, PlayError):
            return [best.option]
        return sorted(found)

    def after(self, match: Match, place: int, depth: int, low: int, high: int) -> int:
        """Return the value of a position after a choice, which is exact only between the bounds."""
        match = match.copy()
        match.take(place)
        return self.value(match, depth, low, high)

    def value(self, match: Match, depth: int, low: int, high: int) -> int:
        """Return the value of a position; outside the bounds, only the side is right."""
        found = self.sights.look(match)
        if found is None:
            return self.ended(match)
        self.positions += 1
        if self.positions > self.limit:
            raise OutOfPositionsError
        if depth <= 0:
            return self.standing(match)
        seat, moves, sight = found
        known = self.known.get(sight)
        if known is not None and (known.depth >= depth or known.complete) and known.settles(low, high):
            self.cut |= not known.complete
            return known.low if known.low >= high else known.high
        least, most, was_cut, self.cut = low, high, self.cut, False
        order = list(range(len(moves)))
        if known is not None:
            order.insert(0, order.pop(known.best))
        best, chosen = (-2 * WON if seat == 0 else 2 * WON), order[0]
        for place in order:
            value = self.after(match, place, depth - 1, least, most)
            if value > best if seat == 0 else value < best:
                best, chosen = value, place
            least, most = (max(least, best), most) if seat == 0 else (least, min(most, best))
            if least >= most:
                break
        # A certain win or loss stands, whatever else was not looked at.
        self.cut &= abs(best) < WON
        bounds = (-2 * WON, best) if best <= low else (best, 2 * WON) if best >= high else (best, best)
        self.known[sight] = Bounds(depth, *bounds, chosen, not self.cut)
        self.cut |= was_cut
        return best

    def standing(self, match: Match) -> int:
        """Compare the outlooks, if there are any."""
        self.cut = True
        found = game_state.outlook(match) if self.worth.foresees else None
        return 0 if found is None else max(-MOST_JUDGED, min(MOST_JUDGED, found[0] - found[1]))

    def ended(self, match: Match) -> int:
        """Return the value of an ending."""
        assert match.result is not None
        one, other = self.worth.shares(match.result)
        if abs(one + other - 1) > NEAR:
            raise NotOpposedError
        return int((2 * one - 1) * WON)


def is_open(match: Match) -> bool:
    """Return whether this is a game of two players against each other who see everything, without chance."""
    perfect = match.players == 2 and game_state.comparable_views(match.program).perfect
    return perfect and not Utility.of_match(match).together


def searching(match: Match, seat: int) -> DeepeningSearch:
    """Return the fastest search of a match's decision."""
    from rulewright.interpreter.search.native_alpha_beta import NativeAlphaBeta

    return NativeAlphaBeta.begin(match) or AlphaBeta(match, seat)


def look_ahead(search: DeepeningSearch, positions: int, enough: Callable[[], bool]) -> Lookahead | None:
    """Return the best option that is found within some positions, and before it is enough; None if that is not possible."""
    best, depth = None, 1
    while depth <= DEEPEST and (best is None or not (best.proved or enough())):
        left = positions - (best.positions if best is not None else 0)
        if left <= 0:
            break
        found = search.deepen(min(left, search.slice))
        if found is None:
            return None
        # A slice may end before the first option is judged at this depth; then the last one's value stands.
        best = found if best is None or found.value > UNKNOWN else evolve(found, value=best.value)
        depth += found.finished
    return best

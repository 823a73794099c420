"""Find the seats that win more or less often than chance can explain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from attrs import frozen

from rulewright.interpreter.examine.random_games import PlayResults
from rulewright.interpreter.measure.intervals import Interval, normal_quantile, wilson_within

REMARKABLE = 2.5
"""The distance from the fair share, in standard deviations, from which on a seat is checked in other games."""
DOUBT = 0.001
"""The probability that chance causes any report about a rulebook in which all seats are equal."""
LITTLE = 0.1
"""A deviation of at most this part of the share is just a note: in many games, it helps to begin."""
FEWEST = 100
"""With fewer decided games there is no report."""


@frozen
class SeatResults:
    """The results of a seat in one way to play."""

    tried: PlayResults
    seat: int
    games: int
    """The games with a winner."""
    wins: int
    """The games that it won, alone or with others."""
    fair: float
    """The share that each seat would have."""
    distance: float
    """The distance from that share, in standard deviations."""

    @property
    def is_remarkable(self) -> bool:
        """Whether it should be checked in other games."""
        return abs(self.distance) > REMARKABLE

    def is_unfair(self, distance: float) -> bool:
        """Return whether it is certainly clearly better or worse off than the others."""
        low, high = self.interval(distance)
        return is_beyond(low, high, self.fair)

    def interval(self, distance: float) -> Interval:
        """Return the interval of the true share."""
        return wilson_within(self.wins, self.games, distance)


def is_beyond(low: float, high: float, fair: float) -> bool:
    """Return whether a whole interval is clearly above or below the fair share."""
    return low > fair * (1 + LITTLE) or high < fair * (1 - LITTLE)


def seats_of(tried: PlayResults) -> Iterator[SeatResults]:
    """Yield each seat of a way to play, if there are enough games."""
    players = tried.way.players
    won = {winners: times for winners, times in tried.winners.items() if winners}
    games = sum(won.values())
    if players < 2 or games < FEWEST:
        return
    fair = sum(times * len(winners) / players for winners, times in won.items())
    spread = sum(times * len(winners) / players * (1 - len(winners) / players) for winners, times in won.items())
    for seat in range(players):
        wins = sum(times for winners, times in won.items() if seat in winners)
        yield SeatResults(tried, seat, games, wins, fair / games, (wins - fair) / sqrt(spread) if spread else 0.0)


def furthest_seats(all_tried: Iterable[PlayResults]) -> list[SeatResults]:
    """Return, for each way to play, the seat that is furthest from its share."""
    found = [list(seats_of(tried)) for tried in all_tried]
    return [max(seats, key=lambda seat: abs(seat.distance)) for seats in found if seats]


def certain_distance(looked_at: int) -> float:
    """Return the distance that chance does not explain for any of the seats that are checked."""
    return normal_quantile(1 - DOUBT / (2 * max(1, looked_at)))

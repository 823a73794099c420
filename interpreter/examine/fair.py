"""How often each seat has won comes in; the seats that win more or less often than chance can explain go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from attrs import frozen

from rulewright.interpreter.examine.tried import Tried
from rulewright.interpreter.measure.intervals import Interval, normal_quantile, wilson_within

REMARKABLE = 2.5
"""The distance from its share, in standard deviations, from which on a seat is looked at in other games."""
DOUBT = 0.001
"""How likely chance goes beyond what is said of a rulebook in which all seats are worth the same, whatever is looked at."""
LITTLE = 0.1
"""What is no farther from a share than this part of it is worth a note: in many games, to begin is worth something."""
FEWEST = 100
"""With fewer games that somebody has won nothing is said."""


@frozen
class Seat:
    """How a seat fares in one way to play."""

    tried: Tried
    seat: int
    games: int
    """Those that somebody has won."""
    wins: int
    """Those of them that it has won, alone or with others."""
    fair: float
    """The share that each seat would have."""
    distance: float
    """How far from that it is, in standard deviations."""

    @property
    def is_remarkable(self) -> bool:
        """Whether it is worth to look at it in other games."""
        return abs(self.distance) > REMARKABLE

    def is_unfair(self, distance: float) -> bool:
        """Whether it is for certain worth clearly more or less than the others."""
        low, high = self.interval(distance)
        return is_beyond(low, high, self.fair)

    def interval(self, distance: float) -> Interval:
        """Between which shares the true one lies."""
        return wilson_within(self.wins, self.games, distance)


def is_beyond(low: float, high: float, fair: float) -> bool:
    """Whether all that lies between two shares is clearly more or less than the fair one."""
    return low > fair * (1 + LITTLE) or high < fair * (1 - LITTLE)


def seats_of(tried: Tried) -> Iterator[Seat]:
    """Each seat of a way to play, if there is enough to be said of it."""
    players = tried.way.players
    won = {winners: times for winners, times in tried.winners.items() if winners}
    games = sum(won.values())
    if players < 2 or games < FEWEST:
        return
    fair = sum(times * len(winners) / players for winners, times in won.items())
    spread = sum(times * len(winners) / players * (1 - len(winners) / players) for winners, times in won.items())
    for seat in range(players):
        wins = sum(times for winners, times in won.items() if seat in winners)
        yield Seat(tried, seat, games, wins, fair / games, (wins - fair) / sqrt(spread) if spread else 0.0)


def furthest(all_tried: Iterable[Tried]) -> list[Seat]:
    """Of each way to play, the seat that is furthest from its share."""
    found = [list(seats_of(tried)) for tried in all_tried]
    return [max(seats, key=lambda seat: abs(seat.distance)) for seats in found if seats]


def certain(looked_at: int) -> float:
    """The distance that chance does not explain, if so many seats are looked at."""
    return normal_quantile(1 - DOUBT / (2 * max(1, looked_at)))

"""Rate players by games between them: who plays which seat, and how strong each is.

The ratings are those of Bradley and Terry, for games of any number of sides: a side wins with a probability in proportion to
its strength. A shared win counts for each winner in part, and a game that nobody wins counts for all alike. They are told in
points of Elo: 400 more are ten times the strength.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from attrs import define, field, frozen

from rulewright.interpreter.measure.figures import Figures, ThinkingTime
from rulewright.interpreter.measure.intervals import SURE, Interval, normal_quantile

POINTS = 400 / math.log(10)
"""The points of Elo for a factor of e."""
DRAWS = 1.0
"""How many drawn games between any two players are assumed, so that nobody is stronger without limit."""
_ENOUGH = 1e-10
_MOST_STEPS = 100


@frozen
class Seating:
    """Which player plays each side of a game."""

    sides: tuple[int, ...]
    """For each side, the number of its player."""
    side_of: tuple[int, ...]
    """For each seat, the number of its side."""

    @property
    def seats(self) -> tuple[int, ...]:
        """For each seat, the number of its player."""
        return tuple(self.sides[side] for side in self.side_of)


def seatings(players: int, side_of: Sequence[int]) -> list[Seating]:
    """Return all seatings of a round: every player plays every side equally often.

    With fewer players than sides, some play several sides, as equally often as can be.
    """
    sides = max(side_of) + 1
    found = []
    for group in combinations_with_replacement(range(players), sides):
        times = [group.count(one) for one in range(players)]
        if max(times) - min(times) <= 1:
            turned = (group[first:] + group[:first] for first in range(sides))
            found += [Seating(one, tuple(side_of)) for one in turned]
    return found


@define
class Record:
    """The results of one player. A side is counted once in each game that it plays."""

    wins: int = 0
    draws: int = 0
    """Games that several sides win, or nobody."""
    losses: int = 0
    share: float = 0.0
    """The sum of the shares of the wins."""
    thinking: ThinkingTime = field(factory=ThinkingTime, eq=False)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@frozen
class Rating:
    """The strength of a player in points of Elo; the average of all is 0."""

    points: float
    interval: Interval


@define
class Rated:
    """All results of an arena."""

    players: int
    records: list[Record] = field(init=False)
    played: list[tuple[tuple[int, ...], list[float]]] = field(factory=list)
    """For each seating, its sides, and the sum of the shares of each."""

    def __attrs_post_init__(self) -> None:
        self.records = [Record() for _ in range(self.players)]

    def add(self, seating: Seating, figures: Figures) -> None:
        """Add the games of a seating; games that were stopped by a limit of the engine count for nothing."""
        shares = [0.0] * len(seating.sides)
        nobody = figures.games - figures.stopped - figures.winners.total()
        for seats, times in [*figures.winners.items(), ((), nobody)]:
            won = {seating.side_of[seat] for seat in seats}
            for side, player in enumerate(seating.sides):
                record = self.records[player]
                part = 1 / len(won or seating.sides) if not won or side in won else 0.0
                shares[side] += times * part
                record.share += times * part
                if won == {side}:
                    record.wins += times
                elif won and side not in won:
                    record.losses += times
                else:
                    record.draws += times
        for seat, thinking in enumerate(figures.thinking):
            self.records[seating.seats[seat]].thinking.merge(thinking)
        self.played.append((seating.sides, shares))

    def ratings(self, sure: float = SURE) -> list[Rating]:
        """Return the strength of each player with its interval, as the most probable by Newton's method."""
        many = self.players
        strengths = [0.0] * many
        for _ in range(_MOST_STEPS):
            slope, inverse = self._curve(strengths)
            steps = [sum(one * other for one, other in zip(row, slope, strict=True)) for row in inverse]
            # Far away from the goal a whole step would lead too far.
            scale = 1 / max(1.0, *map(abs, steps))
            strengths = [one + scale * step for one, step in zip(strengths, steps, strict=True)]
            if max(map(abs, steps)) < _ENOUGH:
                break
        _, inverse = self._curve(strengths)
        z = normal_quantile((1 + sure) / 2)
        found = []
        for place, strength in enumerate(strengths):
            points = POINTS * strength
            half = POINTS * z * math.sqrt(max(0.0, inverse[place][place] - 1 / many**2))
            found.append(Rating(points, (points - half, points + half)))
        return found

    def _curve(self, strengths: Sequence[float]) -> tuple[list[float], list[list[float]]]:
        """Return the slope of the logarithm of the likelihood, and the inverse of its curvature.

        The sum of all strengths is held at 0 by a curvature of 1 in that direction.
        """
        many = self.players
        slope, curve = [0.0] * many, [[1.0] * many for _ in range(many)]
        for sides, shares in self._games():
            games = sum(shares)
            most = max(strengths[one] for one in sides)
            weights = [0.0] * many
            for one, share in zip(sides, shares, strict=True):
                weights[one] += math.exp(strengths[one] - most)
                slope[one] += share
            total = sum(weights)
            for one in {*sides}:
                expected = weights[one] / total
                slope[one] -= games * expected
                curve[one][one] += games * expected
                for other in {*sides}:
                    curve[one][other] -= games * expected * weights[other] / total
        return slope, inverted(curve)

    def _games(self) -> Iterator[tuple[tuple[int, ...], list[float]]]:
        yield from self.played
        for pair in combinations(range(self.players), 2):
            yield pair, [DRAWS / 2, DRAWS / 2]


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan."""
    many = len(matrix)
    rows = [[*row, *(float(place == own) for place in range(many))] for own, row in enumerate(matrix)]
    for place, row in enumerate(rows):
        row[:] = [value / row[place] for value in row]
        for other in rows:
            if other is not row:
                factor = other[place]
                other[:] = [value - factor * own for value, own in zip(other, row, strict=True)]
    return [row[many:] for row in rows]

"""Summarize whole numbers: their count, sum, sum of squares, and distribution.

These are whole numbers, so parts can be added in any order. The distribution is kept in bins, whose number does not grow
with the games. Up to 4,095 each number has its own bin, so quantiles are exact. Above, there are 32 bins to each power of
two, so the middle of one is accurate to two in a hundred.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from attrs import define, field

EXACT_BITS = 12
"""Numbers of at most this many bits have a bin of their own."""
LARGEST_BITS = 20
"""Numbers of more bits are not added up in native code."""
PART_BITS = 5
PARTS = 1 << PART_BITS
"""How many bins share each power of two further out."""
LAST_BIN = (1 << EXACT_BITS) + PARTS * (LARGEST_BITS - EXACT_BITS) - 1
"""The bin of the largest number that is added up in native code; negative numbers have negative bins."""


def bin_of(number: int) -> int:
    """Return the bin of a number; those of negative numbers are negative."""
    size = abs(number)
    more = size.bit_length() - EXACT_BITS
    if more > 0:
        size = (1 << EXACT_BITS) + PARTS * (more - 1) + (size >> more + EXACT_BITS - PART_BITS - 1) - PARTS
    return -size if number < 0 else size


def bounds_of(place: int) -> tuple[int, int]:
    """Return the least and the greatest number of a bin."""
    if place < 0:
        least, most = bounds_of(-place)
        return -most, -least
    more, rest = divmod(place - (1 << EXACT_BITS), PARTS)
    if more < 0:
        return place, place
    width = 1 << more + EXACT_BITS - PART_BITS
    least = (rest + PARTS) * width
    return least, least + width - 1


@define
class Distribution:
    """A summary of whole numbers."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    bins: Counter[int] = field(factory=Counter)

    def add(self, number: int, times: int = 1) -> None:
        self.count += times
        self.total += number * times
        self.squares += number * number * times
        self.least = number if self.least is None else min(self.least, number)
        self.most = number if self.most is None else max(self.most, number)
        self.bins[bin_of(number)] += times

    def merge(self, other: Distribution) -> None:
        """Add the numbers of another summary."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.least = _of_both(min, self.least, other.least)
        self.most = _of_both(max, self.most, other.most)
        self.bins.update(other.bins)

    @property
    def mean(self) -> float:
        """The mean, or 0 without numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The estimated variance of the population, computed in whole numbers to lose nothing."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total**2) / (self.count * (self.count - 1))

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    def quantile(self, share: float) -> int:
        """Return a quantile: the middle of the range in which it is known to be."""
        return sum(self.quantile_within(share)) // 2

    def quantile_within(self, share: float) -> tuple[int, int]:
        """Return the range of a quantile, which is exact if both ends are equal."""
        if self.least is None or self.most is None:
            return 0, 0
        left = share * self.count
        for place in sorted(self.bins):
            left -= self.bins[place]
            if left <= 0:
                low, high = bounds_of(place)
                return max(low, self.least), min(high, self.most)
        return self.most, self.most

    def bars(self, most: int = 24) -> list[tuple[int, int, int]]:
        """Return a histogram with about `most` bars of one round width: from where, to where, and how many."""
        if not self.count or self.least is None or self.most is None:
            return []
        width = max(1, -(-(self.most - self.least + 1) // most))
        widest = max((high - low + 1 for low, high in map(bounds_of, self.bins)), default=1)
        width = next(round_one for round_one in _round_widths() if round_one >= max(width, widest))
        first = self.least - self.least % width
        found: Counter[int] = Counter()
        for place, times in self.bins.items():
            low, high = bounds_of(place)
            found[(min(max((low + high) // 2, self.least), self.most) - first) // width] += times
        last = (self.most - first) // width
        return [(first + bar * width, first + (bar + 1) * width - 1, found[bar]) for bar in range(last + 1)]


def _round_widths() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def _of_both(choose: Callable[[Iterable[int]], int], one: int | None, other: int | None) -> int | None:
    found = [number for number in (one, other) if number is not None]
    return choose(found) if found else None

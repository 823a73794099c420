"""Whole numbers come in; how many there were, their sum, that of their squares, and how they are spread go out.

All of it is whole numbers, so that it does not matter in which order parts are put together. How they are spread is kept in
bins: up to 63 each number has its own, and further out there are 32 to each power of two, so what is told by the bins is right
within three of a hundred, and their number does not grow with the games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from attrs import define, field

EXACT_BITS = 6
"""Numbers of so many bits have a bin of their own."""
LARGEST_BITS = 20
"""Numbers of more bits than these are not added up in native code."""
HALF = 1 << EXACT_BITS - 1
LAST_BIN = (1 << EXACT_BITS) + HALF * (LARGEST_BITS - EXACT_BITS) - 1
"""The bin of the largest number that is added up in native code; those below nothing have the same with a minus."""


def bin_of(number: int) -> int:
    """The bin of a number; those of negative ones have a minus."""
    size = abs(number)
    more = size.bit_length() - EXACT_BITS
    place = size if more <= 0 else (1 << EXACT_BITS) + HALF * (more - 1) + (size >> more) - HALF
    return -place if number < 0 else place


def bounds_of(place: int) -> tuple[int, int]:
    """The least and the greatest number of a bin."""
    if place < 0:
        least, most = bounds_of(-place)
        return -most, -least
    more, rest = divmod(place - (1 << EXACT_BITS), HALF)
    if more < 0:
        return place, place
    least = rest + HALF << more + 1
    return least, least + (1 << more + 1) - 1


@define
class Spread:
    """Some whole numbers, as far as figures need them."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    bins: Counter[int] = field(factory=Counter)

    def add(self, number: int, times: int = 1) -> None:
        """A number more."""
        self.count += times
        self.total += number * times
        self.squares += number * number * times
        self.least = number if self.least is None else min(self.least, number)
        self.most = number if self.most is None else max(self.most, number)
        self.bins[bin_of(number)] += times

    def merge(self, other: Spread) -> None:
        """The numbers of another one, too."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.least = _of_both(min, self.least, other.least)
        self.most = _of_both(max, self.most, other.most)
        self.bins.update(other.bins)

    @property
    def mean(self) -> float:
        """The mean, 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """What it is in all there might be, told from these; worked out in whole numbers, so that nothing is lost."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total**2) / (self.count * (self.count - 1))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    def quantile(self, share: float) -> int:
        """The number below or at which this share of them lies; the middle of its bin."""
        left = share * self.count
        for place in sorted(self.bins):
            left -= self.bins[place]
            if left <= 0:
                least, most = bounds_of(place)
                middle = (least + most) // 2
                return min(max(middle, self.least or 0), self.most or 0) if self.count else middle
        return self.most or 0

    def bars(self, most: int = 24) -> list[tuple[int, int, int]]:
        """How they are spread in about so many bars of one round width at most: from where, to where, and how many."""
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

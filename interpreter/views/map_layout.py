"""Find places for the spaces of a map that gives none, so that those with a line between them lie close together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

_PLACED = 160
"""About how often a space is placed: each of a few spaces several times, each of many once."""
_REACH = 2
"""How far from a placed space another one is tried."""
_CROSSED = 6
"""The cost of a line that runs through a space of others."""


@lru_cache(maxsize=16)
def spread_out(count: int, links: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Return a column and row for each space, counted from 0; they follow from the lines alone."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for one, other in links:
        beside[one].add(other)
        beside[other].add(one)
    at: dict[int, tuple[int, int]] = {}
    for number in _outward(beside) * max(1, _PLACED // max(1, count)):
        at.pop(number, None)
        taken = set(at.values())
        near = {at[other] for other in beside[number] if other in at} or taken or {(0, 0)}
        steps = range(-_REACH, _REACH + 1)
        tried = {(column + x, row + y) for column, row in near for x, y in product(steps, steps)} - taken
        at[number] = min(tried, key=lambda place: (_cost(place, number, at, beside), place))
    left, top = (min((place[way] for place in at.values()), default=0) for way in (0, 1))
    return [(at[number][0] - left, at[number][1] - top) for number in range(count)]


def _outward(beside: Sequence[set[int]]) -> list[int]:
    """Return all spaces, beginning with the one with most lines, each close behind one beside it."""
    found: dict[int, None] = {}
    for first in sorted(range(len(beside)), key=lambda one: -len(beside[one])):
        waiting = [] if first in found else [first]
        for one in waiting:
            if one not in found:
                found[one] = None
                waiting += sorted(beside[one] - found.keys())
    return list(found)


def _cost(place: tuple[int, int], number: int, at: dict[int, tuple[int, int]], beside: Sequence[set[int]]) -> float:
    """Return how badly a space would lie at a place: how long its lines would be, and how far it would be from the middle."""
    x, y = place
    cost = 0.0
    for other, (column, row) in at.items():
        across, down = column - x, row - y
        cost += 0.01 * (across * across + down * down)
        if other in beside[number]:
            cost += across * across + down * down
            middle = (x + across // 2, y + down // 2)
            if across % 2 == down % 2 == 0 and middle in at.values():
                cost += _CROSSED
    return cost

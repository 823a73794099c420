"""Count the information states of a game's graph.

A seat's information state at a decision is everything it has learnt since the beginning: a sequence of atoms. There may be
far more such sequences than positions, so they are not listed. After each sequence, the game may be in a set of positions.
Sequences with the same set continue in the same way. So each set is looked at once, and the numbers of sequences that lead
to it are added.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from attrs import define, field

from rulewright.interpreter.search.state_graph import StateGraph

NOTHING = 0
"""The number that stands for nothing more to learn."""

Spot: TypeAlias = tuple[int, int, int]
"""A point where the game may be.

It is on the way to a position, with what the seat still learns on that way, and how many choices may follow.

The second is a number; the third is -1 if there is no limit.
"""

Spots: TypeAlias = frozenset[Spot]


@define
class InformationCounts:
    """The counts for one seat."""

    states: int | None
    """Distinct information states at its decisions, or None if there are infinitely many, or too many."""
    sure: bool
    """Whether it always knows the position in which it decides."""
    too_many: bool = False
    """Whether there were too many to follow."""


@define
class _InformationWalk:
    """The search for all that one seat can learn."""

    graph: StateGraph
    seat: int
    numbers: dict[Spots, int] = field(factory=dict)
    sets: list[Spots] = field(factory=list)
    after: list[tuple[int, ...]] = field(factory=list)
    """By set of spots, the sets after it: one for each possible next atom."""
    asked: list[int] = field(factory=list)
    """By set, in how many of its positions the seat has just been asked."""
    still: list[tuple[int, int]] = field(factory=lambda: [(-1, -1)])
    """By number of what a seat still learns: the next atom, and the number of the rest. News may be long."""
    still_numbers: dict[tuple[int, int], int] = field(factory=dict)
    news_numbers: dict[int, int] = field(factory=dict)

    def to_come(self, news: int) -> int:
        """Return the number of everything that some news tell the seat."""
        number = self.news_numbers.get(news)
        if number is None:
            number = NOTHING
            for atom in reversed(self.graph.news[news][self.seat]):
                one = atom, number
                number = self.still_numbers.setdefault(one, len(self.still))
                if number == len(self.still):
                    self.still.append(one)
            self.news_numbers[news] = number
        return number

    def steps(self, spot: Spot) -> list[Spot]:
        """Return where the game may be next, if the seat learns nothing at this spot."""
        position, _, left = spot
        if left == 0 or self.graph.is_open(position):
            return []
        found = []
        for following, news in zip(self.graph.followers(position), self.graph.told.get(position, ())):
            found.append((following, self.to_come(news), left - 1 if left > 0 else -1))
        return found

    def number(self, spots: Spots) -> int:
        if spots not in self.numbers:
            self.numbers[spots] = len(self.sets)
            self.sets.append(spots)
            deciders = self.graph.deciders
            self.asked.append(len({spot[0] for spot in spots if spot[1] == NOTHING and deciders[spot[0]] == self.seat}))
        return self.numbers[spots]

    def follow(self, spots: Spots) -> tuple[int, ...]:
        """Return the sets that follow a set."""
        by_atom: dict[int, set[Spot]] = defaultdict(set)
        waiting = list(spots)
        reached = set(spots)
        while waiting:
            spot = waiting.pop()
            position, number, left = spot
            if number != NOTHING:
                atom, after = self.still[number]
                by_atom[atom].add((position, after, left))
                continue
            for following in self.steps(spot):
                if following not in reached:
                    reached.add(following)
                    waiting.append(following)
        return tuple(self.number(frozenset(found)) for found in by_atom.values())

    def listen(self, depth: int, limit: int) -> bool:
        """Follow everything that the seat can learn. Return False if there are more sets than the limit."""
        start = (0, self.to_come(self.graph.opening), depth)
        self.number(frozenset([start]))
        # The list grows during the loop.
        for spots in self.sets:
            if len(self.sets) > limit:
                return False
            self.after.append(self.follow(spots))
        return True


def count_information(graph: StateGraph, seat: int, depth: int | None, limit: int) -> InformationCounts:
    """Return what a seat can know in a game, or within a number of choices; `limit` is how many sets are followed."""
    listener = _InformationWalk(graph, seat)
    if not listener.listen(-1 if depth is None else depth, limit):
        return InformationCounts(None, sure=False, too_many=True)
    sure = all(positions <= 1 for positions in listener.asked)
    before = [0] * len(listener.after)
    for after in listener.after:
        for following in after:
            before[following] += 1
    order = [number for number, count in enumerate(before) if not count]
    ways = [0] * len(before)
    ways[0] = 1
    states = 0
    for number in order:
        states += ways[number] * bool(listener.asked[number])
        for following in listener.after[number]:
            ways[following] += ways[number]
            before[following] -= 1
            if not before[following]:
                order.append(following)
    return InformationCounts(states if len(order) == len(before) else None, sure)


def sees_all(graph: StateGraph) -> bool:
    """Return whether the views and questions of deciding seats identify the position, even without a memory."""
    sights = [(decider, *sight) for decider, sight in zip(graph.deciders, graph.sights, strict=True) if decider >= 0]
    return len(set(sights)) == len(sights)

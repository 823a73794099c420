"""The graph of a game comes in; how many different things seats can know goes out.

What a seat knows where it decides is all that it has come to know since the beginning: a sequence of atoms. There may be
far more such sequences than positions, so they are not listed. For each sequence there is the set of positions in which
the game may be after it; sequences with the same set go on alike. So each set is looked at once, and the sequences that
lead to it are added up.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from attrs import define, field

from rulewright.interpreter.search.graph import Graph

NOTHING = 0
"""The number of what a seat still comes to know if that is nothing."""

Spot: TypeAlias = tuple[int, int, int]
"""Where the game may be: on the way to a position, the number of what the seat still comes to know before it is there, and the
choices that may still follow, or -1 for as many as there are."""

Spots: TypeAlias = frozenset[Spot]


@define
class Knowledge:
    """What one seat can know."""

    states: int | None
    """Different things that it can know where it decides; None if there are endlessly many, or too many."""
    sure: bool
    """Whether it always knows the position in which it decides."""
    too_many: bool = False
    """Whether they were too many to follow."""


@define
class _Listener:
    """Follows what one seat comes to know."""

    graph: Graph
    seat: int
    numbers: dict[Spots, int] = field(factory=dict)
    sets: list[Spots] = field(factory=list)
    after: list[tuple[int, ...]] = field(factory=list)
    """By set of spots, the sets that follow it: one for each atom that may come next."""
    asked: list[int] = field(factory=list)
    """By set, how many positions there are in it in which the seat has just been asked."""
    still: list[tuple[int, int]] = field(factory=lambda: [(-1, -1)])
    """By number of what a seat still comes to know: the next atom, and the number of what comes after. News may be long."""
    still_numbers: dict[tuple[int, int], int] = field(factory=dict)
    news_numbers: dict[int, int] = field(factory=dict)

    def to_come(self, news: int) -> int:
        """The number of all that some news tell the seat."""
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
        """Where the game may be next, if the seat comes to know nothing at this spot."""
        position, _, left = spot
        if left == 0 or self.graph.is_open(position):
            return []
        found = []
        for following, news in zip(self.graph.followers(position), self.graph.told.get(position, ())):
            found.append((following, self.to_come(news), left - 1 if left > 0 else -1))
        return found

    def number(self, spots: Spots) -> int:
        """The number of a set."""
        if spots not in self.numbers:
            self.numbers[spots] = len(self.sets)
            self.sets.append(spots)
            deciders = self.graph.deciders
            self.asked.append(len({spot[0] for spot in spots if spot[1] == NOTHING and deciders[spot[0]] == self.seat}))
        return self.numbers[spots]

    def follow(self, spots: Spots) -> tuple[int, ...]:
        """The sets that follow a set."""
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
        """Follow all that the seat can come to know; False if there are more sets than the limit."""
        start = (0, self.to_come(self.graph.opening), depth)
        self.number(frozenset([start]))
        # The list grows while it is gone through.
        for spots in self.sets:
            if len(self.sets) > limit:
                return False
            self.after.append(self.follow(spots))
        return True


def knowledge(graph: Graph, seat: int, depth: int | None, limit: int) -> Knowledge:
    """What a seat can know in a game, or after at most so many choices; `limit` is how many sets are followed."""
    listener = _Listener(graph, seat)
    if not listener.listen(-1 if depth is None else depth, limit):
        return Knowledge(None, sure=False, too_many=True)
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
    return Knowledge(states if len(order) == len(before) else None, sure)


def sees_all(graph: Graph) -> bool:
    """Whether what each seat sees and is asked where it decides tells it the position, even without a memory."""
    sights = [(decider, *sight) for decider, sight in zip(graph.deciders, graph.sights, strict=True) if decider >= 0]
    return len(set(sights)) == len(sights)


__all__ = ["Knowledge", "knowledge", "sees_all"]

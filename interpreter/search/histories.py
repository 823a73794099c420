"""The graph of a game comes in; the tree of all ways to play it goes out, with what each seat knows on the way.

A history is what has been chosen so far, by players and by chance. Whoever decides knows more or less of it; histories
that are the same to them are one situation. Seats forget nothing, so one situation always comes after the same
situation and choice of that seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.interpreter.search.graph import Graph, Heard


@define
class Histories:
    """All histories by number, each after those that it goes on from."""

    graph: Graph
    positions: list[int] = field(factory=list)
    """The position that each leads to."""
    before: list[int] = field(factory=list)
    """The history that each goes on from; -1 for the first."""
    ways: list[int] = field(factory=list)
    """The place of the last choice."""
    situations: list[int] = field(factory=list)
    """The situation of whoever decides; -1 where nobody does."""
    owners: list[int] = field(factory=list)
    """By situation, whose it is."""
    first: list[int] = field(factory=list)
    """By situation, the first history that is in it."""

    def __len__(self) -> int:
        return len(self.positions)


@define
class _Memories:
    """What seats have come to know, by number: the same number for the same things in the same order."""

    graph: Graph
    _longer: dict[tuple[int, int], int] = field(factory=dict)
    _after: dict[tuple[int, int], tuple[int, ...]] = field(factory=dict)
    _all: dict[tuple[int, ...], int] = field(factory=dict)
    _each: list[tuple[int, ...]] = field(factory=list)

    def beginning(self) -> int:
        """Before anything has happened; a number for the memories of all seats together."""
        return self.together(tuple(-1 - seat for seat in range(self.graph.players)))

    def together(self, each: tuple[int, ...]) -> int:
        """A number for the memories of all seats."""
        if each not in self._all:
            self._all[each] = len(self._each)
            self._each.append(each)
        return self._all[each]

    def of(self, together: int, seat: int) -> int:
        """One seat's."""
        return self._each[together][seat]

    def with_news(self, together: int, news: int) -> int:
        """The memories of all seats after some news."""
        if (together, news) not in self._after:
            each = zip(self._each[together], self.graph.news[news], strict=True)
            self._after[together, news] = tuple(self.longer(memory, heard) for memory, heard in each)
        return self.together(self._after[together, news])

    def longer(self, memory: int, heard: Heard) -> int:
        """A memory after some more atoms."""
        for atom in heard:
            memory = self._longer.setdefault((memory, atom), len(self._longer))
        return memory


def histories(graph: Graph) -> Histories:
    """All histories, the shortest first; the graph must have ends everywhere, and have been listened to."""
    found = Histories(graph)
    memories = _Memories(graph)
    known = [memories.with_news(memories.beginning(), graph.opening)]
    numbers: dict[int, int] = {}

    def situation(position: int, together: int, history: int) -> int:
        seat = graph.deciders[position]
        if seat < 0:
            return -1
        memory = memories.of(together, seat)
        if memory not in numbers:
            numbers[memory] = len(found.owners)
            found.owners.append(seat)
            found.first.append(history)
        return numbers[memory]

    found.positions.append(0)
    found.before.append(-1)
    found.ways.append(-1)
    found.situations.append(situation(0, known[0], 0))
    # The list grows while it is gone through.
    for history, position in enumerate(found.positions):
        news = graph.told.get(position, ())
        for way, following in enumerate(graph.followers(position)):
            together = memories.with_news(known[history], news[way])
            known.append(together)
            found.positions.append(following)
            found.before.append(history)
            found.ways.append(way)
            found.situations.append(situation(following, together, len(found.positions) - 1))
    return found


def children(found: Histories) -> Iterable[tuple[int, range]]:
    """By history, the numbers of those that go on from it: they stand in a row."""
    after = 1
    for history, position in enumerate(found.positions):
        count = len(found.graph.followers(position))
        yield history, range(after, after + count)
        after += count


__all__ = ["Histories", "children", "histories"]

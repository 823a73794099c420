"""Unfold the graph of a game into the tree of its histories, with the information sets of all seats.

A history is the sequence of choices so far, by players and by chance. Histories that the deciding player cannot tell apart
form one information set. Seats have perfect recall, so an information set always follows the same set and choice of that
seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.interpreter.search.state_graph import HeardAtoms, StateGraph


@define
class Histories:
    """All histories by number, each after the one that it continues."""

    graph: StateGraph
    positions: list[int] = field(factory=list)
    """The position at the end of each."""
    before: list[int] = field(factory=list)
    """The history that each continues; -1 for the first."""
    ways: list[int] = field(factory=list)
    """The index of the last choice."""
    situations: list[int] = field(factory=list)
    """The information set of the deciding player; -1 where nobody decides."""
    owners: list[int] = field(factory=list)
    """By information set, its player."""
    first: list[int] = field(factory=list)
    """By information set, its first history."""

    def __len__(self) -> int:
        return len(self.positions)


@define
class _ObservationHistories:
    """The observation histories of the seats, by number: equal numbers for equal sequences of observations."""

    graph: StateGraph
    _longer: dict[tuple[int, int], int] = field(factory=dict)
    _after: dict[tuple[int, int], tuple[int, ...]] = field(factory=dict)
    _all: dict[tuple[int, ...], int] = field(factory=dict)
    _each: list[tuple[int, ...]] = field(factory=list)

    def beginning(self) -> int:
        """Return the memories before anything has happened, as one number for all seats together."""
        return self.together(tuple(-1 - seat for seat in range(self.graph.players)))

    def together(self, each: tuple[int, ...]) -> int:
        """Return one number for the memories of all seats."""
        if each not in self._all:
            self._all[each] = len(self._each)
            self._each.append(each)
        return self._all[each]

    def history_of(self, together: int, seat: int) -> int:
        """Return the memory of one seat."""
        return self._each[together][seat]

    def with_news(self, together: int, news: int) -> int:
        """Return the memories of all seats after some news."""
        if (together, news) not in self._after:
            each = zip(self._each[together], self.graph.news[news], strict=True)
            self._after[together, news] = tuple(self.longer(memory, heard) for memory, heard in each)
        return self.together(self._after[together, news])

    def longer(self, memory: int, heard: HeardAtoms) -> int:
        """Return a memory after some more atoms."""
        for atom in heard:
            memory = self._longer.setdefault((memory, atom), len(self._longer))
        return memory


def histories(graph: StateGraph) -> Histories:
    """Return all histories, the shortest first. All ways of the graph must end, and it must have listened."""
    found = Histories(graph)
    memories = _ObservationHistories(graph)
    known = [memories.with_news(memories.beginning(), graph.opening)]
    numbers: dict[int, int] = {}

    def situation(position: int, together: int, history: int) -> int:
        seat = graph.deciders[position]
        if seat < 0:
            return -1
        memory = memories.history_of(together, seat)
        if memory not in numbers:
            numbers[memory] = len(found.owners)
            found.owners.append(seat)
            found.first.append(history)
        return numbers[memory]

    found.positions.append(0)
    found.before.append(-1)
    found.ways.append(-1)
    found.situations.append(situation(0, known[0], 0))
    # The list grows during the loop.
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
    """Yield, by history, the consecutive numbers of those that continue it."""
    after = 1
    for history, position in enumerate(found.positions):
        count = len(found.graph.followers(position))
        yield history, range(after, after + count)
        after += count

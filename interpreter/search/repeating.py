"""A graph in which positions come again comes in, of two who always know the position and no chance; its worth goes out.

Whoever can keep a game from ending may do so, and a game without an end is worth nothing to anybody. What a seat can
force is found from the ends backwards: a position is forced to an ending of some worth if the seat itself may go to
such a one, or the other seat must.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rulewright.interpreter.search.backward import BestPlay, best_moves
from rulewright.interpreter.search.graph import CHANCE, Graph
from rulewright.interpreter.search.payoffs import Payoff


def can_be_solved(graph: Graph) -> bool:
    """Whether there are two, and no chance."""
    return graph.players == 2 and CHANCE not in graph.deciders


def best_play_without_end(graph: Graph, worth: Mapping[int, Payoff]) -> BestPlay:
    """What a game is worth in which positions may come again."""
    before: list[list[int]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following].append(position)
    values: list[Payoff] = [(Fraction(0), Fraction(0))] * len(graph)
    # From what little can be forced to what is best: the last word is right.
    for seat in (0, 1):
        for gain in sorted({payoff[seat] for payoff in worth.values() if payoff[seat] > 0}):
            ends = (position for position, payoff in worth.items() if payoff[seat] >= gain)
            for position in forced(graph, before, seat, ends):
                values[position] = (gain, -gain) if seat == 0 else (-gain, gain)
    first = {0: best_moves(graph, values, 0)} if graph.followers(0) else {}
    return BestPlay(values[0], first, only=True)


def forced(graph: Graph, before: list[list[int]], seat: int, ends: Iterable[int]) -> set[int]:
    """The positions from which a seat can force one of some ends."""
    found = set(ends)
    left = [len(graph.followers(position)) for position in range(len(graph))]
    waiting = list(found)
    while waiting:
        for position in before[waiting.pop()]:
            if position in found:
                continue
            left[position] -= 1
            if graph.deciders[position] == seat or not left[position]:
                found.add(position)
                waiting.append(position)
    return found

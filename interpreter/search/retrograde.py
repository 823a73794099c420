"""Solve a graph with cycles by retrograde analysis, for two players who always know the position, without chance.

A player who can keep a game from ending may do so, and a game without an end has value 0 for both. The search goes from the
ends backwards. A position is forced to an ending of some value if the seat can move to such a position, or the other seat
must.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rulewright.interpreter.search.backward_induction import BestPlay, best_moves
from rulewright.interpreter.search.payoffs import Payoff
from rulewright.interpreter.search.state_graph import CHANCE, StateGraph


def can_be_solved(graph: StateGraph) -> bool:
    """Return whether there are two players, and no chance."""
    return graph.players == 2 and CHANCE not in graph.deciders


def best_play_without_end(graph: StateGraph, worth: Mapping[int, Payoff]) -> BestPlay:
    """Return the value of a game in which positions may come again."""
    before: list[list[int]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following].append(position)
    values: list[Payoff] = [(Fraction(0), Fraction(0))] * len(graph)
    # The order is from the least that can be forced to the best, so the last entry is right.
    for seat in (0, 1):
        for gain in sorted({payoff[seat] for payoff in worth.values() if payoff[seat] > 0}):
            ends = (position for position, payoff in worth.items() if payoff[seat] >= gain)
            for position in forced(graph, before, seat, ends):
                values[position] = (gain, -gain) if seat == 0 else (-gain, gain)
    first = {0: best_moves(graph, values, 0)} if graph.followers(0) else {}
    return BestPlay(values[0], first, only=True)


def forced(graph: StateGraph, before: list[list[int]], seat: int, ends: Iterable[int]) -> set[int]:
    """Return the positions from which a seat can force one of some ends."""
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

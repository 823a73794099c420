"""Count the paths of a game's graph: choices, endings, the shortest and the longest game.

The graph of even a small game has far more paths than positions. They are added up from position to position, in
topological order. If a position can come again there is no such order, and there are infinitely many paths. Then they are
counted up to a depth.
"""

from __future__ import annotations

from collections import Counter, deque

from attrs import frozen

from rulewright.interpreter.search.state_graph import OVER, StateGraph


@frozen
class PlyCounts:
    """The figures for the same number of choices, outcomes of chance included."""

    paths: int
    """Ways to get there."""
    decisions: int
    """The ways after which a player decides."""
    endings: int
    """The ways that end there."""


def in_order(graph: StateGraph) -> list[int] | None:
    """Return all positions in topological order, or None if one can come again."""
    before = [0] * len(graph)
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following] += 1
    # If the walk was cut short, some positions may have no way to them yet.
    order = [position for position, count in enumerate(before) if not count]
    for position in order:
        for following in graph.followers(position):
            before[following] -= 1
            if not before[following]:
                order.append(following)
    return order if len(order) == len(graph) else None


def paths_to(graph: StateGraph, order: list[int]) -> list[int]:
    """Return the number of ways to each position."""
    paths = [0] * len(graph)
    paths[0] = 1
    for position in order:
        for following in graph.followers(position):
            paths[following] += paths[position]
    return paths


def ply_counts(graph: StateGraph, depth: int) -> list[PlyCounts]:
    """Return the figures after 0, 1, 2 and more choices, up to a depth or the end of the last game."""
    found: list[PlyCounts] = []
    here = Counter({0: 1})
    while here:
        decisions = sum(paths for position, paths in here.items() if graph.deciders[position] >= 0)
        endings = sum(paths for position, paths in here.items() if graph.deciders[position] == OVER)
        found.append(PlyCounts(here.total(), decisions, endings))
        if len(found) > depth:
            break
        after: Counter[int] = Counter()
        for position, paths in here.items():
            for following in graph.followers(position):
                after[following] += paths
        here = after
    return found


def shortest_game(graph: StateGraph) -> int | None:
    """Return the fewest choices of players to an end, or None if no end was found."""
    choices = {0: 0}
    waiting = deque([0])
    while waiting:
        position = waiting.popleft()
        if graph.deciders[position] == OVER:
            return choices[position]
        step = int(graph.deciders[position] >= 0)
        for following in graph.followers(position):
            if choices[position] + step < choices.get(following, len(graph)):
                choices[following] = choices[position] + step
                # A decision of chance costs no choice, and comes first.
                (waiting.append if step else waiting.appendleft)(following)
    return None


def longest_game(graph: StateGraph, order: list[int]) -> int | None:
    """Return the most choices of players to an end, or None if no end was found."""
    choices = [0] * len(graph)
    longest: int | None = None
    for position in order:
        if graph.deciders[position] == OVER:
            longest = max(longest or 0, choices[position])
        step = int(graph.deciders[position] >= 0)
        for following in graph.followers(position):
            choices[following] = max(choices[following], choices[position] + step)
    return longest

"""The graph of a game comes in; counts of its paths go out: choices, endings, the shortest and the longest game.

The graph of even a small game has far more paths than positions. They are added up from position to position, each
after all that lead to it. Where a position can come again there is no such order, and there are endlessly many paths;
then they are counted up to a depth.
"""

from __future__ import annotations

from collections import Counter, deque

from attrs import frozen

from rulewright.interpreter.search.graph import OVER, Graph


@frozen
class Ply:
    """What there is after so many choices, outcomes of chance included."""

    paths: int
    """Ways to come there."""
    decisions: int
    """Those of them after which a player decides."""
    endings: int
    """Those that end there."""


def in_order(graph: Graph) -> list[int] | None:
    """All positions, each after all that lead to it; None if one can come again."""
    before = [0] * len(graph)
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following] += 1
    # In a walk that was cut short, positions may stand there that nothing leads to yet.
    order = [position for position, count in enumerate(before) if not count]
    for position in order:
        for following in graph.followers(position):
            before[following] -= 1
            if not before[following]:
                order.append(following)
    return order if len(order) == len(graph) else None


def paths_to(graph: Graph, order: list[int]) -> list[int]:
    """By position, how many ways lead there."""
    paths = [0] * len(graph)
    paths[0] = 1
    for position in order:
        for following in graph.followers(position):
            paths[following] += paths[position]
    return paths


def plies(graph: Graph, depth: int) -> list[Ply]:
    """What there is after 0, 1, 2 and more choices, up to a depth or the end of the last game."""
    found: list[Ply] = []
    here = Counter({0: 1})
    while here:
        decisions = sum(paths for position, paths in here.items() if graph.deciders[position] >= 0)
        endings = sum(paths for position, paths in here.items() if graph.deciders[position] == OVER)
        found.append(Ply(here.total(), decisions, endings))
        if len(found) > depth:
            break
        after: Counter[int] = Counter()
        for position, paths in here.items():
            for following in graph.followers(position):
                after[following] += paths
        here = after
    return found


def shortest_game(graph: Graph) -> int | None:
    """The fewest choices of players to an end; None if no end was found."""
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
                # What chance decides costs no choice, and comes first.
                (waiting.append if step else waiting.appendleft)(following)
    return None


def longest_game(graph: Graph, order: list[int]) -> int | None:
    """The most choices of players to an end; None if no end was found."""
    choices = [0] * len(graph)
    longest: int | None = None
    for position in order:
        if graph.deciders[position] == OVER:
            longest = max(longest or 0, choices[position])
        step = int(graph.deciders[position] >= 0)
        for following in graph.followers(position):
            choices[following] = max(choices[following], choices[position] + step)
    return longest


__all__ = ["Ply", "in_order", "longest_game", "paths_to", "plies", "shortest_game"]

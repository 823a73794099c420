"""Find where a game goes wrong in its graph, each with the shortest line of play to it.

Three things may go wrong. A position can come again, so that a game need never end. A position leads to no end any more,
whatever the players do. The rules reach a limit of the engine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from attrs import frozen

from rulewright.interpreter.search.state_graph import BROKEN, OVER, StateGraph

Line = tuple[int, ...]
"""The indices of the choices from the beginning."""


@frozen
class Cycle:
    """A way to a position, and from there back to it."""

    there: Line
    back: Line


@frozen
class DeadEnd:
    """A way to a position from which no end can be reached, and the number of such positions."""

    there: Line
    positions: int


@frozen
class Breakdown:
    """A way to a choice after which the rules cannot go on, that position, and the number of such choices."""

    there: Line
    position: int
    positions: int


def line_to(graph: StateGraph, goals: Collection[int], start: int = 0) -> tuple[int, Line]:
    """Return the nearest of some positions, and the shortest line to it; from a start among them, it leaves first."""
    came: dict[int, tuple[int, int]] = {}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        for place, following in enumerate(graph.followers(position)):
            if following in came:
                continue
            came[following] = (position, place)
            if following in goals:
                return following, walked(graph, came, start, following)
            waiting.append(following)
    raise ValueError("there is no way")


def walked(graph: StateGraph, came: dict[int, tuple[int, int]], start: int, goal: int) -> Line:
    """Return the line that was found."""
    places: list[int] = []
    position, following = -1, goal
    while position != start:
        position, place = came[following]
        if following not in graph.left_to_chance:
            places.append(graph.option(position, place))
        following = position
    return tuple(reversed(places))


def nearest_goal(graph: StateGraph, goals: Collection[int]) -> tuple[int, Line]:
    """Return the nearest goal and the line to it, which is empty if the first position is a goal."""
    return (0, ()) if 0 in goals else line_to(graph, goals)


def nearest_cycle(graph: StateGraph) -> Cycle | None:
    """Return the nearest position that can come again, if there is one."""
    again = coming_again(graph)
    if not again:
        return None
    position, there = nearest_goal(graph, again)
    return Cycle(there, line_to(graph, {position}, position)[1])


def coming_again(graph: StateGraph) -> set[int]:
    """Return all positions that can come again, because they are on cycles."""
    # This is Tarjan's algorithm with an explicit stack: numbers in the order of arrival, and the earliest one that can be
    # reached back.
    arrival: dict[int, int] = {}
    earliest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: set[int] = set()
    stack: list[tuple[int, Iterator[int]]] = []

    def arrive(position: int) -> None:
        arrival[position] = earliest[position] = len(arrival)
        path.append(position)
        on_path.add(position)
        stack.append((position, iter(graph.followers(position))))

    arrive(0)
    while stack:
        position, following = stack[-1]
        after = next(following, None)
        if after is not None:
            if after not in arrival:
                arrive(after)
            elif after in on_path:
                earliest[position] = min(earliest[position], arrival[after])
            continue
        stack.pop()
        if stack:
            parent = stack[-1][0]
            earliest[parent] = min(earliest[parent], earliest[position])
        if earliest[position] == arrival[position]:
            place = place_of(path, position)
            together = path[place:]
            del path[place:]
            on_path.difference_update(together)
            if len(together) > 1 or position in graph.followers(position):
                found.update(together)
    return found


def place_of(path: list[int], position: int) -> int:
    """Return the index of a position on the path, which is near the end."""
    place = len(path) - 1
    while path[place] != position:
        place -= 1
    return place


def dead_end(graph: StateGraph) -> DeadEnd | None:
    """Return the nearest position from which no end can be reached, if there is one."""
    before: list[list[int]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following].append(position)
    # Positions that nobody has looked at may lead to an end.
    hopeful = {
        position for position, decider in enumerate(graph.deciders) if decider in (OVER, BROKEN) or graph.is_open(position)
    }
    waiting = list(hopeful)
    while waiting:
        for position in before[waiting.pop()]:
            if position not in hopeful:
                hopeful.add(position)
                waiting.append(position)
    lost = set(range(len(graph))) - hopeful
    return DeadEnd(nearest_goal(graph, lost)[1], len(lost)) if lost else None


def nearest_breakdown(graph: StateGraph) -> Breakdown | None:
    """Return the nearest choice after which the rules cannot go on, if there is one."""
    if not graph.breaks:
        return None
    position, there = nearest_goal(graph, graph.breaks.keys())
    return Breakdown(there, position, len(graph.breaks))

"""The graph of a game comes in; where it goes wrong goes out, each with the shortest line of play that leads there.

Three things may go wrong: a position can come again, so that a game need never end; a position leads to no end any
more, whatever is done; the rules come to a limit of the engine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from attrs import frozen

from rulewright.interpreter.search.graph import BROKEN, OVER, Graph

Line = tuple[int, ...]
"""The places of the choices from the beginning, one after the other."""


@frozen
class Circle:
    """A way to a position, and from there back to it."""

    there: Line
    back: Line


@frozen
class DeadEnd:
    """A way to a position from which no end can be reached, and how many such positions there are."""

    there: Line
    positions: int


@frozen
class Break:
    """A way to a choice after which the rules cannot go on, that position, and how many such there are."""

    there: Line
    position: int
    positions: int


def line_to(graph: Graph, goals: Collection[int], start: int = 0) -> tuple[int, Line]:
    """The nearest of some positions, and the shortest line there; a start among them is left first."""
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


def walked(graph: Graph, came: dict[int, tuple[int, int]], start: int, goal: int) -> Line:
    """The line that was found."""
    places: list[int] = []
    position, following = -1, goal
    while position != start:
        position, place = came[following]
        if following not in graph.left_to_chance:
            places.append(graph.option(position, place))
        following = position
    return tuple(reversed(places))


def nearest(graph: Graph, goals: Collection[int]) -> tuple[int, Line]:
    """As `line_to`, but a beginning that is a goal itself is as near as can be."""
    return (0, ()) if 0 in goals else line_to(graph, goals)


def circle(graph: Graph) -> Circle | None:
    """The nearest position that can come again, if there is one."""
    again = coming_again(graph)
    if not again:
        return None
    position, there = nearest(graph, again)
    return Circle(there, line_to(graph, {position}, position)[1])


def coming_again(graph: Graph) -> set[int]:
    """All positions that can come again: those that lie in circles."""
    # Tarjan's way, with a stack of its own: numbers in the order of arrival, and the earliest that can be reached back.
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
    """Where a position stands on the path; it is near the end."""
    place = len(path) - 1
    while path[place] != position:
        place -= 1
    return place


def dead_end(graph: Graph) -> DeadEnd | None:
    """The nearest position from which no end can be reached, if there is one."""
    before: list[list[int]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for following in graph.followers(position):
            before[following].append(position)
    # What nobody has looked at may lead to an end.
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
    return DeadEnd(nearest(graph, lost)[1], len(lost)) if lost else None


def break_off(graph: Graph) -> Break | None:
    """The nearest choice after which the rules cannot go on, if there is one."""
    if not graph.breaks:
        return None
    position, there = nearest(graph, graph.breaks.keys())
    return Break(there, position, len(graph.breaks))


__all__ = ["Break", "Circle", "DeadEnd", "Line", "break_off", "circle", "dead_end"]

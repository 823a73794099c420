"""Find the next space in each direction, and how that changes where lines of spaces grow and shrink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rulewright.dsl.checked import Board
from rulewright.dsl.constructs.grids import COMPASS, GRID_STEPS, SIDES
from rulewright.interpreter.position.world import World

if TYPE_CHECKING:
    from rulewright.interpreter.position.layout import Layout

Turn: TypeAlias = Literal["opposite", "left-turn", "right-turn"]


def ways_of(board: Board, *, over_sides: bool) -> tuple[str, ...]:
    """Return the directions of a board, or those of them that lead over a side of a cell."""
    return board.directions[: SIDES[board.shape]] if over_sides and board.kind == "grid" else board.directions


def turned(names: Sequence[str], lines: Iterable[Sequence[str]], turn: Turn) -> tuple[int, ...]:
    """Return, for each direction, the number of the opposite one, or of the next one clockwise or counterclockwise; else -1."""
    around = [way for way in COMPASS if way in names]
    if turn == "opposite":
        found = {way: COMPASS[COMPASS.index(way) - len(COMPASS) // 2] for way in around}
        found |= {one: other for pair in lines for one, other in (pair, pair[::-1])}
    else:
        step = 1 if turn == "right-turn" else -1
        found = {way: around[(place + step) % len(around)] for place, way in enumerate(around)}
    return tuple([names.index(found[way]) if found.get(way) in names else -1 for way in names])


def next_spaces(world: World, name: str, *, over_sides: bool = False) -> list[int]:
    """Return, for each space, the next one in a direction, with all series open; `over_sides`: if they share a side."""
    table = [-1] * (len(world.spaces) + 1)
    for board in world.game.boards.values():
        first, size = world.first_space[board], world.size[board]
        if board.kind == "line" and name in board.directions:
            step = 1 if board.directions[0] == name else -1
            for space in range(first, first + size):
                if first <= space + step < first + size:
                    table[space] = space + step
        elif board.kind == "grid" and name in ways_of(board, over_sides=over_sides):
            right, up = GRID_STEPS[board.shape][name]
            where = {(world.spaces[space].column, world.spaces[space].row): space for space in range(first, first + size)}
            for (column, row), space in where.items():
                table[space] = where.get((column + right, row + up), -1)
    return table


def growing_lines(layout: Layout) -> list[tuple[list[tuple[int, int, int | None]], int, int]]:
    """Return the lines that grow and shrink, and the numbers of the directions there and back.

    A line is made of runs of spaces: the first, how many at most, and where their number is in `t`.
    """
    world = layout.world
    return [
        (
            [(world.first_space[space], world.size[space], layout.slots.get(space)) for space in board.spaces],
            layout.direction_names.index(board.directions[0]),
            layout.direction_names.index(board.directions[1]),
        )
        for board in layout.resized_boards
        if len(board.directions) == 2
    ]


def relinker(layout: Layout) -> Callable[..., None]:
    """Return a function that sets the directions of lines again after a series has grown or shrunk."""
    rows = growing_lines(layout)
    slots = [layout.slots[space] for space in layout.resized]
    known: dict[object, list[list[int]]] = {}

    def relink(t: list[Any], directions: Sequence[list[int]]) -> None:
        lengths = t[slots[0]] if len(slots) == 1 else tuple([t[slot] for slot in slots])
        tables = known.get(lengths)
        if tables is None:
            work_out(t, directions)
            known[lengths] = [table[:] for table in directions]
        else:
            for table, right in zip(directions, tables):
                table[:] = right

    def work_out(t: list[Any], directions: Sequence[list[int]]) -> None:
        for runs, forward, back in rows:
            previous = -1
            for first, size, slot in runs:
                length = size if slot is None else t[slot]
                for space in range(first, first + length):
                    directions[back][space] = previous
                    if previous >= 0:
                        directions[forward][previous] = space
                    directions[forward][space] = -1
                    previous = space
                for space in range(first + length, first + size):
                    directions[forward][space] = directions[back][space] = -1

    return relink

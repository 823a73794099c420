"""Declare the shapes of grids once: their directions, their cells, and how their rows are shifted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Literal, TypeAlias

GridShape: TypeAlias = Literal["squares", "rhombus", "hexagon"]
"""A grid of squares; one of hexagons with rows of one length, each shifted; or one of hexagons with six equal sides."""

GRID_STEPS: dict[GridShape, dict[str, tuple[int, int]]] = {
    "squares": {
        "north": (0, 1),
        "east": (1, 0),
        "south": (0, -1),
        "west": (-1, 0),
        "northeast": (1, 1),
        "southeast": (1, -1),
        "southwest": (-1, -1),
        "northwest": (-1, 1),
    },
    # Neighbours have the names that published games print: `a2` and `b1` are neighbours here, but `a1` and `b2` below.
    "rhombus": {
        "northeast": (0, 1),
        "east": (1, 0),
        "southeast": (1, -1),
        "southwest": (0, -1),
        "west": (-1, 0),
        "northwest": (-1, 1),
    },
    "hexagon": {
        "northeast": (1, 1),
        "east": (1, 0),
        "southeast": (0, -1),
        "southwest": (-1, -1),
        "west": (-1, 0),
        "northwest": (0, 1),
    },
}
"""By direction, how many columns and rows further the next cell is."""
SIDES = {"squares": 4, "rhombus": 6, "hexagon": 6}
"""The first directions of a shape lead over the sides of a cell; the others only to its corners."""
LEANS = {"squares": 0, "rhombus": 1, "hexagon": -1}
"""How many half cells further right each row begins than the row below, with the cells that a hexagon lacks counted."""
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


WRITTEN_SHAPES: dict[tuple[str, bool], GridShape] = {
    ("", True): "squares",
    ("hexagons", True): "rhombus",
    ("hexagons a side", False): "hexagon",
}
"""The shapes by the words behind the size, and whether that has columns and rows."""
_CELL_NAME = re.compile("([a-z]{1,3})([1-9][0-9]{0,3})")


def is_cell(shape: GridShape, columns: int, rows: int, column: int, row: int) -> bool:
    """Return whether a grid has a cell in a column and row, counted from 1."""
    return 1 <= column <= columns and 1 <= row <= rows and (shape != "hexagon" or 2 * abs(column - row) < columns)


def cells_of(shape: GridShape, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """Yield the column and row of each cell, from the northwest corner and row by row."""
    for row, column in product(range(rows, 0, -1), range(1, columns + 1)):
        if is_cell(shape, columns, rows, column, row):
            yield column, row


def cell_named(name: str) -> tuple[int, int] | None:
    """Return the column and row of a cell that is called like `b3`."""
    found = _CELL_NAME.fullmatch(name)
    if found is None:
        return None
    column = reduce(lambda before, letter: 26 * before + ord(letter) - ord("a") + 1, found[1], 0)
    return column, int(found[2])


def column_letters(column: int) -> str:
    """Return the letters of a column, `a` for the first."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters

"""Boards: a line or a map has a row for each space, a grid is drawn as a matrix of short marks with what they mean below."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve
from rich.cells import cell_len

from rulewright.cli.phrases import phrase
from rulewright.cli.render.columns import in_columns, wrapped
from rulewright.cli.render.details import SO, UNSAID, drawn, holds
from rulewright.cli.render.marks import EMPTY, OWNERS, Signs, grouped, owner_of, short_marks, told_apart
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter.see.view import BoardView, FieldView, Seen, SpaceView

_LONGEST_TITLE = 30
_LEAST_COLUMNS = 3
_CHESS_NAME = re.compile("([a-z]+)([0-9]+)")


Row: TypeAlias = "Callable[[str, Seen], list[str]]"
"""Makes lines for a thing in which things lie, behind a head."""


def line(board: BoardView, signs: Signs, width: int, language: str, most: int, row: Row) -> list[str]:
    """A row for each space; in columns, if there are too many. Below, what lies in things."""
    inside = [text for space in board.spaces for thing in space.things if holds(thing) for text in row("  ", thing)]
    return [*spaces_of(board, signs, width, language, most), *inside]


def spaces_of(board: BoardView, signs: Signs, width: int, language: str, most: int) -> list[str]:
    """The spaces of a line or map."""
    names = [visible(space.title) for space in board.spaces]
    longest = min(max(map(cell_len, names), default=0), _LONGEST_TITLE)
    short = told_apart(thing for space in board.spaces for thing in space.things)
    rows = []
    for name, space in zip(names, board.spaces, strict=True):
        things = [grouped([short[thing] for thing in space.things])] if short else _beside(space, signs)
        told = titled(said(space.fields), language)
        parts = [*(part for part in things if part), *told] or [[EMPTY]]
        if space.beside and len(names) <= most:
            parts.append([f"- {visible(space.beside[0])}", *map(visible, space.beside[1:])])
        rows.append(list(wrapped(f"{padded(name, longest)}  ", parts, width - 2)))
    # A single long row should not keep the others from standing in columns.
    narrow = [row[0] for row in rows if len(row) == 1 and cell_len(row[0]) <= width // _LEAST_COLUMNS]
    if len(rows) <= most or len(narrow) <= len(rows) // 2:
        return [_titled(board, short), *("  " + text for row in rows for text in row)]
    wide = [text for row in rows if row[0] not in narrow for text in row]
    return [_titled(board, short), *in_columns(narrow, width, max(1, most - len(wide))), *("  " + text for text in wide)]


def _beside(space: SpaceView, signs: Signs) -> list[list[str]]:
    """What lies on a space; without owners, one list."""
    if any(owner_of(thing) >= 0 for thing in space.things):
        return [[part] for part in signs.beside(space.things)]
    return [signs.grouped(space.things)]


def _titled(board: BoardView, short: dict[str, str]) -> str:
    """The board's title, with the kind of what lies there, if that is said once for all."""
    title = visible(board.title)
    if not short:
        return title
    thing, value = next(iter(short.items()))
    return f"{title} ({visible(thing.removesuffix(f' ({value})'))})"


def drawn_out(board: BoardView) -> BoardView:
    """A map whose spaces are called like those of a grid, such as `b3`, is drawn as one, with holes where nothing is."""
    parts = [_CHESS_NAME.fullmatch(space.name) for space in board.spaces]
    if board.kind != "map" or not all(part and len(part[1]) == 1 for part in parts):
        return board
    spaces = [
        evolve(space, column=ord(part[1]) - ord("a") + 1, row=int(part[2]))
        for space, part in zip(board.spaces, parts, strict=True)
        if part is not None
    ]
    columns, rows = max(space.column for space in spaces), max(space.row for space in spaces)
    return evolve(board, kind="grid", spaces=spaces, columns=columns, rows=rows)


def grid(board: BoardView, signs: Signs, width: int, row: Row) -> list[str]:
    """A matrix with the names of columns and rows, and below what its marks mean, and what lies in things."""
    contents = [[*space.things, *(value for _, value in said(space.fields))] for space in board.spaces]
    own = {thing: OWNERS[owner_of(thing)] for things in contents for thing in things if _is_sign(thing, signs)}
    marks = {**short_marks(thing for things in contents for thing in things if thing not in own), **own}
    cells = {
        (space.row, space.column): _cell([marks[thing] for thing in things])
        for space, things in zip(board.spaces, contents, strict=True)
    }
    columns, rows = _coordinates(board)
    cell_width = max(cell_len(text) for text in [*cells.values(), *columns.values(), EMPTY])
    side = max(map(cell_len, rows.values()), default=1)
    lines = ["  " + " " * side + "".join("  " + padded(name, cell_width, right=True) for name in columns.values())]
    for number, name in rows.items():
        cut = [padded(cells.get((number, column), ""), cell_width, right=True) for column in columns]
        lines.append("  " + "  ".join([padded(name, side, right=True), *cut]))
    lines = [text.rstrip() for text in lines]
    legend = [
        f"{mark} = {visible(thing)}"
        for thing, mark in marks.items()
        if thing not in own and mark != visible(thing) and not holds(thing)
    ]
    inside = [text for things in contents for thing in things if holds(thing) for text in row(f"  {marks[thing]} = ", thing)]
    return [visible(board.title), *lines, *(wrapped("  ", [legend], width) if legend else []), *inside]


def _is_sign(thing: str, signs: Signs) -> bool:
    """Whether its owner's sign says all there is to say of a thing."""
    return owner_of(thing) >= 0 and signs.plain is not None


def _coordinates(board: BoardView) -> tuple[dict[int, str], dict[int, str]]:
    """What columns and rows are called: as in the names of their spaces, such as `b3`, so that people can type them."""
    columns = {column: str(column) for column in range(1, board.columns + 1)}
    rows = {row: str(row) for row in range(board.rows, 0, -1)}
    for space in board.spaces:
        parts = _CHESS_NAME.fullmatch(space.name)
        if parts is not None:
            columns[space.column], rows[space.row] = parts.groups()
    return columns, rows


def _cell(marks: Sequence[str]) -> str:
    if len(marks) <= 2:
        return "+".join(marks) or EMPTY
    return "+".join(grouped(marks)) if len(set(marks)) == 1 else f"{marks[-1]}+{len(marks) - 1}"


def said(fields: Iterable[FieldView]) -> list[tuple[str, str]]:
    """Titles and values of those that are seen and have something to say."""
    return [(field.title, drawn(field)) for field in fields if field.value is not None and field.value not in UNSAID]


def titled(told: Iterable[tuple[str, str]], language: str) -> list[list[str]]:
    """Titles with their values, each a part of a line; a value of several ends a line between them."""
    return [
        [visible(title)] if value in SO else phrase(language, "titled", visible(title), visible(value)).split(", ")
        for title, value in told
    ]


def padded(text: str, cells: int, *, right: bool = False) -> str:
    """A text with blanks beside it."""
    blanks = " " * (cells - cell_len(text))
    return blanks + text if right else text + blanks

"""Draw boards: a line or a map with a row for each space, a grid as a matrix of short marks with a legend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve
from rich.cells import cell_len

from rulewright.cli.render.columns import in_columns, wrap_parts
from rulewright.cli.render.details import field_drawing, is_holder
from rulewright.cli.render.marks import EMPTY, OWNERS, OwnerSigns, difference_between, group_marks, owner_of
from rulewright.cli.render.speech import phrase
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.cells import Mark, marks_on
from rulewright.interpreter.views.looks import letters_for
from rulewright.interpreter.views.view import SO, UNSAID

if TYPE_CHECKING:
    from rulewright.interpreter.views.view import BoardView, FieldView, SpaceView, ThingName

_LONGEST_TITLE = 30
_LEAST_COLUMNS = 3
_NARROW = 2
_CHESS_NAME = re.compile("([a-z]+)([0-9]+)")


Row: TypeAlias = "Callable[[str, ThingName], list[str]]"
"""Returns the lines of a thing that holds others, after a head."""


def line(board: BoardView, signs: OwnerSigns, width: int, language: str, most: int, row: Row) -> list[str]:
    """Return a row for each space, in columns if there are many, and below the contents of things that hold others."""
    inside = [text for space in board.spaces for thing in space.things if is_holder(thing) for text in row("  ", thing)]
    return [*spaces_of(board, signs, width, language, most), *inside]


def spaces_of(board: BoardView, signs: OwnerSigns, width: int, language: str, most: int) -> list[str]:
    """Return the rows of the spaces of a line or map."""
    names = [visible(space.title) for space in board.spaces]
    longest = min(max(map(cell_len, names), default=0), _LONGEST_TITLE)
    short = difference_between(thing for space in board.spaces for thing in space.things)
    rows = []
    for name, space in zip(names, board.spaces, strict=True):
        things = [group_marks([short[thing] for thing in space.things])] if short else _beside(space, signs)
        told = titled(said(space.fields), language)
        parts = [*(part for part in things if part), *told] or [[EMPTY]]
        if space.beside and len(names) <= most:
            parts.append([f"- {visible(space.beside[0])}", *map(visible, space.beside[1:])])
        rows.append(list(wrap_parts(f"{padded(name, longest)}  ", parts, width - 2)))
    # A single long row should not prevent columns for the others.
    narrow = [row[0] for row in rows if len(row) == 1 and cell_len(row[0]) <= width // _LEAST_COLUMNS]
    if len(rows) <= most or len(narrow) <= len(rows) // 2:
        return [_titled(board, short), *("  " + text for row in rows for text in row)]
    wide = [text for row in rows if row[0] not in narrow for text in row]
    return [_titled(board, short), *in_columns(narrow, width, max(1, most - len(wide))), *("  " + text for text in wide)]


def _beside(space: SpaceView, signs: OwnerSigns) -> list[list[str]]:
    """Return the contents of a space; without owners, as one list."""
    if any(owner_of(thing) >= 0 for thing in space.things):
        return [[part] for part in signs.beside(space.things)]
    return [signs.grouped(space.things)]


def _titled(board: BoardView, short: dict[str, str]) -> str:
    """Return the board's title, with the kind of its contents if that is the same for all."""
    title = visible(board.title)
    if not short:
        return title
    thing, value = next(iter(short.items()))
    return f"{title} ({visible(thing.removesuffix(f' ({value})'))})"


def drawn_out(board: BoardView) -> BoardView:
    """Turn a map whose spaces are named like those of a grid, such as `b3`, into a grid with holes."""
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


def grid(board: BoardView, width: int, row: Row) -> list[str]:
    """Return a matrix with the names of columns and rows, a legend, and the contents of things that hold others."""
    marks = {(space.row, space.column): marks_on(space) for space in board.spaces}
    every = [mark for those in marks.values() for mark in those]
    letters = letters_for(visible(mark.label) for mark in every if not mark.sign and mark.owner < 0)

    def shown(mark: Mark) -> str:
        return mark.sign + OWNERS[mark.owner] if mark.owner >= 0 else mark.sign or letters[visible(mark.label)]

    cells = {place: _cell([shown(mark) for mark in those]) for place, those in marks.items()}
    columns, rows = _coordinates(board)
    cell_width = max(cell_len(text) for text in [*cells.values(), *columns.values(), EMPTY])
    side = max(map(cell_len, rows.values()), default=1)
    # Where everything is one letter or sign, a blank between two cells is enough.
    gap = " " if cell_width <= _NARROW else "  "
    lines = ["  " + " " * side + "".join(gap + padded(name, cell_width, right=True) for name in columns.values())]
    for number, name in rows.items():
        cut = [padded(cells.get((number, column), ""), cell_width, right=True) for column in columns]
        lines.append("  " + gap.join([padded(name, side, right=True), *cut]))
    lines = [text.rstrip() for text in lines]
    told = dict(told for mark in every for told in mark.told)
    told |= {letters[visible(mark.label)]: mark.label for mark in every if not mark.sign and mark.owner < 0}
    holders = [(space, thing) for space in board.spaces for thing in space.things if is_holder(thing)]
    names = {visible(thing.plain.removesuffix(thing.told)) for _, thing in holders}
    legend = [
        f"{sign} = {visible(name)}"
        for sign, name in told.items()
        if sign != visible(name) and not sign.isdecimal() and visible(name) not in names
    ]
    inside = [
        text
        for space, thing in holders
        for text in row(f"  {thing.sign or visible(thing.plain)}, {visible(space.title)} = ", thing)
    ]
    return [visible(board.title), *lines, *(wrap_parts("  ", [legend], width) if legend else []), *inside]


def _coordinates(board: BoardView) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of columns and rows, as in the names of their spaces (`b3`), so that people can type them."""
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
    return "+".join(group_marks(marks)) if len(set(marks)) == 1 else f"{marks[-1]}+{len(marks) - 1}"


def said(fields: Iterable[FieldView]) -> list[tuple[str, str]]:
    """Return the titles and values of fields that are visible and not empty."""
    return [(field.title, field_drawing(field)) for field in fields if field.value is not None and field.value not in UNSAID]


def titled(told: Iterable[tuple[str, str]], language: str) -> list[list[str]]:
    """Return titles with their values, each as part of a line that may end between several values."""
    return [
        [visible(title)] if value in SO else phrase(language, "titled", visible(title), visible(value)).split(", ")
        for title, value in told
    ]


def padded(text: str, cells: int, *, right: bool = False) -> str:
    blanks = " " * (cells - cell_len(text))
    return blanks + text if right else text + blanks

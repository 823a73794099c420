"""What a seat sees of the table, as plain text, for any game.

A line or a map has a row for each space, a grid is drawn as a matrix of short marks with what they mean below; players
follow with their fields and places, and last what lies off the boards.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from rulewright.dsl.diagnostic import visible
from rulewright.interpreter.words import PHRASES

if TYPE_CHECKING:
    from rulewright.interpreter.view import BoardView, FieldView, PlaceView, PlayerView, View

EMPTY = "·"
NOBODY_SEES = "hidden"
_LONGEST_MARK = 3
_LONGEST_TITLE = 30
_CHESS_NAME = re.compile("([a-z]+)([0-9]+)")
_NOTHING = frozenset(phrases["nothing"] for phrases in PHRASES.values()) | {""}
_UNSAID = _NOTHING | frozenset(phrases["no"] for phrases in PHRASES.values()) | {"0"}


def render(view: View, width: int = 80) -> list[str]:
    """The lines to show; an empty line stands between boards and players."""
    width = max(width, 40)
    parts = [_board(board, width) for board in view.boards]
    if any(player.fields or player.places for player in view.players):
        parts.append([line for player in view.players for line in _player(player, player.seat == view.seat, width)])
    rest = [*_fields(view.table), *(_place(place) for place in view.places)]
    parts.append(list(_wrapped("", rest, width)) if rest else [])
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else part
    return lines


def _board(board: BoardView, width: int) -> list[str]:
    title = visible(board.title)
    if board.kind == "grid":
        return [title, *_grid(board, width)]
    names = [visible(space.title) for space in board.spaces]
    longest = min(max(map(cell_len, names), default=0), _LONGEST_TITLE)
    lines = [title]
    for name, space in zip(names, board.spaces, strict=True):
        things = grouped(space.things)
        parts = [*([things] if things else []), *_fields(space.fields, _UNSAID)] or [[EMPTY]]
        lines += _wrapped(f"  {_padded(name, longest)}  ", parts, width)
    return lines


def _grid(board: BoardView, width: int) -> list[str]:
    contents = [[*space.things, *_worth_showing(space.fields)] for space in board.spaces]
    marks = short_marks(thing for things in contents for thing in things)
    cells = {
        (space.row, space.column): _cell([marks[thing] for thing in things])
        for space, things in zip(board.spaces, contents, strict=True)
    }
    columns, rows = _coordinates(board)
    cell_width = max(cell_len(text) for text in [*cells.values(), *columns.values(), EMPTY])
    side = max(map(cell_len, rows.values()), default=1)
    lines = ["  " + " " * side + "".join("  " + _padded(name, cell_width, right=True) for name in columns.values())]
    for row, name in rows.items():
        drawn = [_padded(cells.get((row, column), ""), cell_width, right=True) for column in columns]
        lines.append("  " + "  ".join([_padded(name, side, right=True), *drawn]))
    lines = [line.rstrip() for line in lines]
    legend = [f"{mark} = {visible(thing)}" for thing, mark in marks.items() if mark != visible(thing)]
    return lines + (list(_wrapped("  ", [legend], width)) if legend else [])


def _coordinates(board: BoardView) -> tuple[dict[int, str], dict[int, str]]:
    """What columns and rows are called: as in the names of their spaces, such as `b3`, so that people can type them."""
    columns = {column: str(column) for column in range(1, board.columns + 1)}
    rows = {row: str(row) for row in range(1, board.rows + 1)}
    for space in board.spaces:
        parts = _CHESS_NAME.fullmatch(space.name)
        if parts is not None:
            columns[space.column], rows[space.row] = parts.groups()
    return columns, rows


def _cell(marks: Sequence[str]) -> str:
    if len(marks) <= 2:
        return "+".join(marks) or EMPTY
    return "+".join(grouped(marks)) if len(set(marks)) == 1 else f"{marks[-1]}+{len(marks) - 1}"


def short_marks(things: Iterable[str]) -> dict[str, str]:
    """A mark of few letters for each different thing: the thing itself if it is short, else some of its letters.

    They hang on what there is, not on where it lies: sorted, so that they stay the same from turn to turn.
    """
    distinct = sorted(set(things))
    marks = {thing: visible(thing) for thing in distinct if cell_len(visible(thing)) <= _LONGEST_MARK}
    taken = {*marks.values(), EMPTY}
    for thing in distinct:
        if thing not in marks:
            marks[thing] = next(mark for mark in _candidates(visible(thing)) if mark not in taken)
            taken.add(marks[thing])
    return {thing: marks[thing] for thing in distinct}


def _candidates(thing: str) -> Iterator[str]:
    """`Mark of Player 2` is `M2`, `Red ant` is `R`, or `Re` if there is another `R`."""
    letters = [character for character in thing if character.isalnum()] or ["?"]
    first = letters[0].upper()
    if letters[-1].isdecimal():
        yield first + letters[-1]
    yield first
    yield from (first + letter.lower() for letter in letters[1:])
    yield from (f"{first}{number}" for number in itertools.count(1))


def _player(player: PlayerView, you: bool, width: int) -> list[str]:  # noqa: FBT001
    name = visible(player.name) + (" (you)" if you else "")
    parts = [*_fields(player.fields), *(_place(place) for place in player.places if place.count)]
    return list(_wrapped(f"{name}:  " if parts else name, parts, width, hanging="    "))


def _place(place: PlaceView) -> list[str]:
    """A place in pieces, so that a line can end between them."""
    title = visible(place.title)
    if place.things is None:
        return [f"{title}: {place.count} {NOBODY_SEES}" if place.count else f"{title}: 0"]
    things = grouped(place.things) or [EMPTY]
    return [f"{title}: {things[0]}", *things[1:]]


def _fields(fields: Iterable[FieldView], unsaid: frozenset[str] = _NOTHING) -> list[list[str]]:
    return [
        [f"{visible(field.title)}: {NOBODY_SEES if field.value is None else visible(field.value)}"]
        for field in fields
        if field.value not in unsaid
    ]


def _worth_showing(fields: Iterable[FieldView]) -> list[str]:
    return [field.value for field in fields if field.value is not None and field.value not in _UNSAID]


def grouped(things: Sequence[str]) -> list[str]:
    """The things in their order, neighbours that are called the same together with their number."""
    groups: list[tuple[str, int]] = []
    for thing in map(visible, things):
        if groups and groups[-1][0] == thing:
            groups[-1] = (thing, groups[-1][1] + 1)
        else:
            groups.append((thing, 1))
    return [thing if count == 1 else f"{thing} x{count}" for thing, count in groups]


def _wrapped(head: str, parts: Sequence[Sequence[str]], width: int, hanging: str | None = None) -> Iterator[str]:
    """A head and parts behind it, on as many lines as they need.

    Commas stand between the pieces of a part, blanks between parts; further lines begin below the first piece.
    """
    indent = " " * cell_len(head) if hanging is None else hanging
    line, gap = head, ""
    for part in parts:
        for number, piece in enumerate(part, start=1):
            text = piece + ("," if number < len(part) else "")
            if gap and cell_len(line) + len(gap) + cell_len(text) > width:
                yield line.rstrip()
                line, gap = indent, ""
            line += gap + text
            gap = " "
        gap = "  "
    yield line.rstrip()


def _padded(text: str, cells: int, *, right: bool = False) -> str:
    blanks = " " * (cells - cell_len(text))
    return blanks + text if right else text + blanks

"""What a seat sees of the table, as plain text, for any game.

A line or a map has a row for each space, a grid is drawn as a matrix of short marks with what they mean below; players
follow with their fields and places, then values that have any, and last what lies off the boards.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen
from rich.cells import cell_len

from rulewright.cli.phrases import phrase
from rulewright.cli.render.columns import in_columns
from rulewright.dsl.diagnostic import visible
from rulewright.interpreter.see.phrases import PHRASES

if TYPE_CHECKING:
    from rulewright.interpreter.see.view import BoardView, FieldView, PlaceView, PlayerView, ValueView, View

EMPTY = "·"
_MOST_ROWS = 12
_SHORT, _MOST_SHORT = 36, 4
_FEW = 8
_LONGEST_MARK = 3
_LONGEST_TITLE = 30
_OF_A_KIND = re.compile(r"(.+?) \(([^()]+)\)")
_CHESS_NAME = re.compile("([a-z]+)([0-9]+)")
_NOTHING = frozenset(phrases["nothing"] for phrases in PHRASES.values()) | {""}
_NO = _NOTHING | frozenset(phrases["no"] for phrases in PHRASES.values())
_UNSAID = _NO | {"0"}


def render(
    view: View, width: int = 80, language: str = "en", height: int | None = None, *, whole: bool = True
) -> list[str]:
    """The lines to show; an empty line stands between boards and players. On a low screen a long board is in columns.

    Long lists of what lies off the boards are cut short, if not all is wanted.
    """
    width = max(width, 40)
    most = _MOST_ROWS if height is None else max(_MOST_ROWS, height // 2)
    shown = _Shown(width, language, most, _FEW if not whole else None)
    parts = [shown.board(board) for board in view.boards]
    if any(player.fields or player.places for player in view.players):
        parts.append([line for player in view.players for line in shown.player(player, player.seat == view.seat)])
    parts.append(shown.values(view.values))
    parts.append(shown.table(view))
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else part
    return lines


@frozen
class _Shown:
    """How things are shown at this screen."""

    width: int
    language: str
    most: int
    few: int | None

    def board(self, board: BoardView) -> list[str]:
        title = visible(board.title)
        if board.kind == "grid":
            return [title, *_grid(board, self.width)]
        names = [visible(space.title) for space in board.spaces]
        longest = min(max(map(cell_len, names), default=0), _LONGEST_TITLE)
        rows = []
        for name, space in zip(names, board.spaces, strict=True):
            things = grouped(space.things)
            parts = [*([things] if things else []), *self.fields(space.fields, _UNSAID)] or [[EMPTY]]
            rows.append(list(_wrapped(f"{_padded(name, longest)}  ", parts, self.width - 2)))
        if all(len(row) == 1 for row in rows):
            return [title, *in_columns([line for row in rows for line in row], self.width, self.most)]
        return [title, *("  " + line for row in rows for line in row)]

    def player(self, player: PlayerView, you: bool) -> list[str]:
        name = visible(player.name)
        name = phrase(self.language, "you", name) if you else name
        parts = [*self.fields(player.fields), *(self.place(place) for place in player.places if place.count)]
        return self.headed(name, parts)

    def values(self, values: Iterable[ValueView]) -> list[str]:
        lines: list[str] = []
        for value in values:
            # What is hidden here is hidden from all: it is only what the rules count with.
            parts = self.fields(field for field in value.fields if field.value is not None)
            parts += [self.place(place) for place in value.places if place.count]
            lines += self.headed(visible(value.title), parts) if parts else []
        short = all(cell_len(line) <= _SHORT and not line.startswith(" ") for line in lines)
        return in_columns(lines, self.width, _MOST_SHORT) if lines and short else lines

    def table(self, view: View) -> list[str]:
        """What lies off the boards; what holds many things has a line of its own."""
        parts = self.fields(field for field in view.table if field.value is not None)
        long: list[str] = []
        for place in view.places:
            pieces = self.place(place)
            if len(pieces) > 1:
                long += _wrapped("", [pieces], self.width, hanging="    ")
            elif place.count or place.things is None or not place.inside:
                parts.append(pieces)
        return [*(_wrapped("", parts, self.width) if parts else ()), *long]

    def headed(self, name: str, parts: Sequence[Sequence[str]]) -> list[str]:
        head = phrase(self.language, "titled", name, "") + " " if parts else name
        return list(_wrapped(head, parts, self.width, hanging="    "))

    def place(self, place: PlaceView) -> list[str]:
        """A place in pieces, so that a line can end between them."""
        if place.things is None:
            content = phrase(self.language, "hidden", place.count) if place.count else "0"
            return [phrase(self.language, "titled", visible(place.title), content)]
        things = grouped(place.things) or [EMPTY]
        if self.few is not None and len(things) > 2 * self.few:
            more = len(things) - self.few
            things = [*things[: self.few - 1], phrase(self.language, "and-more", things[self.few - 1], more)]
        return [phrase(self.language, "titled", visible(place.title), things[0]), *things[1:]]

    def fields(self, fields: Iterable[FieldView], unsaid: frozenset[str] = _NO) -> list[list[str]]:
        unseen = phrase(self.language, "hidden-value")
        told = [field for field in fields if field.value not in unsaid]
        values = [unseen if field.value is None else visible(field.value) for field in told]
        titles = [visible(field.title) for field in told]
        return [[phrase(self.language, "titled", *both)] for both in zip(titles, values, strict=True)]


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


def short_marks(things: Iterable[str]) -> dict[str, str]:
    """A mark of few letters for each different thing: the thing itself if it is short, else some of its letters.

    They hang on what there is, not on where it lies: sorted, so that they stay the same from turn to turn.
    """
    distinct = sorted(set(things))
    marks = {thing: visible(thing) for thing in distinct if cell_len(visible(thing)) <= _LONGEST_MARK}
    taken = {*marks.values(), EMPTY}
    for thing in distinct:
        if thing not in marks:
            marks[thing] = next(mark for mark in _candidates(_telling(visible(thing), distinct)) if mark not in taken)
            taken.add(marks[thing])
    return {thing: marks[thing] for thing in distinct}


def _telling(thing: str, others: Sequence[str]) -> str:
    """What tells a thing from others of its kind: of `Ant (Red)` it is `Red`, if there is an `Ant (Blue)`, too."""
    parts = _OF_A_KIND.match(thing)
    if parts is None:
        return thing
    kind, value = parts.groups()
    alike = (_OF_A_KIND.match(visible(other)) for other in others)
    return value if any(other and other[1] == kind and other[2] != value for other in alike) else kind


def _candidates(thing: str) -> Iterator[str]:
    """`Mark of Player 2` is `M2`, `Red ant` is `R`, or `Re` if there is another `R`."""
    letters = [character for character in thing if character.isalnum()] or ["?"]
    first = letters[0].upper()
    if letters[-1].isdecimal():
        yield first + letters[-1]
    yield first
    yield from (first + letter.lower() for letter in letters[1:])
    yield from (f"{first}{number}" for number in itertools.count(1))


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

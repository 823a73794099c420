"""Draw boards: a grid as a matrix of signs, a map as names with lines between them, a line as a track or as rows."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len

from rulewright.cli.render.columns import wrap_parts
from rulewright.cli.render.writing import EMPTY, NEW, Writer, counted_sign, symbol
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.scene import grouped

if TYPE_CHECKING:
    from rulewright.interpreter.views.scene import Board, Cell

_LONGEST_TITLE = 30
_INDENT = "  "
_NARROW, _WIDEST = 2, 5
"""The columns of a cell: up to the first, a blank between two cells is enough; a track has no more than the second."""
_APART, _TALL = 4, 4
"""The columns between two spaces of a map, and the rows from one to the next."""
_LEAST = 3
"""The fewest rows of a board that are shown, and the fewest columns of a cell on a track."""


def board_lines(board: Board, writer: Writer, width: int, most: int | None) -> tuple[list[str], bool]:
    """Return a board with its title, and at most so many rows of it, and whether things there are told by their signs.

    Things that hold others are told elsewhere. A map that does not fit is a list.
    """
    title = [visible(board.title)] if board.title else []
    if board.down:
        return [*title, *_grid(board, width, most)], True
    if board.kind == "track":
        return [*title, *_track(board, writer, width)], True
    drawn = _map(board, width) if board.kind == "map" and most is None else []
    return [*title, *(drawn or _rows(board, writer, width))], bool(drawn)


def _map(board: Board, width: int) -> list[str]:
    """Return the spaces where the scene puts them, with lines between them; nothing if they do not fit, or a line is hidden."""
    labels = []
    for cell in board.cells:
        signs = [*map(counted_sign, cell.groups), *map(symbol, cell.things[-1:] if cell.counters else ())]
        labels.append((visible(cell.title), NEW * cell.is_new + (" ".join(signs) or EMPTY)))
    step = max(cell_len(line) for label in labels for line in label) + _APART
    if step * board.columns > width - len(_INDENT):
        return []
    shown: dict[tuple[int, int], str] = {}
    taken: dict[tuple[int, int], int] = {}
    for number, (cell, label) in enumerate(zip(board.cells, labels, strict=True)):
        for y, line in enumerate(label, cell.row * _TALL):
            left = cell.column * step + (step - cell_len(line)) // 2
            shown[left, y] = line
            taken |= dict.fromkeys([(x, y) for x in range(left - 1, left + cell_len(line) + 1)], number)
    for link in board.links:
        for place, sign in _line(*((board.cells[one].column * step + step // 2, board.cells[one].row * _TALL) for one in link)):
            if taken.get(place, link[0]) not in link:
                return []
            if place not in taken:
                shown[place] = sign
    lines = [""] * (board.rows * _TALL - _TALL + 2)
    for (x, y), text in sorted(shown.items()):
        lines[y] += " " * (x - cell_len(lines[y])) + text
    return [_INDENT + line for line in lines]


def _line(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the places between two others, with the signs of a line: in each row one, unless both are in the same row."""
    (x, y), (to, below) = sorted((start, end), key=lambda place: (place[1], place[0]))
    if y == below:
        yield from (((across, y), "─") for across in range(x, to))
    sign = "│" if x == to else "╲" if to > x else "╱"
    for down in range(y, below):
        yield (x + round((to - x) * (down - y) / (below - y)), down), sign


def _rows(board: Board, writer: Writer, width: int) -> Iterator[str]:
    """Yield a row for each space, on a map with its neighbours."""
    names = [visible(cell.title) for cell in board.cells]
    longest = min(max(map(cell_len, names), default=0), _LONGEST_TITLE)
    for name, cell in zip(names, board.cells, strict=True):
        parts = [*writer.groups(cell.groups), *map(writer.counter, cell.counters)] or [[EMPTY]]
        if cell.beside:
            parts.append([f"- {visible(cell.beside[0])}", *map(visible, cell.beside[1:])])
        gap = f" {NEW}" if cell.is_new and not cell.groups else "  "
        for line in wrap_parts(f"{_padded(name, longest)}{gap}", parts, width - len(_INDENT)):
            yield _INDENT + line


def _track(board: Board, writer: Writer, width: int) -> Iterator[str]:
    """Yield a line as cells below their names; below it, what does not fit there is told in words."""
    room = width - len(_INDENT)
    titles = [visible(cell.title).rpartition(" ") for cell in board.cells]
    # Of the spaces of a series, the numbers are enough.
    series = Tally(name for name, _, number in titles if number.isdecimal()).most_common(1)
    names = [number if series and name == series[0][0] else name + blank + number for name, blank, number in titles]
    size = max(_LEAST, min(_WIDEST, max(map(cell_len, names)), room // (board.bend or 1) - 1))
    bends = 0 < board.bend * (size + 1) <= room
    per_row = board.bend if bends else room // (size + 1)
    above: dict[tuple[int, int], str] = {}
    below: dict[tuple[int, int], str] = {}
    crowded = []
    for number, (name, cell) in enumerate(zip(names, board.cells, strict=True)):
        row, column = (cell.row, cell.column) if bends else divmod(number, per_row)
        sign = "".join(map(symbol, cell.things)) or EMPTY
        if cell_len(sign) > size:
            crowded.append(cell)
            sign = f"×{len(cell.things)}"
        above[row, column] = f" {_cut(name, size)}"
        below[row, column] = (NEW if cell.is_new else " ") + sign
    for row in sorted({row for row, _ in above}):
        for line in (above, below):
            yield " " + "".join(_padded(line.get((row, column), ""), size + 1) for column in range(per_row)).rstrip()
    for cell in crowded:
        # So many things are counted, in any order.
        things = sorted((thing for group in cell.groups for thing in group.things), key=lambda thing: thing.name)
        parts = [*writer.groups(grouped(things)), *map(writer.counter, cell.counters)]
        yield from wrap_parts(f"{_INDENT}{writer.say('titled', visible(cell.title), '').rstrip()} ", parts, width)


def _grid(board: Board, width: int, most: int | None) -> Iterator[str]:
    """Yield a matrix with the names of columns and rows; if it is too large, the part around the last play, with arrows."""
    cells = {(cell.column, cell.row): cell for cell in board.cells}
    # Where cells are missing, those that are there all have a sign.
    blank = " " if board.pattern == "chequered" and len(cells) == board.columns * board.rows else EMPTY
    signs = {place: _cell_sign(cell) or (EMPTY if cell.tint else blank) for place, cell in cells.items()}
    beside = (*board.across, *board.feet(board.cells).values(), *(value for rim in board.rims for value in rim.values))
    size = max(map(cell_len, {*signs.values(), *beside}))
    side = max(map(cell_len, board.down))
    gap = 1 if size <= _NARROW else 2
    # A row of hexagons begins half a cell further right or left than the next.
    step = 2 if board.lean else 1
    gap += (size + gap) % step
    unit = (size + gap) // step
    lines, holes = _lines_between(board, cells)
    news = {place for place, cell in cells.items() if cell.is_new}
    wanted = news or {place for place, cell in cells.items() if cell.things}
    fit = (width - len(_INDENT) - side) // unit
    columns = _window(board.columns, fit, [column for column, _ in wanted])
    rows = _window(board.rows, max(_LEAST, board.rows if most is None else most), [row for _, row in wanted])
    rims = []
    for rim in board.rims:
        values = "".join(" " * gap + _padded(rim.values[column], size, right=True) for column in columns)
        rims.append(f"  {' ' * side}{values}  {visible(rim.title)}")
    left, right = "←" if columns.start else " ", " →" if columns.stop < board.columns else ""
    names = {(column, -1): name for column, name in enumerate(board.across)}
    if board.lean:
        names = board.feet(cells[column, row] for column, row in cells if row in rows and {column, column + 1} <= {*columns})
    yield from () if board.is_turned else rims
    for row in (*rows, rows.stop) if board.lean else (-1, *rows):
        inside = row in rows
        shown = signs | holes | names if inside else names
        arrow = left if not inside else "↑" if row == rows.start > 0 else "↓" if row == rows.stop - 1 < board.rows - 1 else " "
        line = f" {_padded(board.down[row] if inside else '', side, right=True)}"
        there = columns
        if board.lean:
            # The name of the row stands before its first cell.
            found = [column for column, other in shown if other == row and -1 <= column - columns.start <= fit - step]
            there = range(min(found, default=0), max(found, default=-1) + 1, step)
            shift = (there.start - columns.start) * unit
            line = " " * shift + line[max(0, -shift) :]
        for column in there:
            place = (column, row)
            sign = shown.get(place, " ")
            fill = "─" if place in lines and column > columns.start else " "
            line += fill * (gap + size - cell_len(sign) - 1) + (NEW if place in news else fill) + sign
        yield f"{arrow}{line}{'' if inside else right}".rstrip()
    yield from rims if board.is_turned else ()


def _lines_between(board: Board, cells: dict[tuple[int, int], Cell]) -> tuple[set[tuple[int, int]], dict[tuple[int, int], str]]:
    """Return before which cells a line runs, and the holes through which lines run."""
    lines: set[tuple[int, int]] = set()
    holes: dict[tuple[int, int], str] = {}
    for one, other in board.links if board.kind == "map" else ():
        a, b = board.cells[one], board.cells[other]
        if a.row == b.row:
            between = range(min(a.column, b.column) + 1, max(a.column, b.column) + 1)
            lines |= {(column, a.row) for column in between}
            holes |= {(column, a.row): "─" for column in between}
        elif a.column == b.column:
            holes |= {(a.column, row): "│" for row in range(min(a.row, b.row) + 1, max(a.row, b.row))}
    return lines, {place: sign for place, sign in holes.items() if place not in cells}


def _window(count: int, most: int, wanted: list[int]) -> range:
    """Return the part of a row or column that is shown, with the wanted ones in the middle."""
    middle = (min(wanted) + max(wanted)) // 2 if wanted else count // 2
    shown = max(1, min(count, most))
    start = min(max(0, middle - shown // 2), count - shown)
    return range(start, start + shown)


def _cell_sign(cell: Cell) -> str:
    """Return the signs of one or two things in a cell, or the uppermost with the number of others."""
    signs = [symbol(thing) for thing in cell.things]
    if len(set(signs)) == 1 < len(signs):
        return f"{signs[0]}×{len(signs)}"
    return "+".join(signs) if len(signs) <= 2 else f"{signs[-1]}+{len(signs) - 1}"


def legend(board: Board, width: int, *, inner: bool) -> list[str]:
    """Return the meanings of signs that are letters; `inner`: also of those on things that hold others."""
    entries = [visible(f"{sign} = {name}") for sign, name in board.legend(inner=inner)]
    return list(wrap_parts(_INDENT, [entries], width)) if entries else []


def _padded(text: str, cells: int, *, right: bool = False) -> str:
    blanks = " " * (cells - cell_len(text))
    return blanks + text if right else text + blanks


def _cut(text: str, cells: int) -> str:
    """Return as many words of a text as fit, or as much of the first."""
    while cell_len(text) > cells:
        text = text.rpartition(" ")[0] or text[:-1]
    return text

"""Draw what a seat sees of the table as SVG: boards, piles, hands and the sides of the players, at a given width.

It is the only painter for screens with pixels: the page, notebooks and documents show the same. Everything that can be
chosen has its address in `data-at`, so the page only has to light it up. Whatever is hidden is not in the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, sqrt

from attrs import frozen

from rulewright.interpreter.views.cells import Mark, face_of, marks_on
from rulewright.interpreter.views.view import SO, UNSAID, BoardView, FieldView, PlaceView, PlayerView, View

_SMALL, _TEXT, _LARGE = 12, 14, 22
_WIDE = 0.58
"""How wide a letter is on average, for its height."""
_GAP, _EDGE = 8, 8
_CARD_WIDTH, _CARD_HEIGHT, _PILL = 44, 60, 26
_DISC = 13
_LARGEST_CELL = 64
_FEW_SPACES = 9
_MOST_BACKS, _MOST_OF_PILE = 4, 8
_DESK = 900
"""From this width on, boards stand beside the players."""
_PALE = frozenset(("white", "yellow", "orange", "pink", "grey", "turquoise"))
"""The colours on which dark letters are legible."""

STYLE = """
.scene { --paper: #fff; --ink: #1b1b1f; --faint: #5f6368; --line: #c4c7cc; --square: #e8d5b5; --other: #b98d5f; --cloth: #f1f3f4;
  --hot: #0b57d0; --red: #c5221f; --orange: #d56a00; --yellow: #f2c100; --green: #188038; --turquoise: #12858d; --blue: #1967d2;
  --violet: #8430ce; --pink: #d01884; --brown: #795548; --black: #202124; --grey: #80868b; --white: #fff;
  --o0: #c5221f; --o1: #1967d2; --o2: #188038; --o3: #d56a00; --o4: #8430ce; --o5: #12858d; --o6: #d01884; --o7: #795548;
  --o8: #5f6368; --o9: #827717; --o10: #4527a0; --o11: #00695c; font: 14px system-ui, sans-serif; fill: var(--ink); }
@media (prefers-color-scheme: dark) { .scene { --paper: #2b2c2f; --ink: #e8eaed; --faint: #9aa0a6; --line: #5f6368;
  --cloth: #202124; --hot: #a8c7fa; --square: #cbb391; --other: #8a6844; } }
.scene .small { font-size: 12px; }
.scene .faint { fill: var(--faint); }
.scene .bold { font-weight: 600; }
.scene .middle { text-anchor: middle; dominant-baseline: central; }
.scene .mid { dominant-baseline: central; }
.scene .zone { fill: transparent; }
.scene .card { fill: var(--paper); stroke: var(--line); }
.scene .back { fill: var(--blue); stroke: var(--paper); fill-opacity: .65; }
.scene .side { fill: var(--cloth); stroke: var(--line); }
.scene .side.mine { stroke: var(--hot); stroke-width: 2; }
.scene .cell { fill: var(--paper); stroke: var(--line); }
.scene .cell.light { fill: var(--square); stroke: none; }
.scene .cell.dark { fill: var(--other); stroke: none; }
.scene .cell.point { fill: transparent; stroke: none; }
.scene .rule { stroke: var(--faint); stroke-width: 1.5; }
.scene .piece { stroke: #3c4043; stroke-width: 1; paint-order: stroke; }
.scene .disc { stroke: var(--ink); stroke-width: 1; }
.scene .full { fill: var(--hot); }
.scene .empty { fill: var(--line); }
"""


@frozen
class Box:
    """Something drawn, from its upper left corner, with its size."""

    width: float
    height: float
    inner: str

    def at(self, x: float, y: float) -> str:
        """Return it at a place."""
        return self.inner if x == y == 0 else f'<g transform="translate({x:.1f},{y:.1f})">{self.inner}</g>'


NOTHING = Box(0, 0, "")


def column(boxes: Iterable[Box], gap: float = _GAP) -> Box:
    """Put boxes below one another."""
    y, width, parts = 0.0, 0.0, list[str]()
    for box in boxes:
        if box.height:
            parts.append(box.at(0, y))
            y, width = y + box.height + gap, max(width, box.width)
    return Box(width, max(0, y - gap), "".join(parts))


def flow(boxes: Iterable[Box], width: float, gap: float = _GAP) -> Box:
    """Put boxes beside one another, in as many rows as they need."""
    x, y, tall, widest, parts = 0.0, 0.0, 0.0, 0.0, list[str]()
    for box in boxes:
        if x and x + box.width > width:
            x, y, tall = 0.0, y + tall + gap, 0.0
        parts.append(box.at(x, y))
        widest, x, tall = max(widest, x + box.width), x + box.width + gap, max(tall, box.height)
    return Box(widest, y + tall if parts else 0, "".join(parts))


def framed(box: Box, width: float, kind: str, address: str, label: str = "") -> Box:
    """Put a frame around a box, as wide as wanted."""
    height = box.height + 2 * _EDGE
    inner = f'<rect class="{kind}" x="1" y="0" width="{width - 2:.1f}" height="{height:.1f}" rx="8"/>{box.at(_EDGE, _EDGE)}'
    return Box(width, height, addressed(inner, address, label))


def addressed(inner: str, address: str, label: str = "") -> str:
    """Give something the address under which it can be chosen."""
    named = f' data-name="{escape(label)}"' if label else ""
    return f'<g data-at="{address}"{named}>{inner}</g>' if address else inner


def text(words: str, kind: str = "", size: int = _TEXT) -> Box:
    """Return a line of text."""
    tall = size + 4
    return Box(wide(words, size), tall, f'<text y="{tall / 2:.1f}" class="mid {kind}">{escape(words)}</text>')


def wide(words: str, size: int = _TEXT) -> float:
    """Return about how wide a text is."""
    return len(words) * size * _WIDE


def short(words: str, width: float) -> str:
    """Return a text that fits; of `Space 12`, the number is enough."""
    most = max(2, int(width / (_SMALL * _WIDE)))
    if len(words) <= most:
        return words
    _, *rest = words.split(" ")
    return rest[0] if len(rest) == 1 and rest[0].isdecimal() else words[: most - 1] + "…"


def draw(view: View, width: int = 760, chosen_at: Iterable[str] = (), *, styled: bool = True) -> str:
    """Return a view as one SVG picture; `styled`: with its style sheet, for a reader that has none.

    Empty places are left out, unless something can be chosen there: these are their addresses.
    """
    whole = Painter(view, frozenset(chosen_at)).table(width)
    style = f"<style>{STYLE}</style>" if styled else ""
    height = ceil(whole.height + _GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{style}{whole.at(0, _GAP / 2)}</svg>'
    )


@frozen
class Painter:
    """Draws one view."""

    view: View
    chosen_at: frozenset[str]

    def table(self, width: float) -> Box:
        """Draw everything, the viewer's own side last."""
        view = self.view
        aside = width >= _DESK and bool(view.boards)
        left = width * 0.55 if aside else width
        right = width - left - _GAP if aside else width
        common = [self.fields(view.table, left), *(self.board(board, left) for board in view.boards)]
        common.append(self.zones((place for place in view.places if not place.on_thing), left))
        for value in view.values:
            inside = [self.fields(value.fields, left), self.zones(value.places, left)]
            if any(box.height for box in inside):
                common += [text(value.title, "small bold faint", _SMALL), *inside]
        others = [player for player in view.players if player.seat != view.seat]
        own = [player for player in view.players if player.seat == view.seat]
        sides = [self.side(player, right) for player in [*others, *own]]
        if aside:
            return flow([column(common), column(sides)], width * 2)
        return column([*common, *sides])

    # ---- players

    def side(self, player: PlayerView, width: float) -> Box:
        """Draw a player with everything in front of that player."""
        inner = width - 2 * _EDGE
        name = text(player.name, "bold")
        disc = f'<circle class="disc" cx="7" cy="9" r="7" fill="{self.paint("", player.seat)}"/>'
        head = Box(name.width + 22, name.height, disc + name.at(20, 0))
        fields = self.fields(player.fields, inner - head.width - _GAP)
        top = flow([head, fields], inner, 16)
        mine = " mine" if player.seat == self.view.seat else ""
        return framed(column([top, self.zones(player.places, inner)]), width, f"side{mine}", f"p{player.seat}")

    def paint(self, colour: str, owner: int, otherwise: str = "var(--paper)") -> str:
        """Return a colour as CSS knows it: its own, else that of its owner."""
        colour = self.colour(colour, owner)
        return f"var(--{colour})" if colour else f"var(--o{owner})" if owner >= 0 else otherwise

    def colour(self, colour: str, owner: int) -> str:
        """Return the name of a colour, its own or its owner's, or nothing."""
        return colour or (self.view.players[owner].colour if owner >= 0 else "")

    def fields(self, fields: Iterable[FieldView], width: float) -> Box:
        """Draw fields beside one another; bars and hearts as such."""
        seen = [one for one in fields if one.value is not None and (one.name == "score" or not _is_unsaid(one))]
        return flow((_field(one) for one in seen), width, 16)

    # ---- places

    def zones(self, places: Iterable[PlaceView], width: float) -> Box:
        """Draw the places that hold anything, each with its title."""
        there = [place for place in places if place.count != 0 or place.partly or str(place.number) in self.chosen_at]
        return flow((self.zone(place, width) for place in there), width, 18)

    def zone(self, place: PlaceView, width: float) -> Box:
        """Draw a place: things that are seen as cards or pieces, others as backs with their number."""
        seen = place.things or []
        address = str(place.number) if place.number >= 0 else ""
        boxes = [self.thing(thing, f"{address}.{index}" if address else "", width) for index, thing in enumerate(seen)]
        below = len(boxes) - _MOST_OF_PILE if place.is_pile else 0
        if below > 0:
            boxes = [_backs(below), *boxes[-_MOST_OF_PILE:]]
        hidden = None if place.count is None else place.count - len(seen)
        if hidden or hidden is None:
            boxes.append(_backs(hidden))
        marks = [text(mark, "small", _SMALL) for mark in place.partly]
        lying = flow(boxes, width) if boxes else text("·", "faint")
        content = column([text(place.title, "small bold faint", _SMALL), lying, *marks], 3)
        room = f'<rect class="zone" x="-3" y="-2" width="{content.width + 6:.1f}" height="{content.height + 4:.1f}" rx="6"/>'
        return Box(content.width, content.height, addressed(room, address, place.title) + content.inner)

    def thing(self, thing: str, address: str, width: float) -> Box:
        """Draw a thing off the board: a card with its sign, or its name with what it has."""
        sign, colour, owner, _ = face_of(thing)
        if _is_picture(sign):
            paint = f"var(--{colour})" if colour and colour not in ("white", "black") else "var(--ink)"
            size = min(_LARGE, 1.2 * _CARD_WIDTH / len(sign))
            inner = (
                f'<rect class="card" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>'
                f'<text x="{_CARD_WIDTH / 2}" y="{_CARD_HEIGHT / 2}" class="middle bold" font-size="{size:.0f}" fill="{paint}">'
                f"{escape(sign)}</text>"
            )
            return Box(_CARD_WIDTH, _CARD_HEIGHT, addressed(_titled(thing) + inner, address, thing))
        upon = [self.zone(one, width - 2 * _EDGE) for one in getattr(thing, "upon", ()) if one.count]
        name = text(short(getattr(thing, "plain", thing), width - 2 * _EDGE - 16))
        dot = f'<circle class="disc" cx="6" cy="9" r="5" fill="{self.paint(colour, owner, "var(--line)")}"/>'
        content = column([Box(name.width + 16, name.height, dot + name.at(16, 0)), flow(upon, width - 2 * _EDGE)], 4)
        card = framed(content, content.width + 2 * _EDGE, "card", address, thing) if upon else _pill(content, address, thing)
        return Box(card.width, card.height, _titled(thing) + card.inner)

    # ---- boards

    def board(self, board: BoardView, width: float) -> Box:
        """Draw a board by its kind, with the contents of things that hold others below it."""
        if board.spaces and all(space.column for space in board.spaces):
            drawn = self.grid(board, width)
        elif board.kind == "line" and len(board.spaces) <= _FEW_SPACES and not board.bend:
            drawn = self.rows(board, width)
        else:
            drawn = self.track(board, width)
        inside = [
            column([text(f"{thing}, {space.title}", "small bold faint", _SMALL), self.zone(place, width)], 2)
            for space in board.spaces
            for thing in space.things
            for place in getattr(thing, "upon", ())
            if place.count
        ]
        title = text(board.title, "small bold faint", _SMALL) if len(self.view.boards) > 1 or board.kind != "grid" else NOTHING
        return column([title, drawn, flow(inside, width, 18)])

    def grid(self, board: BoardView, width: float) -> Box:
        """Draw a grid, or a map whose spaces have coordinates, with the viewer's side at the bottom."""
        columns, rows = max(space.column for space in board.spaces), max(space.row for space in board.spaces)
        margin, points = 18, board.pattern == "points" or board.kind == "map"
        cell = min(_LARGEST_CELL, (width - 2 * margin) / columns)
        # Where two sit opposite each other, the second one sees the board from the other side.
        turned = bool(board.pattern) and self.view.seat == 1 and len(self.view.players) == 2

        def across(number: float) -> float:
            return margin + ((columns - number if turned else number - 1) + 0.5) * cell

        def down(number: float) -> float:
            return ((number - 1 if turned else rows - number) + 0.5) * cell

        middle = {space.name: (across(space.column), down(space.row)) for space in board.spaces}
        parts = _links(board, middle) if points else []
        for space in board.spaces:
            x, y = middle[space.name]
            shade = "point" if points else ("light", "dark")[(space.column + space.row + 1) % 2] if board.pattern else ""
            corner, size = f'x="{x - cell / 2:.1f}" y="{y - cell / 2:.1f}"', f'width="{cell:.1f}" height="{cell:.1f}"'
            marks = "".join(self.cell(marks_on(space), x, y, cell, bare=board.kind == "map"))
            inner = f'<rect class="cell {shade}" {corner} {size}/>{marks}'
            parts.append(addressed(inner, str(space.number), space.title))
        for number in range(1, columns + 1):
            name = chr(96 + number) if columns <= 26 else str(number)
            parts.append(f'<text x="{across(number):.0f}" y="{rows * cell + 9:.0f}" class="small faint middle">{name}</text>')
        for number in range(1, rows + 1):
            parts.append(f'<text x="9" y="{down(number):.0f}" class="small faint middle">{number}</text>')
        return Box(columns * cell + 2 * margin, rows * cell + 20, "".join(parts))

    def rows(self, board: BoardView, width: float) -> Box:
        """Draw a short line as rows, each with what is on a space beside its name."""
        tall, label = 2 * _DISC + 8, max(wide(space.title) for space in board.spaces) + 16
        rows = []
        for space in board.spaces:
            marks = marks_on(space)
            step = min(2 * _DISC + 4, (width - label - 2 * _DISC) / max(1, len(marks) - 1))
            inner = f'<rect class="cell" width="{width:.1f}" height="{tall}" rx="4"/>' + text(space.title).at(8, 8)
            discs = (
                part for place, mark in enumerate(marks)
                for part in self.disc(mark, label + _DISC + place * step, tall / 2, _DISC)
            )  # fmt: skip
            rows.append(Box(width, tall, addressed(inner + "".join(discs), str(space.number), space.title)))
        return column(rows, 2)

    def track(self, board: BoardView, width: float) -> Box:
        """Draw a long line, or a map without coordinates, as cells in rows."""
        count, tall = len(board.spaces), 52
        per_row = board.bend or (ceil(sqrt(count)) if board.kind == "map" else int(width // 62))
        per_row = max(1, min(per_row, count))
        cell = min(110 if board.kind == "map" else 64, width / per_row)
        boxes = []
        for space in board.spaces:
            title = escape(short(space.title, cell))
            inner = (
                f'<rect class="cell" x="1" width="{cell - 2:.1f}" height="{tall}" rx="4"/>'
                f'<text x="{cell / 2:.1f}" y="9" class="small faint middle">{title}</text>'
            )
            marks = "".join(self.cell(marks_on(space), cell / 2, 33, min(cell, 38)))
            boxes.append(Box(cell, tall, addressed(inner + marks, str(space.number), space.title)))
        return flow(boxes, per_row * cell + 1, 0)

    # ---- cells

    def cell(self, marks: Sequence[Mark], x: float, y: float, size: float, *, bare: bool = False) -> Iterator[str]:
        """Draw marks in a cell: one in the middle, several in a square, more with their number."""
        if not marks and bare:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="disc" fill="var(--faint)"/>'
        if len(marks) == 1:
            yield from self.disc(marks[0], x, y, size * 0.4)
            return
        groups: dict[tuple[str, str, int], list[Mark]] = {}
        for mark in marks:
            groups.setdefault((mark.sign, mark.colour, mark.owner), []).append(mark)
        shown = [(group[0], len(group)) for group in groups.values()] if len(marks) > 4 else [(mark, 1) for mark in marks]
        for place, (mark, count) in enumerate(shown[:4]):
            left, below = x + (place % 2 - 0.5) * size * 0.46, y + (place // 2 - 0.5) * size * 0.46
            yield from self.disc(mark, left, below, size * 0.21, count)

    def disc(self, mark: Mark, x: float, y: float, radius: float, count: int = 1) -> Iterator[str]:
        """Draw one thing: a disc with its sign, or a large sign alone if that is a picture of its own."""
        words = f"{mark.sign}{count if count > 1 else ''}"
        paint, colour = self.paint(mark.colour, mark.owner), self.colour(mark.colour, mark.owner)
        if _is_picture(mark.sign):
            ink, size, kind, disc = paint, radius * 1.9, "piece", ""
        else:
            pale = colour in _PALE or (not colour and mark.owner < 0)
            ink = "#1b1b1f" if pale and colour else "var(--ink)" if pale else "#fff"
            size, kind = min(radius * 1.1, 1.6 * radius / max(1, len(words)) / _WIDE), "bold"
            disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{paint}"/>'
        sign = f'<text x="{x:.1f}" y="{y:.1f}" class="middle {kind}" font-size="{size:.0f}" fill="{ink}">{escape(words)}</text>'
        yield addressed(_titled(mark.label) + disc + (sign if words else ""), mark.at, mark.label)


def _pill(content: Box, address: str, label: str) -> Box:
    """Put a thin frame around the name of a thing."""
    width = content.width + 2 * _EDGE
    inner = f'<rect class="card" width="{width:.1f}" height="{_PILL}" rx="6"/>{content.at(_EDGE, 4)}'
    return Box(width, _PILL, addressed(inner, address, label))


def _backs(count: int | None) -> Box:
    """Return some backs, with their number if it is known."""
    shown = min(count or 1, _MOST_BACKS)
    backs = "".join(f'<rect class="back" x="{place * 6}" width="20" height="{_PILL}" rx="3"/>' for place in range(shown))
    words = "?" if count is None else f"×{count}"
    number = text(words, "bold")
    return Box(shown * 6 + 20 + number.width, _PILL, backs + number.at(shown * 6 + 18, 4))


def _titled(label: str) -> str:
    return f"<title>{escape(label)}</title>"


def _is_picture(sign: str) -> bool:
    """Return whether a sign is more than letters and digits, so it needs no disc around it."""
    return any(not one.isalnum() for one in sign)


def _is_unsaid(one: FieldView) -> bool:
    return (one.value or "") in UNSAID


def _field(one: FieldView) -> Box:
    """Draw a field with its title."""
    value = one.value or ""
    title = text(one.title, "small faint", _SMALL)
    if one.drawn == "hearts" and value.isdecimal():
        value = "♥" * int(value) + "♡" * max(0, one.most - int(value))
    if value in SO:
        return text(one.title, "small bold", _SMALL)
    told = text(f"{one.sign} {value}" if _is_picture(one.sign) else value, "small bold", _SMALL)
    inner = title.inner + told.at(title.width + 4, 0)
    width = title.width + told.width + 4
    if one.drawn == "bar" and one.most > 0 and value.isdecimal():
        share = min(1.0, int(value) / one.most)
        inner += "".join(
            f'<rect class="{kind}" x="{width + 6:.1f}" y="4" width="{54 * part:.1f}" height="8" rx="4"/>'
            for kind, part in (("empty", 1.0), ("full", share))
        )
        width += 66
    return Box(width, title.height, inner)


def _links(board: BoardView, middle: Mapping[str, tuple[float, float]]) -> list[str]:
    """Draw the lines between the points of a board."""
    by_title = {space.title: space.name for space in board.spaces}
    by_place = {(space.column, space.row): space.name for space in board.spaces}
    lines: list[str] = []
    for space in board.spaces:
        if board.kind == "map":
            others = [by_title.get(name) for name in space.beside]
        else:
            others = [by_place.get((space.column + 1, space.row)), by_place.get((space.column, space.row + 1))]
        x, y = middle[space.name]
        for other in others:
            if other is not None:
                to = middle[other]
                lines.append(f'<line class="rule" x1="{x:.1f}" y1="{y:.1f}" x2="{to[0]:.1f}" y2="{to[1]:.1f}"/>')
    return lines

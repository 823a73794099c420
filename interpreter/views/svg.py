"""Draw the scene of a seat as SVG: boards, piles, hands and the sides of the players, at a given width.

It is the only painter for screens with pixels: the page, notebooks and documents show the same. Everything that can be
chosen has its address in `data-at`, so the page only has to light it up. Whatever is hidden is not in the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, inf, sqrt
from typing import Literal

from attrs import evolve

from rulewright.dsl.text.frozen import unchanging
from rulewright.interpreter.views.looks import is_picture
from rulewright.interpreter.views.scene import Board, Cell, Counter, Middle, Scene, Side, Thing, Zone, grouped, scene_of
from rulewright.interpreter.views.view import View

_TINY, _SMALL, _TEXT, _LARGE = 8, 12, 14, 22
_WIDE = 0.62
"""How wide a letter is on average, for its height, in a wide typeface."""
_WIDTHS = {
    **dict.fromkeys("fijlrtI .,:;'|!()[]/-’·", 0.37),
    **dict.fromkeys("ABCDEGHKNOPQRSTUVXYZ", 0.72),
    **dict.fromkeys("mwMWЖШЩЮжшщюмф@%×≈", 0.9),
}
"""The letters of other widths."""
_BOLD = 1.15
"""How much wider bold letters are."""
_GAP, _EDGE = 8, 8
_CARD_WIDTH, _CARD_HEIGHT, _PILL = 44, 60, 26
_CARD_GAP = 5
_NAMED_WIDTH = 84
"""The width of a card with its name on it."""
_SMALLER = 0.75
Size = Literal["", "small", "pile", "disc"]
"""How things off the boards are drawn: `small`, with backs as large as cards, or as discs as on the board."""
_NAME_LINES = 2
_SEAT, _WIDEST_SEAT = 96, 220
"""The least and the most room for a player beside the middle of the table."""
_DIE, _IN_A_STACK = 22, 5
_DISC = 13
_LARGEST_CELL = 64
_MOST_BACKS, _MOST_OF_PILE = 4, 8
_IN_A_CELL = 4
_ROOMY, _ZOOM = 700, 1.3
"""From this width on, cards alone are drawn larger."""
_DESK = 900
"""From this width on, boards stand beside the players."""
_PALE = frozenset(("white", "yellow", "orange", "grey"))
"""The colours on which dark letters are legible."""

STYLE = """
.scene { --paper: #fff; --ink: #1b1b1f; --faint: #5f6368; --line: #c4c7cc; --square: #e8d5b5; --other: #b98d5f;
  --between: #d1b18a; --cloth: #f1f3f4;
  --hot: #0b57d0; --red: #c5221f; --orange: #d56a00; --yellow: #f2c100; --green: #188038; --turquoise: #0f7a81; --blue: #1967d2;
  --violet: #8430ce; --pink: #d01884; --brown: #795548; --black: #202124; --grey: #80868b; --white: #fff;
  --o0: #c5221f; --o1: #1967d2; --o2: #188038; --o3: #b45900; --o4: #8430ce; --o5: #0f7a81; --o6: #d01884; --o7: #795548;
  --o8: #5f6368; --o9: #827717; --o10: #4527a0; --o11: #00695c; font: 14px system-ui, sans-serif; fill: var(--ink); }
@media (prefers-color-scheme: dark) { .scene { --paper: #2b2c2f; --ink: #e8eaed; --faint: #9aa0a6; --line: #5f6368;
  --cloth: #202124; --hot: #a8c7fa; }
  .scene text:not(.piece) { --red: #ff8a80; --green: #81c995; --blue: #8ab4f8; --violet: #c58af9;
  --turquoise: #78d9e0; --pink: #ff8bcb;
  --brown: #d7a98c; } }
.scene .small { font-size: 12px; }
.scene .faint { fill: var(--faint); }
.scene .bold { font-weight: 600; }
.scene .middle { text-anchor: middle; dominant-baseline: central; }
.scene .mid { dominant-baseline: central; }
.scene .zone { fill: transparent; }
.scene .slot { fill: transparent; stroke: var(--line); stroke-dasharray: 3 3; }
.scene .card { fill: var(--paper); stroke: var(--line); }
.scene .back { fill: var(--blue); stroke: var(--paper); fill-opacity: .65; }
.scene .side { fill: var(--cloth); stroke: var(--line); }
.scene .side.mine { stroke: var(--hot); stroke-width: 2; }
.scene .side.faded { stroke-dasharray: 3 3; }
.scene .faded ~ g :is(.disc, .back) { opacity: .4; }
.scene .faded ~ g :is(.bold) { fill: var(--faint); }
.scene .cell { fill: var(--paper); stroke: var(--line); }
.scene .cell.light { fill: var(--square); stroke: none; }
.scene .cell.medium { fill: var(--between); stroke: none; }
.scene .cell.dark { fill: var(--other); stroke: none; }
.scene .cell.point { fill: transparent; stroke: none; }
.scene .rule { stroke: var(--faint); stroke-width: 1.5; }
.scene .piece { stroke: #3c4043; stroke-width: 1; paint-order: stroke; }
.scene .disc { stroke: var(--ink); stroke-width: 1; }
.scene .new > .cell, .scene .new > .card { stroke: var(--hot); stroke-dasharray: 4 2; stroke-width: 2; }
.scene .new > text { text-decoration: underline; }
.scene .new > .piece { text-decoration: none; }
.scene .full { fill: var(--hot); }
.scene .empty { fill: var(--line); }
"""


@unchanging()
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


def flow(boxes: Iterable[Box], width: float, gap: float = _GAP, *, centred: bool = False) -> Box:
    """Put boxes beside one another, in as many rows as they need; `centred`: each in the middle of its row."""
    between = min(gap, _GAP)
    rows: list[list[Box]] = []
    left = 0.0
    for box in boxes:
        if not rows or (left and left + box.width > width):
            rows.append([])
            left = 0.0
        rows[-1].append(box)
        left += box.width + gap
    y, widest, parts = 0.0, 0.0, list[str]()
    for row in rows:
        x, tall = 0.0, max(box.height for box in row)
        for box in row:
            parts.append(box.at(x, y + (tall - box.height) / 2 if centred else y))
            x += box.width + gap
        y, widest = y + tall + between, max(widest, x - gap)
    return Box(widest, max(0, y - between), "".join(parts))


def smaller(box: Box) -> Box:
    """Return a box at three quarters of its size."""
    return Box(_SMALLER * box.width, _SMALLER * box.height, f'<g transform="scale({_SMALLER})">{box.inner}</g>')


def _row(left: Box, middle: Box, right: Box, width: float) -> Box:
    """Put a box at the left, one in the middle and one at the right of a width."""
    tall = max(left.height, middle.height, right.height)
    start = min(max((width - middle.width) / 2, left.width + _GAP), width - right.width - _GAP - middle.width)
    places = ((left, 0.0), (middle, start), (right, width - right.width))
    return Box(width, tall, "".join(box.at(x, (tall - box.height) / 2) for box, x in places))


def centred(box: Box, width: float) -> Box:
    """Put a box in the middle of a width, or beyond it on both sides."""
    return Box(width, box.height, box.at((width - box.width) / 2, 0))


def framed(box: Box, width: float, kind: str, address: str, label: str = "") -> Box:
    """Put a frame around a box, as wide as wanted."""
    height = box.height + 2 * _EDGE
    inner = f'<rect class="{kind}" x="1" y="0" width="{width - 2:.1f}" height="{height:.1f}" rx="8"/>{box.at(_EDGE, _EDGE)}'
    return Box(width, height, addressed(inner, address, label))


def addressed(inner: str, address: str, label: str = "", *, is_new: bool = False) -> str:
    """Give something the address under which it can be chosen, and mark it if it is new."""
    parts = [f'data-at="{address}"'] if address else []
    parts += [f'data-name="{escape(label)}"'] if address and label else []
    parts += ['class="new"'] if is_new else []
    return f"<g {' '.join(parts)}>{inner}</g>" if parts else inner


def text(words: str, kind: str = "", size: int = _TEXT) -> Box:
    """Return a line of text."""
    tall = size + 4
    return Box(
        wide(words, size) * (_BOLD if "bold" in kind else 1),
        tall,
        f'<text y="{tall / 2:.1f}" class="mid {kind}">{escape(words)}</text>',
    )


def wide(words: str, size: int = _TEXT) -> float:
    """Return about how wide a text is."""
    return size * sum(_WIDTHS.get(letter, _WIDE) for letter in words)


def short(words: str, width: float) -> str:
    """Return a small text that fits: of `Space 12` the number, of other texts the first word, or as much of it as fits."""
    if wide(words, _SMALL) <= width:
        return words
    first, *rest = words.split(" ")
    if len(rest) == 1 and rest[0].isdecimal():
        return rest[0]
    if wide(first, _SMALL) <= width:
        return first
    while len(first) > 1 and wide(first, _SMALL) + _SMALL > width:
        first = first[:-1]
    return first + "…"


def folded(words: str, width: float) -> tuple[int, list[str]]:
    """Return a size of bold letters, small or smaller, and the two lines in which a text then fits."""
    size = _SMALL
    while True:
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if wide(longer, size) * _BOLD <= width or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        if size <= _TINY or (len(lines) <= _NAME_LINES and all(wide(line, size) * _BOLD <= width for line in lines)):
            return size, lines[:_NAME_LINES]
        size -= 1


def draw(view: View, width: int = 760, chosen_at: Iterable[str] = (), before: View | None = None, *, styled: bool = True) -> str:
    """Return a view as one SVG picture; `styled`: with its style sheet, for a reader that has none.

    Empty places are left out, unless something can be chosen there: these are their addresses. With the view that the seat
    had `before`, what has changed since is marked.
    """
    scene = scene_of(view, chosen_at, before)
    # Cards alone leave room on a large screen.
    zoom = _ZOOM if width >= _ROOMY and scene.middle is not None and not scene.boards else 1
    return _picture(Painter(scene).table(width / zoom), width, STYLE if styled else "", zoom)


def draw_boards(view: View, width: int) -> str:
    """Return the boards alone; nothing if there are none."""
    scene = scene_of(view)
    return _picture(column(Painter(scene).board(board, width) for board in scene.boards), width, STYLE) if scene.boards else ""


def _picture(drawn: Box, width: int, style: str, zoom: float = 1) -> str:
    styled = f"<style>{style}</style>" if style else ""
    height = ceil(zoom * (drawn.height + _GAP))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" width="{width}" height="{height}" '
        f'viewBox="0 0 {width / zoom:g} {height / zoom:g}">{styled}{drawn.at(0, _GAP / 2)}</svg>'
    )


@unchanging()
class Painter:
    """Draws one scene."""

    scene: Scene

    def table(self, width: float) -> Box:
        """Draw everything, in the order of the scene."""
        scene = self.scene
        aside = width >= _DESK and bool(scene.boards)
        left = width * 0.55 if aside else width
        right = width - left - _GAP if aside else width
        common = [_counters(scene.counters, left), *(self.board(board, left) for board in scene.boards)]
        common.append(
            flow((self.covered(zone, left) if zone.is_aside else self.zone(zone, left) for zone in scene.zones), left, 18)
        )
        for section in scene.sections:
            common += [_heading(section.title), _counters(section.counters, left), self.zones(section.zones, left)]
        # Where people choose most, their own things come before those of others.
        sides = sorted(scene.sides, key=lambda side: side.sits != "below")
        if scene.middle is not None:
            common.append(self.round_table(scene.middle, left))
            sides = sides[:1]
        if aside or width < _ROOMY or len(sides) == 1:
            drawn = column(self.side(side, right) for side in sides)
        else:
            half = (right - _GAP) / 2
            drawn = flow((column(self.side(side, half) for side in some) for some in (sides[:1], sides[1:])), right)
        drawn = column([drawn, self.laid_aside(right)])
        return flow([column(common), drawn], width * 2) if aside else column([*common, drawn])

    # ---- players

    def round_table(self, middle: Middle, width: float) -> Box:
        """Draw the middle of the table with the other players around it; those with open cards have a whole row."""
        others = [side for side in self.scene.sides if side.sits != "below"]
        above = [side for side in others if side.sits == "above"]
        crowd = len(above) if len(above) > 1 else 0
        cross = self.cross([side for side in self.scene.sides if not crowd or side.sits != "above"]) if middle.title else NOTHING
        zones = [*(self.zone(zone, width, "pile") for zone in middle.zones), *(_counter(one, width) for one in middle.counters)]
        centre = column([cross, flow(zones, width, 18, centred=True)])
        by_place = {side.sits: side for side in others if side.sits != "above" and side.is_covered}
        beside = (width - centre.width) / max(1, len(by_place)) - _GAP
        is_beside = beside >= _SEAT
        size = min(beside, _WIDEST_SEAT) if is_beside else (width - _GAP) / 2
        seats = {where: self.side(side, size) for where, side in by_place.items()}
        left, right = (seats.get(where, NOTHING) for where in ("left", "right"))
        row = (
            _row(left, centre, right, width) if is_beside else column([_row(left, NOTHING, right, width), centred(centre, width)])
        )
        share = max(_SEAT, (width - (crowd - 1) * _GAP) / crowd) if crowd else width
        rows = [
            [self.seat(side, width, crowd) for side in others if not side.is_covered],
            [flow((self.seat(side, share, crowd) for side in above if side.is_covered), width)],
            [row],
        ]
        return column(box for boxes in rows for box in boxes)

    def seat(self, side: Side, width: float, crowd: int) -> Box:
        """Draw a player at the table; if several sit in a row, with what lies in the middle before them."""
        lies = side.front is not None and side.sits == "above" and crowd
        return column([self.side(side, width), centred(self.slot(side), width) if lies else NOTHING])

    def cross(self, sides: Sequence[Side]) -> Box:
        """Draw what lies in the middle before each player, as they sit."""
        step = _CARD_WIDTH + _GAP
        places = {"above": (step, 0.0), "left": (0, 0.5), "right": (2 * step, 0.5), "below": (step, 1)}
        parts = []
        for side in sides:
            x, y = places[side.sits]
            parts.append(self.slot(side).at(x, y * (_CARD_HEIGHT + _GAP)))
        return Box(3 * step - _GAP, 2 * _CARD_HEIGHT + _GAP, "".join(parts))

    def laid_aside(self, width: float) -> Box:
        """Draw the zones that matter little, at the end of all."""
        owned = [("", zone) for zone in self.scene.zones]
        owned += [(side.name, zone) for side in reversed(self.scene.sides) for zone in side.zones]
        boxes = (
            self.zone(evolve(zone, title=f"{name} · {zone.title}" if name else zone.title), width, "small")
            for name, zone in owned
            if zone.is_aside and zone.is_seen
        )
        return flow(boxes, width, 18)

    def slot(self, side: Side) -> Box:
        """Draw what lies before a player; its room is kept while there is nothing."""
        zone = side.front
        if zone is not None and (zone.things or zone.hidden != 0):
            return self.lying(zone, _CARD_WIDTH)
        return Box(_CARD_WIDTH, _CARD_HEIGHT, f'<rect class="slot" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>')

    def side(self, side: Side, width: float) -> Box:
        """Draw a player with everything in front of that player."""
        inner = width - 2 * _EDGE
        name = text(side.name, "bold")
        disc = self.token(self.scene.signs[side.seat], "", side.seat, 8, 9, 8)
        head = Box(name.width + 24, name.height, disc + name.at(22, 0))
        covered = [zone for zone in side.zones if not zone.is_open]
        top = flow(
            [head, *(_counter(one, inner) for one in side.counters), *(self.covered(zone, inner) for zone in covered)],
            inner,
            16,
            centred=True,
        )
        zones = self.zones([zone for zone in side.zones if zone.is_open], inner, "" if side.is_viewer else "small")
        kind = "side" + " mine" * side.is_viewer + " faded" * side.is_faded
        return framed(column([top, zones]), width, kind, f"p{side.seat}")

    def paint(self, colour: str, owner: int, otherwise: str = "var(--paper)") -> str:
        """Return a colour as CSS knows it: its own, else that of its owner."""
        colour = self.colour(colour, owner)
        return f"var(--{colour})" if colour else f"var(--o{owner})" if owner >= 0 else otherwise

    def colour(self, colour: str, owner: int) -> str:
        """Return the name of a colour, its own or its owner's, or nothing."""
        return colour or (self.scene.colours[owner] if owner >= 0 else "")

    # ---- zones

    def zones(self, zones: Iterable[Zone], width: float, size: Size = "") -> Box:
        return flow((self.zone(zone, width, size) for zone in zones), width, 18)

    def zone(self, zone: Zone, width: float, size: Size = "") -> Box:
        """Draw a zone with its title: above what is seen there, and beside what is not or what is drawn as on a board."""
        heading = _heading(zone.title)
        lying = self.lying(zone, width - heading.width if size == "disc" else width, size)
        is_wide = heading.width + 6 + lying.width > width
        if is_wide or size == "pile" or (size != "disc" and (zone.things or zone.notes)):
            content = column([heading, lying, *(text(note, "small", _SMALL) for note in zone.notes)], 3)
        else:
            content = Box(
                heading.width + 6 + lying.width,
                lying.height,
                heading.at(0, (lying.height - heading.height) / 2) + lying.at(heading.width + 6, 0),
            )
        room = f'<rect class="zone" x="-3" y="-2" width="{content.width + 6:.1f}" height="{content.height + 4:.1f}" rx="6"/>'
        return Box(content.width, content.height, addressed(room, zone.at, zone.title) + content.inner)

    def covered(self, zone: Zone, width: float) -> Box:
        """Draw a zone whose things are not shown where it is: its title and their number."""
        if not zone.is_aside:
            return self.zone(zone, width)
        return flow([_heading(zone.title), text("?" if zone.count is None else f"×{zone.count}", "small bold", _SMALL)], width, 4)

    def lying(self, zone: Zone, width: float, size: Size = "") -> Box:
        """Draw what lies in a zone: things that are seen as cards or pieces, others as backs with their number."""
        if size == "small" and all(thing.is_pictured for thing in zone.things):
            return smaller(self.lying(zone, width / _SMALLER))
        boxes = [self.thing(thing, width, size) for thing in zone.things]
        back = _back if size == "pile" else _backs
        below = len(boxes) - _MOST_OF_PILE if zone.is_pile else 0
        if below > 0:
            boxes = [back(below), *boxes[-_MOST_OF_PILE:]]
        if zone.hidden != 0:
            boxes.insert(0 if zone.is_pile else len(boxes), back(zone.hidden))
        return flow(boxes, width, _CARD_GAP) if boxes else text("·", "faint")

    def thing(self, thing: Thing, width: float, size: Size = "") -> Box:
        """Draw a thing off the board: a card, or a piece with its name and what it has; as a `disc` if it can be."""
        if size == "disc" and thing.mark and not (thing.zones or thing.counters or thing.printed):
            return Box(2 * _DISC + 2, 2 * _DISC + 2, self.disc(thing, _DISC + 1, _DISC + 1, _DISC))
        if thing.is_pictured:
            letters = min(_LARGE, 1.2 * _CARD_WIDTH / len(thing.sign))
            inner = (
                f'<rect class="card" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>'
                f'<text x="{_CARD_WIDTH / 2}" y="{_CARD_HEIGHT / 2}" class="middle bold" font-size="{letters:.0f}" '
                f'fill="{_ink(thing.colour)}">{escape(thing.sign)}</text>'
            )
            return Box(_CARD_WIDTH, _CARD_HEIGHT, _chosen(thing, inner))
        if thing.printed is not None and not thing.zones and not thing.counters:
            return Box(_NAMED_WIDTH, _CARD_HEIGHT, _chosen(thing, self.card(thing, *thing.printed)))
        upon = [self.zone(one, width - 2 * _EDGE) for one in thing.zones]
        name = text(short(thing.plain, width - 2 * _EDGE - 16))
        dot = self.token(self.scene.signs[thing.owner] if thing.owner >= 0 else "", thing.colour, thing.owner, 7, 9, 7)
        name = Box(name.width + 20, name.height, dot + name.at(20, 0))
        head = flow([name, *(_counter(one, width - 2 * _EDGE) for one in thing.counters)], width - 2 * _EDGE)
        if upon or head.height > name.height:
            inside = column([head, flow(upon, width - 2 * _EDGE)], 4)
            card = framed(inside, inside.width + 2 * _EDGE, "card", "")
        else:
            card = _pill(head)
        return Box(card.width, card.height, _chosen(thing, card.inner))

    def card(self, thing: Thing, large: Sequence[str], small: Sequence[str]) -> str:
        """Draw a card with its name, and what is printed in its corner and at its foot, if there is room."""
        size, lines = folded(thing.plain, _NAMED_WIDTH - 10)
        corner, foot = " ".join(large), _CARD_HEIGHT - 10
        left = _NAMED_WIDTH - 10 - (wide(corner) * _BOLD + 4 if corner else 0)
        while small and wide(" · ".join(small), _SMALL) > left:
            small = small[:-1]
        band = self.paint(thing.colour, thing.owner, "var(--line)")
        return "".join(
            (
                f'<rect class="card" width="{_NAMED_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>',
                f'<rect x="4" y="4" width="{_NAMED_WIDTH - 8}" height="4" rx="2" fill="{band}"/>',
                *(
                    f'<text class="bold mid" font-size="{size}" x="5" y="{18 + 14 * number}">{escape(line)}</text>'
                    for number, line in enumerate(lines)
                ),
                f'<text class="bold mid" x="{_NAMED_WIDTH - 5}" y="{foot}" text-anchor="end" fill="{_ink(thing.colour)}">'
                f"{escape(corner)}</text>"
                if corner
                else "",
                f'<text class="small faint mid" x="5" y="{foot}">{escape(" · ".join(small))}</text>' if small else "",
            )
        )

    # ---- boards

    def board(self, board: Board, width: float) -> Box:
        """Draw a board by its kind, with the contents of things that hold others below it."""
        kind = "points" if board.kind == "track" and board.pattern == "points" and board.bend else board.kind
        draw_kind = {"rows": self.rows, "track": self.track, "points": self.points}.get(kind, self.grid)
        drawn = [self.rims(board, width), draw_kind(board, width)]
        inside = [self.holder(cell, thing, width) for cell, thing in board.holders]
        legend = flow((text(f"{sign} {name}", "small faint", _SMALL) for sign, name in board.legend()), width, 12)
        drawn = drawn[::-1] if board.is_turned else drawn
        return column([_heading(board.title), column(drawn, 2), flow(inside, width, 18), legend])

    def holder(self, cell: Cell, thing: Thing, width: float) -> Box:
        """Draw a thing on a board that holds others, with these."""
        disc = Box(_PILL, _PILL, self.disc(evolve(thing, at=""), _PILL / 2, _PILL / 2, _PILL / 2))
        head = [disc, text(thing.plain, "small bold", _SMALL), text(cell.title, "small", _SMALL)]
        zones = flow((self.zone(zone, width, "disc") for zone in thing.zones), width)
        return column([flow([*head, *(_counter(one, width) for one in thing.counters)], width, centred=True), zones], 4)

    def rims(self, board: Board, width: float) -> Box:
        """Draw the values above the columns, those together that are the same in neighbouring columns."""
        margin, size = self.measures(board, width)
        told = [[f"{rim.title} {value}" for rim, value in zip(board.rims, values, strict=True)] for _, _, values in board.runs]
        fits = all(wide(words, _SMALL) * _BOLD < many * size for (_, many, _), lines in zip(board.runs, told) for words in lines)
        parts = []
        for (first, many, values), words in zip(board.runs, told, strict=True):
            lines = [word for word, value in zip(words if fits else values, values, strict=True) if value]
            if lines:
                inside = column((centred(text(line, "small bold", _SMALL), many * size - 2) for line in lines), 0)
                rect = f'<rect class="side" width="{many * size - 2:.1f}" height="{inside.height + 8:.1f}" rx="8"/>'
                parts.append(Box(many * size, inside.height + 8, rect + inside.at(0, 4)).at(margin + first * size + 1, 0))
        if not parts:
            return NOTHING
        drawn = Box(margin + board.columns * size, 16 * len(board.rims) + 8, "".join(parts))
        return drawn if fits else column([_heading(" · ".join(rim.title for rim in board.rims)), drawn], 2)

    def measures(self, board: Board, width: float) -> tuple[float, float]:
        """Return the room for the names of the rows of a grid, and the size of a cell."""
        margin = 18 * bool(board.down)
        columns = board.columns / (2 if board.lean else 1)
        return margin, min(_LARGEST_CELL, (width - 2 * margin) / columns)

    def grid(self, board: Board, width: float) -> Box:
        """Draw a grid or a map."""
        points = board.pattern == "points" or board.kind == "map"
        # Hexagons stand on their points, half columns apart, and their rows reach into each other.
        step = 2 if board.lean else 1
        margin, size = self.measures(board, width)
        tall, down = (size * 2 / sqrt(3), size * sqrt(3) / 2) if board.lean else (size, size)
        middle = [(margin + cell.column / step * size + size / 2, cell.row * down + tall / 2) for cell in board.cells]
        lines = [(*middle[one], *middle[other]) for one, other in board.links]
        parts = [f'<line class="rule" x1="{x:.1f}" y1="{y:.1f}" x2="{a:.1f}" y2="{b:.1f}"/>' for x, y, a, b in lines]
        for cell, (x, y) in zip(board.cells, middle, strict=True):
            shade = "point" if points else ("light", "dark", "medium")[cell.tint] if board.pattern else ""
            marks = "".join(self.cell(cell, x, y, size, bare=board.kind == "map"))
            if board.kind == "map" and not board.down:
                name = escape(short(cell.title, size))
                marks += f'<text x="{x:.1f}" y="{y + size / 2 - 7:.1f}" class="small faint middle">{name}</text>'
            outline = (_hexagon if board.lean else _square)(f"cell {shade}", x, y, size)
            parts.append(addressed(outline + marks, cell.at, cell.title, is_new=cell.is_new))
        high = (board.rows - 1) * down + tall
        names = [(margin + (number + 0.5) * size, high + 9, name) for number, name in enumerate(board.across)]
        names += [
            (margin + (x + 1 + board.lean / 4) * size / 2, y * down + tall / 4 + 2, name)
            for (x, y), name in board.feet(board.cells).items()
        ]
        begins = {cell.row: x for cell, (x, _) in sorted(zip(board.cells, middle, strict=True), key=lambda one: -one[0].column)}
        names += [
            ((begins[row] - size / 2 if board.lean else margin) - 9, row * down + tall / 2, name)
            for row, name in enumerate(board.down)
        ]
        parts += [f'<text x="{x:.0f}" y="{y:.0f}" class="small faint middle">{name}</text>' for x, y, name in names]
        return Box(board.columns / step * size + 2 * margin, high + 20, "".join(parts))

    def rows(self, board: Board, width: float) -> Box:
        """Draw a short line as rows, each with what is on a space beside its name."""
        tall, label = 2 * _DISC + 8, max((wide(cell.title) for cell in board.cells), default=0) + 16
        rows = []
        for cell in board.cells:
            step = min(2 * _DISC + 4, (width - label - 2 * _DISC) / max(1, len(cell.things) - 1))
            inner = f'<rect class="cell" width="{width:.1f}" height="{tall}" rx="4"/>' + text(cell.title).at(8, 8)
            discs = (self.disc(thing, label + _DISC + place * step, tall / 2, _DISC) for place, thing in enumerate(cell.things))
            rows.append(Box(width, tall, addressed(inner + "".join(discs), cell.at, cell.title, is_new=cell.is_new)))
        return column(rows, 2)

    def track(self, board: Board, width: float) -> Box:
        """Draw a long line as cells in rows, as it bends."""
        count, tall = len(board.cells), 52
        per_row = max(1, min(board.bend or int(width // 62), count))
        size = min(64, width / per_row)
        parts = []
        for number, cell in enumerate(board.cells):
            across, down = (cell.column, cell.row) if board.bend else (number % per_row, number // per_row)
            title = escape(short(cell.title, size))
            inner = (
                f'<rect class="cell" x="1" width="{size - 2:.1f}" height="{tall}" rx="4"/>'
                f'<text x="{size / 2:.1f}" y="9" class="small faint middle">{title}</text>'
            )
            marks = "".join(self.cell(cell, size / 2, 33, min(size, 38)))
            box = Box(size, tall, addressed(inner + marks, cell.at, cell.title, is_new=cell.is_new))
            parts.append(box.at(across * size, down * tall))
        return Box(per_row * size + 1, ceil(count / per_row) * tall, "".join(parts))

    def points(self, board: Board, width: float) -> Box:
        """Draw a bent line as rows of triangles, every second row upside down, with the pieces in stacks."""
        size = min(_LARGEST_CELL, width / board.bend)
        radius = min(size / 2 - 1, _DISC)
        tall = 2 * radius * _IN_A_STACK + 16
        parts = []
        for cell in board.cells:
            edge, way = (tall, -1) if cell.row % 2 else (0.0, 1)
            x, inner = size / 2, f'<rect class="zone" width="{size:.1f}" height="{tall:.1f}" rx="4"/>'
            if cell.name.rpartition("-")[2].isdecimal():
                tip = edge + way * (tall - 20)
                shade = ("light", "dark")[(cell.column + cell.row) % 2]
                inner += f'<polygon class="cell {shade}" points="1,{edge:.0f} {size - 1:.1f},{edge:.0f} {x:.1f},{tip:.0f}"/>'
            stack = [one for thing in cell.things for one in _stacked(thing)]
            step = min(2 * radius, (tall - 16) / max(1, len(stack)))
            inner += "".join(
                self.disc(thing, x, edge + way * (radius + number * step), radius) for number, thing in enumerate(stack)
            )
            name = escape(short(cell.title, size))
            inner += f'<text x="{x:.1f}" y="{tall - edge - way * 6:.0f}" class="small faint middle">{name}</text>'
            box = Box(size, tall, addressed(inner, cell.at, cell.title, is_new=cell.is_new))
            parts.append(box.at(cell.column * size, cell.row * (tall + _GAP)))
        return Box(board.bend * size, board.rows * (tall + _GAP) - _GAP, "".join(parts))

    # ---- cells

    def cell(self, cell: Cell, x: float, y: float, size: float, *, bare: bool = False) -> Iterator[str]:
        """Draw things in a cell: one in the middle, several in a square, more with their number."""
        things = cell.things
        if not things and bare:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="disc" fill="var(--faint)"/>'
        if len(things) == 1:
            yield self.disc(things[0], x, y, size * 0.4)
            return
        shown = [(thing, 1) for thing in things]
        if len(things) > _IN_A_CELL:
            shown = [(group.one, len(group.things)) for group in grouped(cell.things)]
        for place, (thing, count) in enumerate(shown[:_IN_A_CELL]):
            left, below = x + (place % 2 - 0.5) * size * 0.46, y + (place // 2 - 0.5) * size * 0.46
            yield self.disc(thing, left, below, size * 0.21, count)

    def disc(self, thing: Thing, x: float, y: float, radius: float, count: int = 1) -> str:
        """Draw one thing: a disc with its mark, or a large mark alone if that is a picture of its own."""
        owner = self.scene.signs[thing.owner] if thing.owner >= 0 else ""
        words = f"{thing.mark or owner}{count if count > 1 else ''}"
        if not is_picture(thing.mark):
            return _chosen(thing, self.token(words, thing.colour, thing.owner, x, y, radius, owner if thing.mark else ""))
        paint = f'font-size="{radius * 1.9:.0f}" fill="{self.paint(thing.colour, thing.owner)}"'
        return _chosen(thing, f'<text x="{x:.1f}" y="{y:.1f}" class="middle piece" {paint}>{escape(words)}</text>')

    def token(self, words: str, colour: str, owner: int, x: float, y: float, radius: float, small: str = "") -> str:
        """Draw a disc with a few letters that are legible on it, and small ones behind them."""
        paint, colour = self.paint(colour, owner), self.colour(colour, owner)
        pale = colour in _PALE or (not colour and owner < 0)
        ink = "#1b1b1f" if pale and colour else "var(--ink)" if pale else "#fff"
        size = min(radius * 1.1, 1.6 * radius / max(1, len(words) + 0.7 * len(small)) / _WIDE)
        disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{paint}"/>'
        behind = f'<tspan font-size="{0.7 * size:.0f}">{escape(small)}</tspan>' if small else ""
        place = f'x="{x:.1f}" y="{y:.1f}" class="middle bold" font-size="{size:.0f}" fill="{ink}"'
        sign = f"<text {place}>{escape(words)}{behind}</text>"
        return disc + sign if words else disc


def _square(kind: str, x: float, y: float, size: float) -> str:
    corner = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"'
    return f'<rect class="{kind}" {corner} width="{size:.1f}" height="{size:.1f}"/>'


def _hexagon(kind: str, x: float, y: float, size: float) -> str:
    half, tall = size / 2, size / sqrt(3)
    corners = ((0, -tall), (half, -tall / 2), (half, tall / 2), (0, tall), (-half, tall / 2), (-half, -tall / 2))
    points = " ".join([f"{x + right:.1f},{y + below:.1f}" for right, below in corners])
    return f'<polygon class="{kind}" points="{points}"/>'


def _stacked(thing: Thing) -> list[Thing]:
    """Return a number of somebody's pieces as so many things."""
    return [evolve(thing, legend=())] * int(thing.mark) if thing.owner >= 0 and thing.mark.isdecimal() else [thing]


def _chosen(thing: Thing, inner: str) -> str:
    """Return a drawn thing with its name and address."""
    return addressed(f"<title>{escape(thing.name)}</title>{inner}", thing.at, thing.name, is_new=thing.is_new)


def _ink(colour: str) -> str:
    """Return the colour of letters on paper; pale ones are not legible there."""
    return "var(--ink)" if not colour or colour in _PALE or colour == "black" else f"var(--{colour})"


def _heading(words: str) -> Box:
    return text(words, "small bold faint", _SMALL) if words else NOTHING


def _pill(content: Box) -> Box:
    """Put a thin frame around the name of a thing."""
    width = content.width + 2 * _EDGE
    inner = f'<rect class="card" width="{width:.1f}" height="{_PILL}" rx="6"/>{content.at(_EDGE, 4)}'
    return Box(width, _PILL, inner)


def _backs(count: int | None) -> Box:
    """Return some backs, with their number if it is known."""
    shown = min(count or 1, _MOST_BACKS)
    backs = "".join(f'<rect class="back" x="{place * 6}" width="20" height="{_PILL}" rx="3"/>' for place in range(shown))
    words = "?" if count is None else f"×{count}"
    number = text(words, "bold")
    return Box(shown * 6 + 20 + number.width, _PILL, backs + number.at(shown * 6 + 18, 4))


def _back(count: int | None) -> Box:
    """Return the back of a pile of cards, with their number if it is known."""
    parts = f'<rect class="back" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>'
    words = f'<text x="{_CARD_WIDTH / 2}" y="{_CARD_HEIGHT / 2}" class="middle bold">{"?" if count is None else count}</text>'
    return Box(_CARD_WIDTH, _CARD_HEIGHT, parts + words)


def _counters(counters: Iterable[Counter], width: float) -> Box:
    """Draw counters beside one another; bars and hearts as such."""
    return flow((_counter(one, width) for one in counters), width, 16, centred=True)


def _counter(one: Counter, width: float) -> Box:
    """Draw a counter: its title, or the sign that stands for it, and its value, in several lines if it is long."""
    if one.value == "":
        return _told(one, text(one.mark or one.title, "small bold", _SMALL))
    title = text(one.mark or one.title, "small faint", _SMALL)
    value = _value(one)
    if title.width + 4 + value.width > width and not one.shape:
        words = [text(word, "small faint", _SMALL) for word in (one.mark or one.title).split(" ")]
        words += [text(word, "small bold", _SMALL) for word in (one.value or "?").split(" ")]
        return _told(one, flow(words, width, 5))
    return _told(one, Box(title.width + 4, title.height, title.inner), value)


def _told(one: Counter, *boxes: Box) -> Box:
    """Put the parts of a counter beside one another, with all of it in words for those who read or point at it."""
    drawn = flow(boxes, inf, 0, centred=True)
    words = f"{one.title} {one.value or ''}".strip()
    named = f"<title>{escape(words)}</title>" if one.mark or one.shape else ""
    return Box(drawn.width, drawn.height, addressed(named + drawn.inner, "", is_new=one.is_new))


def _value(one: Counter) -> Box:
    """Draw a value: hearts, a bar and dice as such, a colour as a dot beside its name."""
    value = "?" if one.value is None else one.value
    if one.shape == "die" and one.number in _PIPS:
        return _die(one.number)
    if one.shape == "hearts":
        return text("♥" * one.number + "♡" * max(0, one.most - one.number), "small bold", _SMALL)
    told = text(f"{one.sign} {value}" if is_picture(one.sign) else value, "small bold", _SMALL)
    if one.shape == "bar":
        share = min(1.0, one.number / one.most)
        bar = "".join(
            f'<rect class="{kind}" x="6" y="4" width="{54 * part:.1f}" height="8" rx="4"/>'
            for kind, part in (("empty", 1.0), ("full", share))
        )
        return flow([told, Box(66, told.height, bar)], inf, 0)
    if one.colour and not is_picture(one.sign):
        dot = f'<circle class="disc" cx="6" cy="8" r="5" fill="var(--{one.colour})"/>'
        return Box(told.width + 15, told.height, dot + told.at(15, 0))
    return told


_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where the dots of a die are, as on the keys of a telephone."""


def _die(number: int) -> Box:
    """Draw a die."""
    places = (divmod(int(place) - 1, 3) for place in _PIPS[number])
    dots = "".join(f'<circle cx="{5 + 6 * across}" cy="{5 + 6 * down}" r="2.2"/>' for down, across in places)
    return Box(_DIE, _DIE, f'<rect class="card" width="{_DIE}" height="{_DIE}" rx="4"/>{dots}')

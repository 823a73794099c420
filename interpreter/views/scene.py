"""Lay out what a seat sees as a scene: counters, boards, zones and the sides of the players, ready to be painted.

Each decision that depends neither on letters nor on pixels is made here, once for all painters. It is decided which parts
are left out and in which order the others come. Boards are turned toward the viewer, equal things are put together, and
players get their seats. New things are marked. A scene is made from views of one seat alone, so it tells no more than they do.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve

from rulewright.dsl.constructs.grids import column_letters
from rulewright.dsl.text.frozen import unchanging
from rulewright.interpreter.views.looks import is_picture
from rulewright.interpreter.views.map_layout import spread_out
from rulewright.interpreter.views.view import (
    SO,
    UNSAID,
    BoardView,
    FieldView,
    PlaceView,
    PlayerView,
    SpaceView,
    ThingName,
    View,
    chess_place,
)

SCORE = "score"
_FEW_SPACES = 9
"""A line of so many spaces, or fewer, is shown as rows."""
_MOST_HEARTS = 10
_AROUND = 4
"""So many players sit around the table; fewer sit opposite the viewer."""
_LIGHT_AND_DARK = 2
_NEXT, _NEXT_HEXAGONS = ((1, 0), (0, 1)), ((2, 0), (1, 1), (-1, 1))


@unchanging()
class Counter:
    """A field with its value; a truth has none, since its title says everything, and None is hidden."""

    title: str
    value: str | None
    shape: str = ""
    """How it is drawn: as `hearts` or as a `bar`, of so many out of the most, or as a `die`; else as a text."""
    number: int = 0
    most: int = 0
    sign: str = ""
    colour: str = ""
    owner: int = -1
    """The seat of the player that is its value, or -1."""
    mark: str = ""
    """The sign that stands for its title, if there is one."""
    is_new: bool = False


@unchanging()
class Thing:
    """A thing, or the fields of a space as if they were one."""

    name: str
    """Its name with its owner and details, as the viewer knows it."""
    plain: str
    """Its name alone."""
    sign: str = ""
    suit: str = ""
    """The sign of its suit, which is a part of its own."""
    colour: str = ""
    owner: int = -1
    """The seat of its owner, or -1."""
    at: str = ""
    """The address under which it can be chosen; empty if it cannot, or not by itself."""
    counters: tuple[Counter, ...] = ()
    """Its fields, without those that have nothing to say."""
    zones: tuple[Zone, ...] = ()
    """The places of its own that are not empty."""
    printed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Of a card with a name of its own, what is printed large on it, and what small."""
    legend: tuple[tuple[str, str], ...] = ()
    """The parts of its mark, each with what it means."""
    is_new: bool = False
    is_faded: bool = False
    """Whether something holds of it that makes it faint."""

    @property
    def mark(self) -> str:
        """Return its sign with that of whatever holds of it, such as a king's among men; empty if its colour says all."""
        return "".join([sign for sign, _ in self.legend])

    @property
    def rank(self) -> str:
        """Return its sign without that of its suit."""
        return self.sign.replace(self.suit, "", 1)

    @property
    def is_pictured(self) -> bool:
        """Return whether its sign is a picture, which nobody needs to have explained."""
        return is_picture(self.sign)


@unchanging()
class Group:
    """Neighbours that read alike."""

    things: tuple[Thing, ...]
    one: Thing
    """One of them, new if any is."""


@unchanging()
class Zone:
    """A place with what lies there."""

    title: str
    at: str
    things: tuple[Thing, ...]
    """The things that the viewer sees there, from the bottom of a pile to its top."""
    groups: tuple[Group, ...]
    """These things, equal neighbours together."""
    hidden: int | None
    """How many things lie there unseen; None if even that is."""
    is_pile: bool = False
    notes: tuple[str, ...] = ()
    """Visible traits of hidden things."""
    inside: bool = False
    """Whether it belongs to a thing or space, which may be many."""
    is_new: bool = False
    """Whether all of several things there are new: then they are not marked one by one."""
    is_aside: bool = False
    """Whether its number is enough at first: it matters little, and nothing there can be chosen."""

    @property
    def is_seen(self) -> bool:
        """Return whether anything is known of its things but their number."""
        return bool(self.things or self.notes)

    @property
    def is_open(self) -> bool:
        """Return whether its things are to be shown where it is."""
        return self.is_seen and not self.is_aside

    @property
    def count(self) -> int | None:
        """Return how many things there are; None if that is unknown."""
        return None if self.hidden is None else len(self.things) + self.hidden

    @property
    def suits(self) -> list[tuple[str, list[Group]]]:
        """Return the visible things suit by suit."""
        return [(suit, list(groups)) for suit, groups in groupby(self.groups, key=lambda group: group.one.suit)]

    @property
    def is_hand(self) -> bool:
        """Return whether cards with suits are held here, suit by suit."""
        return not self.is_pile and len(self.groups) > 1 and all(group.one.suit for group in self.groups)


@unchanging()
class Cell:
    """A space of a board, at a column and row from the upper left, counted from 0; hexagons count half columns."""

    name: str
    title: str
    at: str
    column: int
    row: int
    things: tuple[Thing, ...]
    """The things there, and last its fields, as if they were one thing."""
    groups: tuple[Group, ...]
    """These things without the fields, equal neighbours together."""
    counters: tuple[Counter, ...]
    tint: int = 0
    """Its colour on a chequered board: 0 or 1, and with hexagons also 2."""
    beside: tuple[str, ...] = ()
    """On a map, the titles of its neighbours."""
    is_new: bool = False
    """Whether anything came or went."""


@unchanging()
class Rim:
    """A field of spaces that stands above the columns of a grid."""

    title: str
    values: tuple[str, ...]
    """For each column, from left to right, the value of its uppermost space, or nothing."""


@unchanging()
class Board:
    """A board that is turned toward the viewer."""

    name: str
    title: str
    """Its name, or empty if it has coordinates and there is no other board to confuse it with."""
    kind: str
    """A `grid` or a `map`, whose cells have columns and rows; `rows`, a short line; or a `track`, a long one."""
    pattern: str
    """Whether a grid is `chequered`, or its pieces lie on `points`."""
    bend: int
    """How many spaces a track has in a row; 0 if as many as fit."""
    columns: int
    rows: int
    across: tuple[str, ...]
    """The names of the columns, from left to right, if they have names."""
    down: tuple[str, ...]
    """The names of the rows, from above."""
    lean: int
    """Of hexagons, which way columns run from one row to the one above: half a cell to the right (1) or left (-1); else 0."""
    cells: tuple[Cell, ...]
    links: tuple[tuple[int, int], ...]
    """The pairs of cells between which there is a line."""
    rims: tuple[Rim, ...] = ()
    """The values above the columns; below them on a board that is turned around."""
    is_turned: bool = False

    @property
    def runs(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return the neighbouring columns that have all values above them in common: the first, how many, and the values."""
        above = groupby(range(self.columns), key=lambda column: tuple(rim.values[column] for rim in self.rims))
        return [(run[0], len(run), values) for values, columns in above for run in [list(columns)]]

    def feet(self, cells: Iterable[Cell]) -> dict[tuple[int, int], str]:
        """Return the names of the columns of some hexagons: each at the place below its lowest cell, as the column runs."""
        lowest = {cell.name.rstrip("0123456789"): cell for cell in sorted(cells, key=lambda cell: cell.row)}
        return {(cell.column - self.lean, cell.row + 1): name for name, cell in lowest.items()} if self.lean else {}

    @property
    def holders(self) -> list[tuple[Cell, Thing]]:
        """Return the things that hold others, each with its cell, in an order that does not change as they move."""
        held = [(cell, thing) for cell in self.cells for thing in cell.things if thing.zones]
        return sorted(held, key=lambda one: one[1].plain)

    def legend(self, *, inner: bool = True) -> list[tuple[str, str]]:
        """Return the meanings of signs that are letters, without things that hold others; `inner`: with these others."""
        things = [thing for cell in self.cells for thing in cell.things if not thing.zones]
        things += [one for _, thing in self.holders for zone in thing.zones for one in zone.things if inner]
        told = {sign: name for thing in things for sign, name in thing.legend if sign != name and sign.isalpha()}
        return sorted(told.items())


@unchanging()
class Section:
    """A value with what it has."""

    title: str
    counters: tuple[Counter, ...]
    zones: tuple[Zone, ...]


@unchanging()
class Side:
    """A player with everything in front of that player."""

    seat: int
    name: str
    colour: str
    is_viewer: bool
    sits: str
    """Where: `below`, `left`, `above` or `right`, as the viewer sees the table."""
    counters: tuple[Counter, ...]
    zones: tuple[Zone, ...]
    front: Zone | None = None
    """The zone of this player in the middle of the table, if there is one for each."""
    is_faded: bool = False
    """Whether something holds of the player that makes the side faint."""

    @property
    def is_covered(self) -> bool:
        """Return whether no things are seen before the player."""
        return not any(zone.is_open for zone in self.zones)


@unchanging()
class Middle:
    """The middle of the table, with the players around it."""

    title: str
    """The title of the places that each player has there, if there are any."""
    counters: tuple[Counter, ...]
    zones: tuple[Zone, ...]


@unchanging()
class Scene:
    """All that a seat sees, in the order in which it is shown; the viewer's side comes last."""

    seat: int | None
    colours: tuple[str, ...]
    """For each seat, the name of the colour that the rulebook gives it, or nothing."""
    signs: tuple[str, ...]
    """For each seat, a sign that goes with its colour, unless light and dark are enough."""
    counters: tuple[Counter, ...]
    boards: tuple[Board, ...]
    zones: tuple[Zone, ...]
    sections: tuple[Section, ...]
    middle: Middle | None
    sides: tuple[Side, ...]

    def things(self) -> Iterator[Thing]:
        """Yield all visible things, also those that others hold."""
        zones = [*self.zones, *(self.middle.zones if self.middle else ())]
        zones += [*(zone for side in self.sides for zone in (*side.zones, *([side.front] if side.front else [])))]
        zones += [zone for section in self.sections for zone in section.zones]
        waiting = [thing for board in self.boards for cell in board.cells for thing in cell.things]
        waiting += [thing for zone in zones for thing in zone.things]
        for thing in waiting:
            yield thing
            waiting += [inner for zone in thing.zones for inner in zone.things]


def grouped(things: Iterable[Thing]) -> tuple[Group, ...]:
    """Return things with equal neighbours together."""
    same = [tuple(alike) for _, alike in groupby(things, key=lambda thing: thing.name)]
    return tuple([Group(alike, next((thing for thing in alike if thing.is_new), alike[0])) for alike in same])


def scene_of(view: View, chosen_at: Iterable[str] = (), before: View | None = None) -> Scene:
    """Lay out a view.

    Empty zones are left out, unless something can be chosen there: these are its addresses. With the view that the seat
    had `before`, everything that has changed since is new.
    """
    return _Layout(view, frozenset(chosen_at), None if before is None else _Memory(before)).scene()


class _Memory:
    """The things and fields that a seat has seen before."""

    def __init__(self, view: View) -> None:
        self.things: dict[int, Tally[tuple[str, int]]] = {}
        self.fields: dict[tuple[object, str], str | None] = {}
        self.note("", view.table, view.places)
        for player in view.players:
            self.note(player.seat, player.fields, player.places)
        for value in view.values:
            self.note((value.type, value.name), value.fields, value.places)
        for board in view.boards:
            for space in board.spaces:
                self.note(space.number, space.fields, ())
                self.keep(space.number, space.things)

    def note(self, of: object, fields: Iterable[FieldView], places: Iterable[PlaceView]) -> None:
        self.fields |= {(of, one.name): one.value for one in fields}
        for place in places:
            self.keep(place.number, place.things or ())

    def keep(self, number: int, things: Sequence[str]) -> None:
        self.things[number] = Tally(map(_identity, things))
        for thing in things:
            for place in getattr(thing, "upon", ()):
                self.keep(place.number, place.things or ())

    def at(self, number: int) -> Tally[tuple[str, int]]:
        """Return the things that were at a place, to be counted down."""
        return Tally(self.things.get(number, {}))


def _identity(thing: str) -> tuple[str, int]:
    """Return what a thing is known by, even if players are called by other names meanwhile."""
    return (thing.plain, thing.owner) if isinstance(thing, ThingName) else (thing, -1)


@unchanging()
class _Layout:
    """Lays out one view."""

    view: View
    chosen_at: frozenset[str]
    before: _Memory | None

    def scene(self) -> Scene:
        view = self.view
        sections = [
            Section(value.title, self.counters(value.fields, (value.type, value.name)), self.zones(value.places))
            for value in view.values
        ]
        return Scene(
            seat=view.seat,
            colours=tuple(player.colour for player in view.players),
            signs=_signs(view.players),
            # The dealer and the like are shown with that player.
            counters=self.counters((one for one in view.table if one.stands != "middle" and one.owner < 0), ""),
            boards=tuple(map(self.board, view.boards)),
            zones=self.zones(place for place in view.places if not place.on_thing and place.stands != "middle"),
            sections=tuple(one for one in sections if one.counters or one.zones),
            middle=self.middle(),
            sides=tuple(self.side(player) for player in self.in_order()),
        )

    # ---- players

    def in_order(self) -> list[PlayerView]:
        """Return the players clockwise, the viewer last."""
        players, first = self.view.players, 0 if self.view.seat is None else self.view.seat + 1
        return [*players[first:], *players[:first]]

    def middle(self) -> Middle | None:
        """Lay out the middle of the table, if the rulebook wants anything there."""
        places = [place for place in self.view.places if place.stands == "middle"]
        fields = [one for one in self.view.table if one.stands == "middle"]
        title = next((place.title for player in self.view.players for place in player.places if place.stands == "middle"), "")
        return Middle(title, self.counters(fields, ""), self.zones(places)) if title or places or fields else None

    def side(self, player: PlayerView) -> Side:
        """Lay out a player's side, with what the table says of the player; the score is shown even if it is nothing."""
        called = [evolve(self.counter(one, ""), value="") for one in self.view.table if one.owner == player.seat]
        return Side(
            seat=player.seat,
            name=player.name,
            colour=player.colour,
            is_viewer=player.seat == self.view.seat,
            sits=self.sits(player.seat),
            counters=(*called, *self.counters(player.fields, player.seat, hidden=True)),
            zones=self.zones(place for place in player.places if place.stands != "middle"),
            front=next((self.zone(place) for place in player.places if place.stands == "middle"), None),
            is_faded=_is_faded(player.fields),
        )

    def sits(self, seat: int) -> str:
        """Return where a player sits, as the viewer sees the table; onlookers sit beside the first player."""
        players = len(self.view.players)
        turn = (seat - (self.view.seat or 0)) % players
        if not turn:
            return "below"
        if players < _AROUND or turn not in (1, players - 1):
            return "above"
        return "left" if turn == 1 else "right"

    # ---- counters

    def counters(self, fields: Iterable[FieldView], of: object = None, *, hidden: bool = False) -> tuple[Counter, ...]:
        """Return fields, without those that have nothing to say; beyond the players, what is hidden only serves the rules."""
        found = []
        for one in fields:
            if hidden if one.value is None else one.value not in UNSAID or one.name == SCORE:
                found.append(self.counter(one, of))
        return tuple(found)

    def counter(self, one: FieldView, of: object) -> Counter:
        value, shape = one.value, one.drawn
        number = int(value) if shape and value is not None and value.isdecimal() else -1
        if number < 0 or not one.most or (shape == "hearts" and max(number, one.most) > _MOST_HEARTS):
            shape = ""
        said = "" if value in SO else value
        # The fields of a thing belong to its name, and names are compared.
        is_new = of is not None and self.has_changed(of, one)
        return Counter(one.title, said, shape, max(number, 0), one.most, one.sign, one.colour, one.owner, one.mark, is_new)

    # ---- things and zones

    def things(self, number: int, things: Sequence[str]) -> tuple[tuple[Thing, ...], bool]:
        """Return the things at a place, and whether anything has gone from there."""
        known = Tally[tuple[str, int]]() if self.before is None else self.before.at(number)
        found = []
        for index, thing in enumerate(things):
            identity = _identity(thing)
            is_new = self.before is not None and known[identity] < 1
            known[identity] -= 1
            found.append(self.thing(thing, f"{number}.{index}" if number >= 0 else "", is_new=is_new))
        return tuple(found), self.before is not None and any(known.values())

    def thing(self, thing: str, at: str, *, is_new: bool) -> Thing:
        if not isinstance(thing, ThingName):
            return Thing(thing, thing, at=at, legend=((thing[:1].upper(), thing),), is_new=is_new)
        plain = thing.plain.removesuffix(thing.told)
        # A king among men, a tired horse: what holds of it is part of its mark.
        holding = [(one.title[:1].upper(), one.title) for one in thing.fields if one.value in SO]
        return Thing(
            str(thing), plain, thing.sign, thing.suit, thing.colour, thing.owner, at, self.counters(thing.fields),
            self.zones(thing.upon), thing.printed, ((thing.sign, plain), *holding) if thing.sign else tuple(holding), is_new,
            _is_faded(thing.fields),
        )  # fmt: skip

    def zones(self, places: Iterable[PlaceView]) -> tuple[Zone, ...]:
        """Return the places that hold anything, or at which something can be chosen."""
        return tuple(
            [self.zone(place) for place in places if place.count != 0 or place.partly or str(place.number) in self.chosen_at]
        )

    def zone(self, place: PlaceView) -> Zone:
        seen = place.things or ()
        things, _ = self.things(place.number, seen)
        if is_new := len(things) > 1 and all(thing.is_new for thing in things):
            things = tuple(evolve(thing, is_new=False) for thing in things)
        hidden = None if place.count is None else place.count - len(seen)
        at = str(place.number) if place.number >= 0 else ""
        chosen = any(self.chosen_at & {one.at, *(inner.at for own in one.zones for inner in own.things)} for one in things)
        is_aside = place.stands == "aside" and not chosen and at not in self.chosen_at
        return Zone(
            place.title, at, things, grouped(things), hidden, place.is_pile, tuple(place.partly), place.inside, is_new, is_aside
        )  # fmt: skip

    # ---- boards

    def board(self, board: BoardView) -> Board:
        """Lay out a board by its kind; where two sit opposite each other, the second one sees it from the other side."""
        spaces = board.spaces
        numbers = {space.title: number for number, space in enumerate(spaces)}
        links = sorted({(one, numbers[title]) for one, space in enumerate(spaces) for title in space.beside if title in numbers})
        kind, places, has_names = board.kind, [(0, number) for number in range(len(spaces))], False
        most, step = max((space.row for space in spaces), default=0), 2 if board.lean else 1
        if spaces and all(space.column for space in spaces):
            places = [(step * (space.column - 1) + board.lean * (space.row - 1), most - space.row) for space in spaces]
            left = min(column for column, _ in places) if board.lean else 0
            places = [(column - left, row) for column, row in places]
            has_names = kind == "grid" or all(chess_place(space.name) for space in spaces)
        elif kind == "map":
            places = spread_out(len(spaces), tuple(links))
        elif board.bend or len(spaces) > _FEW_SPACES:
            kind, places = "track", _bent(len(spaces), board.bend)
        else:
            kind = "rows"
        columns, rows = (size + max((place[way] for place in places), default=-size) for way, size in ((0, step), (1, 1)))
        # People type the names of columns and rows, as in `b3`.
        across = tuple(map(column_letters, range(1, columns + 1))) if has_names and not board.lean else ()
        down = tuple([str(most - row) for row in range(rows)]) if has_names else ()
        rims = self.rims(spaces, places, columns) if kind == "grid" and not board.lean else ()
        if rims:
            spaces = [evolve(space, fields=[one for one in space.fields if one.stands != "above"]) for space in spaces]
        is_turned = bool(board.pattern) and self.view.seat == 1 and len(self.view.players) == 2
        if is_turned:
            places = [(columns - step - column, rows - 1 - row) for column, row in places]
            across, down = across[::-1], down[::-1]
            rims = tuple(evolve(rim, values=rim.values[::-1]) for rim in rims)
        if board.pattern == "points" and kind == "grid":
            at = {place: number for number, place in enumerate(places)}
            steps = _NEXT_HEXAGONS if board.lean else _NEXT
            following = [(number, (column + x, row + y)) for (column, row), number in at.items() for x, y in steps]
            links = [(number, at[place]) for number, place in following if place in at]
        cells = tuple([self.cell(space, place, _tint(board, space)) for space, place in zip(spaces, places, strict=True)])
        title = board.title if len(self.view.boards) > 1 or not has_names else ""
        return Board(
            board.title,
            title, kind, board.pattern, board.bend, columns, rows, across, down, board.lean, cells,
            tuple(sorted({(min(link), max(link)) for link in links})), rims, is_turned,
        )  # fmt: skip

    def rims(self, spaces: Sequence[SpaceView], places: Sequence[tuple[int, int]], columns: int) -> tuple[Rim, ...]:
        """Return the fields that stand above the columns."""
        from_below = sorted(zip(places, spaces, strict=True), key=lambda one: -one[0][1])
        top = {column: {one.name: one for one in space.fields if one.stands == "above"} for (column, _), space in from_below}
        titles = {name: one.title for fields in top.values() for name, one in fields.items()}

        def said(name: str, column: int) -> str:
            one = top.get(column, {}).get(name)
            return (one and one.value) or ""

        return tuple(Rim(title, tuple([said(name, column) for column in range(columns)])) for name, title in titles.items())

    def cell(self, space: SpaceView, place: tuple[int, int], tint: int) -> Cell:
        """Lay out a space with its things, and its fields as one mark."""
        things: tuple[Thing, ...] = ()
        is_new = has_changed = False
        if space.things or self.before is not None:
            things, is_new = self.things(space.number, space.things)
        if self.before is not None:
            has_changed = any(self.has_changed(space.number, one) for one in space.fields)
            is_new = is_new or has_changed or any(thing.is_new for thing in things)
        groups = grouped(things) if things else ()
        counters = self.counters(space.fields) if space.fields else ()
        if counters:
            label = ", ".join([f"{one.title} {one.value}".rstrip() for one in counters])
            legend = tuple([(one.sign or _first(one), one.value or one.title) for one in counters if one.owner < 0])
            owner = next((one.owner for one in counters if one.owner >= 0), -1)
            colour = next((one.colour for one in counters if one.colour), "")
            things = (*things, Thing(label, label, colour=colour, owner=owner, legend=legend, is_new=has_changed))
        column, row = place
        title, at, beside = space.title, str(space.number), tuple(space.beside)
        return Cell(space.name, title, at, column, row, things, groups, counters, tint, beside, is_new)

    def has_changed(self, of: object, one: FieldView) -> bool:
        """Return whether a field of a player, value or space has another value than before."""
        return self.before is not None and self.before.fields.get((of, one.name), one.value) != one.value


def _is_faded(fields: Iterable[FieldView]) -> bool:
    """Return whether a field holds that makes its owner faint."""
    return any(one.fades and one.value in SO for one in fields)


def _signs(players: Sequence[PlayerView]) -> tuple[str, ...]:
    """Return signs for players: their initials, or else numbers. White is told from one other colour without them."""
    if len(players) == _LIGHT_AND_DARK and any(player.colour == "white" for player in players):
        return ("",) * len(players)
    initials = tuple(player.name[:1].upper() for player in players)
    return initials if len(set(initials)) == len(players) else tuple(str(number) for number in range(1, len(players) + 1))


def _tint(board: BoardView, space: SpaceView) -> int:
    """Return the colour of a cell: neighbours have different ones, as have three hexagons around a corner."""
    if board.pattern != "chequered":
        return 0
    return (space.column - board.lean * space.row) % 3 if board.lean else (space.column + space.row + 1) % 2


def _bent(count: int, columns: int) -> list[tuple[int, int]]:
    """Return the places of a line that bends after so many spaces and comes back below; 0 if it does not bend."""
    ways = [divmod(number, columns or count) for number in range(count)]
    return [(columns - 1 - step if turn % 2 else step, turn) for turn, step in ways]


def _first(one: Counter) -> str:
    """Return a number, or the first letter of a word."""
    value = one.value or one.title
    return value if value.isdecimal() else value[:1].upper()

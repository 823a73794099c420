"""Define the table as one seat sees it, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, TypeVar

from attrs import Factory, asdict, evolve, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Field
from rulewright.dsl.constructs.grids import LEANS
from rulewright.dsl.messages.speech import COMMON
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.position import Position
from rulewright.interpreter.views.entry_groups import name_counts
from rulewright.interpreter.views.looks import PLAIN, value_look
from rulewright.interpreter.views.words import GameWords

Declared = TypeVar("Declared", checked.Board, checked.Space)
_COMMON = [COMMON.texts(language) for language in COMMON.languages]
UNSAID = frozenset(words[key] for words in _COMMON for key in ("nothing", "no")) | {"", "0"}
"""The values of a field that has nothing to say."""
SO = frozenset(words["yes"] for words in _COMMON)
"""The values of a field that holds: then its title says it."""


THING_PARTS = ("owner", "plain", "told", "fields", "upon", "sign", "colour", "suit", "printed")
"""The parts of a thing behind its name, in the order in which it is made."""


class ThingName(str):
    """The name of a thing, with its owner and the plain name, for drawing."""

    __slots__ = THING_PARTS

    owner: int
    """The seat of its owner, or -1."""
    plain: str
    told: str
    """The details behind its name in both: its fields, in words."""
    fields: tuple[FieldView, ...]
    """Its fields, for drawing."""
    upon: tuple[PlaceView, ...]
    """The places of its own that are not empty."""
    sign: str
    """A few letters or signs for it, the same in the whole game."""
    colour: str
    """The name of its colour, or empty."""
    suit: str
    """The sign of its suit, which is a part of its own, or empty."""
    printed: tuple[tuple[str, ...], tuple[str, ...]] | None
    """The large and the small values on a card with a name of its own."""

    def __new__(
        cls,
        text: str,
        owner: int,
        plain: str,
        told: str = "",
        fields: tuple[FieldView, ...] = (),
        upon: tuple[PlaceView, ...] = (),
        sign: str = "",
        colour: str = "",
        suit: str = "",
        printed: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    ) -> ThingName:
        """Mark a text."""
        self = super().__new__(cls, text)
        self.owner, self.plain, self.told, self.fields, self.upon = owner, plain, told, fields, upon
        self.sign, self.colour, self.suit, self.printed = sign, colour, suit, printed
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return ThingName, (str(self), *(getattr(self, name) for name in THING_PARTS))


@frozen
class FieldView:
    """A field and its value; None if it is hidden."""

    name: str
    title: str
    value: str | None
    drawn: str = ""
    """How a number is drawn, if it is: as `hearts`, as a `bar`, or as a `die`."""
    most: int = 0
    """The number that fills the bar, if there is one."""
    sign: str = ""
    """The sign of its value, if it has one."""
    colour: str = ""
    owner: int = -1
    """The seat of the player that is its value, or -1."""
    mark: str = ""
    """Its own sign, which painters show in place of the title."""
    stands: str = ""
    """Whether it stands `above` its column of a grid, not in its space, or in the `middle` of the table."""
    fades: bool = False
    """Whether its owner looks faint where it holds."""


@frozen
class PlaceView:
    """A place off the board; `things` is None if only their number is visible, and `count` if not even that is.

    Of a pile whose top alone is visible, `things` holds just that.
    """

    name: str
    title: str
    things: list[str] | None
    count: int | None
    inside: bool = False
    """Whether it belongs to a thing or space, which may be many."""
    is_pile: bool = False
    """Whether its things are on top of one another."""
    on_thing: bool = False
    """Whether it belongs to a visible thing, where it can also be found."""
    partly: list[str] = Factory(list)
    """The visible traits of things that are hidden: what all may see on each, wherever it is."""
    number: int = -1
    """The number of the place in this game; -1 if that would tell which hidden thing it belongs to."""
    stands: str = ""
    """Whether it lies in the `middle` of the table, before its player if it has one, or `aside`."""


@frozen
class SpaceView:
    """A space of a board; `row` and `column` are 0 except on a grid."""

    name: str
    title: str
    row: int
    column: int
    things: list[str]
    fields: list[FieldView]
    beside: list[str] = Factory(list)
    """On a map, the names of its neighbours."""
    number: int = -1
    """The number of the space in this game."""


@frozen
class BoardView:
    """A board with its open spaces."""

    name: str
    title: str
    kind: str
    columns: int
    rows: int
    spaces: list[SpaceView]
    pattern: str = ""
    """Whether a grid is `chequered`, or pieces lie on its `points`."""
    bend: int = 0
    """How many spaces of a line stand in a row."""
    lean: int = 0
    """Of hexagons, how many half cells further right each row begins than the row below: 1 or -1. Squares have 0."""


@frozen
class PlayerView:
    """A player with what is before that player."""

    seat: int
    name: str
    fields: list[FieldView]
    places: list[PlaceView]
    colour: str = ""
    """The name of the player's colour, if the rulebook gives one."""


@frozen
class ValueView:
    """A value with what it has, such as the size of a heap."""

    type: str
    name: str
    title: str
    fields: list[FieldView]
    places: list[PlaceView]


@frozen
class View:
    """All that a seat sees; seat None is an onlooker."""

    seat: int | None
    table: list[FieldView]
    players: list[PlayerView]
    boards: list[BoardView]
    places: list[PlaceView]
    values: list[ValueView]
    forms: list[list[str]] = Factory(list)
    """Titles of pieces and cards, each with the forms for numbers, the first of which is the title itself."""

    def as_data(self) -> dict[str, Any]:
        """Return the view as lists, dicts, texts and numbers only."""
        return asdict(self)


def chess_place(name: str) -> tuple[int, int] | None:
    """Return the column and row of a space that is called like `b3`."""
    return (ord(name[0]) - ord("a") + 1, int(name[1:])) if name[:1].islower() and name[1:].isdecimal() else None


def bracketed(told: Sequence[str]) -> str:
    """Return details in brackets behind a name."""
    return f" [{', '.join(told)}]" if told else ""


def said(shown: FieldView, value: Any) -> str:
    """Return the text for a field behind the name of its owner."""
    return shown.title if value is True else f"{shown.title} {shown.value}"


def field_value(layout: Layout, position: Position, own: Field, entity: int) -> Any:
    """Return the value of a field; if no rule changes it, it is read where the rules read it."""
    if own.of is None:
        return position.table[layout.table_slot(own)] if own.assigned else layout.initial_table_value(own)
    if own.assigned:
        return position.field(layout.fields.index(own))[entity]
    return layout.initial_field(own)[entity]


Shown = Sequence[tuple[checked.Define, Callable[..., Any]]]
"""The defines that the table shows, each with its function: of the position, the acting player, and the player it is about."""


class Viewer:
    """The views of one position."""

    def __init__(
        self,
        layout: Layout,
        words: GameWords,
        position: Position,
        seat: int | None,
        shown: Shown = (),
        over: Set[Field] = frozenset(),
    ) -> None:
        """Take a position; `over` are the fields that are not shown, since the rule they begin anew with is over."""
        self.layout = layout
        self.world = layout.world
        self.words = words.seen_from(seat, position)
        self.position = position
        self.parts, self.on = position.parts, position.on
        self.seat = seat
        self.at = position.at
        self.where = words.sight.of_things(self.parts)
        """Where each thing is, with the seats that see it there."""
        self.own_places: dict[str, list[Field]] = {}
        self.orders: dict[int, list[int]] = {}
        """The things on a space in the order in which they are shown, once an address has asked for it."""
        self.shown = shown
        self.over = over
        self.public = layout.world.public()

    def view(self) -> View:
        game = self.world.game
        return View(
            seat=self.seat,
            table=[self.field(own, -1) for own in game.fields if own.of is None and self.is_shown(own)] + self.worked_out(),
            players=[self.player(seat) for seat in range(self.world.players)],
            boards=[self.board(board) for board in self.first_ones(game.boards)],
            places=[self.place(self.world.first_space[place], place.name) for place in self.first_ones(game.places)]
            + self.places_of_others(),
            values=[
                self.value_of(own, number)
                for own in {own.of.name: own.of for own in game.fields if own.of is not None and own.of.kind == "value"}.values()
                for number in range(self.world.count(own))
            ],
            forms=[list(forms) for forms in self.words.forms.values()],
        )

    def is_shown(self, own: Field) -> bool:
        """Return whether a field has a text, and is not that of a rule that is over."""
        return own.place is None and bool(own.titles) and own not in self.over

    def first_ones(self, declared: Mapping[str, Declared]) -> list[Declared]:
        """Return boards or places in order, those first that the rulebook wants to be first."""
        looks = self.world.game.looks
        return sorted(declared.values(), key=lambda one: not looks.get(one.name, PLAIN).first)

    def field(self, own: Field, entity: int) -> FieldView:
        """Show a field, if the seat may see it; nobody sees one without a text."""
        title = self.words.title(own.titles, own.name)
        if not self.words.sight.shows(self.parts, own, entity, self.seat):
            return FieldView(own.name, title, None)
        value = field_value(self.layout, self.position, own, entity)
        shown = self.valued(own.name, title, value, own.type)
        if own.die is not None and own.type.kind == "number":
            return evolve(shown, drawn="die", most=6)
        if not own.drawn:
            return shown
        most = self.layout.initial_field(own)[entity] if own.drawn == "hearts" and own.of is not None else own.most
        return evolve(shown, drawn=own.drawn, most=most)

    def valued(self, name: str, title: str, value: Any, kind: checked.Type) -> FieldView:
        """Show a value as the rulebook wants it to look."""
        game = self.world.game
        look = game.looks.get(name, PLAIN)
        shown = FieldView(name, title, self.known_value(value, kind), mark=look.sign, stands=look.stands, fades=look.faded)
        if kind.kind == "player" and not kind.many:
            return evolve(shown, owner=value)
        if kind.kind == "value" and not kind.many and kind.name in game.values and value >= 0:
            look = value_look(game.values[kind.name], value, game.looks)
            return evolve(shown, sign=look.sign or self.words.letters(kind.name)[value], colour=look.colour)
        return shown

    def worked_out(self, *about: int) -> list[FieldView]:
        """Return the values that the table shows but no field keeps, of a player or of nobody."""
        return [
            self.valued(one.name, self.words.title(one.titles, one.name), work(self.parts, -1, *about), one.type)
            for one, work in self.shown
            if len(one.parameters) == len(about)
        ]

    def known_value(self, value: Any, kind: checked.Type) -> str:
        """Return a value as the seat may know it."""
        where: Any = None
        if kind.kind == "thing":
            where = tuple(self.where[thing] for thing in value) if kind.many else self.where[value]
        return self.words.known(value, kind, where, self.seat)

    def sees_place(self, space: int) -> bool:
        """Return whether the seat sees the things at a place."""
        return self.words.sees(self.seat, self.words.sight.of_space(self.parts, space))

    def sees_thing(self, thing: int) -> bool:
        """Return whether the seat sees which thing is there."""
        return self.words.sees(self.seat, self.where[thing])

    def is_on_board(self, thing: int) -> bool:
        """Return whether the seat sees a thing on a board."""
        space = self.at[thing]
        return space >= 0 and self.world.spaces[space].board is not None and self.sees_thing(thing)

    def place(self, space: int, name: str) -> PlaceView:
        """Return a place, with the things there if the seat may see them."""
        info = self.world.spaces[space]
        lying = self.on[space]
        sees, is_pile = self.sees_place(space), info.kind == "pile"
        things = self.things_on(space) if sees else None
        if info.top and not sees:
            # A seat that sees nothing on top sees that there is nothing.
            things = [self.thing(thing) for thing in lying[-1:]]
        count = len(lying) if sees or things == [] or self.words.counts(self.seat, space) else None
        partly = self.partly(space) if self.public and not sees else []
        title = self.words.title(info.titles, name)
        stands = self.world.game.looks.get(name, PLAIN).stands
        return PlaceView(name, title, things, count, is_pile=is_pile, partly=partly, number=space, stands=stands)

    def partly(self, space: int) -> list[str]:
        """Return the visible traits of hidden things: in order on a pile that the seat can count, else sorted."""
        marks = ["" if self.sees_thing(thing) else ", ".join(self.marks(thing)) for thing in self.on[space]]
        if self.world.spaces[space].kind == "pile" and self.words.counts(self.seat, space):
            return [self.words.phrase("mark-on-pile", number, mark) for number, mark in enumerate(marks, 1) if mark]
        return sorted(filter(None, marks))

    def marks(self, thing: int) -> list[str]:
        """Return the visible traits of a hidden thing, without those that say nothing."""
        fields = self.public.get(self.world.things[thing].kind.name, ())
        values = [(own, field_value(self.layout, self.position, own, thing)) for own in fields]
        return [said(self.field(own, thing), value) for own, value in values if value != self.layout.blank(own.type)]

    def things_on(self, space: int) -> list[str]:
        """Return the things on a space: on a pile as they came, elsewhere in the order of declaration."""
        return [name for _, name in self.named_on(space)]

    def named_on(self, space: int) -> list[tuple[int, ThingName]]:
        """Return the things on a space with their names, in the order in which they are shown."""
        named = [(thing, self.thing(thing)) for thing in self.on[space]]
        if self.world.spaces[space].kind != "pile":
            alike = self.layout.alike()
            named.sort(key=lambda one: (alike[one[0]], one[1]))
        return named

    def address(self, thing: int) -> str:
        """Return where a thing is shown: the number of its place, and which it is there, if the seat sees that.

        A place of a hidden thing has no address: that would tell which thing it belongs to.
        """
        space = self.at[thing]
        if space < 0 or self.words.hidden_holder(space) >= 0:
            return ""
        if self.sees_place(space):
            if space not in self.orders:
                self.orders[space] = [one for one, _ in self.named_on(space)]
            return f"{space}.{self.orders[space].index(thing)}"
        if self.world.spaces[space].top and self.on[space][-1:] == [thing]:
            return f"{space}.0"
        return str(space)

    def thing(self, thing: int) -> ThingName:
        """Return a thing with its visible fields."""
        owner, kind = self.world.things[thing].owner, self.world.things[thing].kind
        fields = self.fields_seen(thing)
        told = bracketed([said(field, value) for field, value in fields])
        if kind.name not in self.own_places:
            self.own_places[kind.name] = self.layout.own_places(kind)
        upon = (self.own_place(thing, own) for own in self.own_places[kind.name])
        face = self.words.face(thing)
        return ThingName(
            self.words.thing(thing, at=self.at) + told,
            owner,
            self.words.thing(thing, who=owner) + told,
            told,
            tuple(field for field, _ in fields),
            tuple(place for place in upon if place.count or place.partly),
            face.sign,
            face.colour,
            face.suit,
            face.printed,
        )

    def details(self, thing: int) -> str:
        """Return what tells a thing from others of its name: its visible fields, and the visible things on it."""
        told = [said(field, value) for field, value in self.fields_seen(thing)]
        kind = self.world.things[thing].kind
        for own in self.layout.own_places(kind):
            place = self.own_place(thing, own)
            if place.count:
                lying = str(place.count) if place.things is None else name_counts(self.words, place.things)
                told.append(self.words.phrase("told", place.title, lying))
        return bracketed(told)

    def own_place(self, thing: int, own: Field) -> PlaceView:
        """Return a thing's own place."""
        return self.place(self.world.place_of(own, thing), own.name)

    def fields_seen(self, thing: int) -> list[tuple[FieldView, Any]]:
        """Return the visible fields of a thing, except those that are empty now and were so at the beginning."""
        told = []
        for own in self.layout.fields:
            of_kind = own.of is not None and own.of.kind == "thing" and own.of.name == self.world.things[thing].kind.name
            if of_kind and self.is_shown(own):
                value = field_value(self.layout, self.position, own, thing)
                blank = self.layout.blank(own.type)
                if value != blank or self.layout.initial_field(own)[thing] != blank:
                    shown = self.field(own, thing)
                    if shown.value is not None:
                        told.append((shown, value))
        return told

    def player(self, seat: int) -> PlayerView:
        """Return a player with fields and places."""
        fields, places = [], []
        for own in self.world.game.fields:
            if own.of is not None and own.of.kind == "player" and own.worked_out is None:
                if own.place is not None:
                    places.append(self.place(self.world.first_space[own] + seat, own.name))
                elif self.is_shown(own):
                    fields.append(self.field(own, seat))
        colour = self.world.game.seat_colours.get(seat, "")
        return PlayerView(seat, self.words.player(seat), fields + self.worked_out(seat), places, colour)

    def value_of(self, of: checked.Type, number: int) -> ValueView:
        """Return one value of a type whose values have fields or places."""
        owned = [
            own for own in self.world.game.fields if own.of is not None and own.of.kind == "value" and own.of.name == of.name
        ]
        return ValueView(
            of.name,
            self.world.value_type(of.name).names[number],
            self.words.value(number, of),
            [self.field(own, number) for own in owned if self.is_shown(own)],
            [self.place(self.world.first_space[own] + number, own.name) for own in owned if own.place is not None],
        )

    def places_of_others(self) -> list[PlaceView]:
        """Return the places of things and spaces, except empty ones of things that are out of play."""
        found: list[PlaceView] = []
        hidden: list[tuple[int, str, PlaceView]] = []
        for own in self.world.game.fields:
            if own.place is not None and own.of is not None and own.of.kind not in ("player", "value"):
                for number, entity in enumerate(self.world.having(own)):
                    space = self.world.first_space[own] + number
                    place = self.place(space, own.name)
                    if own.of.kind == "thing" and not place.count and self.at[entity] < 0:
                        continue
                    holder = self.words.hidden_holder(space)
                    title = self.words.space(space)
                    if holder < 0:
                        name = f"{own.name}-{number + 1}"
                        seen = own.of.kind == "thing" and self.at[entity] >= 0
                        found.append(evolve(place, name=name, title=title, inside=True, on_thing=seen))
                    elif place.count:
                        unnamed = evolve(place, name=f"{own.name}-of-something", title=title, inside=True, number=-1)
                        hidden.append((self.at[holder], own.name, unnamed))
        # Their order would identify them.
        hidden.sort(key=lambda one: (*one[:2], one[2].count or 0, one[2].things or [], one[2].partly))
        return [*found, *(view for _, _, view in hidden)]

    def board(self, board: checked.Board) -> BoardView:
        """Return a board with its open spaces."""
        first, size, looks = self.world.first_space[board], self.world.size[board], self.world.game.looks
        closed: set[int] = set()
        for series in board.spaces:
            if series in self.layout.slots:
                length = self.position.table[self.layout.slots[series]]
                start = self.world.first_space[series]
                closed.update(range(start + length, start + self.world.size[series]))
        fields = [own for own in self.world.game.fields if own.of is not None and own.of.kind == "space"]
        spaces = []
        for space in range(first, first + size):
            if space in closed:
                continue
            info = self.world.spaces[space]
            things = self.things_on(space)
            own_fields = [
                self.field(own, space)
                for own in fields
                if own.of is not None and own.of.name in (board.name, info.declared.name) and self.is_shown(own)
            ]
            beside = [self.words.space(other) for other in self.world.beside.get(space, ())]
            title = self.words.space(space)
            column, row = looks.get(info.declared.name, PLAIN).at or chess_place(info.name) or (info.column, info.row)
            spaces.append(SpaceView(info.name, title, row, column, things, own_fields, beside, space))
        columns = max((space.column for space in spaces), default=0)
        rows = max((space.row for space in spaces), default=0)
        look = looks.get(board.name, PLAIN)
        title = self.words.title(board.titles, board.name)
        return BoardView(board.name, title, board.kind, columns, rows, spaces, look.pattern, look.bend, LEANS[board.shape])

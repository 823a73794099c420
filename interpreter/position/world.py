"""Make the spaces and things of one game, from a checked rulebook, a number of players and a set of options.

From here on, spaces, things, cards and values are small integers, and "nothing" is -1. Tables indexed by them have a blank
as one more entry at the end, which is what Python finds at -1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from operator import or_

from attrs import define, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Board, Card, Field, Game, Kind, NumberDie, Space, Values
from rulewright.dsl.constructs.grids import cells_of, column_letters
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.position.constants import constant_value
from rulewright.interpreter.position.runtime import LARGEST_NUMBER, LARGEST_SET

MOST_THINGS = 5_000
MOST_SPACES = 5_000
MOST_GROUPS = 100_000
"""For how many combinations of values and players things may be made, even if each combination gets none."""
MOST_FACES = 10_000
MOST_CELLS = 1_000_000
"""How many values all fields may have together."""
MOST_MEMBERS = 4_000_000
"""How many members all sets in fields may have together."""


@frozen(eq=False)
class SpaceInfo:
    """One space or place. `entity` is the index of its owner, if it is a place of each of something."""

    name: str
    titles: checked.Titles
    kind: str
    seen: str
    board: Board | None
    declared: Space | Field
    number: int = 0
    column: int = 0
    row: int = 0
    owner: int = -1
    entity: int = -1
    counted: bool = True
    top: bool = False
    lookers: checked.Define | None = None


@frozen(eq=False)
class ThingInfo:
    """One piece or card; `values` has its value for each group of its kind, in their order."""

    kind: Kind
    card: int
    values: tuple[int, ...]
    owner: int
    serial: int


def limit(name: str, message: Phrase, span: Span, help: Phrase) -> RulebookError:
    """Return the error of a rulebook that asks for too much."""
    return RulebookError([Diagnostic(name=name, message=message, span=span, label=Phrase("too-many"), help=help)])


@define(eq=False)
class World:
    """All spaces, things, cards and values of a game, and constant expressions over them."""

    game: Game
    players: int
    options: Mapping[str, int]
    spaces: list[SpaceInfo] = field(factory=list)
    things: list[ThingInfo] = field(factory=list)
    cards: list[Card] = field(factory=list)
    first_space: dict[Space | Board | Field, int] = field(factory=dict)
    """The first space of each named space, series, board and place field."""
    size: dict[Space | Board | Kind, int] = field(factory=dict)
    """How many spaces or things each named space, series, board and kind has (series at their longest)."""
    first_thing: dict[Kind, int] = field(factory=dict)
    starts: list[int] = field(factory=list)
    beside: dict[int, list[int]] = field(factory=dict)
    card_index: dict[Card, int] = field(factory=dict)
    pairs: dict[str, tuple[checked.Type, checked.Type]] = field(factory=dict)
    """The types of pairs that have fields, by name, and the types of both members."""
    declared_spaces: int = 0
    """How many spaces belong to boards and shared places; places of each of something come after them."""

    def __attrs_post_init__(self) -> None:
        self.cards = [card for kind in self.game.kinds.values() for card in kind.cards]
        self.card_index = {card: index for index, card in enumerate(self.cards)}
        for own in self.game.fields:
            if own.pair is not None and own.of is not None:
                self.pairs[own.of.name] = own.pair
        for board in self.game.boards.values():
            self.add_board(board)
        for place in self.game.places.values():
            self.add_series(place, None)
        things: list[tuple[Kind, Iterator[ThingInfo]]] = [(kind, self.things_of(kind)) for kind in self.game.kinds.values()]
        for kind, made in things:
            self.first_thing[kind] = len(self.things)
            for thing in made:
                self.things.append(thing)
                if len(self.things) > MOST_THINGS:
                    raise limit(
                        "too-many-things",
                        Phrase("there-may-be-at-most-pieces-and", most_things=MOST_THINGS),
                        kind.span,
                        Phrase("lower-the-number-here-or-that-of"),
                    )
            self.size[kind] = len(self.things) - self.first_thing[kind]
        self.declared_spaces = len(self.spaces)
        for place_field in self.game.fields:
            if place_field.place is not None:
                self.add_places(place_field)
        self.check_dice()
        self.check_fields()
        for index, thing in enumerate(self.things):
            start = thing.kind.start
            self.starts.append(-1 if start is None else self.constant(start, index))

    def add_space(self, info: SpaceInfo) -> None:
        self.spaces.append(info)
        if len(self.spaces) > MOST_SPACES:
            raise limit(
                "too-many-spaces",
                Phrase("there-may-be-at-most-spaces-in", most_spaces=MOST_SPACES),
                info.declared.span,
                Phrase("lower-the-number-here-or-that-of-another"),
            )

    def add_series(self, space: Space, board: Board | None) -> None:
        """Add one named space, or a series of them."""
        self.first_space[space] = len(self.spaces)
        times = 1 if space.times is None else self.constant(space.times)
        self.size[space] = max(0, times)
        if times > MOST_SPACES:
            raise limit(
                "too-many-spaces",
                Phrase("there-may-be-at-most-spaces-in", most_spaces=MOST_SPACES),
                space.span,
                Phrase("lower-the-number-here"),
            )
        for number in range(1, times + 1):
            name = space.name if space.times is None else f"{space.name}-{number}"
            self.add_space(
                SpaceInfo(
                    name,
                    space.titles,
                    space.kind,
                    space.seen,
                    board,
                    space,
                    number=0 if space.times is None else number,
                    counted=space.counted,
                    top=space.top,
                )
            )

    def add_board(self, board: Board) -> None:
        """Add all spaces of a board."""
        first = self.first_space[board] = len(self.spaces)
        if board.kind == "grid":
            assert board.columns is not None
            assert board.rows is not None
            columns, rows = self.constant(board.columns), self.constant(board.rows)
            # With six sides, it has fewer cells than columns times rows, but more than half.
            within = columns >= 1 and rows >= 1 and columns * rows <= 2 * MOST_SPACES
            cells = [one for one in cells_of(board.shape, columns, rows) if one not in board.without] if within else []
            if not 0 < len(cells) <= MOST_SPACES:
                raise limit(
                    "too-many-spaces",
                    Phrase("a-grid-has-between-1-and-spaces", most_spaces=MOST_SPACES),
                    board.span,
                    Phrase("write-smaller-numbers"),
                )
            declared = Space(name=board.name, titles={}, kind="place", seen="all", times=None, board=board, span=board.span)
            for number, (column, row) in enumerate(cells, 1):
                name = f"{column_letters(column)}{row}"
                info = SpaceInfo(name, {}, "place", "all", board, declared, number=number, column=column, row=row)
                self.add_space(info)
        else:
            for space in board.spaces:
                self.add_series(space, board)
            for one, other in board.beside:
                a, b = self.first_space[one], self.first_space[other]
                self.beside.setdefault(a, []).append(b)
                self.beside.setdefault(b, []).append(a)
        self.size[board] = len(self.spaces) - first

    def add_places(self, place: Field) -> None:
        """Add a place of each player, thing, space or value."""
        assert place.of is not None
        assert place.place is not None
        self.first_space[place] = len(self.spaces)
        offset = self.offset(place.of)
        for number, entity in enumerate(self.having(place), start=1):
            owner = self.owner_of(place.of, entity)
            self.add_space(
                SpaceInfo(
                    f"{place.name}-{number}",
                    place.titles,
                    place.place,
                    place.seen,
                    None,
                    place,
                    owner=owner,
                    entity=entity - offset,
                    counted=place.counted,
                    top=place.top,
                    lookers=place.lookers,
                )
            )

    def having(self, place: Field) -> range:
        """Return the entities that have such a place; of spaces, those of the board, or of all boards and shared places."""
        of = place.of
        assert of is not None
        if of.kind == "space":
            if of.name:
                first = self.first_space[self.game.boards[of.name]]
                return range(first, first + self.size[self.game.boards[of.name]])
            return range(self.declared_spaces)
        first = self.offset(of)
        return range(first, first + self.count(of))

    def place_of(self, place: Field, entity: int) -> int:
        """Return the place that something has, if it has one."""
        having = self.having(place)
        return self.first_space[place] + having.index(entity) if entity in having else -1

    def things_of(self, kind: Kind) -> Iterator[ThingInfo]:
        """Yield the pieces or cards of a kind, group by group."""
        ranges = [range(self.players) if group == "player" else range(len(group.names)) for group in kind.groups]
        if prod(map(len, ranges)) * max(1, len(kind.cards)) > MOST_GROUPS:
            raise limit(
                "too-many-things",
                Phrase("things-may-be-made-for-at-most", most_groups=MOST_GROUPS),
                kind.span,
                Phrase("make-them-for-each-of-fewer-values"),
            )
        for values in product(*ranges):
            owner = next((value for value, group in zip(values, kind.groups) if group == "player"), -1)
            amount = self.constant(kind.amount, ThingInfo(kind, -1, values, owner, 0))
            if kind.cards:
                for card in kind.cards:
                    copies = amount * (1 if card.copies is None else self.constant(card.copies))
                    for serial in range(copies):
                        yield ThingInfo(kind, self.card_index[card], values, owner, serial)
            else:
                for serial in range(amount):
                    yield ThingInfo(kind, -1, values, owner, serial)

    def faces(self, die: Values | NumberDie) -> tuple[int, ...]:
        """Return the faces of a die; a face occurs once for each time that it is on the die."""
        if isinstance(die, NumberDie):
            weights = [1]
            many = die.most - die.least + 1
        else:
            weights = [1 if weight is None else self.constant(weight) for weight in die.weights]
            many = sum(max(0, weight) for weight in weights)
        if many > MOST_FACES:
            raise limit(
                "too-many-faces",
                Phrase("a-die-may-have-at-most-faces", most_faces=MOST_FACES),
                die.span,
                Phrase("write-smaller-numbers-or-roll-several-dice"),
            )
        if isinstance(die, NumberDie):
            return tuple(range(die.least, die.most + 1))
        return tuple(face for face, weight in enumerate(weights) for _ in range(weight))

    def check_dice(self) -> None:
        """Refuse a die with more faces than can be listed."""
        for die in self.game.dice.values():
            self.faces(die)

    def check_fields(self) -> None:
        """Refuse fields that could fill the machine's memory."""
        cells = members = 0
        for own in self.game.fields:
            if own.place is not None:
                continue
            having = 1 if own.of is None else len(self.spaces) if own.of.kind == "space" else self.count(own.of)
            cells += having
            if own.type.many:
                members += having * min(LARGEST_SET, self.universe(own.type))
            if cells > MOST_CELLS:
                raise limit(
                    "too-many-fields",
                    Phrase("all-fields-together-may-hold-at-most", most_cells=MOST_CELLS),
                    own.span,
                    Phrase("have-fewer-fields-or-fewer-things-and"),
                )
            if members > MOST_MEMBERS:
                raise limit(
                    "too-many-fields",
                    Phrase("the-sets-in-all-fields-together-might", most_members=MOST_MEMBERS),
                    own.span,
                    Phrase("keep-fewer-sets-or-sets-of-something"),
                )

    def universe(self, of: checked.Type) -> int:
        """Return how many values a type has; for numbers and texts, more than anybody counts."""
        match of.kind:
            case "truth":
                return 2
            case "number" | "text" | "nothing":
                return LARGEST_NUMBER
            case "thing" if of.name not in self.game.kinds:
                return len(self.things)
        return self.count(of)

    def sight(self) -> tuple[tuple[bool, ...], tuple[tuple[bool, ...], ...]]:
        """Return, for each space and last for out of play, whether everybody sees the things there; and the same by seat."""
        everybody = (*(space.seen == "all" for space in self.spaces), True)
        return everybody, tuple(
            (
                *(
                    space.seen == "all" or (space.seen != "nobody" and (space.owner == seat) == (space.seen == "owner"))
                    for space in self.spaces
                ),
                True,
            )
            for seat in range(self.players)
        )

    def hides(self) -> bool:
        """Return whether anything is hidden from anybody."""
        return any(space.seen != "all" for space in self.spaces)

    def sorts(self) -> tuple[int, ...]:
        """Return a number for each thing, equal for things that differ only in place, fields and contents."""
        classes: dict[tuple[object, ...], int] = {}
        return tuple(classes.setdefault((thing.kind, thing.card, thing.values), len(classes)) for thing in self.things)

    def counts(self) -> tuple[tuple[bool, ...], tuple[tuple[bool, ...], ...]]:
        """Return, like `sight`, whether everybody sees how many things are on a space, and whether each seat does."""
        everybody, by_seat = self.sight()
        counted = (*(space.counted for space in self.spaces), True)

        def counts(sees: tuple[bool, ...]) -> tuple[bool, ...]:
            return tuple(map(or_, sees, counted))

        return counts(everybody), tuple(map(counts, by_seat))

    def public(self) -> dict[str, list[Field]]:
        """Return, by kind, the fields that all see on a thing even if they do not see the thing."""
        found: dict[str, list[Field]] = {}
        for own in self.game.fields:
            if own.public and own.of is not None:
                found.setdefault(own.of.name, []).append(own)
        return found

    def holders(self) -> tuple[int, ...]:
        """Return, for each space and last for out of play, the thing that it is a place of, or -1."""
        holders = [-1] * (len(self.spaces) + 1)
        for space, info in enumerate(self.spaces):
            if isinstance(info.declared, Field) and info.declared.of is not None and info.declared.of.kind == "thing":
                holders[space] = self.offset(info.declared.of) + info.entity
        return tuple(holders)

    def count(self, of: checked.Type) -> int:
        """Return how many entities of a type there are."""
        if of.kind == "player":
            return self.players
        if of.kind == "thing":
            return self.size[self.game.kinds[of.name]]
        if of.name in self.pairs:
            return prod(map(self.count, self.pairs[of.name]))
        if of.kind == "value":
            return len(self.value_type(of.name).names)
        if of.kind == "card":
            return len(self.cards)
        return len(self.spaces)

    def offset(self, of: checked.Type) -> int:
        """Return the first index of a kind of things; 0 for all other types."""
        return self.first_thing[self.game.kinds[of.name]] if of.kind == "thing" else 0

    def parts(self, of: checked.Type, entity: int) -> tuple[tuple[checked.Type, int], ...]:
        """Return the owner of a field as it is, or both members if it is a pair."""
        if of.name not in self.pairs:
            return ((of, entity),)
        one, other = self.pairs[of.name]
        return tuple(zip((one, other), divmod(entity, self.count(other)), strict=True))

    def owner_of(self, of: checked.Type, entity: int) -> int:
        """Return the player who owns the field of something, or -1.

        That is the player itself, the owner of a thing, and of a pair the first of these.
        """
        for part, one in self.parts(of, entity):
            if part.kind == "player":
                return one
            if part.kind == "thing":
                return self.things[one].owner
        return -1

    def value_type(self, name: str) -> Values:
        """Return a type of named values, including dice and words of options; of pairs, all of them."""
        if name in self.pairs:
            ones, others = ([self.name_of(of, entity) for entity in range(self.count(of))] for of in self.pairs[name])
            names = tuple(f"{one}-{other}" for one in ones for other in others)
            span = next(own.span for own in self.game.fields if own.of is not None and own.of.name == name)
            return Values(name=name, names=names, span=span)
        if name in self.game.values:
            return self.game.values[name]
        found = self.game.dice[name]
        assert isinstance(found, Values)
        return found

    def name_of(self, of: checked.Type, entity: int) -> str:
        """Return the name of a player or a value."""
        return f"seat-{entity + 1}" if of.kind == "player" else self.value_type(of.name).names[entity]

    def run_of(self, row: checked.SeriesRef | checked.BoardRef) -> tuple[int, int]:
        """Return the first space of a series or board, and how many there are."""
        declared = row.space if isinstance(row, checked.SeriesRef) else row.board
        return self.first_space[declared], self.size[declared]

    def constant(self, expression: checked.Expression, thing: int | tuple[int, ...] | ThingInfo = -1) -> int:
        """Return the value of an expression that depends on options alone, or on one thing: a new one, or one at the start.

        It may also depend on something else that has a field, or on both members of a pair.
        """
        return constant_value(self, expression, thing)

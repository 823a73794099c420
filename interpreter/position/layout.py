"""Lay out the tables that never change, and the lists that a position is made of.

A position has these lists, each of which ends with a blank:

- `t` has numbers: the budget, the count of decisions, the table's fields, and the lengths of series.
- `at` has the space of each thing, and `on` the things of each space, in order of arrival.
- There is a list for each field that rules change, and for each direction of lines that grow and shrink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Expression, Field, Kind, Space, Values
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter.position.directions import Turn, next_spaces, turned, ways_of
from rulewright.interpreter.position.position import FIRST_CELL
from rulewright.interpreter.position.walk import expressions_in, rules_of_game, statements_of_game
from rulewright.interpreter.position.world import World

if TYPE_CHECKING:
    from rulewright.interpreter.position.areas import Areas

MOST_TRIED = 100_000
Parameters = ParamSpec("Parameters")
Made = TypeVar("Made")


def once(make: Callable[Concatenate[Layout, Parameters], Made]) -> Callable[Concatenate[Layout, Parameters], Made]:
    """Cache the result of a method, most often a table's name."""

    def known(layout: Layout, /, *arguments: Parameters.args, **named: Parameters.kwargs) -> Made:
        tables, key = layout._tables, (make, *arguments)
        if key not in tables:
            tables[key] = make(layout, *arguments, **named)
        made: Made = tables[key]
        return made

    return known


class Layout:
    """The tables and slots of one world."""

    def __init__(self, world: World, extra_rules: Sequence[checked.Rule] = (), resized: Iterable[Space] | None = None) -> None:
        """Lay out a world. For a game whose rules are not at hand, `resized` says which series grow and shrink."""
        self.world = world
        self.extra_rules = extra_rules
        self.constants: dict[str, Any] = {}
        self._names: dict[object, str] = {}
        self._weights: dict[Define, int] = {}
        self._tables: dict[tuple[object, ...], Any] = {}
        self._tried = 0
        """How many spaces were looked at to find those that satisfy a condition in every game."""
        game = world.game
        self.resized = dict.fromkeys(resized_in(game) if resized is None else resized)
        self.resized_boards = [board for board in game.boards.values() if any(space in self.resized for space in board.spaces)]
        self.has_piles = any(space.kind == "pile" for space in world.spaces)
        self.has_hidden = any(space.seen != "all" for space in world.spaces)
        self.slots: dict[Field | Space, int] = {}
        for number, own in enumerate(own for own in game.fields if own.of is None and own.assigned):
            self.slots[own] = FIRST_CELL + number
        for space in self.resized:
            self.slots[space] = FIRST_CELL + len(self.slots)
        self.fields = [own for own in game.fields if own.of is not None and own.place is None and own.assigned]
        self.components = {own: f"f{number}" for number, own in enumerate(self.fields)}
        self.direction_names = sorted({name for board in self.resized_boards for name in board.directions})

    @cached_property
    def areas(self) -> Areas:
        """Return which things may be where; found only when something is compiled."""
        from rulewright.interpreter.position.areas import Areas

        return Areas(self.world, [*rules_of_game(self.world.game), *self.extra_rules])

    @cached_property
    def marks(self) -> dict[str, list[tuple[int, str]]]:
        """Return, by kind, the visible fields of things, and who sees them, apart from fields that name things."""
        marks: dict[str, list[tuple[int, str]]] = {}
        for place, own in enumerate(self.fields):
            if own.of is not None and own.of.kind == "thing" and own.type.kind != "thing" and own.seen in ("all", "owner"):
                marks.setdefault(own.of.name, []).append((place, own.seen))
        return marks

    def constant(self, value: Any) -> str:
        """Return the name of a constant; equal constants share one."""
        key = (type(value), repr(value))
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"c{len(self._names)}"
            self.constants[name] = value
        return name

    def weight(self, define: Define) -> int:
        """Return the size of a define's expression when it is written out, including other defines."""
        weight = self._weights.get(define)
        if weight is None:
            self._weights[define] = 10**6  # a define that uses itself is never written out
            weight = 0
            for inner in expressions_in(define.value):
                weight += self.weight(inner.define) if isinstance(inner, checked.DefineCall) else 1
            self._weights[define] = weight
        return weight

    def kind_range(self, kind: Kind) -> tuple[int, int]:
        """Return the first thing of a kind, and the first one after the kind."""
        first = self.world.first_thing[kind]
        return first, first + self.world.size[kind]

    def group_value(self, thing: int, group: Values | Literal["player"]) -> int:
        info = self.world.things[thing]
        return next((value for value, own in zip(info.values, info.kind.groups) if own is group or own == group), -1)

    @once
    def things_by_group(self, kind: Kind, group: Values | Literal["player"]) -> str:
        """Return the table of the things of a kind by value; those of "nothing" are none."""
        count = self.world.players if isinstance(group, str) else len(group.names)
        things = range(*self.kind_range(kind))
        return self.constant(
            (*(tuple(thing for thing in things if self.group_value(thing, group) == value) for value in range(count)), ())
        )

    @once
    def group_table(self, group: Values | Literal["player"]) -> str:
        """Return the table of each thing's value for a group."""
        return self.constant((*(self.group_value(thing, group) for thing in range(len(self.world.things))), -1))

    @once
    def group_values(self, group: Values) -> str:
        """Return the table of each thing's value for a type of values; for a range, the numbers themselves."""
        if group.least is None:
            return self.group_table(group)
        values = [self.group_value(thing, group) for thing in range(len(self.world.things))]
        return self.constant((*(0 if value < 0 else group.least + value for value in values), 0))

    @once
    def owners(self) -> str:
        """Return the table of each thing's owner."""
        return self.constant((*(thing.owner for thing in self.world.things), -1))

    @once
    def space_owners(self) -> str:
        """Return the table of each space's owner, if it is a place of a player or of a player's thing."""
        return self.constant((*(space.owner for space in self.world.spaces), -1))

    @once
    def thing_cards(self) -> str:
        """Return the table of the named card that each thing is."""
        return self.constant((*(thing.card for thing in self.world.things), -1))

    def alike(self) -> tuple[int, ...]:
        """Return a number for each thing, equal for things that nobody could tell apart if they swapped places, fields and all.

        A thing with a place of its own is unlike all others, since its contents would have to move with it.
        """
        return self._alike

    @cached_property
    def _alike(self) -> tuple[int, ...]:
        sorts, of_its_own = self.sorts(), len(self.world.things)
        return tuple(
            of_its_own + thing if self.own_places(info.kind) else sorts[thing] for thing, info in enumerate(self.world.things)
        )

    def sorts(self) -> tuple[int, ...]:
        """Return a number for each thing, equal for things that differ only in place, fields and contents."""
        return self._sorts

    @cached_property
    def _sorts(self) -> tuple[int, ...]:
        return self.world.sorts()

    def own_places(self, kind: Kind) -> list[Field]:
        """Return the places that each thing of a kind has."""
        return [
            own
            for own in self.world.game.fields
            if own.place is not None and own.of is not None and own.of.kind == "thing" and own.of.name == kind.name
        ]

    def kind_has_alikes(self, kind: Kind) -> bool:
        """Return whether any two things of a kind may be one option."""
        sorts = self.sorts()[slice(*self.kind_range(kind))]
        return len(set(sorts)) < len(sorts)

    def one_for_each_value(self, kind: Kind) -> bool:
        """Return whether no two things of a kind have the same values."""
        values = [thing.values for thing in self.world.things if thing.kind is kind]
        return len(set(values)) == len(values)

    def table_slot(self, own: Field) -> int:
        """Return the index of a table's field in `t`."""
        return self.slots[own]

    def blank(self, of: checked.Type) -> Any:
        """Return the value that stands for "nothing" in a field."""
        if of.many:
            return ()
        return {"number": 0, "truth": False, "text": ""}.get(of.kind, -1)

    def initial_table_value(self, own: Field) -> Any:
        """Return the first value of a field of the table."""
        return self.blank(own.type) if own.default is None else self._typed(own, self.world.constant(own.default))

    def _typed(self, own: Field, value: int) -> Any:
        return bool(value) if own.type.kind == "truth" else value

    @once
    def field_component(self, own: Field) -> str:
        """Return the name of a field's list, or of its constant table if no rule changes it."""
        return self.components[own] if own.assigned else self.constant(self.initial_field(own))

    @once
    def initial_field(self, own: Field) -> tuple[Any, ...]:
        """Return the first values of a field, for everything that has it."""
        world = self.world
        assert own.of is not None
        blank = self.blank(own.type)

        def default(entity: int) -> Any:
            if own.default is None:
                return blank
            assert own.of is not None
            places = tuple(place for _, place in world.parts(own.of, entity))
            return self.printed(own, own.default, places if own.pair is not None else entity)

        if own.of.kind == "value" and own.pair is None:
            worth = {place: value for place, one, value in world.value_type(own.of.name).printed if one is own}
            return (
                *(self.printed(own, worth[place]) if place in worth else default(place) for place in range(world.count(own.of))),
                blank,
            )
        if own.of.kind == "thing":
            values = []
            for number, thing in enumerate(world.things):
                value = default(number) if thing.kind.name == own.of.name else blank
                if thing.card >= 0 and own in world.cards[thing.card].values:
                    value = self.printed(own, world.cards[thing.card].values[own])
                values.append(value)
            return (*values, blank)
        count = len(world.spaces) if own.of.kind == "space" else world.count(own.of)
        return (*map(default, range(count)), blank)

    def printed(self, own: Field, value: checked.Expression, entity: int | tuple[int, ...] = -1) -> Any:
        """Return what is printed on something, or the first value of its field."""
        if own.type.many:
            return tuple(sorted(set(self.members(value))))
        return self._typed(own, self.world.constant(value, entity))

    def members(self, e: checked.Expression) -> Iterator[int]:
        """Yield the members of a set that is known before the game."""
        match e:
            case checked.Operation(operator="several" | "as_set" | "union", operands=operands):
                for operand in operands:
                    yield from self.members(operand)
            case checked.Operation(operator="range", operands=(least, most)):
                yield from range(self.world.constant(least), self.world.constant(most) + 1)
            case checked.ValueSet():
                yield from range(self.world.count(e.type))
            case _:
                value = self.world.constant(e)
                if value >= 0 or e.type == checked.NUMBER:
                    yield value

    @once
    def card_field(self, own: Field) -> str:
        """Return the table of a field for each named card."""
        default = self.blank(own.type) if own.default is None else self.printed(own, own.default)
        return self.constant(
            (
                *(self.printed(own, card.values[own]) if own in card.values else default for card in self.world.cards),
                self.blank(own.type),
            )
        )

    @once
    def place_table(self, own: Field) -> str:
        """Return the table of the space that is a place of each of something."""
        assert own.of is not None
        count = len(self.world.things) if own.of.kind == "thing" else self.world.count(own.of)
        return self.constant((*(self.world.place_of(own, entity) for entity in range(count)), -1))

    @once
    def neighbours_at_table(self, side: str) -> str:
        """Return the table of each player's neighbour to the left (clockwise) or right."""
        count = self.world.players
        step = 1 if side == "left" else -1
        return self.constant((*((seat + step) % count for seat in range(count)), -1))

    @once
    def seating(self, direction: str) -> str:
        """Return the table of the players in seating order from each of them, and last from nobody."""
        count = self.world.players
        step = 1 if direction == "clockwise" else -1
        return self.constant(
            (*(tuple((seat + step * turn) % count for turn in range(count)) for seat in range(count)), tuple(range(count)))
        )

    def bounds(self, e: Expression) -> list[tuple[int, str]]:
        """Return a series, board or space as runs of spaces: the first, and the code of the one after the last."""
        first_space, size = self.world.first_space, self.world.size
        if isinstance(e, checked.SpaceRef):
            first = first_space[e.space]
            return [(first, str(first + 1))]
        if isinstance(e, checked.SeriesRef):
            return [(first_space[e.space], self.end_of(e.space))]
        assert isinstance(e, checked.BoardRef)
        if e.board not in self.resized_boards:
            first = first_space[e.board]
            return [(first, str(first + size[e.board]))]
        return [(first_space[space], self.end_of(space)) for space in e.board.spaces]

    def chosen_spaces(self, e: Expression) -> tuple[int, ...] | None:
        """Return the spaces of a board that satisfy a condition, if that is known before the game."""
        match e:
            case checked.SetOperation(
                operator="where", values=checked.BoardRef() | checked.SeriesRef() as row, local=local, body=body
            ):
                runs = self.bounds(row)
                known = all(known_of(local, part) for part in expressions_in(body))
                if not known or len(runs) != 1 or not runs[0][1].isdigit() or self._tried > MOST_TRIED:
                    return None
                self._tried += int(runs[0][1]) - runs[0][0]
                try:
                    return tuple(space for space in range(runs[0][0], int(runs[0][1])) if self.world.constant(body, space))
                except RulebookError:
                    return None
        return None

    def end_of(self, space: Space) -> str:
        """Return the code of the first space after the open ones of a series."""
        first = self.world.first_space[space]
        if space in self.resized:
            return f"{first} + t[{self.slots[space]}]"
        return str(first + self.world.size[space])

    def length(self, space: Space) -> str:
        """Return the code of the number of open spaces of a series."""
        return f"t[{self.slots[space]}]" if space in self.resized else str(self.world.size[space])

    def ranges(self, e: Expression) -> list[str]:
        """Return the open spaces of a series or board, as ranges."""
        return [f"range({first}, {end})" for first, end in merged(self.bounds(e))]

    def direction(self, name: str, *, over_sides: bool = False) -> tuple[str, bool]:
        """Return the table of the next space in a direction, and whether it changes; `over_sides`: if they share a side."""
        if name in self.direction_names:
            return f"d{self.direction_names.index(name)}", True
        return self.constant(tuple(next_spaces(self.world, name, over_sides=over_sides))), False

    @once
    def rays(self, name: str) -> str:
        """Return the table of all spaces beyond each space in a direction."""
        table = next_spaces(self.world, name)
        rays: list[tuple[int, ...]] = []
        for space in range(len(self.world.spaces)):
            ray = []
            while (space := table[space]) >= 0:
                ray.append(space)
            rays.append(tuple(ray))
        return self.constant((*rays, ()))

    @once
    def axes(self) -> str:
        """Return the table of the two opposite directions of each axis, for `longest line`."""
        pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        names = [("west", "east"), ("north", "south"), ("northwest", "southeast"), ("southwest", "northeast")]
        for board in self.world.game.boards.values():
            if board.kind == "line" and len(board.directions) == 2:
                names.append((board.directions[0], board.directions[1]))
        for one, other in names:
            pair = tuple(next_spaces(self.world, one)), tuple(next_spaces(self.world, other))
            if any(space >= 0 for space in pair[0]) and pair not in pairs:
                pairs.append(pair)
        return self.constant(tuple(pairs))

    @once
    def piles(self) -> str:
        """Return the table that says whether each space is a pile."""
        return self.constant((*(space.kind == "pile" for space in self.world.spaces), False))

    def beside(self, which: str) -> str | None:
        """Return the table of the spaces beside each space; None if a line of them changes."""
        world = self.world
        if self.direction_names:
            return None
        over_sides = which == "neighbours"
        tables = [next_spaces(world, name, over_sides=over_sides) for name in self.all_directions(over_sides=over_sides)]
        rows: list[tuple[int, ...]] = []
        for space in range(len(world.spaces)):
            near = [table[space] for table in tables if table[space] >= 0] + world.beside.get(space, [])
            rows.append(tuple(dict.fromkeys(near)))
        return self.constant((*rows, ()))

    @once
    def on_map(self) -> str:
        """Return the table of the spaces beside each space of a map."""
        beside = self.world.beside
        return self.constant((*(tuple(beside.get(space, ())) for space in range(len(self.world.spaces))), ()))

    def all_directions(self, *, over_sides: bool) -> list[str]:
        """Return the directions of all boards, or those of them that lead over the side of a cell."""
        boards = self.world.game.boards.values()
        return list(dict.fromkeys(name for board in boards for name in ways_of(board, over_sides=over_sides)))

    @once
    def turned(self, turn: Turn) -> str:
        """Return the table of the opposite of each direction, or of the next one clockwise or counterclockwise."""
        lines = [board.directions for board in self.world.game.boards.values() if board.kind == "line" and board.directions]
        return self.constant((*turned(self.world.value_type("direction").names, lines, turn), -1))

    @once
    def space_numbers(self, which: str) -> str:
        """Return the table of each space's row, column or number."""
        return self.constant((*(getattr(space, which) for space in self.world.spaces), 0))

    def initial(self) -> dict[str, list[Any]]:
        """Return all lists of a position, before anything is set up."""
        world = self.world
        table: list[Any] = [0] * FIRST_CELL
        table += [self.initial_table_value(own) for own in world.game.fields if own.of is None and own.assigned]
        table += [world.size[space] for space in self.resized]
        on: list[Any] = [[] for _ in range(len(world.spaces) + 1)]
        for thing, space in enumerate(world.starts):
            if space >= 0:
                on[space].append(thing)
        lists: dict[str, list[Any]] = {"t": table, "at": [*world.starts, -1], "on": on}
        for own in self.fields:
            lists[self.components[own]] = list(self.initial_field(own))
        for number, name in enumerate(self.direction_names):
            lists[f"d{number}"] = next_spaces(self.world, name)
        return lists


def resized_in(game: checked.Game) -> Iterator[Space]:
    """Yield the series whose spaces some rule opens or closes."""
    for statement in statements_of_game(game):
        if isinstance(statement, checked.Resize):
            yield statement.space


def known_of(space: checked.Local, e: Expression) -> bool:
    """Return whether a part of a condition on a space depends only on where the space is, and on the options."""
    match e:
        case checked.LocalRef(local=local):
            return local is space
        case checked.Property(property="row" | "column" | "number", target=target):
            return target.type.kind == "space"
    return isinstance(e, checked.Const | checked.OptionValue | checked.SpaceRef | checked.Operation)


def merged(runs: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return runs of spaces with adjacent ones joined."""
    result: list[tuple[int, str]] = []
    for first, end in runs:
        if result and result[-1][1] == str(first):
            result[-1] = (result[-1][0], end)
        else:
            result.append((first, end))
    return result

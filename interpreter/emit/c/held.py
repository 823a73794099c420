"""Say how C holds a value of a type: as a number, as bits, or as a list with room for all that it may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import field, frozen

from rulewright.dsl.checked import Type, Values
from rulewright.interpreter.position.world import World

MOST_BITS = 128
"""A set of references is held as bits if its universe has no more than these."""
NUMBERS_ROOM = 40
"""How many numbers a kept set of them has room for, where nothing tells how many there may be."""
SHARED_ROOM = 512
"""How many numbers the same sets of all players, things, ... have room for together, if that is more."""


@frozen
class Scalar:
    """One value: a number of so many bytes, from `least` up to, and with, `most`."""

    width: int
    least: int
    most: int

    @property
    def name(self) -> str:
        """Its type in C."""
        return f"i{8 * self.width}"

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.width

    @property
    def alignment(self) -> int:
        """Of how many bytes its place is a multiple."""
        return self.width


@frozen
class BitWord:
    """A set of references in ascending order, as bits."""

    width: int
    count: int

    @property
    def name(self) -> str:
        """Its type in C."""
        return f"u{8 * self.width}"

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.width

    @property
    def alignment(self) -> int:
        """Of how many bytes its place is a multiple."""
        return 8


@frozen
class ListStorage:
    """A set in some order: how many there are, and these."""

    element: Scalar
    room: int

    @property
    def name(self) -> str:
        """Its type in C."""
        return f"Kept{self.element.width}x{self.room}"

    @property
    def first(self) -> int:
        """How many bytes lie before the first of them."""
        return max(2, self.element.width)

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return padded(self.first + self.room * self.element.width, self.alignment)

    @property
    def alignment(self) -> int:
        """Of how many bytes its place is a multiple."""
        return max(2, self.element.width)


@frozen
class RowStorage:
    """The unseen choices of several players: the number of rows, and the rows, each with a value for each column."""

    columns: tuple[Storage, ...]
    room: int
    name: str = "Rows"

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where the columns lie in a row."""
        return placed(self.columns, 0)[0]

    @property
    def stride(self) -> int:
        """How many bytes a row takes."""
        return padded(placed(self.columns, 0)[1], max(column.alignment for column in self.columns))

    @property
    def first(self) -> int:
        """How many bytes lie before the first row."""
        return self.alignment

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return padded(self.first + self.room * self.stride, self.alignment)

    @property
    def alignment(self) -> int:
        """Of how many bytes its place is a multiple."""
        return max(2, *(column.alignment for column in self.columns))


Storage: TypeAlias = Scalar | BitWord | ListStorage | RowStorage
NUMBER = Scalar(8, -(2**63), 2**63 - 1)
TRUTH = Scalar(1, 0, 1)
TEXT = Scalar(4, 0, 2**31 - 1)


def padded(size: int, alignment: int) -> int:
    """Return the next multiple of an alignment."""
    return -(-size // alignment) * alignment


def placed(parts: tuple[Storage, ...], start: int) -> tuple[tuple[int, ...], int]:
    """Place parts one after the other from an offset on; return their offsets, and where the last one ends."""
    offsets = []
    for part in parts:
        start = padded(start, part.alignment)
        offsets.append(start)
        start += part.size
    return tuple(offsets), start


def reference(count: int) -> Scalar:
    """Return how to hold a number that is below a count, or -1."""
    return Scalar(1 if count <= 127 else 2, -1, count - 1)


def blank_of(of: Type) -> int:
    """Return the value of a type before anything is chosen; as bits, an empty set is 0."""
    return 0 if of.many or of.kind in ("number", "truth", "text") else -1


@frozen
class Universe:
    """How many there are of everything that a type may name."""

    players: int
    spaces: int
    things: int
    cards: int
    values: Mapping[str, int] = field(factory=dict)
    kinds: Mapping[str, tuple[int, int]] = field(factory=dict)
    """Of each kind of things, the first one and how many there are."""

    def count(self, of: Type) -> int:
        """Return one more than the highest number that a reference of a type may be."""
        match of.kind:
            case "player":
                return self.players
            case "space":
                return self.spaces
            case "thing":
                return self.things
            case "card":
                return self.cards
            case "value":
                return self.values[of.name]
            case "truth":
                return 2
        return 0

    def most(self, of: Type) -> int:
        """Return how many members a set of some type may have; -1 if that is not known."""
        if of.kind in ("number", "text"):
            return -1
        if of.kind == "thing" and of.name in self.kinds:
            return self.kinds[of.name][1]
        return self.count(of)

    def scalar(self, of: Type) -> Scalar:
        """Return how to hold one value of a type."""
        match of.kind:
            case "number":
                return NUMBER
            case "truth":
                return TRUTH
            case "text":
                return TEXT
        return reference(self.count(of))

    def element(self, of: Type) -> Scalar:
        """Return how to hold one member of a list; a text is held as a number."""
        return NUMBER if of.kind == "text" else self.scalar(of)

    def bits(self, of: Type) -> int:
        """Return how many bits a set of a type takes as bits, 64 or 128; 0 if it cannot be held so."""
        count = 0 if of.kind in ("number", "text", "nothing") else self.count(of)
        return 0 if not count or count > MOST_BITS else 64 if count <= 64 else 128

    def storage(self, of: Type, ascending: bool, most: int = -1) -> Storage:
        """Return how to keep a value of a type; `most` limits a set of numbers, if that is known."""
        if not of.many:
            return self.scalar(of)
        if ascending and self.bits(of):
            return BitWord(self.bits(of) // 8, self.count(of))
        known = self.most(of)
        if known < 0:
            known = NUMBERS_ROOM if most < 0 else most
        return ListStorage(self.element(of), max(1, known))


def universe_of(world: World) -> Universe:
    """Return the universe of a world."""
    game = world.game
    named = {**game.values, **{name: die for name, die in game.dice.items() if isinstance(die, Values)}}
    return Universe(
        world.players,
        len(world.spaces),
        len(world.things),
        len(world.cards),
        {name: len(values.names) for name, values in named.items()}
        | {name: world.count(Type("value", name)) for name in world.pairs},
        {name: (world.first_thing[kind], world.size[kind]) for name, kind in game.kinds.items()},
    )

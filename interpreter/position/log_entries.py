"""The entries of the log, each declared once with what those who read the log have to know of it.

In a position, an entry is a tuple of its kind and its values. A game writes thousands, and Python makes a tuple in a quarter of
the time that an object takes. `journal.entries` makes objects of them for everybody who reads the log, and `journal.chain`
makes tuples of objects again. An entry says where something lies as `Sight` says it.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias, get_args

from attrs import fields

from rulewright.dsl import checked
from rulewright.dsl.constructs.actions import OrderChange as ActionTold
from rulewright.dsl.text.frozen import unchanging

Packed: TypeAlias = tuple[Any, ...]
"""An entry as it stands in a position."""


@unchanging
class LogEntry:
    """The base of all entries."""

    kind: ClassVar[str]
    is_heavy: ClassVar[bool] = False
    """Whether it may hold a text or a set, which counts towards the size of the log."""

    @property
    def actor(self) -> int:
        """Return the player whose act it is, or -1."""
        return -1

    def weight(self) -> int:
        """Return what it counts for its texts and for the sets that it names."""
        return 0

    def packed(self) -> Packed:
        """Return it as it stands in a position."""
        return VALUES[self.kind](self) if self.kind in VALUES else (self.kind,)


@unchanging
class MovementEntry(LogEntry):
    """A single thing that goes."""

    @property
    def places_seen(self) -> tuple[int, ...]:
        """Return the places where it may have been seen."""
        raise NotImplementedError


@unchanging
class MarkEntry(LogEntry):
    """An entry that tells nothing by itself, but something about other entries."""


@unchanging
class MoveEntry(MovementEntry):
    """Something moved from one space to another, or within a pile.

    It may have been moved by the statement that moved what was told of before, and it may lie `under` the others now.
    """

    kind: ClassVar[str] = "move"
    thing: int
    origin: int
    to: int
    under: bool
    together: bool

    @property
    def places_seen(self) -> tuple[int, ...]:
        """Return the places where it may have been seen."""
        return (self.origin, self.to)


@unchanging
class RemovalEntry(MovementEntry):
    """Something left the game."""

    kind: ClassVar[str] = "away"
    to: ClassVar[int] = -1
    thing: int
    origin: int
    together: bool

    @property
    def places_seen(self) -> tuple[int, ...]:
        """Return the places where it may have been seen."""
        return (self.origin,)


@unchanging
class SwapEntry(LogEntry):
    """Two things changed places."""

    kind: ClassVar[str] = "swap"
    one: int
    other: int
    first: int
    """Where the one lay before."""
    second: int

    @property
    def places_seen(self) -> tuple[int, ...]:
        """Return the places where they lay."""
        return (self.first, self.second)


@unchanging
class ChangeEntry(LogEntry):
    """A field was changed; with a `text` that says why, and by how much `more` a number is."""

    kind: ClassVar[str] = "told"
    is_heavy: ClassVar[bool] = True
    own: checked.Field
    entity: int
    value: Any
    of: Any
    """Where what has the field lies, or who sees it."""
    where: Any
    """Where what the field holds lies."""
    more: int = 0
    text: Any = None
    values: Any = None
    places: Any = None

    def weight(self) -> int:
        """Return what its value and its reason count."""
        return weight_of(self.value) + (0 if self.text is None else weight_of_text(self.text, self.values))


@unchanging
class ChoiceEntry(LogEntry):
    """Somebody chose: no `value` is the pass, a number the line of a menu."""

    kind: ClassVar[str] = "chose"
    is_heavy: ClassVar[bool] = True
    seat: int
    question: int
    value: Any
    where: Any
    named: Any = None
    """Further values that the text of the chosen line names, by language."""
    named_where: Any = None
    """Where these lie."""

    @property
    def actor(self) -> int:
        """Return who chose."""
        return self.seat

    def weight(self) -> int:
        """Return what was chosen counts."""
        return sum(map(weight_of, self.value)) if isinstance(self.value, tuple) else 0


@unchanging
class LapseEntry(LogEntry):
    """Somebody had nothing to choose."""

    kind: ClassVar[str] = "lapsed"
    seat: int
    secretly: bool
    why: checked.Titles
    """The words for the things that there were none of."""

    @property
    def actor(self) -> int:
        """Return who that was."""
        return self.seat


@unchanging
class RollEntry(LogEntry):
    """A die was rolled; if a field shows the face, whose (`entity`) it is, and where that lies (`of`)."""

    kind: ClassVar[str] = "rolled"
    by: int
    die: Any
    face: int
    thrown: int
    own: checked.Field | None = None
    entity: int = -1
    of: Any = None


@unchanging
class ShowEntry(LogEntry):
    """Some things were shown to some seats."""

    kind: ClassVar[str] = "shown"
    is_heavy: ClassVar[bool] = True
    things: Any
    seats: Any
    places: Any
    faces: Any
    """For each thing, what the dice in its fields show, with their types."""

    def weight(self) -> int:
        """Return what the things and the seats count."""
        return weight_of(self.things) + weight_of(self.seats)


@unchanging
class TextEntry(LogEntry):
    """A text of the rulebook, with the values that it names and where they were, by language; None is no text."""

    is_heavy: ClassVar[bool] = True
    text: Any = None
    values: Any = None
    places: Any = None

    @property
    def named(self) -> list[tuple[int, int]]:
        """Return the players that the text names, each with the place among its values."""
        if self.text is None:
            return []
        language, types = next(iter(self.text[1].items()))
        inner = enumerate(zip(self.values[language], types, strict=True))
        return [(place, value) for place, (value, kind) in inner if kind == checked.PLAYER]

    def weight(self) -> int:
        """Return what the text counts."""
        return 0 if self.text is None else weight_of_text(self.text, self.values)


@unchanging
class SayEntry(TextEntry):
    """Something was said."""

    kind: ClassVar[str] = "say"


@unchanging
class HeadingEntry(TextEntry):
    """A part of the game begins."""

    kind: ClassVar[str] = "heading"


@unchanging
class TellBeginning(TextEntry):
    """The beginning of a block that one sentence tells; the sentence comes with the end."""

    kind: ClassVar[str] = "tell"


@unchanging
class TellEntry(TextEntry):
    """The end of what is told in one sentence: `later` is where the things that it names were then."""

    kind: ClassVar[str] = "tell_end"
    later: Any = None

    @property
    def actor(self) -> int:
        """Return the first player that it names."""
        return self.named[0][1] if self.named else -1


@unchanging
class ResizeEntry(LogEntry):
    """A series has one space more, or one less."""

    kind: ClassVar[str] = "resized"
    space: checked.Space
    extend: bool
    length: int


@unchanging
class VoidEntry(LogEntry):
    """A rule did nothing, since what it needs does not hold."""

    kind: ClassVar[str] = "void"
    player: int
    why: checked.Titles

    @property
    def actor(self) -> int:
        """Return who carried it out."""
        return self.player


@unchanging
class PerformEntry(LogEntry):
    """Somebody played a card."""

    kind: ClassVar[str] = "performed"
    player: int
    card: int

    @property
    def actor(self) -> int:
        """Return who that was."""
        return self.player


@unchanging
class UndoEntry(LogEntry):
    """Somebody took a choice back."""

    kind: ClassVar[str] = "back"
    player: int

    @property
    def actor(self) -> int:
        """Return who that was."""
        return self.player


@unchanging
class ReorderEntry(LogEntry):
    """A pile is in another order."""

    kind: ClassVar[str] = "ordered"
    how: ActionTold
    pile: int


@unchanging
class HolderEntry(MarkEntry):
    """Where a thing lies whose places the next entry names."""

    kind: ClassVar[str] = "held"
    holder: int
    where: int


@unchanging
class ResultEntry(LogEntry):
    """A rule of which an example asks has given something."""

    kind: ClassVar[str] = "gave"
    rule: int
    value: Any


@unchanging
class ActBeginning(MarkEntry):
    """An act begins: a loop over things."""

    kind: ClassVar[str] = "begun"


@unchanging
class ActPass(MarkEntry):
    """The next pass of an act begins."""

    kind: ClassVar[str] = "each"
    thing: int
    where: int


@unchanging
class ActEnd(MarkEntry):
    """An act has come to its end."""

    kind: ClassVar[str] = "done"


Moving: TypeAlias = MoveEntry | RemovalEntry | SwapEntry
"""Entries that tell where things are now."""
Entry: TypeAlias = (
    Moving
    | ChangeEntry
    | ChoiceEntry
    | LapseEntry
    | RollEntry
    | ShowEntry
    | SayEntry
    | HeadingEntry
    | TellBeginning
    | TellEntry
    | ResizeEntry
    | VoidEntry
    | PerformEntry
    | UndoEntry
    | ReorderEntry
    | HolderEntry
    | ResultEntry
    | ActBeginning
    | ActPass
    | ActEnd
)
KINDS: dict[str, type[Entry]] = {one.kind: one for one in get_args(Entry)}
NAMES = {kind: tuple(value.name for value in fields(one)) for kind, one in KINDS.items()}
"""The names of the values of each kind, in their order."""
VALUES: dict[str, Callable[[LogEntry], Packed]] = {kind: attrgetter("kind", *names) for kind, names in NAMES.items() if names}


def entry_of(packed: Packed) -> Entry:
    """Return an entry of a position as an object."""
    return KINDS[packed[0]](*packed[1:])


def weight_of(value: Any) -> int:
    """Return what a value counts: a text its letters, a set its members."""
    return len(value) if isinstance(value, str | tuple) else 0


def weight_of_text(text: Any, said: dict[str, tuple[Any, ...]]) -> int:
    """Return what a text of the rulebook counts, in all its languages, with what it speaks of."""
    weight: int = text[2]
    return weight + sum(weight_of(one) for inner in said.values() for one in inner)

"""Give a position as a seat may know it: any read of what the seat cannot see is stopped.

So the value of an expression there depends only on what the seat knows, and says nothing about the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.interpreter.position.position import AT, FIELDS, ON, TABLE, Parts

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match


class UnknownRead(Exception):
    """Raised at a read of something that the seat cannot see."""


class UnknownPlace:
    """A place that the seat cannot look into: it is only known to be none of those that it can."""

    def __init__(self, sees: Callable[[int], bool]) -> None:
        self.sees = sees

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and self.sees(other):
            return False
        raise UnknownRead

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        raise UnknownRead

    def unknown(self, *_: object) -> NoReturn:
        """Refuse any other question about it."""
        raise UnknownRead

    __index__ = __int__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = unknown


class CheckedList:
    """A list each entry of which is checked when it is read."""

    def __init__(self, parts: Sequence[Any], look: Callable[[int, Any], Any]) -> None:
        self.parts = parts
        self.look = look

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int):
            raise UnknownRead
        return self.look(index if index >= 0 else len(self.parts) + index, self.parts[index])

    def __len__(self) -> int:
        return len(self.parts)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self.parts)))


def knows_where(match: Match, seat: int, thing: int) -> bool:
    """Return whether a seat knows where a thing is; one out of play may have left unseen."""
    position, program = match.position, match.program
    if position.at[thing] >= 0:
        return match.words.sees(seat, program.sight.of_thing(position.parts, thing))
    return program.world.things[thing].kind.name not in program.form.hidden.out


def as_known(match: Match, seat: int) -> Parts:
    """Return the parts of a position for compiled rules, guarded against reads of what a seat does not see."""
    position, words, layout = match.position, match.words, match.program.layout
    sight, hidden = match.program.sight, match.program.form.hidden
    at, world, parts = position.at, layout.world, position.parts

    def sees(space: int) -> bool:
        return words.sees(seat, sight.of_space(parts, space))

    def sees_thing(thing: int) -> bool:
        return words.sees(seat, sight.of_thing(parts, thing))

    def place(thing: int, space: int) -> Any:
        return space if knows_where(match, seat, thing) else UnknownPlace(sees)

    def lying(space: int, things: Any) -> Any:
        if not sees(space):
            raise UnknownRead
        return things

    def named(value: Any, holds: Any) -> Any:
        """Return the value of a field, which is known, unless it names a thing that the seat does not see."""
        things = value if isinstance(value, tuple) else (value,)
        if holds.kind == "thing" and not all(thing < 0 or sees_thing(thing) for thing in things):
            raise UnknownRead
        return value

    known = [*parts]
    known[AT], known[ON] = CheckedList(at, place), CheckedList(position.on, lying)
    slots = {layout.slots[own]: own for own in world.game.fields if own in layout.slots}

    def told(slot: int, value: Any) -> Any:
        own = slots.get(slot)
        if own is not None and slot in hidden.table and not sight.tells(parts, own, -1, seat):
            raise UnknownRead
        return value if own is None else named(value, own.type)

    known[TABLE] = CheckedList(position.table, told)
    for number, own in enumerate(layout.fields):

        def upon(entity: int, value: Any, own: Any = own, is_hidden: bool = number in hidden.fields) -> Any:
            lies_hidden = own.of.kind == "thing" and not own.public and not sees_thing(entity)
            if lies_hidden or (is_hidden and not sight.tells(parts, own, entity, seat)):
                raise UnknownRead
            return named(value, own.type)

        known[FIELDS + number] = CheckedList(position.field(number), upon)
    return known

"""A position comes in; the same goes out as a seat may know it: whatever looks at what the seat cannot see is stopped there.

So what is worked out on it hangs on nothing else than what the seat knows, and says nothing of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.interpreter.play.runtime import AT, FIELDS, ON, TABLE

if TYPE_CHECKING:
    from rulewright.interpreter.play.match import Match


class Unknown(Exception):
    """This hangs on something that the seat cannot see."""


class Somewhere:
    """A place that the seat does not see into: it only knows that it is none of those that it does."""

    def __init__(self, sees: Callable[[int], bool]) -> None:
        self.sees = sees

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and self.sees(other):
            return False
        raise Unknown

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        raise Unknown

    def unknown(self, *_: object) -> NoReturn:
        """Nothing else is known of it."""
        raise Unknown

    __index__ = __int__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = unknown


class Looked:
    """A list of which each part is looked at on its own."""

    def __init__(self, parts: Sequence[Any], look: Callable[[int, Any], Any]) -> None:
        self.parts = parts
        self.look = look

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int):
            raise Unknown
        return self.look(index if index >= 0 else len(self.parts) + index, self.parts[index])

    def __len__(self) -> int:
        return len(self.parts)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self.parts)))


def knows_where(match: Match, seat: int, thing: int) -> bool:
    """Return whether a seat knows where a thing is; what is out of play may have left unseen."""
    space, program = match.s[AT][thing], match.program
    return match.words.sees(seat, space) if space >= 0 else program.world.things[thing].kind.name not in program.form.hidden.out


def as_known(match: Match, seat: int) -> list[Any]:
    """The lists of a position, for who may not look behind what a seat sees."""
    s, words, layout = match.s, match.words, match.program.layout
    tells, hidden = match.program.sight.tells, match.program.form.hidden
    at, world = s[AT], layout.world

    def sees(space: int) -> bool:
        return words.sees(seat, space)

    def place(thing: int, space: int) -> Any:
        return space if knows_where(match, seat, thing) else Somewhere(sees)

    def lying(space: int, things: Any) -> Any:
        if not sees(space):
            raise Unknown
        return things

    def named(value: Any, holds: Any) -> Any:
        """What is in a field is known; but if it is a thing that the seat does not see, not which."""
        things = value if isinstance(value, tuple) else (value,)
        if holds.kind == "thing" and not all(thing < 0 or sees(at[thing]) for thing in things):
            raise Unknown
        return value

    known = [*s]
    known[AT], known[ON] = Looked(at, place), Looked(s[ON], lying)
    slots = {layout.slots[id(own)]: own for own in world.game.fields if id(own) in layout.slots}

    def told(slot: int, value: Any) -> Any:
        own = slots.get(slot)
        if own is not None and slot in hidden.table and not tells(s, own, -1, seat):
            raise Unknown
        return value if own is None else named(value, own.type)

    known[TABLE] = Looked(s[TABLE], told)
    for number, own in enumerate(layout.fields):

        def upon(entity: int, value: Any, own: Any = own, is_hidden: bool = number in hidden.fields) -> Any:
            lies_hidden = own.of.kind == "thing" and not own.public and not sees(at[entity])
            if lies_hidden or (is_hidden and not tells(s, own, entity, seat)):
                raise Unknown
            return named(value, own.type)

        known[FIELDS + number] = Looked(s[FIELDS + number], upon)
    return known

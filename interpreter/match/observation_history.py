"""Record what one seat sees, hears, is asked and chooses in a match, as atoms that are easily compared.

A seat's knowledge is a sequence of such atoms: `information_sets.py` makes one digest of it, and `interpreter/search/` follows
it through whole games. Questions to others are no part of it, and neither is chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from rulewright.interpreter.views.view import ThingName

if TYPE_CHECKING:
    from rulewright.interpreter.match.decision import Decision
    from rulewright.interpreter.match.match import Match

Atom: TypeAlias = tuple[str, ...]
"""One piece of a seat's knowledge: its kind, and texts."""

DIGEST_SIZE = 16


def view_digest(match: Match, seat: int) -> Atom:
    """Return a digest of what a seat sees, equal for seats that see the same."""
    told: list[str] = []
    tell(match.view(seat), told)
    # The first item says whose view it is.
    return ("seen", hashlib.blake2b("\n".join(told[1:]).encode("utf-8", "surrogatepass"), digest_size=DIGEST_SIZE).hexdigest())


def all_see_alike(match: Match) -> bool:
    """Return whether all seats always see the same: nothing is for its owner alone, or for all but its owner."""
    world = match.program.world
    return not any(space.seen in ("owner", "others") for space in world.spaces) and not any(
        own.seen == "owner" for own in world.game.fields
    )


def entries_heard(match: Match, seat: int, since: int) -> list[Atom]:
    """Return what a seat has heard since a point of the log."""
    return [("heard", line) for line in match.log(seat, since)]


class ObservationCache:
    """The hearing of the seats in one match and its copies, which does not put old entries into words again."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], list[Atom]] = {}

    def entries_heard(self, match: Match, seat: int, since: int) -> list[Atom]:
        """Return what a seat has heard since a point of the log."""
        told = (seat, match.written(since))
        found = self.known.get(told)
        if found is None:
            found = self.known[told] = entries_heard(match, seat, since)
        return found


def question_to(decision: Decision) -> Atom:
    """Return the question to a seat."""
    return ("asked", decision.prompt, *(option.key for option in decision.options))


def chose(decision: Decision, way: int | str) -> Atom:
    """Return a seat's choice: an option by its index, or words."""
    return ("chose", way if isinstance(way, str) else decision.options[way].key)


def tell(value: Any, told: list[str]) -> None:
    """Append everything in a view, in order; lists are preceded by their lengths, so that nothing runs together."""
    if type(value) in _SEQUENCES:
        told.append(f"[{len(value)}")
    else:
        value = fields_of(value.__class__)(value)
    for one in value:
        if type(one) in _PLAIN:
            told.append(repr(one))
        else:
            tell(one, told)


_PLAIN = frozenset({type(None), str, ThingName, int, bool})
_SEQUENCES = frozenset({list, tuple})


@cache
def fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads all fields of a class of a view."""
    names = [own.name for own in attrs.fields(kind)]
    # With a single name it would not return a tuple.
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

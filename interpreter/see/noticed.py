"""A match comes in; what one seat sees, hears, is asked and chooses in it goes out, as atoms that are easily compared.

Everything a seat comes to know is a sequence of such atoms: `information.py` makes one digest of it, and
`interpreter/search/` follows it through whole games. Who else is asked, and what, is no part of it; nor is chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from rulewright.interpreter.see.view import Seen

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match

Atom: TypeAlias = tuple[str, ...]
"""One thing that a seat comes to know: what kind of thing it is, and texts."""

DIGEST_SIZE = 16


def seen(match: Match, seat: int) -> Atom:
    """A digest of what a seat sees; two seats that see the same have the same."""
    told: list[str] = []
    tell(match.view(seat), told)
    # The first thing told is whose view it is.
    return ("seen", hashlib.blake2b("\n".join(told[1:]).encode("utf-8", "surrogatepass"), digest_size=DIGEST_SIZE).hexdigest())


def see_alike(match: Match) -> bool:
    """Whether all seats always see the same: nothing is for its owner alone, or for all others."""
    world = match.program.world
    return not any(space.seen in ("owner", "others") for space in world.spaces) and not any(
        own.seen == "owner" for own in world.game.fields
    )


def heard(match: Match, seat: int, since: int) -> list[Atom]:
    """What a seat has heard since a point of the log."""
    return [("heard", line) for line in match.log(seat, since)]


class Ears:
    """What the seats of one match and its copies hear: what was told before is not put into words again."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], list[Atom]] = {}

    def heard(self, match: Match, seat: int, since: int) -> list[Atom]:
        """What a seat has heard since a point of the log."""
        told = (seat, match.written(since))
        found = self.known.get(told)
        if found is None:
            found = self.known[told] = heard(match, seat, since)
        return found


def asked(decision: Decision) -> Atom:
    """What a seat is asked."""
    return ("asked", decision.prompt, *(option.key for option in decision.options))


def chose(decision: Decision, way: int | str) -> Atom:
    """What a seat chose: an option by its place, or words."""
    return ("chose", way if isinstance(way, str) else decision.options[way].key)


def tell(value: Any, told: list[str]) -> None:
    """All that is in a view, in order; lists and their like with how much is in them, so that nothing runs together."""
    if type(value) in _SEQUENCES:
        told.append(f"[{len(value)}")
    else:
        value = fields_of(value.__class__)(value)
    for one in value:
        if type(one) in _PLAIN:
            told.append(repr(one))
        else:
            tell(one, told)


_PLAIN = frozenset({type(None), str, Seen, int, bool})
_SEQUENCES = frozenset({list, tuple})


@cache
def fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all fields of one of the classes of a view."""
    names = [own.name for own in attrs.fields(kind)]
    # The one of a single name would not make a tuple.
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

"""Mark things with the signs of their owners, and with a few letters for each different thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli.render.details import with_details
from rulewright.cli.render.speech import phrase
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.speech import counted_name
from rulewright.interpreter.views.view import ThingName

if TYPE_CHECKING:
    from rulewright.interpreter.views.view import PlaceView, View

EMPTY = "·"
OWNERS = "ox+*#@%&=$~^"
"""A sign for each seat."""
_LONGEST_MARK = 3
_OF_A_KIND = re.compile(r"(.+?) \(([^()]+)\)")


@frozen
class OwnerSigns:
    """Which things need only their owner's sign, and what to call others among those of other players."""

    plain: str | None
    """The title of all things with owners, if it is the same for all: then a sign says everything."""
    forms: Mapping[str, Sequence[str]]
    """The plural forms of things that are counted."""
    language: str

    @classmethod
    def signs_for(cls, view: View, language: str) -> OwnerSigns:
        """Return the signs for the common part of a view."""
        things = [thing for board in view.boards for space in board.spaces for thing in space.things]
        things += [thing for place in view.places for thing in place.things or ()]
        called = {thing.plain for thing in things if isinstance(thing, ThingName) and thing.owner >= 0}
        return cls(called.pop() if len(called) == 1 else None, {forms[0]: forms for forms in view.forms}, language)

    def grouped(self, things: Sequence[str]) -> list[str]:
        """Return the things in order, with neighbours of the same title counted, in the right plural."""
        return [counted_name(self.forms, self.language, thing, count) for thing, count in neighbours(things)]

    def beside(self, things: Sequence[str]) -> list[str]:
        """Return things on one space: equal ones together, those of an owner after the owner's sign."""
        parts: list[str] = []
        for seat in sorted({owner_of(thing) for thing in things}, key=lambda seat: (seat < 0, seat)):
            own = [thing for thing in things if owner_of(thing) == seat]
            plain = [title_of(thing) for thing in own]
            if seat >= 0 and set(plain) == {self.plain}:
                parts.append(" ".join(OWNERS[seat] * len(own)))
            elif seat >= 0:
                parts.append(f"{OWNERS[seat]} {', '.join(self.grouped(plain))}")
            else:
                parts.extend(self.grouped([with_details(thing, plain=False) for thing in own]))
        return parts


def owner_of(thing: str) -> int:
    """Return the owner of a thing, or -1."""
    return thing.owner if isinstance(thing, ThingName) else -1


def title_of(thing: str) -> str:
    """Return the title of a thing without its owner."""
    return with_details(thing, plain=True)


def group_marks(things: Sequence[str]) -> list[str]:
    """Return marks in order, with equal neighbours counted."""
    return [thing if count == 1 else f"{thing} x{count}" for thing, count in neighbours(things)]


def neighbours(things: Sequence[str]) -> list[tuple[str, int]]:
    """Return the things in order, each with the number of equal neighbours."""
    groups: list[tuple[str, int]] = []
    for thing in map(visible, things):
        if groups and groups[-1][0] == thing:
            groups[-1] = (thing, groups[-1][1] + 1)
        else:
            groups.append((thing, 1))
    return groups


def difference_between(things: Iterable[str]) -> dict[str, str]:
    """Return what differs between things of one kind: `Green` for `Ant (Green)`."""
    distinct = sorted({str(thing) for thing in things})
    parts = [_OF_A_KIND.fullmatch(thing) for thing in distinct]
    kinds = {part[1] for part in parts if part is not None}
    if len(kinds) != 1 or None in parts or len(distinct) < 2:
        return {}
    return {thing: part[2] for thing, part in zip(distinct, parts, strict=True) if part is not None}


def covered_text(place: PlaceView, language: str) -> str:
    """Return what is known about a partly hidden place: its top, the number of hidden things, and visible marks on them."""
    seen = list(map(visible, place.things or ()))
    hidden = "" if place.count is None else phrase(language, "hidden", place.count - len(seen))
    marks = f" [{', '.join(group_marks(place.partly))}]" if place.partly else ""
    return ", ".join([*seen, hidden or phrase(language, "hidden-value")]) + marks

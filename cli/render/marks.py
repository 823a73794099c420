"""Marks for things: signs of their owners, and a few letters for each different thing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen
from rich.cells import cell_len

from rulewright.cli.phrases import phrase
from rulewright.cli.render.details import with_details
from rulewright.dsl.diagnostic import visible
from rulewright.dsl.inflected import counted
from rulewright.interpreter.see.view import Seen

if TYPE_CHECKING:
    from rulewright.interpreter.see.view import PlaceView, View

EMPTY = "·"
OWNERS = "ox+*#@%&=$~^"
"""A sign for each seat."""
_LONGEST_MARK = 3
_OF_A_KIND = re.compile(r"(.+?) \(([^()]+)\)")


@frozen
class Signs:
    """Which things at a table stand for their owners alone, and how others are called where they lie among others'."""

    plain: str | None
    """What all things with owners are called, if it is the same for all: then a sign says everything."""
    forms: Mapping[str, Sequence[str]]
    """What is counted, with the forms that go with numbers."""
    language: str

    @classmethod
    def of(cls, view: View, language: str) -> Signs:
        """The signs for what is to be seen in common."""
        things = [thing for board in view.boards for space in board.spaces for thing in space.things]
        things += [thing for place in view.places for thing in place.things or ()]
        called = {thing.plain for thing in things if isinstance(thing, Seen) and thing.owner >= 0}
        return cls(called.pop() if len(called) == 1 else None, {forms[0]: forms for forms in view.forms}, language)

    def grouped(self, things: Sequence[str]) -> list[str]:
        """The things in their order, neighbours that are called the same together with their number, as one counts them."""
        return [counted(self.forms, self.language, thing, count) for thing, count in neighbours(things)]

    def beside(self, things: Sequence[str]) -> list[str]:
        """Things that lie beside each other: alike ones together, of each owner behind the owner's sign."""
        parts: list[str] = []
        for seat in sorted({owner_of(thing) for thing in things}, key=lambda seat: (seat < 0, seat)):
            own = [thing for thing in things if owner_of(thing) == seat]
            plain = [called(thing) for thing in own]
            if seat >= 0 and set(plain) == {self.plain}:
                parts.append(" ".join(OWNERS[seat] * len(own)))
            elif seat >= 0:
                parts.append(f"{OWNERS[seat]} {', '.join(self.grouped(plain))}")
            else:
                parts.extend(self.grouped([with_details(thing, plain=False) for thing in own]))
        return parts


def owner_of(thing: str) -> int:
    """Whose it is, or -1."""
    return thing.owner if isinstance(thing, Seen) else -1


def called(thing: str) -> str:
    """What it is called where everybody knows whose it is."""
    return with_details(thing, plain=True)


def grouped(things: Sequence[str]) -> list[str]:
    """Marks in their order, neighbours that are the same together with their number."""
    return [thing if count == 1 else f"{thing} x{count}" for thing, count in neighbours(things)]


def neighbours(things: Sequence[str]) -> list[tuple[str, int]]:
    """The things in their order, each with how many that are called the same stand together."""
    groups: list[tuple[str, int]] = []
    for thing in map(visible, things):
        if groups and groups[-1][0] == thing:
            groups[-1] = (thing, groups[-1][1] + 1)
        else:
            groups.append((thing, 1))
    return groups


def short_marks(things: Iterable[str]) -> dict[str, str]:
    """A mark of few letters for each different thing: the thing itself if it is short, else some of its letters.

    They hang on what there is, not on where it lies: sorted, so that they stay the same from turn to turn.
    """
    distinct = sorted(set(things))
    marks = {thing: visible(thing) for thing in distinct if cell_len(visible(thing)) <= _LONGEST_MARK}
    taken = {*marks.values(), EMPTY}
    for thing in distinct:
        if thing not in marks:
            marks[thing] = next(mark for mark in _candidates(_telling(visible(thing), distinct)) if mark not in taken)
            taken.add(marks[thing])
    return {thing: marks[thing] for thing in distinct}


def told_apart(things: Iterable[str]) -> dict[str, str]:
    """What tells things from each other, if all are of one kind: `Green` of `Ant (Green)`."""
    distinct = sorted({str(thing) for thing in things})
    parts = [_OF_A_KIND.fullmatch(thing) for thing in distinct]
    kinds = {part[1] for part in parts if part is not None}
    if len(kinds) != 1 or None in parts or len(distinct) < 2:
        return {}
    return {thing: part[2] for thing, part in zip(distinct, parts, strict=True) if part is not None}


def _telling(thing: str, others: Sequence[str]) -> str:
    """What tells a thing from others of its kind: of `Ant (Red)` it is `Red`, if there is an `Ant (Blue)`, too."""
    parts = _OF_A_KIND.match(thing)
    if parts is None:
        return thing
    kind, value = parts.groups()
    alike = (_OF_A_KIND.match(visible(other)) for other in others)
    return value if any(other and other[1] == kind and other[2] != value for other in alike) else kind


def _candidates(thing: str) -> Iterator[str]:
    """`Mark of Player 2` is `M2`, `Red ant` is `R`, or `Re` if there is another `R`."""
    letters = [character for character in thing if character.isalnum()] or ["?"]
    first = letters[0].upper()
    if letters[-1].isdecimal():
        yield first + letters[-1]
    yield first
    yield from (first + letter.lower() for letter in letters[1:])
    yield from (f"{first}{number}" for number in itertools.count(1))


def covered(place: PlaceView, language: str) -> str:
    """What there is to say of a place of which not all is seen: its top, how many lie hidden, and what is seen upon them."""
    seen = list(map(visible, place.things or ()))
    hidden = "" if place.count is None else phrase(language, "hidden", place.count - len(seen))
    marks = f" [{', '.join(grouped(place.partly))}]" if place.partly else ""
    return ", ".join([*seen, hidden or phrase(language, "hidden-value")]) + marks

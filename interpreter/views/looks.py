"""Say how things look: the sign and the colour of each, as the rulebook declares them, or made from their names.

They follow from the rulebook alone, so a sign means the same for the whole game, and tells nothing about where a thing is.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.dsl.checked import Look, Values

if TYPE_CHECKING:
    from rulewright.interpreter.position.world import ThingInfo
    from rulewright.interpreter.views.words import GameWords

PLAIN = Look()
LONGEST = 2
"""The letters of a name that is its own sign."""
_OF_A_KIND = re.compile(r"(.+?) \(([^()]+)\)")


@frozen
class Face:
    """How a thing looks from the front."""

    sign: str = ""
    colour: str = ""
    """The name of a colour, or empty: then that of its owner."""
    suit: str = ""
    """Of a thing that was made for several values, the sign of the first: cards are held suit by suit."""
    printed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Of a card with a name of its own, what is printed large on it, and what small; else None."""


def faces_of(words: GameWords) -> list[Face]:
    """Return how each thing of a game looks. Things that read alike look alike."""
    world, looks = words.world, words.world.game.looks
    names = [words.thing(thing, who=info.owner) for thing, info in enumerate(world.things)]
    declared = [_declared(info, looks, words) for info in world.things]
    marks = letters_for(
        {name for name, look in zip(names, declared, strict=True) if not look.sign}, {look.sign for look in declared}
    )
    owned = [place for place, info in enumerate(world.things) if info.owner >= 0 and info.card < 0]
    if len({(world.things[place].kind, *(value for _, value in _values(world.things[place]))) for place in owned}) == 1:
        # The colour of the owner says everything.
        marks |= dict.fromkeys((names[place] for place in owned), "")
    return [
        Face(look.sign or marks[name], look.colour, _suit(info, looks), _printed(info, looks, words))
        for name, look, info in zip(names, declared, world.things, strict=True)
    ]


def _values(info: ThingInfo) -> list[tuple[Values, int]]:
    """Return the values that a thing was made for, in the order in which its name has them."""
    found = {
        group.name: (group, value)
        for value, group in zip(info.values, info.kind.groups, strict=True)
        if not isinstance(group, str)
    }
    called = next(iter(info.kind.called.values()), ())
    first = [part.name for part in called if not isinstance(part, str) and part.name in found]
    return [found[name] for name in dict.fromkeys([*first, *found])]


def value_look(values: Values, value: int, looks: Mapping[str, Look]) -> Look:
    """Return how a value looks by itself."""
    name = values.names[value]
    return looks.get(name, PLAIN).of_value(name, None if values.least is None else values.least + value)


def _declared(info: ThingInfo, looks: Mapping[str, Look], words: GameWords) -> Look:
    """Return how a thing looks by its card, its values and its kind; without a sign if the rulebook gives none."""
    kind = looks.get(info.kind.name, PLAIN)
    if info.card < 0:
        return kind.with_values([value_look(values, value, looks) for values, value in _values(info)])
    card = looks.get(words.world.cards[info.card].name, PLAIN)
    return evolve(card, sign=card.sign or kind.sign, colour=card.colour or kind.colour)


def _suit(info: ThingInfo, looks: Mapping[str, Look]) -> str:
    """Return the sign of the first of several values that a thing was made for, if it has a sign that is no number."""
    first, *others = [
        value_look(values, value, looks)
        for values, value in zip(info.kind.groups, info.values, strict=True)
        if not isinstance(values, str)
    ] or [PLAIN]
    return first.sign if others and is_picture(first.sign) else ""


def _printed(info: ThingInfo, looks: Mapping[str, Look], words: GameWords) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the large and the small values on a card, with their signs."""
    if info.card < 0:
        return None
    parts: dict[str, list[str]] = {"large": [], "small": []}
    for own, value in words.world.cards[info.card].values.items():
        look = looks.get(own.name, PLAIN)
        if look.size and not own.assigned and not own.type.many:
            held = words.world.constant(value)
            told = words.title(own.titles, own.name) if own.type.kind == "truth" else words.value(held, own.type)
            if held:
                parts[look.size].append(look.sign or told if own.type.kind == "truth" else f"{look.sign} {told}".strip())
    return tuple(parts["large"]), tuple(parts["small"])


def is_picture(sign: str) -> bool:
    """Return whether a sign is more than letters and digits, so it explains itself."""
    return bool(sign) and not sign.isalnum()


def letters_for(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Return one to three letters for each name, different for each, made in sorted order."""
    distinct = sorted(set(names))
    marks = {name: name for name in distinct if len(name) <= LONGEST}
    used = {*marks.values(), *taken}
    kinds = Counter(parts[1] for name in distinct if (parts := _OF_A_KIND.match(name)))
    numbers: defaultdict[str, Iterator[int]] = defaultdict(partial(itertools.count, 1))
    for name in distinct:
        if name not in marks:
            told = _telling(name, kinds)
            marks[name] = next(mark for mark in _candidates(told, numbers) if mark not in used)
            used.add(marks[name])
    return marks


def _telling(name: str, kinds: Mapping[str, int]) -> str:
    """Return what differs from others of its kind: `Red` for `Ant (Red)`, if there is also an `Ant (Blue)`."""
    parts = _OF_A_KIND.match(name)
    return name if parts is None else parts[2] if kinds[parts[1]] > 1 else parts[1]


def _candidates(name: str, numbers: Mapping[str, Iterator[int]]) -> Iterator[str]:
    """Yield marks, the best first: `M2` for `Mark of Player 2`; `R` for `Red ant`, or `Re` if `R` is taken."""
    letters = [character for character in name if character.isalnum()] or ["?"]
    first = letters[0].upper()
    if letters[-1].isdecimal():
        yield first + letters[-1]
    yield first
    yield from (first + letter.lower() for letter in letters[1:])
    yield from (f"{first}{number}" for number in numbers[first])

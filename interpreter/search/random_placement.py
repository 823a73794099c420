"""Place things at random, each at one of the places where it may be."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def random_placement(chance: Random, allowed: Sequence[Sequence[int]], room: Sequence[int]) -> list[int] | None:
    """Return a place for each thing, within the room at each place, or None if there is no way.

    The thing with the fewest places goes first, and more likely to a place with more room. If there is no place for a
    thing, others make room for it.
    """
    left = list(room)
    found = [-1] * len(allowed)
    order = list(range(len(allowed)))
    chance.shuffle(order)
    order.sort(key=lambda thing: len(allowed[thing]))
    for thing in order:
        places = allowed[thing]
        total = sum([left[place] for place in places])
        if total:
            number = chance.randrange(total)
            for place in places:
                number -= left[place]
                if number < 0:
                    found[thing] = place
                    left[place] -= 1
                    break
        elif not make_room(thing, allowed, found, left):
            return None
    return found


def make_room(thing: int, allowed: Sequence[Sequence[int]], found: list[int], left: list[int]) -> bool:
    """Find a place for one more thing by moving others on."""
    came: dict[int, tuple[int, int]] = dict.fromkeys(allowed[thing], (thing, -1))
    agenda = list(came)
    for place in agenda:
        if left[place]:
            left[place] -= 1
            while place >= 0:
                mover, origin = came[place]
                found[mover] = place
                place = origin
            return True
        for other, where in enumerate(found):
            if where == place:
                for further in allowed[other]:
                    if further not in came:
                        came[further] = (other, place)
                        agenda.append(further)
    return False

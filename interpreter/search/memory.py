"""Where a seat knows things to be: from where they started, and from what it has read in its log since.

Alike things cannot be told apart, so what is remembered is of one of them, and not of which: for each there are the
spaces where it may be, as the bits of a number; out of play is one more space. Whatever the seat sees is where it is seen.
When something moves unseen, all that may have been where it came from may have moved. What is read is the log as the seat has
heard it: so two positions that differ only in what the seat cannot know give the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.play.program import Program


class Memory:
    """What one seat remembers of where things are."""

    def __init__(self, program: Program, seat: int) -> None:
        world = self.world = program.world
        self.seat = seat
        self.out = len(world.spaces)
        """The bit of what is out of play."""
        self.sight = program.sight
        self.sees = program.sight.by_seat[seat]
        self.counts = world.counts()[1][seat]
        self.kinds_at = [*program.form.kinds_at, frozenset(world.game.kinds)]
        self.alike = program.layout.alike()
        self.kinds = {number: thing.kind.name for number, thing in zip(self.alike, world.things, strict=True)}
        """The kind of the things that are alike, by the number they share."""
        starts = [self.out if space < 0 else space for space in self.world.starts]
        self.may_be: dict[int, list[int]] = {number: [] for number in self.kinds}
        self.lying = [0] * (self.out + 1)
        for space, number in zip(starts, self.alike, strict=True):
            self.may_be[number].append(1 << space)
            self.lying[space] += 1
        self.lost = False

    def read(self, heard: Sequence[tuple[Any, ...]], *, whole: bool) -> None:
        """Read what the seat has heard; not the `whole` of it is there where the beginning of a long log is forgotten."""
        self.lost = not whole
        for entry in heard:
            match entry:
                case ("move", thing, origin, to, _):
                    self.moved(thing, origin, to)
                case ("away", thing, origin, _):
                    self.moved(thing, origin, -1)
                case ("swap", *pair, first, second):
                    self.swapped(pair, (first, second))

    def seen(self, *wheres: int) -> bool:
        """Whether the seat sees what lies at any of some spaces; what lies out of play shows nothing in the log."""
        return any(where >= 0 and self.sees[where] for where in wheres)

    def space(self, where: int) -> int:
        """The space alone, out of play as one more."""
        return self.sight.space(where) if where >= 0 else self.out

    def moved(self, thing: int, origin: int, to: int) -> None:
        """Something has moved."""
        first, last = self.space(origin), self.space(to)
        self.lying[first] -= 1
        self.lying[last] += 1
        if self.seen(origin, to):
            self.leave(self.alike[thing], first)
            self.may_be[self.alike[thing]].append(1 << last)
        else:
            self.spread(first, last)
        if not self.lying[first] and self.counts[first]:
            self.keep_out(first)

    def swapped(self, pair: Sequence[int], wheres: tuple[int, int]) -> None:
        """Two things have changed places."""
        first, second = map(self.space, wheres)
        if self.seen(*wheres):
            numbers = [self.alike[thing] for thing in pair]
            for number, space in zip(numbers, (first, second), strict=True):
                self.leave(number, space)
            for number, space in zip(numbers, (second, first), strict=True):
                self.may_be[number].append(1 << space)
            return
        before = {number: list(spaces) for number, spaces in self.may_be.items()}
        self.spread(first, second)
        there, self.may_be = self.may_be, before
        self.spread(second, first)
        for number, back in self.may_be.items():
            back[:] = [one | other for one, other in zip(there[number], back, strict=True)]

    def leave(self, number: int, space: int) -> None:
        """One of some alike things was seen to leave a space: one that may have been there is gone from what is remembered."""
        self.lost = not found_out(self.may_be[number], 1 << space) or self.lost

    def spread(self, origin: int, to: int) -> None:
        """Something of a kind that may lie at both spaces has moved from one to the other."""
        kinds = self.kinds_at[origin] & self.kinds_at[to]
        came, goes = 1 << origin, 1 << to
        for number, kind in self.kinds.items():
            if kind in kinds:
                self.may_be[number] = [spaces | goes if spaces & came else spaces for spaces in self.may_be[number]]

    def keep_out(self, space: int) -> None:
        """Where nothing is left, nothing may be."""
        others = ~(1 << space)
        for number, all_of_them in self.may_be.items():
            self.may_be[number] = [spaces & others for spaces in all_of_them]

    def knows_what_left(self, thing: int) -> bool:
        """Whether it was seen of all like a thing whether they left the game."""
        return self.lost or all(spaces in (1 << self.out, spaces & ~(1 << self.out)) for spaces in self.may_be[self.alike[thing]])

    def places(self, things: Sequence[int], at: Sequence[int]) -> list[int] | None:
        """The spaces where each of some things that are not seen may be, as bits; None if the memory is of no use.

        Where all others are is seen; the things come in an order in which those that are alike have one number after another.
        """
        if self.lost:
            return None
        left = {number: sorted(all_of_them) for number, all_of_them in self.may_be.items()}
        unseen = set(things)
        for thing, number in enumerate(self.alike):
            if thing not in unseen and not found_out(left[number], 1 << (at[thing] if at[thing] >= 0 else self.out)):
                return None
        return [left[self.alike[thing]].pop(0) for thing in things]

    def guesses(self, things: Sequence[int], at: Sequence[int]) -> list[int]:
        """The same without a memory: wherever one of the kind may lie unseen."""
        by_kind = {
            kind: sum(1 << space for space in range(self.out) if not self.sees[space] and kind in self.kinds_at[space])
            for kind in set(self.kinds.values())
        }
        return [1 << self.out if at[thing] < 0 else by_kind[self.kinds[self.alike[thing]]] for thing in things]


def found_out(all_of_them: list[int], bit: int) -> bool:
    """Of some alike things one is seen on a space, and no more to be looked for; whether any may have been there.

    Which one it was nobody knows: so any other that may have been there may be where that one may be instead.
    """
    there = [spaces for spaces in all_of_them if spaces & bit]
    if not there:
        return False
    least = min(there, key=lambda spaces: (spaces.bit_count(), spaces))
    all_of_them.remove(least)
    if least != bit:
        all_of_them[:] = [spaces | least if spaces & bit else spaces for spaces in all_of_them]
    return True

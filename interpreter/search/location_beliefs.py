"""Remember for a seat where things may be: from their first places, and from what its log has said since.

Alike things are indistinguishable, so the memory is about one of them, and not about which. For each there are the spaces
where it may be, as the bits of a number; out of play is one more space. A visible thing is where it is seen. When something
moves unseen, everything that may have been at its origin may have moved. The memory reads the log as the seat has heard it.
So two positions that differ only in what the seat cannot know give the same memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.match.program import Program
from rulewright.interpreter.position.log_entries import Entry, MoveEntry, Moving, RemovalEntry, SwapEntry


class LocationBeliefs:
    """One seat's memory of where things are."""

    def __init__(self, program: Program, seat: int) -> None:
        world = self.world = program.world
        self.seat = seat
        self.out = len(world.spaces)
        """The bit for out of play."""
        self.sight = program.sight
        self.sees = program.sight.by_seat[seat]
        self.counts = world.counts()[1][seat]
        self.kinds_at = [*program.form.kinds_at, frozenset(world.game.kinds)]
        self.alike = program.layout.alike()
        self.kinds = {number: thing.kind.name for number, thing in zip(self.alike, world.things, strict=True)}
        """The kind of alike things, by the number that they share."""
        starts = [self.out if space < 0 else space for space in self.world.starts]
        self.may_be: dict[int, list[int]] = {number: [] for number in self.kinds}
        self.lying = [0] * (self.out + 1)
        for space, number in zip(starts, self.alike, strict=True):
            self.may_be[number].append(1 << space)
            self.lying[space] += 1
        self.lost = False

    def read(self, heard: Sequence[Entry], *, whole: bool) -> None:
        """Read what the seat has heard, which is not the `whole` of it if the beginning of a long log is forgotten."""
        self.lost = not whole
        for entry in heard:
            if not isinstance(entry, Moving):
                continue
            match entry:
                case MoveEntry() | RemovalEntry():
                    self.moved(entry.thing, entry.origin, entry.to)
                case SwapEntry():
                    self.swapped((entry.one, entry.other), (entry.first, entry.second))
                case _:
                    assert_never(entry)

    def sees_any(self, *wheres: int) -> bool:
        """Return whether the seat sees things at any of the spaces; things out of play show nothing in the log."""
        return any(where >= 0 and self.sees[where] for where in wheres)

    def space(self, where: int) -> int:
        """Return the space alone, with out of play as one more."""
        return self.sight.space(where) if where >= 0 else self.out

    def moved(self, thing: int, origin: int, to: int) -> None:
        """Note a move."""
        first, last = self.space(origin), self.space(to)
        self.lying[first] -= 1
        self.lying[last] += 1
        if self.sees_any(origin, to):
            self.leave(self.alike[thing], first)
            self.may_be[self.alike[thing]].append(1 << last)
        else:
            self.spread(first, last)
        if not self.lying[first] and self.counts[first]:
            self.keep_out(first)

    def swapped(self, pair: Sequence[int], wheres: tuple[int, int]) -> None:
        """Note a swap."""
        first, second = map(self.space, wheres)
        if self.sees_any(*wheres):
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
        """Note that one of some alike things was seen to leave a space: one that may have been there is gone from the memory."""
        self.lost = not found_out(self.may_be[number], 1 << space) or self.lost

    def spread(self, origin: int, to: int) -> None:
        """Note that something of a kind that may be at both spaces has moved from one to the other."""
        kinds = self.kinds_at[origin] & self.kinds_at[to]
        came, goes = 1 << origin, 1 << to
        for number, kind in self.kinds.items():
            if kind in kinds:
                self.may_be[number] = [spaces | goes if spaces & came else spaces for spaces in self.may_be[number]]

    def keep_out(self, space: int) -> None:
        """Note that nothing is left on a space."""
        others = ~(1 << space)
        for number, all_of_them in self.may_be.items():
            self.may_be[number] = [spaces & others for spaces in all_of_them]

    def knows_what_left(self, thing: int) -> bool:
        """Return whether the seat knows of all things like this one whether they have left the game."""
        return self.lost or all(spaces in (1 << self.out, spaces & ~(1 << self.out)) for spaces in self.may_be[self.alike[thing]])

    def places(self, things: Sequence[int], at: Sequence[int]) -> list[int] | None:
        """Return the spaces where each of some unseen things may be, as bits, or None if the memory is lost.

        All other things are visible; alike things have consecutive numbers.
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
        """Return the same without a memory: all places where one of the kind may be unseen."""
        by_kind = {
            kind: sum(1 << space for space in range(self.out) if not self.sees[space] and kind in self.kinds_at[space])
            for kind in set(self.kinds.values())
        }
        return [1 << self.out if at[thing] < 0 else by_kind[self.kinds[self.alike[thing]]] for thing in things]


def found_out(all_of_them: list[int], bit: int) -> bool:
    """Fix one of some alike things to a space, and remove it from the memory; return whether any may have been there.

    Nobody knows which one it was: so any other that may have been there may be where the removed one was thought to be.
    """
    there = [spaces for spaces in all_of_them if spaces & bit]
    if not there:
        return False
    least = min(there, key=lambda spaces: (spaces.bit_count(), spaces))
    all_of_them.remove(least)
    if least != bit:
        all_of_them[:] = [spaces | least if spaces & bit else spaces for spaces in all_of_them]
    return True

"""Taking choices back: who must agree, and what becomes of the match.

A player takes a choice back alone as long as nothing hidden from them, and no chance, was consulted because of it, and nobody
else was asked because of it (interpreter/see/consulted.py). From then on all other people at the table must agree.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.keep.choices import is_picking, taken_back
from rulewright.interpreter.see.consulted import Drawn, consulted

if TYPE_CHECKING:
    from rulewright.interpreter import Match

MOST_STEPS = 1_000
"""So many choices can be taken back, one after the other."""


@frozen
class Step:
    """A choice that was made: where, by whom, and which."""

    before: Match
    seat: int
    key: str
    own: bool = True
    """Whether it was theirs: where there was nothing to choose, and all know that, it was made by itself."""


@define
class Steps:
    """The choices of this session, and those taken back that nothing has come between."""

    made: list[Step] = field(factory=list)
    taken_back: list[list[Step]] = field(factory=list)

    def add(self, step: Step) -> None:
        """One more."""
        self.made.append(step)
        del self.made[:-MOST_STEPS]

    def copy(self) -> Steps:
        """The same, to be gone on with."""
        return Steps([*self.made], [*self.taken_back])

    def since(self, seat: int) -> list[Step]:
        """The last choice of a seat and all that came after it."""
        places = reversed(range(len(self.made)))
        place = next((place for place in places if self.made[place].seat == seat and self.made[place].own), None)
        return [] if place is None else self.made[place:]

    def last_pick(self, now: Match, seat: int) -> list[Step]:
        """The last choice, if it is a pick of a set that a seat is still picking; else nothing."""
        last = self.made[-1:]
        return last if last and last[0].seat == seat and is_picking(last[0].before, now) else []

    def take_back(self, count: int, now: Match) -> Match:
        """The match before the last so many choices, with a word of it in the log."""
        steps = self.made[-count:]
        del self.made[-count:]
        self.taken_back.append(steps)
        return taken_back(steps[0].before, now, steps[0].seat)


class Stands(Exception):
    """A choice that cannot be taken back; `reason` is the key of the phrase that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def looked_at(steps: list[Step], now: Match) -> str:
    """Return the phrase that says what has been consulted because of the first of these choices, or nothing."""
    seat = steps[0].seat
    for step, after in zip(steps, [*(step.before for step in steps[1:]), now], strict=True):
        found = consulted(step.before, step.key, after, seat, picking=is_picking(step.before, after))
        if found is not None:
            return "undo-rolled" if issubclass(found, Drawn) else "undo-hidden"
    return ""


def must_agree(steps: list[Step], now: Match, asked: Collection[int], people: Collection[int]) -> frozenset[int]:
    """Return the people who must agree before the first of these choices is taken back; raise Stands if nobody can.

    `asked` are the others who were asked because of it, or have chosen since; `people` sit at the table, and all other
    seats are played by the program. A player of the program neither agrees nor objects; in a game that keeps secrets, what it
    has chosen may tell what it knows.
    """
    reason = looked_at(steps, now)
    if not reason and not asked:
        return frozenset()
    others = frozenset(people) - {steps[0].seat}
    if not others and (reason or now.program.keeps_secrets):
        raise Stands(reason or "undo-program")
    return others

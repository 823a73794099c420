"""Taking choices back: whether the table allows it, and what becomes of the match.

A choice can be taken back as long as whoever made it has learnt nothing by it: nothing was rolled or drawn, nothing that
lay hidden was shown to them, and nothing that they were told hangs on what they cannot see. Who has chosen since is asked.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter import WrongChoice
from rulewright.interpreter.keep.choices import is_picking, taken_back
from rulewright.interpreter.play.runtime import RANDOM
from rulewright.interpreter.search.dealing import Dealer

if TYPE_CHECKING:
    from rulewright.interpreter import Match

MOST_STEPS = 1_000
"""So many choices can be taken back, one after the other."""
DEALS = 12
"""In so many positions that look alike to a seat, its choice is made as well, to see whether it would be told something else."""


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


def learnt(steps: list[Step], now: Match) -> str:
    """The phrase that says what keeps the first of these choices from being taken back, or nothing."""
    seat, words = steps[0].seat, now.words
    if steps[0].before.s[RANDOM] != now.s[RANDOM]:
        return "undo-rolled"
    after = [*(step.before for step in steps[1:]), now]
    for step, later in zip(steps, after, strict=True):
        places = words.sight.of_things(step.before.s), words.sight.of_things(later.s)
        for where, goal in zip(places[0][:-1], places[1][:-1], strict=True):
            if where != goal and not words.sees(seat, where) and words.sees(seat, goal):
                return "undo-shown"
    # Something may have been shown and hidden again.
    return "undo-shown" if any(map(partial(_told_otherwise, seat), steps, after)) else ""


def _told_otherwise(seat: int, step: Step, after: Match) -> bool:
    """Whether a choice would have told a seat something else, had what the seat cannot see been different."""
    before = step.before
    told = after.log(seat, before.happened), after.view(seat)
    dealer = Dealer(before, seat)
    for seed in range(DEALS):
        other = dealer.deal(seed)
        other.words, happened = after.words, other.happened
        try:
            other.choose(step.key)
        except WrongChoice:
            if step.seat == seat:
                return True
            # What somebody else chose among what lies hidden, they cannot choose here.
            other.choose_at_random()
        if (other.log(seat, happened), other.view(seat)) != told:
            return True
    return False

"""Take choices back: who must agree, and what happens to the match.

Players may take a choice back alone until it reveals something: a secret, a result of chance, or a question to somebody
else (interpreter/match/secret_reads.py). From then on all other people at the table must agree.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.match.choice_log import is_picking, take_back
from rulewright.interpreter.match.secret_reads import ChanceRead, consulted_secret

if TYPE_CHECKING:
    from rulewright.interpreter import Match

MOST_STEPS = 1_000
"""The most choices that can be taken back in a row."""


@frozen
class UndoStep:
    """A choice: the match before it, its seat and its key."""

    before: Match
    seat: int
    key: str
    own: bool = True
    """Whether the player made it. If all knew that there was nothing to choose, the program did."""


@define
class ChoiceHistory:
    """The choices of this session, and those that can be made again."""

    made: list[UndoStep] = field(factory=list)
    taken_back: list[list[UndoStep]] = field(factory=list)

    def add(self, step: UndoStep) -> None:
        self.made.append(step)
        del self.made[:-MOST_STEPS]

    def copy(self) -> ChoiceHistory:
        """Return a copy that can change independently."""
        return ChoiceHistory([*self.made], [*self.taken_back])

    def since(self, seat: int) -> list[UndoStep]:
        """Return the last choice of a seat, and all choices since."""
        places = reversed(range(len(self.made)))
        place = next((place for place in places if self.made[place].seat == seat and self.made[place].own), None)
        return [] if place is None else self.made[place:]

    def last_pick(self, now: Match, seat: int) -> list[UndoStep]:
        """Return the last choice if it is a pick of an unfinished set, or nothing."""
        last = self.made[-1:]
        return last if last and last[0].seat == seat and is_picking(last[0].before, now) else []

    def take_back(self, count: int, now: Match) -> Match:
        """Return the match before the last `count` choices, with a note in the log."""
        steps = self.made[-count:]
        del self.made[-count:]
        self.taken_back.append(steps)
        return take_back(steps[0].before, now, steps[0].seat)


class UndoRefused(Exception):
    """A choice cannot be taken back; `reason` is the key of the phrase that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def phrase_of_revealed(steps: list[UndoStep], now: Match) -> str:
    """Return the key of the phrase for what the first of these choices has revealed, or nothing."""
    seat = steps[0].seat
    for step, after in zip(steps, [*(step.before for step in steps[1:]), now], strict=True):
        found = consulted_secret(step.before, step.key, after, seat, picking=is_picking(step.before, after))
        if found is not None:
            return "undo-rolled" if issubclass(found, ChanceRead) else "undo-hidden"
    return ""


def must_agree(steps: list[UndoStep], now: Match, asked: Collection[int], people: Collection[int]) -> frozenset[int]:
    """Return the people who must agree to take the first of these choices back; raise Stands if nobody can.

    `asked` are the other seats that were asked because of it, or have chosen since. `people` sit at the table; the program
    plays all other seats. A computer player neither agrees nor objects. In a game with secrets, its choice may have shown
    what it knows, so then nobody can take anything back.
    """
    reason = phrase_of_revealed(steps, now)
    if not reason and not asked:
        return frozenset()
    others = frozenset(people) - {steps[0].seat}
    if not others and (reason or now.program.keeps_secrets):
        raise UndoRefused(reason or "undo-program")
    return others

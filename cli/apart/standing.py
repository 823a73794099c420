"""How a table stands, and what somebody chooses or takes back come in; how it stands after that goes out.

Nothing of it is changed while others may look at it: what comes of a choice is worked out in a copy, which may take a while, and
then takes its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.cli.apart import at_once
from rulewright.cli.apart.messages import Refused
from rulewright.cli.undoing import Stands, Step, Steps, must_agree
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.play.runtime import MOST_DECISIONS
from rulewright.interpreter.play.unasked import endless_at

if TYPE_CHECKING:
    from rulewright.interpreter import Match


@frozen
class Line:
    """A line for the file of the game."""

    seat: int
    key: str
    back: int = 0
    lasting: bool = True


@frozen
class Wish:
    """Somebody would like to take a choice back."""

    seat: int
    count: int
    """How many choices go with it; 0 if it is an answer of their own that nobody has seen."""
    waits: frozenset[int]
    """The people who must agree, and have not said yes."""


@define
class Standing:
    """How a table stands."""

    match: Match
    ahead: dict[int, list[choices.Given]]
    """Answers of those who choose together, whose turn has not come."""
    before: dict[int, int]
    """For each of them, how many lines were theirs at that time."""
    lines: list[int]
    """How many choices of each seat stand in the file; whenever some are taken back, all have one more."""
    shown: list[int]
    """How much had happened when each seat chose last."""
    dropped: list[int]
    """How many answers that were given ahead count no more."""
    steps: Steps = field(factory=Steps)
    """The choices since this process began, to be taken back."""
    choosers: dict[int, Match] = field(factory=dict)
    """Who may choose now, each with the match as it stands for them."""
    trouble: Diagnostic | None = None
    """What keeps the game from going on, if anything does."""
    written: list[Line] = field(factory=list)
    """What stands in no file yet."""

    @classmethod
    def begun(
        cls, match: Match, lines: list[int], shown: list[int], ahead: dict[int, list[choices.Given]], before: dict[int, int]
    ) -> Standing:
        """A table with a match, where nobody has chosen since this process began."""
        found = cls(match, ahead, before, lines, shown, [0] * match.players)
        for seat, count in list(before.items()):
            if lines[seat] != count:
                # They had their turn before the process ended.
                ahead.pop(seat, None)
        found.settle()
        return found

    def copy(self) -> Standing:
        """The same, to be gone on with; what stands in no file yet is left out."""
        return Standing(
            self.match,
            {seat: [*answers] for seat, answers in self.ahead.items() if answers},
            dict(self.before),
            [*self.lines],
            [*self.shown],
            [*self.dropped],
            self.steps.copy(),
        )

    def number(self, seat: int) -> int:
        """By which number a seat knows its question: no two have the same, and it tells no more than the seat knows itself."""
        return self.lines[seat] + len(self.ahead.get(seat, ())) + self.dropped[seat]

    # ---- choosing

    def answered(self, seat: int, given: choices.Given, *, lasting: bool) -> Standing:
        """After a choice, which is kept until the seat's turn has come; raises Refused and PlayError."""
        after = self.copy()
        after.steps.taken_back.clear()
        decision, happened = after.match.decision, after.match.happened
        assert decision is not None
        if decision.seat == seat:
            after.go_on(seat, given, lasting=lasting)
        else:
            trial = self.choosers[seat].copy()
            if not at_once.give(trial, given):
                raise Refused("no-option")
            if not after.ahead.get(seat):
                after.before[seat] = after.lines[seat]
            after.ahead.setdefault(seat, []).append(given)
        after.shown[seat] = happened
        after.settle()
        return after

    def go_on(self, seat: int, given: choices.Given, *, lasting: bool, own: bool = True) -> None:
        """Make a choice of whoever is asked; raises PlayError, and then nothing has changed."""
        decision = self.match.decision
        assert decision is not None
        key = choices.key_given(decision, given)
        if key is None:
            raise Refused("no-option")
        self.make(Step(self.match, seat, choices.key_of(decision, key), own), lasting=lasting)

    def make(self, step: Step, *, lasting: bool) -> None:
        """Make a choice where the match stands."""
        following = self.match.copy()
        following.choose(step.key)
        self.steps.add(Step(self.match, step.seat, step.key, step.own))
        self.match = following
        self.lines[step.seat] += 1
        self.written.append(Line(step.seat, step.key, lasting=lasting))

    def settle(self) -> None:
        """Go on until somebody must choose who has not yet: what needs no answer, and what was answered ahead."""
        forced = 0
        while (decision := self.match.decision) is not None and decision.seat is not None:
            seat, ahead = decision.seat, self.ahead.get(decision.seat, [])
            try:
                if at_once.done_by_itself(decision):
                    forced += 1
                    if forced > MOST_DECISIONS:
                        raise endless_at(self.match)
                    self.go_on(seat, decision._places[0], lasting=False, own=False)
                elif not ahead:
                    break
                elif choices.key_given(decision, ahead[0]) is None:
                    # It was given where the rules were others.
                    self.drop([seat])
                else:
                    self.go_on(seat, ahead.pop(0), lasting=True)
            except PlayError as error:
                self.trouble = error.diagnostic
                break
        self.choosers = at_once.choosers(self.match, self.ahead) if self.trouble is None else {}

    def drop(self, seats: Iterable[int]) -> None:
        """Forget what was answered ahead."""
        for seat in list(seats):
            self.dropped[seat] += len(self.ahead.pop(seat, ()))

    # ---- taking back

    def wish(self, seat: int, people: Collection[int]) -> Wish:
        """What it takes for a seat to go back to before its last choice, at a table of people; raises Refused if it cannot."""
        if self.match.over:
            # What chance came of it has been told.
            raise Refused("undo-nothing")
        ahead, steps, now, asked = self.ahead.get(seat), self.steps.since(seat), self.match, set[int]()
        if ahead:
            # Of the next question of theirs, nobody else has heard.
            before = at_once.choosers(self.match, {**self.ahead, seat: ahead[:-1]})[seat]
            now = at_once.choosers(self.match, self.ahead).get(seat, self.match)
            decision = before.decision
            assert decision is not None
            steps = [Step(before, seat, choices.key_given(decision, ahead[-1]) or "")]
        elif steps:
            asked = {step.seat for step in steps if step.own} | {other for other, answers in self.ahead.items() if answers}
            asked |= self.choosers.keys() - at_once.choosers(steps[0].before, {}).keys()
        else:
            raise Refused("undo-nothing")
        try:
            waits = must_agree(steps, now, asked - {seat}, people)
        except Stands as stands:
            raise Refused(stands.reason) from None
        return Wish(seat, 0 if ahead else len(steps), waits)

    def taken_back(self, wish: Wish) -> Standing:
        """After a choice was taken back, with those that came after it."""
        after = self.copy()
        if not wish.count:
            after.ahead[wish.seat].pop()
            # The question is the same, but it is asked anew.
            after.dropped[wish.seat] += 2
        else:
            happened = after.steps.made[-wish.count].before.happened
            after.match = after.steps.take_back(wish.count, after.match)
            after.written.append(Line(wish.seat, "", wish.count))
            after.drop(after.ahead)
            after.lines = [count + 1 for count in after.lines]
            after.shown = [min(count, happened) for count in after.shown]
        after.settle()
        return after

    def made_again(self, seat: int) -> Standing:
        """After the choices that a seat has taken back last, and nothing has come between; raises Refused and PlayError."""
        after = self.copy()
        if not after.steps.taken_back or after.steps.taken_back[-1][0].seat != seat:
            raise Refused("redo-nothing")
        # Everybody is told of it, those too whose choices are made again with it.
        after.shown[seat] = after.match.happened
        for step in after.steps.taken_back.pop():
            after.make(step, lasting=True)
        after.settle()
        return after

"""The state of a table, and its state after a choice or after taking one back.

A state never changes while others may look at it. The effects of a choice are computed in a copy, which may take a while,
and which then takes its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.cli.remote import simultaneous
from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.table.undo import ChoiceHistory, UndoRefused, UndoStep, must_agree
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter import PlayError
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.forced_answers import endless_error
from rulewright.interpreter.match.saved import Given
from rulewright.interpreter.position.runtime import MOST_DECISIONS

if TYPE_CHECKING:
    from rulewright.interpreter import Match
    from rulewright.interpreter.views.narration import NarratedAct

_ACTS_FOR_ONLOOKERS = 12


@frozen
class FileLine:
    """A line for the file of the game."""

    seat: int
    key: str
    back: int = 0
    lasting: bool = True


@frozen
class UndoRequest:
    """A request to take a choice back."""

    seat: int
    count: int
    """How many choices this takes back; 0 for an answer of the seat's own that nobody has seen."""
    waits: frozenset[int]
    """The people who must still agree."""


@define
class TableState:
    match: Match
    ahead: dict[int, list[Given]]
    """Answers of players who choose together, before their turn."""
    before: dict[int, int]
    """For each of these seats, how many lines were its own at that time."""
    lines: list[int]
    """How many choices of each seat are in the file; taking some back adds one for all."""
    shown: list[int]
    """The number of acts when each seat last chose."""
    dropped: list[int]
    """How many answers given ahead were dropped."""
    steps: ChoiceHistory = field(factory=ChoiceHistory)
    """The choices since this process began, for taking them back."""
    choosers: dict[int, Match] = field(factory=dict)
    """The seats that may choose now, each with a match in which they are asked."""
    trouble: Diagnostic | None = None
    """The reason why the game has stopped, if it has."""
    written: list[FileLine] = field(factory=list)
    """Lines that are not in the file yet."""

    @classmethod
    def at_start(
        cls,
        match: Match,
        lines: list[int],
        shown: list[int],
        ahead: dict[int, list[Given]],
        before: dict[int, int],
        asked: Sequence[int] = (),
    ) -> TableState:
        """Return the state of a table with a match, before any choice in this process.

        `asked` are the numbers of each seat's next question, if there was a match before.
        """
        found = cls(match, ahead, before, lines, shown, list(asked) or [0] * match.players)
        for seat, count in list(before.items()):
            if lines[seat] != count:
                # Their turn came before the process ended.
                ahead.pop(seat, None)
        found.settle()
        return found

    def copy(self) -> TableState:
        """Return a copy to change, without the lines that are not in the file yet."""
        return TableState(
            self.match,
            {seat: [*answers] for seat, answers in self.ahead.items() if answers},
            dict(self.before),
            [*self.lines],
            [*self.shown],
            [*self.dropped],
            self.steps.copy(),
        )

    def number(self, seat: int) -> int:
        """Return the number of a seat's question: unique for the seat, and without any information that it lacks."""
        return self.lines[seat] + len(self.ahead.get(seat, ())) + self.dropped[seat]

    def told_since(self, match: Match, seat: int | None) -> list[NarratedAct]:
        """Return what has happened since a seat last chose, in the words of a match; for an onlooker, the last acts."""
        return match.tale(None)[-_ACTS_FOR_ONLOOKERS:] if seat is None else match.tale(seat, self._since(seat))

    def told_before(self, match: Match, seat: int | None) -> list[NarratedAct]:
        """Return what had happened before that."""
        return match.tale(None)[:-_ACTS_FOR_ONLOOKERS] if seat is None else match.tale(seat, until=self._since(seat))

    def _since(self, seat: int) -> int:
        """Return from where on the log is shown to a seat; a log that was too long has lost its beginning."""
        return min(self.shown[seat], self.match.happened)

    def answered(self, seat: int, given: Given, *, lasting: bool) -> TableState:
        """Return the state after an answer, which waits for the seat's turn; raise Refused or PlayError."""
        after = self.copy()
        after.steps.taken_back.clear()
        decision, happened = after.match.decision, after.match.happened
        assert decision is not None
        if decision.seat == seat:
            after.go_on(seat, given, lasting=lasting)
        else:
            trial = self.choosers[seat].copy()
            if not simultaneous.give(trial, given):
                raise RequestRefused("no-option")
            if not after.ahead.get(seat):
                after.before[seat] = after.lines[seat]
            after.ahead.setdefault(seat, []).append(given)
        after.shown[seat] = happened
        after.settle()
        return after

    def go_on(self, seat: int, given: Given, *, lasting: bool, own: bool = True) -> None:
        """Make a choice for the seat that is asked; raise PlayError without any change."""
        decision = self.match.decision
        assert decision is not None
        key = choice_log.answer_key(decision, given)
        if key is None:
            raise RequestRefused("no-option")
        self.make(UndoStep(self.match, seat, choice_log.key_of(decision, key), own), lasting=lasting)

    def make(self, step: UndoStep, *, lasting: bool) -> None:
        following = self.match.copy()
        following.choose(step.key)
        self.steps.add(UndoStep(self.match, step.seat, step.key, step.own))
        self.match = following
        self.lines[step.seat] += 1
        self.written.append(FileLine(step.seat, step.key, lasting=lasting))

    def settle(self) -> None:
        """Go on until somebody must choose: pass forced choices, and give the answers given ahead."""
        forced = 0
        while (decision := self.match.decision) is not None and decision.seat is not None:
            seat, ahead = decision.seat, self.ahead.get(decision.seat, [])
            try:
                if simultaneous.done_by_itself(decision):
                    forced += 1
                    if forced > MOST_DECISIONS:
                        raise endless_error(self.match)
                    self.go_on(seat, decision._places[0], lasting=False, own=False)
                elif not ahead:
                    break
                elif choice_log.answer_key(decision, ahead[0]) is None:
                    # The answer was given under other rules.
                    self.drop([seat])
                else:
                    self.go_on(seat, ahead.pop(0), lasting=True)
            except PlayError as error:
                self.trouble = error.diagnostic
                break
        self.choosers = simultaneous.choosers(self.match, self.ahead) if self.trouble is None else {}

    def drop(self, seats: Iterable[int]) -> None:
        for seat in list(seats):
            self.dropped[seat] += len(self.ahead.pop(seat, ()))

    def wish(self, seat: int, people: Collection[int]) -> UndoRequest:
        """Return what must happen for a seat to take its last choice back, at a table of people; raise Refused if it cannot."""
        if self.match.over:
            # The results of chance are no longer secret.
            raise RequestRefused("undo-nothing")
        ahead, steps, now, asked = self.ahead.get(seat), self.steps.since(seat), self.match, set[int]()
        if ahead:
            # Nobody else has heard of their next question.
            before = simultaneous.choosers(self.match, {**self.ahead, seat: ahead[:-1]})[seat]
            now = simultaneous.choosers(self.match, self.ahead).get(seat, self.match)
            decision = before.decision
            assert decision is not None
            steps = [UndoStep(before, seat, choice_log.answer_key(decision, ahead[-1]) or "")]
        elif steps:
            asked = {step.seat for step in steps if step.own} | {other for other, answers in self.ahead.items() if answers}
            asked |= self.choosers.keys() - simultaneous.choosers(steps[0].before, {}).keys()
        else:
            raise RequestRefused("undo-nothing")
        try:
            waits = must_agree(steps, now, asked - {seat}, people)
        except UndoRefused as stands:
            raise RequestRefused(stands.reason) from None
        return UndoRequest(seat, 0 if ahead else len(steps), waits)

    def taken_back(self, wish: UndoRequest) -> TableState:
        """Return the state after a choice, and all since, are taken back."""
        after = self.copy()
        if not wish.count:
            after.ahead[wish.seat].pop()
            # The question is the same, but it is asked again.
            after.dropped[wish.seat] += 2
        else:
            happened = after.steps.made[-wish.count].before.happened
            after.match = after.steps.take_back(wish.count, after.match)
            after.written.append(FileLine(wish.seat, "", wish.count))
            after.drop(after.ahead)
            after.lines = [count + 1 for count in after.lines]
            after.shown = [min(count, happened) for count in after.shown]
        after.settle()
        return after

    def made_again(self, seat: int) -> TableState:
        """Return the state after a seat's last undone choices are made again; raise Refused or PlayError.

        This is only possible if nothing else happened in between.
        """
        after = self.copy()
        if not after.steps.taken_back or after.steps.taken_back[-1][0].seat != seat:
            raise RequestRefused("redo-nothing")
        # All seats are told of it, also those whose choices are made again.
        after.shown[seat] = after.match.happened
        for step in after.steps.taken_back.pop():
            after.make(step, lasting=True)
        after.settle()
        return after

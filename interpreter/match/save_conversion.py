"""Convert a kept game between two forms: one in which people are asked to make forced choices, and one in which not.

At one screen a forced choice is made automatically, and is no line of the file. Among remote players it is one, so that the
questions give nothing away. A game goes on in both forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.interpreter.match.choice_log import LoggedChoice, answer_key, answer_of_key, line_of, replay_choice, take_back
from rulewright.interpreter.match.forced_answers import skip_forced
from rulewright.interpreter.match.save_reader import open_save, resume
from rulewright.interpreter.match.saved import Choice
from rulewright.interpreter.match.saves import save_summary
from rulewright.interpreter.position.errors import unfit_save
from rulewright.interpreter.position.position import FORCED

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.match.setting import GameSetting


def asks_all(text: str) -> bool:
    """Return whether a kept game asks for forced choices, or raise BrokenSave."""
    return bool(save_summary(text).ask & FORCED)


def converted_save(game: GameSetting, text: str, *, forced: bool) -> str:
    """Return the text of a kept game in the wanted form, or raise BrokenSave or PlayError."""
    if asks_all(text) == forced:
        return text
    saved = save_summary(text)
    match = open_save(game, saved)
    match.position.asks = match.position.asks | FORCED if forced else match.position.asks & ~FORCED
    if saved.position is None:
        match = match.begun_anew()
    else:
        if not forced:
            skip_forced(match)
        match.remember_from_here()
    rewriting = SaveConversion(match, forced)
    rewriting.do_forced()
    last = resume(game, text, before=rewriting.follow)
    rewriting.begin_lines(last)
    if last.forced and not forced:
        last = last.copy()
        skip_forced(last)
    if last.key() != rewriting.match.key():
        raise unfit_save()
    return "\n".join([*rewriting.text, ""])


@define
class SaveConversion:
    """The conversion of one game, line by line."""

    match: Match
    """The game in its new form."""
    forced: bool
    text: list[str] = field(factory=list)
    """The lines so far; empty as long as all choices are in the save."""
    left: list[tuple[int, Match]] = field(factory=list)
    """For each choice of the old form that still holds: the match before it, and how many choices held then."""
    standing: int = 0

    def begin_lines(self, seen: Match) -> None:
        """Write the save, once a choice is not in it any more; `seen` is the match of the old form there."""
        if not self.text:
            self.note_backs(seen)
            self.text.append(self.match.save().rstrip("\n"))

    def note_backs(self, seen: Match) -> None:
        """Note the choices that had been taken back before the save was made."""
        if len(seen.backs) > len(self.match.backs):
            self.match = self.match.copy()
            for _, seat in seen.backs[len(self.match.backs) :]:
                self.match.taken_back(seat)

    def follow(self, seen: Match, one: LoggedChoice) -> None:
        """Follow the next choice of the old form; `seen` is the match before it."""
        if one.in_save:
            self.note_backs(seen)
        else:
            self.begin_lines(seen)
        seat = 0 if one.seat is None else one.seat
        if one.back:
            if not 0 < one.back <= len(self.left):
                # The reader of the old form reports the error.
                return
            lines, before = self.left[-one.back]
            del self.left[-one.back :]
            if self.standing > lines:
                self.add(seat, "", self.standing - lines)
                self.match, self.standing = take_back(before, self.match, seat), lines
            return
        self.left.append((self.standing, self.match))
        if seen.forced and not self.forced:
            return
        if one.in_save:
            self.choose(seat, one.choice)
            self.do_forced()
            return
        decision = seen.decision
        given = None if decision is None else answer_of_key(decision, one.key)
        if given is not None:
            self.choose(seat, given)
            self.do_forced()

    def do_forced(self) -> None:
        """Make forced choices, if the new form asks for them."""
        while self.forced and self.match.forced:
            decision = self.match.decision
            assert decision is not None
            self.choose(decision.seat or 0, decision.options.places[0])

    def choose(self, seat: int, choice: Choice) -> None:
        decision = self.match.decision
        key = None if decision is None or choice is None else answer_key(decision, choice)
        self.match = self.match.copy()
        replay_choice(self.match, choice)
        self.standing += 1
        if self.text:
            if key is None:
                raise unfit_save()
            self.add(seat, key)

    def add(self, seat: int, key: str, back: int = 0) -> None:
        """Add a line."""
        self.text.append(line_of(self.text[-1], seat, key, back))

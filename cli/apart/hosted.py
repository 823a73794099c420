"""A match, and answers of those who sit apart come in; what each of them may see, and the game in its file go out.

Here is no network: the server asks for the state of a seat, and brings answers. The match is never changed where it stands:
each choice is made in a copy, which then takes its place.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.cli import saving
from rulewright.cli.apart import at_once, keeping, wire
from rulewright.cli.apart.messages import LONGEST_WORDS, Refused
from rulewright.cli.cards import texts_of_cards
from rulewright.cli.choosing import HUMAN, player_names, shown_title
from rulewright.cli.problems import problem
from rulewright.cli.table import LOOKING_AHEAD
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, visible
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.play.match import LONGEST_NAME
from rulewright.interpreter.play.runtime import ASK, FORCED

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Game, Match

_ACTS_FOR_ONLOOKERS = 12
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


@define
class HostedGame:
    """One game whose players sit apart."""

    match: Match
    beside: keeping.Beside
    file: saving.GameFile | None = None
    written: str | None = None
    """What stands beside the game's file."""
    lines: list[int] = field(factory=list)
    """How many choices of each seat stand in the file."""
    shown: list[int] = field(factory=list)
    """How much had happened when each seat chose last."""
    choosers: dict[int, Match] = field(factory=dict)
    """Who may choose now, each with the match as it stands for them."""
    trouble: Diagnostic | None = None
    """What keeps the game from going on, if anything does."""
    problems: list[Diagnostic] = field(factory=list)
    """What the host should know of the file."""
    changes: int = 0
    """Grows with everything that may be seen differently by anybody."""

    def __attrs_post_init__(self) -> None:
        self.lines = self.lines or [0] * self.match.players
        self.shown = self.shown or [0] * self.match.players
        self.match.call(self.beside.names)
        for seat, count in list(self.beside.before.items()):
            if self.lines[seat] != count:
                # They had their turn before the process ended.
                self.beside.ahead.pop(seat, None)
        self.settle()

    # ---- who sits where

    def plays(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return self.beside.kinds[seat] == HUMAN

    def let_play(self, seat: int, kind: str) -> None:
        """Let somebody else play a seat: `human`, or the name of a player."""
        self.beside.kinds[seat] = kind
        self.keep_beside()

    def call(self, seat: int, name: str) -> None:
        """Call a player by a name; raises Refused."""
        plain = " ".join(name.split())
        names = [*self.beside.names]
        names[seat] = plain
        others = [self.match.player_name(other) for other in range(self.match.players) if other != seat]
        try:
            player_names((plain, *dict.fromkeys(others)), self.match.players)
        except RulebookError:
            raise Refused("bad-name", LONGEST_NAME) from None
        self.beside.names[:] = names
        for match in (self.match, *self.choosers.values()):
            match.call(names)
        self.keep_beside()

    # ---- choices

    def answer(self, seat: int, number: int, choice: str) -> None:
        """A person chooses; raises Refused."""
        if not self.plays(seat):
            raise Refused("played-by-program")
        match = self.choosers.get(seat)
        if match is None or match.decision is None or self.trouble is not None:
            raise Refused("not-asked")
        if number != self.number(seat):
            raise Refused("answered")
        if match.decision.kind == "words":
            choice = self.words(match.decision, choice)
        given = at_once.given_by(match.decision, choice)
        if given is None:
            raise Refused("no-option")
        self.give(seat, given, lasting=True)

    def words(self, decision: Decision, text: str) -> str:
        """What somebody says, if it can be said; raises Refused."""
        if decision.passable and text == "pass":
            return text
        plain = visible(" ".join(text.split()))
        if len(plain) > LONGEST_WORDS or not any(
            c.isprintable() and not c.isspace() and c not in _BLANK for c in plain
        ):
            raise Refused("some-words", LONGEST_WORDS)
        return plain

    def give(self, seat: int, given: at_once.Given, *, lasting: bool) -> None:
        """Make a choice, or keep it until the seat's turn has come; raises Refused."""
        decision, happened = self.match.decision, self.match.happened
        assert decision is not None
        try:
            if decision.seat == seat:
                self.go_on(seat, given, lasting=lasting)
            else:
                trial = self.choosers[seat].copy()
                if not at_once.give(trial, given):
                    raise Refused("no-option")
                if not self.beside.ahead.get(seat):
                    self.beside.before[seat] = self.lines[seat]
                self.beside.ahead.setdefault(seat, []).append(given)
                self.keep_beside()
        except PlayError as error:
            self.problems.append(error.diagnostic)
            raise Refused("rules-limit") from None
        self.shown[seat] = happened
        self.settle()

    def go_on(self, seat: int, given: at_once.Given, *, lasting: bool) -> None:
        """Make a choice of whoever is asked, in the file as well; raises PlayError, and then nothing has changed."""
        decision = self.match.decision
        assert decision is not None
        key = at_once.key_of(decision, given)
        if key is None:
            raise Refused("no-option")
        following = self.match.copy()
        following.choose(key)
        self.match = following
        self.lines[seat] += 1
        if self.file is None:
            return
        try:
            self.file.add(choices.line_of(self.file.last, seat, choices.key_of(decision, key), 0), lasting=lasting)
        except OSError as error:
            self.problems.append(saving.cannot_save(self.file.path, error))
            self.keep_elsewhere()

    def settle(self) -> None:
        """Go on until somebody must choose who has not yet: what needs no answer, and what was answered ahead."""
        self.changes += 1
        while (decision := self.match.decision) is not None and decision.seat is not None:
            seat, ahead = decision.seat, self.beside.ahead.get(decision.seat, [])
            try:
                if at_once.done_by_itself(decision):
                    self.go_on(seat, decision._places[0], lasting=False)
                elif ahead:
                    given = ahead.pop(0)
                    if at_once.key_of(decision, given) is None:
                        ahead.clear()
                    else:
                        self.go_on(seat, given, lasting=True)
                    self.keep_beside()
                else:
                    break
            except PlayError as error:
                self.trouble = error.diagnostic
                self.problems.append(error.diagnostic)
                break
        self.choosers = at_once.choosers(self.match, self.beside.ahead) if self.trouble is None else {}

    def number(self, seat: int) -> int:
        """How many questions a seat has answered: no more than it knows itself."""
        return self.lines[seat] + len(self.beside.ahead.get(seat, ()))

    # ---- what each may see

    def speaking(self, match: Match, language: str) -> Match:
        """The same match, told in a language."""
        twin = match.copy()
        twin.words = match.program.words(language).calling(self.beside.names)
        return twin

    def state(self, seat: int | None, language: str, here: set[int]) -> dict[str, Any]:
        """All that a seat may see now, or an onlooker, as data; the same as long as nothing has changed for it."""
        match, game = self.speaking(self.match, language), self.match.game
        own = None if seat is None or not self.plays(seat) else self.choosers.get(seat)
        decision = None if own is None else self.speaking(own, language).decision
        texts = texts_of_cards(match, language)
        leads = {} if own is None or own.decision is None else own.decision.leads_to(LOOKING_AHEAD, match.words)
        acts = match.tale(None)[-_ACTS_FOR_ONLOOKERS:] if seat is None else match.tale(seat, self.since(seat))
        return {
            "game": shown_title(game.titles, game.name, language),
            "variants": list(game.variants),
            "language": language,
            "languages": list(game.languages),
            "seat": seat,
            "players": [
                {"name": match.player_name(one), "program": not self.plays(one), "here": one in here}
                for one in range(match.players)
            ],
            "waiting": self.waiting(),
            "view": wire.encoded(match.view(seat)),
            "tale": [act.text for act in acts],
            "asked": None
            if decision is None or seat is None
            else wire.asked(decision, self.number(seat), texts, leads),
            "stuck": self.trouble is not None,
            "result": self.result(match),
        }

    def waiting(self) -> list[int]:
        """Whom all wait for; of those who choose together, the program chooses when its turn has come."""
        decision = self.match.decision
        turn = None if decision is None else decision.seat
        return sorted(seat for seat in self.choosers if self.plays(seat) or seat == turn)

    def since(self, seat: int) -> int:
        """From where on the tale is told to a seat; a log that was too long has forgotten its beginning."""
        return min(self.shown[seat], self.match.happened)

    def result(self, match: Match) -> dict[str, Any] | None:
        """How it ended; only then what all chance came of is no secret any more."""
        result = match.result
        if result is None:
            return None
        return {
            "winners": list(result.winners),
            "scores": None if result.scores is None else list(result.scores),
            "points": match.score_title,
            "seed": match.seed,
        }

    # ---- the file

    def keep_beside(self) -> None:
        """Write down what is kept beside the game."""
        self.changes += 1
        if self.file is None:
            return
        try:
            self.written = keeping.write(self.file.path, self.beside, self.written)
        except OSError as error:
            self.problems.append(saving.cannot_save(keeping.path_beside(self.file.path), error))

    def keep_elsewhere(self) -> None:
        """Keep the game in another file, if there can be one."""
        self.close()
        with suppress(OSError):
            self.file = saving.somewhere(self.match.game.name, self.match.save())
            self.lines = [0] * self.match.players
            self.beside.before = dict.fromkeys(self.beside.before, 0)
            self.written = None
            self.keep_beside()

    def close(self) -> None:
        """Let others go on with the file."""
        if self.file is not None:
            os.close(self.file.handle)
            self.file = None

    def remove(self) -> None:
        """A game that is over need not be kept."""
        if self.file is not None and self.file.is_true():
            self.file.remove()
            with suppress(OSError):
                keeping.path_beside(self.file.path).unlink()


def begun(match: Match, beside: keeping.Beside, path: Path | None) -> HostedGame:
    """A game that begins, in a new file; raises OSError if it can be kept nowhere."""
    text = match.save()
    file = saving.somewhere(match.game.name, text) if path is None else saving.GameFile.made(path, text)
    hosted = HostedGame(match, beside, file)
    hosted.keep_beside()
    return hosted


def gone_on_with(game: Game, path: Path, text: str, data: bytes, language: str) -> HostedGame:
    """A game that was left, by its file; raises RulebookError, BrokenSave and OSError."""
    lines: dict[int, int] = {}
    shown: dict[int, int] = {}

    def look(match: Match, one: choices.Written) -> None:
        if one.seat is None or one.back or match.decision is None:
            return
        lines[one.seat] = lines.get(one.seat, 0) + 1
        if not at_once.done_by_itself(match.decision):
            shown[one.seat] = match.happened

    match = game.resume(text, language, look)
    if not match.s[ASK] & FORCED:
        way_out = "go on with it by `rulewright play`"
        raise problem("not-apart", "this game was not begun by `rulewright host`", way_out)
    found = keeping.read(path, match.players)
    file = saving.GameFile.gone_on_with(path, data)
    players = range(match.players)
    beside, written = found or (keeping.Beside.new(match.players), None)
    return HostedGame(
        match,
        beside,
        file,
        written,
        [lines.get(seat, 0) for seat in players],
        [shown.get(seat, 0) for seat in players],
    )

"""Host a game for one person in this process: the messages of a table for people apart, without a network.

Nothing runs in the background. The caller passes on each message of the page, and asks for the choices of the computer
players one by one, so that messages get in between.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, define, frozen

from rulewright.cli.playground.findings import FILE, finding_records
from rulewright.cli.remote import wire_format
from rulewright.cli.remote.bots import thought
from rulewright.cli.remote.guest_questions import FOR_ALL, QUESTIONS, answer
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.looking_back import moment
from rulewright.cli.remote.remote_speech import said
from rulewright.cli.remote.requests import GuestMessage, RequestRefused, as_text, drawable, message_of
from rulewright.cli.remote.simultaneous import done_by_itself
from rulewright.cli.remote.table_file import SideFile
from rulewright.cli.remote.table_state import TableState, UndoRequest
from rulewright.cli.shell.game_choice import HUMAN, table_languages
from rulewright.cli.table.undo import UndoStep
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.dsl.messages.speech import SOURCE
from rulewright.interpreter import PlayError, load
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.search.players import Player, player
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Match

THINKING = 1.2
"""For how many seconds the computer players may think between two choices of the person."""
SHARE = 0.5
"""How much of the time that is left goes into one choice: nobody knows how many there will be."""
SHORTEST = 0.02
SEARCHING = "search"


@frozen
class KeptChoice:
    """A choice in a form in which the page keeps it."""

    seat: int
    key: str


@frozen(kw_only=True)
class WantedGame:
    """A game as the page wants it."""

    text: str
    variants: list[str]
    players: int | None
    options: dict[str, str]
    seat: int | None
    """The seat of the person; without one, the computer plays them all."""
    computer: str
    """The name of the computer players."""
    seed: int
    choices: list[KeptChoice]
    """Choices to make again, as long as they fit."""
    language: str


def begin(wanted: str, say: Callable[[str], None]) -> LocalTable | None:
    """Begin a game as the page wants it; or say what is wrong with its rulebook, and return None."""
    asked = wire_format.decoded(json.loads(wanted), WantedGame)
    try:
        return LocalTable.open(asked, say)
    except RulebookError as error:
        findings = finding_records(error.diagnostics, asked.language)
    except PlayError as error:
        findings = finding_records([error.diagnostic], asked.language)
    say(as_text("cannot", findings=wire_format.encoded(findings)))
    return None


def played_again(match: Match, choices: Sequence[KeptChoice], own: int | None) -> tuple[TableState, int]:
    """Return the state of a new match after those choices that fit, and how many do; `own` is the seat of the person."""
    none = [0] * match.players
    state, fitting = TableState(match, {}, {}, [*none], [*none], [*none]), 0
    for one in choices:
        decision, happened = state.match.decision, state.match.happened
        if decision is None or decision.seat != one.seat or choice_log.answer_of_key(decision, one.key) is None:
            break
        try:
            state.make(UndoStep(state.match, one.seat, one.key, not done_by_itself(decision)), lasting=False)
        except PlayError:
            break
        if one.seat == own:
            state.shown[one.seat] = happened
        fitting += 1
    state.settle()
    return state, fitting


@define(eq=False)
class LocalTable:
    hosted: HostedGame
    seat: int | None
    say: Callable[[str], None]
    """Sends a message to the page."""
    choices: list[KeptChoice]
    """All choices that were not taken back."""
    language: str = SOURCE
    width: int = 0
    _left: float = THINKING
    """For how many seconds the computer players may still think."""
    _last: str = ""

    @classmethod
    def open(cls, wanted: WantedGame, say: Callable[[str], None]) -> LocalTable:
        """Begin a game of a rulebook; raise RulebookError."""
        Path(FILE).write_text(wanted.text, encoding="utf-8")
        match = load(FILE, wanted.variants, wanted.options).start(wanted.players, wanted.seed, forced="ask")
        seat = None if wanted.seat is None else min(wanted.seat, match.players - 1)
        beside = SideFile.new(match.players)
        beside.kinds[:] = [HUMAN if one == seat else wanted.computer for one in range(match.players)]
        beside.taken[:] = [one == seat for one in range(match.players)]
        state, fitting = played_again(match, wanted.choices, seat)
        choices = [KeptChoice(line.seat, line.key) for line in state.written]
        table = cls(HostedGame(state, beside), seat, say, choices)
        stopped = "" if fitting == len(wanted.choices) else match.player_name(wanted.choices[fitting].seat % match.players)
        say(as_text("begun", fitting=fitting, choices=len(wanted.choices), stopped=stopped, watched=seat is None))
        table._keep()
        return table

    def hear(self, text: str) -> None:
        """Carry out a message of the page, and answer it."""
        try:
            self._carry_out(message_of(text))
        except RequestRefused as refused:
            self.say(as_text("refused", reason=refused.key, text=said(self.language, refused.key, *refused.parts)))
        except PlayError:
            self.say(as_text("refused", reason="rules-limit", text=said(self.language, "rules-limit")))
        self._show()

    def think(self) -> bool:
        """Let a computer player choose; return whether one did."""
        hosted = self.hosted
        seat = next((seat for seat in hosted.choosers if not hosted.plays(seat)), None)
        if seat is None:
            return False
        began = time.monotonic()
        try:
            given, _ = thought(self._player(seat), hosted.now, seat)
            self._change(hosted.carried_out(lambda: hosted.now.answered(seat, given, lasting=False)))
        except (PlayError, RequestRefused) as error:
            hosted.stop(error)
        self._left = THINKING if self.seat is None else self._left - (time.monotonic() - began)
        self._show()
        return True

    def _player(self, seat: int) -> Player:
        kind, seed = self.hosted.beside.kinds[seat], derived_seed(self.hosted.match.seed, seat)
        return player(f"{kind}:{max(SHORTEST, SHARE * self._left):.3f}s" if kind == SEARCHING else kind, seed)

    def _carry_out(self, message: GuestMessage) -> None:
        hosted, seat, parts = self.hosted, self.seat, message.parts
        match message.kind:
            case "hello":
                self._last = ""
                self.width = drawable(parts.get("width", 0))
                self._speak(parts.get("language", SOURCE))
            case "language":
                self._speak(parts["language"])
            case "width":
                self.width = drawable(parts["width"])
            case "ask" if parts["what"] in QUESTIONS and (seat is not None or parts["what"] in FOR_ALL):
                what, name = parts["what"], parts["name"]
                lines = answer(hosted.now, seat, what, name, self._speaking, self.language)
                self.say(as_text("told", what=what, name=name, lines=lines))
            case "look":
                found = moment(hosted.now, seat, parts["back"], self.width, self._speaking)
                self.say(as_text("looked", **asdict(found)))
            case _ if seat is None:
                raise RequestRefused("onlookers-choose")
            case "choose":
                self._change(hosted.answered(seat, parts["number"], parts["choice"]))
                self._left = THINKING
            case "undo":
                self._change(hosted.taken_back(seat))
            case "redo":
                self._change(hosted.made_again(seat))
            case "name":
                hosted.call(seat, parts["name"])
            case _:
                raise RequestRefused("bad-message")

    def _speaking(self, match: Match) -> Match:
        return self.hosted.speaking(match, self.language)

    def _speak(self, language: str) -> None:
        self.language = language if language in table_languages(self.hosted.match.game) else SOURCE

    def _change(self, after: TableState | UndoRequest) -> None:
        # Nobody else plays who could have to agree.
        assert isinstance(after, TableState)
        for line in after.written:
            if line.back:
                del self.choices[-line.back :]
            else:
                self.choices.append(KeptChoice(line.seat, line.key))
        self.hosted.take(after)
        self._keep()

    def _keep(self) -> None:
        """Let the page keep the choices, so that it can go on with the game in another worker or with other rules."""
        self.say(as_text("kept", choices=wire_format.encoded(self.choices)))

    def _show(self) -> None:
        """Send the state of the table, if it has changed for the person."""
        here = set() if self.seat is None else {self.seat}
        state = as_text("table", **self.hosted.state(self.seat, self.language, here, self.width))
        if state != self._last:
            self._last = state
            self.say(state)

"""Host a game for one person in this process: the messages of a table for people apart, without a network.

Nothing runs in the background. The caller passes on each message of the page, and asks for the choices of the computer
players one by one, so that messages get in between.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, define, field

from rulewright.cli.playground.written_rulebook import FILE, finding_records
from rulewright.cli.remote import wire_format
from rulewright.cli.remote.bots import thought
from rulewright.cli.remote.guest_questions import QUESTIONS, answer
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.looking_back import moment
from rulewright.cli.remote.remote_speech import said
from rulewright.cli.remote.requests import GuestMessage, RequestRefused, as_text, drawable, message_of
from rulewright.cli.remote.table_file import SideFile
from rulewright.cli.remote.table_state import TableState, UndoRequest
from rulewright.cli.shell.game_choice import table_languages
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.dsl.messages.speech import SOURCE
from rulewright.interpreter import PlayError, load
from rulewright.interpreter.search.players import Player, player
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Match

SEAT = 0
"""The person plays the first seat."""
THINKING = 1.0
"""For how many seconds the computer players may think between two choices of the person."""


def begin(wanted: str, say: Callable[[str], None]) -> LocalTable | None:
    """Begin a game as the page wants it; or say what is wrong with its rulebook, and return None."""
    parts = json.loads(wanted)
    try:
        return LocalTable.open(parts["text"], parts["variants"], parts["players"], parts["seed"], say)
    except RulebookError as error:
        findings = finding_records(error.diagnostics, parts["language"])
    except PlayError as error:
        findings = finding_records([error.diagnostic], parts["language"])
    say(as_text("cannot", findings=wire_format.encoded(findings)))
    return None


@define(eq=False)
class LocalTable:
    hosted: HostedGame
    say: Callable[[str], None]
    """Sends a message to the page."""
    language: str = SOURCE
    width: int = 0
    _players: dict[int, Player] = field(factory=dict)
    _last: str = ""

    @classmethod
    def open(cls, text: str, variants: Sequence[str], players: int | None, seed: int, say: Callable[[str], None]) -> LocalTable:
        """Begin a game of a rulebook; raise RulebookError."""
        Path(FILE).write_text(text, encoding="utf-8")
        match = load(FILE, variants).start(players, seed, forced="ask")
        none = [0] * match.players
        beside = SideFile.new(match.players)
        seconds = max(0.1, round(THINKING / max(1, match.players - 1), 1))
        beside.taken[SEAT] = True
        beside.kinds[1:] = [f"search:{seconds}s"] * (match.players - 1)
        return cls(HostedGame(TableState.at_start(match, [*none], [*none], {}, {}), beside), say)

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
        one = self._players.setdefault(seat, player(hosted.beside.kinds[seat], derived_seed(hosted.match.seed, seat)))
        try:
            given, _ = thought(one, hosted.now, seat)
            self._change(hosted.carried_out(lambda: hosted.now.answered(seat, given, lasting=False)))
        except (PlayError, RequestRefused) as error:
            hosted.stop(error)
        self._show()
        return True

    def _carry_out(self, message: GuestMessage) -> None:
        hosted, parts = self.hosted, message.parts
        match message.kind:
            case "hello":
                self._last = ""
                self.width = drawable(parts.get("width", 0))
                self._speak(parts.get("language", SOURCE))
            case "language":
                self._speak(parts["language"])
            case "width":
                self.width = drawable(parts["width"])
            case "choose":
                self._change(hosted.answered(SEAT, parts["number"], parts["choice"]))
            case "undo":
                self._change(hosted.taken_back(SEAT))
            case "redo":
                self._change(hosted.made_again(SEAT))
            case "name":
                hosted.call(SEAT, parts["name"])
            case "ask" if parts["what"] in QUESTIONS:
                what, name = parts["what"], parts["name"]
                lines = answer(hosted.now, SEAT, what, name, self._speaking, self.language)
                self.say(as_text("told", what=what, name=name, lines=lines))
            case "look":
                found = moment(hosted.now, SEAT, parts["back"], self.width, self._speaking)
                self.say(as_text("looked", **asdict(found)))
            case _:
                raise RequestRefused("bad-message")

    def _speaking(self, match: Match) -> Match:
        return self.hosted.speaking(match, self.language)

    def _speak(self, language: str) -> None:
        self.language = language if language in table_languages(self.hosted.match.game) else SOURCE

    def _change(self, after: TableState | UndoRequest) -> None:
        # Nobody else plays who could have to agree.
        assert isinstance(after, TableState)
        self.hosted.take(after)

    def _show(self) -> None:
        """Send the state of the table, if it has changed for the person."""
        state = as_text("table", **self.hosted.state(SEAT, self.language, {SEAT}, self.width))
        if state != self._last:
            self._last = state
            self.say(state)

"""Play a seat of a hosted game at this terminal, with the picture, log and question of `play`."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from attrs import define, field

from rulewright.cli.remote.connection import Dismissal, TableConnection
from rulewright.cli.remote.guest_questions import QUESTIONS
from rulewright.cli.remote.links import new_token
from rulewright.cli.remote.remote_match import RemoteMatch, acts_shown_before
from rulewright.cli.remote.remote_speech import said, said_line
from rulewright.cli.remote.wire_format import ChatLine, NotUnderstood, received, state_of
from rulewright.cli.shell.game_choice import HUMAN
from rulewright.cli.shell.line_editor import Completing
from rulewright.cli.shell.problems import FINDINGS, GOOD, problem
from rulewright.cli.shell.terminal import Terminal, drop_output, looking_around
from rulewright.cli.table.answers import Answer, Hint, OwnWords, PickedOption, SeveralOptions, TypedCommand, command_in
from rulewright.cli.table.autosave import Autosave
from rulewright.cli.table.prompt import Prompt
from rulewright.cli.table.settings import Settings
from rulewright.cli.table.tab_completion import names_seen
from rulewright.cli.table.table import Table
from rulewright.cli.table.typed_names import option_labels
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import SOURCE, list_words
from rulewright.interpreter import Decision, Match, Option

_SAY = "say"
_MOST_HEARD = 50
_LONGEST_NAME = 200
_GLANCE = 0.3
"""Seconds between two looks for input."""
_PAUSE = 0.3
"""Seconds between two looks for news while somebody types."""
_BLINK = 0.01
"""Seconds for which nobody notices that the keys wait."""
_QUIET = 1.0
"""Seconds without news after which an act is taken to be complete."""


class QuestionClosed(Exception):
    """The question at the terminal is no longer open."""


class ListeningTerminal(Terminal):
    """A terminal that also listens to the table while it waits for input."""

    look: Callable[[], None] | None = None
    prompt = ""
    """The question that is being answered."""

    def ask(self, prompt: str, who: object = None, completing: Completing | None = None) -> str | None:
        """Return the typed line; raise QuestionClosed if the question is no longer open."""
        if self.look is None or not self.interactive:
            return super().ask(prompt, who, completing)
        self.prompt = prompt
        try:
            with looking_around(self.look, _PAUSE):
                return super().ask(prompt, who, completing)
        finally:
            self.prompt = ""

    def show_above(self, text: str) -> None:
        """Show a line while somebody types, and below it what they have typed so far."""
        self.pass_by("")
        self.show(text)
        if self.prompt and self.completes and self.editor is not None:
            self.stdout.write(self.prompt + self.editor.readline.get_line_buffer())
        self.stdout.flush()


def line_for_all(line: str, language: str) -> str:
    """Return the words that a typed line says to all at the table; nothing if it says nothing."""
    command, _, words = " ".join(line.split()).removeprefix("/").partition(" ")
    return words if command.casefold() in (_SAY, said(language, "join-command-say")) else ""


@define
class _Asker(Prompt):
    """Ask a player of a hosted game: only the table can say what the rules say."""

    fetched: Callable[[str, str], list[str]]
    """Asks the table a question."""
    send: Callable[..., bool]
    """Sends the table a message."""

    def understood(self, line: str, decision: Decision) -> Answer:
        """Return the meaning of a line: an answer, a command, or words for all."""
        answer = super().understood(line, decision)
        words = line_for_all(line, self.table.settings.language) if isinstance(answer, Hint) else ""
        return TypedCommand(_SAY, words) if words else answer

    def carry_out(self, name: str, argument: str, match: Match, seat: int) -> bool:
        """Carry out a command that only shows something; return whether it was one."""
        if name in QUESTIONS:
            self.tell_of(name, argument)
        elif name == _SAY:
            self.send("say", text=argument)
        elif name in ("save", "record"):
            self.table.tell(said(self.table.settings.language, "join-not-here"))
        else:
            return super().carry_out(name, argument, match, seat)
        return True

    def show_help(self, decision: Decision) -> None:
        super().show_help(decision)
        self.table.tell(said(self.table.settings.language, "join-help-say"))

    def names(self, match: Match, seat: int) -> list[str]:
        """Return the names that a player may ask about."""
        return [*option_labels(match, seat), *names_seen(match.view(seat))]

    def tell_of(self, what: str, name: str) -> None:
        """Show what the table answers to a question."""
        self.table.terminal.pass_by(self.table.say("thinking"))
        told = self.fetched(what, name)
        self.table.terminal.pass_by("")
        for line in told:
            self.table.tell(line, hanging="  " if what == "read" else "      ")


@define
class GuestSession:
    """One seat, or the place of an onlooker, at this terminal."""

    remote: TableConnection
    terminal: ListeningTerminal
    again: list[str]
    """The command that brings the guest back: `rulewright join LINK`, and its options."""
    bell: bool = False
    """Whether to ring when the guest's turn comes."""
    table: Table = field(init=False)
    asker: _Asker = field(init=False)
    told: list[str] = field(factory=list)
    """The acts that were shown last."""
    drawn: bool = False
    """Whether nothing was shown since the table was drawn."""
    wanted: list[str] = field(factory=list)
    """The labels of further options that were typed at once."""
    refused: str = ""
    """The last refusal that was shown."""
    greeted: bool = False
    asked: tuple[int, object] = (-1, None)
    """The question at the terminal: its number, and the request to take a choice back."""
    held: list[dict[str, Any]] = field(factory=list)
    """The last state that came while something else was awaited."""
    heard: list[str] = field(factory=list)
    """The lines of the chat that were shown."""

    def play(self) -> int:
        """Play until the game is over or somebody leaves; return the exit code."""
        try:
            return self._play()
        except (KeyboardInterrupt, EOFError, OSError):
            self.remote.send("leave")
            try:
                self.terminal.show()
                self.terminal.show(said(self.remote.language or SOURCE, "join-left"))
                self.terminal.show(f"  {shlex.join(self.again)}")
                self.terminal.stdout.flush()
            except OSError:
                drop_output()
            return GOOD
        except Dismissal as away:
            if str(away) != self.refused:
                self.terminal.show(str(away))
            return FINDINGS
        except NotUnderstood:
            way_out = Phrase("use-the-same-version-of-rulewright-as")
            raise problem("other-version", Phrase("what-the-table-says-cannot-be-understood"), way_out) from None
        finally:
            with suppress(OSError):
                self.remote.close()

    def _play(self) -> int:
        self.sit_down()
        match = self.next_state()
        while True:
            match = self.play_one(match)
            if match.seat is None or not self.terminal.interactive:
                return GOOD
            following = self.play_again(match)
            if following is None:
                return GOOD
            match = following

    def play_one(self, match: RemoteMatch) -> RemoteMatch:
        """Play until the game is over, and show the end; return the last state."""
        self.terminal.look = self.look
        while match.result is None:
            self.asked = match.number, match.wish if match.must_agree else None
            try:
                if match.must_agree:
                    match = self.agree(match)
                elif match.decision is not None:
                    match = self.choose(match)
                else:
                    match = self.wait(match)
            except QuestionClosed:
                self.terminal.show()
                self.terminal.show(said(self.table.settings.language, "join-gone-on"))
                match = self.next_state()
        self.terminal.look = None
        self.terminal.pass_by("")
        self.table.show_end(as_match(match))
        assert match.state.result is not None
        self.terminal.show(said(self.table.settings.language, "seed", match.state.result.seed))
        self.terminal.stdout.flush()
        return match

    def play_again(self, match: RemoteMatch) -> RemoteMatch | None:
        """Ask whether to play once more, and wait until all agree; return the first state of the next game, or None."""
        table, language = self.table, self.table.settings.language
        words = table.say("yes"), table.say("no")
        if not self.terminal.yes(said(language, "join-again", *words), *words):
            return None
        self.remote.send("again")
        while match.result is not None:
            # While the next game is being prepared, nobody is awaited any more.
            if awaited := match.named([seat for seat in match.people if seat not in match.state.again]):
                self.terminal.pass_by(said(language, "join-agree", list_words(language, map(visible, awaited))))
            match = self.next_state()
        self.terminal.pass_by("")
        self.told, self.drawn = [], False
        return match

    def sit_down(self) -> None:
        """Let somebody who came with the link for all take a free seat, as long as there is one."""
        state = self.news()
        while (match := RemoteMatch(state_of(state))).free and (choice := self.free_seat(match)) is not None:
            state = self.seated(state, *choice)
        self.held = [state]

    def free_seat(self, match: RemoteMatch) -> tuple[int, str] | None:
        """Ask for a free seat and a name; return them, or None to look on."""
        language, terminal = match.state.language, self.terminal
        terminal.show(said(language, "join-free"))
        for seat in match.free:
            terminal.show(f"  {seat + 1}. {match.player_name(seat)}")
        try:
            seat = -1
            while seat not in match.free:
                typed = (terminal.ask(said(language, "join-which-seat") + " ") or "").strip()
                if not typed:
                    return None
                seat = int(typed) - 1 if typed.isdecimal() else -1
            question = said(language, "join-your-name", visible(match.player_name(seat)))
            return seat, self.remote.name or (terminal.ask(question + " ") or "").strip()
        except EOFError:
            # In a pipe that has ended, nobody wants to sit down.
            if terminal.keyboard:
                raise
            return None

    def seated(self, state: dict[str, Any], seat: int, name: str) -> dict[str, Any]:
        """Take a free seat, and tell the way back to it; return the last state, also if the seat was refused."""
        secret, times = new_token(), 0
        while True:
            if times != self.remote.times:
                times = self.remote.times
                self.remote.send("sit", seat=seat, name=name, secret=secret)
            message = self.receive() or {}
            if message.get("type") != "table":
                self.tell_beside(message)
                if message.get("type") == "refused":
                    return state
                continue
            state = message
            if state.get("seat") == seat:
                break
        self.remote.link.token = secret
        self.again[2] = f"{self.again[2].partition('#')[0]}#{secret}"
        self.terminal.show(said(self.language, "join-own-link"))
        self.terminal.show(f"  {shlex.join(self.again)}")
        self.terminal.show()
        return state

    @property
    def language(self) -> str:
        return self.remote.language or SOURCE

    def next_state(self) -> RemoteMatch:
        """Return the next state of the table."""
        return self.taken_in(self.news())

    def news(self) -> dict[str, Any]:
        """Return the next message that is a state, and show the others."""
        while (message := self.receive() or {}).get("type") != "table":
            self.tell_beside(message)
        return message

    def receive(self, patience: float | None = None) -> dict[str, Any] | None:
        """Return the next message, or one that came earlier."""
        return self.held.pop() if self.held else self.remote.receive(patience)

    def state_of(self, message: dict[str, Any] | None) -> RemoteMatch | None:
        """Return the state in a message; if there is none, show what it says and return None."""
        if message is None or message.get("type") != "table":
            self.tell_beside(message or {})
            return None
        return self.taken_in(message)

    def outcome(self) -> RemoteMatch | None:
        """Return the state that follows a request, or None if it was refused."""
        while True:
            message = self.receive() or {}
            following = self.state_of(message)
            if following is not None or message.get("type") == "refused":
                return following

    def tell_beside(self, message: dict[str, Any]) -> None:
        """Show a refusal, or what was said."""
        if message.get("type") == "refused":
            self.refused = str(message.get("text"))
            self.terminal.show_above(self.refused)
        elif message.get("type") == "chat":
            lines = [said_line(line, self.language) for line in received(message.get("lines"), list[ChatLine])]
            # After a lost connection, all of it comes again.
            for text in lines[acts_shown_before(self.heard, lines) if message.get("all") else 0 :]:
                self.terminal.show_above(text)
            self.heard = lines if message.get("all") else [*self.heard, *lines][-_MOST_HEARD:]

    def taken_in(self, state: dict[str, Any]) -> RemoteMatch:
        """Take in a state, and find out how much of its log was already shown."""
        match = RemoteMatch(state_of(state))
        if not self.greeted:
            self.greet(match)
        self.table.shown[match.seat] = acts_shown_before(self.told, match.tale_lines)
        return match

    def tell(self, match: RemoteMatch, *, draw: bool = False) -> None:
        """Show new acts, and the table if `draw`."""
        match_seen, seen = as_match(match), self.table.shown.get(match.seat) or 0
        if draw:
            self.table.show_table(match_seen, match.seat)
        else:
            self.drawn = not self.table.show_log(match_seen, match.seat) and self.drawn
        self.drawn = self.drawn or draw
        if match.happened >= seen:
            self.told = match.tale_lines
        else:
            # More was shown before.
            self.table.shown[match.seat] = seen

    def greet(self, match: RemoteMatch) -> None:
        self.greeted = True
        language = match.state.language
        self.remote.language = language
        kinds = tuple(HUMAN if seat == match.seat else "random" for seat in range(match.players))
        settings = Settings(
            kinds=kinds,
            language=language,
            again=shlex.join(self.again),
            save_as=None,
            replaces=None,
            resumed=False,
            introduces=not match.state.has_chosen,
            is_open=True,
            show_seed=False,
        )
        self.table = Table(self.terminal, settings, [] if match.seat is None else [match.seat])
        self.asker = _Asker(self.table, Autosave(settings), self.fetched, self.remote.send)
        self.table.show_beginning(as_match(match), seed=False)
        if match.seat is None:
            self.terminal.show(said(language, "join-onlooker"))
        elif self.terminal.interactive and settings.introduces:
            self.terminal.show()
            self.terminal.ask(self.table.say("press-enter") + " ")

    def wait(self, match: RemoteMatch) -> RemoteMatch:
        """Show what happened and which players the table waits for; return the next state.

        The last act may still grow. It is shown when another follows, or after some quiet.
        """
        self.terminal.pass_by("")
        self.tell(match.but_for_the_last())
        self.await_others(match)
        following = self.state_of(self.receive(_QUIET))
        if following is None:
            self.terminal.pass_by("")
            self.tell(match, draw=match.seat is None)
            self.await_others(match)
        while following is None:
            message = self.receive(_GLANCE)
            following = self.state_of(message)
            typed = None if following is not None else self.terminal.typed()
            if typed is not None:
                self.carry_out(typed, match)
            if following is None and (message is not None or typed is not None):
                self.await_others(match)
        self.terminal.pass_by("")
        if self.bell and following.decision is not None and self.terminal.interactive:
            self.terminal.stdout.write("\a")
        return following

    def carry_out(self, line: str, match: RemoteMatch) -> None:
        """Carry out a line that was typed while others choose."""
        language, shown = self.table.settings.language, as_match(match)
        command = command_in(line, language)
        match command:
            case TypedCommand("undo" | "redo" as name, _):
                self.remote.send(name)
            case TypedCommand("read" | "rules" as name, argument):
                self.asker.tell_of(name, argument)
            case TypedCommand("board", _):
                self.table.show_board(shown, match.seat, whole=True)
            case TypedCommand("log", _):
                self.table.show_lines(self.table.tale(shown, match.seat))
            case TypedCommand("quit", _):
                raise EOFError
            case _ if words := line_for_all(line, language):
                self.remote.send("say", text=words)
            case _ if line.strip():
                self.table.tell(said(language, "join-meanwhile"))

    def look(self) -> None:
        """Listen to the table during input; raise QuestionClosed if it asks something else."""
        message = self.remote.receive(_BLINK) or {}
        if message.get("type") == "table":
            self.held = [message]
        else:
            self.tell_beside(message)
        if not self.held:
            return
        match = RemoteMatch(state_of(self.held[0]))
        if (match.number, match.wish if match.must_agree else None) != self.asked or match.result is not None:
            raise QuestionClosed

    def fetched(self, what: str, name: str) -> list[str]:
        """Return what the table answers to a question."""
        times = 0
        while True:
            if times != self.remote.times:
                times = self.remote.times
                self.remote.send("ask", what=what, name=name[:_LONGEST_NAME])
            message = self.remote.receive() or {}
            match message.get("type"):
                case "told":
                    lines = message.get("lines")
                    return list(map(str, lines)) if isinstance(lines, list) else []
                case "table":
                    self.held = [message]
                case _:
                    self.tell_beside(message)
                    if message.get("type") == "refused":
                        return []

    def turn_back(self, match: RemoteMatch, name: str) -> RemoteMatch:
        """Take a choice back, or make it again; return the next state, with the same question after a refusal."""
        table, language = self.table, self.table.settings.language
        assert match.decision is not None
        if name == "back" and not match.decision.picked:
            table.tell(table.say("back-nothing"))
            return match
        self.remote.send("redo" if name == "redo" else "undo")
        following = self.outcome()
        while following is not None and following.number == match.number and following.wish is not None:
            table.tell(said(language, "join-wish", list_words(language, following.named(following.wish.waits))))
            following = None
            while following is None:
                if self.terminal.typed() is not None:
                    return match
                following = self.state_of(self.receive(_GLANCE))
        return following or match

    def agree(self, match: RemoteMatch) -> RemoteMatch:
        """Answer whether another player may take a choice back; return the next state."""
        assert match.wish is not None
        table = self.table
        self.terminal.forget_typed()
        names = match.player_name(match.seat or 0), match.player_name(match.wish.seat)
        words = table.say("yes"), table.say("no")
        self.remote.send("agree", yes=self.terminal.yes(table.say("undo-ask", *names, *words), *words))
        return self.next_state()

    def await_others(self, match: RemoteMatch) -> None:
        """Show which players the table waits for: to choose, or to agree."""
        key, seats = ("join-waits", match.state.waiting) if match.wish is None else ("join-agree", match.wish.waits)
        if awaited := match.named(seats):
            language = self.table.settings.language
            self.terminal.pass_by(said(language, key, list_words(language, map(visible, awaited))))
        self.terminal.stdout.flush()

    def choose(self, match: RemoteMatch) -> RemoteMatch:
        """Ask until the table has taken an answer or closed the question; return the next state."""
        seat = match.seat
        assert seat is not None
        picked = self.go_on_picking(match)
        if picked is not None:
            return self.answered(match, picked)
        if self.table.new_lines(as_match(match), seat) or not self.drawn:
            self.tell(match, draw=True)
        self.terminal.forget_typed()
        answer = self.asker.ask(as_match(match), seat)
        while True:
            if not isinstance(answer, TypedCommand):
                following = self.answered(match, answer)
            elif answer.name == "quit":
                raise EOFError
            else:
                following = self.turn_back(match, answer.name)
            if following.number != match.number:
                return following
            answer = self.asker.go_on(as_match(match), seat)

    def answered(self, match: RemoteMatch, answer: PickedOption | SeveralOptions | OwnWords) -> RemoteMatch:
        """Send an answer; return the next state, with the same question after a refusal."""
        if isinstance(answer, SeveralOptions):
            self.wanted = [option.label for option in answer.options[1:]]
            answer = PickedOption(answer.options[0])
        choice = answer.option.key if isinstance(answer, PickedOption) else answer.text
        times = 0
        while True:
            if times != self.remote.times:
                # Send again what was lost with the connection: a question is never answered twice.
                times = self.remote.times
                self.remote.send("choose", number=match.number, choice=choice)
            following = self.outcome()
            if following is None:
                self.wanted = []
                return match
            if following.number != match.number:
                self.table.note_choice(as_match(following), following.seat or 0)
                return following

    def go_on_picking(self, match: RemoteMatch) -> PickedOption | None:
        """Return the next of several picks that were typed at once, if it is offered."""
        if not self.wanted or match.decision is None or not match.decision.picked:
            self.wanted = []
            return None
        label = self.wanted.pop(0)
        found = [option for option in match.decision.options if option.label == label]
        if len(found) == 1:
            return PickedOption(Option(found[0].key, found[0].label))
        self.wanted = []
        return None


def as_match(match: RemoteMatch) -> Match:
    """Cast to a match, for code that reads only what a seat may see."""
    return cast("Match", match)

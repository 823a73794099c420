"""A connection to a table comes in; a seat is played at this terminal, with the same picture, tale and question as in `play`."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, cast

from attrs import define, field

from rulewright.cli.answers import Command, Picked, Said
from rulewright.cli.apart.distant import DistantMatch, told_before
from rulewright.cli.apart.phrases import said
from rulewright.cli.apart.remote import Remote, SentAway
from rulewright.cli.apart.telling import told
from rulewright.cli.apart.wire import NotUnderstood
from rulewright.cli.asking import Asker
from rulewright.cli.keeper import Keeper
from rulewright.cli.phrases import joined
from rulewright.cli.problems import FINDINGS, GOOD, problem
from rulewright.cli.settings import Settings
from rulewright.cli.table import Table
from rulewright.cli.terminal import Terminal, drop_output
from rulewright.dsl.diagnostic import visible
from rulewright.interpreter import Match

_ELSEWHERE = ("read", "save", "hint")
"""What only who has the game itself can do."""


@define
class _Asker(Asker):
    """Asks somebody of whose game only the seat's view is here."""

    def carry_out(self, name: str, argument: str, match: Match, seat: int) -> bool:
        """Do what only tells something; whether it was that."""
        if name in ("quit",):
            return False
        if name in _ELSEWHERE or name not in ("help", "board", "log"):
            self.table.tell(told(self.table.settings.language, "join-not-here"))
            return True
        return super().carry_out(name, argument, match, seat)


@define
class Joining:
    """One seat, or the place of an onlooker, at this terminal."""

    remote: Remote
    terminal: Terminal
    again: str
    table: Table = field(init=False)
    asker: _Asker = field(init=False)
    told: list[str] = field(factory=list)
    """What was told last."""
    greeted: bool = False

    def play(self) -> int:
        """Until the game is over or somebody leaves; returns the exit code."""
        try:
            return self._play()
        except (KeyboardInterrupt, EOFError, OSError):
            self.remote.send("leave")
            try:
                self.terminal.show()
                self.terminal.show(told(self.remote.language or "en", "join-left"))
                self.terminal.show(f"  {self.again}")
                self.terminal.stdout.flush()
            except OSError:
                drop_output()
            return GOOD
        except SentAway as away:
            self.terminal.show(visible(str(away)))
            return FINDINGS
        except NotUnderstood:
            way_out = "use the same version of Rulewright as your host, or a browser"
            raise problem("other-version", "what the table says cannot be understood", way_out) from None
        finally:
            with suppress(OSError):
                self.remote.close()

    def _play(self) -> int:
        match = self.next_state()
        while match.result is None:
            if match.decision is not None:
                match = self.choose(match)
                continue
            self.wait(match)
            match = self.next_state()
        self.terminal.pass_by("")
        self.table.show_end(as_match(match))
        self.terminal.show(said(self.table.settings.language, "seed", match.seed))
        self.terminal.stdout.flush()
        return GOOD

    def next_state(self) -> DistantMatch:
        """The next state of the table; refusals are told."""
        while True:
            message = self.remote.receive()
            if message.get("type") == "table":
                return self.taken_in(message)
            self.tell_refusal(message)

    def tell_refusal(self, message: dict[str, Any]) -> None:
        """Why something was refused."""
        if message.get("type") == "refused":
            self.terminal.pass_by("")
            self.terminal.show(str(message.get("text")))

    def taken_in(self, state: dict[str, Any]) -> DistantMatch:
        """A state, and how much of what it tells was told already."""
        match = DistantMatch(state)
        if not self.greeted:
            self.greet(match)
        self.table.shown[match.seat] = told_before(self.told, match.tale_lines)
        self.told = match.tale_lines
        return match

    def greet(self, match: DistantMatch) -> None:
        """Show which game it is, and who sits here."""
        self.greeted = True
        language = str(match.state["language"])
        self.remote.language = language
        kinds = tuple("human" if seat == match.seat else "random" for seat in range(match.players))
        settings = Settings(
            kinds=kinds,
            language=language,
            again=self.again,
            save_as=None,
            replaces=None,
            resumed=False,
            is_open=True,
            show_seed=False,
        )
        self.table = Table(self.terminal, settings, [] if match.seat is None else [match.seat])
        self.asker = _Asker(self.table, Keeper(settings))
        self.table.show_beginning(as_match(match), seed=False)
        if match.seat is None:
            self.terminal.show(told(language, "join-onlooker"))

    def wait(self, match: DistantMatch) -> None:
        """Show what happened, and whom all wait for."""
        self.terminal.pass_by("")
        if match.seat is None:
            self.table.show_table(as_match(match), None)
        else:
            self.table.show_log(as_match(match), match.seat)
        if match.awaited:
            language = self.table.settings.language
            self.terminal.pass_by(told(language, "join-waits", joined(language, map(visible, match.awaited))))
        self.terminal.stdout.flush()

    def choose(self, match: DistantMatch) -> DistantMatch:
        """Ask until the table has taken an answer, or asks no more; the state after that."""
        seat = match.seat
        assert seat is not None
        self.terminal.pass_by("")
        self.table.show_table(as_match(match), seat)
        self.forget_typed()
        answer = self.asker.ask(as_match(match), seat)
        while True:
            if isinstance(answer, Command):
                raise EOFError
            number = match.number
            choice = answer.option.key if isinstance(answer, Picked) else answer.text if isinstance(answer, Said) else ""
            self.remote.send("choose", number=number, choice=choice)
            refusals = 0
            while True:
                message = self.remote.receive()
                if message.get("type") == "refused":
                    self.tell_refusal(message)
                    refusals += 1
                    break
                following = self.taken_in(message)
                if following.number != number:
                    return following
                # Somebody has come or gone: the answer is still on its way.
                match = following
            answer = self.asker.go_on(as_match(match), seat)

    def forget_typed(self) -> None:
        """What was typed before the question was there is no answer to it."""
        if not self.terminal.interactive:
            return
        try:
            import termios
        except ImportError:
            return
        with suppress(termios.error, ValueError, OSError):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def as_match(match: DistantMatch) -> Match:
    """A match to whoever only looks at what a seat may see."""
    return cast("Match", match)

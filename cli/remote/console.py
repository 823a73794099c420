"""Carry out what the host types: manage links, seats and names, and show the table."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Iterator

from attrs import define

from rulewright.cli.remote.links import ONLOOKERS
from rulewright.cli.remote.remote_speech import said
from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.remote.server import TableServer
from rulewright.cli.render.columns import fold_text
from rulewright.cli.shell.game_choice import HUMAN, SEATS, seat_names
from rulewright.cli.shell.terminal import Terminal
from rulewright.dsl.messages.diagnostic import RulebookError, visible

_QUIET_ZONE = 2


@define
class Console:
    """The host's own terminal."""

    server: TableServer
    terminal: Terminal
    language: str

    def say(self, key: str, *parts: object) -> None:
        for line in fold_text(said(self.language, f"host-{key}", *parts), self.terminal.width):
            self.terminal.show(line)

    def link(self, seat: int) -> str:
        """Return the link that opens a seat."""
        server = self.server
        return f"{server.addresses.base(server.port)}/#{server.hosted.beside.links.token_of(seat)}"

    def show_link(self, seat: int, *, code: bool) -> None:
        """Show the link of a seat, on a screen also as a QR code."""
        match = self.server.hosted.match
        name = said(self.language, "host-onlookers") if seat == ONLOOKERS else match.player_name(seat)
        place = "" if seat == ONLOOKERS else f"{seat + 1}. "
        if code and self.terminal.interactive:
            self.terminal.show()
        self.terminal.show(f"{place}{name}: {self.link(seat)}")
        if code and self.terminal.interactive:
            for line in qr_code(self.link(seat)):
                # White on black in any terminal: cameras want dark on light.
                self.terminal.stdout.write(f"\x1b[97;40m{line}\x1b[0m\n" if self.terminal.colour else f"{line}\n")

    def show_links(self, *, code: bool) -> None:
        """Show the links of all people and of onlookers."""
        hosted = self.server.hosted
        for seat in range(hosted.match.players):
            if hosted.plays(seat):
                self.show_link(seat, code=code)
            else:
                self.say("played-by", seat + 1, hosted.match.player_name(seat), hosted.beside.kinds[seat])
        self.show_link(ONLOOKERS, code=False)

    async def carry_out(self, line: str) -> bool:
        """Carry out a line; return whether the table stays open."""
        words = line.split(maxsplit=2)
        command = words[0].casefold() if words else ""
        if command in ("quit", "exit"):
            return False
        commands: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "links": self.links,
            "link": self.one_link,
            "renew": self.renew,
            "seat": self.seat,
            "name": self.name,
            "who": self.who,
        }
        if command not in commands:
            if command:
                self.show_help()
            return True
        try:
            await commands[command](words[1:])
        except RulebookError as error:
            for one in error.diagnostics:
                self.terminal.show(f"{one.message}: {one.help}" if one.help else str(one.message))
        except RequestRefused as refused:
            self.terminal.show(said(self.language, refused.key, *refused.parts))
        return True

    def show_help(self) -> None:
        for key in ("links", "link", "renew", "seat", "name", "who", "quit"):
            self.say(f"help-{key}")

    def place(self, words: list[str]) -> int | None:
        """Return the seat that is meant; if there is none, say so and return None."""
        text = words[0] if words else ""
        if text in ("onlookers", "0"):
            return ONLOOKERS
        players = self.server.hosted.match.players
        if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= players:
            return int(text) - 1
        self.say("which-seat", players)
        return None

    async def links(self, _words: list[str]) -> None:
        self.show_links(code=False)

    async def one_link(self, words: list[str]) -> None:
        seat = self.place(words)
        if seat is not None:
            self.show_link(seat, code=True)

    async def renew(self, words: list[str]) -> None:
        """Make a new link for a seat, or for all."""
        if words and words[0] == "all":
            for seat in (*range(self.server.hosted.match.players), ONLOOKERS):
                await self.server.renew(seat)
            self.show_links(code=False)
            return
        one = self.place(words)
        if one is not None:
            await self.server.renew(one)
            self.show_link(one, code=True)

    async def seat(self, words: list[str]) -> None:
        seat = self.place(words)
        if seat is None or seat == ONLOOKERS:
            return
        kinds = seat_names(tuple(words[1:2]), HUMAN)
        if len(kinds) != 1:
            self.say("which-player", ", ".join((HUMAN, *SEATS)))
            return
        hosted = self.server.hosted
        hosted.let_play(seat, kinds[0])
        self.server.announce()
        if kinds[0] == HUMAN:
            self.show_link(seat, code=True)
        else:
            self.say("played-by", seat + 1, hosted.match.player_name(seat), kinds[0])

    async def name(self, words: list[str]) -> None:
        seat = self.place(words)
        if seat is not None and seat != ONLOOKERS:
            self.server.hosted.call(seat, words[1] if len(words) > 1 else "")
            self.server.announce()

    async def who(self, _words: list[str]) -> None:
        """Show who is there, and which players the table waits for."""
        hosted = self.server.hosted
        here = {guest.seat for guest in self.server.guests}
        for seat in range(hosted.match.players):
            by = "program" if not hosted.plays(seat) else "here" if seat in here else "away"
            waits = f" - {said(self.language, 'chooses')}" if seat in hosted.waiting() else ""
            self.terminal.show(f"{seat + 1}. {hosted.match.player_name(seat)}: {said(self.language, by)}{waits}")

    def note(self, what: str, _seat: int, name: str) -> None:
        """Tell the host that somebody came or went."""
        self.say(what, visible(name))


def qr_code(text: str) -> Iterator[str]:
    """Yield the lines of a QR code, two rows to a line."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=_QUIET_ZONE, compact=True)
    yield from drawn.getvalue().rstrip("\n").split("\n")

"""Carry out what the host types: manage links, seats and names, and show the table."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Iterator

from attrs import Factory, define, field

from rulewright.cli.remote.links import ONLOOKERS
from rulewright.cli.remote.remote_speech import said, said_line
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
    heard: int = field(default=Factory(lambda self: self.server.chat.count, takes_self=True))
    """How many lines of the chat were shown, or were said before the table was opened again."""

    def say(self, key: str, *parts: object) -> None:
        for line in fold_text(said(self.language, f"host-{key}", *parts), self.terminal.width):
            self.terminal.show(line)

    def link(self, seat: int) -> str:
        """Return the link that opens a seat, or the table."""
        server = self.server
        return f"{server.addresses.base(server.port)}/#{server.hosted.beside.links.token_of(seat)}"

    def show_link(self, seat: int, *, code: bool) -> None:
        """Show the link of a seat or the table, on a screen also as a QR code; nobody else can take that seat any more."""
        hosted = self.server.hosted
        if seat == ONLOOKERS:
            self.say("table-link")
            self.terminal.show(f"  {self.link(seat)}")
        else:
            hosted.occupy(seat)
            self.server.announce()
            self.terminal.show(f"{seat + 1}. {hosted.match.player_name(seat)}: {self.link(seat)}")
        if code and self.terminal.interactive:
            for line in qr_code(self.link(seat)):
                # White on black in any terminal: cameras want dark on light.
                self.terminal.stdout.write(f"\x1b[97;40m{line}\x1b[0m\n" if self.terminal.colour else f"{line}\n")

    def tell_chat(self) -> None:
        """Show what was said since the last look."""
        chat = self.server.chat
        for line in chat.since(self.heard):
            if line.role != "host":
                self.terminal.show_all(fold_text(said_line(line, self.language), self.terminal.width))
        self.heard = chat.count

    async def carry_out(self, line: str) -> bool:
        """Carry out a line; return whether the table stays open."""
        words = line.split(maxsplit=2)
        command = words[0].casefold() if words else ""
        if command in ("quit", "exit"):
            return False
        commands: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "links": self.links,
            "link": self.one_link,
            "free": self.free,
            "renew": self.renew,
            "seat": self.seat,
            "name": self.name,
            "who": self.who,
            "say": self.say_to_all,
            "again": self.again,
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
        for key in ("link", "links", "free", "renew", "seat", "name", "who", "say", "again", "quit"):
            self.say(f"help-{key}")

    def place(self, words: list[str]) -> int | None:
        """Return the seat that is meant; if there is none, say so and return None."""
        text = words[0] if words else ""
        if text in ("table", "0"):
            return ONLOOKERS
        players = self.server.hosted.match.players
        if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= players:
            return int(text) - 1
        self.say("which-seat", players)
        return None

    async def links(self, _words: list[str]) -> None:
        """Show the links of all people."""
        hosted = self.server.hosted
        for seat in filter(hosted.plays, range(hosted.match.players)):
            self.show_link(seat, code=False)
        self.show_link(ONLOOKERS, code=False)

    async def one_link(self, words: list[str]) -> None:
        seat = self.place(words or ["table"])
        if seat is not None:
            self.show_link(seat, code=True)

    async def free(self, words: list[str]) -> None:
        """Let anyone take a seat."""
        seat = self.place(words)
        if seat is not None and seat != ONLOOKERS:
            await self.server.free(seat)
            self.show_seat(seat)

    async def renew(self, words: list[str]) -> None:
        """Make a new link for a seat, or for all."""
        if words and words[0] == "all":
            for seat in (*range(self.server.hosted.match.players), ONLOOKERS):
                await self.server.renew(seat)
            await self.links([])
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
        self.server.hosted.let_play(seat, kinds[0])
        self.server.announce()
        self.show_seat(seat)

    async def name(self, words: list[str]) -> None:
        seat = self.place(words)
        if seat is not None and seat != ONLOOKERS:
            self.server.hosted.call(seat, words[1] if len(words) > 1 else "")
            self.server.announce()

    async def who(self, _words: list[str]) -> None:
        """Show who is there, and which players the table waits for."""
        for seat in range(self.server.hosted.match.players):
            self.show_seat(seat)
        self.terminal.show(said(self.language, "watching", sum(guest.seat == ONLOOKERS for guest in self.server.guests)))

    def show_seat(self, seat: int) -> None:
        """Show who sits at a seat, and whether the table waits for them."""
        hosted = self.server.hosted
        here = any(guest.seat == seat for guest in self.server.guests)
        is_free = hosted.is_free(seat)
        by = "program" if not hosted.plays(seat) else "free" if is_free else "here" if here else "away"
        kind = "" if hosted.plays(seat) else f" ({hosted.beside.kinds[seat]})"
        waits = f" - {said(self.language, 'chooses')}" if seat in hosted.waiting() and not is_free else ""
        self.terminal.show(f"{seat + 1}. {hosted.match.player_name(seat)}: {said(self.language, by)}{kind}{waits}")

    async def say_to_all(self, words: list[str]) -> None:
        self.server.say(None, " ".join(words))

    async def again(self, _words: list[str]) -> None:
        """Begin the game anew, whatever the others would like."""
        await self.server.play_again()

    def note(self, what: str, _seat: int, name: str) -> None:
        """Tell the host that somebody came or went."""
        self.say(what, visible(name))


def qr_code(text: str) -> Iterator[str]:
    """Yield the lines of a QR code, two rows to a line."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=_QUIET_ZONE, compact=True)
    yield from drawn.getvalue().rstrip("\n").split("\n")

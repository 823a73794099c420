"""Serve a hosted game: seat guests by their links, send each what they may see, and carry out what they send.

Strangers get a moment to present their link, and there is room for only some of them. Each new stranger pushes the oldest
one out, so nobody can block the table. Each guest gets their own state, and only when it has changed: how often something
is sent tells nothing about unseen events. A slow reader only misses states in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from attrs import asdict, define, field
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.protocol import Event, State

from rulewright.cli.remote import pages
from rulewright.cli.remote.addresses import Addresses
from rulewright.cli.remote.bots import Bots
from rulewright.cli.remote.chat import Chat
from rulewright.cli.remote.guest_questions import FOR_ALL, QUESTIONS, answer
from rulewright.cli.remote.hosted_match import HostedGame, plain_words
from rulewright.cli.remote.links import ONLOOKERS
from rulewright.cli.remote.looking_back import moment
from rulewright.cli.remote.rate_limit import TokenBucket
from rulewright.cli.remote.remote_speech import said
from rulewright.cli.remote.requests import (
    LARGEST_STATE,
    LONGEST_MESSAGE,
    GuestMessage,
    RequestRefused,
    as_text,
    drawable,
    message_of,
)
from rulewright.cli.remote.table_state import TableState, UndoRequest
from rulewright.cli.remote.wire_format import ChatLine, encoded
from rulewright.cli.shell.game_choice import table_languages
from rulewright.cli.shell.problems import problems_of
from rulewright.interpreter import PlayError

MOST_UNKNOWN = 256
"""The most connections that have not presented a link."""
MOST_AT_A_SEAT = 4
"""The most windows at one seat."""
MOST_ONLOOKERS = 256
_PATIENCE = 10.0
"""Seconds for the whole beginning, and then for the first message."""
_FRAMES = 40
_REFILL = 10.0
"""How many frames may come at once, and per second in the long run: messages, parts of them, and pings."""
_COMINGS = 10
_RETURN = 0.5
"""For each window that a link may open, how many connections may come at once, and per second in the long run."""
_ONLOOKERS_COMING = 32
"""As if the link of the table could open so many windows."""
_LOOKING = 0.15
"""Seconds that it takes at least to look back: the time must not tell how many unseen choices were passed over."""
_COUNTING = 1.0
"""Seconds for which the number of onlookers may be out of date."""
_FAREWELL = 2.0
"""Seconds for closing a connection."""
_SILENCE = 20.0
"""Seconds without a sign of life after which a guest is taken to be gone."""
POLICY, UNSUPPORTED, GOING, TOO_LARGE = 1008, 1003, 1001, 1009
NO_LINK, ELSEWHERE, RENEWED, LEFT = 4001, 4002, 4003, 4004


@define(eq=False)
class Guest:
    """A guest who came with a link."""

    socket: ServerConnection
    seat: int
    language: str
    number: int
    width: int = 0
    """How wide the table is drawn for the guest; 0 if it is not drawn."""
    wake: asyncio.Event = field(factory=asyncio.Event)
    refusals: list[RequestRefused] = field(factory=list)
    """Refusals by others that the guest was not told of yet."""
    tells: asyncio.Task[None] | None = None
    """The task that looks for the answer to the guest's question."""
    looks: asyncio.Task[None] | None = None
    """The task that draws an earlier table."""
    heard: int = -1
    """How many lines of the chat had been said when the guest was last sent some."""
    watching: int = -1
    """How many onlookers the guest was told of."""
    name: str = ""
    """The name of an onlooker."""

    def cancel(self) -> None:
        """Stop all work for the guest."""
        for task in (self.tells, self.looks):
            if task is not None:
                task.cancel()


@define(eq=False)
class TableServer:
    hosted: HostedGame
    addresses: Addresses
    language: str
    tell: Callable[[str, int, str], None]
    """Tells the host `came`, `went` or `left`, with the seat and its name."""
    pace: float = 0.5
    patience: float = _PATIENCE
    guests: list[Guest] = field(factory=list)
    unknown: dict[ServerConnection, None] = field(factory=dict)
    comings: dict[int, TokenBucket] = field(factory=dict)
    """For each seat, how often its link may still be used to connect."""
    bots: Bots = field(init=False)
    port: int = 0
    _server: Server | None = None
    _came: int = 0
    _changing: asyncio.Lock = field(factory=asyncio.Lock)
    """Held while the effects of a choice are worked out in the background: one choice at a time."""
    _telling: asyncio.Lock = field(factory=asyncio.Lock)
    _drawing: asyncio.Lock = field(factory=asyncio.Lock)
    """Held while the table is drawn for an onlooker: one after the other, so that players need not wait for all of them."""
    _counting: asyncio.TimerHandle | None = None
    """Tells everybody the new number of onlookers, a little later."""
    _states: dict[tuple[int, str, int], bytes] = field(factory=dict)
    _state_of: tuple[Any, ...] = ()

    def __attrs_post_init__(self) -> None:
        self.bots = Bots(self.hosted, self.pace, self.change)

    @property
    def chat(self) -> Chat:
        return self.hosted.beside.chat

    async def open(self, port: int) -> None:
        """Listen; raise OSError if the port is taken."""
        table = self

        class Watched(ServerConnection):
            """A connection that is known from its first moment, with its frames counted."""

            def __init__(self, *arguments: Any, **more: Any) -> None:
                super().__init__(*arguments, **more)
                self.frames = TokenBucket(_FRAMES, _REFILL)

            def data_received(self, data: bytes) -> None:
                # Read little at a time: everything in one read is answered before it is counted.
                for start in range(0, len(data), LONGEST_MESSAGE):
                    super().data_received(data[start : start + LONGEST_MESSAGE])

            def process_event(self, event: Event) -> None:
                if not isinstance(event, Frame) or not self.frames.wait():
                    super().process_event(event)
                elif self.protocol.state is State.OPEN:
                    table.cut_off(self)

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                table.stranger(self)

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                table.unknown.pop(self, None)

        silent = logging.getLogger("rulewright.apart")
        silent.disabled = True
        self._server = await serve(
            self.meet,
            list(self.addresses.listened),  # type: ignore[arg-type] # all of them: it is handed on to asyncio
            port,
            create_connection=Watched,
            process_request=self.first_look,
            compression=None,
            max_size=LONGEST_MESSAGE,
            max_queue=4,
            write_limit=65_536,
            open_timeout=self.patience,
            close_timeout=_FAREWELL,
            ping_interval=_SILENCE,
            ping_timeout=_SILENCE,
            server_header=None,
            logger=silent,
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        self.announce()

    async def close(self) -> None:
        """Send everybody away, and stop listening."""
        self.bots.close()
        await self.dismiss(GOING, "closing", *self.guests)
        for socket in list(self.unknown):
            socket.transport.abort()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def stranger(self, socket: ServerConnection) -> None:
        self.unknown[socket] = None
        if len(self.unknown) > MOST_UNKNOWN:
            oldest = next(iter(self.unknown))
            del self.unknown[oldest]
            oldest.transport.abort()

    def first_look(self, _socket: ServerConnection, request: Request) -> Response | None:
        """Return a page or a refusal, or None to open the connection."""
        return pages.response(request, self.addresses)

    async def meet(self, socket: ServerConnection) -> None:
        """Let a stranger present a link, and then take part until they go."""
        try:
            guest = await self.welcome(socket)
        except (ConnectionClosed, TimeoutError, RequestRefused) as error:
            refused = error if isinstance(error, RequestRefused) else RequestRefused("too-slow")
            if not isinstance(error, ConnectionClosed):
                await self.send_away(socket, NO_LINK if refused.key == "no-link" else POLICY, refused, self.language)
            return
        writing = asyncio.create_task(self.write(guest))
        try:
            await self.listen(guest)
        except ConnectionClosed:
            pass
        finally:
            writing.cancel()
            guest.cancel()
            if guest in self.guests:
                self.guests.remove(guest)
                self.announce_presence(guest)
                self.note("went", guest)

    async def welcome(self, socket: ServerConnection) -> Guest:
        """Return the guest behind a connection; raise Refused."""
        async with asyncio.timeout(self.patience):
            text = await socket.recv()
        message = self.understood(text)
        if message.kind != "hello":
            raise RequestRefused("bad-message")
        seat = self.hosted.beside.links.whose(message.parts["link"])
        if seat is None:
            raise RequestRefused("no-link")
        await self.turn(socket, seat)
        language = message.parts.get("language", self.language)
        there = [guest for guest in self.guests if guest.seat == seat]
        if seat == ONLOOKERS and len(there) >= MOST_ONLOOKERS:
            raise RequestRefused("is-full")
        self._came += 1
        guest = Guest(socket, seat, self.spoken(language), self._came, drawable(message.parts.get("width", 0)))
        if message.parts.get("name"):
            self.call(guest, message.parts["name"])
        if seat != ONLOOKERS:
            self.hosted.occupy(seat)
        self.unknown.pop(socket, None)
        self.guests.append(guest)
        if seat != ONLOOKERS and len(there) >= MOST_AT_A_SEAT:
            await self.dismiss(ELSEWHERE, "opened-elsewhere", there[0])
        self.announce_presence(guest)
        self.note("came", guest)
        return guest

    async def turn(self, socket: ServerConnection, seat: int) -> None:
        """Slow down somebody who connects again and again with one link; raise Refused if they are sent away meanwhile.

        Each arrival means a new state for all guests, and a line for the host.
        """
        if seat not in self.comings:
            windows = _ONLOOKERS_COMING if seat == ONLOOKERS else MOST_AT_A_SEAT
            self.comings[seat] = TokenBucket(_COMINGS * windows, _RETURN * windows)
        while pause := self.comings[seat].wait():
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await socket.wait_closed()
            if socket not in self.unknown:
                raise RequestRefused("too-slow")

    def call(self, guest: Guest, name: str) -> None:
        """Give a player or an onlooker a name; raise Refused."""
        if guest.seat != ONLOOKERS:
            self.hosted.call(guest.seat, name)
        else:
            guest.name = self.hosted.onlooker_name(name, [other.name for other in self.guests if other is not guest])

    def spoken(self, language: str) -> str:
        """Return a language that this table speaks: the wanted one, or the host's."""
        return language if language in table_languages(self.hosted.match.game) else self.language

    def understood(self, text: str | bytes) -> GuestMessage:
        if not isinstance(text, str):
            raise RequestRefused("bad-message")
        return message_of(text)

    async def send_away(self, socket: ServerConnection, code: int, why: RequestRefused, language: str) -> None:
        try:
            async with asyncio.timeout(1):
                await socket.send(as_text("refused", reason=why.key, text=said(language, why.key, *why.parts)))
        except (ConnectionClosed, TimeoutError):
            pass
        await socket.close(code, why.key)

    def cut_off(self, socket: ServerConnection) -> None:
        """Close the connection of somebody who sends too much, and ignore the rest of it."""
        key = "too-many-messages"
        language = next((guest.language for guest in self.guests if guest.socket is socket), self.language)
        socket.protocol.send_text(as_text("refused", reason=key, text=said(language, key)).encode())
        socket.protocol.fail(POLICY, key)
        socket.send_data()
        socket.loop.call_later(_FAREWELL, socket.transport.abort)

    async def dismiss(self, code: int, key: str, *guests: Guest) -> None:
        """Send guests away; they are strangers from now on."""
        for guest in guests:
            if guest in self.guests:
                self.guests.remove(guest)
            self.stranger(guest.socket)
        await asyncio.gather(*(self.send_away(guest.socket, code, RequestRefused(key), guest.language) for guest in guests))

    async def renew(self, seat: int) -> None:
        """Make a new link for a seat or the table, and send its guests away."""
        self.hosted.beside.links.renew(seat)
        self.hosted.keep_beside()
        await self.dismiss_from(seat, "link-renewed")

    async def free(self, seat: int) -> None:
        """Let anyone take a seat, and send its guests away."""
        self.hosted.free(seat)
        await self.dismiss_from(seat, "seat-freed")

    async def dismiss_from(self, seat: int, key: str) -> None:
        """Send away the guests of a seat whose link opens nothing any more."""
        await self.dismiss(RENEWED, key, *(guest for guest in self.guests if guest.seat == seat))
        self.announce()

    async def listen(self, guest: Guest) -> None:
        """Carry out what a guest sends, until the connection ends."""
        async for text in guest.socket:
            if guest not in self.guests:
                return
            if isinstance(text, bytes):
                await self.dismiss(UNSUPPORTED, "bad-message", guest)
                return
            changes = self.hosted.changes
            try:
                message = message_of(text)
                if message.kind == "leave":
                    self.note("left", guest)
                    self.guests.remove(guest)
                    self.announce_presence(guest)
                    await guest.socket.close(LEFT, "left")
                    return
                await self.carry_out(guest, message)
            except RequestRefused as refused:
                await self.refuse(guest, refused)
            if self.hosted.changes != changes:
                self.announce()
            else:
                guest.wake.set()

    async def refuse(self, guest: Guest, refused: RequestRefused) -> None:
        reason = said(guest.language, refused.key, *refused.parts)
        await guest.socket.send(as_text("refused", reason=refused.key, text=reason))

    async def carry_out(self, guest: Guest, message: GuestMessage) -> None:
        parts = message.parts
        match message.kind:
            case "language":
                if parts["language"] not in table_languages(self.hosted.match.game):
                    raise RequestRefused("no-such-language")
                guest.language = parts["language"]
            case "name":
                self.call(guest, parts["name"])
            case "width":
                guest.width = drawable(parts["width"])
            case "say":
                self.say(guest, parts["text"])
            case "choose" | "undo" | "redo" | "agree" | "again" if guest.seat == ONLOOKERS:
                raise RequestRefused("onlookers-choose")
            case "sit" if guest.seat == ONLOOKERS:
                self.hosted.sit(parts["seat"], parts["name"], parts["secret"])
                guest.seat = parts["seat"]
                self.note("sat", guest)
            case "choose":
                # A guest who is not asked learns that at once. Their message must not answer a later question.
                self.hosted.meant(guest.seat, parts["number"], parts["choice"])
                await self.change(lambda: self.hosted.answered(guest.seat, parts["number"], parts["choice"]))
            case "undo":
                await self.change(lambda: self.hosted.taken_back(guest.seat))
            case "redo":
                await self.change(lambda: self.hosted.made_again(guest.seat))
            case "agree":
                await self.agree(guest.seat, yes=parts["yes"])
            case "ask":
                self.tell_of(guest, parts["what"], parts["name"])
            case "look":
                self.look_back(guest, parts["back"])
            case "again":
                if self.hosted.wants_again(guest.seat):
                    await self.play_again()
            case _:
                raise RequestRefused("bad-message")

    async def change(self, work: Callable[[], TableState | UndoRequest]) -> None:
        """Change the table as some slow work in the background says; raise Refused."""
        async with self._changing:
            found = await asyncio.to_thread(work)
            if isinstance(found, UndoRequest):
                self.hosted.ask_for(found)
            elif found is not self.hosted.now:
                self.hosted.take(found)
        self.announce()

    async def play_again(self) -> None:
        """Begin the game anew, with a new seed and everybody at their seats; raise Refused if it is not over."""
        async with self._changing:
            if not self.hosted.match.over:
                raise RequestRefused("not-over")
            self.hosted.play_again(await asyncio.to_thread(self.hosted.following))
            self.bots.forget()
        self.announce()

    def say(self, guest: Guest | None, text: str) -> None:
        """Let a guest, or the host, say a line to all; raise Refused."""
        plain, hosted = plain_words(text), self.hosted
        role, name = "host", ""
        if guest is not None:
            self.chat.let(guest.seat)
            looks_on = guest.seat == ONLOOKERS
            role, name = ("onlooker", guest.name) if looks_on else ("player", hosted.match.player_name(guest.seat))
        self.chat.add(ChatLine(role, name, plain))
        hosted.write_beside()
        self.announce()

    async def agree(self, seat: int, *, yes: bool) -> None:
        """Note whether a seat lets another take a choice back; raise Refused."""
        hosted = self.hosted
        wish = hosted.agree(seat, yes=yes)
        if not yes:
            for guest in self.guests:
                if guest.seat == wish.seat:
                    guest.refusals.append(RequestRefused("undo-refused", hosted.match.player_name(seat)))
        elif not wish.waits:
            # Otherwise something was chosen meanwhile, so it is not what all have agreed to.
            await self.change(lambda: hosted.now.taken_back(wish) if hosted.wish is wish else hosted.now)

    def tell_of(self, guest: Guest, what: str, name: str) -> None:
        """Look for the answer to a question in the background; raise Refused."""
        if what not in QUESTIONS:
            raise RequestRefused("bad-message")
        if guest.seat == ONLOOKERS and what not in FOR_ALL:
            raise RequestRefused("onlookers-choose")
        if guest.tells is not None and not guest.tells.done():
            raise RequestRefused("one-at-a-time")
        guest.tells = asyncio.get_running_loop().create_task(self.tell_answer(guest, what, name))

    async def tell_answer(self, guest: Guest, what: str, name: str) -> None:
        hosted, language = self.hosted, guest.language
        try:
            async with self._telling:
                now = hosted.now
                speaking = partial(hosted.speaking, language=language)
                lines = await self.bots.think(lambda: answer(now, guest.seat, what, name, speaking, language))
            if what not in FOR_ALL and hosted.now.number(guest.seat) != now.number(guest.seat):
                # The question of the game that it was about is no longer open.
                lines = []
            await guest.socket.send(as_text("told", what=what, name=name, lines=lines))
        except (RequestRefused, PlayError) as error:
            with suppress(ConnectionClosed):
                await self.refuse(guest, error if isinstance(error, RequestRefused) else RequestRefused("rules-limit"))
        except ConnectionClosed:
            pass
        except Exception as error:
            # The guest gets no answer, and the table goes on.
            hosted.problems += problems_of(error)
            with suppress(ConnectionClosed):
                await self.refuse(guest, RequestRefused("no-answer"))

    def look_back(self, guest: Guest, back: int) -> None:
        """Send a guest an earlier table, drawn in the background; raise Refused."""
        if guest.looks is not None and not guest.looks.done():
            raise RequestRefused("one-at-a-time")
        guest.looks = asyncio.get_running_loop().create_task(self.send_moment(guest, back))

    async def send_moment(self, guest: Guest, back: int) -> None:
        seat = None if guest.seat == ONLOOKERS else guest.seat
        speaking = partial(self.hosted.speaking, language=guest.language)
        with suppress(ConnectionClosed):
            looking = asyncio.to_thread(moment, self.hosted.now, seat, back, guest.width, speaking)
            found, _ = await asyncio.gather(looking, asyncio.sleep(_LOOKING))
            await guest.socket.send(as_text("looked", **asdict(found)))

    def announce_presence(self, guest: Guest) -> None:
        """Wake everybody when a guest comes or goes; if it is an onlooker, a little later, for there may be many."""
        if guest.seat != ONLOOKERS:
            self.announce()
            return
        guest.wake.set()
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(_COUNTING, self.announce)

    def announce(self) -> None:
        """Wake all guests and the program: something may have changed."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        for guest in self.guests:
            guest.wake.set()
        self.bots.look()

    async def write(self, guest: Guest) -> None:
        """Send a guest each new state."""
        last = b""
        try:
            while True:
                await guest.wake.wait()
                guest.wake.clear()
                while guest.refusals:
                    await self.refuse(guest, guest.refusals.pop(0))
                now = None
                while guest.seat != ONLOOKERS and now is not self.hosted.now:
                    now = self.hosted.now
                    await asyncio.to_thread(self.hosted.leads, guest.seat, guest.language)
                state = await self.state_in_turn(guest)
                if len(state) > LARGEST_STATE:
                    self.note("table-too-large", guest)
                    await self.dismiss(TOO_LARGE, "table-too-large", guest)
                    return
                if state != last:
                    last = state
                    await guest.socket.send(state, text=True)
                await self.tell_company(guest)
        except ConnectionClosed:
            pass

    async def tell_company(self, guest: Guest) -> None:
        """Tell a guest how many look on, and what was said: when they come, the lines that are kept."""
        watching = sum(other.seat == ONLOOKERS for other in self.guests)
        if watching != guest.watching:
            guest.watching = watching
            await guest.socket.send(as_text("around", watching=watching))
        lines, is_first = self.chat.since(max(guest.heard, 0)), guest.heard < 0
        guest.heard = self.chat.count
        if lines:
            await guest.socket.send(as_text("chat", lines=encoded(lines), all=is_first))

    async def state_in_turn(self, guest: Guest) -> bytes:
        """Return what a guest may see; players go first."""
        if guest.seat != ONLOOKERS:
            return self.state(guest)
        async with self._drawing:
            await asyncio.sleep(0)
            return self.state(guest)

    def state(self, guest: Guest) -> bytes:
        """Return what a guest may see, as bytes; made only once for all with the same view."""
        here = {guest.seat for guest in self.guests if guest.seat != ONLOOKERS}
        now = (self.hosted.changes, frozenset(here))
        if now != self._state_of:
            self._state_of, self._states = now, {}
        key = (guest.seat, guest.language, guest.width)
        if key not in self._states:
            seat = None if guest.seat == ONLOOKERS else guest.seat
            self._states[key] = as_text("table", **self.hosted.state(seat, guest.language, here, guest.width)).encode()
        return self._states[key]

    def note(self, what: str, guest: Guest) -> None:
        """Tell the host that a guest came or went."""
        if guest.seat != ONLOOKERS:
            self.tell(what, guest.seat, self.hosted.match.player_name(guest.seat))

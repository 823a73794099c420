"""Open a table with the host's terminal, until somebody closes it."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO, cast

from attrs import define, field

from rulewright.cli.remote.addresses import USUAL_PORT, Addresses, any_port
from rulewright.cli.remote.console import Console
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.links import ONLOOKERS
from rulewright.cli.remote.remote_speech import said
from rulewright.cli.remote.server import TableServer
from rulewright.cli.remote.terminal_writer import BackgroundOutput
from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import shown_title
from rulewright.cli.shell.problems import FINDINGS, GOOD, problem, render_diagnostics
from rulewright.cli.shell.terminal import Terminal
from rulewright.dsl.messages.said import Phrase

_STOPS = ("SIGINT", "SIGTERM", "SIGHUP")
_LONGEST_LINE = 2000
_FAREWELL = 1.0
"""Seconds for the last lines, if nobody reads them."""
_GLANCE = 0.5
"""Seconds between two looks for news for the host."""
_FILES = 1024
"""How many files a process must be able to open: each connection is one."""


@define
class HostSession:
    """One evening at a table."""

    hosted: HostedGame
    addresses: Addresses
    language: str
    pace: float
    port: int | None
    again: str
    """The command that reopens the table, without the file."""
    open_page: Callable[[str], object] | None = None
    """Opens the page of the first person at the table, who is the host."""
    terminal: Terminal = field(init=False)
    outputs: tuple[BackgroundOutput, BackgroundOutput] = field(init=False)
    """Standard output and standard error. A terminal that does not read must not block the table."""
    told_over: bool = False

    def __attrs_post_init__(self) -> None:
        def left_out(lines: int) -> str:
            return said(self.language, "host-left-out", lines)

        self.outputs = BackgroundOutput(sys.stdout, left_out), BackgroundOutput(sys.stderr, left_out)
        self.terminal = Terminal(stdout=cast("TextIO", self.outputs[0]))

    def run(self) -> int:
        """Run the table until it is closed; return the exit code."""
        allow_files()
        try:
            asyncio.run(self.evening())
        finally:
            code = self.end()
            self.hosted.close()
            for output in self.outputs:
                output.drain(_FAREWELL)
        return code

    async def evening(self) -> None:
        """Open the table, and carry out what the host types."""
        server = TableServer(self.hosted, self.addresses, self.language, lambda *_: None, self.pace)
        console = Console(server, self.terminal, self.language)
        server.tell = console.note
        await self.listen(server)
        if self.hosted.beside.port != server.port:
            self.hosted.beside.port = server.port
        self.hosted.keep_beside()
        self.begin(server, console)
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.hear(lines)
        try:
            while True:
                try:
                    line = await asyncio.wait_for(lines.get(), _GLANCE)
                except TimeoutError:
                    self.look(console)
                    continue
                if line is None or not await console.carry_out(line):
                    return
        finally:
            await server.close()

    def look(self, console: Console) -> None:
        self.tell_problems()
        console.tell_chat()
        if self.hosted.match.over == self.told_over:
            return
        self.told_over = self.hosted.match.over
        if self.told_over:
            console.say("over")
        else:
            console.say("anew")
            self.tell_file(console)

    async def listen(self, server: TableServer) -> None:
        """Listen at the wanted port, or the last one, or the usual one.

        If a port is taken that nobody asked for, listen at any.
        """
        kept = self.hosted.beside.port
        wanted = self.port if self.port is not None else kept or USUAL_PORT
        wanted = wanted or any_port(self.addresses)
        try:
            await server.open(wanted)
            return
        except OSError as error:
            if self.port is not None or kept:
                reason = (error.strerror or str(error)).lower()
                way_out = Phrase("choose-another-by-port-and-give-out")
                raise problem(
                    "cannot-listen", Phrase("port-cannot-be-listened-at", wanted=wanted, reason=reason), way_out
                ) from None
        await server.open(any_port(self.addresses))

    def begin(self, server: TableServer, console: Console) -> None:
        match, show = self.hosted.match, self.terminal.show
        show(", ".join([shown_title(match.game.titles, match.game.name, self.language), *match.game.variants]), "strong")
        base = self.addresses.base(server.port)
        if self.addresses.shown is not None or self.addresses.is_wide:
            console.say("open-far", base)
            if not base.startswith("https:"):
                console.say("not-encrypted")
        else:
            console.say("open-near" if self.addresses.is_near else "open-here")
        if self.open_page is None:
            console.show_link(ONLOOKERS, code=True)
            for seat in range(match.players):
                console.show_seat(seat)
        else:
            own = next(filter(self.hosted.plays, range(match.players)))
            console.show_link(own, code=False)
            self.open_page(console.link(own))
        self.tell_file(console)
        console.say("type-help")
        self.tell_problems()

    def tell_file(self, console: Console) -> None:
        """Tell the host where the game is kept, and how to go on with it."""
        if self.hosted.file is not None:
            console.say("kept-in", self.hosted.file.path)
            self.terminal.show(f"  {self.resuming()}")

    def resuming(self) -> str:
        """Return the command that reopens the table."""
        assert self.hosted.file is not None
        return f"{self.again} --resume {shlex.quote(save_files.name_of_save(self.hosted.file.path))}"

    def hear(self, lines: asyncio.Queue[str | None]) -> None:
        """Put the lines that the host types into a queue, and None to close the table."""
        loop = asyncio.get_running_loop()
        for name in _STOPS:
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), lines.put_nowait, None)
        at_terminal = self.terminal.keyboard

        def put(line: str | None) -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(lines.put_nowait, line)

        def listen() -> None:
            # Bypass Python's buffer: a thread that waits in it would block the end of the process.
            held = b""
            while True:
                try:
                    read = os.read(handle, 4096)
                except OSError:
                    read = b""
                if not read:
                    break
                held += read
                *whole, held = held.split(b"\n")
                for line in whole:
                    put(line[:_LONGEST_LINE].decode("utf-8", "replace"))
                held = held[:_LONGEST_LINE]
            if held:
                put(held.decode("utf-8", "replace"))
            # A script that starts a table types nothing, and wants it to stay open.
            if at_terminal:
                put(None)

        try:
            handle = sys.stdin.fileno()
        except (OSError, ValueError, AttributeError):
            return
        threading.Thread(target=listen, daemon=True).start()

    def tell_problems(self) -> None:
        """Tell the host about problems with the file or the rules."""
        output = self.outputs[1]
        text = render_diagnostics(self.hosted.problems, "full", cast("TextIO", output))
        if text:
            output.write(f"{text}\n")
        self.hosted.problems.clear()

    def end(self) -> int:
        """Show how to resume the game; if it is not in its file, save it first."""
        hosted = self.hosted
        if hosted.match.over and not hosted.is_asked_for:
            hosted.remove()
            self.terminal.show(said(self.language, "host-closed-over"))
            return GOOD
        if hosted.file is None or not hosted.file.is_true():
            if hosted.file is not None:
                hosted.problems.append(save_files.cannot_save(hosted.file.path, save_files.written_meanwhile()))
            hosted.keep_elsewhere()
        self.tell_problems()
        if hosted.file is None:
            return FINDINGS
        self.terminal.show(said(self.language, "host-closed", hosted.file.path))
        self.terminal.show(f"  {self.resuming()}")
        return GOOD


def allow_files() -> None:
    """Let this process open as many files as a full table needs, where the system allows only a few at first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if few != resource.RLIM_INFINITY and few < _FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES if most == resource.RLIM_INFINITY else min(_FILES, most), most))

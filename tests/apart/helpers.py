"""Open tables with the command itself, for people who join them over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.shared import CACHE

COMMAND = [sys.executable, "-m", "rulewright.cli.main"]
HASTY = """
import sys
from functools import partial
from rulewright.cli.remote import host_terminal
from rulewright.cli.main import main
host_terminal.TableServer = partial(host_terminal.TableServer, patience=1.0)
sys.exit(main(sys.argv[1:]))
"""
"""The command with a table that waits a second for a stranger, instead of ten."""
PATIENCE = 300.0


class Line:
    """A way to a table that can go dead, as when a telephone sleeps: what is sent is lost, and nobody hears of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.all: list[socket.socket] = []
        self.open: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.threads: list[threading.Thread] = []
        self.start(self.let_in)

    def start(self, doing: Callable[..., None], *parts: socket.socket) -> None:
        self.threads.append(threading.Thread(target=doing, args=parts))
        self.threads[-1].start()

    def link(self, link: str) -> str:
        """Return a link of the table as one that leads along this way."""
        return link.replace(f":{self.port}/", f":{self.door.getsockname()[1]}/")

    def let_in(self) -> None:
        with suppress(OSError):
            while True:
                near, far = self.door.accept()[0], socket.create_connection(("127.0.0.1", self.port))
                self.all += near, far
                self.open |= {near, far}
                self.start(self.carry, near, far)
                self.start(self.carry, far, near)

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError), one:
            while data := one.recv(65_536):
                if other in self.open:
                    other.sendall(data)
            if other in self.open:
                other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Let all connections of now go dead."""
        self.open.clear()

    def close(self) -> None:
        """Let nobody in any more, and close all connections."""
        # A thread that waits at a door does not notice that it is closed.
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        for one in self.all:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()


class Table:
    """`rulewright host`, in a process of its own."""

    def __init__(self, folder: Path, *arguments: str, hasty: bool = False, **environment: str) -> None:
        self.folder = folder
        usual = {"RULEWRIGHT_NATIVE": "off", "RULEWRIGHT_CACHE": str(CACHE), "RULEWRIGHT_SAVES": str(folder), "LC_ALL": "C.UTF-8"}
        self.environment = {**os.environ, **usual, **environment}
        self.process = subprocess.Popen(
            [*([sys.executable, "-c", HASTY] if hasty else COMMAND), "host", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=self.environment,
            text=True,
        )
        self.shown = self.until("Type ?|error")

    def until(self, pattern: str) -> str:
        """Return all lines up to one in which something stands."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if re.search(pattern, line):
                return "".join(lines)
        raise AssertionError("".join(lines))

    @property
    def link(self) -> str:
        """The link for all."""
        found = re.search(r"^  (http\S+)$", self.shown, re.MULTILINE)
        assert found, self.shown
        return found[1]

    @cached_property
    def links(self) -> list[str]:
        """The links of the seats, which keep them, and last that for all."""
        self.type("links")
        return re.findall(r"^(?:\d+\. .*:|  ?) (http\S+)$", self.until("^  http"), re.MULTILINE)

    @property
    def port(self) -> int:
        """Where it listens."""
        found = re.search(r":(\d+)/#", self.shown)
        assert found, self.shown
        return int(found[1])

    def type(self, line: str) -> None:
        """Type a line at it."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> str:
        """Close the table; return its last words."""
        if self.process.poll() is None:
            self.type("quit")
        return self.process.communicate(timeout=60)[0]

    def close(self) -> None:
        """End it by force, if nobody has ended it."""
        self.kill()

    def kill(self) -> None:
        """End it by force."""
        self.process.kill()
        self.process.communicate(timeout=60)


def parts_of(link: str) -> tuple[str, str]:
    """Return the address of the socket, and the token."""
    base, token = link.split("/#")
    return base.replace("http://", "ws://") + "/table", token


def message(kind: str, **parts: Any) -> str:
    """Return a message as a client sends it."""
    return json.dumps({"version": 1, "type": kind, **parts})


_OPENED: list[ClientConnection] = []


def run(doing: Coroutine[Any, Any, None]) -> None:
    """Do something with connections, and close those that it has left open."""

    async def whole() -> None:
        try:
            await doing
        finally:
            # Some were broken off in the middle of a message.
            await asyncio.gather(*(socket.close() for socket in _OPENED), return_exceptions=True)
            _OPENED.clear()

    asyncio.run(whole())


async def opened(address: str, **more: Any) -> ClientConnection:
    """Return a connection that has said nothing."""
    socket = await connect(address, compression=None, proxy=None, max_size=10_000_000, **more)
    _OPENED.append(socket)
    return socket


async def joined(link: str, **more: Any) -> ClientConnection:
    """Return a connection that has said who it is."""
    address, token = parts_of(link)
    socket = await opened(address)
    await socket.send(message("hello", link=token, **more))
    return socket


async def received(socket: ClientConnection, kind: str = "table", patience: float = 60.0) -> dict[str, Any]:
    """Return the next message of a kind."""
    async with asyncio.timeout(patience):
        while True:
            data: dict[str, Any] = json.loads(await socket.recv())
            if data["type"] == kind:
                return data


async def until(socket: ClientConnection, holds: Callable[[dict[str, Any]], bool], patience: float = 60.0) -> dict[str, Any]:
    """Return the next state of the table of which something holds."""
    async with asyncio.timeout(patience):
        while True:
            data: dict[str, Any] = json.loads(await socket.recv())
            if data["type"] == "table" and holds(data):
                return data


@define
class Person:
    """Somebody at a seat who answers at random, and keeps what was sent."""

    link: str
    chance: Random
    language: str = "en"
    texts: list[str] = field(factory=list)
    beside: list[str] = field(factory=list)
    """The messages that are no states."""
    stops_after: int = 10**9
    """How many answers it gives before it goes away."""
    answers: int = 0
    over: bool = False
    comes_again: bool = False
    """Comes back when the connection is lost."""

    async def play(self) -> None:
        """Until the game is over."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if await self.sit(end):
                    return
            except (ConnectionClosed, InvalidHandshake, OSError):
                if not self.comes_again or time.monotonic() > end:
                    raise
                await asyncio.sleep(0.1)

    async def sit(self, end: float) -> bool:
        """Until the connection ends; whether there is no more to do."""
        socket = await joined(self.link, language=self.language)
        async with socket, asyncio.timeout(end - time.monotonic()):
            answered = -1
            async for text in socket:
                assert isinstance(text, str)
                data = json.loads(text)
                if data["type"] in ("around", "chat"):
                    self.beside.append(text)
                    continue
                if self.comes_again and data.get("reason") == "closing":
                    break
                assert data["type"] == "table", text
                self.texts.append(text)
                self.over = data["result"] is not None
                if self.over:
                    return True
                asked = data["asked"]
                if asked is None or asked["number"] == answered:
                    continue
                if self.answers >= self.stops_after:
                    return True
                answered = asked["number"]
                self.answers += 1
                await socket.send(message("choose", number=answered, choice=self.choice(asked)))
        raise ConnectionClosed(None, None)

    def choice(self, asked: dict[str, Any]) -> str:
        """Any answer."""
        return "Nothing." if asked["kind"] == "words" else self.chance.choice(asked["options"])["key"]


async def all_play(people: list[Person]) -> None:
    """Everybody at once; the first trouble is everybody's."""
    async with asyncio.TaskGroup() as group:
        for one in people:
            group.create_task(one.play())

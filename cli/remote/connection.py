"""Receive what a table sends, and reconnect whenever the connection is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from rulewright.cli.remote.requests import LARGEST_STATE, VERSION, as_text
from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

_PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between two attempts."""
_PATIENCE = 10.0
_GLANCE = 0.2
"""Seconds between two looks for Ctrl-C."""
_FINAL = (1003, 1008, 1009, *range(4001, 4005))
"""Codes after which reconnecting is pointless."""


class Dismissal(Exception):
    """The table has closed the connection for good; the text says why."""


@define
class TableLink:
    socket: str
    token: str

    @classmethod
    def parse(cls, text: str) -> TableLink:
        """Read a link that was typed; raise RulebookError."""
        whole = text if "://" in text else f"http://{text}"
        shown = visible(text[:80])
        try:
            parts = urlsplit(whole)
            is_link = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            is_link = False
        if not is_link or not parts.fragment:
            way_out = Phrase("type-the-whole-link-that-your-host")
            raise problem("bad-address", Phrase("is-no-link-of-a-table", shown=shown), way_out)
        return cls(f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/table", parts.fragment)


@define
class TableConnection:
    link: TableLink
    language: str | None
    name: str | None
    lost: Callable[[], None]
    """Called when the connection is lost."""
    back: Callable[[], None]
    """Called when it is restored."""
    socket: ClientConnection | None = None
    times: int = 0
    """How often it was made."""
    reason: str = ""
    _open: ExitStack = field(factory=ExitStack)

    def open(self) -> None:
        """Connect for the first time; raise RulebookError."""
        try:
            self._connect()
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise unreachable(self.link, error) from None

    def _connect(self) -> None:
        self.times += 1
        self._open.close()
        self.socket = self._open.enter_context(
            connect(
                self.link.socket,
                compression=None,
                proxy=None,
                max_size=LARGEST_STATE,
                open_timeout=_PATIENCE,
                close_timeout=1,
                user_agent_header=None,
            )
        )
        more = {key: value for key, value in (("language", self.language), ("name", self.name)) if value is not None}
        self.socket.send(as_text("hello", link=self.link.token, **more))

    def send(self, kind: str, **parts: Any) -> bool:
        """Send a message; return whether it was sent."""
        try:
            if self.socket is not None:
                self.socket.send(as_text(kind, **parts))
                return True
        except ConnectionClosed:
            pass
        return False

    def receive(self, patience: float | None = None) -> dict[str, Any] | None:
        """Return the next message, or None after some time; reconnect if needed. Raise SentAway."""
        end = None if patience is None else time.monotonic() + patience
        while end is None or time.monotonic() < end:
            try:
                if self.socket is None:
                    self._again()
                assert self.socket is not None
                return self._understood(self.socket.recv(_GLANCE if patience is None else min(_GLANCE, patience)))
            except TimeoutError:
                continue
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in _FINAL:
                    raise Dismissal(self.reason) from None
                if closed.sent is not None and closed.sent.code == CloseCode.MESSAGE_TOO_BIG:
                    way_out = Phrase("ask-your-host-for-a-smaller-game")
                    message = Phrase("what-the-table-shows-is-larger-than", largest_state=LARGEST_STATE // 1000000)
                    raise problem("table-too-large", message, way_out) from None
                self.socket = None
        return None

    def _again(self) -> None:
        self.lost()
        for attempt in range(10**9):
            time.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            try:
                self._connect()
                self.back()
                return
            except InvalidStatus as error:
                raise unreachable(self.link, error) from None
            except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed):
                continue

    def _understood(self, text: str | bytes) -> dict[str, Any]:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("version") != VERSION:
            way_out = Phrase("use-the-same-version-of-rulewright-as")
            raise problem("other-version", Phrase("what-the-table-says-cannot-be-understood"), way_out)
        if data.get("type") == "refused":
            self.reason = str(data.get("text"))
        return data

    def close(self) -> None:
        self._open.close()


def unreachable(link: TableLink, error: Exception) -> Exception:
    """Return why a table could not be reached."""
    place = visible(urlsplit(link.socket).netloc[:80])
    if isinstance(error, InvalidStatus):
        body = (error.response.body or b"")[:200].decode("utf-8", "replace").strip()
        reason = visible(body) or error.response.status_code
        return problem(
            "no-table", Phrase("place-refuses-reason", place=place, reason=reason), Phrase("ask-your-host-for-the-link")
        )
    way_out = Phrase("look-whether-it-is-open-and-whether")
    return problem("no-table", Phrase("there-is-no-table-at", place=place), way_out)

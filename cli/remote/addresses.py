"""Decide where a table listens, how its links begin, and which pages may talk to it."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

from attrs import frozen

from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

HERE = "127.0.0.1"
USUAL_PORT = 8127
_NOWHERE = ("192.0.2.1", 9)
"""An address that nobody has. Nothing is sent there; the system only picks the local address for it."""


_ATTEMPTS = 20


@frozen
class Addresses:
    listened: tuple[str, ...]
    """The addresses of this machine to listen at."""
    shown: str | None
    """The URL before all links, as the host gave it, such as that of a tunnel; without a slash at its end."""

    @classmethod
    def from_options(cls, listened: tuple[str, ...], shown: str | None) -> Addresses:
        """Return the addresses that the host wants, or localhost and the local network; raise RulebookError."""
        for one in listened:
            try:
                ipaddress.ip_address(one)
            except ValueError:
                way_out = Phrase("write-it-in-figures-such-as-127")
                raise problem("bad-address", Phrase("is-no-address-of-a-machine", one=visible(one[:80])), way_out) from None
        if shown is not None:
            parts = urlsplit(shown)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
                way_out = Phrase("write-it-as-a-browser-shows-it")
                raise problem("bad-address", Phrase("is-no-address-of-a-page", shown=visible(shown[:80])), way_out)
            shown = f"{parts.scheme}://{parts.netloc}"
        return cls(tuple(dict.fromkeys(listened)) or usual(), shown)

    @property
    def is_near(self) -> bool:
        """Return whether other machines in the local network can reach the table."""
        return any(not ipaddress.ip_address(one).is_loopback for one in self.listened)

    @property
    def is_wide(self) -> bool:
        found = [ipaddress.ip_address(one) for one in self.listened]
        return any(one.is_unspecified or not one.is_private for one in found)

    def base(self, port: int) -> str:
        """Return the beginning of all links."""
        if self.shown is not None:
            return self.shown
        found = next((one for one in self.listened if not ipaddress.ip_address(one).is_loopback), self.listened[0])
        if ipaddress.ip_address(found).is_unspecified:
            found = own_address() or HERE
        return f"http://{f'[{found}]' if ':' in found else found}:{port}"

    def answers_to(self, host: str) -> bool:
        """Return whether a request for this host can mean this table.

        Another page may point its own name to this machine (DNS rebinding), but then it asks for that name.
        """
        name = host_of(host)
        if name is None:
            return False
        own = socket.gethostname().casefold()
        known = {"localhost", own, f"{own}.local"}
        if self.shown is not None:
            known.add((urlsplit(self.shown).hostname or "").casefold())
        return name in known or is_address(name)

    def lets_in(self, origin: str | None, host: str) -> bool:
        """Return whether a page of this origin may talk to the table: only the table's own page, or a program without a page."""
        if origin is None:
            return True
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https"):
            return False
        return parts.netloc.casefold() == host.casefold() or origin.casefold() == (self.shown or "").casefold()


def usual() -> tuple[str, ...]:
    """Return localhost, and the address in the local network if there is one."""
    own = own_address()
    return (HERE,) if own is None or not ipaddress.ip_address(own).is_private else (HERE, own)


def own_address() -> str | None:
    """Return the address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def any_port(addresses: Addresses) -> int:
    """Return a port that is free at all addresses; raise RulebookError."""
    reason: Phrase | str = Phrase("all-ports-are-taken")
    for _ in range(_ATTEMPTS):
        with ExitStack() as probes:
            port = 0
            try:
                for one in addresses.listened:
                    family = socket.AF_INET6 if ":" in one else socket.AF_INET
                    probe = probes.enter_context(socket.socket(family, socket.SOCK_STREAM))
                    probe.bind((one, port))
                    port = probe.getsockname()[1]
                return port
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
    raise problem("cannot-listen", Phrase("nothing-can-be-listened-at", reason=reason), Phrase("choose-another-listen"))


def host_of(host: str) -> str | None:
    """Return the name in a `Host` header, without the port; None if there is none."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "").casefold() or None if parts.port is None or parts.port >= 0 else None
    except ValueError:
        return None


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

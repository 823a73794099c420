"""What the host has said of addresses comes in; where to listen, what links begin with, and who may ask from where go out."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

from attrs import frozen

from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import visible

HERE = "127.0.0.1"
USUAL_PORT = 8127
_NOWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: nothing is sent there, the system only says by which of ours it would be."""


_ATTEMPTS = 20


@frozen
class Addresses:
    """Where a table is found."""

    listened: tuple[str, ...]
    """Addresses of this machine."""
    shown: str | None
    """What the host says that the table is reached by, such as the address of a tunnel; without a slash at its end."""

    @classmethod
    def of(cls, listened: tuple[str, ...], shown: str | None) -> Addresses:
        """As the host has said, or else here and in the local network; raises RulebookError."""
        for one in listened:
            try:
                ipaddress.ip_address(one)
            except ValueError:
                way_out = "write it in figures, such as 127.0.0.1; 0.0.0.0 is all that this machine has"
                raise problem("bad-address", f"`{visible(one[:80])}` is no address of a machine", way_out) from None
        if shown is not None:
            parts = urlsplit(shown)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
                way_out = "write it as a browser shows it, such as https://table.example.org"
                raise problem("bad-address", f"`{visible(shown[:80])}` is no address of a page", way_out)
            shown = f"{parts.scheme}://{parts.netloc}"
        return cls(tuple(dict.fromkeys(listened)) or usual(), shown)

    @property
    def is_near(self) -> bool:
        """Whether others in the local network reach it."""
        return any(not ipaddress.ip_address(one).is_loopback for one in self.listened)

    @property
    def is_wide(self) -> bool:
        """Whether others may reach it from wherever they are."""
        found = [ipaddress.ip_address(one) for one in self.listened]
        return any(one.is_unspecified or not one.is_private for one in found)

    def base(self, port: int) -> str:
        """What all links begin with."""
        if self.shown is not None:
            return self.shown
        found = next((one for one in self.listened if not ipaddress.ip_address(one).is_loopback), self.listened[0])
        if ipaddress.ip_address(found).is_unspecified:
            found = own_address() or HERE
        return f"http://{f'[{found}]' if ':' in found else found}:{port}"

    def answers_to(self, host: str) -> bool:
        """Whether somebody who asks for this host can mean this table.

        A page of somebody else's may have its name lead here (DNS rebinding), but then it asks by that name.
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
        """Whether a page of this origin may talk to the table: only its own, or no page at all."""
        if origin is None:
            return True
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https"):
            return False
        return parts.netloc.casefold() == host.casefold() or origin.casefold() == (self.shown or "").casefold()


def usual() -> tuple[str, ...]:
    """This machine alone, and the local network if there is one."""
    own = own_address()
    return (HERE,) if own is None or not ipaddress.ip_address(own).is_private else (HERE, own)


def own_address() -> str | None:
    """What this machine is called in the network that it is in."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def any_port(addresses: Addresses) -> int:
    """A port that is free at all of the addresses; raises RulebookError."""
    reason = "all ports are taken"
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
    raise problem("cannot-listen", f"nothing can be listened at: {reason}", "choose another `--listen`")


def host_of(host: str) -> str | None:
    """The name in a `Host` header, without the port; None if there is none."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "").casefold() or None if parts.port is None or parts.port >= 0 else None
    except ValueError:
        return None


def is_address(name: str) -> bool:
    """Whether it is an address in figures."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

"""Make secret links: a random token for each seat, and one for the whole table."""

from __future__ import annotations

import hmac
import re
import secrets

from attrs import define

ONLOOKERS = -1
"""In place of a seat: people who came with the link of the table, and sit nowhere."""
_BYTES = 16
"""128 bits: at a thousand guesses a second, the sun goes out first."""
LONGEST_TOKEN = 64
_TOKEN = re.compile(r"[\w-]{22}", re.ASCII)


def new_token() -> str:
    """Return a random token that can be part of a URL."""
    return secrets.token_urlsafe(_BYTES)


@define
class SeatTokens:
    """The tokens of all seats, and at the end that of the table."""

    tokens: list[str]

    @classmethod
    def new(cls, players: int) -> SeatTokens:
        return cls([new_token() for _ in range(players + 1)])

    def whose(self, token: str) -> int | None:
        """Return the seat of a token, or ONLOOKERS; None if it is unknown.

        The token is compared with all others in constant time, so the time tells nothing.
        """
        given = token[:LONGEST_TOKEN].encode("utf-8", "replace")
        found = None
        for place, one in enumerate(self.tokens):
            if hmac.compare_digest(given, one.encode("utf-8")):
                found = place
        return ONLOOKERS if found == len(self.tokens) - 1 else found

    def token_of(self, seat: int) -> str:
        """Return the token of a seat, or of the table."""
        return self.tokens[seat]

    def renew(self, seat: int, token: str = "") -> None:
        """Give a seat, or the table, another token: the one given, or a random one; the old one becomes invalid."""
        self.tokens[seat] = token or new_token()

    def is_new(self, token: str) -> bool:
        """Return whether a guest may choose this token for a seat."""
        return _TOKEN.fullmatch(token) is not None and self.whose(token) is None

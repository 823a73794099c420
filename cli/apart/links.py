"""Secret links: how many seats there are comes in; a token for each that nobody can guess goes out, and whose a token is."""

from __future__ import annotations

import hmac
import secrets

from attrs import define

ONLOOKERS = -1
_BYTES = 16
"""128 bits: at a thousand guesses a second, the sun goes out first."""
LONGEST_TOKEN = 64


def new_token() -> str:
    """A token that nobody can guess, of letters that may stand in an address."""
    return secrets.token_urlsafe(_BYTES)


@define
class Links:
    """The token of each seat, and last that of all onlookers."""

    tokens: list[str]

    @classmethod
    def new(cls, players: int) -> Links:
        """New ones."""
        return cls([new_token() for _ in range(players + 1)])

    def whose(self, token: str) -> int | None:
        """The seat of a token, or ONLOOKERS; None if it is nobody's.

        It is compared with each of them, and each time to the end: how long that takes tells nothing.
        """
        given = token[:LONGEST_TOKEN].encode("utf-8", "replace")
        found = None
        for place, one in enumerate(self.tokens):
            if hmac.compare_digest(given, one.encode("utf-8")):
                found = place
        return ONLOOKERS if found == len(self.tokens) - 1 else found

    def of(self, seat: int) -> str:
        """The token of a seat, or of the onlookers."""
        return self.tokens[seat]

    def renew(self, seat: int) -> None:
        """Another token for a seat, or for the onlookers: the old one is nobody's from now on."""
        self.tokens[seat] = new_token()

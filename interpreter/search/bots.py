"""Players that are not people. A bot reads of a match only what its seat may know."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulewright.interpreter import Match

WORDS = "..."
"""What a bot answers where anything may be said."""

BOTS = ("random",)
"""The names of all bots."""


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, match: Match) -> int | str:
        """The place of an option among those of the match's decision, or a text where words are asked for."""


class RandomBot:
    """Every option is as likely as any other.

    It keeps nothing between its decisions: what it chooses hangs on the seed and on how many decisions were taken
    before, so that a game that was saved and resumed goes on as it would have.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match) -> int | str:
        """Any option."""
        decision = match.decision
        if decision is None:
            raise ValueError("the game is over")
        if decision.kind == "words":
            return WORDS
        chance = random.Random(derived_seed(self.seed, match.steps))
        return chance.randrange(len(decision.options))


def bot(name: str, seed: int) -> Bot:
    """The bot of that name."""
    if name != "random":
        raise ValueError(f"there is no bot {name!r}")
    return RandomBot(seed)


def derived_seed(*parts: int) -> int:
    """A seed that hangs on all its parts, the same on every machine; JSON can carry it without loss."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=6).digest(), "big")

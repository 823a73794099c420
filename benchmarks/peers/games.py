"""List the games that are measured against others, with their names on either side.

For random players, both sides of a line are the same game: as many options, for as long. Differences between the rules are
noted here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.interpreter import load

FOLDER = Path(__file__).parents[2] / "tests" / "games"


class Peer(NamedTuple):
    """A game, and how to get it from us and from others."""

    name: str
    players: int
    open_spiel: str
    choices: int  # a match is copied after this many
    rulebook: str = ""  # a bundled one; empty: the file of this name among the tests
    options: Mapping[str, int | str] = {}
    opening: tuple[int, ...] = ()  # the first outcomes of chance in OpenSpiel, which the rulebook does not leave to chance
    by_hand: str = ""  # the function in by_hand.c

    @property
    def reference(self) -> str:
        """Return the rulebook to load."""
        return self.rulebook or str(FOLDER / f"{self.name}.rules")

    @property
    def missing(self) -> str:
        """Return why the rulebook cannot be loaded; empty if it can."""
        there = self.rulebook or Path(self.reference).exists()
        return "" if there else f"there is no {Path(self.reference).name}"

    def load(self) -> Any:
        """Return our game. It is used as anybody would use it from outside, and by names that may be newer than the engine."""
        return load(self.reference, options=dict(self.options))


PEERS = [
    Peer("tic-tac-toe", 2, "tic_tac_toe", 4, by_hand="tic_tac_toe"),
    Peer("connect-four", 2, "connect_four", 10, by_hand="connect_four"),
    Peer("breakthrough", 2, "breakthrough", 32, by_hand="breakthrough"),
    Peer("kuhn-poker", 2, "kuhn_poker", 1),
    Peer("liars-dice", 2, "liars_dice", 1, options={"faces": 6, "wild": True}),
    # The last card, which is no choice, plays itself there.
    Peer("goofspiel-13", 2, "goofspiel(num_cards=13,points_order=random)", 12),
    # To pass is an action there.
    Peer("reversi", 2, "othello", 30),
    # This is one deal: nobody can have less than 13 points while all others also have that. Three cards are passed to the
    # left.
    Peer("hearts", 4, "hearts", 36, rulebook="hearts", options={"limit": 10, "queen-breaks": True}, opening=(1,)),
    # There, a third repetition of a position and too few men for a mate end a game, which makes it shorter.
    Peer("chess", 2, "chess", 100),
    # One action moves the men of both dice there.
    Peer("backgammon", 2, "backgammon", 50),
    # There, the repetition of a whole position ends a game as a draw.
    Peer("go-9x9", 2, "go(board_size=9)", 60),
]

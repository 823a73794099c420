"""Print for any of the programs run by itself: its speed, the length of its games, and who wins."""

from __future__ import annotations

import random
import sys
import time
from typing import Protocol

SECONDS = 5


class Playout(Protocol):
    """Plays one random game, and adds its length to the list if there is one."""

    def __call__(self, players: int, rng: random.Random, lengths: list[int] | None = None, /) -> tuple[int, ...]: ...


def measure(playout: Playout, players: int, unit: str) -> None:
    """Play for some seconds, with the number of players from the command line, and print the results."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else players
    rng = random.Random(1)
    lengths: list[int] = []
    wins = [0] * players
    shared = nobody = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(500):
            winners = playout(players, rng, lengths)
            for seat in winners:
                wins[seat] += 1
            shared += len(winners) > 1
            nobody += not winners
    seconds = time.perf_counter() - start
    games = len(lengths)
    print(f"{games / seconds:.0f} playouts/s, {sum(lengths) / games:.2f} {unit} a game")
    print("wins by seat:", *(f"{count / games:.1%}" for count in wins))
    print(f"shared {shared / games:.1%}, nobody {nobody / games:.1%}")

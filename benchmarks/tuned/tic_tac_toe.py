"""Play tic-tac-toe at random: a playout-only program, and an upper bound for speed.

Nobody could play with it: it can finish a game at random and nothing else.

A player's marks are one number with a bit for each cell; nobody can have a row before the fifth mark.
"""

from __future__ import annotations

import random

from benchmarks.measure import measure

CELLS = [1 << cell for cell in range(9)]
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
WON = [any(marks & line == line for line in LINES) for marks in range(512)]


def playout(
    players: int,  # noqa: ARG001 - always two
    rng: random.Random,
    turns: list[int] | None = None,
) -> tuple[int, ...]:
    """Play one random game and return the seat that wins, adding the number of marks to the list if given."""
    draw = rng.random
    won = WON
    free = CELLS.copy()
    take = free.pop
    crosses = take(int(draw() * 9))
    noughts = take(int(draw() * 8))
    crosses |= take(int(draw() * 7))
    noughts |= take(int(draw() * 6))
    crosses |= take(int(draw() * 5))
    winners: tuple[int, ...] = (0,)
    if not won[crosses]:
        noughts |= take(int(draw() * 4))
        if won[noughts]:
            winners = (1,)
        else:
            crosses |= take(int(draw() * 3))
            if not won[crosses]:
                noughts |= take(int(draw() * 2))
                if won[noughts]:
                    winners = (1,)
                elif not won[crosses | take()]:
                    winners = ()
    if turns is not None:
        turns.append(9 - len(free))
    return winners


if __name__ == "__main__":
    measure(playout, 2, "turns")

"""Play tic-tac-toe by hand in plain Python, written for speed: the yardstick for random playouts."""

from __future__ import annotations

import random

from benchmarks.measure import measure

EMPTY = -1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
# For each cell the other two of each line through it.
THROUGH = [[tuple(other for other in line if other != cell) for line in LINES if cell in line] for cell in range(9)]


def playout(players: int, rng: random.Random, turns: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the seat that wins, adding the number of marks to the list if given."""
    draw, through = rng.random, THROUGH
    board = [EMPTY] * 9  # the seat whose mark is on each cell
    free = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    turn = 0
    winners: tuple[int, ...] = ()
    while free and not winners:
        cell = free.pop(int(draw() * len(free)))
        board[cell] = turn
        for one, other in through[cell]:
            if board[one] == turn == board[other]:
                winners = (turn,)
                break
        turn = (turn + 1) % players
    if turns is not None:
        turns.append(9 - len(free))
    return winners


if __name__ == "__main__":
    measure(playout, 2, "turns")

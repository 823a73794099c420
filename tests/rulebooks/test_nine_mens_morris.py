"""Nine Men's Morris: the engine offers and does what the same game in plain Python does, where rows are found by drawing."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

# The board as it is drawn: points, and lines between them.
DRAWING = """
7  o-----o-----o
   |     |     |
6  | o---o---o |
   | |   |   | |
5  | | o-o-o | |
   | | |   | | |
4  o-o-o   o-o-o
   | | |   | | |
3  | | o-o-o | |
   | |   |   | |
2  | o---o---o |
   |     |     |
1  o-----o-----o
"""
LINES = DRAWING.strip("\n").splitlines()
Place = tuple[int, int]
"""A line and a column of the drawing."""


def named(place: Place) -> str:
    return f"{'abcdefg'[(place[1] - 3) // 2]}{LINES[place[0]][0]}"


def beyond(place: Place, down: int, right: int) -> str | None:
    """Return the next point along a line that is drawn, if there is one."""
    sign = "|" if down else "-"
    row, column = place[0] + down, place[1] + right
    while 0 <= row < len(LINES) and column < len(LINES[row]) and LINES[row][column] == sign:
        row, column = row + down, column + right
    gone = (row, column) != (place[0] + down, place[1] + right)
    return named((row, column)) if gone and LINES[row][column] == "o" else None


PLACES = [(row, column) for row, line in enumerate(LINES) for column, sign in enumerate(line) if sign == "o"]
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BESIDE = {named(place): {end for way in WAYS if (end := beyond(place, *way)) is not None} for place in PLACES}
ROWS = [
    {named(place), one, other}
    for place in PLACES
    for down, right in WAYS[::2]
    if (one := beyond(place, down, right)) and (other := beyond(place, -down, -right))
]


def morris(limit: int, flying: bool) -> Play:
    """Return the game, as a board of seats by points."""
    board: dict[str, int] = {}
    hand = [9, 9]
    seat, quiet = 0, 0
    while True:
        other = 1 - seat
        mine = {point for point, owner in board.items() if owner == seat}
        free = BESIDE.keys() - board
        if hand[seat]:
            key = goal = yield seat, set(free)
            hand[seat] -= 1
        else:
            goals = {start: free if flying and len(mine) == 3 else BESIDE[start] & free for start in mine}
            keys = {f"men-{seat + 1}@{start},{goal}": (start, goal) for start in mine for goal in goals[start]}
            if not keys:
                return (other,)
            if quiet == 2 * limit:
                return ()
            quiet += 1
            start, goal = keys[(yield seat, set(keys))]
            del board[start]
        board[goal] = seat
        if any(goal in row and all(board.get(point) == seat for point in row) for row in ROWS):
            quiet = 0
            theirs = {point for point, owner in board.items() if owner == other}
            shut = {point for row in ROWS if row <= theirs for point in row}
            if theirs:
                key = yield seat, {f"men-{other + 1}@{point}" for point in (theirs - shut or theirs)}
                del board[key.split("@")[1]]
                if hand[other] + list(board.values()).count(other) == 2:
                    return (seat,)
        seat = other


def test_the_drawing_is_the_board() -> None:
    assert (len(BESIDE), sum(map(len, BESIDE.values())), len(ROWS)) == (24, 64, 16)
    assert all(len(one & other) < 2 for one, other in combinations(ROWS, 2))


@pytest.mark.parametrize("flying", [True, False])
@pytest.mark.parametrize("limit", [2, 10, 50])
def test_plain_python_agrees(limit: int, flying: bool) -> None:
    game = load("nine-mens-morris", options={"quiet-limit": limit, "flying": flying})
    for seed in range(12):
        chance = random.Random(seed)
        play_beside(game.start(seed=seed, forced="ask"), morris(limit, flying), lambda _, keys: chance.choice(keys))  # noqa: B023


def test_random_games_end_in_every_way() -> None:
    game = load("nine-mens-morris")
    results = [game.playout(seed=seed) for seed in range(200)]
    assert {one.winners for one in results} == {(0,), (1,), ()}

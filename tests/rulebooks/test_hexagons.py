"""Hex and Yavalath: the same games in plain Python, with the neighbours that people who play them give."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from tests.interpreter.helpers import ROOT, loaded
from tests.rulebooks.beside import Play, play_beside

Cell = tuple[int, int]
HEX, YAVALATH = (str(ROOT / "docs" / "games" / f"{name}.rules") for name in ("hex", "yavalath"))


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[0]]}{cell[1] + 1}"


def hex_game(size: int) -> Play:
    """Red joins the first and the last column, Blue the first and the last row."""
    stones: dict[Cell, int] = {}
    reds = turn = 0
    cells = [(x, y) for x, y in product(range(size), repeat=2)]
    while True:
        free = {name(cell): cell for cell in cells if cell not in stones}
        key = yield turn % 2, {*free, *(map(name, stones) if turn == 1 else ())}
        if key not in free:
            reds = 1
        else:
            colour = int(turn % 2 != reds)
            stones[free[key]] = colour
            reached = {cell for cell in cells if cell[colour] == 0 and stones.get(cell) == colour}
            edge = list(reached)
            while edge:
                x, y = edge.pop()
                beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)}
                new = {cell for cell in beside - reached if stones.get(cell) == colour}
                reached |= new
                edge += new
            if any(cell[colour] == size - 1 for cell in reached):
                return (turn % 2,)
        turn += 1


def yavalath(size: int) -> Play:
    """Four in a row win, three lose; letters and numbers grow together on the third of the ways."""
    stones: dict[Cell, int] = {}
    cells = [(x, y) for x, y in product(range(2 * size - 1), repeat=2) if abs(x - y) < size]
    for turn in range(len(cells)):
        seat, free = turn % 2, {name(cell): cell for cell in cells if cell not in stones}
        x, y = free[(yield seat, set(free))]
        stones[x, y] = seat
        longest = 0
        for right, up in ((1, 0), (0, 1), (1, 1)):
            row = "".join(str(stones.get((x + step * right, y + step * up), "-")) for step in range(-9, 10))
            before, after = row[:9][::-1], row[10:]
            longest = max(longest, 1 + sum(len(side) - len(side.lstrip(str(seat))) for side in (before, after)))
        if longest > 3:
            return (seat,)
        if longest == 3:
            return (1 - seat,)
    return (0, 1)


@pytest.mark.parametrize(
    ("path", "game", "sizes"), [(HEX, hex_game, (2, 3, 5)), (YAVALATH, yavalath, (3, 5))], ids=["hex", "yavalath"]
)
def test_plain_python_agrees(path: str, game: Callable[[int], Play], sizes: tuple[int, ...]) -> None:
    winners = set()
    for size, seed in product(sizes, range(8)):
        chance = random.Random(seed)

        def pick(_: int | None, keys: list[str], chance: random.Random = chance) -> str:
            return chance.choice(keys)

        match = loaded(path, (), (("size", size),)).start(2, seed)
        play_beside(match, game(size), pick)
        assert match.result is not None
        winners.add(match.result.winners)
    assert winners >= {(0,), (1,)}

"""Count how often a searching player loses a solved game that it need not lose."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from benchmarks.strength.contest import GAMES
from rulewright.interpreter import Game, load
from rulewright.interpreter.search.players import player

Opponent = Literal["perfect", "random"]
Board = tuple[int, ...]
"""The stones of the two players as bits, then the player to move."""


class Rows:
    """A board of `size` by `size` on which `row` in a row win; with `falls` a stone falls to the lowest free space."""

    def __init__(self, size: int, row: int, *, falls: bool) -> None:
        self.size, self.row, self.falls = size, row, falls
        self.lines = []
        for x in range(size):
            for y in range(size):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(x + right * step, y + up * step) for step in range(row)]
                    if all(0 <= column < size and 0 <= level < size for column, level in cells):
                        self.lines.append(sum(1 << (column + size * level) for column, level in cells))
        self.worth = cache(self.find_worth)

    def moves(self, first: int, second: int) -> list[int]:
        """Return the free spaces, by number: columns from the left, levels from the bottom."""
        taken = first | second
        spaces = [space for space in range(self.size**2) if not taken >> space & 1]
        if not self.falls:
            return spaces
        return [space for space in spaces if space < self.size or taken >> (space - self.size) & 1]

    def wins(self, stones: int) -> bool:
        """Return whether some stones make a row."""
        return any(stones & line == line for line in self.lines)

    def find_worth(self, own: int, other: int) -> int:
        """Return the value under perfect play: 1 if the player to move wins, -1 if the other one does, else 0."""
        if self.wins(other):
            return -1
        return max((-self.worth(other, own | 1 << space) for space in self.moves(own, other)), default=0)

    def best(self, own: int, other: int) -> list[int]:
        """Return all perfect moves."""
        worth = {space: -self.worth(other, own | 1 << space) for space in self.moves(own, other)}
        return [space for space, value in worth.items() if value == max(worth.values())]


def lost(game: Game, rows: Rows, name: str, opponent: Opponent, games: int) -> int:
    """Return how often a player loses, when it is first and second in turn."""
    losses = 0
    for seed in range(games):
        seat, chance = seed % 2, random.Random(seed)
        one = player(name, seed)
        match = game.start(2, seed)
        stones = [0, 0]
        while match.decision is not None:
            keys = [option.key for option in match.decision.options]
            if match.decision.seat == seat:
                choice = one.choose(match)
                assert isinstance(choice, int)
            elif opponent == "random":
                choice = chance.randrange(len(keys))
            else:
                choice = keys.index(called(rows, chance.choice(rows.best(stones[1 - seat], stones[seat]))))
            stones[match.decision.seat or 0] |= 1 << number_of(rows, keys[choice])
            match.choose(choice)
        assert match.result is not None
        losses += match.result.winners == (1 - seat,)
    return losses


def called(rows: Rows, space: int) -> str:
    """Return the name of a space on a board."""
    return f"{'abcdefgh'[space % rows.size]}{space // rows.size + 1}"


def number_of(rows: Rows, key: str) -> int:
    """Return the number of a space."""
    return "abcdefgh".index(key[0]) + rows.size * (int(key[1:]) - 1)


def tic_tac_toe() -> tuple[Game, Rows]:
    return load(str(GAMES / "tic-tac-toe.rules")), Rows(3, 3, falls=False)


def small_connect_four() -> tuple[Game, Rows]:
    """Return Connect Four on a board of 4 by 4."""
    text = (GAMES / "connect-four.rules").read_text(encoding="utf-8")
    rules = text[: text.index("example ")].replace("7 by 6", "4 by 4")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "connect-four-small.rules"
        path.write_text(rules, encoding="utf-8")
        return load(str(path)), Rows(4, 4, falls=True)

"""Go: the same game in plain Python, by filling what hangs together, with every position of the board kept whole."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

Point = tuple[int, int]
Board = dict[Point, int]


class Go:
    """A game; it counts how often a point is shut only because the position has been there before."""

    def __init__(self, size: int, komi: int, most: int) -> None:
        self.size, self.komi, self.most = size, komi, most
        self.points = [(x, y) for x in range(size) for y in range(size)]
        self.repeated = 0
        self.long_repeated = 0

    def beside(self, point: Point) -> list[Point]:
        x, y = point
        return [one for one in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if max(one) < self.size and min(one) >= 0]

    def spread(self, board: Board, start: Point) -> tuple[set[Point], set[int | None]]:
        """Return the points connected to a point, and the owners of their neighbours; a free point has None."""
        reached, edge, touched = {start}, [start], set[int | None]()
        while edge:
            for one in self.beside(edge.pop()):
                if board.get(one) == board.get(start):
                    if one not in reached:
                        reached.add(one)
                        edge.append(one)
                else:
                    touched.add(board.get(one))
        return reached, touched

    def after(self, board: Board, point: Point, seat: int) -> Board | None:
        """Return the board after a stone; nothing for a suicide."""
        board = board | {point: seat}
        for one in self.beside(point):
            if board.get(one) == 1 - seat:
                chain, touched = self.spread(board, one)
                if None not in touched:
                    board = {other: owner for other, owner in board.items() if other not in chain}
        return board if None in self.spread(board, point)[1] else None

    def game(self) -> Play:
        board: Board = {}
        past = [frozenset(board.items())]
        passes = 0
        for turn in range(self.most):
            moves = {}
            for point in self.points:
                there = None if point in board else self.after(board, point, turn % 2)
                if there is not None:
                    position = frozenset(there.items())
                    if position in past:
                        self.repeated += 1
                        self.long_repeated += position != past[-2]
                    else:
                        moves[f"{'abcdefghijklmnopqrs'[point[0]]}{point[1] + 1}"] = there
            key = yield turn % 2, {*moves, "pass"}
            passes = passes + 1 if key == "pass" else 0
            if passes == 2:
                break
            if key != "pass":
                board = moves[key]
                past.append(frozenset(board.items()))
        self.scores = [2 * sum(owner == seat for owner in board.values()) for seat in range(2)]
        self.scores[1] += self.komi
        free = set(self.points) - board.keys()
        while free:
            region, touched = self.spread(board, min(free))
            free -= region
            if len(touched) == 1:
                self.scores[touched.pop() or 0] += 2 * len(region)
        return tuple(seat for seat in range(2) if self.scores[seat] == max(self.scores))


@pytest.mark.parametrize(("size", "games", "most"), [(5, 12, 300), (9, 2, 200), (13, 1, 60), (19, 1, 30)])
@pytest.mark.sample(2)
def test_plain_python_agrees(size: int, games: int, most: int) -> None:
    """On a very small board, where nobody passes, positions come again by more than a simple ko."""
    played = []
    for seed in range(games):
        chance = random.Random(seed)
        go = Go(size, 10 + seed, most)
        played.append(go)

        def pick(_: int | None, keys: list[str], chance: random.Random = chance) -> str:
            stones = [key for key in keys if key != "pass"]
            return chance.choice(stones if stones and chance.random() < 0.98 else keys)

        match = load("go", options={"size": size, "komi": 10 + seed, "most-turns": most}).start(chance="ask")
        play_beside(match, go.game(), pick)
        assert match.result is not None
        assert list(match.result.scores or ()) == go.scores
    if size == 5:
        assert sum(go.repeated for go in played) > 10
        assert sum(go.long_repeated for go in played) > 0

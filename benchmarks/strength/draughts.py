"""Play English draughts against rapid-draughts, an alpha-beta engine from npm, which runs in Node."""

from __future__ import annotations

import json
from itertools import pairwise, permutations
from pathlib import Path
from typing import TypedDict

from benchmarks.strength.contest import Opponent, Told, UnequalRules
from benchmarks.strength.engines import Engine, found
from rulewright.interpreter import Match

FOLDER = Path(__file__).parents[2] / ".strength"
MODULE = FOLDER / "node_modules" / "rapid-draughts" / "dist" / "english.cjs"
DEPTH = 5


class Move(TypedDict):
    """A move there, with the numbers of squares, which begin at the side of the first player."""

    origin: int
    destination: int
    captures: list[int]


def missing() -> str:
    """Return how to install the engine; empty if it is there."""
    return "" if MODULE.exists() and found("node") else "skipped: `npm install --prefix .strength rapid-draughts`"


class RapidDraughts(Opponent):
    """The engine. A move with several jumps is several choices here.

    It does not know that a king may jump in a circle, and then ends.
    """

    def __init__(self, told: Told) -> None:
        self.engine = Engine(["node", str(Path(__file__).with_name("draughts.cjs")), str(MODULE), str(DEPTH)])
        self.ways: list[tuple[int, list[str]]] = []
        """The squares of all moves that the engine has not yet heard of, each with its seat."""
        self.plan: list[str] = []
        self.gave_up = False

    def choose(self, match: Match, seconds: float) -> str:
        """Return the next square of the engine's move."""
        assert match.decision is not None
        keys = [option.key for option in match.decision.options]
        if not self.plan:
            # The first jump may have been the only one.
            begun = [self.ways.pop()[1]] if self.ways and self.ways[-1][0] == match.decision.seat else []
            self.engine.say(json.dumps([move_of(way) for _, way in self.ways]))
            self.ways = [(match.decision.seat or 0, way) for way in begun]
            best: Move | None = json.loads(self.engine.answer(r"^best (.*)")[1])
            if best is None:
                self.gave_up = True
                return keys[0]
            self.plan = squares_of(best)[sum(map(len, begun)) :]
        return next(key for key in keys if key.rpartition("@")[2] in (self.plan[0], ",".join(self.plan[:2])))

    def heard(self, seat: int, key: str) -> None:
        """Note a step or a jump."""
        squares = key.rpartition("@")[2].split(",")
        if len(squares) == 2:
            self.ways.append((seat, squares))
        else:
            self.ways[-1][1].extend(squares)
        del self.plan[: len(squares)]

    def over(self) -> bool:
        """Return whether the game is a draw by the engine's rules."""
        return self.gave_up

    def processor(self) -> float:
        """Return the engine's time."""
        return self.engine.processor()

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def number_of(square: str) -> int:
    """Return the number of a square such as `c3`: row by row, and from the right as the first player sees it."""
    return 4 * (int(square[1]) - 1) + (7 - "abcdefgh".index(square[0])) // 2


def square_of(number: int) -> str:
    """Return the square with a number."""
    row, place = divmod(number, 4)
    return f"{'abcdefgh'[7 - 2 * place - (1 - row % 2)]}{row + 1}"


def beyond(square: str, other: str) -> str:
    """Return the square that is as far behind another one."""
    return f"{chr(2 * ord(other[0]) - ord(square[0]))}{2 * int(other[1]) - int(square[1])}"


def move_of(way: list[str]) -> Move:
    """Return a move by its squares."""
    between = [
        f"{chr((ord(one[0]) + ord(other[0])) // 2)}{(int(one[1]) + int(other[1])) // 2}"
        for one, other in pairwise(way)
        if abs(ord(one[0]) - ord(other[0])) == 2
    ]
    return {"origin": number_of(way[0]), "destination": number_of(way[-1]), "captures": list(map(number_of, between))}


def squares_of(move: Move) -> list[str]:
    """Return the squares of a move, with those between the jumps; the engine does not tell captures in order."""
    if not move["captures"]:
        return [square_of(move["origin"]), square_of(move["destination"])]
    for order in permutations(map(square_of, move["captures"])):
        way = [square_of(move["origin"])]
        for taken in order:
            if (abs(ord(taken[0]) - ord(way[-1][0])), abs(int(taken[1]) - int(way[-1][1]))) != (1, 1):
                break
            way.append(beyond(way[-1], taken))
        else:
            if way[-1] == square_of(move["destination"]):
                return way
    raise UnequalRules(f"no jumps make {move}")

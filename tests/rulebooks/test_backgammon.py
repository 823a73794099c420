"""Backgammon: the same match in plain Python, which finds what may be played by trying all ways to play both dice."""

from __future__ import annotations

import random
from collections.abc import Generator

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

BAR, OFF = 0, 25
"""Where a man stands, as its owner counts: points are 1 to 24 from where one enters."""
Men = tuple[int, ...]
"""One's own men, by place."""
Asked = Generator[tuple[int | None, set[str]], str, None]
START = {1: 2, 12: 5, 17: 3, 19: 5}


def begin() -> Men:
    return tuple(START.get(place, 0) for place in range(26))


def step(mine: Men, theirs: Men, start: int, pips: int) -> tuple[Men, Men] | None:
    """One man goes on, if that is allowed."""
    if not mine[start] or start == OFF or (mine[BAR] and start != BAR):
        return None
    goal = start + pips
    if goal >= OFF:
        hindmost = min(place for place in range(26) if mine[place])
        if hindmost < 19 or (goal > OFF and start != hindmost):
            return None
        goal = OFF
    elif theirs[OFF - goal] > 1:
        return None
    after, rival = list(mine), list(theirs)
    after[start] -= 1
    after[goal] += 1
    if goal != OFF and rival[OFF - goal]:
        rival[OFF - goal] = 0
        rival[BAR] += 1
    return tuple(after), tuple(rival)


def longest(mine: Men, theirs: Men, dice: tuple[int, ...]) -> int:
    """Return how many of the dice can be played, in the best order."""
    best = 0
    for number, pips in enumerate(dice):
        for start in range(25):
            there = step(mine, theirs, start, pips)
            if there:
                best = max(best, 1 + longest(*there, dice[:number] + dice[number + 1 :]))
                if best == len(dice):
                    return best
    return best


class Backgammon:
    """A match."""

    def __init__(self, points: int, cube: bool) -> None:
        self.points, self.with_cube = points, cube
        self.scores = [0, 0]
        self.crawford_over = False
        self.seen: set[str] = set()

    def key(self, seat: int, place: int) -> str:
        if place == BAR:
            return ("lower-bar", "upper-bar")[seat]
        return f"points-{place if seat == 0 else 25 - place}"

    def roll(self) -> Generator[tuple[int | None, set[str]], str, tuple[int, int]]:
        faces = {str(face) for face in range(1, 7)}
        return int((yield None, faces)), int((yield None, faces))

    def play(self, seat: int, dice: tuple[int, ...]) -> Asked:
        """Return all dice that can be played; of two different ones, the higher if only one can."""
        while dice:
            mine, theirs = self.men[seat], self.men[1 - seat]
            most = longest(mine, theirs, dice)
            keys = {}
            both = len(dice) == 2 and dice[0] != dice[1] and most == 2
            for number, pips in enumerate(dice):
                rest = dice[:number] + dice[number + 1 :]
                for start in range(25):
                    there = step(mine, theirs, start, pips)
                    if there and 1 + longest(*there, rest) == most:
                        keys[f"{pips},{self.key(seat, start)}" if both else self.key(seat, start)] = there, rest, pips
            if not keys:
                return
            if len(dice) == 2 and dice[0] != dice[1] and most == 1:
                self.seen.add("one die")
                # Where only one can be played, either is known by the place alone, and the higher counts.
                higher = max(pips for pips in dice if any(step(mine, theirs, start, pips) for start in range(25)))
                keys = {}
                for start in range(25):
                    there = step(mine, theirs, start, higher)
                    if there:
                        keys[self.key(seat, start)] = there, (), higher
            (self.men[seat], self.men[1 - seat]), dice, _ = keys[(yield seat, set(keys))]

    def game(self) -> Asked:
        self.men = [begin(), begin()]
        crawford = max(self.scores) == self.points - 1 and not self.crawford_over
        self.crawford_over |= crawford
        cube, owner = 1, None
        dice = (0, 0)
        while dice[0] == dice[1]:
            dice = yield from self.roll()
        seat = 0 if dice[0] > dice[1] else 1
        first = True
        while True:
            other = 1 - seat
            if not first:
                may_double = self.with_cube and not crawford and owner != other and cube < 64
                if may_double and (yield seat, {"roll-now", "double-now"}) == "double-now":
                    if (yield other, {"accept", "resign"}) == "resign":
                        self.scores[seat] += cube
                        return
                    cube, owner = 2 * cube, other
                dice = yield from self.roll()
            first = False
            yield from self.play(seat, dice * 2 if dice[0] == dice[1] else dice)
            if self.men[seat][OFF] == 15:
                late = self.men[other][BAR] or any(self.men[other][1:7])
                times = 1 if self.men[other][OFF] else 3 if late else 2
                self.seen.add(["", "single", "gammon", "backgammon"][times])
                self.scores[seat] += cube * times
                return
            seat = other

    def match(self) -> Play:
        while max(self.scores) < self.points:
            yield from self.game()
        return (self.scores.index(max(self.scores)),)


@pytest.mark.parametrize("cube", [True, False])
def test_plain_python_agrees(cube: bool) -> None:
    seen: set[str] = set()
    for seed in range(6):
        chance = random.Random(seed)
        backgammon = Backgammon(5, cube)

        def pick(_: int | None, keys: list[str], chance: random.Random = chance) -> str:
            cautious = [key for key in keys if key not in ("double-now", "resign")]
            return chance.choice(cautious if chance.random() < 0.8 else keys)

        match = load("backgammon", options={"match-length": 5, "with-cube": cube}).start(chance="ask")
        play_beside(match, backgammon.match(), pick)
        assert match.result is not None
        assert list(match.result.scores or ()) == backgammon.scores
        seen |= backgammon.seen
    assert seen >= {"one die", "single", "gammon"}

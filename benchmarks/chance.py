"""Count how often `compare` calls equal rulebooks different, and how often it finds a change of two points.

The rulebook is a coin, so theory predicts the result. The first happens in 5 of 100 runs at most, the second in the share
that the number of games was chosen for. The two rulebooks have different seeds in each run, since pairs would hide the
chance.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Callable
from pathlib import Path

from rulewright.interpreter import Game, load
from rulewright.interpreter.measure.comparison import QuantityDifference, differences
from rulewright.interpreter.measure.intervals import joint_confidence, normal_quantile
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.study_runner import Study, play_share

COIN = """\
game coin "Coin":
    players 2
option luck "Of a hundred throws seat 1 wins" = 50 in 0 to 100
to play:
    choose thrown in 1 to 100 at random
    if thrown is at most luck:
        game over, winners seat 1
    game over, winners seat 2
"""
ASKED = 1
"""How many questions a coin has: one seat wins what the other loses."""
PLANTED = 2
"""In points of a hundred."""


def enough_games(power: float) -> int:
    """Return how many games of each find the planted change in this share of all runs."""
    z = normal_quantile((1 + joint_confidence(ASKED)) / 2) + normal_quantile(power)
    return math.ceil(2 * z * z * 0.25 / (PLANTED / 100) ** 2)


class Coins:
    """The coin with the usual luck, and with more of it."""

    def __init__(self, folder: Path, prepare: Callable[[Game], object]) -> None:
        self.path = folder / "coin.rules"
        self.path.write_text(COIN, encoding="utf-8")
        self.games = [load(str(self.path), options={"luck": 50 + more}) for more in (0, PLANTED)]
        for game in self.games:
            prepare(game)

    def found(self, run: int, games: int, *, planted: bool) -> bool:
        """Return whether a run calls the two different."""
        seeds, lucks = (2 * run, 2 * run + 1), (50, 50 + PLANTED * planted)
        plans = [
            Plan(reference=str(self.path), options={"luck": luck}, players=2, seed=seed)
            for seed, luck in zip(seeds, lucks, strict=True)
        ]
        share = play_share(Study(tuple(plans)), [self.games[0], self.games[int(planted)]], 0, games)
        told, sure = differences(share.figures, share.paired, [])
        return any(is_told(one, sure) for one in told)


def is_told(one: QuantityDifference, sure: float) -> bool:
    """Return whether a difference is reported."""
    low, high = one.interval(sure)
    return not one.too_few and (low > 0 or high < 0)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chance", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000, metavar="N")
    parser.add_argument("--power", type=float, default=0.8)
    arguments = parser.parse_args()
    games = enough_games(arguments.power)
    with tempfile.TemporaryDirectory() as folder:
        coins = Coins(Path(folder), lambda game: game.program(2).playouts.make_native())
        for planted in (False, True):
            found = sum(coins.found(run, games, planted=planted) for run in range(arguments.runs))
            said = f"a change of {PLANTED} points is found" if planted else "two that are the same are called different"
            theory = arguments.power if planted else 0.05
            share = found / arguments.runs
            print(f"{said} in {found} of {arguments.runs} runs of {games:,} games each ({share:.1%}; theory {theory:.0%})")


if __name__ == "__main__":
    main()

"""Play connect four against perfect play, which `bitbully` computes."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from typing import Any

from benchmarks.strength.contest import Opponent, Told
from rulewright.interpreter import Match


def missing() -> str:
    """Return how to install the solver; empty if it is there."""
    return "" if find_spec("bitbully") else "skipped: `pip install bitbully`"


class Perfect(Opponent):
    """A perfect player, who counts how often the other one gives a win away."""

    def __init__(self, told: Told) -> None:
        from bitbully import BitBully, Board

        self.solver: Any = BitBully()
        self.board: Any = Board()
        self.ours = told.seats
        self.chance = random.Random(told.seed)
        self.given_away = 0
        self.used = 0.0

    def choose(self, match: Match, seconds: float) -> str:
        """Return one of the best columns: the quickest win, or else the loss that takes longest."""
        assert match.decision is not None
        began = time.process_time()
        scores = self.solver.score_all_moves(self.board)
        self.used += time.process_time() - began
        column = self.chance.choice([column for column, score in scores.items() if score == max(scores.values())])
        return next(option.key for option in match.decision.options if option.key[0] == "abcdefg"[column])

    def heard(self, seat: int, key: str) -> None:
        """Follow a move, and see whether it gives a win away."""
        column = "abcdefg".index(key[0])
        if seat in self.ours:
            scores = self.solver.score_all_moves(self.board)
            self.given_away += max(scores.values()) > 0 >= scores[column]
        self.board.play(column)

    def figures(self) -> dict[str, float]:
        """Return how many of our moves were mistakes of that kind."""
        return {"wins given away": self.given_away}

    def processor(self) -> float:
        """Return the solver's time."""
        return self.used

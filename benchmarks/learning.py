"""Measure how many choices a second learning programs get: ours, many games at once, beside PettingZoo's and OpenSpiel's.

The game is Connect Four, with random actions from the mask. The player who chooses gets a row of observations each time,
and the mask. All take turns on one core, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.timing import laid_out, speed

GAME = Path(__file__).parents[1] / "tests" / "games" / "connect-four.rules"
SEED = 1
Work = Callable[[range], None]


def batch(count: int) -> tuple[Work, int]:
    """Return what plays many games of ours at once: a step is a choice in each of them."""
    import numpy as np

    from rulewright.ai.batch import Batch

    games, draw = Batch(str(GAME), count), np.random.default_rng(SEED)
    games.reset(SEED)

    def play(steps: range) -> None:
        for _ in steps:
            games.step(games.sample(draw))

    return play, count


def stepped() -> tuple[Work, int]:
    """Return what plays them without drawing in Python: the actions of each step are those of all games in turn."""
    import numpy as np

    from rulewright.ai.batch import Batch

    count = 1024
    games = Batch(str(GAME), count)
    games.reset(SEED)

    def play(steps: range) -> None:
        for _ in steps:
            games.step(np.argmax(games.mask, axis=1))

    return play, count


def in_pettingzoo(make: Callable[[], Any]) -> tuple[Work, int]:
    """Return what plays an environment of PettingZoo, one choice after the other."""
    table, draw = make(), random.Random(SEED)
    table.reset(seed=SEED)

    def play(steps: range) -> None:
        for _ in steps:
            if any(table.terminations.values()):
                table.reset(seed=draw.randrange(10**6))
            seen = table.last()[0]
            table.step(draw.choice(seen["action_mask"].nonzero()[0]))

    return play, 1


def in_openspiel(name: str) -> tuple[Work, int]:
    """Return what plays a game of OpenSpiel, one choice after the other."""
    import pyspiel

    import rulewright.ai.openspiel  # noqa: F401

    game, draw = pyspiel.load_game(name), random.Random(SEED)
    states = [game.new_initial_state()]

    def play(steps: range) -> None:
        for _ in steps:
            state = states[0]
            state.observation_tensor()
            state.apply_action(draw.choice(state.legal_actions()))
            if state.is_terminal():
                states[0] = game.new_initial_state()

    return play, 1


def ours_in_pettingzoo() -> Any:
    """Return Connect Four as a rulebook."""
    from rulewright.ai.zoo import Table

    return Table(str(GAME))


def theirs_in_pettingzoo() -> Any:
    """Return PettingZoo's own game."""
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.raw_env()


CONTENDERS: dict[str, Callable[[], tuple[Work, int]]] = {
    "ours, 1,024 games at once": lambda: batch(1024),
    "the same, actions not drawn": stepped,
    "OpenSpiel, its own in C++": lambda: in_openspiel("connect_four"),
    "OpenSpiel, our rulebook": lambda: in_openspiel(f"rulewright(rulebook={GAME})"),
    "PettingZoo, its own": lambda: in_pettingzoo(theirs_in_pettingzoo),
    "PettingZoo, our rulebook": lambda: in_pettingzoo(ours_in_pettingzoo),
}


def measured(rounds: int, seconds: float) -> dict[str, float | str]:
    """Return the choices a second of each, or why there are none."""
    works: dict[str, tuple[Work, int]] = {}
    figures: dict[str, float | str] = {}
    for name, make in CONTENDERS.items():
        try:
            works[name] = make()
            figures[name] = 0.0
        except ImportError as error:
            figures[name] = f"{error.name or 'pygame'} is not installed"
    for _ in range(rounds):
        for name, (work, each) in works.items():
            figures[name] = max(float(figures[name]), each * speed(work, seconds))
    return figures


def report(figures: dict[str, float | str]) -> str:
    """Return the figures in columns."""
    [first, *_] = (figure for figure in figures.values() if isinstance(figure, float))
    rows = [["Connect Four", "choices a second", "ours is so many times as fast"]]
    for name, figure in figures.items():
        rows.append([name, figure, "–"] if isinstance(figure, str) else [name, f"{figure:,.0f}", f"{first / figure:,.1f}"])
    return laid_out(rows)


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="of each measurement")
    arguments = parser.parse_args()
    print("Choices a second on one core, with what is seen each time")
    print(report(measured(arguments.rounds, arguments.seconds)))


if __name__ == "__main__":
    main()

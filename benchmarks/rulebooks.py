"""Compare how fast two folders of rulebooks play random games in native code, such as those of two commits.

    git archive COMMIT rulebooks | tar x -C BEFORE
    python -m benchmarks.rulebooks BEFORE/rulebooks rulebooks hearts contract-bridge

Both folders are played by this engine. They take turns on one core, so other programs slow down both; the best round counts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.timing import Work, laid_out, speed
from rulewright.interpreter import load

ROUNDS, SECONDS = 5, 0.5


def playouts(rulebook: Path) -> Work:
    """Return what plays random games of a rulebook, each from a seed of its own."""
    game = load(str(rulebook))
    players = game.least_players
    program = game.program(players).playouts
    if not program.make_native():
        raise SystemExit(f"{rulebook}: no native code, because: {program.why_not}")

    def play(seeds: range) -> None:
        game.playouts(players, seeds)

    return play


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rulebooks", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("games", nargs="+")
    arguments = parser.parse_args()
    rows = [("game", "before", "after", "after / before")]
    for name in arguments.games:
        works = [playouts(folder / f"{name}.rules") for folder in (arguments.before, arguments.after)]
        best = [0.0, 0.0]
        for _ in range(ROUNDS):
            best = [max(one, speed(work, SECONDS)) for one, work in zip(best, works, strict=True)]
        before, after = best
        rows.append((name, f"{before:,.0f}", f"{after:,.0f}", f"{after / before:.2f}"))
    print(laid_out(rows))


if __name__ == "__main__":
    main()

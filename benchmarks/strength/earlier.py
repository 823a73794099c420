"""Play a seat of a match with whatever version of the package is on the path. It knows nothing of the other benchmarks.

The first line on standard input says which match: a rulebook, its options, the number of players, the seed, and the name of
the player. Each further line has the keys chosen since, and a seat; the answer is its choice, and the processor time so far."""

from __future__ import annotations

import json
import sys
import time

from rulewright.interpreter import load
from rulewright.interpreter.search.players import player


def main() -> None:
    """Answer line by line."""
    reference, options, players, seed, name = json.loads(sys.stdin.readline())
    game = load(reference, options=options)
    game.program(players).playouts.make_native()
    match = game.start(players, seed)
    seats = [player(name, seed * players + seat) for seat in range(players)]
    used = 0.0
    for line in sys.stdin:
        keys, seat = json.loads(line)
        for key in keys:
            match.choose(key)
        assert match.decision is not None
        assert match.decision.seat == seat, "the rulebook has changed since"
        began = time.process_time()
        choice = seats[seat].choose(match)
        used += time.process_time() - began
        if isinstance(choice, int) and match.decision.kind == "one":
            choice = match.decision.options[choice].key
        print(json.dumps([choice, used]), flush=True)


if __name__ == "__main__":
    main()

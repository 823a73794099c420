"""How well searching players play: against others, against perfect play, and against a quarter of their own thinking.

    python -m benchmarks.search --games 100 --budget 1s

Shares of the win stand with 95 % intervals. A seat's fair share is what it wins when all choose at random.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from benchmarks.players import equilibrium, perfect
from benchmarks.players.games import all_played, game_of, random_share, share, table_of
from benchmarks.timing import laid_out
from rulewright.dsl.bundled import bundled

PARTS = ("others", "greedy", "quarter", "perfect", "equilibrium")
UNBUNDLED = ("connect-four", "breakthrough", "goofspiel-13", "leduc-poker", "liars-dice")
SAMPLES = 300


def quarter(budget: str) -> str:
    """A quarter of a budget."""
    return f"{float(budget[:-1]) / 4:.3f}s" if budget.endswith("s") else str(max(1, int(budget) // 4))


def tables(references: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The games with the numbers of players that people play them with."""
    for reference in references:
        game = game_of(reference)
        for players in range(max(2, game.least_players), game.most_players + 1):
            yield reference, players


def against(references: Sequence[str], name: str, others: str, games: int, jobs: int) -> None:
    """A table of one player against others."""
    rows = [["", "players", name, f"a seat of {others}", "times", "playouts a choice"]]
    for reference, players in tables(references):
        done = all_played(table_of(reference, players, name, others, games), jobs)
        found, fair = share(done), random_share(reference, players)
        playouts = sum(one.playouts for one in done) / max(sum(one.thoughts for one in done), 1)
        usual = fair if others == "random" else 1 / players
        rows.append(
            [
                reference,
                str(players),
                str(found),
                f"{100 * usual:.0f} %",
                f"{found.share / usual:.1f}",
                f"{playouts:.0f}",
            ]
        )
        print(rows[-1], flush=True)
    print(laid_out(rows), end="\n\n", flush=True)


def solved(name: str, games: int) -> None:
    """A table of games lost that need not be lost."""
    rows = [["lost games", "perfect opponent", "random opponent"]]
    for title, (game, board) in (
        ("tic-tac-toe", perfect.tic_tac_toe()),
        ("connect four, 4 by 4", perfect.small_connect_four()),
    ):
        cells = [f"{perfect.lost(game, board, name, opponent, games)} of {games}" for opponent in ("perfect", "random")]
        rows.append([title, *cells])
    print(laid_out(rows), end="\n\n", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--budget", default="1s", help="how long to think: seconds, or a number of playouts")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; again for more")
    parser.add_argument("--game", action="append", help="one game; again for more")
    wanted = parser.parse_args()
    parts = wanted.only or PARTS
    name = f"search:{wanted.budget}"
    references = wanted.game or [*bundled(), *UNBUNDLED]
    if "perfect" in parts:
        solved(name, wanted.games)
    if "equilibrium" in parts:
        first, second = equilibrium.distance(name, SAMPLES)
        print(f"Kuhn's game, less than could be won: first {first:.3f}, second {second:.3f}", end="\n\n", flush=True)
    if "others" in parts:
        against(references, name, "random", wanted.games, wanted.jobs)
    if "greedy" in parts:
        against(references, "greedy", "random", wanted.games, wanted.jobs)
    if "quarter" in parts:
        against(references, name, f"search:{quarter(wanted.budget)}", wanted.games, wanted.jobs)


if __name__ == "__main__":
    main()

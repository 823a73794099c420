"""Measure how well searching players play: against others, perfect play, and a quarter of their own thinking.

    python -m benchmarks.search --games 100 --budget usual

Shares of the win have 95 % intervals, and beside them is the share that each of the others has in the same games.
Partners, who win the same games, are one side and have one player. Tables are printed as they are in docs/players.md.
There are hours of games, so `--keep FILE` keeps each as soon as it is over, and goes on from there the next time.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path

from benchmarks.players import equilibrium, perfect
from benchmarks.players.games import Played, all_played, game_of, seated, share, share_of_others, table_of
from benchmarks.timing import laid_out
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.library.library import rulebook_info
from rulewright.interpreter.search.budget import Budget

PARTS = ("others", "greedy", "quarter", "perfect", "equilibrium")
UNBUNDLED = ("connect-four", "breakthrough", "goofspiel-13", "leduc-poker", "liars-dice")
SAMPLES = 1000


def all_references() -> Iterator[str]:
    """Yield all bundled games, with each variant by itself, and the games of the tests that people know."""
    for reference in bundled_games():
        yield reference
        info, _ = rulebook_info(reference)
        yield from () if info is None else (f"{reference}+{name}" for name, _ in info.variants)
    yield from bundled_variants()
    yield from UNBUNDLED


def searching(budget: str) -> str:
    """Return the name of the player with a budget."""
    return "search" if budget == "usual" else f"search:{budget}"


def quarter(budget: str, reference: str, players: int) -> str:
    """Return the name of the player with a quarter of a budget."""
    if budget.endswith("s"):
        return f"search:{float(budget[:-1]) / 4:.3f}s"
    if budget == "usual":
        budget = str(Budget().fit_for(game_of(reference).start(players)).playouts)
    return f"search:{max(1, int(budget) // 4)}"


def tables(references: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the games with the numbers of players that people play them with."""
    for reference in references:
        game = game_of(reference)
        for players in range(max(2, game.least_players), game.most_players + 1):
            yield reference, players


def against(references: Sequence[str], name: str, others: Callable[[str, int], str], wanted: argparse.Namespace) -> None:
    """Print a table of one player against others, whose name may depend on the game and the number of players."""
    asked = {
        (reference, players): list(
            table_of(reference, players, name, others(reference, players), 0 if wanted.kept_only else wanted.games)
        )
        for reference, players in tables(references)
    }
    # The first game of each row comes first, then the second of each: if it is interrupted, all rows are equally long.
    in_turn = (one for each in zip_longest(*asked.values()) for one in each if one is not None)
    done: dict[tuple[str, int], list[Played]] = {row: [] for row in asked}
    for one in all_played(in_turn, wanted.jobs, wanted.keep):
        row = (one.reference, len(one.names))
        if row in done and one.names == seated(*row, one.seat, name, others(*row)):
            done[row].append(one)
    line("game", "players", "games", name, "from, to", "each of the others", "times", "playouts a choice")
    line(*["---"] * 8)
    for (reference, players), games in done.items():
        if not games:
            continue
        found, left = share(games), share_of_others(games)
        line(
            reference,
            str(players),
            str(len(games)),
            f"{100 * found.share:.0f} %",
            f"{100 * found.least:.0f}, {100 * found.most:.0f}",
            f"{100 * left:.0f} %",
            f"{found.share / left:.1f}" if left else "–",
            f"{sum(one.playouts for one in games) / max(sum(one.thoughts for one in games), 1):.0f}",
        )
    print(flush=True)


def line(*cells: str) -> None:
    """Print a line of a table in Markdown."""
    print(f"| {' | '.join(cells)} |", flush=True)


def solved(name: str, games: int) -> None:
    """Print a table of lost games that need not have been lost."""
    rows = [["lost games", "perfect opponent", "random opponent"]]
    for title, (game, board) in (("tic-tac-toe", perfect.tic_tac_toe()), ("connect four, 4 by 4", perfect.small_connect_four())):
        cells = [f"{perfect.lost(game, board, name, opponent, games)} of {games}" for opponent in ("perfect", "random")]
        rows.append([title, *cells])
    print(laid_out(rows), end="\n\n", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--budget", default="usual", help="how long to think: `1s`, a number of playouts, or as usual")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; again for more")
    parser.add_argument("--game", action="append", help="one game; again for more")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where games are kept; those that it has are not played again")
    parser.add_argument("--kept-only", action="store_true", help="no further games: the tables of those that are kept")
    wanted = parser.parse_args()
    parts = wanted.only or PARTS
    name = searching(wanted.budget)
    references = wanted.game or list(all_references())
    if "perfect" in parts:
        solved(name, wanted.games)
    if "equilibrium" in parts:
        first, second = equilibrium.distance(name, SAMPLES)
        print(f"Kuhn's game, less than could be won: first {first:.3f}, second {second:.3f}", end="\n\n", flush=True)
    if "others" in parts:
        against(references, name, lambda *_: "random", wanted)
    if "greedy" in parts:
        against(references, "greedy", lambda *_: "random", wanted)
    if "quarter" in parts:
        against(references, name, partial(quarter, wanted.budget), wanted)


if __name__ == "__main__":
    main()

"""Measure how fast compiled rulebooks are, side by side with the same games written by hand in plain Python.

Four ways to play whole random games take turns on one core, so other programs on the machine slow all of them down. These
are playout-only programs (tuned) of some games, games as a programmer would write them for speed (by hand), and compiled
rulebooks, in Python and in native code. The best round of each counts. The ratios are the result; the speeds are this
machine's. Compiled games begin each with its own seed, the others continue the same random numbers.

It also measures how long it takes to load and compile the largest rulebook (benchmarks/loading.py), and how fast other
games are compared with other engines (benchmarks/peers).
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import loading
from benchmarks.by_hand import la_planche, rette_sich_wer_kann, tic_tac_toe, walk_the_plank
from benchmarks.peers import compare
from benchmarks.timing import Work, laid_out, speed
from benchmarks.tuned import la_planche as tuned_la_planche
from benchmarks.tuned import tic_tac_toe as tuned_tic_tac_toe
from benchmarks.tuned import walk_the_plank as tuned_walk_the_plank
from rulewright.interpreter import load

Playout = Callable[[int, random.Random], tuple[int, ...]]

TIC_TAC_TOE = Path(__file__).parent.parent / "tests" / "games" / "tic-tac-toe.rules"
MATCHES = 10


class Game(NamedTuple):
    """A game to be measured."""

    name: str
    players: int
    tuned: Playout | None
    by_hand: Playout
    rulebook: str
    choices: int  # a match is copied after this many


GAMES = [
    Game("walk-the-plank", 4, tuned_walk_the_plank.playout, walk_the_plank.playout, "walk-the-plank", 20),
    Game("la-planche", 4, tuned_la_planche.playout, la_planche.playout, "la-planche", 20),
    Game("rette-sich-wer-kann", 4, None, rette_sich_wer_kann.playout, "rette-sich-wer-kann", 60),
    Game("tic-tac-toe", 2, tuned_tic_tac_toe.playout, tic_tac_toe.playout, str(TIC_TAC_TOE), 4),
]


def plain(playout: Playout, players: int) -> Work:
    """Return what plays games of a program written by hand."""
    rng = random.Random(1)

    def play(seeds: range) -> None:
        for _ in seeds:
            playout(players, rng)

    return play


def compiled(rulebook: str, players: int, native: bool) -> Work | None:
    """Return what plays games of a compiled rulebook, each from a seed of its own; None without native code."""
    game = load(rulebook)
    playout, playouts = game.playout, game.program(players).playouts
    if not native:
        playouts.keep_to_python()
    elif not playouts.make_native():
        print(f"{rulebook}: no native code, because: {playouts.why_not}", file=sys.stderr)
        return None

    def play(seeds: range) -> None:
        for seed in seeds:
            playout(players=players, seed=seed)

    return play


def copying(rulebook: str, players: int, choices: int) -> Work:
    """Return what copies matches in the middle of the game."""
    game = load(rulebook)
    rng = random.Random(1)
    copies: list[Callable[[], object]] = []
    for seed in itertools.count(1):
        match = game.start(players=players, seed=seed)
        for _ in range(choices):
            if match.decision is None:
                break
            match.choose(rng.randrange(len(match.decision.options)))
        if not match.over:
            copies.append(match.copy)
        if len(copies) == MATCHES:
            break

    def copy(seeds: range) -> None:
        for seed in seeds:
            copies[seed % MATCHES]()

    return copy


def contenders(game: Game) -> dict[str, Work]:
    """Return all measurements for a game, by the name of the figure."""
    works = {
        "tuned": None if game.tuned is None else plain(game.tuned, game.players),
        "by_hand": plain(game.by_hand, game.players),
        "python": compiled(game.rulebook, game.players, native=False),
        "native": compiled(game.rulebook, game.players, native=True),
        "copy": copying(game.rulebook, game.players, game.choices),
    }
    return {name: work for name, work in works.items() if work is not None}


def measure(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Measure everything in alternation and return the figures of each game."""
    works = [contenders(game) for game in GAMES]
    best = [dict.fromkeys(by_name, 0.0) for by_name in works]
    for _ in range(rounds):
        for figures, by_name in zip(best, works, strict=True):
            for name, work in by_name.items():
                figures[name] = max(figures[name], speed(work, seconds))
    return [
        {
            "game": game.name,
            "players": game.players,
            "tuned": figures.get("tuned"),
            "by_hand": figures["by_hand"],
            "python": figures["python"],
            "native": figures.get("native"),
            "python/by_hand": figures["python"] / figures["by_hand"],
            "native/by_hand": figures["native"] / figures["by_hand"] if "native" in figures else None,
            "copy_microseconds": 1e6 / figures["copy"],
        }
        for game, figures in zip(GAMES, best, strict=True)
    ]


def table(results: list[dict[str, Any]]) -> str:
    """Lay the figures out in columns."""
    columns = {
        "players": "d",
        "tuned": ",.0f",
        "by_hand": ",.0f",
        "python": ",.0f",
        "native": ",.0f",
        "python/by_hand": ".2f",
        "native/by_hand": ".2f",
        "copy_microseconds": ".1f",
    }
    rows = [["game", *(name.replace("_", " ") for name in columns)]]
    for result in results:
        cells = ["" if result[name] is None else format(result[name], form) for name, form in columns.items()]
        rows.append([result["game"], *cells])
    return laid_out(rows)


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--short", action="store_true", help="take half a minute; the figures are rough")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures as JSON, too")
    arguments = parser.parse_args()
    rounds, seconds = (2, 0.02) if arguments.short else (5, 0.5)
    results = measure(rounds, seconds)
    loaded = loading.measure(1 if arguments.short else rounds)
    peers = compare.measure(*(compare.SHORT if arguments.short else compare.LONG))
    found = {"python": platform.python_version(), "games": results, "loading": loaded, "peers": peers}
    if arguments.output:
        arguments.output.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(f"Random playouts a second on one core, Python {platform.python_version()}, best of {rounds} rounds")
        print(table(results))
        print()
        print(loading.table(loaded))
        print()
        print(compare.report(peers))


if __name__ == "__main__":
    main()

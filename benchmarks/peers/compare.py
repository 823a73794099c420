"""Measure our rulebooks, and the same games of others, in one run.

The figures are whole random games a second on one core. Ours run in native code, many in one call, and are stepped from
Python. OpenSpiel's run inside C++, and are stepped from Python. Others are written in C by hand. All take turns, and the
best round of each counts. Both sides draw their choices by the same expression. Whatever is missing is left out, with the
reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import by_hand, memory, open_spiel, ours
from benchmarks.peers.games import PEERS, Peer
from benchmarks.timing import Work, laid_out, speed

Cell = tuple[str, str, str]  # the figure, the head of its column, and its format
SHORT, LONG = ((2, 0.05, 100), (3, 0.5, 1000))  # rounds, the seconds of a measurement, and the games whose choices are counted
PLAYOUTS: list[Cell] = [
    ("ours_batch", "ours, native", ",.0f"),
    ("ours_stepped", "ours, stepped", ",.0f"),
    ("open_spiel_inside", "OpenSpiel, C++", ",.0f"),
    ("open_spiel_stepped", "OpenSpiel, stepped", ",.0f"),
    ("ratio_inside", "times, inside", ",.2f"),
    ("ratio_stepped", "times, stepped", ",.2f"),
    ("by_hand", "C by hand", ",.0f"),
]
COPIES: list[Cell] = [
    ("ours_copy_microseconds", "ours, µs", ".2f"),
    ("open_spiel_copy_microseconds", "OpenSpiel, µs", ".2f"),
    ("ours_copy_bytes", "ours, bytes", ",.0f"),
    ("open_spiel_copy_bytes", "OpenSpiel, bytes", ",.0f"),
    ("ours_choices", "choices a game, ours", ".1f"),
    ("open_spiel_choices", "OpenSpiel", ".1f"),
]


class Contest:
    """All measurements of a game, and the reasons for missing ones."""

    def __init__(self, peer: Peer, games: int) -> None:
        self.peer = peer
        self.works: dict[str, Work] = {}
        self.figures: dict[str, float | None] = {}
        self.skipped: dict[str, str] = {}
        if peer.missing:
            self.skipped["ours"] = peer.missing
        else:
            self.attempt("ours", lambda: self.add_ours(games))
        if why_not := open_spiel.why_not():
            self.skipped["OpenSpiel"] = why_not
        else:
            self.attempt("OpenSpiel", lambda: self.add_open_spiel(games))
        if peer.by_hand:
            self.add("C by hand", "by_hand", by_hand.work(peer.by_hand))

    def attempt(self, whose: str, add: Callable[[], None]) -> None:
        """Try a measurement: a game that fails must not stop the others."""
        try:
            add()
        except Exception as error:
            self.skipped[whose] = f"{type(error).__name__}: {error}"

    def add(self, whose: str, figure: str, work: Work | str) -> None:
        """Add a measurement, or the reason why there is none."""
        if isinstance(work, str):
            self.skipped[whose] = work
        else:
            self.works[figure] = work

    def add_ours(self, games: int) -> None:
        """Add our own measurements."""
        work, why_not = ours.batch(self.peer)
        if why_not:
            self.skipped["ours, native"] = why_not
        self.works["ours_batch"] = work
        self.works["ours_stepped"] = ours.stepped(self.peer)
        self.figures["ours_choices"] = ours.choices(self.peer, games)
        self.add_copies("ours", ours.copies(self.peer, memory.MATCHES))

    def add_open_spiel(self, games: int) -> None:
        """Add the measurements of OpenSpiel."""
        self.add("OpenSpiel, C++", "open_spiel_inside", open_spiel.inside(self.peer))
        self.works["open_spiel_stepped"] = open_spiel.stepped(self.peer)
        self.figures["open_spiel_choices"] = open_spiel.choices(self.peer, games)
        self.add_copies("open_spiel", open_spiel.copies(self.peer, memory.MATCHES))

    def add_copies(self, whose: str, copies: memory.Copies) -> None:
        """Add the time and the memory of a copy."""
        self.works[f"{whose}_copy"] = copying(copies)
        self.figures[f"{whose}_copy_bytes"] = memory.bytes_each(whose, self.peer)

    def measured(self, rounds: int, seconds: float) -> dict[str, Any]:
        """Let all take turns, and return the figures."""
        best = dict.fromkeys(self.works, 0.0)
        for _ in range(rounds):
            for figure, work in self.works.items():
                best[figure] = max(best[figure], speed(work, seconds))
        for whose in ("ours", "open_spiel"):
            copies = best.pop(f"{whose}_copy", None)
            self.figures[f"{whose}_copy_microseconds"] = None if copies is None else 1e6 / copies
        self.figures |= best
        self.figures["ratio_inside"] = ratio(best.get("ours_batch"), best.get("open_spiel_inside"))
        self.figures["ratio_stepped"] = ratio(best.get("ours_stepped"), best.get("open_spiel_stepped"))
        names = [name for name, _, _ in (*PLAYOUTS, *COPIES)]
        return {
            "game": self.peer.name,
            "players": self.peer.players,
            "open_spiel": self.peer.open_spiel,
            **{name: self.figures.get(name) for name in names},
            "skipped": self.skipped,
        }


def copying(copies: memory.Copies) -> Work:
    """Return what copies positions."""

    def copy(seeds: range) -> None:
        for seed in seeds:
            copies[seed % len(copies)]()

    return copy


def ratio(ours: float | None, theirs: float | None) -> float | None:
    """Return how many times as fast we are."""
    return None if ours is None or theirs is None else ours / theirs


def measure(rounds: int, seconds: float, games: int, names: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the figures of each game, or of some by name."""
    return [Contest(peer, games).measured(rounds, seconds) for peer in PEERS if not names or peer.name in names]


def table(results: list[dict[str, Any]], cells: list[Cell]) -> str:
    """Return some of the figures in columns."""
    rows = [["game", *(head for _, head, _ in cells)]]
    for result in results:
        figures = ["–" if result[name] is None else format(result[name], form) for name, _, form in cells]
        rows.append([result["game"], *figures])
    return laid_out(rows)


def skips(results: list[dict[str, Any]]) -> list[str]:
    """Return what was left out and why; a reason for several games comes once."""
    games: dict[tuple[str, str], list[str]] = {}
    for result in results:
        for whose, why_not in result["skipped"].items():
            games.setdefault((whose, why_not), []).append(result["game"])
    return [f"{whose} ({', '.join(names)}): {why_not}" for (whose, why_not), names in games.items()]


def report(results: list[dict[str, Any]]) -> str:
    """Return the whole report."""
    against = "" if open_spiel.why_not() else f", against OpenSpiel {open_spiel.version()}"
    parts = [f"Whole random games a second on one core{against}", table(results, PLAYOUTS), ""]
    parts += ["Copies of positions in the middle of the game, and how often somebody has a choice", table(results, COPIES)]
    if left_out := skips(results):
        parts += ["", "Left out:", *left_out]
    return "\n".join(parts)


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.compare", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(peer.name for peer in PEERS)}")
    parser.add_argument("--short", action="store_true", help="take half a minute; the figures are rough")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures as JSON, too")
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - {peer.name for peer in PEERS}:
        sys.exit(f"not among the games: {', '.join(sorted(unknown))}")
    results = measure(*(SHORT if arguments.short else LONG), arguments.games)
    print(report(results))
    if arguments.output:
        arguments.output.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Play the random games in by_hand.c. Run by itself, it prints how fast they are, and who wins them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.peers.building import built
from benchmarks.peers.games import PEERS
from benchmarks.timing import Work, speed

SECONDS = 1.0
SAMPLE = 100_000
FIRST, SECOND, DRAWN = range(3)
Function = Callable[[int, int, ctypes.Array[ctypes.c_long]], int]


class Played(NamedTuple):
    """The results of some games."""

    games: int
    moves: int
    outcomes: tuple[int, ...]  # won by the first, by the second, drawn


def function(name: str) -> Function | str:
    """Return a function of the library, or why there is none."""
    library = built("by_hand.c", "-std=c11")
    if isinstance(library, str):
        return library
    found = library[name]
    found.restype = ctypes.c_long
    found.argtypes = [ctypes.c_long, ctypes.c_uint64, ctypes.POINTER(ctypes.c_long)]
    return found


def play(name: str, games: int, seed: int = 1) -> Played | str:
    """Play random games, and count."""
    found = function(name)
    if isinstance(found, str):
        return found
    outcomes = (ctypes.c_long * 3)()
    return Played(games, found(games, seed, outcomes), tuple(outcomes))


def work(name: str) -> Work | str:
    """Return what plays random games."""
    found = function(name)
    if isinstance(found, str):
        return found
    outcomes = (ctypes.c_long * 3)()

    def play(seeds: range) -> None:
        found(len(seeds), seeds.start, outcomes)

    return play


def main() -> None:
    """Print the speed, the length and the outcomes of each game."""
    for name in filter(None, (peer.by_hand for peer in PEERS)):
        works, played = work(name), play(name, SAMPLE)
        if isinstance(works, str) or isinstance(played, str):
            print(f"{name}: {works}")
            continue
        shares = [f"{count / played.games:.1%}" for count in played.outcomes]
        print(
            f"{name}: {speed(works, SECONDS):,.0f} games/s, {played.moves / played.games:.2f} moves a game;",
            f"first {shares[FIRST]}, second {shares[SECOND]}, drawn {shares[DRAWN]}",
        )


if __name__ == "__main__":
    main()

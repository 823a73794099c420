"""Play random games of our rulebooks: many in one call, stepped from Python, and copies of matches."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.peers.games import Peer
from benchmarks.timing import Work
from rulewright.interpreter import Game

draw = random.Random(1).random


def batch(peer: Peer) -> tuple[Work, str]:
    """Return what plays many games in one call, and why not in native code (empty if it does)."""
    game = peer.load()

    def play(seeds: range) -> None:
        game.playouts(peer.players, seeds)

    return play, why_not_native(game, peer.players)


def why_not_native(game: Game, players: int) -> str:
    """Have native code made now; return why there is none."""
    playouts = game.program(players).playouts
    return "" if playouts.make_native() else f"no native code, because: {playouts.why_not}"


def stepped(peer: Peer) -> Work:
    """Return what plays games step by step, each in the memory of the one before."""
    game = peer.load()
    match = game.start(peer.players, 0, log=False)

    def play(seeds: range) -> None:
        restart, take = match.restart, match.take
        for seed in seeds:
            restart(seed)
            count = match.count
            while count:
                count = take(int(draw() * count))

    return play


def choices(peer: Peer, games: int) -> float:
    """Return how many choices a game has, including those of one option, which others also count."""
    game = peer.load()
    return sum(choices_of(game, peer.players, seed) for seed in range(games)) / games


def choices_of(game: Game, players: int, seed: int) -> int:
    """Return how many choices one game has."""
    match = game.start(players, seed, forced="ask", log=False)
    made, count = 0, match.count
    while count:
        count = match.take(int(draw() * count))
        made += 1
    return made


def copies(peer: Peer, number: int) -> list[Callable[[], object]]:
    """Return functions that each copy a match in the middle of a game."""
    game = peer.load()
    found: list[Callable[[], object]] = []
    seed = 0
    while len(found) < number:
        match = game.start(peer.players, seed, log=False)
        seed += 1
        made, count = 0, match.count
        while made < peer.choices and count:
            count = match.take(int(draw() * count))
            made += 1
        if not match.over:
            found.append(match.copy)
    return found

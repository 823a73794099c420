"""Random games of our rulebooks: many in one call, stepped from Python, and copies of matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from benchmarks.peers.games import Peer
from benchmarks.timing import Work

draw = random.Random(1).random


def batch(peer: Peer) -> tuple[Work, str]:
    """Return what plays many games in one call, and why not in native code (empty if it does)."""
    game = peer.load()
    if hasattr(game, "playouts"):

        def play(seeds: range) -> None:
            game.playouts(peer.players, seeds)
    else:

        def play(seeds: range) -> None:
            for seed in seeds:
                game.playout(peer.players, seed)

    return play, why_not_native(game, peer.players)


def why_not_native(game: Any, players: int) -> str:
    """Have native code made now; why there is none."""
    try:
        playouts = game.program(players).playouts
    except AttributeError:
        return "whether they are in native code, the engine does not say"
    return "" if playouts.make_native() else f"no native code, because: {playouts.why_not}"


def stepped(peer: Peer) -> Work:
    """Return what plays games step by step."""
    game = peer.load()
    players = peer.players
    if not hasattr(begun(game, players, 0), "count"):
        return with_words(game, players)

    def play(seeds: range) -> None:
        for seed in seeds:
            match = game.start(players, seed, log=False)
            choose = match.choose
            while count := match.count:
                choose(int(draw() * count))

    return play


def with_words(game: Any, players: int) -> Work:
    """Return what plays games of matches that keep a log, and say what there is to choose from."""

    def play(seeds: range) -> None:
        for seed in seeds:
            match = game.start(players, seed)
            while not match.over:
                match.choose(int(draw() * len(match.decision.options)))

    return play


def begun(game: Any, players: int, seed: int) -> Any:
    """A match at its beginning, without words if the engine can do so."""
    try:
        return game.start(players, seed, log=False)
    except TypeError:
        return game.start(players, seed)


def options(match: Any) -> int:
    """How many options there are; none when the match is over."""
    if hasattr(match, "count"):
        return int(match.count)
    return 0 if match.over else len(match.decision.options)


def choices(peer: Peer, games: int) -> float:
    """How often somebody chooses, a game."""
    game = peer.load()
    decisions = [game.playout(peer.players, seed).decisions for seed in range(games)]
    return float(sum(decisions) / games)


def copies(peer: Peer, number: int) -> list[Callable[[], object]]:
    """What copies each of some matches in the middle of the game."""
    game = peer.load()
    found: list[Callable[[], object]] = []
    seed = 0
    while len(found) < number:
        match = begun(game, peer.players, seed)
        seed += 1
        made = 0
        while made < peer.choices and (count := options(match)):
            match.choose(int(draw() * count))
            made += 1
        if not match.over:
            found.append(match.copy)
    return found

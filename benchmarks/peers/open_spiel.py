"""Play random games of OpenSpiel: stepped from Python, in one go inside C++, and copies of its states.

Each is as quick as the interface allows, so that nothing here is slow in our favour. `is_terminal` and `is_chance_node`
before each step, as in OpenSpiel's own examples, and `random.choice` and `random.choices` would cost from a fifth to more
than half of the speed.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.peers.building import built
from benchmarks.peers.games import Peer
from benchmarks.timing import Work

try:
    import pyspiel
except ImportError:
    pyspiel = None

HEADERS = ("open_spiel", "open_spiel/abseil-cpp", "open_spiel/json/include")
draw = random.Random(1).random


def why_not() -> str:
    """Return why there is no OpenSpiel; empty if there is."""
    return "" if pyspiel else "OpenSpiel is not installed (it is in the extra `bench`)"


def version() -> str:
    """Return the installed version."""
    from importlib.metadata import version

    return version("open_spiel")


def one_of(actions: list[int]) -> int:
    return actions[int(draw() * len(actions))]


def outcome(state: Any) -> int:
    """Return any of the outcomes of chance, with its probability."""
    left = draw()
    outcomes = state.chance_outcomes()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return int(action)
    return int(outcomes[-1][0])  # the probabilities may add up to a little less than one


def begun(game: Any, peer: Peer) -> Any:
    """Return a game at its beginning."""
    state = game.new_initial_state()
    for action in peer.opening:
        state.apply_action(action)
    return state


def stepped(peer: Peer) -> Work:
    """Return what plays games step by step."""
    game = pyspiel.load_game(peer.open_spiel)
    kind = game.get_type()
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return all_kinds(peer)
    if kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC and not peer.opening:
        return without_chance(peer)
    over, chance = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)

    def play(seeds: range) -> None:
        for _ in seeds:
            state = begun(game, peer)
            apply_action, legal_actions, current_player = state.apply_action, state.legal_actions, state.current_player
            while (player := current_player()) != over:
                if player == chance:
                    apply_action(outcome(state))
                else:
                    actions = legal_actions()
                    apply_action(actions[int(draw() * len(actions))])

    return play


def without_chance(peer: Peer) -> Work:
    """Return what plays games without chance: they are over when there is nothing to choose."""
    game = pyspiel.load_game(peer.open_spiel)

    def play(seeds: range) -> None:
        for _ in seeds:
            state = game.new_initial_state()
            apply_action, legal_actions = state.apply_action, state.legal_actions
            while actions := legal_actions():
                apply_action(actions[int(draw() * len(actions))])

    return play


def all_kinds(peer: Peer) -> Work:
    """Return what plays games of any kind."""
    game = pyspiel.load_game(peer.open_spiel)

    def play(seeds: range) -> None:
        for _ in seeds:
            state = begun(game, peer)
            while not state.is_terminal():
                step(state)

    return play


def step(state: Any) -> int:
    """Go on by one step; return how many have chosen an action, even the only one."""
    if state.is_chance_node():
        state.apply_action(outcome(state))
        return 0
    if state.is_simultaneous_node():
        actions = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([one_of(each) for each in actions])
        return len(actions)
    state.apply_action(one_of(state.legal_actions()))
    return 1


def choices(peer: Peer, games: int) -> float:
    """Return how many choices a game has."""
    game = pyspiel.load_game(peer.open_spiel)
    made = 0
    for _ in range(games):
        state = begun(game, peer)
        while not state.is_terminal():
            made += step(state)
    return made / games


def copies(peer: Peer, number: int) -> list[Callable[[], object]]:
    """Return functions that each copy a state in the middle of a game."""
    game = pyspiel.load_game(peer.open_spiel)
    found: list[Callable[[], object]] = []
    while len(found) < number:
        state = begun(game, peer)
        made = 0
        while not state.is_terminal() and (made < peer.choices or state.is_chance_node()):
            made += step(state)
        if not state.is_terminal():
            found.append(state.clone)
    return found


@cache
def loop() -> ctypes.CDLL | str:
    """Return the loop in C++, or why there is none."""
    installed = Path(pyspiel.__file__).parent
    # The loop's library needs names that pyspiel's library otherwise keeps to itself.
    ctypes.CDLL(pyspiel.__file__, ctypes.RTLD_GLOBAL)
    library = built("open_spiel.cc", "-std=c++17", f"-I{installed}", *(f"-I{installed / each}" for each in HEADERS))
    if not isinstance(library, str):
        library.load.restype = ctypes.c_void_p
        library.load.argtypes = [ctypes.c_char_p]
        library.play.restype = ctypes.c_long
        library.play.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_long]
    return library


def inside(peer: Peer) -> Work | str:
    """Return what plays whole games inside C++, or why nothing does.

    No function of pyspiel plays many random games in one call. The nearest, `evaluate_bots` with random bots, plays one,
    and takes so long each time that Kuhn poker would seem a ninth as fast as it is.
    """
    pyspiel.load_game(peer.open_spiel)  # a wrong name is an exception here, and ends the process in C++
    library = loop()
    if isinstance(library, str):
        return library
    game = library.load(peer.open_spiel.encode())
    opening = (ctypes.c_long * len(peer.opening))(*peer.opening)

    def play(seeds: range) -> None:
        library.play(game, len(seeds), seeds.start, opening, len(opening))

    return play

"""Play La Planche, the base game, by hand in plain Python, written for speed: the yardstick for random playouts.

There are eighteen spaces, and a push that carries to the first gap. A `Game` is a position as it could be shown to the
players, and every choice and every roll of the rules is a draw of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.measure import measure

SPACES = 18
EMPTY = -1
COLOURS = [0, 1, 2, 3] * 4  # yellow, red, green, blue, rear-most first


class Game:
    """A position: the plank, the secret stones, and whose turn it is."""

    __slots__ = ("plank", "random", "stones", "taken", "turn")

    def __init__(self, players: int, draw: Callable[[], float]) -> None:
        """Set the game up: the row of prisoners, and a secret stone drawn from the bag by each player."""
        self.random = draw
        # The colour on each space, rear-most first; the space after the last one is the shark's, always empty.
        self.plank = COLOURS + [EMPTY] * (SPACES - len(COLOURS) + 1)
        self.taken = list(range(len(COLOURS)))  # the spaces with a prisoner, rear-most first
        bag = [0, 1, 2, 3]
        self.stones = [bag.pop(int(draw() * len(bag))) for _ in range(players)]
        self.turn = 0


def push(game: Game, prisoner: int) -> None:
    """Push the prisoner, counted from the rear, one space on, and all those up to the first gap with him."""
    plank, taken = game.plank, game.taken
    space = taken.pop(prisoner)
    gap = plank.index(EMPTY, space)
    plank.insert(space, plank.pop(gap))
    if gap < SPACES:
        taken.insert(prisoner + gap - space - 1, gap)
    else:
        plank[gap] = EMPTY  # where the front-most has just fallen


def swap(game: Game) -> None:
    """Exchange two prisoners."""
    plank, taken, draw = game.plank, game.taken, game.random
    count = len(taken)
    first = int(draw() * count)
    second = int(draw() * (count - 1))
    if second >= first:
        second += 1
    one, other = taken[first], taken[second]
    plank[one], plank[other] = plank[other], plank[one]


def advance(game: Game) -> None:
    """Push any prisoner."""
    push(game, int(game.random() * len(game.taken)))


def move(game: Game) -> None:
    """Set a prisoner ahead of the front-most or behind the rear-most one, where there is room, to a new place."""
    plank, taken = game.plank, game.taken
    others = len(taken) - 1
    to_front = others if taken[-1] < SPACES - 1 else 0  # everybody but the front-most
    to_rear = others if taken[0] else 0  # everybody but the rear-most
    options = to_front + to_rear
    if options:
        pick = int(game.random() * options)
        if pick < to_front:
            space = taken.pop(pick)
            goal = taken[-1] + 1
            taken.append(goal)
        else:
            space = taken.pop(pick - to_front + 1)
            goal = taken[0] - 1
            taken.insert(0, goal)
        plank[goal] = plank[space]
        plank[space] = EMPTY


ACTIONS: list[Callable[[Game], None]] = [swap, advance, move]
SKULL = len(ACTIONS)
SYMBOLS = SKULL + 1


def spin(game: Game) -> int:
    """Spin the weathervane and return the symbol to carry out, chosen if the sabres show two to choose from."""
    draw = game.random
    first = int(draw() * SYMBOLS)
    second = int(draw() * SYMBOLS)
    if first == second or second == SKULL:
        return first
    if first == SKULL:
        return second
    return first if int(draw() * 2) == 0 else second


def playout(players: int, rng: random.Random, turns: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the seat that wins, adding the number of turns to the list if given."""
    game = Game(players, rng.random)
    taken, actions = game.taken, ACTIONS
    played = 1
    while True:
        symbol = spin(game)
        if symbol != SKULL:
            actions[symbol](game)
            if len(taken) == 1:
                break
        push(game, 0)
        if len(taken) == 1:
            break
        game.turn = (game.turn + 1) % players
        played += 1
    if turns is not None:
        turns.append(played)
    last = game.plank[taken[0]]
    return (game.stones.index(last),) if last in game.stones else ()


if __name__ == "__main__":
    measure(playout, 4, "turns")

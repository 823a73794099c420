"""English Draughts: the engine offers and does what the same game in plain Python does."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from attrs import evolve, frozen

from rulewright.interpreter import Game, Match, load

Square = tuple[int, int]
Jump = tuple[Square, Square]
"""From where to where: a step or one jump. Columns and rows count from 1, rows from the south."""
# Others have published these counts: a whole chain of jumps is one move.
KNOWN = (1, 7, 49, 302, 1469, 7361)
MOST_DECISIONS = 5_000


@frozen(kw_only=True)
class Position:
    """The board, the player to move, the end of a chain of jumps, and how long nothing has happened."""

    men: dict[Square, tuple[int, bool]]
    """By square: whose, and whether it is a king."""
    seat: int = 0
    chain: Square | None = None
    quiet: int = 0


def beginning() -> Position:
    dark = [(column, row) for row in range(1, 9) for column in range(1, 9) if (column + row) % 2 == 0]
    return Position(men={square: (0 if square[1] < 4 else 1, False) for square in dark if square[1] not in (4, 5)})


def ways(position: Position, square: Square, length: int) -> list[Square]:
    """Return the free squares at a distance, in the directions in which the man there moves."""
    seat, king = position.men[square]
    column, row = square
    rows = (1, -1) if king else (1,) if seat == 0 else (-1,)
    ends = [(column + length * right, row + length * up) for up in rows for right in (1, -1)]
    return [end for end in ends if min(end) >= 1 and max(end) <= 8 and end not in position.men]


def between(start: Square, end: Square) -> Square:
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2


def jumps(position: Position, square: Square) -> list[Jump]:
    enemy = 1 - position.men[square][0]
    return [
        (square, end) for end in ways(position, square, 2) if position.men.get(between(square, end), (None, False))[0] == enemy
    ]


def moves(position: Position) -> list[Jump]:
    """Return the possible moves; empty if the player to move has lost."""
    if position.chain:
        return jumps(position, position.chain)
    mine = [square for square, (seat, _) in position.men.items() if seat == position.seat]
    taking = [jump for square in mine for jump in jumps(position, square)]
    return taking or [(square, end) for square in mine for end in ways(position, square, 1)]


def after(position: Position, move: Jump) -> Position:
    start, end = move
    men = dict(position.men)
    seat, king = men.pop(start)
    crowned = not king and end[1] == (8, 1)[seat]
    men[end] = seat, king or crowned
    taking = abs(start[1] - end[1]) == 2
    if taking:
        del men[between(start, end)]
    there = Position(men=men, seat=seat, quiet=0 if taking or not king else position.quiet + 1)
    if taking and not crowned and jumps(there, end):
        return evolve(there, chain=end)
    return evolve(there, seat=1 - seat)


def count(position: Position, depth: int) -> int:
    """Return how many sequences of moves there are, with a chain of jumps as one move."""
    if depth == 0:
        return 1
    followers = [after(position, move) for move in moves(position)]
    return sum(count(follower, depth if follower.chain else depth - 1) for follower in followers)


@cache
def game(limit: int = 40, variants: tuple[str, ...] = ()) -> Game:
    return load("english-draughts", variants=variants, options={"quiet-limit": limit})


def counted(match: Match, depth: int) -> int:
    """Count as `count` does, with the engine. Its chains are single choices of the player who began them."""
    if depth == 0:
        return 1
    assert match.decision is not None
    total = 0
    for place in range(len(match.decision.options)):
        follower = match.copy()
        follower.choose(place)
        goes_on = follower.decision is not None and follower.decision.seat == match.decision.seat
        total += counted(follower, depth if goes_on else depth - 1)
    return total


def offered(match: Match, position: Position) -> list[Jump]:
    """Return the engine's options, in their order, read from what people read."""
    assert match.decision is not None
    found = []
    for option in match.decision.options:
        squares = [("abcdefgh".index(name[0]) + 1, int(name[1])) for name in re.findall(r"\b[a-h][1-8]\b", option.label)]
        start, end = squares if position.chain is None else (position.chain, *squares)
        found.append((start, end))
    return found


@pytest.mark.parametrize("depth", range(6))
def test_plain_python_counts_what_is_known(depth: int) -> None:
    assert count(beginning(), depth) == KNOWN[depth]


@pytest.mark.parametrize("depth", range(6))
def test_the_engine_counts_what_is_known(depth: int) -> None:
    assert counted(game().start(seed=0, forced="ask"), depth) == KNOWN[depth]


@pytest.mark.parametrize("limit", [2, 10, 40])
@pytest.mark.parametrize("variants", [(), ("giveaway",)])
def test_games_go_as_in_plain_python(limit: int, variants: tuple[str, ...]) -> None:
    for seed in range(10):
        match, position, chance = game(limit, variants).start(seed=seed, forced="ask"), beginning(), random.Random(seed)
        while not match.over:
            assert match.decision is not None
            assert match.steps < MOST_DECISIONS
            assert match.decision.seat == position.seat
            assert position.quiet < 2 * limit
            options = offered(match, position)
            assert sorted(options) == sorted(moves(position))
            place = chance.randrange(len(options))
            match.choose(place)
            position = after(position, options[place])
        assert match.result is not None
        if moves(position):
            assert position.quiet == 2 * limit
            assert match.result.winners == ()
        else:
            assert match.result.winners == (position.seat if variants else 1 - position.seat,)


def test_every_game_at_random_ends() -> None:
    for limit, variants in ((1, ()), (40, ()), (100, ()), (40, ("giveaway",))):
        assert all(game(limit, variants).playout(seed=seed).finished for seed in range(20))

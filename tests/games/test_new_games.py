"""Larger games known everywhere: their rulebooks agree with others' counts, and with the same games written by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter import Match, load
from rulewright.interpreter.search.explore import explore
from tests.games import by_hand

FOLDER = Path(__file__).parent
BY_HAND: dict[str, tuple[Callable[[], by_hand.Play], int]] = {
    "connect-four": (by_hand.connect_four, 30),
    "breakthrough": (by_hand.breakthrough, 10),
    "reversi": (by_hand.reversi, 10),
    "goofspiel-13": (by_hand.goofspiel, 10),
    "go-9x9": (by_hand.go, 2),
    "backgammon": (by_hand.backgammon, 3),
}
# How many ways there are to make one move, two moves and so on, as others have counted them before us.
WAYS = {
    "chess": [20, 400, 8902],
    "connect-four": [7, 49, 343, 2401, 16807],
    "breakthrough": [22, 484],
    "reversi": [4, 12, 56, 244, 1396],
}


def started(name: str, chance: str = "seed", forced: str = "ask") -> Match:
    """Return a match of a rulebook of this folder."""
    return load(str(FOLDER / f"{name}.rules")).start(chance=chance, forced=forced)


def after(match: Match, key: str) -> Match:
    """Return the match after a choice."""
    match = match.copy()
    match.choose(key)
    return match


def ways(match: Match, moves: int) -> int:
    """Return how many sequences of moves there are."""
    options = match.decision.options if match.decision is not None else []
    return len(options) if moves == 1 else sum(ways(after(match, one.key), moves - 1) for one in options)


@pytest.mark.parametrize("name", WAYS)
def test_there_are_as_many_ways_to_begin_as_others_count(name: str) -> None:
    assert [ways(started(name), moves + 1) for moves in range(len(WAYS[name]))] == WAYS[name]


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.sample(3)
def test_the_engine_offers_what_is_offered_by_hand_and_the_same_seats_win(name: str) -> None:
    play, games = BY_HAND[name]
    for seed in range(games):
        chance, game, match = random.Random(seed), play(), started(name, chance="ask")
        of_itself, decisions = started(name, chance="ask", forced="done"), 0
        who, keys = next(game)
        winners: tuple[int, ...] | None = None
        while winners is None:
            assert match.decision is not None
            assert (match.decision.seat, {one.key for one in match.decision.options}) == (who, keys)
            chosen = chance.choice(sorted(keys))
            match.choose(chosen)
            if who is None or len(keys) > 1:
                # A forced choice is made automatically, and is no decision.
                assert of_itself.decision is not None
                assert (of_itself.decision.seat, {one.key for one in of_itself.decision.options}) == (who, keys)
                of_itself.choose(chosen)
                decisions += who is not None
            try:
                who, keys = game.send(chosen)
            except StopIteration as end:
                winners = end.value
        assert match.result == of_itself.result
        assert match.result is not None
        assert (match.result.winners, match.result.decisions) == (winners, decisions)


def test_leduc_poker_has_the_information_sets_that_others_count() -> None:
    """The log tells all that a seat remembers, and `explore` counts what it remembers, not only what it sees now."""
    remembered: set[tuple[int, str]] = set()

    def walk(match: Match) -> None:
        if match.decision is not None:
            if match.decision.seat is not None:
                remembered.add((match.decision.seat, str(match.log(match.decision.seat))))
            for one in match.decision.options:
                walk(after(match, one.key))

    walk(started("leduc-poker", chance="ask"))
    assert len(remembered) == 936
    assert explore(load(str(FOLDER / "leduc-poker.rules"))).information_states == 936


def test_chess_games_end() -> None:
    game = load(str(FOLDER / "chess.rules"))
    assert all(game.playout(seed=seed).finished for seed in range(5))

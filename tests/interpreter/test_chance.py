"""Chance that is asked: its outcomes have the weights with which chance that falls by a seed shows them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Match
from tests.interpreter.helpers import ROOT, asked, loaded, some_matches, written

HEAD = """game chances "Chances":
    players 2

values suit: sun, moon, star
die lot: low * 3, high * 2, edge
die cube: 1 to 4
place urn: bag
place row-1: pile
line path:
    start
    goal
    directions forward, back
pieces gems: 2 for each suit, in urn
pieces pawns: 3 for each player, on start
cards deals: 1 for each suit, in row-1
each player has:
    hand: place
each pawns has:
    tired: truth
the table has:
    n: number

"""
GAMES = {
    "a die": ("roll lot as face", [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]),
    "a die of numbers": ("roll cube as face", [Fraction(1, 4)] * 4),
    "a bag": ("draw 1 from urn to hand of player", [Fraction(1, 3)] * 3),
    "alike things": ("choose lucky in pawns at random\n    move lucky to goal", [Fraction(1, 2)] * 2),
    "things that a field tells apart": (
        "let weary be first of pawns\n    set tired of weary to yes\n    choose lucky in pawns at random\n    move lucky to goal",
        [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)],
    ),
    "several at once": ("choose a in 1 to 2, b in 1 to 3 at random\n    set n to a * 10 + b", [Fraction(1, 6)] * 6),
    "a player": ("choose who in players at random", [Fraction(1, 2)] * 2),
}


def outcomes(match: Match) -> dict[tuple[object, ...], Fraction]:
    """Return every end of the chance that is asked, with its share."""
    decision = match.decision
    if decision is None or decision.seat is not None:
        return {match.key()[:4]: Fraction(1)}
    found: Counter[tuple[object, ...]] = Counter()
    whole = sum(option.weight for option in decision.options)
    for option in decision.options:
        twin = match.copy()
        twin.choose(option)
        for key, share in outcomes(twin).items():
            found[key] += share * Fraction(option.weight, whole)  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def fallen(game: Game, count: int) -> Counter[tuple[object, ...]]:
    """Return how often each end comes by seed."""
    return Counter(game.start(2, seed).key()[:4] for seed in range(count))


@pytest.mark.parametrize("what", GAMES)
def test_weights_are_the_shares_of_chance(what: str, tmp_path: Path) -> None:
    line, shares = GAMES[what]
    game = written(tmp_path, f"{HEAD}to play:\n    {line}\n    choose go in 1 to 2\n")
    decision = asked(game.start(2, chance="ask"))
    assert decision.seat is None
    whole = sum(option.weight for option in decision.options)
    assert sorted(Fraction(option.weight, whole) for option in decision.options) == sorted(shares)


TWO = {
    "two of a bag": ("draw 2 from urn to hand of player", 6),
    "a pile": ("shuffle row-1", 6),
    "two dice": ("roll lot as a\n    roll cube as b\n    set n to b if a is low otherwise 0", 5),
    "a set": ("choose both as 2 of gems at random\n    move both to goal", 6),
    "one after the other": ("choose a in 1 to 4 at random\n    choose b in 1 to a at random\n    set n to a * b", 9),
}


@pytest.mark.parametrize("what", TWO)
def test_what_is_asked_step_by_step_has_the_shares_of_what_falls(what: str, tmp_path: Path) -> None:
    line, count = TWO[what]
    game = written(tmp_path, f"{HEAD}to play:\n    {line}\n    choose go in 1 to 2\n")
    shares = outcomes(game.start(2, chance="ask"))
    assert len(shares) == count
    assert sum(shares.values()) == 1
    games = 2000
    found = fallen(game, games)
    assert set(found) == set(shares)
    for key, share in shares.items():
        # Six standard deviations.
        assert abs(found[key] - games * share) < 6 * (games * share * (1 - share)) ** 0.5 + 1


def test_games_whose_chance_is_asked_come_to_their_end() -> None:
    ended = 0
    for _, match, chosen in some_matches(33, seed=7, chance="ask"):
        for _ in range(3000):
            decision = match.decision
            if decision is None:
                ended += 1
                break
            assert all(option.weight >= 1 for option in decision.options)
            if decision.kind == "words":
                match.choose("word")
            else:
                match.choose(chosen.randrange(len(decision.options)))
    assert ended >= 30


def test_chance_by_seed_is_never_asked() -> None:
    for _, match, _ in some_matches(30, seed=8):
        for _ in range(40):
            if match.over:
                break
            assert asked(match).seat is not None
            assert all(option.weight == 1 for option in asked(match).options)
            match.choose_at_random()


def test_one_seed_is_one_game_where_nothing_is_drawn_or_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn to nowhere or from a bag to itself, shuffled what is no pile: in no form that uses a random number."""
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "off")
    game = loaded(str(ROOT / "tests" / "cases" / "play" / "drawn-nowhere.rules"))
    playouts = game.program(2).playouts
    for seed in range(30):
        match = game.start(2, seed)
        while not match.over:
            match.choose_at_random()
        assert playouts.form == "python"
        assert game.playout(2, seed) == match.result


def test_what_lies_on_no_pile_stays_in_the_order_of_its_declaration(tmp_path: Path) -> None:
    """A place that is named as a value may be no pile: then a shuffle leaves it as it is, and says nothing."""
    for place, orders in (("pile", 1), ("place", 0), ("bag", 0)):
        rules = HEAD.replace("row-1: pile", f'row-1 "Row": {place}') + (
            "to play:\n    mix row-1\n    choose m in 1 to 2\n    game over\nto mix somewhere in space:\n    shuffle somewhere\n"
        )
        game = written(tmp_path, rules)
        row = [space.declared.name for space in game.program(2).world.spaces].index("row-1")
        found = {tuple(game.start(2, seed).position.on[row]) for seed in range(20)}
        assert (len(found) > 1) == bool(orders)
        assert [line for line in game.start().log() if "shuffled" in line] == ["Row is shuffled"] * orders

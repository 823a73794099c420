"""Equal things on one pile: each is an option and an outcome of its own, since the others lie in another order without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.ai.actions import ActionNumbering
from rulewright.interpreter import Game, Match, load

UNSORTED = """\
game unsorted "Unsorted":
    players 2

values shade "Shade": black "Black", white "White"
place box "Box"
place stack "Stack": pile
cards stones "Stone", each "{shade} stone": 7 for each shade, in box
each player has:
    rack "Rack": pile, seen by owner
    bowl "Bowl": place, seen by owner
    score "Points": number

to setup:
    for each player in players:
        move first of stones of black in box to rack of player
        move first of stones of white in box to rack of player
        move first of stones of black in box to rack of player
        move first 2 of stones of black in box to bowl of player

to play:
    choose laid in stones in RACK of player CHANCE
    move laid to stack
    if shade of first of stones in rack of player is black:
        add 1 to score of player
    choose also in stones on (stack, rack of player)
    game over, winners players with most score of it
"""

TOWER = """\
game tower "Tower":
    players 2

place stack "Tower": pile
pieces blocks "Block": 30, in stack

to play:
    choose pulled in blocks on stack
    let above be count of blocks on stack - count of (blocks on stack as long as it is not pulled)
    game over, winners (seat 1 if above is more than 9 otherwise seat 2)
"""


def unsorted(folder: Path, rack: str = "rack", chance: str = "") -> Game:
    """Return the game, with what is chosen from and how."""
    path = folder / "unsorted.rules"
    path.write_text(UNSORTED.replace("RACK", rack).replace("CHANCE", chance), encoding="utf-8")
    return load(str(path))


def labels(match: Match) -> list[str]:
    """Return the options, as people read them."""
    return [option.label for option in match.decision.options] if match.decision else []


def test_equal_things_on_a_pile_are_told_apart_by_their_places(tmp_path: Path) -> None:
    match = unsorted(tmp_path).start(2, seed=1)
    assert labels(match) == ["Black stone [no. 1]", "White stone", "Black stone [no. 3]"]
    match.choose(0)

    # One on the stack is told from one on the rack by where it lies.
    assert sorted(labels(match)) == ["Black stone", "Black stone on Stack", "White stone"]


def test_equal_things_where_no_order_counts_are_one_option(tmp_path: Path) -> None:
    assert labels(unsorted(tmp_path, rack="bowl").start(2, seed=1, forced="ask")) == ["Black stone"]


@pytest.mark.parametrize(("rack", "weights"), [("rack", [1, 1, 1]), ("bowl", [2])])
def test_chance_tells_equal_things_on_a_pile_apart(tmp_path: Path, rack: str, weights: list[int]) -> None:
    match = unsorted(tmp_path, rack, "at random").start(2, seed=1, chance="ask", forced="ask")
    assert match.decision is not None
    assert [option.weight for option in match.decision.options] == weights


def test_which_of_them_goes_decides_what_lies_in_front(tmp_path: Path) -> None:
    game = unsorted(tmp_path)
    scores = []
    for place in range(3):
        match = game.start(2, seed=1)
        match.choose(place)
        scores.append(match.view(0).players[0].fields[0].value)
    assert scores == ["0", "1", "1"]


def test_programs_that_learn_have_an_action_for_each(tmp_path: Path) -> None:
    game = unsorted(tmp_path)
    match = game.start(2, seed=1)
    assert match.decision is not None
    assert len(set(ActionNumbering(game, 2).actions(match.decision))) == 3


def test_there_are_as_many_actions_as_things_on_a_pile(tmp_path: Path) -> None:
    path = tmp_path / "tower.rules"
    path.write_text(TOWER, encoding="utf-8")
    game = load(str(path))
    match = game.start(2, seed=1)
    assert match.decision is not None
    assert len(set(ActionNumbering(game, 2).actions(match.decision))) == 30

"""Options and what seats see as numbers: always the same for the same, and nothing that a seat does not know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="numpy, of the extra `ai`, is not installed")

from rulewright.ai.actions import PASS
from rulewright.ai.game_knowledge import game_knowledge
from rulewright.ai.simultaneous_actions import asked_seat, asked_together
from rulewright.interpreter import Match, load
from rulewright.interpreter.search.determinization import Determinizer
from tests.interpreter.helpers import written

SECRETIVE = ["walk-the-plank", "hearts", "texas-hold-em", "gin-rummy", "rette-sich-wer-kann", "battle-of-thieves", "cribbage"]
THIEF = """
game thief "Thief":
    players 2

values sort "Gem": ruby "Ruby", opal "Opal", jade "Jade"

place bin "Bin": bag, seen by nobody
cards gems "Gem", each "{sort}": 1 for each sort, in bin

each player has:
    hand "Hand": place, seen by owner
    loot "Loot": place

to play:
    draw 2 from bin to hand of first of players
    choose taken in gems in hand of first of players by last of players
    move taken to loot of last of players
    game over, winners players where any gems of ruby in loot of it
"""


def decisions(name: str, count: int, seed: int = 1) -> list[Match]:
    """Where somebody chooses in a random game, each as a match of its own."""
    match, found = load(name).start(seed=seed), []
    for _ in range(count):
        if match.over:
            break
        found.append(match.copy())
        match.choose_at_random()
    return found


@pytest.mark.parametrize("name", SECRETIVE)
@pytest.mark.sample(3)
def test_a_row_and_actions_tell_a_seat_nothing_that_it_cannot_know(name: str) -> None:
    draw, dealt = random.Random(3), 0
    for match in decisions(name, 40)[::4]:
        found = game_knowledge(match.game, match.players, "wins")
        decision = match.decision
        assert decision is not None
        for seat in range(match.players):
            if not Determinizer(match, seat).can_deal:
                continue
            dealt += 1
            again = match.deal_again(seat, draw.randrange(10**6))
            assert (found.observing.row(match, seat) == found.observing.row(again, seat)).all()
            if seat == decision.seat:
                assert asked_seat(found.numbering, match).actions == asked_seat(found.numbering, again).actions
    assert dealt >= 4


@pytest.mark.parametrize("name", ["walk-the-plank", "hearts", "english-draughts", "chess", "la-planche"])
def test_each_option_has_one_action_and_keeps_it(name: str) -> None:
    numbering = game_knowledge(load(name), load(name).least_players, "wins").numbering
    met: dict[tuple[int | None, str], int] = {}
    for seed in range(2):
        for match in decisions(name, 40, seed):
            decision = match.decision
            assert decision is not None
            actions = numbering.actions(decision)
            assert len(set(actions)) == len(actions)
            assert all(0 <= action < numbering.count for action in actions)
            for option, action in zip(decision.options, actions, strict=True):
                if option.key == "pass":
                    assert action == PASS
                # Copies of a card in one hand are told apart by numbers alone.
                elif option.key[-2:] not in ("-2", "-3") and decision.seat == 0 and name != "la-planche":
                    number = match.program.asks.index(decision.options.ask)
                    assert met.setdefault((number, option.key), action) == action


def test_what_is_a_seat_s_own_stands_in_the_same_columns_for_all_seats() -> None:
    match = load("hearts").start(seed=4)
    observing = game_knowledge(match.game, 4, "wins").observing
    [own] = [part for part in observing.parts if part.name == "in hand-1"]
    for seat in range(4):
        row = observing.row(match, seat)[own.first : own.first + own.size]
        [hand] = [place for place in match.view(seat).players[seat].places if place.name == "hand"]
        assert row.sum() == hand.count
        assert set(row) <= {0, 1}


def test_hidden_things_are_one_action_whichever_they_are(tmp_path: Path) -> None:
    match = written(tmp_path, THIEF).start(seed=1, chance="ask")
    while match.decision is not None and match.decision.seat is None:
        match.choose(0)
    one = asked_seat(game_knowledge(match.game, 2, "wins").numbering, match, merged=True)
    [places] = one.choices.values()
    assert len(places) == 2


def test_who_choose_together_are_asked_at_once_and_alone() -> None:
    match = load("tests/games/goofspiel.rules").start(seed=1)
    numbering = game_knowledge(match.game, 2, "wins").numbering
    together = asked_together(numbering, match, {})
    assert together is not None
    assert sorted(together) == [0, 1]
    left = asked_together(numbering, match, {0: ((0,),)})
    assert left is not None
    assert sorted(left) == [1]
    assert left[1].names == together[1].names

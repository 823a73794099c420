"""Very many games at once: the same rows, actions and games as one by one, in arrays that stay where they are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="numpy, of the extra `ai`, is not installed")

import numpy as np

from rulewright.ai.batch import Batch
from rulewright.interpreter import RulebookError, WrongChoice
from rulewright.interpreter.native import build
from tests.ai.test_rows import THIEF
from tests.interpreter.helpers import written

TIC_TAC_TOE = "tests/games/tic-tac-toe.rules"
needs_compiler = pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")


@pytest.fixture(autouse=True)
def _in_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")


@cache
def batch_of(name: str, count: int, worth: str = "") -> Batch:
    """Return some games, compiled once; each test resets them."""
    return Batch(name, count, worth=worth)


# These have things, piles and hands, sight that depends on the position, options that name several things, and fields of a
# board.
@needs_compiler
@pytest.mark.parametrize("name", ["walk-the-plank", "contract-bridge", "rette-sich-wer-kann", "tests/games/go-9x9.rules"])
@pytest.mark.sample(2)
def test_rows_and_actions_are_those_of_the_same_match_in_python(name: str) -> None:
    batch, draw = batch_of(name, 8, "wins"), np.random.default_rng(1)
    rows, info = batch.reset(seed=3)
    hidden = 0
    for step in range(60):
        for game in range(step % 4, 8, 4):
            match = batch.match(game)
            decision = match.decision
            assert decision is not None
            assert decision.seat is not None
            assert decision.seat == info["seat"][game]
            assert (batch.observing.row(match, decision.seat) == rows[game]).all()
            for seat in range(batch.players):
                assert (batch.observing.row(match, seat) == batch.row(game, seat)).all()
            if decision.options.hidden:
                hidden += 1
                assert info["action_mask"][game].sum() == len(decision.options)
            else:
                actions = batch.numbering.actions(decision)
                assert sorted(actions) == list(info["action_mask"][game].nonzero()[0])
                assert [batch.places[game, action] - 1 for action in actions] == list(decision.options.places)
        rows, _, _, _, info = batch.step(batch.sample(draw))


@needs_compiler
def test_the_games_are_those_of_their_seeds() -> None:
    batch, draw = batch_of("walk-the-plank", 8, "wins"), np.random.default_rng(2)
    batch.reset(seed=40)
    matches = [batch.game.start(3, seed, log=False) for seed in range(40, 48)]
    ended = 0
    while ended < 10:
        actions = batch.sample(draw)
        places = [batch.places[game, action] - 1 for game, action in enumerate(actions)]
        _, rewards, over, _, _ = batch.step(actions)
        for game, match in enumerate(matches):
            match.take(places[game])
            assert match.over == over[game]
            if match.over:
                ended += 1
                assert match.result is not None
                assert [reward > 0 for reward in rewards[game]] == [seat in match.result.winners for seat in range(3)]
                assert rewards[game].sum() == pytest.approx(0, abs=1e-6)
                match.restart(int(batch.seeds[game]))
            else:
                assert not rewards[game].any()


@needs_compiler
def test_hidden_things_are_actions_that_say_nothing_of_them(tmp_path: Path) -> None:
    batch = Batch(written(tmp_path, THIEF), 600)
    _, info = batch.reset(seed=1)
    assert (info["action_mask"] == info["action_mask"][0]).all()
    for action in info["action_mask"][0].nonzero()[0]:
        batch.reset(seed=1)
        _, rewards, over, _, _ = batch.step(np.full(600, action))
        assert over.all()
        # One of three gems is a ruby, and two are in the hand: whichever is taken, it is the ruby in a third of the games.
        assert (rewards[:, 1] > 0).mean() == pytest.approx(1 / 3, abs=0.07)


@needs_compiler
def test_nothing_is_copied() -> None:
    batch = batch_of(TIC_TAC_TOE, 3)
    rows, info = batch.reset()
    before = rows.copy()
    again, *_, same = batch.step(batch.sample(np.random.default_rng(1)))
    assert again is rows
    assert same["action_mask"] is info["action_mask"]
    assert (rows != before).any()


@needs_compiler
def test_points_are_rewards_where_they_add_up_to_nothing() -> None:
    batch, draw = Batch("tests/games/kuhn-poker.rules", 64), np.random.default_rng(1)
    batch.reset()
    met = set()
    for _ in range(10):
        met |= {tuple(one) for one in batch.step(batch.sample(draw))[1]}
    assert met == {(0, 0), (1, -1), (-1, 1), (2, -2), (-2, 2)}


@needs_compiler
def test_a_game_is_cut_short_when_it_is_long_enough() -> None:
    batch, draw = Batch(TIC_TAC_TOE, 5, longest=3), np.random.default_rng(1)
    batch.reset()
    cuts = [list(batch.step(batch.sample(draw))[3]) for _ in range(6)]
    assert cuts == [[False] * 5, [False] * 5, [True] * 5] * 2


@needs_compiler
def test_an_action_that_is_none_takes_no_game_on() -> None:
    batch = batch_of(TIC_TAC_TOE, 3)
    batch.begun = False
    with pytest.raises(WrongChoice, match="`reset` begins them"):
        batch.step(np.zeros(3, int))
    batch.reset()
    good = batch.sample(np.random.default_rng(1))
    bad = good.copy()
    bad[1] = 0
    before = batch.memory.copy()
    with pytest.raises(WrongChoice, match="the action of game 1 is none"):
        batch.step(bad)
    with pytest.raises(WrongChoice, match="there are 3 games"):
        batch.step(good[:2])
    assert (batch.memory == before).all()
    batch.step(good)


def test_without_native_code_it_is_said_why_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "off")
    with pytest.raises(RulebookError, match="switched off by RULEWRIGHT_NATIVE"):
        Batch(TIC_TAC_TOE, 2)


@needs_compiler
def test_a_game_or_a_seat_that_is_not_there_has_no_row() -> None:
    batch = batch_of(TIC_TAC_TOE, 4)
    batch.reset(seed=1)
    for game, seat in ((4, 0), (-1, 0), (10**9, 0), (0, 2), (0, -1)):
        with pytest.raises(IndexError):
            batch.row(game, seat)
    assert batch.row(3, 1).shape == (batch.size,)

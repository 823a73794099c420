"""Test what a seat is told of the rest of a game: that it is out, or that it only watches."""

from __future__ import annotations

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.search.prospects import Prospect, prospect


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize(("name", "players", "seeds"), [("walk-the-plank", 3, range(4)), ("texas-hold-em", 4, range(3))])
def test_who_is_told_to_be_out_is_never_asked_again_and_never_wins(name: str, players: int, seeds: range) -> None:
    game, found = load(name), 0
    for seed in seeds:
        match = game.start(players, seed)
        told = Prospect.ASKED
        while match.decision is not None:
            if match.decision.seat == 0:
                assert told is Prospect.ASKED
            elif match.steps % 6 == 0 and told is Prospect.ASKED:
                told = prospect(match, 0, seed)
            match.choose_at_random()
        assert match.result is not None
        if told is Prospect.OUT:
            assert 0 not in match.result.winners
            found += 1
    assert found

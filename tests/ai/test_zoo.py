"""Every game as an environment of PettingZoo's: its own tests pass."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo, of the extra `ai`, is not installed")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from rulewright.ai.zoo import ParallelTable, Table
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import WrongChoice, load

SMALL = [f"tests/games/{name}.rules" for name in ("goofspiel", "kuhn-poker", "leduc-poker", "nim", "tic-tac-toe")]
CYCLES = 24
LONGEST = 16


# It advises against observations that are dicts, as all its own games with masks have them, and tables on which nothing lies.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("name", [*sorted(bundled_games()), *SMALL])
def test_pettingzoo_s_own_tests_pass(name: str) -> None:
    game = load(name)
    api_test(Table(game, worth="wins", longest=LONGEST), num_cycles=CYCLES)
    seed_test(lambda: Table(game, worth="wins"), num_cycles=CYCLES // 4)
    parallel_api_test(ParallelTable(game, worth="wins", longest=LONGEST), num_cycles=CYCLES)


def test_who_choose_together_act_in_one_step() -> None:
    table = ParallelTable("tests/games/goofspiel.rules")
    draw = random.Random(1)
    seen, _ = table.reset(seed=4)
    steps, rewards = 0, dict[str, float]()
    while table.agents:
        masks = {agent: one["action_mask"].nonzero()[0] for agent, one in seen.items()}
        assert all(len(mask) > 1 for mask in masks.values())
        seen, rewards, *_ = table.step({agent: draw.choice(list(mask)) for agent, mask in masks.items()})
        steps += 1
    assert steps == 2
    assert sum(rewards.values()) == 0


def test_who_is_not_asked_waits() -> None:
    table = ParallelTable("tests/games/tic-tac-toe.rules")
    seen, _ = table.reset(seed=1)
    assert list(seen["seat_1"]["action_mask"].nonzero()[0]) == [0]
    with pytest.raises(WrongChoice, match="can only wait"):
        table.step({"seat_0": seen["seat_0"]["action_mask"].nonzero()[0][0], "seat_1": 3})
    with pytest.raises(WrongChoice, match="may not take action 0"):
        table.step({"seat_0": 0, "seat_1": 0})


def test_the_winner_is_rewarded_at_the_end() -> None:
    table = Table("tests/games/tic-tac-toe.rules")
    table.reset(seed=1)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        total[agent] += reward
        table.step(None if over or cut else int(seen["action_mask"].nonzero()[0][0]))
    assert total == {"seat_0": 1.0, "seat_1": -1.0}


def test_a_game_that_lasts_too_long_is_cut_short() -> None:
    table = Table("english-draughts", longest=5)
    table.reset(seed=1)
    for _ in range(5):
        assert not any(table.truncations.values())
        table.step(int(table.observe(table.agent_selection)["action_mask"].nonzero()[0][0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert table.rewards == {"seat_0": 0.0, "seat_1": 0.0}

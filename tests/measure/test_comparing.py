"""Check that differences are reported as often as theory says."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from benchmarks.chance import Coins, enough_games
from rulewright.interpreter import Game
from rulewright.interpreter.measure.comparison import differences, quantity_interval, quantity_names, quantity_value
from rulewright.interpreter.measure.figures import Figures, PairedDifferences, PlayedGame
from rulewright.interpreter.measure.intervals import wilson_interval
from rulewright.interpreter.measure.observers import WinDifference
from rulewright.interpreter.native import build

RUNS = 100


@pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
def test_the_same_is_seldom_called_different_and_what_was_planted_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEWRIGHT_NATIVE")

    def prepare(game: Game) -> None:
        assert game.program(2).playouts.make_native(["-O1", *build.FLAGS[1:]])

    coins, games = Coins(tmp_path, prepare), enough_games(0.8)
    alike = sum(coins.found(run, games, planted=False) for run in range(RUNS))
    found = sum(coins.found(run, games, planted=True) for run in range(RUNS))

    # Theory says 5 and 80; by chance alone more than 13, and less than 66 or more than 92, come in 1 of 1000 runs.
    assert alike <= 13
    assert 66 <= found <= 92


def pairs(games: int, change: float) -> tuple[list[Figures], PairedDifferences]:
    """Two games of which the second is two decisions longer, and won by another seat now and then."""
    random, figures, paired = Random(3), [Figures(players=2), Figures(players=2)], PairedDifferences.none(2)
    for _ in range(games):
        winner, length = random.randrange(2), random.randrange(10, 90)
        other = 0 if random.random() < change else winner
        one = PlayedGame((winner,), (5, 3), length, finished=True)
        another = PlayedGame((other,), (5, 4), length + random.randrange(1, 4), finished=True)
        figures[0].count(one)
        figures[1].count(another)
        paired.compare(one, another, 2)
    return figures, paired


def test_pairs_see_what_the_spread_of_games_would_hide() -> None:
    figures, paired = pairs(400, 0.1)
    told, sure = differences(figures, [paired], [])
    found = {one.quantity: one for one in told}

    length = found["length"]
    low, high = length.interval(sure)
    assert low < length.mean < high < 2.3
    # Unpaired, the interval of the length would be as wide as this.
    assert math.sqrt(sum(one.length.variance / 400 for one in figures)) > 10 * length.error
    assert length.mean == pytest.approx(figures[1].length.mean - figures[0].length.mean)
    assert found["wins seat 1 alone"].mean == pytest.approx((figures[1].wins[0] - figures[0].wins[0]) / 400)
    assert found["wins seat 1 alone"].mean == -found["wins seat 2 alone"].mean > 0.02
    # One point less apart in every game: that is certain.
    assert (found["score seat 2"].mean, found["score seat 2"].interval(sure)) == (1, (1, 1))
    # Wins are one question, as are lengths and margins; scores are the same in each pair.
    assert sure ** sum(one.error > 0 for one in told if one.quantity != "wins seat 2 alone") == pytest.approx(0.95)


def test_of_a_few_games_that_differ_nothing_is_said() -> None:
    figures, paired = pairs(400, 0.04)
    told, _ = differences(figures, [paired], [])
    assert {one.quantity: one.too_few for one in told} == {
        "wins seat 1 alone": True,
        "wins seat 2 alone": True,
        "length": False,
        "margin": False,
        "score seat 1": False,
        "score seat 2": False,
    }


def test_a_share_among_players_of_one_game_knows_that_they_belong_together() -> None:
    # In each game one of three wins; each has the card in every other game, and it is worth nothing.
    random, apart, one_by_one = Random(5), WinDifference(), []
    for _ in range(3000):
        winner, having = random.randrange(3), [random.random() < 0.5 for _ in range(3)]
        row = (sum(having), int(having[winner]), 3 - sum(having), int(not having[winner]))
        apart.add(row)
        one_by_one.append(row)
    found = apart.difference()
    assert found is not None
    difference, variance = found
    assert abs(difference) < 2.5 * math.sqrt(variance)
    # The bootstrap over whole games gives the same error.
    tries = []
    for _ in range(200):
        again = WinDifference()
        sums = [sum(column) for column in zip(*random.choices(one_by_one, k=3000), strict=True)]
        again.sums, again.games = sums, 3000
        tries.append(sums[1] / sums[0] - sums[3] / sums[2])
    mean = sum(tries) / len(tries)
    spread = math.sqrt(sum((one - mean) ** 2 for one in tries) / (len(tries) - 1))
    assert math.sqrt(variance) == pytest.approx(spread, rel=0.15)


def test_what_bounds_are_set_for() -> None:
    figures, _ = pairs(100, 0.1)
    one = figures[0]
    assert quantity_value(one, "wins seat 2 alone") == one.wins[1] / 100
    assert quantity_value(one, "advantage") == abs(one.wins[0] - one.wins[1]) / 100
    assert quantity_value(one, "length") == one.length.mean
    assert (quantity_value(one, "score seat 1"), quantity_value(one, "margin")) == (5, 2)
    assert quantity_interval(one, "wins seat 1 alone") == wilson_interval(one.wins[0], 100)
    assert quantity_value(Figures(players=2), "margin") is None

    both = Figures(players=2, games=10, finished=9, winners=Counter({(0,): 2, (1,): 1, (0, 1): 5, (): 1}))
    wins = [quantity_value(both, f"wins seat 1 {how}") for how in ("alone", "shared", "alone or shared")]
    assert (wins, quantity_value(both, "shared")) == ([0.2, 0.5, 0.7], 0.5)
    assert quantity_interval(both, "wins seat 1 alone or shared") == wilson_interval(7, 10)
    assert set(quantity_names(2)) > {"wins seat 2 shared", "wins seat 2 alone or shared"}

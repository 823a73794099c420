"""Many games give the same sums however they are played."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from attrs import asdict

from rulewright.interpreter import Result, load
from rulewright.interpreter.measure.simulate import Plan, Shares, Tally, simulate
from rulewright.interpreter.search.players import RandomPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

GAME = "walk-the-plank"


def plan(games: int = 40, seed: int = 0, seats: tuple[str, ...] = ()) -> Plan:
    """Some games of four."""
    return Plan(reference=GAME, players=4, games=games, seed=seed, seats=seats)


def test_the_number_of_processes_changes_nothing() -> None:
    game = load(GAME)

    assert simulate(plan(), game, jobs=3) == simulate(plan(), game, jobs=1)


def test_the_seed_changes_everything() -> None:
    game = load(GAME)

    assert simulate(plan(seed=1), game) == simulate(plan(seed=1), game)
    assert simulate(plan(seed=1), game).decisions != simulate(plan(seed=2), game).decisions


def test_a_game_is_the_same_whatever_games_are_played_with_it() -> None:
    game = load(GAME)
    total = Tally(wins=[0] * 4)
    for number in range(10):
        total.count(game.playout(4, derived_seed(0) + number))

    assert simulate(plan(10), game) == total


def test_variants_and_options_reach_every_process() -> None:
    game = load(GAME, ["kraken"], {"tiles": 1})
    own = Plan(reference=GAME, variants=("kraken",), options={"tiles": 1}, players=3, games=20)

    assert simulate(own, game, jobs=2) == simulate(own, game)


def test_results_are_counted_by_who_won() -> None:
    tally = Tally(wins=[0, 0])
    for winners, finished in (((0,), True), ((1,), True), ((1,), True), ((0, 1), True), ((), True), ((), False)):
        tally.count(Result(winners=winners, scores=None, decisions=3, finished=finished))

    assert asdict(tally) | {"first_stop": None} == {
        "wins": [1, 2],
        "games": 6,
        "finished": 5,
        "decisions": 18,
        "shared": 1,
        "together": {(0, 1): 1},
        "teams": {},
        "nobody": 1,
        "stopped": 0,
        "first_stop": None,
        "given_up": False,
    }


ENDLESS = """\
game endless "Endless":
    players 2
each player has:
    tally: number
to play:
    for each player in players:
        choose n in 0 to 1
        if n is 1:
            while tally of player is at least 0:
                add 1 to tally of player
    game over, winners players
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_that_meet_a_limit_are_counted_and_the_first_is_told(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, encoding="utf-8")
    own = Plan(reference=str(path), players=2, games=12)

    tally = simulate(own, load(str(path)), jobs)

    assert 0 < tally.stopped < 12
    assert (tally.games, tally.finished, tally.shared) == (12, 12 - tally.stopped, 12 - tally.stopped)
    assert tally.first_stop is not None
    number, seed, diagnostic = tally.first_stop
    assert seed == derived_seed(0) + number
    assert diagnostic.span is not None
    assert diagnostic.span.line == 9


def test_random_players_decide_by_seed_and_step_alone() -> None:
    match = load(GAME).start(3, seed=5)
    choices = [RandomPlayer(seed).choose(match) for seed in range(20)]

    assert choices == [RandomPlayer(seed).choose(match.copy()) for seed in range(20)]
    assert len(set(choices)) > 3


def of_games(count: int) -> Tally:
    """What a share of games comes to that all ended."""
    return Tally(wins=[count], games=count, finished=count)


def test_games_that_never_end_are_not_played_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text("game endless:\n    players 2\nto play:\n    while yes:\n        choose k in 1 to 3\n", encoding="utf-8")
    began = process_time()

    tally = simulate(Plan(reference=str(path), players=2, games=100_000), load(str(path)))

    assert 0 < tally.games < 100_000
    assert tally.finished == 0
    assert process_time() - began < 10


def test_shares_are_as_large_as_is_worth_while_and_leave_nobody_waiting() -> None:
    shares, given = Shares(1_000_000, 2), []
    while shares.left:
        given.append(shares.next())
        shares.took(of_games(given[-1][1]), given[-1][1] / 400_000)
    assert [first for first, _ in given] == [sum(size for _, size in given[:place]) for place in range(len(given))]
    assert sum(size for _, size in given) == 1_000_000
    sizes = [size for _, size in given]
    assert sizes[0] == 1
    assert 99_000 < sizes[1] <= 100_000
    assert len(sizes) < 40
    # Nobody has much left to do when the others are done.
    assert max(sizes[-2:]) <= 10_000


def test_slow_games_are_handed_over_one_by_one() -> None:
    shares = Shares(7, 3)
    assert shares.next() == (0, 1)
    shares.took(of_games(1), 20.0)
    assert [shares.next() for _ in range(shares.left)] == [(number, 1) for number in range(1, 7)]


def test_unknown_players() -> None:
    with pytest.raises(ValueError, match="nobody"):
        player("nobody", 0)


def test_derived_seeds_are_spread_and_fit_into_json() -> None:
    seeds = {derived_seed(seed, number) for seed in range(-3, 30) for number in range(30)}

    assert len(seeds) == 33 * 30
    assert max(seeds) < 2**53

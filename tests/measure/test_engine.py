"""Many games give the same figures however they are played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from rulewright.interpreter import Game, load
from rulewright.interpreter.measure.figures import Figures, PairedDifferences, PlayedGame
from rulewright.interpreter.measure.observers import WatchFigures
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.study_runner import (
    BatchQueue,
    Study,
    StudyShare,
    on_executor,
    play_anywhere,
    play_share,
    play_study,
)
from rulewright.interpreter.native import build
from rulewright.interpreter.search.players import RandomPlayer, player
from rulewright.interpreter.search.seeds import derived_seed
from tests.native.handmade import QUICK

GAME = "walk-the-plank"
RACE = str(Path(__file__).with_name("race.rules"))
APART = """\
game apart "Apart":
    players 2
each player has:
    score "Points": number
to play:
    choose far in 1 to 100 at random
    set score of seat 1 to far * far * 100
    set score of seat 2 to 0 - far * far * 100
    game over, winners players with most score of it
"""


def study(*plans: Plan) -> Study:
    """Games of four, unless other plans are made."""
    return Study(plans or (Plan(reference=GAME, players=4),))


def figures(own: Study, games: list[Game], count: int = 40, jobs: int = 1) -> tuple[list[Figures], list[PairedDifferences]]:
    """Return the sum of all shares."""
    total = StudyShare.none(own)
    for share in play_study(own, games, count, jobs):
        total.merge(share)
    return total.figures, total.paired


def in_python(own: Study) -> list[Game]:
    """Return the games, in which no native code will be made."""
    games = own.load()
    for plan, game in zip(own.plans, games, strict=True):
        game.program(plan.players).playouts.keep_to_python()
    return games


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code may be made."""
    if build.compiler() is None:
        pytest.skip("no C compiler on this machine")
    monkeypatch.delenv("RULEWRIGHT_NATIVE")


def compiled(own: Study) -> list[Game]:
    """Return the games in native code."""
    games = own.load()
    for plan, game in zip(own.plans, games, strict=True):
        playouts = game.program(plan.players).playouts
        assert playouts.make_native(QUICK), playouts.why_not
    return games


def two() -> Study:
    """Return a game with scores, and the same with another goal to be compared with it."""
    plans = [Plan(reference=RACE, options={"goal": goal}, players=3, seed=3) for goal in (40, 25)]
    return study(*plans)


@pytest.mark.usefixtures("native")
def test_both_forms_and_any_number_of_jobs_give_the_same_figures() -> None:
    own = two()
    right, games = figures(own, in_python(own), 3000), compiled(own)

    for jobs in (1, 2):
        assert figures(own, games, 3000, jobs=jobs) == right
    assert {game.program(3).playouts.form for game in games} == {"native"}
    (one, other), (paired,) = right
    assert one.length.mean > other.length.mean > 1
    assert [spread.count for spread in one.scores] == [3000] * 3
    assert paired.count[5] == 3000
    assert paired.total[5] == other.length.total - one.length.total < 0


@pytest.mark.usefixtures("native")
def test_scores_too_large_for_sums_in_native_code_are_counted_as_well(tmp_path: Path) -> None:
    text = Path(RACE).read_text(encoding="utf-8").replace("0 in 0 to 100", "0 in 0 to 3000000")
    path = tmp_path / "far.rules"
    path.write_text(text, encoding="utf-8")
    for ahead in (2**20 - 1, 3_000_000):
        own = study(*(Plan(reference=str(path), players=3, options={"head-start": ahead}, seed=seed) for seed in (1, 2)))

        assert figures(own, compiled(own), 300) == figures(own, in_python(own), 300)


@pytest.mark.usefixtures("native")
def test_scores_that_lie_far_apart_are_counted_as_well(tmp_path: Path) -> None:
    path = tmp_path / "apart.rules"
    path.write_text(APART, encoding="utf-8")
    own = study(Plan(reference=str(path), players=2))

    (native,), _ = figures(own, compiled(own), 300)
    (python,), _ = figures(own, in_python(own), 300)
    assert native == python
    assert native.margin.most is not None
    assert native.margin.most > 2**20 > 4096 > (native.margin.least or 0)
    assert [spread.count for spread in native.scores] == [300, 300]


def test_processes_and_machines_without_the_files_give_the_same_figures(tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(Path(RACE).read_text(encoding="utf-8"), encoding="utf-8")
    own = study(Plan(reference=str(path), players=2))
    games = in_python(own)
    right = figures(own, games)
    sent = own.to_be_sent(games)
    assert figures(own, games, jobs=2) == right
    path.unlink()

    total = StudyShare.none(sent)
    for share in on_executor(ThreadPoolExecutor(3), partial(play_anywhere, sent), BatchQueue(40, 3)):
        total.merge(share)

    assert (total.figures, total.paired) == right


def test_figures_can_be_put_together_in_any_order() -> None:
    own, parts = two(), [(0, 7), (7, 1), (8, 20), (28, 12)]
    games = in_python(own)
    shares = [play_share(own, games, *part) for part in parts]
    whole = play_share(own, games, 0, 40)

    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        total = StudyShare.none(own)
        for place in order:
            total.merge(shares[place])
        assert (total.figures, total.paired) == (whole.figures, whole.paired)


def test_the_seed_changes_everything() -> None:
    one, other = (study(Plan(reference=GAME, players=4, seed=seed)) for seed in (1, 2))

    assert figures(one, one.load()) == figures(one, one.load())
    assert figures(one, one.load())[0][0].decisions != figures(other, other.load())[0][0].decisions


def test_a_game_is_the_same_whatever_games_are_played_with_it() -> None:
    own = study()
    game = load(GAME)
    total = Figures(players=4)
    for number in range(10):
        result = game.playout(4, derived_seed(0) + number)
        total.count(PlayedGame(result.winners, result.scores, result.decisions, result.finished))

    assert figures(own, [game], 10)[0] == [total]


@pytest.mark.long
def test_variants_and_options_reach_every_process() -> None:
    seats = ("easy:5", "random", "random")
    own = study(Plan(reference=GAME, variants=("kraken",), options={"tiles": 1}, players=3, seats=seats))

    assert figures(own, own.load(), 3, jobs=2) == figures(own, own.load(), 3)


def test_results_are_counted_by_who_won() -> None:
    found = Figures(players=3)
    for winners, scores, finished in (
        ((0,), (9, 4, 7), True),
        ((1,), (1, 8, 8), True),
        ((0, 1), (5, 5, -1), True),
        ((), (0, 0, 0), True),
        ((), (99, 99, 99), False),
    ):
        found.count(PlayedGame(winners, scores, 3, finished))

    assert (found.games, found.finished, found.decisions, found.nobody) == (5, 4, 15, 1)
    assert (found.wins, found.shares, found.shared) == ([1, 1, 0], [1, 1, 0], 1)
    assert [spread.total for spread in found.scores] == [15, 17, 14]
    # Two points before the next, none, and six behind the two that won.
    assert (found.margin.count, found.margin.total, found.margin.least, found.margin.most) == (3, 8, 0, 6)
    assert (found.length.count, found.length.mean, found.length.variance) == (4, 3.0, 0.0)


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
    own = study(Plan(reference=str(path), players=2))

    found = figures(own, own.load(), 12, jobs)[0][0]

    assert 0 < found.stopped < 12
    assert (found.games, found.finished, found.shared) == (12, 12 - found.stopped, 12 - found.stopped)
    stop = found.first_stop
    assert stop is not None
    assert found.stops == {"endless-loop": found.stopped}
    assert stop.seed == derived_seed(0) + stop.number
    assert stop.diagnostic.span is not None
    assert stop.diagnostic.span.line == 9


def test_random_players_decide_by_seed_and_step_alone() -> None:
    match = load(GAME).start(3, seed=5)
    choices = [RandomPlayer(seed).choose(match) for seed in range(20)]

    assert choices == [RandomPlayer(seed).choose(match.copy()) for seed in range(20)]
    assert len(set(choices)) > 3


def of_games(count: int, seconds: float) -> StudyShare:
    """Return a share of games that all ended, after a time."""
    return StudyShare([Figures(players=1, games=count, finished=count)], [], [WatchFigures()], seconds)


@pytest.mark.long
def test_games_that_never_end_are_not_played_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text("game endless:\n    players 2\nto play:\n    while yes:\n        choose k in 1 to 3\n", encoding="utf-8")
    own, began = study(Plan(reference=str(path), players=2)), process_time()

    found = figures(own, own.load(), 100_000)[0][0]

    assert 0 < found.games < 100_000
    assert found.finished == 0
    assert process_time() - began < 10


def test_batches_are_as_large_as_is_worth_while_and_leave_nobody_waiting() -> None:
    batches, given = BatchQueue(1_000_000, 2), []
    while batches.games_left:
        given.append(batches.next())
        batches.note_played(of_games(given[-1][1], given[-1][1] / 400_000))
    assert [first for first, _ in given] == [sum(size for _, size in given[:place]) for place in range(len(given))]
    assert sum(size for _, size in given) == 1_000_000
    sizes = [size for _, size in given]
    assert sizes[0] == 1
    assert 99_000 < sizes[1] <= 100_000
    assert len(sizes) < 40
    # Nobody has much left to do when the others are done.
    assert max(sizes[-2:]) <= 10_000


def test_slow_games_are_handed_over_one_by_one() -> None:
    batches = BatchQueue(7, 3)
    assert batches.next() == (0, 1)
    batches.note_played(of_games(1, 20.0))
    assert [batches.next() for _ in range(batches.games_left)] == [(number, 1) for number in range(1, 7)]


def test_unknown_players() -> None:
    with pytest.raises(ValueError, match="nobody"):
        player("nobody", 0)


def test_derived_seeds_are_spread_and_fit_into_json() -> None:
    seeds = {derived_seed(seed, number) for seed in range(-3, 30) for number in range(30)}

    assert len(seeds) == 33 * 30
    assert max(seeds) < 2**53

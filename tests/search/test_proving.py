"""Check that proved options are best, and that nothing is proved where that is impossible."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.players import perfect
from rulewright.interpreter import Game, Match
from rulewright.interpreter.search.alpha_beta import AlphaBeta, is_open, look_ahead, searching
from rulewright.interpreter.search.budget import POSITIONS, Budget, think
from rulewright.interpreter.search.game_state import seat_asked
from rulewright.interpreter.search.players import player
from tests.interpreter.helpers import ROOT, loaded, written

SOLVED = [perfect.tic_tac_toe(), perfect.small_connect_four()]
NAMES = ["tic-tac-toe", "connect-four-of-4-by-4"]


def proved(match: Match, most: int) -> tuple[list[int], float] | None:
    """Return the proof for a decision."""
    seat = seat_asked(match)
    assert seat is not None
    if not is_open(match):
        return None
    search = searching(match, seat)
    best = look_ahead(search, most, lambda: False)
    return None if best is None or not best.proved else (search.as_good(best, most), best.share)


@pytest.mark.parametrize(("game", "rows"), SOLVED, ids=NAMES)
@pytest.mark.sample(1)
def test_what_is_proved_is_perfect(game: Game, rows: perfect.Rows) -> None:
    """In every position of some random games, from the first one on, with no more positions than usual thinking looks at."""
    game.program(2).playouts.make_native()
    for seed in range(2 if rows.size < 4 else 1):
        match = game.start(2, seed)
        most = POSITIONS * Budget().fit_for(match).playouts
        stones = [0, 0]
        while match.decision is not None:
            seat = match.decision.seat
            assert seat is not None
            spaces = [perfect.number_of(rows, option.key) for option in match.decision.options]
            best = proved(match, most)
            assert best is not None
            worth = rows.worth(stones[seat], stones[1 - seat])
            assert best[1] == {1: 1.0, 0: 0.5, -1: 0.0}[worth]
            found, perfect_ones = {spaces[place] for place in best[0]}, set(rows.best(stones[seat], stones[1 - seat]))
            # Of several wins, the quickest are enough.
            assert found
            assert found <= perfect_ones
            assert worth == 1 or found == perfect_ones
            place = random.Random(f"{seed} {match.steps}").randrange(len(spaces))
            stones[seat] |= 1 << spaces[place]
            match.choose(place)


@pytest.mark.parametrize(("game", "rows"), SOLVED, ids=NAMES)
@pytest.mark.sample(1)
def test_usual_thinking_never_loses_what_is_solved(game: Game, rows: perfect.Rows) -> None:
    game.program(2).playouts.make_native()
    assert perfect.lost(game, rows, "search", "perfect", 1) == 0


def test_of_options_that_are_as_good_one_is_chosen_and_one_alone_needs_no_thought() -> None:
    match = loaded(str(ROOT / "tests" / "games" / "tic-tac-toe.rules")).start(2, 0)
    thought = think(match, Budget(playouts=1000), 1)
    assert (thought.proved, thought.share, thought.sure) == (True, 0.5, 1.0)
    assert thought.playouts > 0
    for place in ("a1", "b2", "c3"):
        match.choose(place)
    best = proved(match, 1000)
    assert best is not None
    # At a third corner the first one could close two rows.
    assert match.decision is not None
    assert {match.decision.options[place].key for place in best[0]} == {"b1", "a2", "c2", "b3"}
    match.choose("c1")
    # The row of b2 and c1 has to be closed.
    thought = think(match, Budget(playouts=1000), 1)
    assert thought.proved
    assert thought.playouts == 0
    assert player("search", 1).choose(match) == thought.choice
    assert match.decision is not None
    assert match.decision.options[thought.choice].key == "a3"


def test_too_much_is_not_proved() -> None:
    match = loaded(str(ROOT / "tests" / "games" / "connect-four.rules")).start(2, 0)
    assert proved(match, 2000) is None
    asked = iter([False, False, True])
    best = look_ahead(AlphaBeta(match, 0), 1_000_000, lambda: next(asked))
    assert best is not None
    assert not best.proved


TOGETHER = """game together "Together":
    players 2
each player has:
    tally: number
to play:
    players take turns:
        choose n in 0 to 1
        add n to tally of player
        if sum of tally of it among players is 2:
            game over, winners players
"""


def test_nothing_is_proved_where_the_other_one_may_want_the_same(tmp_path: Path) -> None:
    match = written(tmp_path, TOGETHER).start(2, 0)
    assert proved(match, 1000) is None


def test_nothing_is_proved_where_something_is_hidden() -> None:
    assert proved(loaded(str(ROOT / "tests" / "games" / "kuhn-poker.rules")).start(2, 0), 1000) is None

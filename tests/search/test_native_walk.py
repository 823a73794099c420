"""Check that native code counts as Python's graph does: ply by ply and as a whole, in one thread or in several."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.native import build
from rulewright.interpreter.search.explore import Exploration
from rulewright.interpreter.search.game_state import comparable_views
from rulewright.interpreter.search.game_value import GameValuation
from rulewright.interpreter.search.native_walk import count_tree, perft
from tests.interpreter.helpers import ROOT, SMALL
from tests.native.handmade import QUICK

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
MOST, MOST_NEAR = 6000, 1000
"""Positions that are looked at in Python: of whole games, and ply by ply."""
DEPTHS = (0, 1, 2, 3, 4, 5, 7, 10)
JOBS = (1, 2, 3)
GAMES = ROOT / "tests" / "games"


@pytest.fixture(autouse=True)
def _native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_NATIVE")


@cache
def game(reference: str) -> Game:
    """Return a game with native code, quickly compiled."""
    # Of their own: other tests want the same games without native code.
    return load(reference)


def begun(reference: str) -> Match:
    """Return a game for as few as may play it."""
    start = game(reference).start(chance="ask", forced="ask")
    assert start.program.playouts.make_native(QUICK), start.program.playouts.why_not
    return start


@pytest.mark.parametrize("reference", [*map(str, SMALL)], ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(8)
def test_every_game(reference: str) -> None:
    start = begun(reference)
    for jobs in JOBS:
        same_whole(start, jobs)
        for depth in DEPTHS:
            if not same_plies(start, depth, jobs):
                break


def same_whole(start: Match, jobs: int) -> None:
    """Check that a whole game is counted as in Python, if it is small."""
    found = count_tree(start, MOST, jobs=jobs)
    if found is not None and found.stopped:
        assert found.stopped == "limit"
        return
    right = explored(start, None, MOST)
    if found is None:
        # This happens only where the rules reach a limit, or anything may be said.
        assert right.graph.breaks or right.graph.words
    elif not right.graph.stopped:
        assert found.endless == right.endless
        if not found.endless:
            counts = right.counts()
            assert (found.decisions, found.endings, found.positions) == (counts.decisions, counts.endings, counts.positions)
            assert (found.shortest, found.longest) == (right.shortest(), right.longest())
            ways = sum(len(right.graph.followers(position)) for position in range(len(right.graph)))
            assert ways <= found.steps
            # Few are gone twice: where of two that are looked at in one go one follows from the other.
            assert jobs > 1 or found.steps < 1.05 * ways + 10
    else:
        assert found.endless


def same_plies(start: Match, depth: int, jobs: int) -> bool:
    """Return a game is counted ply by ply as in Python; False if there is too much of it."""
    found = perft(start, depth, MOST_NEAR, jobs=jobs)
    if found is not None and found.stopped:
        assert found.stopped == "limit"
        return False
    right = explored(start, depth, MOST_NEAR)
    if found is None:
        assert right.graph.breaks or right.graph.words
        return False
    assert list(found.plies) == right.plies(depth)
    assert found.positions == right.counts().positions
    return True


@cache
def explored(start: Match, depth: int | None, limit: int) -> Exploration:
    """Return the exploration in Python."""
    found = Exploration(start, depth, limit, listening=False)
    found.walk()
    return found


@pytest.mark.parametrize("jobs", JOBS)
def test_well_known_numbers(jobs: int) -> None:
    chess = perft(begun(str(GAMES / "chess.rules")), 4, 1_000_000, jobs=jobs)
    four = perft(begun(str(GAMES / "connect-four.rules")), 7, 1_000_000, jobs=jobs)
    three = count_tree(begun(str(GAMES / "connect-three.rules")), 1_000_000, jobs=jobs)

    assert chess is not None
    assert four is not None
    assert three is not None
    assert [ply.paths for ply in chess.plies] == [1, 20, 400, 8902, 197281]
    assert [ply.endings for ply in chess.plies] == [0, 0, 0, 0, 8]
    assert [ply.paths for ply in four.plies] == [7**ply for ply in range(7)] + [823536]
    assert (three.endings, three.positions) == (3409240, 41750)


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
def test_nothing_to_speak_of_is_counted_twice(jobs: int) -> None:
    found = count_tree(begun(str(GAMES / "connect-three.rules")), 1_000_000, jobs=jobs)

    assert found is not None
    assert (found.decisions, found.endings, found.positions) == (3_351_977, 3_409_240, 41_750)
    # This is the number of moves from all positions together.
    assert 65_756 <= found.steps < 1.02 * 65_756
    assert jobs > 1 or found.steps == 65_756


def test_little_memory_is_taken() -> None:
    found = count_tree(begun(str(GAMES / "connect-four.rules")), 300_000)

    assert found is not None
    assert found.stopped == "limit"
    assert found.positions == 300_000
    assert found.memory < 100 * found.positions


@pytest.mark.parametrize("jobs", JOBS)
def test_the_limit_is_kept(jobs: int) -> None:
    start = begun(str(GAMES / "tic-tac-toe.rules"))
    for limit in (1, 2, 100, 5477):
        found, plies = count_tree(start, limit, jobs=jobs), perft(start, 9, limit, jobs=jobs)
        assert found is not None
        assert plies is not None
        assert found.stopped == plies.stopped == "limit"
        # Records that a worker was given and has not used may be missing.
        assert limit - jobs < found.positions <= limit
        assert limit - jobs < plies.positions <= limit
    for limit in (5478 + jobs, 10_000):
        whole = count_tree(start, limit, jobs=jobs)
        assert whole is not None
        assert (whole.stopped, whole.positions) == ("", 5478)


@pytest.mark.parametrize("jobs", JOBS)
def test_who_has_enough_is_heard_soon(jobs: int) -> None:
    asked = []

    def enough() -> str:
        asked.append(time.monotonic())
        return "time" if len(asked) == 3 else ""

    found = count_tree(begun(str(GAMES / "connect-four.rules")), 10_000_000, enough, jobs)

    assert found is not None
    assert found.stopped == "time"
    assert len(asked) == 3
    assert 0 < found.positions < 1_000_000


@pytest.mark.long
def test_what_everybody_sees_needs_no_words() -> None:
    tried = [reference for reference in map(str, SMALL) if same_without_words(begun(reference))]

    assert {"nim", "tic-tac-toe"} <= {Path(reference).stem for reference in tried}


def same_without_words(start: Match) -> bool:
    """Check that the results for a game do not depend on listening; return False if it cannot be compared."""
    if not comparable_views(start.program).perfect:
        return False
    heard, python, native = (Exploration(start, None, MOST, perfect=perfect) for perfect in (False, True, True))
    python.walk()
    if python.graph.stopped:
        return False
    heard.walk()
    if not native.walk_natively():
        # This happens only where the rules reach a limit: then it is as if nothing had been tried.
        assert heard.graph.breaks
        native.walk()
    for found in (python, native):
        assert found.counts() == heard.counts()
        assert (found.shortest(), found.longest()) == (heard.shortest(), heard.longest())
        one, other = GameValuation(found), GameValuation(heard)
        assert one.random_play() == other.random_play()
        assert one.value() == other.value()
    return True


def test_what_is_too_large_is_left_where_it_was_enough() -> None:
    start, asked = begun(str(GAMES / "chess.rules")), iter(["", "", "time"])
    found = Exploration(start, None, MOST, lambda: next(asked), perfect=True)

    assert found.walk_natively()
    assert found.stopped == {"time"}
    assert GameValuation(found).value().why_not == "unfinished"

"""Trees are counted exactly, and what could not be counted is said."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.interpreter.search.explore import Counts, explore
from tests.interpreter.graph_game import GraphGame


def counts(game: Any, depth: int | None = None, limit: int = 1_000_000) -> Counts:
    """What there is behind the first node."""
    return explore(game, None, depth, limit)


def test_a_position_reached_in_two_ways_is_one_position_and_two_paths() -> None:
    game = GraphGame({"0": ["1a", "1b"], "1a": ["0x"], "1b": ["0x"], "0x": ["end", "other end"]})

    assert counts(game) == Counts(decisions=5, endings=4, positions=6, information_states=4, complete=True)


def test_chance_counts_in_paths_but_not_in_positions() -> None:
    game = GraphGame({"chance": ["0.a", "0.b"], "0.a": ["end"], "0.b": ["end"]}, "chance")

    # What is hidden behind the dot makes two positions, which look the same to the player.
    assert counts(game) == Counts(decisions=2, endings=2, positions=3, information_states=1, complete=True)


def test_a_game_that_is_over_before_it_begins_has_one_ending() -> None:
    assert counts(GraphGame({})) == Counts(
        decisions=0, endings=1, positions=1, information_states=0, complete=True
    )


def test_paths_without_end_are_not_counted_but_positions_are() -> None:
    game = GraphGame({"0": ["1", "end"], "1": ["0", "end"]})

    assert counts(game) == Counts(
        decisions=None, endings=None, positions=3, information_states=2, complete=False
    )


@pytest.mark.parametrize(
    ("depth", "decisions", "endings"), [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 4, 3)]
)
def test_depth_cuts_paths_but_not_what_is_over_by_then(depth: int, decisions: int, endings: int) -> None:
    game = GraphGame({"0": ["1", "end"], "1": ["0", "end"]})

    found = counts(game, depth)

    assert (found.decisions, found.endings, found.complete) == (decisions, endings, False)


def test_a_depth_that_is_never_reached_leaves_nothing_out() -> None:
    assert counts(GraphGame({"0": ["end"]}), depth=1).complete


def test_what_was_cut_off_on_a_long_way_is_counted_on_a_short_one() -> None:
    game = GraphGame({"0": ["0a", "0b"], "0a": ["0b"], "0b": ["0c"], "0c": ["end"]})

    assert counts(game, depth=3) == Counts(
        decisions=6, endings=1, positions=5, information_states=4, complete=False
    )


def test_no_game_is_too_long_and_no_number_too_large() -> None:
    length = 20_000
    game = GraphGame(
        {"0": ["0:0"]}
        | {f"0:{step}": [f"0:{step + 1}", f"0:{step}x"] for step in range(length)}
        | {f"0:{step}x": [f"0:{step + 1}"] for step in range(length)}
    )

    assert counts(game).endings == 2**length


def test_the_limit_ends_an_endless_game() -> None:
    class Counting(dict[str, list[str]]):
        """Node after node."""

        def get(self, key: str, default: Any = None) -> Any:
            return self[key] if default is None else default

        def __missing__(self, key: str) -> list[str]:
            return [f"0{int(key) + 1}"]

    found = counts(GraphGame(Counting()), limit=50)

    assert (found.positions, found.complete) == (50, False)


def test_words_that_may_be_said_cannot_be_listed() -> None:
    found = counts(GraphGame({"0": ["end"]}, kind="words"))

    assert not found.complete
    assert found.positions == 2

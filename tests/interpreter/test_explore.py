"""Check that trees are counted exactly, and that missing counts are reported."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rulewright.interpreter import Match
from rulewright.interpreter.search.defects import Cycle, DeadEnd, dead_end, nearest_breakdown, nearest_cycle
from rulewright.interpreter.search.explore import Counts, Exploration, explore
from rulewright.interpreter.search.path_counts import PlyCounts
from tests.interpreter.graph_game import GraphGame


def counts(game: Any, depth: int | None = None, limit: int = 1_000_000) -> Counts:
    """Return the counts behind the first node."""
    return explore(game, None, depth, limit)


def test_a_position_reached_in_two_ways_is_one_position_and_two_paths() -> None:
    game = GraphGame({"0": ["1a", "1b"], "1a": ["0x"], "1b": ["0x"], "0x": ["end", "other end"]}, players=2)

    # The player remembers how it came there: two things to know at the last decision, though it is one position.
    assert counts(game) == Counts(decisions=5, endings=4, positions=6, information_states=5, complete=True)


def test_chance_counts_in_paths_but_not_in_positions() -> None:
    game = GraphGame({"chance": ["0.a", "0.b"], "0.a": ["end"], "0.b": ["end"]}, "chance")

    # The hidden part after the dot makes two positions, which look the same to the player.
    assert counts(game) == Counts(decisions=2, endings=2, positions=3, information_states=1, complete=True)


def test_a_game_that_is_over_before_it_begins_has_one_ending() -> None:
    assert counts(GraphGame({})) == Counts(decisions=0, endings=1, positions=1, information_states=0, complete=True)


def test_what_others_do_unseen_is_not_known() -> None:
    game = GraphGame({"0 table": ["1 table.a", "1 table.b"], "1 table.a": ["end"], "1 table.b": ["end"]}, "0 table", players=2)

    # The second player sees the same table whatever the first has chosen.
    assert counts(game).information_states == 2


def test_what_was_seen_on_the_way_is_known_later() -> None:
    game = GraphGame(
        {
            "0 table": ["1 left", "1 right", "1 middle.l", "1 middle.r"],
            **{f"1 {where}": [f"0 same.{where}"] for where in ("left", "right", "middle.l", "middle.r")},
            **{f"0 same.{where}": ["end"] for where in ("left", "right", "middle.l", "middle.r")},
        },
        "0 table",
        players=2,
    )

    # The first player chose among four, the second saw three, and all look the same again afterwards.
    assert counts(game).information_states == 1 + 3 + 4


def test_paths_without_end_are_not_counted_but_positions_are() -> None:
    game = GraphGame({"0": ["1", "end"], "1": ["0", "end"]}, players=2)

    assert counts(game) == Counts(decisions=None, endings=None, positions=3, information_states=None, complete=False)


@pytest.mark.parametrize(("depth", "decisions", "endings"), [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 4, 3)])
def test_depth_cuts_paths_but_not_what_is_over_by_then(depth: int, decisions: int, endings: int) -> None:
    game = GraphGame({"0": ["1", "end"], "1": ["0", "end"]}, players=2)

    found = counts(game, depth)

    assert (found.decisions, found.endings, found.complete) == (decisions, endings, False)


def test_a_depth_that_is_never_reached_leaves_nothing_out() -> None:
    assert counts(GraphGame({"0": ["end"]}), depth=1).complete


def test_what_was_cut_off_on_a_long_way_is_counted_on_a_short_one() -> None:
    game = GraphGame({"0": ["0a", "0b"], "0a": ["0b"], "0b": ["0c"], "0c": ["end"]})

    assert counts(game, depth=3) == Counts(decisions=6, endings=1, positions=5, information_states=6, complete=False)


def test_no_game_is_too_long_and_no_number_too_large() -> None:
    length = 5_000
    game = GraphGame(
        {"0": ["0:0"]}
        | {f"0:{step}": [f"0:{step + 1}", f"0:{step}x"] for step in range(length)}
        | {f"0:{step}x": [f"0:{step + 1}"] for step in range(length)}
    )

    assert counts(game).endings == 2**length


def test_the_limit_ends_an_endless_game() -> None:
    found = counts(GraphGame(Endless()), limit=50)

    assert (found.positions, found.complete) == (50, False)


class Endless(dict[str, list[str]]):
    """Node after node."""

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if default is None else default

    def __missing__(self, key: str) -> list[str]:
        return [f"0{int(key) + 1}"]


def test_a_walk_that_is_stopped_says_why_and_keeps_what_it_has() -> None:
    asked = iter(["", "", "time"])
    exploration = Exploration(cast("Match", GraphGame(Endless()).start()), enough=lambda: next(asked))
    exploration.walk()

    assert exploration.graph.stopped == {"time"}
    assert 0 < exploration.counts().positions < 1_000
    assert exploration.counts().decisions == exploration.counts().positions


def test_a_walk_that_was_cut_short_is_not_taken_for_one_without_end() -> None:
    exploration = explored({"0": ["0a", "0b"], "0a": ["0c", "0d", "0e"], "0b": ["0c"]}, limit=4)

    assert exploration.graph.stopped == {"limit"}
    assert not exploration.endless


def explored(arrows: dict[str, list[str]], limit: int = 1_000_000) -> Exploration:
    """Return the exploration of a drawing."""
    exploration = Exploration(cast("Match", GraphGame(arrows, players=2).start()), limit=limit)
    exploration.walk()
    return exploration


def test_the_shortest_and_the_longest_game_are_counted_in_choices_of_players() -> None:
    exploration = explored({"0": ["1", "chance"], "1": ["0a"], "0a": ["end"], "chance": ["luck"], "luck": ["end"]})

    assert (exploration.shortest(), exploration.longest()) == (1, 3)


def test_there_is_no_longest_game_where_a_position_comes_again() -> None:
    exploration = explored({"0": ["1", "end"], "1": ["0"]})

    assert (exploration.shortest(), exploration.longest()) == (1, None)


def test_counts_by_ply() -> None:
    exploration = explored({"0": ["1", "end", "chance"], "1": ["end", "0x"], "0x": ["end"], "chance": ["1", "end"]})

    assert exploration.plies(4) == [
        PlyCounts(paths=1, decisions=1, endings=0),
        PlyCounts(paths=3, decisions=1, endings=1),
        PlyCounts(paths=4, decisions=2, endings=2),
        PlyCounts(paths=3, decisions=1, endings=2),
        PlyCounts(paths=1, decisions=0, endings=1),
    ]


def test_the_way_to_a_position_that_can_come_again() -> None:
    graph = explored({"0": ["end", "1"], "1": ["0a", "1b"], "0a": ["end"], "1b": ["0c"], "0c": ["end", "1b"]}).graph
    found = nearest_cycle(graph)

    assert found == Cycle(there=(1, 1), back=(0, 1))
    assert nearest_cycle(explored({"0": ["1"], "1": ["end"]}).graph) is None


def test_the_way_to_where_no_end_can_be_reached() -> None:
    graph = explored({"0": ["0", "1"], "1": ["end", "0x"], "0x": ["1x", "0y"], "1x": ["0x"], "0y": ["0x"]}).graph

    assert dead_end(graph) == DeadEnd(there=(1, 1), positions=3)
    assert dead_end(explored({"0": ["0", "end"]}).graph) is None


def test_the_way_to_where_the_rules_break_off() -> None:
    exploration = explored({"0": ["1", "end"], "1": ["end", "broken"]})
    found = nearest_breakdown(exploration.graph)

    assert found is not None
    assert (found.there, found.positions) == ((0, 1), 1)
    assert exploration.graph.breaks[found.position].name == "endless-loop"
    assert exploration.counts().positions == 3


def test_words_that_may_be_said_cannot_be_listed() -> None:
    found = counts(GraphGame({"0": ["end"]}, kind="words"))

    assert not found.complete
    assert found.positions == 2

"""Compare the values of games with published results, and with drawings whose values are obvious."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright.interpreter import Match, Result, load
from rulewright.interpreter.search import regret
from rulewright.interpreter.search.explore import Exploration
from rulewright.interpreter.search.gambit import efg_lines
from rulewright.interpreter.search.game_tree import histories
from rulewright.interpreter.search.game_value import GameValuation, GameValue
from rulewright.interpreter.search.payoffs import Payoffs, payoffs
from rulewright.interpreter.search.sequence_form import sequence_form
from tests.interpreter.graph_game import GraphGame

GAMES = Path(__file__).parents[1] / "games"
THREE = str(Path(__file__).parent / "three-bettors.rules")


def weighed(name: str, **options: Any) -> GameValuation:
    """Return a game of the tests, walked through."""
    reference = name if name.endswith(".rules") else str(GAMES / f"{name}.rules")
    exploration = Exploration(load(reference, options=options).start(chance="ask", forced="ask"))
    exploration.walk()
    return GameValuation(exploration)


def drawn(arrows: dict[str, list[str]], start: str = "0", players: int = 2, limit: int = 1_000) -> GameValuation:
    """Return a drawing, walked through."""
    exploration = Exploration(cast("Match", GraphGame(arrows, start, players=players).start()), limit=limit)
    exploration.walk()
    return GameValuation(exploration)


def exact(value: GameValue) -> tuple[Fraction | float, ...]:
    """Return an exact value."""
    assert value.exact
    assert value.worth is not None
    return value.worth


# ---- everybody knows the position


def test_nobody_wins_tic_tac_toe_and_every_first_move_holds() -> None:
    worth = weighed("tic-tac-toe")
    value = worth.value()
    played = worth.random_play()

    assert exact(value) == (0, 0)
    assert value.best is not None
    assert value.best.first_moves == {0: tuple(range(9))}
    assert played is not None
    assert played.wins == (Fraction(737, 1260), Fraction(121, 420))


def test_nim_is_won_by_the_one_move_that_leaves_nothing_when_the_heaps_are_added_without_carrying() -> None:
    worth = weighed("nim")
    value = worth.value()
    start = worth.exploration.start

    assert exact(value) == (1, -1)
    assert value.best is not None
    assert [start.decision.options[move].key for move in value.best.first_moves[0] if start.decision] == ["small,2"]


def test_chance_is_worth_its_average() -> None:
    value = drawn({"0": ["luck", "draw"], "luck": ["a wins 0", "b wins 0", "c wins 1"]}).value()

    assert exact(value) == (Fraction(1, 3), Fraction(-1, 3))
    assert value.best is not None
    assert value.best.first_moves == {0: (0,)}


def test_where_chance_falls_first_there_are_best_moves_for_each_outcome() -> None:
    value = drawn({"luck": ["0a", "0b"], "0a": ["x wins 0", "x wins 1"], "0b": ["y wins 1", "y wins 0"]}, "luck").value()

    assert exact(value) == (1, -1)
    assert value.best is not None
    assert sorted(value.best.first_moves.values()) == [(0,), (1,)]


def test_who_wants_nothing_more_may_decide_between_the_others() -> None:
    value = drawn({"0": ["a scores 0 3 -3", "b scores 0 -3 3"]}, players=3).value()

    assert value.best is not None
    assert not value.best.only
    assert value.best.first_moves == {0: (0, 1)}


# ---- positions come again


def test_who_can_win_does_not_go_in_circles() -> None:
    value = drawn({"0": ["1", "0a"], "0a": ["end wins 0", "0"], "1": ["0", "end wins 1"]}).value()

    assert exact(value) == (1, -1)
    assert value.best is not None
    assert value.best.first_moves == {0: (1,)}


def test_who_would_lose_goes_on_for_ever() -> None:
    value = drawn({"0": ["1", "end wins 1"], "1": ["0", "end wins 0"]}).value()

    assert exact(value) == (0, 0)
    assert value.best is not None
    assert value.best.first_moves == {0: (0,)}


def test_who_can_neither_win_nor_go_on_loses() -> None:
    assert exact(drawn({"0": ["1", "a wins 1"], "1": ["0", "b wins 1"]}).value()) == (-1, 1)


def test_circles_and_chance_are_too_much() -> None:
    worth = drawn({"0": ["luck", "end wins 0"], "luck": ["0", "end wins 1"]})

    assert worth.value() == GameValue(None, why_not="comes-again")
    assert worth.random_play() is None


# ---- secrets


KNOWN = {
    "kuhn-poker": ({}, -1 / 18),
    "leduc-poker": ({}, -0.0856064),
    "liars-dice-3": ({"faces": 3, "wild": True}, 1 / 9),
    "liars-dice-4": ({"faces": 4, "wild": True}, 1 / 16),
    "liars-dice-5": ({"faces": 5, "wild": True}, 1 / 125),
}


@pytest.mark.parametrize("name", KNOWN)
def test_learning_comes_to_what_is_known(name: str) -> None:
    options, known = KNOWN[name]
    value = weighed(name.rstrip("-345"), **options).value()

    assert value.worth is not None
    assert value.bounds is not None
    assert not value.exact
    assert value.bounds.low <= known <= value.bounds.high
    assert value.bounds.high - value.bounds.low <= 2e-4
    assert value.worth[0] == pytest.approx(known, abs=1e-4)
    assert value.worth[1] == -value.worth[0]


def test_what_is_learned_is_as_near_as_is_asked_for() -> None:
    bounds = weighed("kuhn-poker").value(within=1e-5).bounds

    assert bounds is not None
    assert bounds.high - bounds.low <= 2e-5
    assert bounds.low <= -1 / 18 <= bounds.high


def test_learning_may_be_stopped_and_says_how_far_it_came() -> None:
    bounds = weighed("kuhn-poker").value(enough=lambda: "time").bounds

    assert bounds is not None
    assert bounds.rounds == 0
    assert bounds.low < -1 / 18 < bounds.high


@pytest.mark.skipif(not find_spec("numpy"), reason="needs numpy")
def test_numpy_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = weighed("kuhn-poker")
    plain = worth.value().bounds
    monkeypatch.setattr(regret, "LARGE", 0)
    game = sequence_form(histories(worth.exploration.graph), worth.payoffs.worth)
    assert type(regret.learning_of(game)).__name__ == "ArrayLearning"
    arrays = worth.value().bounds

    assert plain is not None
    assert arrays is not None
    assert (arrays.low, arrays.high) == pytest.approx((plain.low, plain.high), abs=1e-9)


def test_without_numpy_large_games_are_learned_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regret, "LARGE", 0)
    monkeypatch.setattr(regret, "find_spec", lambda _: None)

    assert weighed("kuhn-poker").value().worth == pytest.approx((-1 / 18, 1 / 18), abs=1e-4)


def test_one_alone_with_secrets_has_an_exact_best_plan() -> None:
    # A coin lies under the cup, and may be named unseen or looked at, which costs a point.
    coin = {
        "toss": ["0 cup.head", "0 cup.tail"],
        "0 cup.head": ["head.scores 4", "tail.scores 0", "look.head"],
        "0 cup.tail": ["head.scores 0", "tail.scores 4", "look.tail"],
        "look.head": ["0 head"],
        "look.tail": ["0 tail"],
        "0 head": ["head.scores 3", "tail.scores -1"],
        "0 tail": ["head.scores -1", "tail.scores 3"],
    }
    value = drawn(coin, "toss", players=1).value()

    assert exact(value) == (3,)


def test_three_with_secrets_have_no_one_value_but_random_play_is_exact() -> None:
    worth = weighed(THREE)
    played = worth.random_play()

    assert worth.value() == GameValue(None, why_not="many-with-secrets")
    assert played is not None
    assert played.worth == (Fraction(15, 64), Fraction(-3, 64), Fraction(-3, 16))
    assert worth.exploration.counts().information_states == 48


# ---- what cannot be said


def test_a_part_of_a_game_is_worth_nothing_that_can_be_said() -> None:
    worth = drawn({"0": ["1", "0a"], "1": ["end"], "0a": ["end"]}, limit=2)

    assert worth.value() == GameValue(None, why_not="unfinished")
    assert worth.random_play() is None


def test_a_game_that_breaks_off_is_worth_nothing_that_can_be_said() -> None:
    assert drawn({"0": ["broken", "end"]}).value() == GameValue(None, why_not="limit-reached")


# ---- what endings are worth


def ended(*results: tuple[tuple[int, ...], tuple[int, ...] | None]) -> dict[int, Result]:
    """Return some endings."""
    return {number: Result(winners, scores) for number, (winners, scores) in enumerate(results)}


def rows(found: Payoffs) -> list[tuple[Fraction | int, ...]]:
    """Return the payoffs of each ending."""
    return [tuple(found.worth[number]) for number in sorted(found.worth)]


def test_money_that_changes_hands_is_counted_as_it_is() -> None:
    found = payoffs(ended(((0,), (2, -2)), ((1,), (-1, 1))), 2)

    assert found.by == "scores"
    assert rows(found) == [(2, -2), (-1, 1)]


def test_other_points_are_counted_against_the_others() -> None:
    found = payoffs(ended(((0,), (5, 2, 2)), ((1, 2), (0, 3, 3))), 3)

    assert found.by == "margins"
    assert rows(found) == [(3, Fraction(-3, 2), Fraction(-3, 2)), (-3, Fraction(3, 2), Fraction(3, 2))]
    assert found.sum_is_nothing


def test_where_the_least_wins_less_is_better() -> None:
    found = payoffs(ended(((0,), (1, 4)), ((1,), (9, 0))), 2)

    assert rows(found) == [(3, -3), (-9, 9)]


def test_points_that_do_not_decide_who_wins_do_not_count() -> None:
    found = payoffs(ended(((0,), (1, 4)), ((0,), (4, 1)), ((), (2, 2))), 2)

    assert found.by == "wins"
    assert rows(found) == [(1, -1), (1, -1), (0, 0)]


def test_who_win_together_share_the_win() -> None:
    found = payoffs(ended(((0, 1), None), ((2,), None), ((), None)), 3)

    assert found.by == "wins"
    assert rows(found) == [(Fraction(1, 4), Fraction(1, 4), Fraction(-1, 2)), (Fraction(-1, 2), Fraction(-1, 2), 1), (0, 0, 0)]


def test_a_game_of_all_against_the_rules_is_won_or_not() -> None:
    found = payoffs(ended(((0, 1), None), ((), None)), 2)

    assert found.by == "success"
    assert rows(found) == [(1, 1), (-1, -1)]
    assert not found.sum_is_nothing


# ---- hidden things to choose from

UNSEEN = """\
game unseen "Unseen":
    players 2

place deck "Deck": bag, seen by nobody
cards tricks "Card": 1, in deck

each tricks has:
    worth "Worth": number
card good of tricks "Good":
    worth = 1
card bad of tricks "Bad":
    worth = 0
card ugly of tricks "Ugly":
    worth = 0

each player has:
    hand "Hand": place, seen by owner

to play:
    draw 2 from deck to hand of seat 1
    {}
    game over, winners seat 1
"""
ONE = "choose taken in tricks in hand of seat 1 by seat 2\n    if worth of taken is 1:\n        game over, winners seat 2"
TWO = """choose one in tricks in hand of seat 1, other in (tricks in hand of seat 1) without one by seat 2
    if worth of one is 1:
        game over, winners seat 2"""


def unseen(folder: Path, rule: str) -> GameValuation:
    """Return a game in which the second player chooses among the hidden cards of the first one."""
    path = folder / "unseen.rules"
    path.write_text(UNSEEN.format(rule), encoding="utf-8")
    return weighed(str(path))


def test_whoever_chooses_a_hidden_card_takes_what_chance_gives(tmp_path: Path) -> None:
    """In two of three deals the good card is in the hand, and one of the two cards is taken: no plan finds it more often."""
    worth = unseen(tmp_path, ONE)
    value = worth.value()

    assert worth.exploration.counts().information_states == 1
    assert value.bounds is not None
    assert (value.bounds.low, value.bounds.high) == pytest.approx((1 / 3, 1 / 3), abs=1e-9)


def test_in_random_play_each_hidden_card_counts_by_itself(tmp_path: Path) -> None:
    """One of two cards, or none: the good one is there in two of three deals, and is taken one time in three."""
    played = unseen(tmp_path, ONE.replace("choose", "may choose", 1)).random_play()

    assert played is not None
    assert played.wins == (Fraction(7, 9), Fraction(2, 9))


def test_nobody_can_say_where_two_hidden_cards_are_chosen_at_once(tmp_path: Path) -> None:
    assert unseen(tmp_path, TWO).value().why_not == "hidden-together"


def test_what_lies_upon_hidden_cards_tells_them_apart(tmp_path: Path) -> None:
    """A coin is on the good card, if it is there: so it is found whenever it is."""
    rule = ONE.replace("choose", "if any tricks in hand of seat 1 where worth of it is 1:\n        MARK\n    choose", 1)
    text = rule.replace("MARK", "move first of coins to top of first of tricks in hand of seat 1 where worth of it is 1")
    path = tmp_path / "marked.rules"
    marks = '\neach tricks has:\n    top "Top": place\npieces coins "Coin": 1\n'
    path.write_text(UNSEEN.format(text).replace("\neach player has:", f"{marks}\neach player has:"), encoding="utf-8")
    value = weighed(str(path)).value()

    assert value.worth is not None
    assert value.worth[0] == pytest.approx(-1 / 3, abs=1e-3)


def test_a_tree_for_gambit_leaves_it_to_chance_which_hidden_card_it_is(tmp_path: Path) -> None:
    worth = unseen(tmp_path, ONE)
    lines = list(efg_lines(histories(worth.exploration.graph), worth.payoffs.worth, "Unseen", ["1", "2"]))

    # Six deals, a card after another, and in each of them it is the second player's turn to take any; then it is one of two.
    assert sum(line.startswith("c") for line in lines) == 1 + 3 + 6
    assert {line for line in lines if line.startswith("p")} == {'p "" 2 1 "" { "no-1@hand-1" } 0\n'}
    assert sum(line.startswith("t") for line in lines) == 6 * 2

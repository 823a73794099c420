"""How a question is shown: on as few lines as it can be read on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any, cast

import pytest
from attrs import frozen

from rulewright.cli.render.groups import numbers_as_ranges, places_as_ranges
from rulewright.cli.table import question
from rulewright.interpreter import load
from rulewright.interpreter.match.option_outline import OutlinedOption
from tests.cli.kept_screens import Earlier, screen
from tests.cli.test_answers import Choice, Question, asked


def lines(options: Question, height: int | None = 24, **more: Any) -> list[str]:
    """Return the lines at a terminal of 80 columns."""
    return question.render(cast("Any", options), 80, "en", height, **more)


@frozen
class Headed(Question):
    """A decision whose options are parts of a list."""

    outlined: tuple[OutlinedOption, ...] = ()

    def outline(self) -> list[OutlinedOption]:
        """Return the parts."""
        return list(self.outlined)


def headed(*parts: tuple[str, str]) -> Headed:
    """Return a question with such headings and entries."""
    options = tuple(Choice(entry, f"{heading} {entry}".strip()) for heading, entry in parts)
    return Headed(options, outlined=tuple(OutlinedOption(*part) for part in parts))


def test_what_a_long_list_has_in_common_is_said_once() -> None:
    moves = [
        (f"The man with the wooden leg on {place},", goal)
        for place in ("d7", "b2", "g1")
        for goal in ("c5", "d5", "e5", "a4", "b4")
    ]
    shown = lines(headed(*moves, ("The man with the wooden leg on a1,", "a2"), ("", "Give up")), 20)

    assert shown == [
        "  The man with the wooden leg on d7:  1. c5   2. d5   3. e5   4. a4   5. b4",
        "  The man with the wooden leg on b2:  6. c5   7. d5   8. e5   9. a4  10. b4",
        "  The man with the wooden leg on g1: 11. c5  12. d5  13. e5  14. a4  15. b4",
        "  16. The man with the wooden leg on a1, a2  17. Give up",
    ]


def test_no_number_stands_behind_the_number_of_an_option() -> None:
    bids = headed(*(("Bid as much as you can possibly pay, and no more than that, namely", str(one)) for one in range(1, 20)))

    assert lines(bids, 20)[0].startswith("   1. Bid as much")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_headings_stay_the_same_and_cut_no_name(language: str) -> None:
    match = load("battle-of-thieves").start(2, seed=3, language=language)
    words = match.words
    names = {words.thing(thing) for thing in range(len(match.program.world.things))}
    names |= {words.space(space, seat) for space in range(len(match.program.world.spaces)) for seat in (-1, 0, 1)}
    before: dict[str, OutlinedOption] = {}
    headings = set()
    for _ in range(150):
        decision = match.decision
        if decision is None:
            break
        for option, one in zip(decision.options, decision.outline(), strict=True):
            assert before.setdefault(option.label, one) == one
            assert not one.heading or one.entry.isdecimal() or any(map(one.entry.startswith, names)), one
            headings.add(one.heading)
        match.choose_at_random()

    assert {"en": "Captain Vane attacks", "fr": "Le capitaine Vane attaque"}[language] in headings
    assert {"en": "… bails", "fr": "… écope"}[language] in headings


def test_the_options_of_another_player_say_whose_they_are() -> None:
    match = load("battle-of-thieves").start(2, seed=3)
    while match.decision is not None and not any("attacks" in option.label for option in match.decision.options):
        match.choose_at_random()
    assert match.decision is not None
    attacks = [option.label for option in match.decision.options if "attacks" in option.label]

    assert all("of Player 2 with" in label for label in attacks), attacks


def test_a_long_menu_leaves_room_for_the_table_on_a_low_screen() -> None:
    match = load("battle-of-thieves").start(2, seed=3)
    longest = 0
    while not match.over and longest < 21:
        decision = match.decision
        assert decision is not None
        longest = max(longest, len(decision.options))
        match.choose(len(decision.options) // 2)
    shown = question.render(cast("Any", match.decision), 80, "en", 24)

    assert longest >= 21
    assert len(shown) <= 12
    assert all(len(line) <= 80 for line in shown)


def test_numbers_and_many_places_are_ranges() -> None:
    assert lines(asked(*map(str, [0, 4, 5, 6, 10]), passes=True)) == ["  0, 4-6, 10, Pass"]
    board = asked(
        *(f"{letter}{row}" for row in range(9, 0, -1) for letter in "abcdefghi" if (letter, row) != ("b", 5)), passes=True
    )
    assert lines(board) == ["  a1-9  b1-4, 6-9  c1-9  d1-9  e1-9  f1-9  g1-9  h1-9  i1-9  Pass"]
    assert numbers_as_ranges([-3, -2, -1, 7]) == ["-3 ... -1", "7"]
    assert places_as_ranges(["b2", "a1"]) == ["a1", "b2"]


def test_what_a_card_says_stands_beside_it_where_there_is_room() -> None:
    texts = {"key-Run": "Go one space on.", "key-Rush": "word " * 40}
    shown = lines(asked("Run", "Rush", "Stay"), texts=texts)

    assert shown[0] == "  1. Run    Go one space on."
    assert shown[1].startswith("  2. Rush   word word")
    assert shown[1].endswith(" …")
    assert len(shown[1]) <= 80
    assert shown[2] == "  3. Stay"
    assert lines(asked("x" * 70, "Rush"), texts=texts)[1] == "  2. Rush"


def test_what_options_lead_to_stands_beside_them_where_that_takes_no_more_lines() -> None:
    options = asked("Cart on Dock", "Earn", "Rest")
    leads = {"key-Cart on Dock": "→ Quay 1", "key-Earn": "Money +2"}

    assert lines(options, leads=leads) == ["  1. Cart on Dock (→ Quay 1)", "  2. Earn (Money +2)", "  3. Rest"]
    many = asked(*(f"Cart {number}" for number in range(1, 21)))
    assert lines(many, leads=dict.fromkeys((option.key for option in many.options), "x" * 30)) == lines(many)


def test_as_many_of_a_long_list_as_fit_are_laid_out_and_that_is_tried_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    names, goals = ("Big Tobias", "Old Barnaby", "Red Isolde", "Cap Vane"), ("the ship", "the island")
    hows = product(names, ("slowly", "in a hurry", "on foot", "by night", "too late"), goals, "12345")
    options = asked(*(f"{who} goes {how} to {goal}, number {n}" for who, how, goal, n in hows))
    laid_out: list[int] = []
    whole = question._listed

    def listed(labels: Sequence[Any], *more: Any) -> list[str]:
        laid_out.append(len(labels))
        return whole(labels, *more)

    monkeypatch.setattr(question, "_listed", listed)
    shown = lines(options)

    assert len(options.options) == 200
    assert len(laid_out) == len(set(laid_out)) <= 8
    assert len(shown) <= 18
    count = next(200 - int(found[1]) for found in [re.search(r"and (\d+) more", shown[-1])] if found)
    # One more would be too many.
    assert len(whole(question.listed(cast("Any", options), {})[: count + 1], 80, 4, 24, ":")) > 17


def test_a_question_is_laid_out_once_for_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("walk-the-plank").start(3, seed=3)
    asked_for: list[object] = []
    whole = question.render

    def render(decision: Any, *more: Any) -> list[str]:
        asked_for.append(decision)
        return whole(decision, *more)

    monkeypatch.setattr(question, "render", render)
    screen(match, 0, Earlier(), (80, 24))

    assert asked_for == [match.decision]


def test_some_of_the_options_are_shown_with_their_numbers() -> None:
    assert question.some(cast("Any", asked("Run", "Stay", "Rush")), [0, 2]) == ["     1. Run", "     3. Rush"]

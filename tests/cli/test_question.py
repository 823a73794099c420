"""How a question is shown: on as few lines as it can be read on."""

from __future__ import annotations

from typing import Any, cast

from rulewright.cli.render import question
from rulewright.cli.render.groups import numbers_as_ranges, places_as_ranges
from rulewright.interpreter import load
from tests.cli.test_answers import Question, asked


def lines(options: Question, height: int | None = 24, **more: Any) -> list[str]:
    """The lines at a terminal of 80 columns."""
    return question.render(cast("Any", options), 80, "en", height, **more)


def test_what_neighbours_share_is_said_once() -> None:
    moves = [f"Man on {place}, {goal}" for place in ("d7", "b2", "g1") for goal in ("c5", "d5", "e5", "a4", "b4", "g7")]
    shown = lines(asked(*moves, "Give up"))

    assert shown == [
        "  Man on d7:   1. c5   2. d5   3. e5   4. a4   5. b4   6. g7",
        "  Man on b2:   7. c5   8. d5   9. e5  10. a4  11. b4  12. g7",
        "  Man on g1:  13. c5  14. d5  15. e5  16. a4  17. b4  18. g7",
        "  19. Give up",
    ]


def test_a_shared_end_is_said_once_too_but_no_number_stands_behind_a_number() -> None:
    acts = ("mends the mast with a rope", "fires the cannon at the other ship")
    shown = lines(asked(*(f"{who} {what}" for what in acts for who in ("Ann", "Ben", "Cleo"))))

    assert shown == [f"  … {acts[0]}:  1. Ann  2. Ben  3. Cleo", f"  … {acts[1]}:  4. Ann  5. Ben  6. Cleo"]
    assert not any(":  1. 1" in line for line in lines(asked(*(f"Point {number}" for number in range(1, 20)))))


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
        *(f"{letter}{row}" for row in range(9, 0, -1) for letter in "abcdefghi" if (letter, row) != ("b", 5)),
        passes=True,
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


def test_some_of_the_options_are_shown_with_their_numbers() -> None:
    assert question.some(cast("Any", asked("Run", "Stay", "Rush")), [0, 2]) == ["     1. Run", "     3. Rush"]


def test_no_name_is_cut_through() -> None:
    many = [f"Big Tobias on the island goes to {goal}" for goal in ("Ship zone", "Ship zone of Ben")]
    others = [f"Old Barnaby attacks everybody with {weapon}" for weapon in ("a pistol", "a cutlass", "an axe", "a rum bottle")]

    assert lines(asked(*many, *others), 20)[0] == "  Big Tobias on the island goes:  1. to Ship zone  2. to Ship zone of Ben"

"""Test which name was meant, and when it is better to say nothing."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.messages.suggestions import closest, did_you_mean

NAMES = ["pirates", "plank", "ship", "locker", "move-along", "players", "x"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("pirate", "pirates"),
        ("priates", "pirates"),
        ("Pirates", "pirates"),
        ("plnk", "plank"),
        ("plankk", "plank"),
        ("shop", "ship"),
        ("hsip", "ship"),
        ("lock", "locker"),
        ("move_along", "move-along"),
        ("MoveAlong", "move-along"),
        ("move alog", "move-along"),
    ],
)
def test_slips_of_the_fingers_are_found(word: str, expected: str) -> None:
    assert closest(word, NAMES) == expected


@pytest.mark.parametrize("word", ["treasure", "y", "xy", "sh", "loc", "", "-"])
def test_what_is_not_close_is_not_suggested(word: str) -> None:
    assert closest(word, NAMES) is None
    assert did_you_mean(word, NAMES) is None


def test_absurdly_long_word_is_no_work() -> None:
    assert closest("p" * 2_000_000, ["p" * 2_000_001, *NAMES]) is None


def test_word_itself_is_no_suggestion() -> None:
    assert closest("ship", ["ship"]) is None


def test_other_letters_only_in_case_beat_a_slip() -> None:
    assert closest("Shop", ["ship", "shop"]) == "shop"


def test_question_names_the_candidate() -> None:
    assert str(did_you_mean("shp", NAMES)) == "did you mean `ship`?"


def test_of_several_that_are_as_near_each_is_named_the_likeliest_first() -> None:
    assert str(did_you_mean("loker", ["joker", "locker", "lake"])) == "did you mean `locker` or `joker`?"
    assert str(did_you_mean("abcx", ["abce", "abca", "abcd", "abcb"])) == "did you mean `abca`, `abcb` or `abcd`?"


@given(st.text("abc", max_size=6), st.lists(st.text("abc", max_size=6), max_size=8))
def test_order_of_the_candidates_does_not_matter(word: str, names: list[str]) -> None:
    assert closest(word, names) == closest(word, reversed(names)) == closest(word, set(names))


@given(st.text(string.ascii_lowercase, min_size=4, max_size=12), st.data())
def test_two_neighbours_swapped_are_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    typed = word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    assert closest(typed, [word]) == (None if typed == word else word)


def test_thousands_of_candidates_are_cheap() -> None:
    chance = random.Random(1)
    names = ["".join(chance.choices(string.ascii_lowercase, k=chance.randint(3, 14))) for _ in range(5000)]
    start = time.perf_counter()

    closest("move-alogn", [*names, "x" * 1_000_000])

    assert time.perf_counter() - start < 1

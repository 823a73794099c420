"""Test what typed words mean."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from rulewright.cli.table.answers import Answer, Hint, OwnWords, PickedOption, SeveralOptions, TypedCommand, too_long, understand
from rulewright.interpreter import load
from rulewright.interpreter.match.option_outline import OutlinedOption


@frozen
class Choice:
    """An option."""

    key: str
    label: str
    weight: int = 1


@frozen
class Question:
    """A decision."""

    options: tuple[Choice, ...]
    kind: str = "one"
    passable: bool = False
    seat: int | None = 0
    prompt: str = "?"
    picked: int = 0
    most: int = 1

    def outline(self) -> list[OutlinedOption]:
        """Return each option on its own."""
        return [OutlinedOption("", option.label) for option in self.options]

    def moved(self) -> list[tuple[str, ...]]:
        """Return no piece for each option."""
        return [()] * len(self.options)


def asked(*labels: str, kind: str = "one", passes: bool = False) -> Question:
    """Return a question with such labels; keys are other words."""
    options = tuple(Choice(f"key-{label}", label) for label in labels)
    return Question(options + ((Choice("pass", "Pass"),) if passes else ()), kind, passes)


def answer(typed: str, question: Question) -> Answer:
    """Return the meaning of typed words."""
    return understand(typed, cast("Any", question))


def label(typed: str, question: Question) -> str:
    """Return the label of the option that was picked, or the hint or command instead."""
    found = answer(typed, question)
    if isinstance(found, PickedOption):
        return found.option.label
    return found.text if isinstance(found, Hint) else str(found)


MEN = asked(*(f"Man ({colour}) on Space {number}" for colour, number in [("Red", 1), ("Red", 14), ("Blue", 4), ("Blue", 24)]))


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        ("space 4", "Man (Blue) on Space 4"),
        ("red 14", "Man (Red) on Space 14"),
        ("Space  14", "Man (Red) on Space 14"),
        ("man blue space 4", "Man (Blue) on Space 4"),
        ("4", "Man (Blue) on Space 24"),
    ],
)
def test_whole_words_of_a_single_option_are_enough(typed: str, picked: str) -> None:
    assert label(typed, MEN) == picked


def test_words_of_several_options_get_a_list_of_those() -> None:
    assert cast("Hint", answer("red", MEN)).places == (0, 1)
    assert cast("Hint", answer("bl", MEN)).places == (2, 3)
    assert "did you mean" not in label("11 red", MEN)


CARDS = asked("Run home", "Rush", "Stay: là-bas", passes=True)


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        ("1", "Run home"),
        ("  3 \n", "Stay: là-bas"),
        ("٢", "Rush"),
        ("key-Rush", "Rush"),
        ("run HOME", "Run home"),
        ("run   h", "Run home"),
        ("st", "Stay: là-bas"),
        ("STAY: LA\u0300-B", "Stay: là-bas"),
        ("stay: la-b", "Stay: là-bas"),
        ("home", "Run home"),
        ("la", "Stay: là-bas"),
        ("pass", "Pass"),
        ("4", "Pass"),
    ],
)
def test_numbers_keys_and_beginnings_of_labels_pick(typed: str, picked: str) -> None:
    assert label(typed, CARDS) == picked


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "type a number from 1 to 4"),
        ("0", "type a number from 1 to 4"),
        ("5", "type a number from 1 to 4"),
        ("-1", "`-1` is not one of them: type a number from 1 to 4"),
        ("9" * 5000, "`9999999999999999999999999999999999999999...` is not one of them: type a number from 1 to 4"),
        ("ru", "that may mean any of these 2: type more of it, or a number"),
        ("rush home", "`rush home` is not one of them: did you mean `Run home`?"),
        ("hom", "`hom` is not one of them: did you mean `Run home`?"),
        ("bsa", "`bsa` is not one of them: type a number from 1 to 4"),
        ("ruhs", "`ruhs` is not one of them: did you mean `Rush`?"),
        ("sray", "`sray` is not one of them: did you mean `Stay: là-bas`?"),
        ("whi charge", "`whi charge` is not one of them: did you mean `why charge`?"),
        ("quti", "`quti` is not one of them: did you mean `quit`?"),
        ("\x1b[2J", "`\\x1b[2J` is not one of them: type a number from 1 to 4"),
    ],
)
def test_what_means_nothing_gets_a_hint(typed: str, hint: str) -> None:
    assert label(typed, CARDS) == hint


def test_a_word_in_the_middle_of_several_options_may_mean_them() -> None:
    question = asked("The Gull", "The Gully", "The Queen")

    assert cast("Hint", answer("gul", question)).places == (0, 1)
    assert label("gull", question) == "The Gull"
    assert label("qu", question) == "`qu` is not one of them: did you mean `The Queen`?"


MOVES = asked("e5 to e6", "e5 to d6", "Man on f6, g7", "Pawn on a10, a11")
HAND = asked("Queen of Spades", "9 of Clubs", "10 of Clubs", "Dame de pique", "Дама пик", "Discard Jack of Hearts", "Joker")


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        ("e5-e6", "e5 to e6"),
        ("E5 D6", "e5 to d6"),
        ("e5d6", "e5 to d6"),
        ("f6 g7", "Man on f6, g7"),
        ("a10,a11", "Pawn on a10, a11"),
    ],
)
def test_places_are_typed_as_people_write_them(typed: str, picked: str) -> None:
    assert label(typed, MOVES) == picked


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        ("qs", "Queen of Spades"),
        ("9C", "9 of Clubs"),
        ("10c", "10 of Clubs"),
        ("dp", "Dame de pique"),
        ("дп", "Дама пик"),
        ("ДП", "Дама пик"),
        ("sq", "Queen of Spades"),
        ("c10", "10 of Clubs"),
        ("♠q", "Queen of Spades"),
        ("9♣", "9 of Clubs"),
        ("♣\ufe0f 10", "10 of Clubs"),
        ("djh", "Discard Jack of Hearts"),
        ("jh", "Discard Jack of Hearts"),
    ],
)
def test_cards_are_typed_by_their_initials(typed: str, picked: str) -> None:
    assert label(typed, HAND) == picked


@pytest.mark.parametrize("typed", ["e5", "e5-e6-e7", "e6-e5", "6g", "s", "c", "0c"])
def test_what_stands_for_no_single_option_is_not_played(typed: str) -> None:
    assert isinstance(answer(typed, MOVES), Hint)
    assert isinstance(answer(typed, HAND), Hint)


def labels(typed: str, question: Question) -> list[str] | str:
    """Return the labels of what was picked together."""
    found = answer(typed, question)
    if isinstance(found, SeveralOptions):
        return [option.label for option in found.options]
    return found.text if isinstance(found, Hint) else str(found)


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        ("1 3 5", ["Queen of Spades", "10 of Clubs", "Дама пик"]),
        ("1-3", ["Queen of Spades", "9 of Clubs", "10 of Clubs"]),
        ("1 - 3", ["Queen of Spades", "9 of Clubs", "10 of Clubs"]),
        ("qs, 9c", ["Queen of Spades", "9 of Clubs"]),
        ("queen of spades joker 3", ["Queen of Spades", "Joker", "10 of Clubs"]),
        ("1 1", ["Queen of Spades", "Queen of Spades"]),
        ("1-4", "at most 3 more, please"),
        ("1 king", "`king` is not one of them: type a number from 1 to 7"),
        ("3-1", "`3-1` is not one of them: type a number from 1 to 7"),
        ("7-8 1", "`7-8` is not one of them: type a number from 1 to 7"),
    ],
)
def test_several_are_typed_at_once_where_several_may_be_picked(typed: str, picked: list[str] | str) -> None:
    assert labels(typed, Question(HAND.options, most=4, picked=1)) == picked


def test_where_one_is_picked_one_line_picks_one() -> None:
    assert labels("1 3", HAND) == "`1 3` is not one of them: type a number from 1 to 7"


def test_a_number_never_means_an_option_that_shows_another_number() -> None:
    question = asked("10", "2", "Raise")

    assert label("2", question) == "2"
    assert label("10", question) == "10"
    assert label("raise", question) == "Raise"
    assert label("1", question) == "`1` is not one of them: type one of the numbers shown, or Raise"
    assert label("3", question) == "`3` is not one of them: type one of the numbers shown, or Raise"
    assert label("1", asked("10", "20")) == "`1` is not one of them: type one of the numbers shown"


def test_numbers_among_numbers_mean_themselves() -> None:
    question = asked("0", "1", "2", "-3", passes=True)

    assert label("1", question) == "1"
    assert label("-3", question) == "-3"
    assert label("3", question) == "`3` is not one of them: type one of the numbers shown, or Pass"
    assert label("pa", question) == "Pass"


def test_a_label_goes_before_the_key_of_another_option() -> None:
    question = Question((Choice("0", "1"), Choice("1", "2")))

    assert label("1", question) == "1"


def test_options_of_the_same_name_are_told_apart_by_number() -> None:
    question = asked("Card", "Card")

    assert cast("Hint", answer("card", question)).places == (0, 1)
    assert isinstance(answer("2", question), PickedOption)


def test_commands_give_way_to_options_of_their_name_but_not_with_a_stroke() -> None:
    question = asked("Log", "Board the ferry")

    assert answer("help", question) == TypedCommand("help", "")
    assert answer("?", question) == TypedCommand("help", "")
    assert answer("EXIT", question) == TypedCommand("quit", "")
    assert answer("save my game", question) == TypedCommand("save", "my game")
    assert label("log", question) == "Log"
    assert answer("/log", question) == TypedCommand("log", "")
    # The whole name of a command goes before the beginning of an option.
    assert answer("board", question) == TypedCommand("board", "")
    assert label("board t", question) == "Board the ferry"
    assert label("/nonsense", question) == "there is no command `/nonsense`; ? shows them all"


def test_where_words_are_asked_for_everything_is_words() -> None:
    question = asked(kind="words", passes=True)

    assert answer("quit", question) == OwnWords("quit")
    assert answer(" you  knave \x1b", question) == OwnWords("you knave \\x1b")
    assert answer("/quit", question) == TypedCommand("quit", "")
    assert answer("?", question) == TypedCommand("help", "")
    assert label("", question) == "type some words"
    assert label("x" * 201, question) == "that is too long: at most 200 characters, please"
    assert label("PASS", question) == "Pass"


@pytest.mark.parametrize("typed", ["\x00", "\x1b\x07", "\u200b\u200d", "\u3164\u2800", "\u0301", "\udcff", "\U000e0041"])
def test_words_of_which_nothing_is_to_be_seen_say_nothing(typed: str) -> None:
    assert label(typed, asked(kind="words")) == "type some words"


def test_what_others_would_not_see_in_words_is_shown_to_them() -> None:
    said = answer("d\u200bo\u202eg\u2060\U000e0041 \u0645\u06cc\u200c\u062e", asked(kind="words"))

    assert said == OwnWords("d\\u200bo\\u202eg\\u2060\\U000e0041 \u0645\u06cc\u200c\u062e")


def test_what_is_longer_than_any_line_gets_a_way_out() -> None:
    options, words = asked("Run", "Stay"), asked(kind="words")

    assert too_long(cast("Any", options)).text == "that is too long: type a number from 1 to 2"
    assert too_long(cast("Any", words)).text == "that is too long: at most 200 characters, please"
    assert too_long(cast("Any", words), "fr").text == "c'est trop long : 200 caractères au plus"


def test_of_many_options_those_that_may_be_meant_are_shown_with_their_numbers() -> None:
    question = asked("Rest", *(f"Space {number}" for number in range(1000)))

    assert label("sp", question) == "that may mean any of these 1000: type more of it, or a number"
    assert label("space 99", question) == "Space 99"
    assert label("space 9", question) == "Space 9"
    assert cast("Hint", answer("space 4", asked("Space 40", "Space 41", "Rest"))).places == (0, 1)
    assert cast("Hint", answer("ace", asked("Go", *(f"Ace {letter}" for letter in "abcde")))).places == (1, 2, 3, 4, 5)


def after(*moves: str, language: str = "en") -> Question:
    """Return the question of a game of chess after some moves."""
    match = load("chess").start(2, seed=1, language=language)
    for move in moves:
        assert match.decision is not None
        match.choose(next(one.key for one in match.decision.options if one.label == f"{move[:2]} to {move[2:]}"))
    return cast("Question", match.decision)


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        *((typed, "g1 to f3") for typed in ("Nf3", "nf3", "g1 f3", "g1f3", "g1-f3", "G1 to F3", "knight f3", "KNIGHT f3")),
        *((typed, "e2 to e4") for typed in ("e4", "E4", "pe4", "pawn e4")),
    ],
)
def test_moves_of_pieces_are_typed_as_people_write_them(typed: str, picked: str) -> None:
    assert label(typed, after()) == picked


def test_a_move_of_two_pieces_needs_the_one_that_is_meant() -> None:
    question = after("g1f3", "a7a6", "d2d4", "a6a5", "e2e3", "a5a4")

    assert [question.options[place].label for place in cast("Hint", answer("Nd2", question)).places] == ["f3 to d2", "b1 to d2"]
    assert label("Nbd2", question) == "b1 to d2"
    assert label("Bd2", question) == "c1 to d2"
    assert label("Kd2", question) == "e1 to d2"
    assert len(cast("Hint", answer("d2", question)).places) > 2
    assert label("nfd2+", question) == "f3 to d2"


@pytest.mark.parametrize("typed", ["Cf3", "cavalier f3", "Cavalier  F3", "g1 vers f3", "g1f3"])
def test_pieces_have_the_letters_of_their_language(typed: str) -> None:
    assert label(typed, after(language="fr")) == "g1 vers f3"


@given(st.text(max_size=50), st.lists(st.text(max_size=5), max_size=4), st.booleans(), st.sampled_from(["one", "words"]))
def test_no_text_breaks_it(typed: str, labels: list[str], passes: bool, kind: str) -> None:
    found = answer(typed, asked(*labels, kind=kind, passes=passes))

    if isinstance(found, Hint):
        assert found.text
        assert all(character.isprintable() or character > "\x9f" for character in found.text)

"""Every word of the language has one shade, and every character of a text is looked at."""

from __future__ import annotations

import pytest

from rulewright.dsl.syntax import highlighting as list_of
from rulewright.dsl.syntax import vocabulary
from rulewright.dsl.syntax.highlighting import HighlightKind, highlighted


def test_every_terminal_of_a_word_has_one_shade() -> None:
    lists = (
        vocabulary.LINE_WORDS, vocabulary.INNER_WORDS, vocabulary.FOLLOWING_WORDS, vocabulary.SECOND_WORDS,
        vocabulary.LEADING_WORDS, vocabulary.WORDS_BEFORE_A_TEXT, vocabulary.SEAT_WORDS,
    )  # fmt: skip
    kinds = {kind for words in lists for kind in words.values()} | {"COUNT_WORD"}
    given = [kind for words in list_of._WORDS.values() for kind in words.split()]

    assert sorted(given) == sorted(kinds)
    assert set(list_of.OF_BEGINNING) | list_of.NAMING | list_of.CHANGING <= kinds


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("to play:", "declares named sign"),
        ("move card to deck", "acts name joins name"),
        ("in to play:", "declares declares named sign"),
        ("replace place deck", "declares declares named"),
        ("remove card on deck", "declares name joins name"),
        ("remove card charge", "declares declares named"),
        ("players take turns:", "declares leads leads sign"),
        ("then game over", "declares declares leads"),
        ("then nobody chooses", "declares stands acts"),
        ("as usual", "leads leads"),
        ("add 1 to no of it  # why", "acts number joins stands joins stands comment"),
        ('say "a" fr "b"', "acts text language text"),
        ('text "a" ru "b"', "declares text language text"),
        ('text "a" it "b"', "declares text language text"),
        ("if a >= ; b", "leads name sign wrong name"),
    ],
)
def test_what_stands_in_a_line(line: str, wanted: str) -> None:
    assert [shade.value for _, _, shade in highlighted(line)] == wanted.split()


def test_a_translation_may_stand_below_what_it_translates() -> None:
    text = 'note "One"\n    fr "Un"\nfr "Un"\n'

    found = [(text[start:end], shade) for start, end, shade in highlighted(text)]
    assert found.count(("fr", HighlightKind.LANGUAGE)) == 1
    assert found.count(("fr", HighlightKind.NAME)) == 1

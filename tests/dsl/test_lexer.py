"""Lines, words and keywords."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.syntax.lexer import MOST_DIAGNOSTICS, lex
from rulewright.dsl.text.source import Source


def kinds(text: str) -> list[list[str]]:
    return [[token.type for token in line.tokens] for line in lex(Source("x.rules", text)).lines]


def depths(text: str) -> list[int]:
    return [line.depth for line in lex(Source("x.rules", text)).lines]


def names(text: str) -> list[str]:
    return [diagnostic.name for diagnostic in lex(Source("x.rules", text)).diagnostics]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("move x to y", "MOVE NAME TO NAME"),
        ("step move", "NAME NAME"),
        ("count down drunk of x", "COUNT_WORD DOWN NAME OF NAME"),
        ("let x be count of y", "LET NAME BE COUNT OF NAME"),
        ("the table has:", "THE TABLE HAS COLON"),
        ("shove table", "NAME NAME"),
        ("may choose x in y", "MAY CHOOSE NAME IN NAME"),
        ("replace card x of y:", "REPLACE CARD NAME OF NAME COLON"),
        ("remove card charge", "REMOVE CARD NAME"),
        ("remove card on deck", "REMOVE NAME ON NAME"),
        ("remove card", "REMOVE NAME"),
        ("game over, winners x", "GAME OVER COMMA WINNERS NAME"),
        ("then game goes on", "THEN GAME GOES ON"),
        ("seat 1 picks x", "SEAT NUMBER PICKS NAME"),
        ("shove picks", "NAME NAME"),
        ("players2to3", "NAME"),
        ("movex to y", "NAME TO NAME"),
        ("n-1 - 1", "NAME MINUS NUMBER"),
        ('say "a # b" # c', "SAY TEXT"),
        ('say "a" it "b" no "c"', "SAY TEXT NAME TEXT NAME TEXT"),
        ('text "a" it "b"', "TEXT_WORD TEXT NAME TEXT"),
        ("x == y <= z", "NAME COMPARISON NAME COMPARISON NAME"),
    ],
)
def test_words_are_keywords_only_where_they_mean_something(line: str, expected: str) -> None:
    assert kinds(line) == [expected.split()]


@pytest.mark.parametrize("indent", ["", "    "])
def test_line_goes_on_inside_brackets(indent: str) -> None:
    assert kinds(f"define x: (a,\n    b\n{indent})\ndefine y: z") == [
        ["DEFINE", "NAME", "COLON", "LPAR", "NAME", "COMMA", "NAME", "RPAR"],
        ["DEFINE", "NAME", "COLON", "NAME"],
    ]


def test_blank_lines_and_comments_make_no_lines() -> None:
    lexed = lex(Source("x.rules", "a\n\n  \n# one\n    # two\nb # three"))

    assert len(lexed.lines) == 2
    assert [comment.text for comment in lexed.comments] == ["# one", "# two", "# three"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n    b\n        c\n    d\ne", [0, 1, 2, 1, 0]),
        ("a\n  b\n  c", [0, 1, 1]),
        ("a\n    b\n        c\n      d\n      e\n    f", [0, 1, 2, 2, 2, 1]),
        ("    a\n        b\n    c", [0, 1, 0]),
        ("    a\nb\n    c", [0, 0, 1]),
        ("a\n\tb\n    c", [0, 1, 1]),
    ],
)
def test_indentation_makes_depths(text: str, expected: list[int]) -> None:
    assert depths(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n    b\n        c\n      d\n      e\n", ["indentation"]),
        ("a:\n" + "\tb\n" * 50, ["tab"]),
        ("    a\n    b\n", ["indentation"]),
        ("".join(" " * depth + "a:\n" for depth in range(60)), ["too-deep"]),
        ("let x be " + "(" * 40 + ")" * 40, ["too-deep"]),
        ("a; b; c", ["stray-character"]),
        ('say "a', ["unclosed-text"]),
        ("a 12ab", ["glued-word"]),
    ],
)
def test_one_mistake_makes_one_message(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@given(st.text())
def test_no_text_raises(text: str) -> None:
    lexed = lex(Source("x.rules", text))

    assert all(line.tokens for line in lexed.lines)
    assert len(lexed.diagnostics) <= 3 * MOST_DIAGNOSTICS

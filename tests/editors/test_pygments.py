"""The lexer for Pygments cuts every rulebook as the language does."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from rulewright.dsl.syntax.lexer import Token, lex
from rulewright.dsl.text.source import Source
from rulewright.editors.pygments_lexer import RulebookLexer

ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted([*(ROOT / "rulebooks").rglob("*.rules"), *(ROOT / "docs" / "games").glob("*.rules")])
WORDS = Keyword, Operator.Word
LOOKS = {"NUMBER": Number, "TEXT": String, "NAME": Name, "COMMENT": Comment}
SIGNS = ":,()=+*/-"


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_a_rulebook_is_cut_as_by_the_language(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lexed = lex(Source(path.name, text))
    wanted: dict[int, Token] = {token.start: token for line in lexed.lines for token in line.tokens}
    wanted |= {comment.start: comment for comment in lexed.comments}
    found: list[tuple[int, Any, str]] = list(RulebookLexer().get_tokens_unprocessed(text))

    assert not lexed.diagnostics
    assert "".join(value for _, _, value in found) == text
    for start, kind, value in found:
        token = wanted.get(start)
        assert kind not in Error, value
        if token is None:
            # Blanks, and the rest of a text behind something in braces.
            assert kind in String or (kind in Whitespace and value.isspace()), value
        elif token.text in SIGNS:
            assert kind in Punctuation, value
        elif token.type in LOOKS:
            assert kind in LOOKS[token.type], value
        else:
            assert any(kind in one for one in WORDS), value
            assert value == token.text


def kinds(text: str) -> list[tuple[str, str]]:
    """Return the tokens of a text, except blanks."""
    found = RulebookLexer().get_tokens_unprocessed(text)
    return [(str(kind).removeprefix("Token."), value) for _, kind, value in found if kind is not Whitespace]


def test_a_word_is_a_keyword_only_where_it_is_one() -> None:
    assert kinds("place card\nmove card to place") == [
        ("Keyword.Declaration", "place"), ("Name.Function", "card"),
        ("Keyword", "move"), ("Name", "card"), ("Operator.Word", "to"), ("Name", "place"),
    ]  # fmt: skip


def test_names_in_a_text_and_its_language_stand_out() -> None:
    assert kinds('    say "A \\"{card}\\"." it "{card}"') == [
        ("Keyword", "say"), ("Literal.String.Double", '"A '), ("Literal.String.Escape", '\\"'),
        ("Literal.String.Interpol", "{card}"), ("Literal.String.Escape", '\\"'), ("Literal.String.Double", '."'),
        ("Name.Tag", "it"), ("Literal.String.Double", '"'), ("Literal.String.Interpol", "{card}"),
        ("Literal.String.Double", '"'),
    ]  # fmt: skip


def test_what_has_no_meaning_is_shown_as_such_and_the_rest_goes_on() -> None:
    text = 'say; "open\nif 3x { it is "shut":\n'

    assert "".join(value for _, _, value in RulebookLexer().get_tokens_unprocessed(text)) == text
    assert [value for kind, value in kinds(text) if kind == "Error"] == [";", '"open', "3x", "{"]


def test_the_project_file_tells_pygments_of_it() -> None:
    [(name, value)] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][
        "pygments.lexers"
    ].items()
    lexer = EntryPoint(name, value, "pygments.lexers").load()

    assert issubclass(lexer, Lexer)
    assert '<span class="kd">place</span>' in highlight("place deck", lexer(), HtmlFormatter())

"""Provide a lexer for Pygments, so that Sphinx, MkDocs, rich and the terminal show rulebooks in colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace, _TokenType

from rulewright.dsl.syntax.highlighting import HighlightKind, highlighted

TOKENS: dict[HighlightKind, _TokenType] = {
    HighlightKind.DECLARES: Keyword.Declaration,
    HighlightKind.ACTS: Keyword,
    HighlightKind.LEADS: Keyword.Reserved,
    HighlightKind.JOINS: Operator.Word,
    HighlightKind.STANDS: Keyword.Constant,
    HighlightKind.NAMED: Name.Function,
    HighlightKind.NAME: Name,
    HighlightKind.LANGUAGE: Name.Tag,
    HighlightKind.TEXT: String.Double,
    HighlightKind.NUMBER: Number.Integer,
    HighlightKind.SIGN: Punctuation,
    HighlightKind.COMMENT: Comment.Single,
    HighlightKind.WRONG: Error,
}
# A text contains names in braces, and signs after a backslash.
_IN_TEXT = re.compile(r"(?P<escape>\\.)|(?P<inserted>\{[^{}\n]*\})")


class RulebookLexer(Lexer):
    """A lexer that cuts a rulebook where the language's own lexer does."""

    name = "Rulewright rulebook"
    aliases: ClassVar = ["rules", "rulewright"]
    filenames: ClassVar = ["*.rules"]
    mimetypes: ClassVar = ["text/x-rulewright"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield every character of the text: where, what, which."""
        done = 0
        for start, end, shade in highlighted(text):
            if start > done:
                yield done, Whitespace, text[done:start]
            yield from (
                _in_text(start, text[start:end]) if shade is HighlightKind.TEXT else [(start, TOKENS[shade], text[start:end])]
            )
            done = end
        if done < len(text):
            yield done, Whitespace, text[done:]


def _in_text(start: int, text: str) -> Iterator[tuple[int, _TokenType, str]]:
    done = 0
    for found in _IN_TEXT.finditer(text):
        if found.start() > done:
            yield start + done, String.Double, text[done : found.start()]
        yield start + found.start(), String.Escape if found["escape"] else String.Interpol, found[0]
        done = found.end()
    yield start + done, String.Double, text[done:]

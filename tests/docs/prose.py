"""Find what is hard to read in a text: odd words, sentences without an end, and lines that run off the screen.

A text is read as Markdown, and its code is left alone. Headings and the cells of tables are checked for odd words only.
Docstrings and comments are such texts, too, and have some more rules.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token

LONGEST_SENTENCE = 30
"""In words. Aim for 25."""
LONGEST_LINE = 100
_A_PERSON = "name the person: “a player who”, “anyone who”, “you”"
ODD = {
    # A question is none, nor is a heading of a few words.
    r"^who(?:m|se)?\b(?!.*\?$)(?!(?: \S+){1,3}$)": _A_PERSON,
    r"\b(?:by|for|from|like|than|to|with) who\b": _A_PERSON,
    r"; who\b|\b(?:because|if|since|unless|when|where)\b[^.,;:]*, who\b": _A_PERSON,
    r"\bwho(?:m|soever|mever|ever)\b": _A_PERSON,
    r"(?:^|[,;:] )of which\b": "begin a new sentence, or write “whose” or “of these”",
    r"\b(?:hang|hangs|hung|hanging) on\b": "write “depends on”",
    r"\b(?:come|comes|came|coming) of\b": "write “results from”, “follows from” or “because of”",
    r"\b(?:am|are|be|been|is|was|were) let\b": "write “may” or “can”",
    r"\bfor want of\b": "write “without” or “because there is no”",
    r"\bas far as\b": "write “where”, “if” or “as much as”",
    r"\bin any case\b": "write “always” or “anyway”",
    r"\bbe (?:it|they)\b": "write “whether”",
    r"\bupon\b": "write “on”",
}
"""Words that nobody says at a table of friends, and what to write instead; capital letters make no difference."""
ODD_IN_CODE = ODD | {
    r"^what\b(?!.*\?$)": "name the thing: “the card that ...”",
    r"\bcomes? in; .*\bgo(?:es)? out\b": "say what it does, with an imperative",
    r"\b(?:as well|too)[.;]?$": "put “also” before the verb",
}
"""Such words in docstrings and comments, which are no headings and ask no questions."""
_STANDS_ALONE = re.compile(r"the same\b", re.IGNORECASE)
_NO_PROSE = re.compile(r"#(?:!| *(?:noqa|type:|fmt:|ruff:|pragma))")
"""Comments that are for programs."""
_C_COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)
_END_OF_SENTENCE = re.compile(r"(?<=[.?!])[\"”»)*]*\s+(?=[A-Z“\"«(`\d])")
_WORD = re.compile(r"\S*\w\S*")
_CODE = "`code`"
"""Stands for code inside a sentence: one word, and none that is odd."""


@frozen
class Found:
    """Words that are hard to read, where they are, and what to do about them."""

    file: str
    line: int
    words: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: “{self.words}”: {self.instead}"


@frozen
class Piece:
    """A paragraph, a heading or the cell of a table."""

    line: int
    text: str
    is_paragraph: bool


def hard_to_read(text: str, file: str, first: int = 1, odd: Mapping[str, str] = ODD) -> list[Found]:
    """Return what is hard to read in a text whose first line is this line of a file."""
    return [each for piece in pieces(text) for each in _in_piece(piece, file, first - 1, odd)]


def hard_to_read_in_code(text: str, file: str) -> list[Found]:
    """Return what is hard to read in the docstrings and comments of a file in Python or C."""
    found = []
    for line, prose in _of_python(text) if file.endswith(".py") else _of_c(text):
        if _STANDS_ALONE.match(prose):
            found.append(Found(file, line, prose[:8], "say what it does: a docstring stands alone"))
        found += hard_to_read(prose, file, line, ODD_IN_CODE)
    return found


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a program, each with its first line; lines of comment in a row are one."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, inspect.cleandoc(node.value.value)
    yield from _in_rows(
        (token.start[0], token.string.lstrip("# "), not token.line[: token.start[1]].strip())
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and not _NO_PROSE.match(token.string)
    )


def _in_rows(comments: Iterable[tuple[int, str, bool]]) -> Iterator[tuple[int, str]]:
    """Join comments that follow each other, of lines that have nothing else."""
    first, lines, is_open = 0, list[str](), False
    for line, words, alone in comments:
        if not (is_open and alone and line == first + len(lines)):
            if lines:
                yield first, "\n".join(lines)
            first, lines = line, []
        lines.append(words)
        is_open = alone
    if lines:
        yield first, "\n".join(lines)


def _of_c(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a program, each with its first line."""
    for found in _C_COMMENT.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, inspect.cleandoc(found[1])


def too_wide(text: str, file: str) -> list[Found]:
    """Return the lines of prose in a Markdown file that are too long; a row of a table cannot be broken."""
    found, in_code = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code and not line.startswith("|") and len(line) > LONGEST_LINE:
            found.append(Found(file, number, f"{line[:30]} ...", f"{len(line)} columns: break the line at {LONGEST_LINE}"))
    return found


def pieces(text: str) -> Iterator[Piece]:
    """Return the prose of a Markdown text, piece by piece and without code."""
    line, around = 1, ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            yield Piece(line, _read(token), around == "paragraph_open")
        around = token.type


def _read(token: Token) -> str:
    """Return the words of a paragraph as people read them, line by line."""
    said = {"softbreak": "\n", "hardbreak": "\n", "code_inline": _CODE}
    return "".join(said.get(child.type, child.content) for child in token.children or ())


def _in_piece(piece: Piece, file: str, above: int, patterns: Mapping[str, str]) -> Iterator[Found]:
    begin = 0
    for end in (*(each.end() for each in _END_OF_SENTENCE.finditer(piece.text)), len(piece.text)):
        line = above + piece.line + piece.text.count("\n", 0, begin)
        sentence = " ".join(piece.text[begin:end].split())
        begin = end
        words = _WORD.findall(sentence)
        for odd, instead in patterns.items():
            for match in re.finditer(odd, sentence, re.IGNORECASE):
                yield Found(file, line, match[0], instead)
        if piece.is_paragraph and len(words) > LONGEST_SENTENCE:
            yield Found(file, line, f"{' '.join(words[:6])} ...", f"{len(words)} words: make two sentences of it, of 25 at most")

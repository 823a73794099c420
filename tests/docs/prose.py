"""Find what is hard to read in a text: odd words, sentences without an end, and lines that run off the screen.

A text is read as Markdown, and its code is left alone. Headings and the cells of tables are checked for odd words only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
"""What nobody says at a table of friends, and what to write instead; capital letters make no difference."""
_ODD = [(re.compile(words, re.IGNORECASE), instead) for words, instead in ODD.items()]
_END_OF_SENTENCE = re.compile(r"(?<=[.?!])[\"”»)*]*\s+(?=[A-Z“\"«(`\d])")
_WORD = re.compile(r"\S*\w\S*")
_CODE = "`code`"
"""What stands for code inside a sentence: one word, and none that is odd."""


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


def hard_to_read(text: str, file: str, first: int = 1) -> list[Found]:
    """Return what is hard to read in a text whose first line is this line of a file."""
    return [each for piece in pieces(text) for each in _in_piece(piece, file, first - 1)]


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


def _in_piece(piece: Piece, file: str, above: int) -> Iterator[Found]:
    begin = 0
    for end in (*(each.end() for each in _END_OF_SENTENCE.finditer(piece.text)), len(piece.text)):
        line = above + piece.line + piece.text.count("\n", 0, begin)
        sentence = " ".join(piece.text[begin:end].split())
        begin = end
        words = _WORD.findall(sentence)
        for odd, instead in _ODD:
            for match in odd.finditer(sentence):
                yield Found(file, line, match[0], instead)
        if piece.is_paragraph and len(words) > LONGEST_SENTENCE:
            yield Found(file, line, f"{' '.join(words[:6])} ...", f"{len(words)} words: make two sentences of it, of 25 at most")

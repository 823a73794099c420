"""Classify the words and signs of a rulebook for readers: the one list behind all colours, here and in editors.

An editor's grammar is made from this list and `vocabulary.py`; the lexer for pages and the language server call it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rulewright.dsl.constructs.actions import ACTIONS
from rulewright.dsl.syntax.lexer import PIECE, SourceLine, Token, lex
from rulewright.dsl.syntax.vocabulary import LANGUAGE, words_of
from rulewright.dsl.text.source import Source


class HighlightKind(StrEnum):
    """The kind of a piece of a rulebook."""

    DECLARES = "declares"
    """A word that declares something, or says when a rule applies: `place`, `before`, `example`."""
    ACTS = "acts"
    """A word for an action: `move`, `choose`, `say`."""
    LEADS = "leads"
    """A word that controls what happens next: `if`, `for`, `repeat`."""
    JOINS = "joins"
    """A word that joins parts of a line: `of`, `is`, `where`."""
    STANDS = "stands"
    """A word that stands for something: `it`, `nothing`, `yes`."""
    NAMED = "named"
    """A name where it is given."""
    NAME = "name"
    LANGUAGE = "language"
    """The name of a language, before a translation."""
    TEXT = "text"
    NUMBER = "number"
    SIGN = "sign"
    COMMENT = "comment"
    WRONG = "wrong"
    """Text without a meaning in a rulebook."""


_WORDS = {
    HighlightKind.DECLARES: """
        GAME OPTION VALUES DIE LINE GRID MAP PLACE PIECES CARDS CARD THE TABLE DEFINE BEFORE AFTER INSTEAD FORBID CHANGE VARIANT
        EXAMPLE RULING LOOKS PLAYERS NOTE ABOUT MINUTES DIFFICULTY DIRECTIONS TEXT_WORD COPIES NEEDS HAS EACH GIVEN WHEN CHANCE
        THEN SEEN GIVES REPLACE REMOVE
    """,
    HighlightKind.ACTS: f"""
        {" ".join(ACTIONS).upper()} CHOOSE MAY MOVE DRAW ROLL LET ADD TAKE SAY HEADING TELL SHOW SET EXTEND SHORTEN COUNT_WORD
        PERFORM PICKS PICK CANNOT CHOOSES CHOICE CHOICES SEES SEE READS READ DOES GAVE SHOWS SHOWING ASKING
    """,
    HighlightKind.LEADS: """
        IF OTHERWISE FOR WHILE UNTIL REPEAT REPEATING TIMES TOGETHER TAKE_WORD TURNS PLAYER_WORD GOES STOP GIVE GIVING OVER
        WINNERS USUAL
    """,
    HighlightKind.JOINS: """
        TO AND OR NOT IS ON IN OF AT LEAST MOST MORE LESS THAN MOD WHERE WITH FEWEST FROM COUNTERCLOCKWISE WITHOUT ADDED ANY COUNT
        FIRST LAST ITEM SUM HIGHEST LOWEST LONGEST THROUGH AMONG ALL CAN AS LONG UP NUMBER_WORD RANDOM ORDERED BY WORDS UNDER BE
        DOWN OPENLY SUCH THAT AFTER_WORD SEAT
    """,
    HighlightKind.STANDS: "IT NOTHING YES NO NOBODY",
}
OF_KIND = {kind: shade for shade, kinds in _WORDS.items() for kind in words_of(kinds)}
"""The kinds of the terminals of words."""
OF_BEGINNING = dict.fromkeys(words_of("TO IN WITH SEAT"), HighlightKind.DECLARES) | {"AS": HighlightKind.LEADS}
"""The kinds of terminals that differ at the beginning of a line."""
NAMING = frozenset(words_of("GAME OPTION VALUES DIE LINE GRID MAP PLACE PIECES CARDS CARD DEFINE VARIANT EXAMPLE RULING TO"))
"""Words before a name that a line gives, or that a line in a variant changes."""
CHANGING = frozenset(words_of("REPLACE REMOVE IN"))
"""Words of variants that are followed by the beginning of another line."""
OF_PIECE = {
    "WORD": HighlightKind.NAME,
    "NUMBER": HighlightKind.NUMBER,
    "TEXT": HighlightKind.TEXT,
    "SIGN": HighlightKind.SIGN,
    "COMPARISON": HighlightKind.SIGN,
    "COMMENT": HighlightKind.COMMENT,
}
"""The kinds of pieces by their looks alone; all others have no meaning."""


def highlighted(text: str) -> Iterator[tuple[int, int, HighlightKind]]:
    """Yield every piece of a text with its beginning, its end and its kind; between them is only white space."""
    words = {
        token.start: shade
        for line in lex(Source("", text)).lines
        for token, shade in zip(line.tokens, of_line(line), strict=True)
    }
    for found in PIECE.finditer(text):
        looks = found.lastgroup or ""
        start, end = found.span(looks)
        if looks == "WORD":
            yield start, end, words.get(start, HighlightKind.NAME)
        elif looks != "NEWLINE":
            yield start, end, OF_PIECE.get(looks, HighlightKind.WRONG)


def of_line(line: SourceLine) -> list[HighlightKind]:
    """Return the kinds of a line's tokens."""
    return [_of_token(line.tokens, place) for place in range(len(line.tokens))]


def _of_token(tokens: list[Token], place: int) -> HighlightKind:
    kind = tokens[place].type
    before = tokens[place - 1].type if place else ""
    if kind == "NAME":
        behind = tokens[place + 1].type if place + 1 < len(tokens) else ""
        if before == "TEXT" and behind == "TEXT" and LANGUAGE.fullmatch(tokens[place].text):
            return HighlightKind.LANGUAGE
        names = before in NAMING and (place == 1 or (place == 2 and tokens[0].type in CHANGING))
        return HighlightKind.NAMED if names else HighlightKind.NAME
    if kind in OF_BEGINNING and (not place or (place == 1 and tokens[0].type in CHANGING)):
        return OF_BEGINNING[kind]
    return OF_KIND.get(kind) or OF_PIECE.get(kind, HighlightKind.SIGN)

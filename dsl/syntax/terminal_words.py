"""Give the words of messages for what the grammar calls by names of its own."""

from __future__ import annotations

from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.syntax.vocabulary import (
    FOLLOWING_WORDS,
    INNER_WORDS,
    LEADING_WORDS,
    LINE_WORDS,
    SEAT_WORDS,
    SECOND_WORDS,
    SIGNS,
    WORDS_BEFORE_A_TEXT,
    words_of,
)

# How each terminal is written.
WRITTEN = {
    **{kind: word for word, kind in SEAT_WORDS.items()},
    **{kind: word for (_, word), kind in FOLLOWING_WORDS.items()},
    **{kind: word for (_, word), kind in SECOND_WORDS.items()},
    **{kind: word for (word, _), kind in LEADING_WORDS.items()},
    **{kind: word for word, kind in WORDS_BEFORE_A_TEXT.items()},
    **{kind: word for word, kind in INNER_WORDS.items()},
    **{kind: word for word, kind in LINE_WORDS.items()},
    **{kind: sign for sign, kind in SIGNS.items()},
    "COUNT_WORD": "count",
}
DESCRIBED = {
    "NAME": Phrase("a-name"),
    "NUMBER": Phrase("a-number"),
    "TEXT": Phrase("a-text-between-and"),
    "_NEWLINE": Phrase("the-end-of-the-line"),
}
# Where all of these fit, a value is meant, and no reader wants a list of its possible beginnings.
VALUE = frozenset({"NAME", "NUMBER", "NOTHING", "LPAR"})
# Where only the first of them fits, something without sums is meant.
VALUE_STARTS = VALUE | frozenset(
    words_of("""
    IT YES NO TEXT SEAT MINUS ANY COUNT FIRST LAST ITEM SUM HIGHEST LOWEST LONGEST ALL CAN NOT
""")
)
# A value goes on with these.
VALUE_GOES_ON = frozenset(
    words_of("""
    PLUS MINUS STAR SLASH MOD ON IN WHERE AS WITH FROM COUNTERCLOCKWISE WITHOUT ADDED AND OR IS IF OF TO OTHERWISE
""")
)
ELSEWHERE = {"else": "otherwise", "elif": "otherwise if", "elseif": "otherwise if", "print": "say", "return": "give"}
"""How lines begin in other languages, and here."""
# These say nothing: the machine puts them in itself.
SILENT = frozenset({"BROKEN", "_INDENT", "_DEDENT", "$END"})
# Words that join two parts of a line.
JOINING = frozenset(
    words_of("""
    of to on in from with without by and or not is if for as at than each where while otherwise plus among be has
""")
)
ARTICLES = frozenset({"a", "an", "the", "my", "your", "their", "this", "that"})
# These say nothing: any value goes on with a sign, any name would do, and some words may always follow.
UNTRIED = SILENT | {"NAME", "NUMBER", "TEXT", "_NEWLINE", "PLUS", "MINUS", "STAR", "SLASH", "COUNTERCLOCKWISE"}
# Where a misplaced line belongs.
HOMES = {
    **dict.fromkeys(("PLAYERS", "NOTE", "ABOUT", "MINUTES", "DIFFICULTY"), Phrase("it-belongs-below-game")),
    **dict.fromkeys(("GIVEN", "WHEN", "CHANCE", "THEN", "SEAT"), Phrase("it-belongs-below-an-example")),
    "COPIES": Phrase("it-belongs-below-a-card"),
    "REPLACE": Phrase("it-belongs-below-a-variant"),
    "DIRECTIONS": Phrase("it-belongs-below-a-line"),
    "NEEDS": Phrase("it-belongs-below-a-card-or-at"),
    "TEXT_WORD": Phrase("it-belongs-below-what-it-is-about"),
}
RULE = ("TO", "NAME", "COLON", "_NEWLINE", "_INDENT")
"""The beginning of a rule; the next terminals begin statements, except those that usually begin a declaration."""
USUALLY_DECLARES = frozenset({"GAME"})
STATEMENT_HOMES = {
    "": Phrase("put-it-into-a-rule-such-as"),
    "variant": Phrase("put-it-into-a-rule-such-as-replace"),
    "example": Phrase("put-it-below-given-or-when-seat"),
    "card": Phrase("put-it-below-perform-indented-by-four"),
    "menu": Phrase("put-it-below-an-option-indented-by"),
    **dict.fromkeys(("game", "has", "line", "map", "values"), Phrase("it-belongs-into-a-rule-such-as")),
}
# The words that may follow `remove` in a variant.
REMOVED = ["to", "card", "define", "option", "pieces", "example"]
SET_GOES_ON = frozenset({"ON", "IN", "WHERE", "WITHOUT", "ADDED"})
HEADER_WORDS = ("if", "otherwise", "for", "while", "repeat", "together", "choose")
COMMON_BEGINNINGS = ("option", "pieces", "card", "to", "choose", "move", "if", "text", "needs", "perform")
MOST_WORDS_LISTED = 4
LONGEST_SHOWN = 30
# Trying takes time, and a line of hundreds of words is not worth it.
LONGEST_LINE_TRIED = 60
MOST_WORDS_BEFORE = 8

BLOCKS = {
    "GAME": "game",
    "CARD": "card",
    "EXAMPLE": "example",
    "EACH": "has",
    "THE": "has",
    "VARIANT": "variant",
    "LINE": "line",
    "MAP": "map",
    "CARDS": "cards",
    "VALUES": "values",
    "DIE": "values",
    "MAY": "menu",
    "CHOOSE": "menu",
    "IN": "patch",
}
BLOCK_NAMES = {
    "": Phrase("at-the-left-edge"),
    "game": Phrase("in-the-description-of-the-game"),
    "card": Phrase("on-a-card"),
    "example": Phrase("in-an-example"),
    "has": Phrase("in-a-list-of-fields"),
    "variant": Phrase("in-a-variant"),
    "line": Phrase("among-the-spaces-of-a-line"),
    "map": Phrase("among-the-spaces-of-a-map"),
    "values": Phrase("in-a-list-of-values"),
    "cards": Phrase("in-a-table-of-cards"),
    "menu": Phrase("among-the-options-of-a-choice"),
    "rule": Phrase("among-the-steps-of-a-rule"),
    "patch": Phrase("among-the-lines-that-change"),
}
STARTING_WORDS = {
    **LINE_WORDS,
    **{word: INNER_WORDS[word] for word in ("if", "otherwise", "for", "while", "set", "to", "seat", "each")},
    "count": "COUNT_WORD",
}


def terminals_in_words(accepted: set[str]) -> WordList | None:
    """Return terminals in words, or None when there are too many to say anything."""
    rest = accepted - SILENT
    parts: list[Phrase | str] = []
    if rest >= VALUE:
        parts.append(Phrase("a-value-such-as-a-name-or"))
        rest -= VALUE_STARTS
    elif {"NAME", "LPAR"} <= rest:
        parts.append(Phrase("a-value-such-as-a-name"))
        rest -= VALUE_STARTS
    if rest - VALUE_GOES_ON:
        rest -= VALUE_GOES_ON
    parts += [DESCRIBED[kind] for kind in ("NAME", "NUMBER", "TEXT", "_NEWLINE") if kind in rest]
    words = sorted(f"`{WRITTEN[kind]}`" for kind in rest if kind not in DESCRIBED)
    if len(parts) + len(words) <= MOST_WORDS_LISTED:
        parts += words
    return WordList(tuple(parts)) if parts else None

"""The words that messages have for what the grammar calls by names of its own."""

from __future__ import annotations

from rulewright.dsl.vocabulary import (
    FOLLOWING_WORDS,
    INNER_WORDS,
    LEADING_WORDS,
    LINE_WORDS,
    SEAT_WORDS,
    SECOND_WORDS,
    SIGNS,
    WORDS_BEFORE_A_TEXT,
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
DESCRIBED = {"NAME": "a name", "NUMBER": "a number", "TEXT": 'a text between `"` and `"`', "_NEWLINE": "the end of the line"}
# Where all of these fit, a value is meant, and nobody wants to read what it may begin with.
VALUE = frozenset({"NAME", "NUMBER", "NOTHING", "LPAR"})
# Where only the first of them fits, something is meant that has no sums in it.
VALUE_STARTS = VALUE | {
    "IT",
    "YES",
    "NO",
    "TEXT",
    "SEAT",
    "MINUS",
    "ANY",
    "COUNT",
    "FIRST",
    "LAST",
    "ITEM",
    "SUM",
    "HIGHEST",
    "LOWEST",
    "LONGEST",
    "ALL",
    "CAN",
    "NOT",
}
# With these a value goes on.
VALUE_GOES_ON = frozenset(
    {
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "MOD",
        "ON",
        "IN",
        "WHERE",
        "AS",
        "WITH",
        "FROM",
        "COUNTERCLOCKWISE",
        "WITHOUT",
        "ADDED",
        "AND",
        "OR",
        "IS",
        "IF",
        "OF",
        "TO",
        "OTHERWISE",
    }
)
ELSEWHERE = {"else": "otherwise", "elif": "otherwise if", "elseif": "otherwise if", "print": "say", "return": "give"}
"""How lines begin in other languages, and here."""
# Nothing can be told from these: the machine puts them in itself.
SILENT = frozenset({"BROKEN", "_INDENT", "_DEDENT", "$END"})
# Words that join two parts of a line.
JOINING = frozenset(
    {
        "of",
        "to",
        "on",
        "in",
        "from",
        "with",
        "without",
        "by",
        "and",
        "or",
        "not",
        "is",
        "if",
        "for",
        "as",
        "at",
        "than",
        "each",
        "where",
        "while",
        "otherwise",
        "plus",
        "among",
        "be",
        "has",
    }
)
ARTICLES = frozenset({"a", "an", "the", "my", "your", "their", "this", "that"})
# Nothing can be told from these: any value goes on with a sign, any name would do, and some words may always follow.
UNTRIED = SILENT | {"NAME", "NUMBER", "TEXT", "_NEWLINE", "PLUS", "MINUS", "STAR", "SLASH", "COUNTERCLOCKWISE"}
# Where a line belongs that stands elsewhere.
HOMES = {
    **dict.fromkeys(("PLAYERS", "NOTE"), "it belongs below `game`"),
    **dict.fromkeys(("GIVEN", "WHEN", "CHANCE", "THEN", "SEAT"), "it belongs below an `example`"),
    **dict.fromkeys(("COPIES", "TEXT_WORD"), "it belongs below a `card`"),
    "REPLACE": "it belongs below a `variant`",
    "DIRECTIONS": "it belongs below a `line`",
    "NEEDS": "it belongs below a `card`, or at the beginning of a rule",
}
RULE = ("TO", "NAME", "COLON", "_NEWLINE", "_INDENT")
"""How a rule begins; what fits then begins a statement, but for what usually begins a declaration."""
USUALLY_DECLARES = frozenset({"GAME"})
STATEMENT_HOMES = {
    "": "put it into a rule, such as `to play:`, indented by four spaces",
    "variant": "put it into a rule, such as `replace to play:`, indented by four more spaces",
    "example": "put it below `given:` or `when seat 1:`, indented by four more spaces",
    "card": "put it below `perform:`, indented by four more spaces",
    "menu": "put it below an option, indented by four more spaces",
    **dict.fromkeys(("game", "has", "line", "map", "values"), "it belongs into a rule, such as `to play:`"),
}
# What may stand behind `remove` in a variant.
REMOVED = ["to", "card", "define", "option", "pieces", "example"]
SET_GOES_ON = frozenset({"ON", "IN", "WHERE", "WITHOUT", "ADDED"})
HEADER_WORDS = ("if", "otherwise", "for", "while", "repeat", "together", "choose")
COMMON_BEGINNINGS = ("option", "pieces", "card", "to", "choose", "move", "if", "text", "needs", "perform")
MOST_WORDS_LISTED = 4
LONGEST_SHOWN = 30
# Trying is work: a line of hundreds of words is not worth it.
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
    "": "at the left edge",
    "game": "in the description of the game",
    "card": "on a card",
    "example": "in an example",
    "has": "in a list of fields",
    "variant": "in a variant",
    "line": "among the spaces of a line",
    "map": "among the spaces of a map",
    "values": "in a list of values",
    "cards": "in a table of cards",
    "menu": "among the options of a choice",
    "rule": "among the steps of a rule",
    "patch": "among the lines that change",
}
STARTING_WORDS = {
    **LINE_WORDS,
    **{word: INNER_WORDS[word] for word in ("if", "otherwise", "for", "while", "set", "to", "seat", "each")},
    "count": "COUNT_WORD",
}


def quoted(words: list[str]) -> str:
    """`a`, `b` or `c`."""
    return listed([f"`{word}`" for word in words])


def listed(parts: list[str]) -> str:
    """One, two or three."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def described(accepted: set[str]) -> str:
    """Some terminals in words, or nothing when there are too many to tell anything."""
    rest = accepted - SILENT
    parts: list[str] = []
    if rest >= VALUE:
        parts.append("a value, such as a name or a number")
        rest -= VALUE_STARTS
    elif {"NAME", "LPAR"} <= rest:
        parts.append("a value, such as a name")
        rest -= VALUE_STARTS
    if rest - VALUE_GOES_ON:
        rest -= VALUE_GOES_ON
    parts += [DESCRIBED[kind] for kind in ("NAME", "NUMBER", "TEXT", "_NEWLINE") if kind in rest]
    words = sorted(f"`{WRITTEN[kind]}`" for kind in rest if kind not in DESCRIBED)
    if len(parts) + len(words) <= MOST_WORDS_LISTED:
        parts += words
    return listed(parts) if parts else ""

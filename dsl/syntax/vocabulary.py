"""The words of the language, with the places where they are keywords: the terminals of a line's words and signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.dsl.constructs.actions import ACTIONS


def words_of(text: str) -> list[str]:
    return text.split()


# Words that are keywords only at the beginning of a line, and free as names elsewhere.
LINE_WORDS: dict[str, str] = {
    word: word.upper()
    for word in words_of("""
        game option values die line grid map place pieces cards card the define before after instead forbid change
        variant replace remove example ruling looks players note about minutes difficulty directions copies needs perform given
        when chance then
        choose may move draw roll let add take together repeat say tell show stop give extend shorten
    """)
}
LINE_WORDS |= {"text": "TEXT_WORD"} | {word: word.upper() for word in ACTIONS}
# Words that are keywords everywhere.
INNER_WORDS = {
    word: word.upper()
    for word in words_of("""
        each has to if otherwise for set while and or not is on in of at least most more less than mod where with fewest
        from counterclockwise without any no count first last item sum highest lowest longest through among
        all can it nothing yes seat as long up random ordered by asking under be until times winners gives giving seen
        down openly
    """)
} | {"plus": "ADDED"}
# Words that are keywords after a certain word.
FOLLOWING_WORDS = {
    ("THE", "table"): "TABLE",
    ("MAY", "choose"): "CHOOSE",
    ("ANY", "number"): "NUMBER_WORD",
    ("AS", "words"): "WORDS",
    ("LONGEST", "line"): "LINE",
    ("TAKE_WORD", "turns"): "TURNS",
    ("PLAYER_WORD", "goes"): "GOES",
    ("STOP", "repeating"): "REPEATING",
    ("GAME", "over"): "OVER",
    ("GAME", "goes"): "GOES",
    ("THEN", "game"): "GAME",
    ("THEN", "nobody"): "NOBODY",
    ("THEN", "option"): "OPTION",
    ("NOBODY", "chooses"): "CHOOSES",
    ("WINNERS", "nobody"): "NOBODY",
    ("BEFORE", "perform"): "PERFORM",
    ("AFTER", "perform"): "PERFORM",
    ("OF", "perform"): "PERFORM",
    ("FORBID", "perform"): "PERFORM",
    ("CHANCE", "shows"): "SHOWS",
    ("SUCH", "that"): "THAT",
}
# Words that are keywords as the second of a line, after a certain first one.
SECOND_WORDS = {("AS", "usual"): "USUAL", ("SAY", "heading"): "HEADING"}
# Words that are keywords before a certain word, unless a line begins with them as another keyword.
LEADING_WORDS = {
    ("such", "that"): "SUCH",
    ("take", "turns"): "TAKE_WORD",
    ("player", "goes"): "PLAYER_WORD",
    ("after", "("): "AFTER_WORD",
}
# Words that are keywords in a choice, before a text.
WORDS_BEFORE_A_TEXT = {"showing": "SHOWING"}
# The actions of a seat in an example, on a line that begins with `seat` or `then`.
SEAT_WORDS = {
    "picks": "PICKS",
    "cannot": "CANNOT",
    "pick": "PICK",
    "chooses": "CHOOSES",
    "choice": "CHOICE",
    "choices": "CHOICES",
    "sees": "SEES",
    "see": "SEE",
    "reads": "READS",
    "read": "READ",
    "does": "DOES",
    "gave": "GAVE",
}
RESERVED = frozenset(INNER_WORDS) | frozenset(LINE_WORDS)

# `or` between two texts is a word: the question, or the label for passing.
LANGUAGE = re.compile(r"(?!or$)[a-z]{2,3}")
SIGNS = {":": "COLON", ",": "COMMA", "(": "LPAR", ")": "RPAR", "=": "EQUAL", "+": "PLUS", "*": "STAR", "/": "SLASH", "-": "MINUS"}
# Signs that programmers type. The grammar has none of them, and a message says what to write instead.
COMPARISONS = {
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    "<": "is less than",
    ">": "is more than",
    "<=": "is at most",
    "=<": "is at most",
    "≤": "is at most",
    ">=": "is at least",
    "=>": "is at least",
    "≥": "is at least",
}
DIGITS = frozenset("0123456789")
LEADING = frozenset(word for word, _ in LEADING_WORDS)


def kinds_of(texts: Sequence[str]) -> list[str]:
    """Return the terminals of the words, numbers, texts and signs of one line."""
    kinds: list[str] = []
    previous = first = ""
    for place, text in enumerate(texts):
        kind = SIGNS.get(text)
        if kind is None:
            if text[0] in DIGITS:
                kind = "NUMBER"
            elif text[0] == '"':
                kind = "TEXT"
            elif text in COMPARISONS:
                kind = "COMPARISON"
            elif text in LEADING and (text, *texts[place + 1 : place + 2]) in LEADING_WORDS and (place or text not in LINE_WORDS):
                kind = LEADING_WORDS[text, texts[place + 1]]
            else:
                starts = place == 0 or (
                    place == 1
                    and (previous in ("REPLACE", "WITH", "IN") or (previous == "REMOVE" and _names_a_declaration(texts)))
                )
                kind = WORDS_BEFORE_A_TEXT.get(text, "") if first in ("CHOOSE", "MAY") else ""
                if not kind or not (texts[place + 1 : place + 2] and texts[place + 1][0] == '"'):
                    kind = keyword(text, previous, first, starts=starts)
        if kind == "TEXT" and place > 1 and kinds[place - 2] == "TEXT" and LANGUAGE.fullmatch(texts[place - 1]):
            # This is the name of a language, even if it looks like a word: `it`, `no`, `is`.
            kinds[place - 1] = "NAME"
        kinds.append(kind)
        previous = kind
        first = first or kind
    return kinds


def keyword(word: str, previous: str, first: str, *, starts: bool) -> str:
    """Return the terminal of a word: a keyword at this place, or a name."""
    if starts:
        if word in LINE_WORDS:
            return LINE_WORDS[word]
        if word == "count":
            return "COUNT_WORD"
    elif first == previous and (first, word) in SECOND_WORDS:
        return SECOND_WORDS[first, word]
    elif (previous, word) in FOLLOWING_WORDS:
        return FOLLOWING_WORDS[previous, word]
    elif first in ("SEAT", "THEN") and word in SEAT_WORDS:
        return SEAT_WORDS[word]
    return INNER_WORDS.get(word, "NAME")


def _names_a_declaration(texts: Sequence[str]) -> bool:
    """Return whether this is `remove card charge`, rather than `remove card on deck` with a thing called card."""
    return len(texts) > 2 and ((texts[2] not in INNER_WORDS and texts[2] not in SIGNS) or texts[1:3] == ["instead", "of"])

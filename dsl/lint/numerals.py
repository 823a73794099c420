"""Find the numbers in a text, in digits and in words of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulewright.dsl.messages.speech import COMMON

WORD = re.compile(r"\{[^{}]*\}|\d+|[^\W\d_]+(?:-[^\W\d_]+)*")


def numbers_in(text: str, language: str) -> Iterator[tuple[int, int, int]]:
    """Yield the numbers from 2 on in a text, each with its beginning and end."""
    before = ""
    known, no_number_after = _words(language)
    for match in WORD.finditer(text):
        word, last = match.group().lower(), before
        before = word
        if last in no_number_after:
            continue
        number = int(word) if word.isdigit() and len(word) < 10 else _number(word, known)
        if number is not None and number >= 2:
            yield number, match.start(), match.end()


@cache
def _words(language: str) -> tuple[dict[str, int], frozenset[str]]:
    """Return the words for numbers in a language, and those after which a number is none: `tous deux` is both."""
    own = COMMON.own(language)
    numbers = (entry.split() for entry in own.get("numbers", "").split(",") if entry)
    return {word: int(number) for number, *words in numbers for word in words}, frozenset(own.get("no-number-after", "").split())


def _number(word: str, known: dict[str, int]) -> int | None:
    if word in known:
        return known[word]
    tens, _, ones = word.partition("-")
    return known[tens] + known[ones] if known.get(tens, 0) >= 20 and known.get(ones, 100) < 10 else None

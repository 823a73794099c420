"""Find the numbers in a text, in digits and in words of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator

WORD = re.compile(r"\{[^{}]*\}|\d+|[^\W\d_]+(?:-[^\W\d_]+)*")
ENGLISH = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
FRENCH = "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety hundred",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
}
BOTH = {"en": ("the",), "fr": ("les", "tous", "toutes")}
"""Words after which a number means none: `tous deux` is both."""
OTHERS = {"en": {"twice": 2, "thrice": 3, "dozen": 12}, "fr": {"double": 2, "triple": 3, "douzaine": 12}}
RUSSIAN = {
    2: r"дв(?:а|е|ух|ум|умя)", 3: r"тр(?:и|[её]х|[её]м|емя)", 4: r"четыр(?:е|[её]х|[её]м|ьмя)", 5: r"пят(?:ь|и|ью)",
    6: r"шест(?:ь|и|ью)", 7: r"сем(?:ь|и|ью)", 8: r"вос(?:емь|ьми|емью)", 9: r"девят(?:ь|и|ью)", 10: r"десят(?:ь|и|ью)",
}  # fmt: skip


def _words() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for language, ones in (("en", ENGLISH), ("fr", FRENCH)):
        known = {word: number for number, word in enumerate(ones.split(), 2)}
        known |= {word: number for number, word in zip(range(20, 101, 10), TENS[language].split(), strict=True)}
        found[language] = known | OTHERS[language]
    return found


WORDS = _words()
INFLECTED = [(re.compile(ending), number) for number, ending in RUSSIAN.items()]


def numbers_in(text: str, language: str) -> Iterator[tuple[int, int, int]]:
    """Yield the numbers from 2 on in a text, each with its beginning and end."""
    before = ""
    for match in WORD.finditer(text):
        word, last = match.group().lower(), before
        before = word
        if last in BOTH.get(language, ()):
            continue
        number = int(word) if word.isdigit() and len(word) < 10 else _number(word, language)
        if number is not None and number >= 2:
            yield number, match.start(), match.end()


def _number(word: str, language: str) -> int | None:
    if language == "ru":
        return next((number for ending, number in INFLECTED if ending.fullmatch(word)), None)
    known = WORDS.get(language, {})
    if word in known:
        return known[word]
    tens, _, ones = word.partition("-")
    return known[tens] + known[ones] if known.get(tens, 0) >= 20 and known.get(ones, 100) < 10 else None

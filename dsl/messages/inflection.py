"""Put words together: choose the forms that go with numbers, and words that change before others. A language names its rules.

The file of a language in `dsl/phrases` says which rules it has; here they are named after their effect.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from string import Formatter


def _few(count: int) -> int:
    """Return the form for one, 21, 101 строка; two, 34 строки; or none, five, eleven, 112 строк."""
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


PLURALS: dict[str, tuple[int, Callable[[int], int]]] = {
    "one-other": (2, lambda count: int(count != 1)),
    "below-two-other": (2, lambda count: int(count > 1)),
    "one-few-many": (3, _few),
}
"""How many forms a counted word has, and which goes with a whole number from 0 on."""

GOES_ON = re.compile(r"[^\W_]|['’-]\w")
"""Matches where a word goes on: a `Ship's rat` is no ship."""
_JOINING = re.compile(r"(?<!\w)(de|du|à|au|le|la|votre|que|jusque|lorsque|puisque|si) \Z", re.IGNORECASE)
_ELIDED = {"du": "de l'", "au": "à l'"}
_WITH_ARTICLE = {("de", "le"): "du ", ("de", "les"): "des ", ("à", "le"): "au ", ("à", "les"): "aux ", ("votre", "le"): "votre "}
_ARTICLE = re.compile(r"(les?) (?=\S)", re.IGNORECASE)
# Without its accents. An H may be of either kind; a letter alone, or before a number, is spelled.
_VOWEL = re.compile(r"(?!(?:onze|onzième|oui)\b)(?:[aeiouœæ]|y[^\W\daeiouy])[^\W\d_]", re.IGNORECASE)
_HE = re.compile(r"ils?\b")
"""The only word before which `si` is cut short."""


def _elided(pieces: Iterable[str]) -> str:
    """Join `de` and `Ann` to `d'Ann`, and `de` and `Le Roi` to `du Roi`."""
    text = list(pieces)
    for place in range(1, len(text)):
        if joining := _JOINING.search(text[place - 1]):
            before, after = _met(joining[1], text[place])
            text[place - 1 : place + 1] = text[place - 1][: joining.start()] + before, after
    return "".join(text)


PLAIN: Callable[[Iterable[str]], str] = "".join
JOININGS: dict[str, Callable[[Iterable[str]], str]] = {"plain": PLAIN, "elision": _elided}
"""How words change when they meet."""


def _met(word: str, name: str) -> tuple[str, str]:
    """Return a word and the name after it, where vowels must not meet."""
    low = word.lower()
    article = _ARTICLE.match(name)
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    if article and (contracted := _WITH_ARTICLE.get((low, article[1].lower()))):
        name = name[article.end() :]
    elif low in ("à", "votre") or not (_HE if low == "si" else _VOWEL).match(plain):
        contracted = f"{low} "
    else:
        contracted = _ELIDED.get(low) or f"{low[:-1]}'"
    return (contracted if word == low else contracted[:1].upper() + contracted[1:]), name


@cache
def pieces(text: str) -> tuple[tuple[str, int | str | None, tuple[str, ...]], ...]:
    """Return a phrase as words, each with the place or name of the part after them, and the forms that replace it."""
    return tuple(
        (words, int(place) if place and place.isdecimal() else place, tuple(forms.split("|")) if forms else ())
        for words, place, forms, _ in Formatter().parse(text)
    )

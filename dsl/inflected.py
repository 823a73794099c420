"""Pieces of a sentence come in; a sentence goes out: its words in the forms that its numbers ask for, its French as one says it.

In a phrase, `{0}` is what stands there, and `{0:line|lines}` is the form that goes with it, one for each that the language has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter

from rulewright.dsl.checked_things import FORMS


def _russian(count: int) -> int:
    """One, 21, 101 строка; two, 34 строки; none, five, eleven, 112 строк."""
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


CHOSEN: dict[str, Callable[[int], int]] = {
    "en": lambda count: int(count != 1),
    "fr": lambda count: int(count > 1),
    "ru": _russian,
}
"""Which of the forms that a language has for what is counted goes with a whole number from 0 on."""


def counted(forms: Mapping[str, Sequence[str]], language: str, name: str, count: int) -> str:
    """`3 Tents of Ann`, where the name begins with a title of which there are forms; else `Tent of Ann x3`."""
    if count == 1:
        return name
    form = form_of(forms, language, name, count)
    return f"{name} x{count}" if form is None else f"{count} {form}"


def form_of(forms: Mapping[str, Sequence[str]], language: str, name: str, count: int) -> str | None:
    """A name in the form that goes with a number, if it begins with a title of which there are forms."""
    for one, others in forms.items():
        if name.startswith(one) and not GOES_ON.match(name, len(one)):
            # What is not translated is counted as in English.
            spoken = language if FORMS.get(language) == len(others) else "en"
            return others[CHOSEN[spoken](count)] + name[len(one) :]
    return None


GOES_ON = re.compile(r"[^\W_]|['’-]\w")
"""By which one sees that a word goes on: a `Ship's rat` is no ship."""
_JOINING = re.compile(r"(?<!\w)(de|du|à|au|le|la|que|jusque|lorsque|puisque) \Z", re.IGNORECASE)
_ELIDED = {"du": "de l'", "au": "à l'"}
_WITH_ARTICLE = {("de", "le"): "du ", ("de", "les"): "des ", ("à", "le"): "au ", ("à", "les"): "aux "}
_ARTICLE = re.compile(r"(les?) (?=\S)", re.IGNORECASE)
# Without its accents. An H may be of either kind; a letter that stands alone, or before a number, is spelled.
_VOWEL = re.compile(r"(?!(?:onze|onzième|oui)\b)(?:[aeiouœæ]|y[^\W\daeiouy])[^\W\d_]", re.IGNORECASE)


def filled(language: str, text: str, *parts: object) -> str:
    """A phrase with its parts; its own words are of that language."""
    pieces: list[str] = []
    for words, place, forms in _pieces(text):
        pieces.append(words)
        if place is not None:
            part = parts[place]
            pieces.append(forms[CHOSEN[language](int(str(part)))] if forms else str(part))
    return joined(language, pieces)


def joined(language: str, pieces: Iterable[str]) -> str:
    """Words, and names among them, as one says them: in French `de`, `Ann` is `d'Ann`, and `de`, `Le Roi` is `du Roi`."""
    if language != "fr":
        return "".join(pieces)
    text = list(pieces)
    for place in range(1, len(text)):
        if joining := _JOINING.search(text[place - 1]):
            before, after = _met(joining[1], text[place])
            text[place - 1 : place + 1] = text[place - 1][: joining.start()] + before, after
    return "".join(text)


def _met(word: str, name: str) -> tuple[str, str]:
    """What becomes of a French word and of the name that follows it."""
    low = word.lower()
    article = _ARTICLE.match(name)
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    if article and (contracted := _WITH_ARTICLE.get((low, article[1].lower()))):
        name = name[article.end() :]
    elif low == "à" or not _VOWEL.match(plain):
        contracted = f"{low} "
    else:
        contracted = _ELIDED.get(low) or f"{low[:-1]}'"
    return (contracted if word == low else contracted[:1].upper() + contracted[1:]), name


@cache
def _pieces(text: str) -> tuple[tuple[str, int | None, tuple[str, ...]], ...]:
    """A phrase as words, each with the place of the part that follows them, and the forms that are said in its stead."""
    return tuple(
        (words, None if place is None else int(place), tuple(forms.split("|")) if forms else ())
        for words, place, forms, _ in Formatter().parse(text)
    )

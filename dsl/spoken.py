"""Messages in the reader's language: one catalogue, `spoken.txt`, with each of them in English, French and Russian.

A check writes its message in English, where one can see what it says; here it is told apart again into the words of the
catalogue and what was put between them. What the catalogue does not have stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from attrs import evolve, frozen

from rulewright.dsl.diagnostic import Diagnostic, Related

LANGUAGES = ("en", "fr", "ru")
JOINING = {"fr": {"or": "ou", "and": "et"}, "ru": {"or": "или", "and": "и"}}
HOLE = re.compile(r"\{(list|phrase|\d*)\}")
QUOTED = r"`[^`]*`|\d+"
# A phrase stands inside of others, and is not one itself.
LONGEST_PHRASE = 60


@frozen
class Entry:
    """One sentence or phrase, and how it is told apart."""

    pattern: re.Pattern[str]
    holes: tuple[str, ...]
    others: dict[str, str]


def entry(lines: list[str]) -> Entry:
    """What three lines of the catalogue say."""
    pieces = HOLE.split(lines[0])
    holes = pieces[1::2]
    ways = {"list": "(.+?)", "phrase": f"(.{{1,{LONGEST_PHRASE}}}?)"}
    parts = [re.escape(piece) if place % 2 == 0 else ways.get(piece, f"({QUOTED})") for place, piece in enumerate(pieces)]
    return Entry(re.compile("".join(parts)), tuple(holes), dict(zip(LANGUAGES[1:], lines[1:], strict=True)))


def blocks() -> Iterator[list[str]]:
    """The catalogue: the three lines of each block without remarks."""
    text = resources.files("rulewright.dsl").joinpath("spoken.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n{2,}", text):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            yield lines


@cache
def entries() -> tuple[tuple[Entry, ...], dict[str, Entry]]:
    """The sentences with something between their words, those with less of it first; and by their words, the others."""
    made = [(lines[0], entry(lines)) for lines in blocks()]
    # What says more in its own words knows better what stands between them.
    open_ones = sorted((one for _, one in made if one.holes), key=lambda one: -len(one.pattern.pattern))
    return tuple(open_ones), {words: one for words, one in made if not one.holes}


def said(text: str, language: str) -> str | None:
    """Some words in a language, or None if the catalogue does not have them."""
    if not text or language == LANGUAGES[0]:
        return text
    open_ones, fixed = entries()
    if text in fixed:
        return fixed[text].others[language]
    for one in open_ones:
        found = one.pattern.fullmatch(text)
        if found is not None:
            filled = [_filled(kind, held, language) for kind, held in zip(one.holes, found.groups(), strict=True)]
            if None not in filled:
                return _put(one.others[language], [held or "" for held in filled])
    return None


def _filled(kind: str, held: str, language: str) -> str | None:
    """What stands between the words, in a language."""
    if not kind:
        return held
    whole = held if re.fullmatch(QUOTED, held) else said(held, language)
    if whole is not None or kind == "phrase":
        return whole
    word = "or" if " or " in held else "and"
    *before, last = _items(held, word)
    items = [_filled("phrase", item, language) for item in (*before, last)]
    known = [item for item in items if item is not None]
    return f"{', '.join(known[:-1])} {JOINING[language][word]} {known[-1]}" if len(known) == len(items) > 1 else None


def _items(held: str, word: str) -> list[str]:
    """The parts of a list; a phrase with a comma or such a word in it is one of them."""
    whole = max((words for words in entries()[1] if held.startswith(words)), key=len, default="")
    rest = re.split(rf" {word} |, ", held[len(whole) :])
    return [item for item in (whole, *rest) if item]


def _put(words: str, held: list[str]) -> str:
    """The words with what belongs between them, in this order or as they number it."""
    rest = iter(held)
    return HOLE.sub(lambda hole: held[int(hole[1]) - 1] if hole[1].isdigit() else next(rest), words)


def spoken(diagnostic: Diagnostic, language: str) -> Diagnostic:
    """A message in a language; a part that the catalogue does not have stays as it is."""

    def told(text: str) -> str:
        return said(text, language) or text

    related = tuple(Related(one.span, told(one.label)) for one in diagnostic.related)
    return evolve(
        diagnostic, message=told(diagnostic.message), label=told(diagnostic.label), help=told(diagnostic.help), related=related
    )

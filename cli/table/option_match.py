"""Find the options that typed text may mean: by their words, places (`e3-d4`, `Nf3`), initials (`qs`) or last words.

The ways are tried one after the other, from the most exact one on, and the first that finds anything decides. Case and accents
do not matter, unless options differ in nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

Form = TypeVar("Form")

_CODE = re.compile(r"[^\W\d_]{1,2}[0-9]{1,2}")
_BETWEEN = re.compile(r"(?:\s|[-,:>]|to\b|x(?=[^\W\d_]{1,2}[0-9]))+")
_NOTATION = re.compile(r"([^\W_]*?)[-x:]?([^\W\d_][0-9]{1,2})[+#!?]*")
"""A move as people write it: what moves, perhaps where it is, and where it goes."""
_START = re.compile(r"[^\W\d_]?[0-9]{0,2}")
_WORD = re.compile(r"\w+", re.UNICODE)
_PARTS = re.compile(r"[0-9]+|[^\W\d_]")
_LITTLE = 2
"""Lower-case words up to this length (`of`, `de`) do not count in initials."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "ʼ": "'"})


def normalized(text: str) -> str:
    """Normalize a text: letter case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def plain_letters(text: str) -> str:
    """Normalize a text, and leave out its accents."""
    apart = unicodedata.normalize("NFD", normalized(text).translate(_LIGATURES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def is_number(label: str) -> bool:
    return label.removeprefix("-").isdecimal()


def place_codes(text: str) -> tuple[str, ...]:
    """Return the names of places in a text, such as `e3`."""
    return tuple(word for word in _WORD.findall(normalized(text)) if _CODE.fullmatch(word))


def typed_codes(typed: str) -> tuple[str, ...]:
    """Return the places in typed text if there is nothing else: `e3 d4`, `e3-d4`, `e3d4`."""
    text = normalized(typed)
    found = tuple(_CODE.findall(text))
    return found if found and not _BETWEEN.sub("", _CODE.sub("", text)) else ()


def initials(label: str) -> tuple[str, ...]:
    """Return the initials of a label, with numbers whole: `9`, `c` for `9 of Clubs`."""
    words = _WORD.findall(unicodedata.normalize("NFC", label))
    telling = [word for word in words if word[0].isdigit() or word[0].isupper() or len(word) > _LITTLE]
    return tuple(word if word[0].isdigit() else plain_letters(word)[:1] for word in telling)


class OptionMatcher:
    """The labels of some options in several forms, each made when it is first needed."""

    def __init__(self, labels: Sequence[str], moved: Callable[[], Sequence[Sequence[str]]] | None = None) -> None:
        """Match labels; `moved` returns for each option the titles and letters of the pieces that it moves."""
        self.labels = labels
        self.names = list(map(normalized, labels))
        self.moved = moved

    @cached_property
    def plain(self) -> list[str]:
        """The labels without accents."""
        return list(map(plain_letters, self.labels))

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each option, with those for the pieces that it moves first."""
        return [
            [*(word for title in titles for word in _WORD.findall(title)), *_WORD.findall(name)]
            for name, titles in zip(self.plain, self.movers, strict=True)
        ]

    @cached_property
    def movers(self) -> list[list[str]]:
        """The titles and letters of the pieces that each option moves."""
        moved = [()] * len(self.labels) if self.moved is None else self.moved()
        return [list(map(plain_letters, titles)) for titles in moved]

    @cached_property
    def codes(self) -> list[tuple[str, ...]]:
        """The places in each label."""
        return list(map(place_codes, self.labels))

    @cached_property
    def letters(self) -> list[tuple[str, ...]]:
        """The initials of each label."""
        return list(map(initials, self.labels))

    def exactly(self, typed: str) -> list[int]:
        """Return the options with this label."""
        wanted, plain = normalized(typed), plain_letters(typed)
        return self.where(self.names, wanted.__eq__) or self.where(self.plain, plain.__eq__)

    def starting(self, typed: str) -> list[int]:
        """Return the options whose labels begin like this; a number is never the beginning of a longer one."""
        wanted, plain = normalized(typed), plain_letters(typed)
        found = self.where(self.names, lambda name: name.startswith(wanted) and not is_number(name))
        return found or self.where(self.plain, lambda name: name.startswith(plain) and not is_number(name))

    def by_places(self, typed: str) -> list[int]:
        """Return the options that name exactly these places."""
        wanted = typed_codes(typed)
        return self.where(self.codes, wanted.__eq__) if wanted else []

    def by_notation(self, typed: str) -> list[int]:
        """Return the options that move such a piece there: `Nf3`, `Nbd2`, `exd5`, `e4`."""
        found = _NOTATION.fullmatch("".join(plain_letters(typed).split()))
        if found is None:
            return []
        before, goal = found.groups()
        ways = [(before[:cut], before[cut:]) for cut in range(len(before), -1, -1) if _START.fullmatch(before[cut:])]
        if typed[:1].isupper() and len(ways) > 1:
            # A capital letter is a piece and no place.
            ways = [way for way in ways if way[0]]
        return [
            place
            for place, codes in enumerate(self.codes)
            if codes[-1:] == (goal,) and any(self.moves(place, who, start) for who, start in ways)
        ]

    def moves(self, place: int, who: str, start: str) -> bool:
        """Return whether an option moves such a piece from such a place."""
        titles, codes = self.movers[place], self.codes[place][:-1]
        is_so = not who or any(title == who if len(who) == 1 else title.startswith(who) for title in titles)
        return is_so and (not start or any(start in (code, code[: len(start)], code[-len(start) :]) for code in codes))

    def by_initials(self, typed: str) -> list[int]:
        """Return the options with these initials, of all words or at least of the last two; cards also as `sq` for `qs`."""
        words = plain_letters(typed).split()
        wanted = "".join(words)
        if len(words) > 1 and not all(len(word) == 1 or word.isdigit() for word in words):
            return []
        if len(wanted) < 2 or not wanted.isalnum() or is_number(wanted):
            return []
        whole = self.where(self.letters, lambda one: len(one) > 1 and "".join(one) == wanted)
        parts = sorted(_PARTS.findall(wanted))
        return (
            whole
            or self.where(self.letters, lambda one: _ends_with(one, wanted))
            or (self.where(self.letters, lambda one: sorted(one) == parts) if len(parts) == 2 else [])
        )

    def ending(self, typed: str) -> list[int]:
        """Return the options with these whole words in order, the last of them at the end: `red 7` for `Red man on Space 7`."""
        wanted = _WORD.findall(plain_letters(typed))
        return self.where(self.words, lambda words: _in_order(wanted, words, whole=True) and words[-1] == wanted[-1])

    def containing(self, typed: str) -> list[int]:
        """Return the options with these whole words in order."""
        wanted = _WORD.findall(plain_letters(typed))
        return self.where(self.words, lambda words: _in_order(wanted, words, whole=True))

    def inside(self, typed: str) -> list[int]:
        """Return the options whose labels have words that begin like this, in order; that is too vague to play one."""
        wanted = _WORD.findall(plain_letters(typed))
        return self.where(self.words, lambda words: _in_order(wanted, words, whole=False))

    def meant(self, typed: str) -> list[int]:
        """Return the options that this may mean; a single one can be played."""
        ways = (self.exactly, self.starting, self.by_places, self.by_notation, self.by_initials, self.ending, self.containing)
        return next(filter(None, (way(typed) for way in ways)), [])

    def where(self, forms: Sequence[Form], holds: Callable[[Form], object]) -> list[int]:
        """Return the indices of the options for whose form something holds."""
        return [place for place, form in enumerate(forms) if holds(form)]


def _in_order(wanted: Sequence[str], words: Sequence[str], *, whole: bool) -> bool:
    """Return whether all words occur in order, or at least their beginnings; numbers are always whole, and never alone."""
    if not wanted or all(map(str.isdigit, wanted)):
        return False
    left = iter(words)
    return all(any(word == one if whole or one.isdigit() else word.startswith(one) for word in left) for one in wanted)


def _ends_with(parts: tuple[str, ...], wanted: str) -> bool:
    return any("".join(parts[begin:]) == wanted for begin in range(1, len(parts) - 1))

"""Find the option that typed text means: by label or beginning of it, by places (`e3-d4`), by initials (`qs`)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from attrs import define, field

_CODE = re.compile(r"[^\W\d_]{1,2}[0-9]{1,2}")
_BETWEEN = re.compile(r"(?:\s|[-,:>]|to\b|x(?=[^\W\d_]{1,2}[0-9]))+")
_WORD = re.compile(r"\w+", re.UNICODE)
_LITTLE = 2
"""Lower-case words up to this length (`of`, `de`) do not count in initials."""


def normalized(text: str) -> str:
    """Normalize a text: letter case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


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
    return tuple(word if word[0].isdigit() else word[0].casefold() for word in telling)


@define
class OptionMatcher:
    """The labels of some options in several forms, each made when it is first needed."""

    labels: Sequence[str]
    names: list[str] = field(init=False)
    """The normalized labels."""
    _codes: list[tuple[str, ...]] | None = None
    _initials: list[tuple[str, ...]] | None = None

    def __attrs_post_init__(self) -> None:
        self.names = [normalized(label) for label in self.labels]

    def exactly(self, typed: str) -> list[int]:
        return self.where(normalized(typed).__eq__)

    def starting(self, typed: str) -> list[int]:
        """Return the options whose labels begin like this; a number is never the beginning of a longer one."""
        wanted = normalized(typed)
        return self.where(lambda name: name.startswith(wanted) and not is_number(name))

    def inside(self, typed: str) -> list[int]:
        """Return the options whose labels have words that begin like this, in order: `red 7` finds `Man (Red) on Space 7`."""
        wanted = _WORD.findall(normalized(typed))
        return self.where(lambda name: wanted and not is_number(name) and _in_order(wanted, _WORD.findall(name)))

    def by_places(self, typed: str) -> list[int]:
        """Return the options that name exactly these places."""
        wanted = typed_codes(typed)
        if not wanted:
            return []
        if self._codes is None:
            self._codes = list(map(place_codes, self.labels))
        return [place for place, one in enumerate(self._codes) if one == wanted]

    def by_initials(self, typed: str) -> list[int]:
        """Return the options with these initials, of all words or at least of the last two."""
        wanted = normalized(typed)
        if len(wanted) < 2 or not wanted.isalnum() or is_number(wanted):
            return []
        if self._initials is None:
            self._initials = list(map(initials, self.labels))
        whole = [place for place, one in enumerate(self._initials) if len(one) > 1 and "".join(one) == wanted]
        return whole or [place for place, one in enumerate(self._initials) if _ends_with(one, wanted)]

    def meant(self, typed: str) -> list[int]:
        """Return the options that this may mean; a single one can be played."""
        for way in (self.exactly, self.starting, self.by_places, self.by_initials):
            if found := way(typed):
                return found
        return []

    def where(self, holds: Callable[[str], object]) -> list[int]:
        """Return the indices of the labels for which something holds."""
        return [place for place, name in enumerate(self.names) if holds(name)]


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in left) for one in wanted)


def _ends_with(parts: tuple[str, ...], wanted: str) -> bool:
    return any("".join(parts[begin:]) == wanted for begin in range(1, len(parts) - 1))

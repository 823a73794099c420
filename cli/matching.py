"""Which of some options is meant by what was typed: its name or the beginning of it, places as `e3-d4`, cards as `qs`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from attrs import define, field

_CODE = re.compile(r"[^\W\d_]{1,2}[0-9]{1,2}")
_BETWEEN = re.compile(r"(?:\s|[-,:>]|to\b|x(?=[^\W\d_]{1,2}[0-9]))+")
_WORD = re.compile(r"\w+", re.UNICODE)
_LITTLE = 2
"""Words of so few small letters (`of`, `de`) are left out of initials."""


def folded(text: str) -> str:
    """A text without what makes no difference to who types it."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def is_number(label: str) -> bool:
    """Whether it is a whole number."""
    return label.removeprefix("-").isdecimal()


def codes(text: str) -> tuple[str, ...]:
    """The names of places such as `e3` in a text, if there are any."""
    return tuple(word for word in _WORD.findall(folded(text)) if _CODE.fullmatch(word))


def typed_codes(typed: str) -> tuple[str, ...]:
    """The same, if nothing else was typed: `e3 d4`, `e3-d4`, `e3d4`."""
    text = folded(typed)
    found = tuple(_CODE.findall(text))
    return found if found and not _BETWEEN.sub("", _CODE.sub("", text)) else ()


def initials(label: str) -> tuple[str, ...]:
    """What each word of a label begins with, numbers whole: `9`, `c` of `9 of Clubs`."""
    words = _WORD.findall(unicodedata.normalize("NFC", label))
    telling = [word for word in words if word[0].isdigit() or word[0].isupper() or len(word) > _LITTLE]
    return tuple(word if word[0].isdigit() else word[0].casefold() for word in telling)


@define
class Matching:
    """The labels of some options, looked at in several ways; each is made when it is first wanted."""

    labels: Sequence[str]
    names: list[str] = field(init=False)
    """The labels as they are compared."""
    _codes: list[tuple[str, ...]] | None = None
    _initials: list[tuple[str, ...]] | None = None

    def __attrs_post_init__(self) -> None:
        self.names = [folded(label) for label in self.labels]

    def exactly(self, typed: str) -> list[int]:
        """Those that are called so."""
        return self.where(folded(typed).__eq__)

    def starting(self, typed: str) -> list[int]:
        """Those whose names begin so; a number is that number, and not the beginning of a longer one."""
        wanted = folded(typed)
        return self.where(lambda name: name.startswith(wanted) and not is_number(name))

    def inside(self, typed: str) -> list[int]:
        """Those in whose names words begin so, one after the other: `red 7` is in `Man (Red) on Space 7`."""
        wanted = _WORD.findall(folded(typed))
        return self.where(lambda name: wanted and not is_number(name) and _in_order(wanted, _WORD.findall(name)))

    def by_places(self, typed: str) -> list[int]:
        """Those that name these places, and no others."""
        wanted = typed_codes(typed)
        if not wanted:
            return []
        if self._codes is None:
            self._codes = list(map(codes, self.labels))
        return [place for place, one in enumerate(self._codes) if one == wanted]

    def by_initials(self, typed: str) -> list[int]:
        """Those whose words begin with these letters and numbers: all of the words, or at least the last two."""
        wanted = folded(typed)
        if len(wanted) < 2 or not wanted.isalnum() or is_number(wanted):
            return []
        if self._initials is None:
            self._initials = list(map(initials, self.labels))
        whole = [place for place, one in enumerate(self._initials) if len(one) > 1 and "".join(one) == wanted]
        return whole or [place for place, one in enumerate(self._initials) if _ends_with(one, wanted)]

    def meant(self, typed: str) -> list[int]:
        """Those that may be played by typing this: if it is one, it is meant."""
        for way in (self.exactly, self.starting, self.by_places, self.by_initials):
            if found := way(typed):
                return found
        return []

    def where(self, holds: Callable[[str], object]) -> list[int]:
        """The places of the names of which something holds."""
        return [place for place, name in enumerate(self.names) if holds(name)]


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in left) for one in wanted)


def _ends_with(parts: tuple[str, ...], wanted: str) -> bool:
    return any("".join(parts[begin:]) == wanted for begin in range(1, len(parts) - 1))

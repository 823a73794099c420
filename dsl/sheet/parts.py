"""What a rule sheet is made of: sections of items, each with its lines, and the numbers that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen


@frozen
class Line:
    """A sentence, what the rulebook remarks about it, the numbers beside it, and the sentences that hang on it."""

    text: str
    lines: tuple[Line, ...] = ()
    note: str = ""
    numbers: tuple[str, ...] = ()


@frozen
class Item:
    """One thing of the game: `key` is what the rulebook calls it, with the word before its name, such as `card charge`."""

    key: str
    title: str
    lead: tuple[str, ...] = ()
    """What the rulebook says about it in whole sentences: a card's text, a remark."""
    lines: tuple[Line, ...] = ()
    numbers: tuple[str, ...] = ()

    @property
    def is_short(self) -> bool:
        """Whether it is one sentence that needs no heading."""
        return len(self.lines) == 1 and not self.lead and not self.lines[0].lines and self.says_its_title

    @property
    def says_its_title(self) -> bool:
        """Whether its first sentence begins with the title, so that nobody wants to read that above it as well."""
        return bool(self.lines) and self.lines[0].text.startswith(self.title)

    def all_numbers(self) -> tuple[str, ...]:
        """All numbers beside it and beside its lines."""
        return in_order(self.numbers, *(line.numbers for line in every(self.lines)))


@frozen
class Section:
    """A part of the sheet; `key` is the same in all languages."""

    key: str
    title: str
    items: tuple[Item, ...]


@frozen
class Face:
    """A card to cut out, so many times."""

    title: str
    kind: str
    text: str
    values: tuple[str, ...]
    copies: int


@frozen
class Sheet:
    """A whole sheet."""

    name: str
    title: str
    language: str
    about: tuple[Line, ...]
    sections: tuple[Section, ...]
    faces: tuple[Face, ...] = ()
    faces_title: str = ""
    faces_note: str = ""

    def items(self) -> Iterator[Item]:
        """All items of all sections."""
        for section in self.sections:
            yield from section.items

    def numbers(self) -> set[str]:
        """All numbers that stand in its margin."""
        found = {number for line in every(self.about) for number in line.numbers}
        return found.union(*(item.all_numbers() for item in self.items()))


def every(lines: tuple[Line, ...]) -> Iterator[Line]:
    """Some lines, and all that hang on them."""
    for line in lines:
        yield line
        yield from every(line.lines)


def in_order(*parts: Iterable[str]) -> tuple[str, ...]:
    """Some numbers, each once, in the order in which people count."""
    return tuple(sorted({one for part in parts for one in part}, key=_counted))


def _counted(number: str) -> tuple[str, int, str]:
    letters = number.rstrip("0123456789")
    digits = number[len(letters) :]
    return letters, int(digits) if digits else 0, number

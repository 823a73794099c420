"""The parts of a rule sheet: sections of items, their lines, and the numbers beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen


@frozen
class SheetLine:
    """A sentence, with a remark from the rulebook, its numbers, and sub-sentences."""

    text: str
    lines: tuple[SheetLine, ...] = ()
    note: str = ""
    numbers: tuple[str, ...] = ()
    key: str = ""
    """The kind and name of the thing that it is about, if that is not what its item is about."""


@frozen
class SheetItem:
    """One thing of the game; `key` is the kind and name in the rulebook, such as `card charge`."""

    key: str
    title: str
    lead: tuple[str, ...] = ()
    """Whole sentences from the rulebook: a card's text, a remark."""
    lines: tuple[SheetLine, ...] = ()
    numbers: tuple[str, ...] = ()
    plain: bool = False
    """Whether it needs no heading, since its first sentence says what it is about."""

    @property
    def is_short(self) -> bool:
        """Return whether it is a single sentence that needs no heading."""
        return len(self.lines) == 1 and not self.lead and not self.lines[0].lines and self.says_its_title

    @property
    def says_its_title(self) -> bool:
        """Return whether its first sentence says the title, which then is not repeated as a heading."""
        return self.plain or (bool(self.lines) and self.lines[0].text.startswith(self.title))

    def all_numbers(self) -> tuple[str, ...]:
        """Return all numbers of the item and its lines."""
        return in_order(self.numbers, *(line.numbers for line in every(self.lines)))


@frozen
class SheetSection:
    """A part of the sheet; `key` is the same in all languages."""

    key: str
    title: str
    items: tuple[SheetItem, ...]

    def shown(self) -> Iterator[SheetItem]:
        """Yield its items; one that is called like the section needs no heading of its own."""
        for item in self.items:
            yield evolve(item, title="") if item.title.casefold() == self.title.casefold() else item


@frozen
class CardFace:
    """A card to cut out, with its number of copies."""

    title: str
    kind: str
    text: str
    values: tuple[str, ...]
    copies: int
    sign: str = ""
    colour: str = ""
    large: tuple[str, ...] = ()
    """Values that stand large in a corner."""
    small: tuple[str, ...] = ()
    """Values that stand small at the foot."""


@frozen
class Sheet:
    """A whole sheet."""

    name: str
    title: str
    language: str
    about: tuple[SheetLine, ...]
    how_to_read: tuple[SheetLine, ...]
    """Lines about the sheet itself: its languages, its variants, and the facts that it takes for granted."""
    sections: tuple[SheetSection, ...]
    faces: tuple[CardFace, ...] = ()
    faces_title: str = ""
    faces_note: str = ""
    named: tuple[SheetItem, ...] = ()
    """The texts of everything that has a name, for people who ask for it by that."""
    turn: tuple[str, ...] = ()
    """The keys of the items that tell a turn or a round."""

    def items(self) -> Iterator[SheetItem]:
        """Yield all items of all sections."""
        for section in self.sections:
            yield from section.items

    def numbers(self) -> set[str]:
        """Return all numbers in its margin."""
        found = {number for line in every(self.about) for number in line.numbers}
        return found.union(*(item.all_numbers() for item in self.items()))


def every(lines: tuple[SheetLine, ...]) -> Iterator[SheetLine]:
    """Yield some lines and all their sub-sentences."""
    for line in lines:
        yield line
        yield from every(line.lines)


def in_order(*parts: Iterable[str]) -> tuple[str, ...]:
    """Return some numbers once each, in natural order."""
    return tuple(sorted({one for part in parts for one in part}, key=_counted))


def _counted(number: str) -> tuple[str, int, str]:
    letters = number.rstrip("0123456789")
    digits = number[len(letters) :]
    return letters, int(digits) if digits else 0, number

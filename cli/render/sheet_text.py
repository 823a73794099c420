"""Render a rule sheet in lines, with the numbers of rules in a left margin if there is room.

Without a margin, only rulings and other single sentences have their numbers, so that these interrupt nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from attrs import evolve

from rulewright.cli.render.columns import fold_text
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.sheet import Sheet, SheetItem, SheetLine

MARGIN = 12
NARROW = 60
WIDEST = 100
"""The widest readable line."""
STYLES = {"section": "1;36", "title": "1", "number": "2", "note": "3"}


def render(sheet: Sheet, width: int, *, plain: bool = False, colour: bool = False) -> str:
    return "\n".join(_Page(min(width, WIDEST), plain=plain or width < NARROW, colour=colour).lines(sheet))


class _Page:
    def __init__(self, width: int, *, plain: bool, colour: bool) -> None:
        self.margin = 0 if plain else MARGIN
        self.width = max(width - self.margin, 20)
        self.colour = colour

    def lines(self, sheet: Sheet) -> Iterator[str]:
        yield self.painted("section", visible(sheet.title))
        yield ""
        for line in (*sheet.about, *sheet.how_to_read):
            yield from self.beside(line.numbers, self.sentence_lines(line))
        for section in sheet.sections:
            yield from ("", self.painted("section", visible(section.title)), "")
            text: list[str] = []
            for item in section.shown():
                # An empty line sets a title apart from short items before it.
                text += [""] if text and text[-1] and item.title and not item.says_its_title else []
                text += self.item(item)
            yield from text[:-1] if text and not text[-1] else text

    def item(self, item: SheetItem) -> Iterator[str]:
        """Yield the lines of an item, with its numbers in the margin; an empty line follows a heading with text."""
        heading = item.title and not item.says_its_title
        text = [self.painted("title", visible(item.title))] if heading else []
        for lead in item.lead:
            text += fold_text(visible(lead), self.width)
        for line in item.lines:
            told = line if self.margin or not item.is_short else evolve(line, text=line.text + bracketed(item.all_numbers()))
            text += self.sentence_lines(told, "" if item.is_short or item.plain else "- ")
        yield from self.beside(item.all_numbers(), text)
        if heading and (item.lead or item.lines):
            yield ""

    def sentence_lines(self, line: SheetLine, mark: str = "", indent: str = "") -> Iterator[str]:
        """Yield the lines of a sentence, its remarks, and its sub-sentences."""
        hanging = indent + " " * len(mark)
        yield from fold_text(visible(line.text), self.width, indent + mark, hanging)
        if line.note:
            for one in fold_text(f"({visible(line.note)})", self.width, hanging, hanging):
                yield self.painted("note", one)
        for further in line.lines:
            yield from self.sentence_lines(further, "- ", indent + "  ")

    def beside(self, numbers: Sequence[str], text: Iterable[str]) -> Iterator[str]:
        """Yield lines with numbers in the margin, if there is one."""
        if not self.margin:
            yield from text
            return
        left = list(fold_text(" ".join(map(visible, numbers)), self.margin - 1)) if numbers else []
        for number, line in zip_longest(left, text, fillvalue=""):
            head = self.painted("number", number.ljust(self.margin)) if number else " " * self.margin
            yield f"{head}{line}".rstrip()

    def painted(self, style: str, text: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour else text


def bracketed(numbers: Sequence[str]) -> str:
    """Return numbers for the end of a sentence."""
    return f" [{', '.join(numbers)}]" if numbers else ""

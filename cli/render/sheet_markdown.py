"""Render a rule sheet as Markdown; there is no margin, so the numbers of rules come after the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulewright.cli.render.columns import unbroken
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.sheet import Sheet, SheetItem, SheetLine

SIGNS = re.compile(r"([\\`*_\[\]<>|#~])")


def render(sheet: Sheet) -> str:
    return "\n".join(["<!-- rulewright sheet -->", "", *_lines(sheet)]).rstrip()


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"# {_text(sheet.title)}"
    yield ""
    for line in (*sheet.about, *sheet.how_to_read):
        yield from (_text(line.text) + _numbers(line.numbers), "")
    for section in sheet.sections:
        yield from (f"## {_text(section.title)}", "")
        for item in section.shown():
            yield from _item(item)
        yield ""
    if sheet.faces:
        yield from (f"## {_text(sheet.faces_title)}", "", _text(sheet.faces_note), "", "| | | |", "|--:|---|---|")
        for face in sheet.faces:
            yield f"| {face.copies} | {_text(face.title)} | {_text(' '.join((face.text, *face.values)).strip())} |"


def _item(item: SheetItem) -> Iterator[str]:
    if item.is_short or item.plain:
        for place, line in enumerate(item.lines):
            yield f"- {_told(line, item.numbers if place == 0 else ())}"
        return
    if item.title and not item.says_its_title:
        yield from ("", f"### {_text(item.title)}{_numbers(item.numbers)}", "")
    for lead in item.lead:
        yield from (_text(lead), "")
    for line in item.lines:
        yield from _tree(line, "")
    if item.lines:
        yield ""


def _tree(line: SheetLine, indent: str) -> Iterator[str]:
    yield f"{indent}- {_told(line)}"
    for further in line.lines:
        yield from _tree(further, indent + "  ")


def _told(line: SheetLine, numbers: Iterable[str] = ()) -> str:
    note = f" *({_text(line.note)})*" if line.note else ""
    return _text(line.text) + note + _numbers([*numbers, *line.numbers])


def _numbers(numbers: Sequence[str]) -> str:
    return f" `{' '.join(map(visible, dict.fromkeys(numbers)))}`" if numbers else ""


def _text(text: str) -> str:
    return SIGNS.sub(r"\\\1", unbroken(visible(text)).replace("&", "&amp;"))

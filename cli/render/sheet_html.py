"""Render a rule sheet as one page of HTML without other files, for any screen and for print, with the cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from typing import TypeAlias

from rulewright.cli.render.columns import unbroken
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.sheet import CardFace, Sheet, SheetItem, SheetLine

Words: TypeAlias = dict[str, tuple[str, str]]
QUOTED = re.compile(r"([“«]\s?)([^“”«»]+?)(\s?[”»])|(▸ )([^“”«»(]+?)( \(|\.)")
ON_A_PAGE = 9
LONG_TEXT = 170
SHORT_TEXT = 90
"""The length of a short text on a card, which is printed larger than a longer one; a name alone is largest."""


def render(sheet: Sheet, picture: str = "") -> str:
    """Return the page; `picture` shows the table, as SVG."""
    style = resources.files("rulewright.cli.render").joinpath("sheet.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{_text(sheet.language)}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="generator" content="rulewright sheet">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_text(sheet.title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            *_body(sheet, picture),
            "</body>",
            "</html>",
        )
    )


def _body(sheet: Sheet, picture: str) -> Iterator[str]:
    yield f"<header>\n<h1>{_text(sheet.title)}</h1>"
    yield from _beside(sheet.about[0].numbers, [f"<p>{_text(line.text)}</p>" for line in (*sheet.about, *sheet.how_to_read)])
    yield "</header>"
    links = [(section.key, section.title) for section in sheet.sections]
    links += [("faces", sheet.faces_title)] if sheet.faces else []
    yield "<nav>" + " ".join(f'<a href="#{key}">{_text(title)}</a>' for key, title in links) + "</nav>"
    words = _words(sheet)
    yield f'<div class="table">{picture}</div>' if picture else ""
    yield "<main>"
    for section in sheet.sections:
        yield f'<section id="{section.key}">\n<h2>{_text(section.title)}</h2>'
        for item in section.shown():
            yield from _item(item, words)
        yield "</section>"
    yield "</main>"
    if sheet.faces:
        yield f'<section id="faces">\n<h2>{_text(sheet.faces_title)}</h2>\n<p class="how">{_text(sheet.faces_note)}</p>'
        yield from _cards(sheet.faces)
        yield "</section>"


def _item(item: SheetItem, words: Words) -> Iterator[str]:
    text = [f"<h3>{_text(item.title)}</h3>"] if item.title and not item.says_its_title else []
    text += [f'<p class="lead">{_text(lead)}</p>' for lead in item.lead]
    if item.is_short or item.plain:
        text += [f"<p>{_told(line, words)}</p>" for line in item.lines]
    elif item.lines:
        text += _list(item.lines, words)
    where = f' id="{_id(item.key)}"' if not item.key.startswith(("ruling", "example", "end")) else ""
    yield f'<article{where} class="{"short" if item.is_short else "whole"}">'
    yield from _beside(item.all_numbers(), text)
    yield "</article>"


def _beside(numbers: Sequence[str], text: Iterable[str]) -> Iterator[str]:
    yield '<div class="beside">' + " ".join(f"<span>{_text(number)}</span>" for number in numbers) + "</div>"
    yield '<div class="text">'
    yield from text
    yield "</div>"


def _list(lines: Iterable[SheetLine], words: Words) -> Iterator[str]:
    yield "<ul>"
    for line in lines:
        yield f"<li>{_told(line, words)}"
        if line.lines:
            yield from _list(line.lines, words)
        yield "</li>"
    yield "</ul>"


def _told(line: SheetLine, words: Words) -> str:
    note = f' <em class="note">{_text(line.note)}</em>' if line.note else ""
    return QUOTED.sub(lambda found: _linked(found, words), _text(line.text)) + note


def _linked(found: re.Match[str], words: Words) -> str:
    """Return quoted words, with a link if they are a rule or a word that the sheet explains."""
    before, name, after = found.groups()[:3] if found[1] else found.groups()[3:]
    place, meaning = words.get(name.lower(), ("", ""))
    title = f' title="{meaning}"' if meaning else ""
    return f'{before}<a href="#{place}"{title}>{name}</a>{after}' if place else found[0]


def _words(sheet: Sheet) -> Words:
    """Return the names of rules and words that are quoted, with their places, and the meanings of words."""
    found: Words = {}
    for item in sheet.items():
        kind, _, name = item.key.partition(" ")
        if kind in ("to", "define"):
            meaning = _text((*item.lead, *(line.text for line in item.lines))[0]) if kind == "define" else ""
            found.setdefault(name.replace("-", " "), (_id(item.key), meaning))
    return found


def _cards(faces: Iterable[CardFace]) -> Iterator[str]:
    """Yield the cards, nine on a printed page; on a screen, each once with the number of copies."""
    copies = [(face, copy) for face in faces for copy in range(face.copies)]
    for start in range(0, len(copies), ON_A_PAGE):
        yield '<div class="page">'
        for face, copy in copies[start : start + ON_A_PAGE]:
            yield from _face(face, first=copy == 0)
        yield "</div>"


def _face(face: CardFace, *, first: bool) -> Iterator[str]:
    length = len(face.text) + sum(map(len, face.values))
    size = " small" if length > LONG_TEXT else " large" if 0 < length < SHORT_TEXT else "" if length else " alone"
    colour = f" {face.colour}" if face.colour else ""
    yield f'<div class="card{size}{colour}{"" if first else " again"}">'
    if face.large:
        yield '<p class="corner">' + "<br>".join(map(_text, face.large)) + "</p>"
    if face.sign:
        yield f'<p class="sign">{_text(face.sign)}</p>'
    yield f'<p class="name">{_text(face.title)}</p>'
    if first and face.copies > 1:
        yield f'<p class="copies">× {face.copies}</p>'
    yield f'<p class="says">{_text(face.text)}</p>'
    if face.values:
        yield '<p class="values">' + "<br>".join(map(_text, face.values)) + "</p>"
    yield f'<p class="kind">{_text(" · ".join((face.kind, *face.small)))}</p>'
    yield "</div>"


def _id(key: str) -> str:
    return re.sub(r"[^\w-]+", "-", key)


def _text(text: str) -> str:
    return escape(unbroken(visible(text)))

"""Show what is known about a name: its declaration, its numbers, and the examples that show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.dsl.editing.descriptions import NameDescription, description_of, first_word, shapes_at

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server
    from rulewright.dsl import nodes

MOST_SHOWN = 6


def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Return what is known about the name at a place."""
    found = server.meant(params.text_document.uri, params.position)
    if found is None:
        return word(server, params)
    names, mention, meaning = found
    text = "\n\n".join(parts(description_of(names, meaning)))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), server.positions.range(mention.span))


def word(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Return the forms of lines that begin with the word at a place."""
    place = server.offset(params.text_document.uri, params.position)
    span = None if place is None else first_word(*place)
    ways = shapes_at(span) if span is not None else []
    if span is None or not ways:
        return None
    text = "```rules\n" + "\n".join(ways) + "\n```"
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), server.positions.range(span))


def parts(said: NameDescription) -> Iterator[str]:
    for text in said.texts[:MOST_SHOWN]:
        yield f"```rules\n{text}\n```"
    if said.numbers:
        yield f"Rules {', '.join(said.numbers)}"
    if said.shown:
        rest = len(said.shown) - MOST_SHOWN
        lines = [f"- {line(one)}" for one in said.shown[:MOST_SHOWN]]
        yield "\n".join(["Shown by", "", *lines, *([f"- and {rest} more"] if rest > 0 else [])])


def line(node: nodes.Example | nodes.Ruling) -> str:
    """Return an example or ruling in one line."""
    numbers = ", ".join(word.text for word in node.numbers)
    title = node.title.texts[0][1] if node.title is not None else ""
    return f"{numbers} {title}".strip()


ANSWERS = ((types.TEXT_DOCUMENT_HOVER, None, hover),)

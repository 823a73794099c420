"""List the declarations in a file, and the lines that can be folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rulewright.dsl import nodes
from rulewright.dsl.editing.descriptions import block_span
from rulewright.dsl.editing.mentions import DECLARED
from rulewright.dsl.syntax.lexer import lex
from rulewright.dsl.text.source import Source, Span


@frozen
class OutlineEntry:
    """One declaration."""

    what: str
    name: str
    detail: str
    span: Span
    """The whole of it."""
    named: Span
    """Its name, or its first words if it has none."""
    inside: tuple[OutlineEntry, ...] = ()


def outline(declarations: Iterable[nodes.Declaration]) -> Iterator[OutlineEntry]:
    """Yield the declarations of a file, in order."""
    for node in declarations:
        yield from _entries(node, "")


def _entries(node: nodes.Declaration, before: str) -> Iterator[OutlineEntry]:
    match node:
        case nodes.Replace():
            yield from _entries(node.declaration, "replace ")
        case nodes.Variant():
            inside = tuple(one for line in node.lines for one in _entries(line, ""))
            yield OutlineEntry("variant", node.name.text, _title(node.title), block_span(node.span), node.name.span, inside)
        case nodes.Game():
            yield OutlineEntry("game", node.name.text, _title(node.title), block_span(node.span), node.name.span)
        case nodes.Example() | nodes.Ruling():
            numbers = ", ".join(word.text for word in node.numbers)
            what = "example" if isinstance(node, nodes.Example) else "ruling"
            yield OutlineEntry(what, f"{before}{numbers}", _title(node.title), block_span(node.span), node.numbers[0].span)
        case nodes.FieldBlock():
            fields = [one for one in node.fields if isinstance(one, nodes.Field)]
            inside = tuple(OutlineEntry("field", one.name.text, _title(one.title), one.span, one.name.span) for one in fields)
            yield OutlineEntry(
                "has", before + _first_line(node.span).removesuffix(":"), "", block_span(node.span), _start(node.span), inside
            )
        case (
            nodes.Hook()
            | nodes.Forbid()
            | nodes.Change()
            | nodes.Patch()
            | nodes.Remove()
            | nodes.Amend()
            | nodes.Players()
            | nodes.Looks()
        ):
            yield OutlineEntry(
                "standing", before + _first_line(node.span).removesuffix(":"), "", block_span(node.span), _start(node.span)
            )
        case _:
            name: object = getattr(node, "name", None)
            if type(node) in DECLARED and isinstance(name, nodes.Word):
                title, inside = _title(getattr(node, "title", None)), tuple(_inner(node))
                yield OutlineEntry(DECLARED[type(node)], before + name.text, title, block_span(node.span), name.span, inside)


def _inner(node: nodes.Declaration) -> Iterator[OutlineEntry]:
    """Yield the values, faces, spaces and lines inside a declaration."""
    for one in (*getattr(node, "entries", ()), *getattr(node, "spaces", ()), *getattr(node, "lines", ())):
        if isinstance(one, nodes.Entry | nodes.MapLine):
            yield OutlineEntry("value", one.name.text, _title(one.title), one.span, one.name.span)


def _title(title: nodes.Title | None) -> str:
    return title.texts[0][1] if title is not None else ""


def _first_line(span: Span) -> str:
    return span.text.partition("\n")[0].strip()


def _start(span: Span) -> Span:
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0]))


def folds(source: Source) -> Iterator[tuple[int, int, bool]]:
    """Yield the first and last line that can be folded, from 1, and whether it is a comment."""
    lexed = lex(source)
    lines = [(source.position(line.tokens[0].start)[0], source.position(line.tokens[-1].end)[0], line.depth)
             for line in lexed.lines]  # fmt: skip
    open_ones: list[tuple[int, int]] = []
    before = 0
    for first, last, depth in (*lines, (source.line_count, source.line_count, 0)):
        while open_ones and open_ones[-1][1] >= depth:
            start, _ = open_ones.pop()
            if before > start:
                yield start, before, False
        open_ones.append((first, depth))
        before = last
    alone = [source.position(one.start)[0] for one in lexed.comments]
    alone = [number for number in alone if source.line(number).lstrip().startswith("#")]
    start = 0
    for place, number in enumerate(alone):
        if place + 1 == len(alone) or alone[place + 1] != number + 1:
            if place > start:
                yield alone[start], number, True
            start = place + 1

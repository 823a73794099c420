"""Read texts again and again while somebody types, but only the block that has changed.

The nodes of all other blocks stay the same objects; only their places are corrected. So anything found out about them stays
valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, fields

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.syntax.lexer import MOST_DIAGNOSTICS, lex
from rulewright.dsl.syntax.parser import Reader, first_mistakes, groups, parse
from rulewright.dsl.text.source import Source, Span

# A bracket may be closed at the left edge, which does not begin a block.
BLOCK = re.compile(r"^(?=[^\s#)])", re.MULTILINE)
SOMETHING = re.compile(r"^ *[^\s#]", re.MULTILINE)
SETTERS = tuple(getattr(Span, one.name).__set__ for one in fields(Span))


@define(eq=False)
class TextBlock:
    """A block of a text, with the empty lines and comments below it, and its nodes and messages."""

    text: str
    start: int
    declarations: tuple[nodes.Declaration, ...]
    diagnostics: list[Diagnostic]
    broken: frozenset[str]
    spans: list[Span]
    """All spans of its nodes."""

    def move(self, source: Source, start: int) -> None:
        """Move the block to another place, in another text."""
        of, first, last = SETTERS
        by = start - self.start
        self.start = start
        for span in self.spans:
            of(span, source)
            first(span, span.start + by)
            last(span, span.end + by)


@define(eq=False)
class ParseCache:
    """Texts by name, each as it was last read."""

    known: dict[str, tuple[nodes.Rulebook, list[Diagnostic]]] = field(factory=dict)
    pieces: dict[str, list[TextBlock]] = field(factory=dict)

    def read(self, source: Source) -> tuple[nodes.Rulebook, list[Diagnostic]]:
        """Read a text, like `parse`."""
        known = self.known.get(source.name)
        if known is None or known[0].span.source.text != source.text:
            known = self.known[source.name] = self._in_pieces(source) or parse(source)
        return known

    def _in_pieces(self, source: Source) -> tuple[nodes.Rulebook, list[Diagnostic]] | None:
        """Read a text block by block; return None if the blocks depend on each other."""
        before = self.pieces.pop(source.name, [])
        starts = [found.start() for found in BLOCK.finditer(source.text)]
        if not starts or "\t" in source.text or SOMETHING.search(source.text, 0, starts[0]):
            return None
        ends = [*starts[1:], len(source.text)]
        texts = [source.text[start:end] for start, end in zip(starts, ends, strict=True)]
        same = common_length([piece.text for piece in before], texts)
        last = common_length([piece.text for piece in before[same:]][::-1], texts[same:][::-1])
        pieces = before[:same]
        for start, text in zip(starts[same : len(texts) - last], texts[same : len(texts) - last], strict=True):
            pieces.append(piece_of(source, start, text))
        for piece, start in zip(pieces[:same], starts, strict=False):
            piece.move(source, start)
        for piece, start in zip(before[len(before) - last :], starts[len(texts) - last :], strict=True):
            # A message may mention the line of another.
            stays = start == piece.start or not piece.diagnostics
            pieces.append(piece if stays else piece_of(source, start, piece.text))
            pieces[-1].move(source, start)
        diagnostics = [one for piece in pieces for one in piece.diagnostics]
        # Words used as names are reported once for each text, and too many mistakes end the reading.
        if len(diagnostics) > MOST_DIAGNOSTICS or any(one.name == "reserved-word" for one in diagnostics):
            return None
        self.pieces[source.name] = pieces
        rulebook = nodes.Rulebook(
            span=Span(source, 0, len(source.text)),
            declarations=tuple(one for piece in pieces for one in piece.declarations),
            broken=frozenset().union(*(piece.broken for piece in pieces)),
            sources=(source,),
        )
        return rulebook, first_mistakes(diagnostics)


def piece_of(source: Source, start: int, text: str) -> TextBlock:
    """Read one block."""
    lexed = lex(source, start, start + len(text))
    reader = Reader(source)
    reader.broken.update(lexed.unread)
    found = [one for group in groups(lexed) if (one := reader.read(group)) is not None]
    declarations = nodes.one_by_one(found)
    diagnostics = lexed.diagnostics + reader.diagnostics
    # Spans compare by their places, and each object has to move once.
    spans = {id(span): span for span in (*(node.span for node in nodes.nodes_in(declarations)), *spans_of(diagnostics))}
    return TextBlock(text, start, declarations, diagnostics, frozenset(reader.broken), [*spans.values()])


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the common beginning of two texts or lists."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        half = (least + most + 1) // 2
        least, most = (half, most) if one[least:half] == other[least:half] else (least, half - 1)
    return least


def spans_of(diagnostics: Iterable[Diagnostic]) -> Iterator[Span]:
    for one in diagnostics:
        yield from (span for span in (one.span, *(other.span for other in one.related)) if span is not None)

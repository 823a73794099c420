"""Convert positions: editors count from 0, and within a line in UTF-16 units unless both sides agree otherwise."""

from __future__ import annotations

from lsprotocol.types import Position, PositionEncodingKind, Range

from rulewright.dsl.text.source import Source, Span


class PositionEncoding:
    """Count like one editor."""

    def __init__(self, encoding: str = PositionEncodingKind.Utf16) -> None:
        self.encoding = encoding

    def units(self, text: str) -> int:
        """Return the length of a text in the editor's units."""
        if text.isascii() or self.encoding == PositionEncodingKind.Utf32:
            return len(text)
        if self.encoding == PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def position(self, source: Source, offset: int) -> Position:
        """Return a place as the editor counts it."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        return Position(line - 1, self.units(source.line(line)[: column - 1]))

    def range(self, span: Span) -> Range:
        """Return a span as the editor counts it."""
        return Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def offset(self, source: Source, position: Position) -> int:
        """Return the place that an editor means; beyond a line or the text, the nearest end."""
        if position.line >= source.line_count:
            return len(source.text)
        text = source.line(position.line + 1)
        start = source.start_of(position.line + 1)
        column = 0
        units = 0
        while column < len(text) and units < position.character:
            units += self.units(text[column])
            column += 1
        # Within a character, take its beginning.
        return start + column - (units > position.character)

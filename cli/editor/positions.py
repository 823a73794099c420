"""Places in a text, as editors count them: from 0, and, in a line, in units of UTF-16 unless both sides know better."""

from __future__ import annotations

from lsprotocol.types import Position, PositionEncodingKind, Range

from rulewright.dsl.source import Source, Span


class Positions:
    """Counts as one editor does."""

    def __init__(self, encoding: str = PositionEncodingKind.Utf16) -> None:
        self.encoding = encoding

    def units(self, text: str) -> int:
        """How long an editor says that some characters are."""
        if text.isascii() or self.encoding == PositionEncodingKind.Utf32:
            return len(text)
        if self.encoding == PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def position(self, source: Source, offset: int) -> Position:
        """A place as editors say it."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        return Position(line - 1, self.units(source.line(line)[: column - 1]))

    def range(self, span: Span) -> Range:
        """From where to where some words go."""
        return Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def offset(self, source: Source, position: Position) -> int:
        """The place that an editor means; one behind the end of a line or of the text is that end."""
        if position.line >= source.line_count:
            return len(source.text)
        text = source.line(position.line + 1)
        start = source.start_of(position.line + 1)
        column = 0
        units = 0
        while column < len(text) and units < position.character:
            units += self.units(text[column])
            column += 1
        # In the middle of a character there is nothing.
        return start + column - (units > position.character)

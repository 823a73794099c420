"""Texts and places in them: offsets count code points, and lines and columns are computed on demand."""

import re
from bisect import bisect_right

import attrs

from rulewright.dsl.text.frozen import unchanging

_LINE_BREAK = re.compile("\n")


@attrs.frozen(eq=False)
class Source:
    r"""One text file, with newlines as `\n` and without a byte order mark.

    Two sources are equal only if they are the same object: a file that was read twice may have changed in between.
    """

    name: str
    """The name in messages."""
    text: str = attrs.field(repr=False)
    _line_starts: list[int] = attrs.field(init=False, repr=False)

    @_line_starts.default
    def _find_line_starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]

    @property
    def line_count(self) -> int:
        """Return the number of lines, counting an empty one after a last newline."""
        return len(self._line_starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both from 1; the end of the text has a position also."""
        if not 0 <= offset <= len(self.text):
            raise IndexError(f"offset {offset} is outside of {self.name}, of length {len(self.text)}")
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def start_of(self, number: int) -> int:
        """Return the offset of a line's beginning; lines count from 1."""
        return self._line_starts[number - 1]

    def line(self, number: int) -> str:
        """Return the text of a line without its newline; lines count from 1."""
        if not 1 <= number <= self.line_count:
            raise IndexError(f"line {number} is outside of {self.name}, which has {self.line_count} lines")
        start = self._line_starts[number - 1]
        if number == self.line_count:
            return self.text[start:]
        return self.text[start : self._line_starts[number] - 1]


@unchanging(unsafe_hash=True)
class Span:
    """A part of a source, from `start` up to but not including `end`; it may be empty."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Return the line of its beginning."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Return the column of its beginning."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """Return the line of the first character after it."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """Return the column of the first character after it."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def on_one_line(self) -> str:
        """Return its text on one line."""
        return " ".join(self.text.split())

    def to(self, other: "Span") -> "Span":
        """Return a span from the start of this one to the end of another."""
        return Span(self.source, self.start, other.end)

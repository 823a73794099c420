"""Define lines of the log that know which player they are about, and special parts of phrases."""

from __future__ import annotations

from typing import Any


class ReaderWord(str):
    """The reader, as a part of a phrase, which may have a special form for this."""

    __slots__ = ()


class UnseenThing(str):
    """The title of something that the reader does not see but can count, so that it is told with its number."""

    __slots__ = ()


class LogLine(str):
    """One thing that happened, in words."""

    __slots__ = ("kind", "who")

    who: int
    """The seat whose act it is, or -1."""
    kind: str
    """The kind of log entry that it was."""

    def __new__(cls, text: str, who: int, kind: str) -> LogLine:
        """Mark a text."""
        self = super().__new__(cls, text)
        self.who, self.kind = who, kind
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return LogLine, (str(self), self.who, self.kind)

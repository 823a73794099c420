"""Write lines to a terminal in a thread, so that nobody waits for a terminal that does not read."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from typing import TextIO

MOST_WAITING = 1_000_000
"""Bytes that may wait to be written; further lines are left out."""
_PAUSE = 0.05
"""Seconds before another attempt at an output that took nothing without blocking."""


class BackgroundOutput(io.TextIOBase):
    """An output that returns from writing at once."""

    def __init__(self, stream: TextIO, left_out: Callable[[int], str]) -> None:
        """Wrap a stream; `left_out` makes the line about lines that were left out."""
        stream.flush()
        self.stream = stream
        self.left_out = left_out
        self.waiting = bytearray()
        self.missing = 0
        """How many lines were left out after those that wait."""
        self.is_writing = False
        self.is_broken = False
        self.changed = threading.Condition()
        threading.Thread(target=self._work, daemon=True).start()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def write(self, text: str) -> int:
        data = self._bytes(text)
        with self.changed:
            if self.missing or len(self.waiting) + len(data) > MOST_WAITING:
                self.missing += text.count("\n")
            else:
                self.waiting += data
            self.changed.notify_all()
        return len(text)

    def drain(self, seconds: float) -> None:
        """Wait until all is written, or the time is up."""
        with self.changed:
            self.changed.wait_for(lambda: self.is_broken or not (self.waiting or self.is_writing), seconds)

    def _bytes(self, text: str) -> bytes:
        return text.encode(self.stream.encoding, self.stream.errors or "strict")

    def _work(self) -> None:
        # Bypass Python's buffer: at the end of the process nobody may wait for its lock.
        raw = getattr(self.stream.buffer, "raw", self.stream.buffer)
        try:
            while True:
                data = self._taken()
                while data:
                    written = raw.write(data)
                    if written is None:
                        time.sleep(_PAUSE)
                    data = data[written or 0 :]
        except (OSError, ValueError):
            # Nobody reads any more, but the table stays open.
            with self.changed:
                self.is_broken = True
                self.changed.notify_all()

    def _taken(self) -> bytes:
        """Wait for the next bytes to write, and take them."""
        with self.changed:
            self.is_writing = False
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.waiting)
            data = bytes(self.waiting)
            if self.missing:
                data += self._bytes(f"{self.left_out(self.missing)}\n")
            self.waiting.clear()
            self.missing, self.is_writing = 0, True
        return data

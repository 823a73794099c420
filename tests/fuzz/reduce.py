"""Reduce an input with a fault to one with fewer lines and the same fault."""

from __future__ import annotations

import time
from collections.abc import Callable


def reduced(text: str, is_bad: Callable[[str], bool], seconds: float = 60.0) -> str:
    """Return the text without the lines that the fault does not need, or as few as can be found in time."""
    lines = text.split("\n")
    end = time.monotonic() + seconds
    size = max(1, len(lines) // 2)
    while time.monotonic() < end:
        start = 0
        smaller = False
        while start < len(lines) and len(lines) > 1 and time.monotonic() < end:
            less = lines[:start] + lines[start + size :]
            if less and is_bad("\n".join(less)):
                lines, smaller = less, True
            else:
                start += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2)
    return "\n".join(lines)

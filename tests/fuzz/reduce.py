"""An input with a fault comes in; one with fewer lines and the same fault goes out."""

from __future__ import annotations

from collections.abc import Callable


def reduced(text: str, is_bad: Callable[[str], bool], most: int = 200) -> str:
    """The text without the lines that the fault does not need, as far as so many attempts go."""
    lines = text.split("\n")
    size = max(1, len(lines) // 2)
    while most > 0:
        start = 0
        smaller = False
        while start < len(lines) and most > 0 and len(lines) > 1:
            less = lines[:start] + lines[start + size :]
            most -= 1
            if less and is_bad("\n".join(less)):
                lines, smaller = less, True
            else:
                start += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2)
    return "\n".join(lines)

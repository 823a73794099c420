"""Text that people type: what may be shown and kept of it."""

from __future__ import annotations

LONGEST_WORDS = 500


def as_text(value: object) -> str:
    """Return anything as text; Python refuses to write out a number of very many digits."""
    try:
        return str(value)
    except ValueError:
        return "a number too long to be shown"


def printable(text: str) -> str:
    """Return the part of a text that can be shown: nothing that commands a terminal, and not too much."""
    shown = (c if c.isprintable() else " " if c.isspace() else "" for c in text[: 10 * LONGEST_WORDS])
    return "".join(shown)[:LONGEST_WORDS]


def shortened(choice: object) -> str:
    """Return a choice, shortened for a message."""
    text = as_text(choice)
    return text if len(text) <= 40 else f"{text[:40]}..."

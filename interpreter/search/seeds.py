"""Seeds made of other seeds."""

from __future__ import annotations

import hashlib


def derived_seed(*parts: int) -> int:
    """A seed that hangs on all its parts, the same on every machine; JSON can carry it without loss."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=6).digest(), "big")

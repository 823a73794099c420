"""Derive seeds from other seeds."""

from __future__ import annotations

import hashlib


def derived_seed(*parts: int) -> int:
    """Return a seed that depends on all parts, equal on every machine, and small enough for JSON."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=6).digest(), "big")

"""Seeds made of other seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator


def derived_seed(*parts: int) -> int:
    """A seed that hangs on all its parts, the same on every machine; JSON can carry it without loss."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=6).digest(), "big")


def derived_seeds(seed: int, numbers: range) -> Iterator[int]:
    """The same of one seed with each of many numbers."""
    begun = hashlib.blake2b(f"{seed}/".encode("ascii"), digest_size=6)
    for number in numbers:
        whole = begun.copy()
        whole.update(b"%d" % number)
        yield int.from_bytes(whole.digest(), "big")

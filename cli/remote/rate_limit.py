"""Limit how often somebody may do something."""

from __future__ import annotations

import time

from attrs import define, field


@define
class TokenBucket:
    """A token bucket: `most` tokens at once, and `refill` tokens each second in the long run."""

    most: float
    refill: float
    left: float = field(init=False)
    looked: float = field(factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.most

    def wait(self) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.looked) * self.refill)
        self.looked = now
        if self.left < 1:
            return (1 - self.left) / self.refill
        self.left -= 1
        return 0.0

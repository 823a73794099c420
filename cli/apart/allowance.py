"""What somebody does again and again comes in; how long they have to wait for the next time goes out."""

from __future__ import annotations

import time

from attrs import define, field


@define
class Allowance:
    """So many times at once, and so many a second in the long run."""

    most: float
    refill: float
    left: float = field(init=False)
    looked: float = field(factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.most

    def wait(self) -> float:
        """Take one, and return 0; if there is none, return the seconds until there is."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.looked) * self.refill)
        self.looked = now
        if self.left < 1:
            return (1 - self.left) / self.refill
        self.left -= 1
        return 0.0

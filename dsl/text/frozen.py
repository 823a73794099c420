"""Classes with immutable instances.

Only type checkers enforce that. Enforcing it at run time would double the time to create them, and there are several for
each word of a rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrs import frozen as unchanging
else:
    from attrs import define as unchanging

__all__ = ["unchanging"]

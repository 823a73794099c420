"""Classes with immutable instances.

Only type checkers enforce that. Enforcing it at run time would double the time to create them, and there are several for
each word of a rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import fields

if TYPE_CHECKING:
    from attrs import frozen as unchanging
else:
    from attrs import define as unchanging

__all__ = ["attributes", "unchanging"]


_attributes: dict[type, tuple[str, ...]] = {}


def attributes(kind: type) -> tuple[str, ...]:
    """Return the names of a class's attributes, without its span; cached, because asking attrs takes time."""
    if kind not in _attributes:
        _attributes[kind] = tuple(one.name for one in fields(kind) if one.name != "span")
    return _attributes[kind]

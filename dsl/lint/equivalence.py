"""Compare expressions or blocks by what they mean and do, wherever they are."""

from __future__ import annotations

from rulewright.dsl import checked
from rulewright.dsl.checked import Local
from rulewright.dsl.checked.walk import PARTS
from rulewright.dsl.text.frozen import attributes


def is_equivalent(one: object, other: object, names: dict[Local, Local] | None = None) -> bool:
    """Return whether two parts are equal except for their local names."""
    if one is other and not names:
        return True
    if type(one) is not type(other):
        return False
    names = {} if names is None else names
    if isinstance(one, checked.LocalRef) and isinstance(other, checked.LocalRef):
        return names.get(one.local, one.local) is other.local
    if isinstance(one, checked.Assign) and isinstance(other, checked.Assign) and isinstance(one.to, Local):
        is_new = one.span.text.startswith("let") and other.span.text.startswith("let")
        if not is_new and names.get(one.to, one.to) is not other.to:
            return False
    if isinstance(one, PARTS):
        return all(is_equivalent(getattr(one, name), getattr(other, name), names) for name in attributes(type(one)))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(is_equivalent(*pair, names) for pair in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_equivalent(value, other[key], names) for key, value in one.items())
    if isinstance(one, Local) and isinstance(other, Local):
        names[one] = other
        return one.type == other.type
    return one == other

"""Show the fields of things as people draw them: as hearts, as bars, or in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.view import SO, UNSAID, ThingName

if TYPE_CHECKING:
    from rulewright.interpreter.views.view import FieldView

_MOST_HEARTS = 10
_CELLS = 10


def field_drawing(field: FieldView) -> str:
    """Return a field's value: some hearts out of all, a bar with its number, or words."""
    if field.value is None or not field.drawn or not field.value.isdecimal():
        return field.value or ""
    number = int(field.value)
    if field.drawn == "hearts" and max(number, field.most) <= _MOST_HEARTS:
        return "♥" * number + "·" * (field.most - number)
    if field.drawn == "bar":
        full = min(_CELLS, -(-number * _CELLS // field.most))
        return f"{'▓' * full}{'░' * (_CELLS - full)} {field.value}"
    return field.value


def with_details(thing: str, *, plain: bool) -> str:
    """Return a thing with its fields; with `plain`, without its owner."""
    if not isinstance(thing, ThingName):
        return visible(thing)
    text = str(thing.plain if plain else thing)
    if not any(field.drawn for field in thing.fields):
        return visible(text)
    said = [field for field in thing.fields if not field.drawn and field.value not in UNSAID]
    words = ", ".join(field.title if field.value in SO else f"{field.title} {field.value}" for field in said)
    signs = " ".join(field_drawing(field) for field in thing.fields if field.drawn)
    return visible(f"{text.removesuffix(thing.told)} {signs}{f' [{words}]' if words else ''}")


def is_holder(thing: str) -> TypeGuard[ThingName]:
    return isinstance(thing, ThingName) and bool(thing.upon)

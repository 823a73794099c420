"""Say what is on a space, mark by mark, for all painters."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.views.view import SO, UNSAID, FieldView, SpaceView, ThingName


@frozen
class Mark:
    """One thing on a space, or its fields."""

    sign: str
    colour: str
    owner: int
    """The seat of its owner, or -1."""
    label: str
    at: str
    """The address under which it can be chosen; fields have that of their space."""
    told: tuple[tuple[str, str], ...] = ()
    """The signs in it, each with what it means."""


def marks_on(space: SpaceView) -> list[Mark]:
    """Return what is on a space: its things, and its fields as one mark."""
    marks = []
    for index, thing in enumerate(space.things):
        sign, colour, owner, plain = face_of(thing)
        # A king among men, a tired horse: what holds of it is part of its sign.
        holding = [one.title for one in getattr(thing, "fields", ()) if one.value in SO]
        told = [(sign, plain)] * bool(sign) + [(title[:1].upper(), title) for title in holding]
        marks.append(Mark("".join(part for part, _ in told), colour, owner, thing, f"{space.number}.{index}", tuple(told)))
    fields = [one for one in space.fields if one.value is not None and one.value not in UNSAID]
    if fields:
        owner = next((one.owner for one in fields if one.owner >= 0), -1)
        told = [(one.sign or _first(one), one.value or "") for one in fields if one.owner < 0]
        colour = next((one.colour for one in fields if one.colour), "")
        label = ", ".join(f"{one.title} {one.value}" for one in fields)
        marks.append(Mark("".join(sign for sign, _ in told), colour, owner, label, "", tuple(told)))
    return marks


def face_of(thing: str) -> tuple[str, str, int, str]:
    """Return the sign, the colour, the owner and the name of a thing."""
    if isinstance(thing, ThingName):
        return thing.sign, thing.colour, thing.owner, thing.plain.removesuffix(thing.told)
    return "", "", -1, thing


def _first(one: FieldView) -> str:
    """Return a number, or the first letter of a word."""
    value = one.value or ""
    return value if value.isdecimal() else value[:1].upper()

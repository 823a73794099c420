"""Say which spaces and which fields of a position each seat may see."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulewright.dsl.checked import Field, Type
from rulewright.interpreter.passes.hidden_state import HiddenState
from rulewright.interpreter.position.layout import Layout


@frozen
class VisibleParts:
    """The parts of the positions of one game that seats may see."""

    spaces: tuple[tuple[bool, ...], ...]
    """By seat: whether it sees the things on each space, and last those out of play."""
    counts: tuple[tuple[bool, ...], ...]
    """By seat: whether it sees how many things are on each space, and last how many are out of play."""
    table: tuple[int, ...] = ()
    """The places in the list `t` that everybody sees or can derive."""
    open: tuple[int, ...] = ()
    """The fields of all but things that everybody sees or can derive."""
    marks: tuple[int, ...] = ()
    """The fields of things that are seen, or can be derived, wherever the thing is seen."""
    own: tuple[tuple[tuple[int, int], ...], ...] = field(default=())
    """By seat: the fields that only their owner sees, each with one whose it is."""


def seen_by_seats(layout: Layout, hidden: HiddenState) -> VisibleParts:
    """Return what seats may see or derive in the games of a layout, apart from the hidden state."""
    world = layout.world
    _, by_seat = world.sight()
    seats = range(world.players)
    table = [
        layout.slots[own]
        for own in world.game.fields
        if own.of is None and own.assigned and (is_shown(own) or layout.slots[own] not in hidden.table)
    ]
    fields = [(place, own, own.of) for place, own in enumerate(layout.fields) if own.of is not None]
    known = {place for place, own, _ in fields if is_shown(own) or place not in hidden.fields}
    return VisibleParts(
        by_seat,
        world.counts()[1],
        tuple(sorted([*table, *(layout.slots[space] for space in layout.resized)])),
        tuple(place for place, _, of in fields if place in known and of.kind != "thing"),
        tuple(place for place, _, of in fields if place in known and of.kind == "thing"),
        tuple(
            tuple(
                (place, one)
                for place, own, of in fields
                if own.seen == "owner" and own.titles and place not in known
                for one in owned(layout, of, seat)
            )
            for seat in seats
        ),
    )


def is_shown(own: Field) -> bool:
    """Return whether everybody is shown a field wherever its owner can be seen."""
    return own.seen == "all" and bool(own.titles)


Upon = tuple[int | None, Any, Any]
"""A field that all see on a thing: its place, or None and its constant values; and the value that stands for "nothing"."""


def fields_seen_by_all(layout: Layout) -> tuple[tuple[Upon, ...], ...]:
    """Return, by thing, the fields that all see on it even if they do not see the thing; empty if no kind has such fields."""
    public = {
        kind: [(layout.fields.index(own) if own.assigned else None, layout.initial_field(own), own) for own in fields]
        for kind, fields in layout.world.public().items()
    }
    if not public:
        return ()
    return tuple(
        tuple(
            (place, None if own.assigned else initial[thing], layout.blank(own.type))
            for place, initial, own in public.get(info.kind.name, ())
        )
        for thing, info in enumerate(layout.world.things)
    )


def owned(layout: Layout, of: Type, seat: int) -> list[int]:
    """Return the entities of a type that belong to a seat."""
    world = layout.world
    if of.kind == "space":
        return []
    having = range(world.offset(of), world.offset(of) + world.count(of))
    return [entity for entity in having if world.owner_of(of, entity) == seat]

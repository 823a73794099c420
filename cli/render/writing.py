"""Write things, counters and zones as signs and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli.render.speech import phrase
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.speech import counted_name
from rulewright.interpreter.views.looks import is_picture
from rulewright.interpreter.views.view import bracketed

if TYPE_CHECKING:
    from rulewright.interpreter.views.scene import Counter, Group, Thing, Zone

EMPTY = "·"
NEW = "›"
"""Stands before anything that has changed since a player's last choice."""
OWNERS = "ox+*#@%&=$~^"
"""A sign for each seat."""
DICE = "⚀⚁⚂⚃⚄⚅"
_BAR = 10


def symbol(thing: Thing) -> str:
    """Return what stands for a thing on a board: its mark, and the sign of its owner."""
    return visible(thing.mark + OWNERS[thing.owner] if thing.owner >= 0 else thing.mark)


def counted_sign(group: Group) -> str:
    """Return what stands for equal things on a board."""
    count = len(group.things)
    return symbol(group.one) + (f"×{count}" if count > 1 else "")


def counter_value(one: Counter) -> str:
    """Return the value of a counter, drawn if it should be; hidden values have none."""
    value = one.sign if is_picture(one.sign) else one.value or ""
    if one.shape == "hearts":
        value = "♥" * one.number + EMPTY * (one.most - one.number)
    if one.shape == "bar":
        full = min(_BAR, -(-one.number * _BAR // one.most))
        value = f"{'▓' * full}{'░' * (_BAR - full)} {value}"
    if one.shape == "die" and 0 < one.number <= len(DICE):
        value = f"{value} {DICE[one.number - 1]}"
    return visible(value)


def details(thing: Thing) -> str:
    """Return the fields of a thing that have something to say: those that are drawn, and others in brackets."""
    if not thing.counters:
        return ""
    drawn = [f" {counter_value(one)}" for one in thing.counters if one.shape]
    told = [f"{one.title} {one.value}".rstrip() for one in thing.counters if not one.shape]
    return visible("".join(drawn) + bracketed(told))


@frozen
class Writer:
    """Writes in a language."""

    language: str
    forms: Mapping[str, Sequence[str]]
    """The plural forms of things that are counted."""
    few: int | None = None
    """How many entries of a long list are written; None for all."""
    folds: bool = False
    """Whether what lies aside is only counted."""

    def say(self, key: str, *parts: object) -> str:
        return phrase(self.language, key, *parts)

    def counter(self, one: Counter) -> list[str]:
        """Return a counter in pieces, so that a line can end between them."""
        if one.value == "":
            return [(NEW if one.is_new else "") + visible(one.title)]
        value = self.say("hidden-value") if one.value is None else counter_value(one)
        return self.say("titled", visible(one.title), (NEW if one.is_new else "") + value).split(", ")

    def thing(self, thing: Thing) -> str:
        """Return a thing without its owner: its sign if that is a picture, else its name, and its fields."""
        return visible(thing.sign if thing.is_pictured else thing.plain) + details(thing)

    def group(self, group: Group, seat: int) -> str:
        """Return equal things; those that differ by their owners alone are the signs of these, except at `seat`."""
        one, count = group.one, len(group.things)
        if one.owner not in (-1, seat) and _is_signed(one):
            return _new(group) + " ".join(OWNERS[one.owner] * count)
        return _new(group) + counted_name(self.forms, self.language, self.thing(one), count)

    def groups(self, groups: Iterable[Group], seat: int = -1, *, ordered: bool = False) -> Iterator[list[str]]:
        """Yield the things of each owner after the owner's sign; `ordered` things as they lie, and `seat` need not be named."""
        if not ordered:
            groups = sorted(groups, key=lambda group: (group.one.owner < 0, group.one.owner))
        for owner, own in groupby(groups, key=lambda group: group.one.owner):
            first, *others = own
            names = [self.group(group, seat) for group in (first, *others)]
            yield names if owner in (-1, seat) or _is_signed(first.one) else [f"{OWNERS[owner]} {names[0]}", *names[1:]]

    def zone(self, zone: Zone, seat: int = -1) -> list[list[str]]:
        """Return a zone in parts: one for each suit that is held there, or one alone."""
        known, new = len(zone.things), NEW if zone.is_new else ""
        title = visible(zone.title)
        if self.folds and zone.is_aside and zone.count is not None:
            return [[self.say("titled", title, new + str(zone.count))]]
        if zone.is_hand and not zone.hidden:
            suits = [[suit, *(_new(group) + group.one.rank for group in groups)] for suit, groups in zone.suits]
            first, *others = [visible(" ".join(suit)) for suit in suits]
            return [[self.say("titled", title, new + first)], *([suit] for suit in others)]
        top = zone.is_pile and self.few is not None and known > self.few
        if zone.groups and not zone.notes and (top if zone.hidden == 0 else zone.hidden is not None):
            return [[self.say("top-of", title, new + self.group(zone.groups[-1], seat), known + (zone.hidden or 0))]]
        pieces = [piece for own in self.groups(zone.groups, seat, ordered=zone.is_pile) for piece in own]
        if all(group.one.is_pictured for group in zone.groups):
            pieces = [" ".join(pieces)] if pieces else []
        if self.few is not None and len(pieces) > max(2, 2 * self.few - 1):
            pieces[self.few - 1 :] = [self.say("and-more", pieces[self.few - 1], len(pieces) - self.few)]
        first, *others = self.with_hidden(zone, pieces)
        return [[self.say("titled", title, new + first), *others]]

    def with_hidden(self, zone: Zone, pieces: list[str]) -> list[str]:
        """Return the visible things of a zone, the number of hidden ones, and their visible traits."""
        if zone.hidden != 0:
            pieces = [*pieces, self.say("hidden-value") if zone.hidden is None else self.say("hidden", zone.hidden)]
        notes = [counted_name({}, "", visible(note), len(list(same))) for note, same in groupby(zone.notes)]
        return [*pieces[:-1], (pieces[-1] if pieces else EMPTY) + bracketed(notes)]

    def counted(self, groups: Iterable[Group]) -> list[str]:
        """Return things by their whole names, equal neighbours with their number."""
        return [counted_name(self.forms, self.language, visible(group.one.name), len(group.things)) for group in groups]


def _is_signed(thing: Thing) -> bool:
    """Return whether the sign of its owner says everything about a thing."""
    return not (thing.sign or thing.counters or thing.zones)


def _new(group: Group) -> str:
    return NEW if group.one.is_new else ""

"""Reduce a log to one seat's observation history: the lines that this seat reads, in its order, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from attrs import evolve

from rulewright.dsl import checked
from rulewright.interpreter.position.log_entries import (
    Away,
    Back,
    Begun,
    Chose,
    Done,
    Each,
    Entry,
    Gave,
    Held,
    Lapsed,
    Move,
    Ordered,
    Performed,
    Resized,
    Rolled,
    Say,
    Shown,
    Swap,
    Told,
    Void,
)
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.log_text import Telling
from rulewright.interpreter.views.words import Words


def heard(log: Any, words: Words, seat: int) -> Any:
    """Return the log without what a seat has not read; a thing that it did not see becomes the first of its kind."""
    in_order = Telling(words, seat).in_order(journal.entries(log), lambda _: True)
    return journal.chain(Hearing(words, seat).entries(in_order))


class Hearing:
    """The filter of log entries for one seat."""

    def __init__(self, words: Words, seat: int) -> None:
        self.words = words
        self.seat = seat
        self.first = [words.world.first_thing[thing.kind] for thing in words.world.things]

    def entries(self, found: Iterable[Entry]) -> Iterator[Entry]:
        """Yield entries as the seat has read them."""
        for entry in found:
            read = self.heard(entry)
            if read is not None:
                yield read

    def heard(self, entry: Entry) -> Entry | None:
        """Return an entry as the seat has read it; None if it has read nothing of it."""
        match entry:
            case Move():
                # The place where it lay shows its kind, if anything does.
                return entry if self.sees(entry.origin, entry.to) else Move(0, entry.origin, entry.to, entry.together)
            case Away():
                return entry if self.sees(entry.origin) else Away(0, entry.origin, entry.together)
            case Swap():
                return entry if self.sees(entry.first, entry.second) else Swap(0, 0, entry.first, entry.second)
            case Told():
                return self.told(entry)
            case Chose(where=None):
                return entry
            case Chose(question=number, value=value, where=where):
                types = self.words.asks[number].told_types
                return Chose(entry.seat, number, tuple(map(self.known, value, types, where)), where)
            case Lapsed():
                return None if entry.secretly and entry.seat != self.seat else entry
            case Rolled():
                return self.rolled(entry)
            case Shown():
                if self.seat in entry.seats:
                    return entry
                return evolve(entry, things=self.known(entry.things, checked.Type("thing", many=True), entry.places))
            case Say():
                return Say(entry.text, self.spoken(entry.text, entry.values, entry.places), entry.places)
            case Resized() | Void() | Performed() | Back() | Ordered():
                return entry
            case Held() | Gave() | Begun() | Each() | Done():
                return entry
            case _:
                assert_never(entry)

    def sees(self, *spaces: int) -> bool:
        """Return whether the seat sees any of the spaces."""
        return any(space >= 0 and self.words.sees(self.seat, space) for space in spaces)

    def known(self, value: Any, kind: checked.Type, where: Any) -> Any:
        """Return a value; for a thing that was not seen, the first of its kind."""
        if kind.kind != "thing":
            return value
        if not isinstance(value, tuple):
            return value if value < 0 or self.words.sees(self.seat, where) else self.first[value]
        return tuple(self.known(one, kind, space) for one, space in zip(value, where, strict=True))

    def told(self, entry: Told) -> Told | None:
        """Filter a changed field."""
        own = entry.own
        if not self.words.told_of(own, entry.entity, entry.of, self.seat):
            return None
        whose = entry.entity if own.of is None else self.known(entry.entity, own.of, entry.of)
        value = self.known(entry.value, own.type, entry.where)
        if entry.text is None:
            return Told(own, whose, value, entry.of, entry.where)
        spoken = self.spoken(entry.text, entry.values, entry.places)
        return Told(own, whose, value, entry.of, entry.where, entry.more, entry.text, spoken, entry.places)

    def rolled(self, entry: Rolled) -> Rolled:
        """Filter the roll of a die."""
        if not self.words.sees_roll(entry, self.seat):
            unseen = entry.die.least if isinstance(entry.die, checked.NumberDie) else 0
            entry = evolve(entry, face=unseen, thrown=unseen)
        if entry.own is None or entry.own.of is None:
            return entry
        return evolve(entry, entity=self.known(entry.entity, entry.own.of, entry.of))

    def spoken(self, parts: Any, values: Any, where: Any) -> dict[str, tuple[Any, ...]]:
        """Return the values of a text, by language."""
        types: dict[str, tuple[checked.Type, ...]] = parts[1]
        return {language: tuple(map(self.known, inner, types[language], where[language])) for language, inner in values.items()}

"""Reduce a log to one seat's observation history: the lines that this seat reads, in its order, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulewright.dsl import checked
from rulewright.interpreter.position.log_entries import KINDS
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
        self.first = [words.world.first_thing[id(thing.kind)] for thing in words.world.things]

    def entries(self, found: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield entries as the seat has read them."""
        for entry in found:
            make: Callable[..., tuple[Any, ...] | None] | None = getattr(self, entry[0]) if KINDS[entry[0]].names_hidden else None
            read = entry if make is None else make(*entry)
            if read is not None:
                yield read

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

    def move(self, kind: str, thing: int, origin: int, to: int, together: bool) -> tuple[Any, ...]:
        """Filter a move. The kind of the thing shows by its place, if it shows at all."""
        return (kind, thing if self.sees(origin, to) else 0, origin, to, together)

    def away(self, kind: str, thing: int, origin: int, together: bool) -> tuple[Any, ...]:
        """Filter an entry that something left the game."""
        return (kind, thing if self.sees(origin) else 0, origin, together)

    def swap(self, kind: str, one: int, other: int, first: int, second: int) -> tuple[Any, ...]:
        """Filter an entry that two things were swapped."""
        return (kind, one, other, first, second) if self.sees(first, second) else (kind, 0, 0, first, second)

    def told(
        self, kind: str, own: checked.Field, entity: int, value: Any, of: Any, where: Any, *why: Any
    ) -> tuple[Any, ...] | None:
        """Filter a changed field."""
        if not self.words.told_of((kind, own, entity, value, of), self.seat):
            return None
        whose = entity if own.of is None else self.known(entity, own.of, of)
        reason = (*why[:2], self.spoken(*why[1:]), why[3]) if why else ()
        return (kind, own, whose, self.known(value, own.type, where), of, where, *reason)

    def chose(self, kind: str, who: int, number: int, value: Any, where: Any) -> tuple[Any, ...]:
        """Filter an open choice."""
        if where is None:
            return (kind, who, number, value, where)
        types = self.words.asks[number].told_types
        return (kind, who, number, tuple(map(self.known, value, types, where)), where)

    def lapsed(self, kind: str, who: int, secretly: bool) -> tuple[Any, ...] | None:
        """Filter a lapsed choice."""
        return None if secretly and who != self.seat else (kind, who, secretly)

    def rolled(self, kind: str, by: int, die: Any, face: int, thrown: int, *onto: Any) -> tuple[Any, ...]:
        """Filter the roll of a die."""
        if not self.words.sees_roll((kind, by, die, face, thrown, *onto), self.seat):
            face = thrown = die.least if isinstance(die, checked.NumberDie) else 0
        if not onto:
            return (kind, by, die, face, thrown)
        own, whose, where = onto
        return (kind, by, die, face, thrown, own, self.known(whose, own.of, where), where)

    def shown(self, kind: str, things: Any, seats: Any, places: Any) -> tuple[Any, ...]:
        """Filter an entry that things were shown to somebody."""
        if self.seat in seats:
            return (kind, things, seats, places)
        return (kind, self.known(things, checked.Type("thing", many=True), places), seats, places)

    def say(self, kind: str, parts: Any, values: Any, where: Any) -> tuple[Any, ...]:
        """Filter a text that was said."""
        return (kind, parts, self.spoken(parts, values, where), where)

    def spoken(self, parts: Any, values: Any, where: Any) -> dict[str, tuple[Any, ...]]:
        """Return the values of a text, by language."""
        types: dict[str, tuple[checked.Type, ...]] = parts[1]
        return {language: tuple(map(self.known, inner, types[language], where[language])) for language, inner in values.items()}

"""Reduce a log to one seat's observation history: the lines that this seat reads, in its order, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, assert_never

from attrs import evolve

from rulewright.dsl import checked
from rulewright.interpreter.position.log_entries import (
    ActBeginning,
    ActEnd,
    ActPass,
    ChangeEntry,
    ChoiceEntry,
    Entry,
    HeadingEntry,
    HolderEntry,
    LapseEntry,
    MoveEntry,
    PerformEntry,
    RemovalEntry,
    ReorderEntry,
    ResizeEntry,
    ResultEntry,
    RollEntry,
    SayEntry,
    ShowEntry,
    SwapEntry,
    TellBeginning,
    TellEntry,
    UndoEntry,
    VoidEntry,
)
from rulewright.interpreter.position.questions import line_types
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.log_text import LogText
from rulewright.interpreter.views.words import GameWords


def observed_log(log: Any, words: GameWords, seat: int) -> Any:
    """Return the log without what a seat has not read; a thing that it did not see becomes the first of its kind."""
    text = LogText(words, seat)
    in_order = list(text.in_order(journal.entries(log), lambda _: True))
    return journal.chain(ObservedLog(words, seat).entries(text.without_retold_choices(in_order)))


class ObservedLog:
    """The filter of log entries for one seat."""

    def __init__(self, words: GameWords, seat: int) -> None:
        self.words = words
        self.seat = seat
        self.first = [words.world.first_thing[thing.kind] for thing in words.world.things]

    def entries(self, found: Iterable[Entry]) -> Iterator[Entry]:
        """Yield entries as the seat has read them."""
        for entry in found:
            read = self.observed_entry(entry)
            if read is not None:
                yield read

    def observed_entry(self, entry: Entry) -> Entry | None:
        """Return an entry as the seat has read it; None if it has read nothing of it."""
        match entry:
            case MoveEntry():
                # The place where it lay shows its kind, if anything does.
                return entry if self.sees(entry.origin, entry.to) else evolve(entry, thing=0)
            case RemovalEntry():
                return entry if self.sees(entry.origin) else evolve(entry, thing=0)
            case SwapEntry():
                return entry if self.sees(entry.first, entry.second) else SwapEntry(0, 0, entry.first, entry.second)
            case ChangeEntry():
                return self.observed_change(entry)
            case ChoiceEntry(question=number, value=value, where=where):
                ask = self.words.asks[number]
                if where is not None:
                    entry = evolve(entry, value=tuple(map(self.known, value, ask.told_types, where)))
                if entry.named is None:
                    return entry
                return evolve(entry, named=self.known_values(line_types(ask, value), entry.named, entry.named_where))
            case LapseEntry():
                return None if entry.secretly and entry.seat != self.seat else entry
            case RollEntry():
                return self.observed_roll(entry)
            case ShowEntry():
                if self.seat in entry.seats:
                    return entry
                things = self.known(entry.things, checked.Type("thing", many=True), entry.places)
                return evolve(entry, things=things, faces=((),) * len(things))
            case SayEntry() | HeadingEntry():
                return evolve(entry, values=self.observed_texts(entry.text, entry.values, entry.places))
            case TellBeginning():
                # The sentence comes with the end.
                return TellBeginning()
            case TellEntry(text=None):
                return entry
            case TellEntry():
                return evolve(entry, values=self.observed_texts(entry.text, entry.values, entry.places, entry.later))
            case ResizeEntry() | VoidEntry() | PerformEntry() | UndoEntry() | ReorderEntry():
                return entry
            case HolderEntry() | ResultEntry() | ActBeginning() | ActPass() | ActEnd():
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

    def observed_change(self, entry: ChangeEntry) -> ChangeEntry | None:
        """Filter a changed field."""
        own = entry.own
        if not self.words.told_of(own, entry.entity, entry.of, self.seat):
            return None
        whose = entry.entity if own.of is None else self.known(entry.entity, own.of, entry.of)
        value = self.known(entry.value, own.type, entry.where)
        if entry.text is None:
            return ChangeEntry(own, whose, value, entry.of, entry.where)
        spoken = self.observed_texts(entry.text, entry.values, entry.places)
        return ChangeEntry(own, whose, value, entry.of, entry.where, entry.more, entry.text, spoken, entry.places)

    def observed_roll(self, entry: RollEntry) -> RollEntry:
        """Filter the roll of a die."""
        if not self.words.sees_roll(entry, self.seat):
            unseen = entry.die.least if isinstance(entry.die, checked.NumberDie) else 0
            entry = evolve(entry, face=unseen, thrown=unseen)
        if entry.own is None or entry.own.of is None:
            return entry
        return evolve(entry, entity=self.known(entry.entity, entry.own.of, entry.of))

    def observed_texts(self, parts: Any, values: Any, where: Any, later: Any = None) -> dict[str, tuple[Any, ...]]:
        """Return the values of a text, by language; things may be seen where they are later."""
        types: dict[str, tuple[checked.Type, ...]] = parts[1]
        if later is not None:
            where = {
                language: tuple(map(self.words.seen_place, repeat(self.seat), places, later[language]))
                for language, places in where.items()
            }
        return self.known_values(types, values, where)

    def known_values(self, types: Mapping[str, Any], values: Mapping[str, Any], where: Mapping[str, Any]) -> dict[str, Any]:
        """Return values by language, as the seat has read them."""
        return {language: tuple(map(self.known, inner, types[language], where[language])) for language, inner in values.items()}

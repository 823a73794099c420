"""Put the entries of the log into the order in which one seat is told them.

One act treats several things in the order of their declaration, no matter who holds them. From the position of the line
about a hidden card among those about visible cards, one could tell which card it is. So each seat reads the parts of an act
in an order that depends only on what it reads. First come the things that it sees, then the others by their words. A seat
that sees all of the things reads the parts as they came, except that alike things are indistinguishable. Things that come
on a pile that it sees are told as they lie there.

Parts of an act are the moves of one statement, and the passes of a loop that is an act (`passes/single_acts.py`). Single moves or
marks in a row, as from a loop, are also parts. Lines that say what one and the same thing has become keep their order, so
that the last of them holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from attrs import evolve

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
    MarkEntry,
    MoveEntry,
    MovementEntry,
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

if TYPE_CHECKING:
    from rulewright.interpreter.views.words import GameWords

Unit: TypeAlias = list[Entry]
"""An entry, after those that say where the things are whose places it names."""


class ActPart(NamedTuple):
    """A part of an act: the thing that it is about, where that was, and what is told."""

    thing: int
    where: int
    units: list[Unit]


class PartKey(NamedTuple):
    """The sort key of a part."""

    on_top: bool
    """Whether its thing is visible because it is on top in the end."""
    hidden: bool
    """Whether the seat does not know which thing it is about."""
    sort: int
    space: int
    read: list[tuple[int, int, str]]
    """The text that the seat reads of it, if it does not know the thing."""


class LogOrder:
    """The order of log entries for one seat."""

    def __init__(
        self,
        words: GameWords,
        seat: int | None,
        is_told: Callable[[Entry], bool],
        said: Callable[[Iterable[Entry]], Sequence[str]],
    ) -> None:
        """Prepare the order.

        `is_told` says whether an entry tells the seat anything; `said`: what it reads of entries, in any language.
        """
        self.words = words
        self.seat = seat
        self.is_told = is_told
        self.said = said
        self.space = words.sight.space

    def ordered(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries, without those that only say which of them are one act."""
        acts = [[ActPart(-1, -1, [])]]
        """The parts so far of all acts that have begun; the first is no act."""
        held: Unit = []
        for entry in entries:
            if not isinstance(entry, MarkEntry):
                # An entry that tells the seat nothing does not separate those that do.
                if self.is_told(entry):
                    acts[-1][-1].units.append([*held, entry])
                held = []
                continue
            match entry:
                case HolderEntry():
                    held.append(entry)
                case ActBeginning():
                    acts.append([])
                case ActPass():
                    acts[-1].append(ActPart(entry.thing, entry.where, []))
                case ActEnd():
                    # The beginning of an act may be forgotten.
                    told = self.settled(acts.pop())
                    acts = acts or [[ActPart(-1, -1, [])]]
                    acts[-1][-1].units.extend(told)
                case _:
                    assert_never(entry)
        while len(acts) > 1:
            told = self.settled(acts.pop())
            acts[-1][-1].units.extend(told)
        for unit in self.settled(acts[0]):
            yield from unit

    def gathered(self, units: Sequence[Unit]) -> list[Unit]:
        """Group the units that follow each other: the moves of one statement, and single moves and marks as from a loop."""
        runs: list[list[Unit]] = []
        for unit in units:
            if runs and self.is_one_statement(unit[-1]) and type(unit[-1]) is type(runs[-1][-1][-1]):
                runs[-1].append(unit)
            else:
                runs.append([unit])
        found: list[Unit] = []
        loop: list[Unit] = []
        for run in runs:
            if loop and (len(run) > 1 or not self.follows(loop[-1][-1], run[0][-1])):
                found += self.in_order(loop, False)
                loop = []
            if len(run) > 1:
                found += one_statement(self.in_order(run, True))
            else:
                loop += run
        return found + self.in_order(loop, False)

    def is_one_statement(self, entry: Entry) -> bool:
        """Return whether an entry is a move by the same statement as the move before."""
        return isinstance(entry, MovementEntry) and entry.together

    def follows(self, before: Entry, entry: Entry) -> bool:
        """Return whether a loop seems to go through things: from places of one kind to one place, or mark after mark."""
        if isinstance(entry, ChangeEntry) and isinstance(before, ChangeEntry):
            return entry.own.public and before.own.public
        if not (isinstance(entry, MovementEntry) and isinstance(before, MovementEntry) and type(entry) is type(before)):
            return False
        spaces = self.words.world.spaces
        origins = [spaces[self.space(one.origin)].declared if one.origin >= 0 else None for one in (before, entry)]
        goals = [self.space(one.to) if isinstance(one, MoveEntry) else -1 for one in (before, entry)]
        return origins[0] is origins[1] and goals[0] == goals[1]

    def in_order(self, run: Sequence[Unit], at_once: bool) -> list[Unit]:
        """Sort moves or marks, each of which is a part."""
        if len(run) < 2:
            return list(run)
        return self.sort_parts([ActPart(*about(unit[-1]), [unit]) for unit in run], at_once)

    def settled(self, parts: Sequence[ActPart]) -> list[Unit]:
        """Sort the parts of an act, and the units within each part."""
        return self.sort_parts([part._replace(units=self.gathered(part.units)) for part in parts], True)

    def sort_parts(self, parts: Sequence[ActPart], at_once: bool) -> list[Unit]:
        """Sort parts; unless they are told at once, what the seat sees stays in the order in which it came."""
        if len(parts) < 2:
            return [unit for part in parts for unit in part.units]
        numbers = range(len(parts))
        if all(self.sees(part.where) for part in parts):
            order = self.as_they_came(parts, numbers)
        else:
            keys = [self.key(part) for part in parts]
            one_by_one = [
                number for number in numbers if (not at_once and not keys[number].hidden) or self.comes_on_pile(parts[number])
            ]
            rest = sorted(set(numbers) - set(one_by_one), key=lambda number: (keys[number], number))
            came = self.as_they_came(parts, one_by_one)
            order = [*rest, *came] if at_once else [*came, *rest]
        return [unit for number in self.one_after_the_other(parts, order) for unit in parts[number].units]

    def as_they_came(self, parts: Sequence[ActPart], numbers: Sequence[int]) -> list[int]:
        """Order parts about visible things as they came; the order of alike things is not told."""
        sorts = self.words.sorts
        alike: dict[int, deque[int]] = {}
        for number in sorted(numbers, key=lambda number: self.space(parts[number].where)):
            alike.setdefault(sorts[parts[number].thing], deque()).append(number)
        return [alike[sorts[parts[number].thing]].popleft() for number in numbers]

    def key(self, part: ActPart) -> PartKey:
        """Return the sort key of a part, which contains only what the seat reads."""
        own = [entry for *_, entry in part.units if isinstance(entry, MovementEntry) and entry.thing == part.thing]
        last = any(isinstance(entry, MoveEntry) and self.sees(entry.to) and self.is_top(entry.to) for entry in own)
        if self.sees(part.where) or any(self.reads(entry) for entry in own):
            return PartKey(last, False, self.words.sorts[part.thing], self.space(part.where), [])
        return PartKey(last, True, 0, 0, [one for unit in part.units for one in self.read(unit)])

    def read(self, unit: Unit) -> Iterator[tuple[int, int, str]]:
        """Yield what the seat reads of an entry; for an unseen move, only the places."""
        entry = unit[-1]
        if isinstance(entry, MovementEntry) and not self.reads(entry):
            yield (self.space(entry.origin), self.space(entry.to) if isinstance(entry, MoveEntry) else -1, "")
        else:
            for line in self.said(unit):
                yield (-1, -1, line)

    def one_after_the_other(self, parts: Sequence[ActPart], order: Sequence[int]) -> list[int]:
        """Apply an order, but keep parts that say what the same thing has become as they came.

        It is the first of all such orders, the normal form of a trace: so it depends only on which parts there are.
        """
        rank = {number: place for place, number in enumerate(order)}
        behind: dict[int, list[int]] = {}
        waiting = dict.fromkeys(order, 0)
        last: dict[Hashable, int] = {}
        for number in range(len(parts)):
            subjects = self.subjects(parts[number])
            for before in {last[subject] for subject in subjects if subject in last}:
                behind.setdefault(before, []).append(number)
                waiting[number] += 1
            last.update(dict.fromkeys(subjects, number))
        if not behind:
            return list(order)
        ready = sorted(rank[number] for number, count in waiting.items() if not count)
        found: list[int] = []
        while ready:
            number = order[heappop(ready)]
            found.append(number)
            for other in behind.get(number, ()):
                waiting[other] -= 1
                if not waiting[other]:
                    heappush(ready, rank[other])
        return found

    def subjects(self, part: ActPart) -> set[Hashable]:
        """Return what the seat reads as the subjects of a part, and the states that the part announces."""
        found: set[Hashable] = set()
        for *_, entry in part.units:
            match entry:
                case ChangeEntry(own=own):
                    if own.of is None or own.of.kind != "thing" or self.sees(entry.of):
                        found.add((own.of, own.name, entry.entity))
                case MoveEntry() | RemovalEntry():
                    if self.reads(entry):
                        found.add(entry.thing)
                case SwapEntry():
                    if any(map(self.sees, entry.places_seen)):
                        found |= {entry.one, entry.other}
                case ResizeEntry():
                    found.add(entry.space)
                case (
                    ChoiceEntry()
                    | LapseEntry()
                    | RollEntry()
                    | ShowEntry()
                    | SayEntry()
                    | HeadingEntry()
                    | TellBeginning()
                    | TellEntry()
                    | VoidEntry()
                    | PerformEntry()
                    | UndoEntry()
                    | ReorderEntry()
                ):
                    # These say what happened, and not what has become of anything.
                    pass
                case HolderEntry() | ResultEntry() | ActBeginning() | ActPass() | ActEnd():
                    pass
                case _:
                    assert_never(entry)
        return found

    def sees(self, where: int) -> bool:
        """Return whether the seat sees what is somewhere."""
        return self.words.sees(self.seat, where)

    def reads(self, entry: MovementEntry) -> bool:
        """Return whether the seat reads which thing moved."""
        return any(where >= 0 and self.sees(where) for where in entry.places_seen)

    def is_top(self, where: int) -> bool:
        """Return whether it is a pile whose top alone is visible."""
        return bool(self.words.sight.is_top[self.space(where)])

    def comes_on_pile(self, part: ActPart) -> bool:
        """Return whether the thing of a part comes on a pile that the seat sees completely."""
        spaces = self.words.world.spaces
        return any(
            isinstance(entry, MoveEntry)
            and entry.thing == part.thing
            and spaces[self.space(entry.to)].kind == "pile"
            and not self.is_top(entry.to)
            and self.sees(entry.to)
            for *_, entry in part.units
        )


def one_statement(run: Sequence[Unit]) -> Iterator[Unit]:
    """Yield moves of one statement in a new order, in which again all but the first are marked as belonging to the one before."""
    for number, (*held, entry) in enumerate(run):
        assert isinstance(entry, MovementEntry)
        yield [*held, evolve(entry, together=number > 0)]


def about(entry: Entry) -> tuple[int, int]:
    """Return the thing that a move or a mark is about, and where that lay."""
    if isinstance(entry, ChangeEntry):
        return entry.entity, entry.of
    assert isinstance(entry, MovementEntry)
    return entry.thing, entry.origin

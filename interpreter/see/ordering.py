"""Entries of the log come in; the same go out in the order in which one seat is told them.

One act does something to several things in the order of their declaration, whoever holds them. From where the line about a hidden
card stands among those about cards that one sees, one could tell which card it is. So each seat reads the parts of an act in an
order that depends on nothing but what it reads. First come the things that it sees, then the others by their words. A seat that
sees all of the things reads the parts as they came, but for alike things, which nobody can tell apart. What comes on a pile that
it sees is told as it lies there.

Parts of an act are the moves of one statement, the passes of a loop that is an act (`lower/acts.py`), and single moves or marks
that follow each other as those of a loop do. Lines that say what has become of one and the same thing keep their order, so that
the last of them holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from rulewright.interpreter.see.words import Words

Entry: TypeAlias = tuple[Any, ...]
Unit: TypeAlias = list[Entry]
"""An entry, behind those that say where things lie whose places it names."""


class Part(NamedTuple):
    """A part of an act: the thing that it is about, where that lay, and what it tells."""

    thing: int
    where: int
    units: list[Unit]


class Key(NamedTuple):
    """What a part is put in order by."""

    on_top: bool
    """Whether its thing is seen since it lies on top in the end."""
    hidden: bool
    """Whether the seat does not know which thing it is about."""
    sort: int
    space: int
    read: list[tuple[int, int, str]]
    """What the seat reads of it, if it does not know the thing."""


class Ordering:
    """Puts the entries of a log into the order in which one seat is told them."""

    def __init__(
        self, words: Words, seat: int | None, is_told: Callable[[Entry], bool], said: Callable[[Iterable[Entry]], Sequence[str]]
    ) -> None:
        """`is_told`: whether an entry tells the seat anything; `said`: what it reads of entries, in no language of its own."""
        self.words = words
        self.seat = seat
        self.is_told = is_told
        self.said = said
        self.space = words.sight.space

    def ordered(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries, without those that only say which of them are one act."""
        acts = [[Part(-1, -1, [])]]
        """The parts so far of all acts that have begun; first what is none."""
        held: Unit = []
        for entry in entries:
            match entry[0]:
                case "held":
                    held.append(entry)
                case "begun":
                    acts.append([])
                case "each":
                    acts[-1].append(Part(entry[1], entry[2], []))
                case "done":
                    # The beginning of an act may be forgotten.
                    told = self.settled(acts.pop())
                    acts = acts or [[Part(-1, -1, [])]]
                    acts[-1][-1].units.extend(told)
                case _:
                    # What tells the seat nothing does not keep apart what does.
                    if self.is_told(entry):
                        acts[-1][-1].units.append([*held, entry])
                    held = []
        while len(acts) > 1:
            told = self.settled(acts.pop())
            acts[-1][-1].units.extend(told)
        for unit in self.settled(acts[0]):
            yield from unit

    # ---- acts that nothing says are any

    def gathered(self, units: Sequence[Unit]) -> list[Unit]:
        """What follows each other: the moves of one statement, and single moves and marks as a loop makes them."""
        runs: list[list[Unit]] = []
        for unit in units:
            if runs and self.is_one_statement(unit[-1]) and unit[-1][0] == runs[-1][-1][-1][0]:
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
        """Whether it is a move of the statement that has moved something before."""
        return entry[0] in ("move", "away") and entry[-1]

    def follows(self, before: Entry, entry: Entry) -> bool:
        """Whether a loop seems to go through things: from places of one kind to one place, or mark after mark."""
        if entry[0] != before[0]:
            return False
        if entry[0] == "told":
            return bool(entry[1].public and before[1].public)
        if entry[0] not in ("move", "away"):
            return False
        spaces = self.words.world.spaces
        origins = [spaces[self.space(one[2])].declared if one[2] >= 0 else None for one in (before, entry)]
        return origins[0] is origins[1] and list(map(self.space, before[3:-1])) == list(map(self.space, entry[3:-1]))

    def in_order(self, run: Sequence[Unit], at_once: bool) -> list[Unit]:
        """Some moves or marks, each of which is a part."""
        if len(run) < 2:
            return list(run)
        places = {"move": (1, 2), "away": (1, 2), "told": (2, 4)}
        parts = []
        for unit in run:
            entry = unit[-1]
            thing, where = places[entry[0]]
            parts.append(Part(entry[thing], entry[where], [unit]))
        return self.told(parts, at_once)

    # ---- the parts of an act

    def settled(self, parts: Sequence[Part]) -> list[Unit]:
        """What the parts of an act tell, each of them in order, and they themselves."""
        return self.told([part._replace(units=self.gathered(part.units)) for part in parts], True)

    def told(self, parts: Sequence[Part], at_once: bool) -> list[Unit]:
        """The same, of parts that are in order; if they come one by one and not at once, what is seen is told as it came."""
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

    def as_they_came(self, parts: Sequence[Part], numbers: Sequence[int]) -> list[int]:
        """Some parts about things that the seat sees, as they came; which of alike things came first is not told."""
        sorts = self.words.sorts
        alike: dict[int, deque[int]] = {}
        for number in sorted(numbers, key=lambda number: self.space(parts[number].where)):
            alike.setdefault(sorts[parts[number].thing], deque()).append(number)
        return [alike[sorts[parts[number].thing]].popleft() for number in numbers]

    def key(self, part: Part) -> Key:
        """What a part about something is put in order by: nothing that the seat does not read."""
        own = [entry for *_, entry in part.units if entry[0] in ("move", "away") and entry[1] == part.thing]
        last = any(entry[0] == "move" and self.sees(entry[3]) and self.is_top(entry[3]) for entry in own)
        if self.sees(part.where) or any(self.reads(entry) for entry in own):
            return Key(last, False, self.words.sorts[part.thing], self.space(part.where), [])
        return Key(last, True, 0, 0, [one for unit in part.units for one in self.read(unit)])

    def read(self, unit: Unit) -> Iterator[tuple[int, int, str]]:
        """What the seat reads of an entry; of what moves unseen, between which places."""
        entry = unit[-1]
        if entry[0] in ("move", "away") and not self.reads(entry):
            yield (self.space(entry[2]), self.space(entry[3]) if entry[0] == "move" else -1, "")
        else:
            for line in self.said(unit):
                yield (-1, -1, line)

    def one_after_the_other(self, parts: Sequence[Part], order: Sequence[int]) -> list[int]:
        """Some parts in an order, but for those that say of one and the same what has become of it: these as they came.

        It is the first of all such orders, the normal form of a trace: so it depends only on which parts those are.
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

    def subjects(self, part: Part) -> set[Hashable]:
        """What the seat reads of in a part, and what then is as that part says."""
        found: set[Hashable] = set()
        for *_, entry in part.units:
            match entry:
                case ("told", own, entity, _, where, *_):
                    if own.of is None or own.of.kind != "thing" or self.sees(where):
                        found.add((own.of, own.name, entity))
                case ("move" | "away", thing, *_) if self.reads(entry):
                    found.add(thing)
                case ("swap", one, other, *wheres) if any(map(self.sees, wheres)):
                    found |= {one, other}
                case ("resized", series, *_):
                    found.add(id(series))
        return found

    # ---- what the seat sees

    def sees(self, where: int) -> bool:
        """Whether the seat sees what lies somewhere."""
        return self.words.sees(self.seat, where)

    def reads(self, entry: Entry) -> bool:
        """Whether the seat reads what it was that moved."""
        return any(where >= 0 and self.sees(where) for where in entry[2:-1])

    def is_top(self, where: int) -> bool:
        """Whether it is a pile of which only the top is seen."""
        return bool(self.words.sight.is_top[self.space(where)])

    def comes_on_pile(self, part: Part) -> bool:
        """Whether the thing that a part is about comes on a pile of which the seat sees all."""
        spaces = self.words.world.spaces
        return any(
            entry[0] == "move"
            and entry[1] == part.thing
            and spaces[self.space(entry[3])].kind == "pile"
            and not self.is_top(entry[3])
            and self.sees(entry[3])
            for *_, entry in part.units
        )


def one_statement(run: Sequence[Unit]) -> Iterator[Unit]:
    """Moves of one statement in another order: again all but the first belong to the one before."""
    for number, (*held, entry) in enumerate(run):
        yield [*held, (*entry[:-1], number > 0)]

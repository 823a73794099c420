"""A pending question comes in; its options as the one who chooses reads them go out, with keys that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulewright.dsl import checked
from rulewright.interpreter.play.asking import Ask, line_of, own_local
from rulewright.interpreter.play.decision import Option
from rulewright.interpreter.play.runtime import AT, ON, TABLE
from rulewright.interpreter.see.choosing import shown
from rulewright.interpreter.see.view import Viewer

if TYPE_CHECKING:
    from rulewright.interpreter.play.match import Match
    from rulewright.interpreter.see.words import Words


FIELDS = TABLE + 3


class Offer:
    """What a seat is offered, or chance if it is None."""

    def __init__(self, match: Match, ask: Ask, seat: int | None, values: Sequence[Any]) -> None:
        self.match = match
        self.ask = ask
        self.seat = seat
        self.hidden = {} if seat is None or not match.program.layout.has_hidden else self.hidden_options(values)

    @cached_property
    def words(self) -> Words:
        """What options are called by who is asked."""
        return self.match.words if self.seat is None else self.match.words.seen_from(self.seat, self.match.s[AT])

    def hidden_options(self, values: Sequence[Any]) -> dict[int, int]:
        """A number for each thing on offer that the seat does not see.

        In a pile it is its place there, or among those on offer if one does not see how many lie there. Elsewhere it
        says nothing: it is drawn anew for each decision, or else the order in which things came to a place, or were
        declared, would tell which they are.
        """
        at, on = self.match.s[AT], self.match.s[ON]
        sees, hidden_holder = self.words.by_seat[self.seat or 0], self.words.hidden_holder
        things: set[int] = set()
        for kind, column in zip(self.ask.types, self.columns(values), strict=True):
            if kind.kind == "thing":
                spaces = {at[part] for part in column if part is not None and part >= 0}
                things.update(part for part in column if part is not None and part >= 0 and not sees[at[part]])
                things.update(map(hidden_holder, spaces))
            elif kind.kind == "space":
                things.update(hidden_holder(part) for part in column if part is not None and part >= 0)
        things.discard(-1)
        hidden: dict[int, int] = {}
        for space in sorted({at[thing] for thing in things}):
            lying = [thing for thing in on[space] if thing in things or self.words.counts(self.seat, space)]
            if not self.match.program.keys.is_pile[space]:
                lying.sort(key=self.drawn)
            hidden.update((thing, number) for number, thing in enumerate(lying, 1) if thing in things)
        return hidden

    def drawn(self, thing: int) -> tuple[list[Any], bytes]:
        """What hidden things are put in order by: what everybody sees upon them, and then nothing that means anything."""
        kind = self.match.program.world.things[thing].kind
        upon = [self.viewer.upon(thing, own) for own in self.match.program.layout.own_places(kind)]
        number = blake2b(f"{self.match.seed} {self.match.steps} {thing}".encode("ascii")).digest()
        return [(place.count or 0, place.things or []) for place in upon], number

    @cached_property
    def viewer(self) -> Viewer:
        """What the seat sees."""
        return Viewer(self.match.program.layout, self.match.words, self.match.s, self.seat)

    def marks(self, thing: int) -> list[Any]:
        """The fields of a thing that the seat sees, by which alike things are told apart."""
        info, s = self.match.program.world.things[thing], self.match.s
        marks = self.match.program.layout.marks.get(info.kind.name, ())
        return [s[FIELDS + place][thing] for place, seen in marks if seen == "all" or info.owner == self.seat]

    def columns(self, values: Sequence[Any]) -> Sequence[Sequence[Any]]:
        """What some answers name, by their types; None where one names nothing."""
        count = len(self.ask.types)
        return [values] if count == 1 else [[value and value[place] for value in values] for place in range(count)]

    def shown_order(self, values: Sequence[Any]) -> Sequence[int]:
        """The order in which the options are shown.

        Things that are seen come in the order of declaration, alike ones by their fields, but those of a pile as they lie;
        hidden ones in the order of their numbers; all else as the rule lists it, unless hidden things are among the options:
        the rule may have listed it as it went through them.
        """
        if self.seat is None or len(values) < 2 or not (self.hidden or self.ask.names_things):
            return range(len(values))
        ranks = [
            self.ranks(kind, column) for kind, column in zip(self.ask.types, self.columns(values), strict=True)
        ]
        return sorted(range(len(values)), key=list(zip(*ranks, strict=True)).__getitem__)

    def ranks(self, kind: checked.Type, column: Sequence[Any]) -> list[tuple[Any, ...]]:
        """What some parts of a kind are put in order by, one for each option."""
        at, on, hidden, hidden_holder = self.match.s[AT], self.match.s[ON], self.hidden, self.words.hidden_holder
        alike, is_pile = self.match.program.layout.alike(), self.match.program.keys.is_pile
        if not hidden:
            marked = bool(self.match.program.layout.marks)
            # Then nothing that a place belongs to is hidden, either.
            return [
                (3,)
                if part is None
                else (1, alike[part], at[part], *(self.marks(part) if marked else ()))
                if kind.kind == "thing" and part >= 0 and not is_pile[at[part]]
                else (1, place)
                for place, part in enumerate(column)
            ]

        def space_rank(space: int) -> int:
            holder = hidden_holder(space)
            return space if holder < 0 else len(on) + hidden[holder]

        def rank(place: int, part: Any) -> tuple[Any, ...]:
            if part is None:
                return (3,)
            if kind.kind == "thing" and part in hidden:
                return (2, at[part], hidden[part])
            if kind.kind == "thing" and part >= 0 and not is_pile[at[part]]:
                return (1, alike[part], space_rank(at[part]), *self.marks(part))
            if kind.kind == "text":
                return (1, place)
            if kind.kind == "thing" and part >= 0:
                return (1, space_rank(at[part]), on[at[part]].index(part))
            return (1, space_rank(part) if kind.kind == "space" and part >= 0 else int(part))

        return [rank(place, part) for place, part in enumerate(column)]

    def options(self, values: Sequence[Any]) -> list[Option]:
        """The options in words, with keys that differ."""
        options: list[Option] = []
        keys: dict[str, int] = {}
        labels = self.labels([item if self.seat is not None else item[0] for item in values])
        for item, label in zip(values, labels, strict=True):
            value, weight = item if self.seat is None else (item, 1)
            key = self.key(value, self.hidden)
            count = keys[key] = keys.get(key, 0) + 1
            options.append(Option(key if count == 1 else f"{key}-{count}", label, weight))
        return options

    def key(self, value: Any, hidden: Mapping[int, int]) -> str:
        """What an option is called, with these numbers for what is hidden."""
        words, at = self.words, self.match.s[AT]
        if value is None:
            return "pass"
        if self.ask.kind in ("menu", "lines"):
            _, line, chosen = line_of(self.ask, value)
            return ",".join([line.name, *(words.option_key(part, pick.local.type, at, hidden) for pick, part in chosen)])
        parts = value if len(self.ask.types) > 1 else (value,)
        return ",".join(words.option_key(part, kind, at, hidden) for part, kind in zip(parts, self.ask.types, strict=True))

    def unnumbered(self, values: Sequence[Any]) -> tuple[list[str | None], bool]:
        """Of each option that names a hidden thing by a number that says nothing, its key without that; else None.

        Those with the same key are one to the seat: which of them it gets is left to chance. And whether one option names
        several such things.
        """
        at, is_pile = self.match.s[AT], self.match.program.keys.is_pile
        numbers = dict(self.hidden)
        nameless = {thing for thing in self.hidden if not is_pile[at[thing]]}
        for space in {at[thing] for thing in nameless}:
            # What lies upon hidden things may be seen, and tells some of them apart.
            upon = {thing: repr(self.drawn(thing)[0]) for thing in nameless if at[thing] == space}
            kinds = sorted(upon.values())
            numbers.update((thing, kinds.index(one)) for thing, one in upon.items())
        columns = self.columns(values)
        holders = [
            [self.holder(part, kind) in nameless for part in column]
            for kind, column in zip(self.ask.types, columns, strict=True)
        ]
        named = list(map(sum, zip(*holders, strict=True)))
        return [self.key(value, numbers) if count else None for value, count in zip(values, named, strict=True)], any(
            count > 1 for count in named
        )

    def holder(self, part: Any, kind: checked.Type) -> int:
        """The thing that a part of an option is or belongs to, if it is hidden; -1 if nothing is."""
        if kind.kind == "thing" and part in self.hidden:
            return int(part)
        if kind.kind == "space" and part is not None and part >= 0:
            return self.words.hidden_holder(part)
        return -1

    def labels(self, values: Sequence[Any]) -> list[str]:
        """What each option says: more of the things in it where two would read alike, and numbers if that does not help."""
        labels = [self.label(value) for value in values]
        shared = repeated(labels)
        if shared and any(kind.kind == "thing" for kind in self.ask.types):
            labels = [
                self.label(value, self.viewer) if label in shared else label
                for value, label in zip(values, labels, strict=True)
            ]
            shared = repeated(labels)
        numbers = dict.fromkeys(shared, 0)
        for place, label in enumerate(labels):
            if label in shared:
                numbers[label] += 1
                labels[place] = self.match.words.phrase("one-of-alike", label, numbers[label])
        return labels

    def label(self, value: Any, viewer: Viewer | None = None) -> str:
        """What an option says, with details of what is in it if a viewer tells them."""
        words = self.words
        if value is None:
            passing: checked.Titles = getattr(self.ask.statement, "passing", {})
            return words.title(passing, "") or words.phrase("pass")
        if self.ask.kind in ("menu", "lines"):
            return self.line_label(value, viewer)
        parts = value if len(self.ask.types) > 1 else (value,)
        told = [self.part_label(part, kind, viewer) for part, kind in zip(parts, self.ask.types, strict=True)]
        if getattr(self.ask.statement, "showing", {}):
            return shown(words, self.ask.statement, told)
        return ", ".join(told)

    def part_label(self, part: Any, kind: checked.Type, viewer: Viewer | None) -> str:
        """What one thing or value of an option is called."""
        details = viewer.details(part) if viewer is not None and kind.kind == "thing" and part >= 0 else ""
        return self.words.option_label(part, kind, self.match.s[AT], self.hidden, details)

    # ---- menus

    def line_label(self, value: Any, viewer: Viewer | None) -> str:
        """What a line of a menu says; what it chooses stands behind it, unless it stands in it."""
        number, line, chosen = line_of(self.ask, value)
        own = {id(pick.local): self.part_label(part, pick.local.type, viewer) for pick, part in chosen}
        if not line.title:
            return ": ".join(filter(None, [line.name.replace("-", " "), ", ".join(own.values())]))
        language = self.words.told_in(line.title)
        named = {own_local(part) for part in line.title[language] if not isinstance(part, str)}
        text = "".join(self.match.told(self.ask, number, line.title, own))
        return ": ".join(filter(None, [text, ", ".join(label for key, label in own.items() if key not in named)]))


def repeated(labels: Sequence[str]) -> set[str]:
    """What stands there more than once."""
    return {label for label, count in Counter(labels).items() if count > 1}

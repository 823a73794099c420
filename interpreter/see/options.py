"""A pending question comes in; its options as the one who chooses reads them go out, with keys that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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


FIELDS = TABLE + 3


class Offer:
    """What a seat is offered, or chance if it is None."""

    def __init__(self, match: Match, ask: Ask, seat: int | None, values: Sequence[Any]) -> None:
        self.match = match
        self.ask = ask
        self.seat = seat
        self.words = match.words if seat is None else match.words.seen_from(seat, match.s[AT])
        self.hidden = {} if seat is None else self.hidden_options(values)

    def hidden_options(self, values: Sequence[Any]) -> dict[int, int]:
        """A number for each thing on offer that the seat does not see.

        In a pile it is its place there. Elsewhere it says nothing: it is drawn anew for each decision, or else the order
        in which things came to a place, or were declared, would tell which they are.
        """
        at, on = self.match.s[AT], self.match.s[ON]
        if not self.match.program.layout.has_hidden:
            return {}
        things: set[int] = set()
        for part, kind in self.parts(values):
            if kind.kind == "thing" and part >= 0:
                if not self.words.sees(self.seat, at[part]):
                    things.add(part)
                things.add(self.words.hidden_holder(at[part]))
            elif kind.kind == "space" and part >= 0:
                things.add(self.words.hidden_holder(part))
        things.discard(-1)
        hidden: dict[int, int] = {}
        for space in sorted({at[thing] for thing in things}):
            lying = list(on[space])
            if not self.match.program.keys.is_pile[space]:
                lying.sort(key=self.drawn)
            hidden.update((thing, number) for number, thing in enumerate(lying, 1) if thing in things)
        return hidden

    def drawn(self, thing: int) -> tuple[list[Any], bytes]:
        """What hidden things are put in order by: what everybody sees upon them, and then nothing that means anything."""
        kind = self.match.program.world.things[thing].kind
        upon = [self.viewer.upon(thing, own) for own in self.match.program.layout.own_places(kind)]
        number = blake2b(f"{self.match.seed} {self.match.steps} {thing}".encode("ascii")).digest()
        return [(place.count, place.things or []) for place in upon], number

    @cached_property
    def viewer(self) -> Viewer:
        """What the seat sees."""
        return Viewer(self.match.program.layout, self.match.words, self.match.s, self.seat)

    def marks(self, thing: int) -> Iterator[Any]:
        """The fields of a thing that the seat sees, by which alike things are told apart."""
        info = self.match.program.world.things[thing]
        for place, own in enumerate(self.match.program.layout.fields, FIELDS):
            of_it = own.of is not None and own.of.kind == "thing" and own.of.name == info.kind.name
            seen = own.seen == "all" or (own.seen == "owner" and info.owner == self.seat)
            if of_it and seen and own.type.kind != "thing":
                yield self.match.s[place][thing]

    def parts(self, values: Sequence[Any]) -> Iterator[tuple[Any, checked.Type]]:
        """All that some answers name, each with its type."""
        for value in values:
            if value is not None:
                yield from zip(value if len(self.ask.types) > 1 else (value,), self.ask.types, strict=True)

    def shown_order(self, values: Sequence[Any]) -> Sequence[int]:
        """The order in which the options are shown.

        Things that are seen come in the order of declaration, alike ones by their fields, but those of a pile as they lie;
        hidden ones in the order of their numbers; all else as the rule lists it, unless hidden things are among the options:
        the rule may have listed it as it went through them.
        """
        if self.seat is None or not (self.hidden or any(kind.kind == "thing" for kind in self.ask.types)):
            return range(len(values))
        at, on = self.match.s[AT], self.match.s[ON]
        alike, is_pile = self.match.program.layout.alike(), self.match.program.keys.is_pile

        def space_rank(space: int) -> int:
            holder = self.words.hidden_holder(space)
            return space if holder < 0 else len(on) + self.hidden[holder]

        def order(place: int) -> list[tuple[Any, ...]]:
            value = values[place]
            if value is None:
                return [(3,)]
            ranks: list[tuple[Any, ...]] = []
            for part, kind in zip(value if len(self.ask.types) > 1 else (value,), self.ask.types, strict=True):
                if kind.kind == "thing" and part in self.hidden:
                    ranks.append((2, at[part], self.hidden[part]))
                elif kind.kind == "thing" and part >= 0 and not is_pile[at[part]]:
                    ranks.append((1, alike[part], space_rank(at[part]), *self.marks(part)))
                elif not self.hidden or kind.kind == "text":
                    ranks.append((1, place))
                elif kind.kind == "thing" and part >= 0:
                    ranks.append((1, space_rank(at[part]), on[at[part]].index(part)))
                else:
                    ranks.append((1, space_rank(part) if kind.kind == "space" and part >= 0 else int(part)))
            return ranks

        return sorted(range(len(values)), key=order)

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
        named = [sum(self.holder(part, kind) in nameless for part, kind in self.parts([value])) for value in values]
        return [self.key(value, numbers) if count else None for value, count in zip(values, named, strict=True)], any(
            count > 1 for count in named
        )

    def holder(self, part: Any, kind: checked.Type) -> int:
        """The thing that a part of an option is or belongs to, if it is hidden; -1 if nothing is."""
        if kind.kind == "thing" and part in self.hidden:
            return int(part)
        if kind.kind == "space" and part >= 0:
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

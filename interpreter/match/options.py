"""Turn the answers to a pending question into options as the asked player reads them, with distinct keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from rulewright.dsl import checked
from rulewright.dsl.messages.speech import join_words
from rulewright.interpreter.position.questions import QuestionInfo, line_of, own_local
from rulewright.interpreter.position.results import Option
from rulewright.interpreter.views.choice_lines import option_text
from rulewright.interpreter.views.position_keys import UNRANKED
from rulewright.interpreter.views.view import Viewer, bracketed

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.views.words import GameWords

    Telling: TypeAlias = Callable[[int], str]
    """A function that gives the details of a thing besides its name."""


class Options(Sequence[Option]):
    """The options of a seat, or of chance if that is None. They are sorted and put into words only when somebody looks."""

    # Very many are made, and few are looked at.
    _words: GameWords | None = None
    _viewer: Viewer | None = None
    _hidden: dict[int, int] | None = None
    _places: Sequence[int] | None = None
    _keys: list[str] | None = None
    _made: list[Option] | None = None

    def __init__(self, match: Match, ask: QuestionInfo, seat: int | None, values: Sequence[Any]) -> None:
        """Offer `values`, the answers as the rules have listed them."""
        self.match = match
        self.ask = ask
        self.seat = seat
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        return self.made()[index]

    def __iter__(self) -> Iterator[Option]:
        return iter(self.made())

    def __repr__(self) -> str:
        return repr(self.made())

    @property
    def places(self) -> Sequence[int]:
        """The index of each option among the answers as the rules have listed them."""
        if self._places is None:
            self._places = self.shown_order()
        return self._places

    @property
    def words(self) -> GameWords:
        """The words that the asked player reads."""
        if self._words is None:
            words = self.match.words
            self._words = words if self.seat is None else words.seen_from(self.seat, self.match.position)
        return self._words

    @property
    def hidden(self) -> dict[int, int]:
        """A number for each thing on offer that the seat does not see.

        On a pile it is the thing's place there, or among those on offer if the seat cannot count the pile. Elsewhere it
        says nothing and is drawn anew for each decision. Otherwise the order of arrival or declaration would identify
        things.
        """
        if self._hidden is None:
            hides = self.seat is not None and self.match.program.layout.has_hidden
            unseen = self.unseen() if hides and (self.ask.names_things or self.words.held) else None
            self._hidden = self.numbered(unseen) if unseen else {}
        return self._hidden

    def unseen(self) -> set[int]:
        """Return the unseen things on offer, and those that have a place on offer."""
        at, words = self.match.position.at, self.words
        where = words.sight.of_things(self.match.position.parts)
        sees, hidden_holder = words.by_seat[self.seat or 0], words.hidden_holder
        things: set[int] = set()
        for kind, column in zip(self.ask.types, self.columns(self.values), strict=True):
            if kind.kind == "thing":
                # Nothing is hidden out of play.
                things.update([part for part in column if part is not None and not sees[where[part]]])
                if words.held:
                    things.update(hidden_holder(at[part]) for part in column if part is not None)
            elif kind.kind == "space" and words.held:
                things.update(hidden_holder(part) for part in column if part is not None)
        things.discard(-1)
        return things

    def numbered(self, things: set[int]) -> dict[int, int]:
        """Return the numbers of hidden things."""
        at, on = self.match.position.at, self.match.position.on
        hidden: dict[int, int] = {}
        for space in sorted({at[thing] for thing in things}):
            lying = [thing for thing in on[space] if thing in things or self.words.counts(self.seat, space)]
            if not self.match.program.keys.is_pile[space]:
                lying.sort(key=self.drawn)
            hidden.update((thing, number) for number, thing in enumerate(lying, 1) if thing in things)
        return hidden

    def drawn(self, thing: int) -> tuple[list[Any], bytes]:
        """Return the key that sorts hidden things: what everybody sees on them, and then something meaningless."""
        kind = self.match.program.world.things[thing].kind
        upon = [self.viewer.own_place(thing, own) for own in self.match.program.layout.own_places(kind)]
        number = blake2b(f"{self.match.seed} {self.match.steps} {thing}".encode("ascii")).digest()
        seen = [(place.count or 0, place.things or [], place.partly) for place in upon]
        return [self.viewer.marks(thing), *seen], number

    @property
    def viewer(self) -> Viewer:
        """The seat's view."""
        if self._viewer is None:
            match, program = self.match, self.match.program
            over = program.over(match.position, self.seat)
            self._viewer = Viewer(program.layout, match.words, match.position, self.seat, over=over)
        return self._viewer

    def marks(self, thing: int) -> list[Any]:
        """Return the fields of a thing that the seat sees, which tell alike things apart."""
        info, fields = self.match.program.world.things[thing], self.match.position.fields
        marks = self.match.program.layout.marks.get(info.kind.name, ())
        return [fields[place][thing] for place, seen in marks if seen == "all" or info.owner == self.seat]

    def columns(self, values: Sequence[Any]) -> Sequence[Sequence[Any]]:
        """Return what some answers name, by type; None where an answer names nothing."""
        count = len(self.ask.types)
        return [values] if count == 1 else [[value and value[place] for value in values] for place in range(count)]

    def shown_order(self) -> Sequence[int]:
        """Return the order in which the options are shown.

        Visible things come in the order of declaration, and alike ones by their fields; on a pile they come as they lie
        there. Hidden things come in the order of their numbers. All else comes as the rule lists it, unless there are
        hidden things among the options: the rule may have gone through them.
        """
        values = self.values
        hidden = self.match.program.layout.has_hidden and self.hidden
        if self.seat is None or len(values) < 2 or not (self.ask.names_things or hidden):
            return range(len(values))
        if not hidden and (order := self.seen_order()) is not None:
            return order
        ranks = [self.ranks(kind, column) for kind, column in zip(self.ask.types, self.columns(values), strict=True)]
        rows = ranks[0] if len(ranks) == 1 else list(zip(*ranks, strict=True))
        return sorted(range(len(values)), key=rows.__getitem__)

    def seen_order(self) -> Sequence[int] | None:
        """Return the order where nothing is hidden and nothing is on piles, which is quicker; None if that does not apply."""
        values, types, at, keys = self.values, self.ask.types, self.match.position.at, self.match.program.keys
        things, places, marked = keys.thing_ranks, keys.place_ranks, keys.marked
        passing = values[-1] is None
        if passing:
            values = values[:-1]
        rows: list[Any] = []
        for kind, column in zip(types, [values] if len(types) == 1 else zip(*values, strict=True), strict=True):
            if kind.kind != "thing":
                # From here on, the rule's order holds.
                break
            ranks = [things[part] + places[at[part]] for part in column]
            if max(ranks) >= UNRANKED - 1 or (kind.name in marked and len(set(ranks)) < len(set(column))):
                return None
            rows = list(zip(rows, ranks, strict=True)) if rows else ranks
        order = sorted(range(len(values)), key=rows.__getitem__) if rows else list(range(len(values)))
        return [*order, len(order)] if passing else order

    def ranks(self, kind: checked.Type, column: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the keys that sort one part of the options, one for each option."""
        at, on, hidden = self.match.position.at, self.match.position.on, self.hidden
        alike, is_pile = self.match.program.layout.alike(), self.match.program.keys.is_pile
        if not hidden:
            # Then the owners of the places are also visible.
            things = kind.kind == "thing"
            ranks: list[tuple[Any, ...]] = [
                (3,)
                if part is None
                else (1, alike[part], at[part])
                if things and part >= 0 and not is_pile[at[part]]
                else (1, place)
                for place, part in enumerate(column)
            ]
            if not (things and self.match.program.layout.marks) or len(set(ranks)) == len(ranks):
                return ranks
            return [
                rank if part is None or part < 0 else (*rank, *self.marks(part)) for rank, part in zip(ranks, column, strict=True)
            ]

        hidden_holder = self.words.hidden_holder

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

    def made(self) -> list[Option]:
        """Return the options in words, in order, with distinct keys."""
        if self._made is None:
            values, weights = self.in_order()
            self._made = list(map(Option, self.all_keys, self.labels(values), weights))
        return self._made

    @property
    def all_keys(self) -> list[str]:
        """The distinct keys of all options, for callers that choose by keys and need no words."""
        if self._keys is None:
            self._keys = different(self.keys(self.in_order()[0], self.hidden))
        return self._keys

    def in_order(self) -> tuple[list[Any], list[int]]:
        """Return the answers in the order in which they are shown, and their weights if chance decides."""
        items = [self.values[place] for place in self.places]
        if self.seat is None:
            return [value for value, _ in items], [weight for _, weight in items]
        return items, [1] * len(items)

    def keys(self, values: Sequence[Any], hidden: Mapping[int, int]) -> list[str]:
        """Return the keys of options, with these numbers for hidden things."""
        words, at, there = self.words, self.match.position.at, chosen_among(values)
        if self.ask.kind in ("menu", "lines"):
            keys = [self.line_key(value, hidden) for value in there]
        else:
            columns = zip(self.ask.types, self.columns(there), strict=True)
            keys = in_rows(",", [words.option_keys(column, kind, at, hidden) for kind, column in columns])
        return keys if len(keys) == len(values) else with_passes(keys, values, "pass")

    def unnumbered(self, values: Sequence[Any]) -> tuple[list[str | None], bool]:
        """Return, for options that name hidden things by meaningless numbers, their keys without those; for others None.

        Options with the same key are one to the seat, and which one it gets is left to chance. The second value says
        whether one option names several such things.
        """
        at, is_pile = self.match.position.at, self.match.program.keys.is_pile
        numbers = dict(self.hidden)
        nameless = {thing for thing in self.hidden if not is_pile[at[thing]]}
        for space in {at[thing] for thing in nameless}:
            # Visible things on hidden ones may tell some of these apart.
            upon = {thing: repr(self.drawn(thing)[0]) for thing in nameless if at[thing] == space}
            kinds = sorted(upon.values())
            numbers.update((thing, kinds.index(one)) for thing, one in upon.items())
        columns = self.columns(values)
        holders = [
            [self.holder(part, kind) in nameless for part in column] for kind, column in zip(self.ask.types, columns, strict=True)
        ]
        named = list(map(sum, zip(*holders, strict=True)))
        keys = self.keys(values, numbers)
        return [key if count else None for key, count in zip(keys, named, strict=True)], any(count > 1 for count in named)

    def holder(self, part: Any, kind: checked.Type) -> int:
        """Return the hidden thing that a part of an option is or belongs to, or -1."""
        if kind.kind == "thing" and part in self.hidden:
            return int(part)
        if kind.kind == "space" and part is not None and part >= 0:
            return self.words.hidden_holder(part)
        return -1

    def labels(self, values: Sequence[Any]) -> list[str]:
        """Return the texts of the options, with details where two would read alike, or with numbers if that does not help."""
        labels = self.detailed_texts(values)
        # Things are told apart by what is seen on them, else by what they are on, or by their place on a pile.
        for telling in (self.viewer.details, self.thing_below, self.on_pile) if self.ask.names_things else ():
            for label in repeated(labels):
                alike = [place for place, one in enumerate(labels) if one == label]
                those = [values[place] for place in alike]
                same = frozenset.intersection(*map(self.things, those))
                told = self.detailed_texts(those, partial(told_unless, telling, same))
                if len(set(told)) > 1:
                    for place, one in zip(alike, told, strict=True):
                        labels[place] = one
        shared = repeated(labels)
        numbers = dict.fromkeys(shared, 0)
        for place, label in enumerate(labels if shared else ()):
            if label in shared:
                numbers[label] += 1
                labels[place] = self.match.words.phrase("one-of-alike", label, numbers[label])
        return labels

    def addresses(self) -> list[list[str]]:
        """Return, for each option, where what it names is shown to the seat, in the order of its parts."""
        return [self.addresses_of(value) for value in self.in_order()[0]]

    def addresses_of(self, value: Any) -> list[str]:
        """Return where the parts of an option are shown, each place once; parts that are shown nowhere are left out."""
        if value is None:
            return []
        if self.ask.kind in ("menu", "lines"):
            parts = [(part, pick.local.type) for pick, part in line_of(self.ask, value)[2]]
        else:
            parts = [(column[0], kind) for kind, column in zip(self.ask.types, self.columns([value]), strict=True)]
        return [*dict.fromkeys(address for part, kind in parts if (address := self.address(part, kind)))]

    def address(self, part: Any, kind: checked.Type) -> str:
        """Return where a part of an option is shown, or nothing."""
        if part is None or kind.many or (isinstance(part, int) and part < 0):
            return ""
        match kind.kind:
            case "thing":
                return self.viewer.address(part)
            case "space":
                return str(part) if self.words.hidden_holder(part) < 0 else ""
            case "player":
                return f"p{part}"
            case "value":
                # People point at the only thing on the board of that colour.
                made = [thing for thing in self.words.made_for(kind.name, part) if self.viewer.is_on_board(thing)]
                return self.viewer.address(made[0]) if len(made) == 1 else ""
        return ""

    def things(self, value: Any) -> frozenset[int]:
        """Return the things in an option."""
        if value is None:
            return frozenset()
        if self.ask.kind in ("menu", "lines"):
            _, _, chosen = line_of(self.ask, value)
            return frozenset(part for pick, part in chosen if pick.local.type.kind == "thing")
        columns = zip(self.ask.types, self.columns([value]), strict=True)
        return frozenset(part for kind, column in columns if kind.kind == "thing" for part in column)

    def thing_below(self, thing: int) -> str:
        """Return the thing that another one is on, if there is one and the seat sees it."""
        at = self.match.position.at
        info = self.words.world.spaces[at[thing]] if thing >= 0 and at[thing] >= 0 else None
        own = None if info is None else info.declared
        if info is None or not isinstance(own, checked.Field) or own.of is None or own.of.kind != "thing":
            return ""
        holder = self.words.world.offset(own.of) + info.entity
        return bracketed([self.words.thing(holder, at=at)]) if self.words.sees(self.seat, at[holder]) else ""

    def on_pile(self, thing: int) -> str:
        """Return the place of a thing on its pile, counted from the bottom, if the seat can count the things there."""
        space = self.match.position.at[thing]
        if not self.match.program.keys.is_pile[space] or not self.words.counts(self.seat, space):
            return ""
        return bracketed([self.words.phrase("no-on-pile", self.match.position.on[space].index(thing) + 1)])

    def told_beside(self, others: Sequence[Any]) -> list[str]:
        """Return the texts of other answers, such that they differ from those of the options."""
        both = Options(self.match, self.ask, self.seat, (*others, *self.values))
        return both.labels(both.values)[: len(others)]

    def detailed_texts(self, values: Sequence[Any], telling: Telling | None = None) -> list[str]:
        """Return the texts of options, with details of the things in them besides their names."""
        words, statement, there = self.words, self.ask.statement, chosen_among(values)
        if self.ask.kind in ("menu", "lines"):
            labels = [self.line_label(value, telling) for value in there]
        else:
            columns = [
                self.part_labels(column, kind, telling) for kind, column in zip(self.ask.types, self.columns(there), strict=True)
            ]
            if getattr(statement, "showing", {}):
                labels = [option_text(words, statement, told) for told in zip(*columns, strict=True)]
            else:
                labels = in_rows(", ", columns)
        if len(labels) == len(values):
            return labels
        passing: checked.Titles = getattr(statement, "passing", {})
        picking = self.ask.chosen_slot >= 0 and self.match.position.stack[-1][self.ask.chosen_slot]
        # A player who has picked something does not pass.
        stop = words.phrase("enough") if picking else words.title(passing, "") or words.phrase("pass")
        return with_passes(labels, values, stop)

    def part_labels(self, parts: Sequence[Any], kind: checked.Type, telling: Telling | None) -> list[str]:
        """Return the names of things or values in options."""
        words, at, hidden, who = self.words, self.match.position.at, self.hidden, -1 if self.seat is None else self.seat
        match kind.kind:
            case "thing":
                return [words.thing_label(part, at, hidden, self.details(part, telling), who) for part in parts]
            case "space":
                return [words.space_label(part, at, hidden, who) for part in parts]
        return [words.value(part, kind) for part in parts]

    def details(self, thing: int, telling: Telling | None) -> str:
        """Return the details of a thing besides its name; for a hidden one, what all see on it."""
        if thing in self.hidden:
            return bracketed(self.viewer.marks(thing)) if self.words.public else ""
        return "" if telling is None or thing < 0 else telling(thing)

    def line_key(self, value: Any, hidden: Mapping[int, int]) -> str:
        """Return the key of a menu's line, with its choices."""
        _, line, chosen = line_of(self.ask, value)
        parts = [([part], pick.local.type) for pick, part in chosen]
        return ",".join(
            [line.name, *(self.words.option_keys(part, kind, self.match.position.at, hidden)[0] for part, kind in parts)]
        )

    def line_label(self, value: Any, telling: Telling | None) -> str:
        """Return the text of a menu's line; its choices come after it, unless it contains them."""
        number, line, chosen = line_of(self.ask, value)
        own = {pick.local: self.part_labels([part], pick.local.type, telling)[0] for pick, part in chosen}
        if not line.title:
            return ": ".join(filter(None, [line.name.replace("-", " "), ", ".join(own.values())]))
        language = self.words.told_in(line.title)
        named = {own_local(part) for part in line.title[language] if not isinstance(part, str)}
        text = join_words(language, self.match.question_parts(self.ask, number, line.title, own))
        return ": ".join(filter(None, [text, ", ".join(label for key, label in own.items() if key not in named)]))


def told_unless(telling: Telling, same: Container[int], thing: int) -> str:
    """Return the details of a thing, unless it is in all options."""
    return "" if thing in same else telling(thing)


def chosen_among(values: Sequence[Any]) -> Sequence[Any]:
    """Return options without passes."""
    return [value for value in values if value is not None] if None in values else values


def in_rows(between: str, columns: Sequence[list[str]]) -> list[str]:
    """Join columns row by row."""
    return columns[0] if len(columns) == 1 else list(map(between.join, zip(*columns, strict=True)))


def with_passes(said: list[str], values: Sequence[Any], passing: str) -> list[str]:
    """Return the texts of all options, given those of the options that are no pass."""
    rest = iter(said)
    return [passing if value is None else next(rest) for value in values]


def different(keys: list[str]) -> list[str]:
    """Return keys, with a number behind each that occurred before."""
    if len(set(keys)) == len(keys):
        return keys
    counts: dict[str, int] = {}
    for place, key in enumerate(keys):
        count = counts[key] = counts.get(key, 0) + 1
        keys[place] = key if count == 1 else f"{key}-{count}"
    return keys


def repeated(labels: Sequence[str]) -> set[str]:
    """Return labels that occur more than once."""
    if len(set(labels)) == len(labels):
        return set()
    return {label for label, count in Counter(labels).items() if count > 1}

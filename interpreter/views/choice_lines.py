"""Tell an open choice of the log, and find out whether the next entries tell it already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Local, Type
from rulewright.dsl.messages.speech import join_words
from rulewright.interpreter.position.log_entries import (
    ChangeEntry,
    ChoiceEntry,
    Entry,
    MoveEntry,
    PerformEntry,
    RemovalEntry,
    SayEntry,
    SwapEntry,
    TellEntry,
    TextEntry,
)
from rulewright.interpreter.position.questions import line_of, line_types, own_local
from rulewright.interpreter.views.entry_groups import name_counts

if TYPE_CHECKING:
    from rulewright.interpreter.views.words import GameWords


class ChoiceLine:
    """A choice, as a seat may know it."""

    def __init__(self, words: GameWords, entry: ChoiceEntry, seat: int | None) -> None:
        self.words = words
        self.entry = entry
        self.seat = seat
        self.who, number, self.value, where = entry.seat, entry.question, entry.value, entry.where
        self.statement = words.asks[number].statement
        self.parts: list[tuple[Any, Type, Any]] = []
        """Single values with their types and, for things, their places at the time."""
        if where is not None and words.asks[number].kind == "lines":
            place, line, _ = line_of(words.asks[number], self.value)
            for pick, slot in zip(line.picks, words.asks[number].line_slots[place], strict=True):
                self.parts.append((self.value[slot], pick.local.type, where[slot]))
        elif where is not None:
            for value, kind, places in zip(self.value, words.asks[number].told_types, where, strict=True):
                one = Type(kind.kind, kind.name)
                if not kind.many:
                    self.parts.append((value, kind, places))
                elif places is None:
                    self.parts += [(inner, one, None) for inner in value]
                else:
                    # In a set that nobody has ordered, unseen things come in the order of declaration.
                    as_picked = isinstance(self.statement, checked.Choose) and self.statement.ordered
                    order = range(len(value)) if as_picked else words.seen_first(seat, places)
                    self.parts += [(value[at], one, places[at]) for at in order]
        self.things = {value for value, kind, place in self.parts if kind.kind == "thing" and words.sees(seat, place)}
        self.unseen = {
            words.sight.space(place) for _, kind, place in self.parts if kind.kind == "thing" and not words.sees(seat, place)
        }
        self.spaces = {value for value, kind, _ in self.parts if kind.kind == "space"}
        self.others = [(value, kind) for value, kind, _ in self.parts if kind.kind not in ("thing", "space")]

    @property
    def passing(self) -> str:
        """The text of the rulebook for passing, if there is one."""
        passing: checked.Titles = getattr(self.statement, "passing", {})
        return self.words.title(passing, "")

    @property
    def bare(self) -> str:
        """The words that say all of the choice, such as those for passing, or nothing if something was named."""
        if self.value is None:
            return self.passing or self.words.phrase("pass")
        return (
            self.menu_line() if isinstance(self.statement, checked.Menu) and not self.parts and self.entry.named is None else ""
        )

    def line(self) -> str | None:
        """Return the line, or None if the seat may know nothing of the choice."""
        words, player = self.words, self.words.player(self.who)
        if self.value is None:
            return words.phrase("said", player, self.passing) if self.passing else words.phrase("passed", player)
        if isinstance(self.statement, checked.Menu):
            return words.phrase("said", player, self.menu_line())
        if isinstance(self.statement, checked.ChooseWords):
            return words.phrase("said", player, self.value[0])
        if not (self.things or self.spaces or self.others):
            return None
        told = [self.value_text(*part) for part in self.parts]
        showing: checked.TextTemplate = getattr(self.statement, "showing", {})
        if showing:
            return words.phrase("said", player, option_text(words, self.statement, told))
        # Where nobody counts, one thing stands for all that were not seen.
        uncounted = {
            text: place
            for place, ((_, kind, space), text) in enumerate(zip(self.parts, told, strict=True))
            if kind.kind == "thing" and space >= 0 and not words.counts(self.seat, space)
        }
        told = [text for place, text in enumerate(told) if uncounted.get(text, place) == place]
        return words.phrase("chose", player, name_counts(words, told))

    def menu_line(self) -> str:
        """Return the text of the chosen line of a menu."""
        words, ask, entry = self.words, self.words.asks[self.entry.question], self.entry
        _, line, chosen = line_of(ask, self.value)
        own: dict[Local | None, str] = {
            pick.local: self.value_text(*part) for (pick, _), part in zip(chosen, self.parts, strict=True)
        }
        language = words.told_in(line.title) if line.title else words.language
        text = line.title.get(language, ())
        named = [own_local(part) for part in text if not isinstance(part, str)]
        further: Iterator[str] = iter(())
        if entry.named is not None:
            types = line_types(ask, self.value)[language]
            inner = zip(entry.named[language], types, entry.named_where[language], strict=True)
            further = iter([words.aloud().known(*one, self.seat) for one in inner])
        pieces = [
            part if isinstance(part, str)
            else words.in_text(own[local], part.type) if (local := own_local(part)) in own
            else next(further)
            for part in text
        ]  # fmt: skip
        said = join_words(language, pieces) if pieces else line.name.replace("-", " ")
        return ": ".join(filter(None, [said, ", ".join(label for name, label in own.items() if name not in named)]))

    def is_worded(self) -> bool:
        """Return whether it is a line of a menu whose text names all its choices, which the reader saw."""
        if not isinstance(self.statement, checked.Menu) or self.unseen or self.value is None:
            return False
        _, line, chosen = line_of(self.words.asks[self.entry.question], self.value)
        text = line.title.get(self.words.told_in(line.title), ()) if line.title else ()
        named = {own_local(part) for part in text if not isinstance(part, str)}
        return bool(text) and named == {pick.local for pick, _ in chosen}

    def value_text(self, value: Any, kind: Type, place: Any) -> str:
        """Return one value; a thing is told with its place, if that says more than whose it is."""
        words = self.words
        if kind.kind != "thing":
            return words.value(value, kind)
        text = words.shown(value, self.seat, place, who=self.who)
        space = words.sight.space(place)
        on_board = space >= 0 and not isinstance(words.world.spaces[space].declared, checked.Field)
        return words.phrase("on", text, words.space(space)) if on_board else text

    def tells(self, entry: Entry) -> bool:
        """Return whether an entry says all that was chosen, so that the choice itself need not be told."""
        match entry:
            case MoveEntry() | RemovalEntry():
                space = self.words.sight.space
                of_it = entry.thing in self.things or space(entry.origin) in self.unseen or not (self.things or self.unseen)
                return of_it and self.is_only(self.spaces <= ({space(entry.to)} if isinstance(entry, MoveEntry) else set()))
            case SwapEntry():
                return self.things == {entry.one, entry.other} and not self.unseen and self.is_only(not self.spaces)
            case PerformEntry():
                cards = {self.words.world.things[thing].card for thing in self.things}
                cards |= {value for value, kind in self.others if kind.kind == "card"}
                return entry.player == self.who and cards == {entry.card} and not self.unseen and len(self.parts) == 1
            case ChangeEntry(own=own):
                alone = len(self.parts) == 1 and not self.unseen
                whose = own.of is None or (own.of.kind == "player" and entry.entity == self.who)
                return alone and whose and (entry.value, own.type) == self.parts[0][:2]
            case SayEntry():
                return bool(self.parts) and not self.unseen and self.is_named_in(entry)
        return False

    def is_named_in(self, entry: TextEntry) -> bool:
        """Return whether a text names all that was chosen."""
        parts, types, _ = entry.text
        language = self.words.told_in(parts)
        said: list[tuple[Any, Type]] = []
        for value, kind in zip(entry.values[language], types[language], strict=True):
            one = Type(kind.kind, kind.name)
            said += [(inner, one) for inner in value] if kind.many else [(value, kind)]
        return all(part[:2] in said for part in self.parts)

    def is_retold(self, entry: TellEntry) -> bool:
        """Return whether a sentence tells the choice: it names what was chosen, and a menu's line leads to nothing else."""
        if self.value is None or isinstance(self.statement, checked.ChooseWords) or not self.is_named_in(entry):
            return False
        if isinstance(self.statement, checked.Menu):
            first = next(iter(line_of(self.words.asks[self.entry.question], self.value)[1].body), None)
            # A rule may begin with the sentence.
            return isinstance(first, checked.Tell) or (bool(self.parts) and isinstance(first, checked.Call))
        return bool(self.parts)

    def is_only(self, spaces: bool) -> bool:
        """Return whether the choice consisted only of things, and of such spaces."""
        return spaces and bool(self.parts) and not self.others


def option_text(words: GameWords, choice: checked.Statement, told: Sequence[str]) -> str:
    """Return an option in the words of the rulebook, with the values of its names."""
    assert isinstance(choice, checked.Choose)
    names = [pick.local for pick in choice.picks]
    language = words.told_in(choice.showing)
    return join_words(
        language,
        (
            part if isinstance(part, str) else words.in_text(told[names.index(part.local)], part.type)
            for part in choice.showing[language]
            if isinstance(part, str | checked.LocalRef)
        ),
    )

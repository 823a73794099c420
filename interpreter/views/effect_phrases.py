"""Put the certain effects of an option into the few words beside it.

This is the tale of what would happen, without what the option itself says: *→ c4*, *Points +3*. The gravest effects come first,
and each one has a name with it unless it concerns the player who chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulewright.dsl import checked
from rulewright.interpreter.position.log_entries import ChangeEntry, Entry, TellBeginning, TellEntry
from rulewright.interpreter.views.choice_lines import ChoiceLine
from rulewright.interpreter.views.entry_groups import ObservedMove, name_counts, names_of_spaces, row_of
from rulewright.interpreter.views.log_lines import LogLine
from rulewright.interpreter.views.log_text import changed_value
from rulewright.interpreter.views.narration import Narration

if TYPE_CHECKING:
    from rulewright.interpreter.views.words import GameWords

WEIGHTS = {
    "over": 0,
    "gone": 1,
    "scored": 2,
    "move": 3,
    "told": 3,
    "swap": 3,
    "resized": 3,
    "say": 3,
    "lapsed": 3,
    "void": 3,
    "moved": 4,
}
"""The kinds of lines that tell more than that the option was chosen: those that matter most have the lowest number.

The end of the game comes first. Then come things that leave the game, or their row or board, and points. Steps of things that
the option does not name come last.
"""
ARROW = "→"
MATTERS = WEIGHTS["scored"]
"""Effects up to this number are told however long they are."""


class EffectNarration(Narration):
    """A tale of an option's effects for one seat, in few words."""

    most_named = 3

    def __init__(
        self, words: GameWords, seat: int, label: str, things: Collection[int], before: Callable[[checked.Field, int], Any]
    ) -> None:
        """Begin a tale.

        `label` is the option as the seat reads it, `things` are those that it names, and `before` gives the present value of
        a field.
        """
        super().__init__(words, seat)
        self.label = label.casefold()
        self.numbers = self.label
        """The label without players: the 2 of `Player 2` is no number."""
        for player in range(words.world.players):
            self.numbers = self.numbers.replace(words.player(player).casefold(), "")
        self.things = things
        self.before = before
        self.now: set[tuple[str, int]] = set()
        """The names and places of what the option names, once it has moved: from then on, its old place does not identify it."""

    def lines(self, entries: Iterable[Entry]) -> list[LogLine]:
        """Return the lines that the option itself does not say, those that matter most first."""
        lines: list[LogLine] = []
        for line in super().lines(entries):
            if line.kind not in WEIGHTS or self.repeats(line):
                continue
            if lines and lines[-1].startswith(ARROW) and line.startswith(ARROW):
                # One thing goes on.
                line = LogLine(f"{lines.pop()} {line}", line.who, line.kind)
            lines.append(line)
        return sorted(lines, key=lambda line: WEIGHTS[line.kind])

    def repeats(self, line: LogLine) -> bool:
        """Return whether the option says as much as a line, or as a sentence of the rulebook whose words it contains."""
        rest = iter(re.findall(r"\w+", line.casefold()))
        return line.casefold() in self.label or (
            line.kind == "say" and all(word in rest for word in re.findall(r"\w+", self.label))
        )

    def retold(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries without the sentences of the rulebook: the reader wants to know what they stand for."""
        return [one for one in entries if not isinstance(one, TellBeginning | TellEntry)]

    def lines_of(self, entries: Iterable[Entry]) -> Iterator[LogLine]:
        """Yield lines for entries, including one that says that there is no effect."""
        for line in super().lines_of(entries):
            if line.kind in ("lapsed", "void"):
                if line.who == self.seat:
                    yield LogLine(self.words.phrase("no-effect"), line.who, line.kind)
            else:
                yield line

    def words_of_rulebook(self, _chosen: ChoiceLine, _entry: Entry) -> bool:
        """Return False: the choice is known, and the reader wants its effects."""
        return False

    def is_said(self, *texts: str) -> bool:
        """Return whether the option contains all texts, each as words of its own."""
        return all(has_words(self.label, text) for text in texts)

    def moved_name(self, thing: int, wheres: Sequence[int], _who: int) -> str:
        """Return the name that its owner has for a thing."""
        return self.words.shown(thing, self.seat, *wheres, who=self.words.me)

    def moves_told(self, lines: Iterable[Sequence[ObservedMove]]) -> Iterator[LogLine]:
        """Yield lines for moves: only the goal for things that the option names, and the names of other things."""
        for moves in lines:
            named = [move for move in moves if self.is_named(move)]
            rest = [move for move in moves if move not in named and move.open]
            for some, names in ((named, ""), (rest, name_counts(self.words, [move.name for move in rest]))):
                if some and not self.says_goal(some):
                    text = self.words.phrase("enter", names, self.goal(some)).strip()
                    yield LogLine(text, -1, self.kind_of(some[0], named=not names))
            self.now.update((move.name, move.to) for move in named)

    def kind_of(self, move: ObservedMove, *, named: bool) -> str:
        """Return the kind of line that tells a move."""
        row = row_of(self.words, move.origin) if move.origin >= 0 else None
        if move.to < 0 or (row is not None and row_of(self.words, move.to) != row):
            return "gone"
        return "move" if named and self.is_on_board(move.to) else "moved"

    def is_named(self, move: ObservedMove) -> bool:
        """Return whether the option names the moved thing; among things of one name, its place identifies it."""
        if self.now:
            return (move.name, move.origin) in self.now
        return self.label.endswith(move.name.casefold()) or self.is_said(move.name, self.place(move.origin))

    def is_on_board(self, space: int) -> bool:
        """Return whether a space is on a board, or out of play; elsewhere things have no particular place."""
        return space < 0 or self.words.world.spaces[space].board is not None

    def place(self, space: int) -> str:
        """Return its owner's name of a place; a thing out of play is nowhere that an option names."""
        return self.words.space(space, self.words.me) if space >= 0 else ""

    def goal(self, moves: Sequence[ObservedMove]) -> str:
        """Return where things go."""
        if moves[0].to < 0:
            return self.words.phrase("out")
        return names_of_spaces(self.words, [move.to for move in moves], self.words.me)

    def says_goal(self, moves: Sequence[ObservedMove]) -> bool:
        """Return whether the option says where things go: it names the place, or the owner of the place."""
        info = self.words.world.spaces[moves[0].to]
        own = info.declared
        if moves[0].to >= 0 and isinstance(own, checked.Field) and own.of is not None and own.of.kind == "thing":
            return self.is_said(self.words.entity(own.of, info.entity))
        return self.is_said(self.goal(moves))

    def fields_told(self, run: Sequence[ChangeEntry]) -> Iterator[LogLine]:
        """Yield the final values of fields; for numbers, the difference."""
        # Numbers of the table say how far the game is, and the game says that itself.
        told = (entry for entry in run if entry.own.of is not None or entry.own.type != checked.NUMBER)
        last = {(entry.own, entry.entity): entry for entry in told}
        for entry in last.values():
            own, entity, value = entry.own, entry.entity, entry.value
            title = self.words.title(own.titles, own.name)
            become = changed_value(self.words, evolve(entry, text=None), self.seat)
            if own.type == checked.NUMBER:
                more = value - self.before(own, entity)
                text = f"{title} {more:+d}" if more else ""
            elif own.type.kind == "truth" and value is True:
                text = title
            else:
                text = self.words.phrase("told", title, become)
            if not text or has_words(self.numbers if own.type == checked.NUMBER else self.label, become):
                continue
            kind = "scored" if own is self.words.world.game.score else "told"
            yield LogLine(text if self.is_clear(entry) else self.words.phrase("told", self.whose(entry), text), -1, kind)

    def is_clear(self, entry: ChangeEntry) -> bool:
        """Return whether everybody knows whose field it is: the table's, the chooser's, or of the only thing that is named."""
        own, entity = entry.own, entry.entity
        match own.of:
            case None:
                return True
            case of if of.kind == "player":
                return entity == self.seat
            case of if of.kind == "thing":
                return set(self.things) == {self.words.world.offset(of) + entity}
        return self.is_said(self.whose(entry))


def has_words(label: str, text: str) -> bool:
    """Return whether a label contains a text, as words of its own."""
    return re.search(rf"(?<!\w){re.escape(text.casefold())}(?!\w)", label) is not None

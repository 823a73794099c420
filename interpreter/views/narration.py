"""Tell the log to one seat as people tell it: one line for each act, with its effects.

It is the log of that seat, addressed to it (*You play Run*), and cannot say more. A card that moves to be played is not
told twice. Equal acts of several players are one line, and so are several fields of one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.dsl import checked
from rulewright.interpreter.position.log_entries import (
    ChangeEntry,
    ChoiceEntry,
    Entry,
    HeadingEntry,
    MoveEntry,
    PerformEntry,
    TellEntry,
)
from rulewright.interpreter.views.choice_lines import ChoiceLine
from rulewright.interpreter.views.entry_groups import ObservedMove, name_counts
from rulewright.interpreter.views.log_lines import LogLine
from rulewright.interpreter.views.log_text import LogText, changed_value

if TYPE_CHECKING:
    from rulewright.interpreter.views.words import GameWords

_WHOLE = frozenset({"words", HeadingEntry.kind})
"""The kinds of lines that stay as they are: what somebody has typed, and headings."""
_ENDS = (".", "!", "?", "…", ":", "»", '"')


@define
class NarratedAct:
    """Something that a player did, or that happened by itself, with its effects."""

    who: int
    """The seat whose act it is, or -1."""
    sentences: list[LogLine]

    @property
    def text(self) -> str:
        """All of it in one line; a heading is set apart."""
        return f"— {self.sentences[0]} —" if self.is_heading else " ".join(self.lines)

    @property
    def is_heading(self) -> bool:
        """Whether it begins a part of the game."""
        return self.sentences[0].kind == HeadingEntry.kind

    @property
    def lines(self) -> list[str]:
        """Its lines, with one fact each."""
        return [str(one) if one.kind in _WHOLE or one.endswith(_ENDS) else f"{one}." for one in self.sentences]


def narrate(words: GameWords, entries: Iterable[Entry], seat: int | None, *, whole: bool = False) -> list[NarratedAct]:
    """Tell what happened to a seat, act by act; seat None is an onlooker. `whole`: from the very beginning."""
    words = words.spoken_to(seat)
    acts: list[NarratedAct] = []
    for line in Narration(words, seat).lines(without_set_up(words, entries) if whole else entries):
        act = acts[-1] if acts else None
        if (
            act is None
            or act.is_heading
            or line.kind == HeadingEntry.kind
            or (line.kind in _ACTS and line.who not in (-1, act.who))
        ):
            acts.append(NarratedAct(line.who if line.kind in _ACTS else -1, [_begun(line)]))
        elif (line.kind == "performed" and len(act.sentences) > 1) or (line.kind == "say" and act.who < 0):
            acts.append(NarratedAct(line.who, [_begun(line)]))
        else:
            _go_on(words, act, line)
    return acts


def without_set_up(words: GameWords, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries without the set-up of boards before anybody acts, which everybody sees at a glance."""
    begun = False
    for entry in entries:
        begun = begun or (entry.kind in _ACTS and not isinstance(entry, MoveEntry))
        if begun or not _is_laid_out(words, entry):
            yield entry


def _is_laid_out(words: GameWords, entry: Entry) -> bool:
    """Whether an entry tells what is put on a board, or what becomes of its spaces."""
    if isinstance(entry, MoveEntry) and entry.origin < 0:
        return words.world.spaces[words.sight.space(entry.to)].board is not None
    return isinstance(entry, ChangeEntry) and Narration.is_drawn(entry.own)


_ACTS = frozenset({"chose", "words", "performed", "move", "rolled", "back", TellEntry.kind})
"""Lines that tell of the player who acted; other lines tell of effects."""

_SIGNS = (" : ", ": ", " ")
"""The separators behind a name at the beginning of a sentence: the longest first, since a blank begins another of them."""


def _go_on(words: GameWords, act: NarratedAct, line: LogLine) -> None:
    """Add a line to an act; a player who has just been named is not named again."""
    name = str(words.player(line.who)) if line.who >= 0 else ""
    last = act.sentences[-1]
    sign, before = _sign_behind(name, line), _sign_behind(name, last)
    # A verb needs its subject behind words that were said.
    if sign and before in {" ", sign} and not {last.kind, line.kind} & {"words", "say", TellEntry.kind}:
        act.sentences[-1] = LogLine(words.phrase("and-then", last, line[len(name + sign) :]), last.who, last.kind)
    else:
        act.sentences.append(_begun(line))


def _sign_behind(name: str, line: str) -> str:
    """Return the separator behind a name, if a sentence begins with it."""
    text = line.casefold()
    return next((sign for sign in _SIGNS if name and text.startswith(name.casefold() + sign)), "")


def _begun(line: LogLine) -> LogLine:
    """Begin a sentence with a capital letter, except for names such as `b3`."""
    return LogLine(line[:1].upper() + line[1:], line.who, line.kind) if not line[1:2].isdigit() else line


class Narration(LogText):
    """The telling of what happened to one seat, with nothing said twice."""

    most_named = 12

    def lines_of(self, entries: Iterable[Entry]) -> Iterator[LogLine]:
        """Yield entries in words; several players in a row who had nothing to choose share one line."""
        for kind, run in groupby(super().lines_of(entries), key=lambda line: line.kind):
            together = list(run)
            seats = list(dict.fromkeys(line.who for line in together))
            if kind == "lapsed" and len(seats) > 1:
                # Whatever each of them lacked, it had no effect.
                yield LogLine(self.words.phrase("lapsed", self.words.players(seats)), -1, kind)
            else:
                yield from together

    def alike_told(self, run: Sequence[ChoiceEntry]) -> Iterator[LogLine]:
        """Yield choices that read alike; several players in a row share one line."""
        rounds: list[list[ChoiceEntry]] = []
        for entry in run:
            if not rounds or entry.seat in (one.seat for one in rounds[-1]):
                rounds.append([])
            rounds[-1].append(entry)
        for alike in rounds:
            if len(alike) < 2:
                yield from super().alike_told(alike)
                continue
            who, bare = self.words.players(entry.seat for entry in alike), ChoiceLine(self.words, alike[0], self.seat).bare
            yield LogLine(self.words.phrase("said", who, bare), alike[-1].seat, alike[0].kind)

    def acts(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
        """Return the entries, without cards that move to be played, and fields that change again."""
        acts = list(super().acts(entries))
        played: dict[int, int] = {}
        told = False
        for place, (entry, by) in enumerate(acts):
            before = acts[place - 1][0] if place else None
            after = acts[place + 1][0] if place + 1 < len(acts) else None
            if isinstance(entry, MoveEntry):
                if self.is_played(entry, after) or self.is_played(entry, before):
                    played[entry.thing] = self.holder(entry.origin)
                    continue
                if by < 0 and self.is_laid_off(entry, played.pop(entry.thing, -1)):
                    continue
            if isinstance(entry, ChangeEntry) and (self.is_told_again(entry, after) or (told and self.is_drawn(entry.own))):
                continue
            told = told or entry.kind in _ACTS
            yield entry, by

    def words_of_rulebook(self, chosen: ChoiceLine, entry: Entry) -> bool:
        """Return whether it is a line of a menu whose text names all that was chosen: nothing else says which line it was.

        Where something goes on a board is told all the same, unless that was chosen.
        """
        goal = self.words.sight.space(entry.to) if isinstance(entry, MoveEntry) and entry.to >= 0 else -1
        on_board = goal >= 0 and self.words.world.spaces[goal].board is not None and goal not in chosen.spaces
        return not on_board and chosen.is_worded()

    def is_played(self, entry: MoveEntry, other: Entry | None) -> bool:
        """Return whether a move is that of a card that is played."""
        if not isinstance(other, PerformEntry) or other.card < 0:
            return False
        seen = any(space >= 0 and self.words.sees(self.seat, space) for space in entry.places_seen)
        return seen and self.words.world.things[entry.thing].card == other.card and self.holder(entry.origin) == other.player

    def is_laid_off(self, entry: MoveEntry, who: int) -> bool:
        """Return whether a played card goes to a pile of the player, as usual."""
        origin, to = entry.origin, entry.to
        seen = origin >= 0 and self.words.sees(self.seat, origin)
        return seen and who >= 0 and self.holder(to) == who and self.words.world.spaces[self.words.sight.space(to)].kind == "pile"

    def holder(self, where: int) -> int:
        """Return the player at whose place something was, or -1."""
        return self.words.holder(self.words.sight.space(where))

    @staticmethod
    def is_drawn(own: checked.Field) -> bool:
        """Return whether a field belongs to a space of a board, where everybody sees it: then it need not be told."""
        return own.of is not None and own.of.kind == "space" and own.place is None

    def is_told_again(self, entry: ChangeEntry, after: Entry | None) -> bool:
        """Return whether a field changes again at once; with a reason, each change is told."""
        same = isinstance(after, ChangeEntry) and entry.own is after.own and entry.entity == after.entity
        return same and entry.text is None and self.is_known(entry)

    def is_known(self, entry: ChangeEntry) -> bool:
        """Return whether the seat knows which thing has the changed field."""
        return entry.own.of is None or entry.own.of.kind != "thing" or self.words.sees(self.seat, entry.of)

    def belongs_to(self, entry: Entry) -> tuple[Any, ...] | None:
        """Return the key of entries told together; all consecutive field changes share one."""
        return ("told",) if isinstance(entry, ChangeEntry) else super().belongs_to(entry)

    def fields_told(self, run: Sequence[ChangeEntry]) -> Iterator[LogLine]:
        """Yield the new values of fields: one field of several owners, or several of one."""
        rest = list(run)
        while rest:
            first = rest[0]
            same: list[ChangeEntry] = []
            told: set[int] = set()
            for entry in takewhile(partial(_same_field, first), rest):
                # It must not be told whether something hidden has changed twice.
                if self.is_known(entry) and entry.entity in told:
                    break
                told.add(entry.entity)
                same.append(entry)
            if len(same) > 1:
                yield self.one_field(same)
            else:
                same = list(takewhile(partial(self.is_of, first.own.of, first.entity), rest)) or rest[:1]
                yield self.one_holder(same)
            rest = rest[len(same) :]

    def is_of(self, of: checked.Type | None, entity: int, entry: ChangeEntry) -> bool:
        """Return whether an entry is about a field of an owner that the seat knows."""
        return (entry.own.of, entry.entity) == (of, entity) and self.is_known(entry)

    def one_field(self, run: Sequence[ChangeEntry]) -> LogLine:
        """Return a line about one field of several owners: *Bid: Ann 3; you 2*; common parts occur once."""
        words, own = self.words, run[0].own
        told = [(self.whose(entry), changed_value(words, entry, self.seat)) for entry in run]
        if len({value for _, value in told}) == 1:
            of_players = own.of is not None and own.of.kind == "player"
            whose = (
                words.players([entry.entity for entry in run]) if of_players else name_counts(words, [name for name, _ in told])
            )
            return LogLine(self.so(whose, run[0]), -1, "told")
        title = words.title(own.titles, own.name)
        return LogLine(words.phrase("told", title, words.one_by_one(f"{name} {value}" for name, value in told)), -1, "told")

    def so(self, whose: str, entry: ChangeEntry) -> str:
        """Return the owner and the new value of a field; for a truth, that it holds."""
        words, own = self.words, entry.own
        title = words.title(own.titles, own.name)
        if own.type.kind == "truth" and entry.value is True and entry.text is None:
            return words.phrase("said", whose, title) if own.of is not None else title
        value = changed_value(words, entry, self.seat)
        return words.phrase("told-of", whose, title, value) if own.of is not None else words.phrase("told", title, value)

    def one_holder(self, run: Sequence[ChangeEntry]) -> LogLine:
        """Return a line about several fields of one owner: *Ann, Holes: 1; Water: 20*."""
        words, before, text = self.words, None, ""
        for entry in run:
            own = entry.own
            title, value = words.title(own.titles, own.name), changed_value(words, entry, self.seat)
            if before is None:
                text = self.so(self.whose(entry), entry)
            else:
                text = words.phrase("and-then", text, value if own is before else words.phrase("told", title, value))
            before = own
        return LogLine(text, -1, "told")

    def whose(self, entry: ChangeEntry) -> str:
        """Return the owner of a changed field, as the reader calls it."""
        of = entry.own.of
        return "" if of is None else self.words.player(entry.entity) if of.kind == "player" else super().whose(entry)

    def moves_told(self, lines: Iterable[Sequence[ObservedMove]]) -> Iterator[LogLine]:
        """Yield lines for moves; players who did the same with their own things share one line."""
        for together in _in_rounds(lines, lambda line: self.way(line) is not None):
            by_itself = self.way(together[0]) is not None
            ways: dict[Any, list[Sequence[ObservedMove]]] = {}
            for line in together:
                ways.setdefault(self.way(line), []).append(line)
            if not by_itself or _goes_further(together) or not any(map(_of_several, ways.values())):
                yield from super().moves_told(together)
                continue
            for alike in ways.values():
                if _of_several(alike):
                    yield self.by_all(alike)
                else:
                    yield from super().moves_told(alike)

    def by_all(self, lines: Sequence[Sequence[ObservedMove]]) -> LogLine:
        """Return a line for players whose things went the same way: *Hand → Table: Ann Ace; you King*."""
        spaces = self.words.world.spaces
        places = (spaces[place] for place in (lines[0][0].origin, lines[0][0].to))
        origin, to = (self.words.title(place.titles, place.declared.name) for place in places)
        moved: dict[int, list[str]] = {}
        for line in lines:
            moved.setdefault(line[0].who, []).extend(move.name for move in line)
        words = self.words
        each = [words.phrase("by-all-each", words.player(who), name_counts(words, names)) for who, names in moved.items()]
        return LogLine(words.phrase("by-all", origin, to, words.one_by_one(each)), -1, "move")

    def way(self, line: Sequence[ObservedMove]) -> tuple[Any, Any] | None:
        """Return the places between which something moved by itself, the same for all players, or None."""
        move, words = line[0], self.words
        if move.origin < 0 or move.to < 0 or move.by >= 0 or move.who < 0 or move.under or move.is_within:
            return None
        if words.holder(move.origin) not in (-1, move.who) or words.holder(move.to) not in (-1, move.who):
            return None
        if len({one.origin for one in line}) > 1 or len({one.to for one in line}) > 1:
            return None
        return self.kind_of_place(move.origin), self.kind_of_place(move.to)

    def kind_of_place(self, space: int) -> checked.Space | checked.Field | int:
        """Return what places of all players have in common; a place of a thing is one of its own."""
        own = self.words.world.spaces[space].declared
        return space if isinstance(own, checked.Field) and own.of is not None and own.of.kind == "thing" else own


def _in_rounds(
    lines: Iterable[Sequence[ObservedMove]], by_itself: Callable[[Sequence[ObservedMove]], bool]
) -> Iterator[list[Sequence[ObservedMove]]]:
    """Yield lines that can be told as one: rounds of the same players, such as a deal, but not a card that one gets later."""
    for _, run in groupby(lines, key=by_itself):
        rounds: list[list[Sequence[ObservedMove]]] = [[]]
        for line in run:
            if line[0].who in (one[0].who for one in rounds[-1]):
                rounds.append([])
            rounds[-1].append(line)
        for _, alike in groupby(rounds, key=lambda one: [line[0].who for line in one]):
            yield [line for one in alike for line in one]


def _of_several(lines: Sequence[Sequence[ObservedMove]]) -> bool:
    """Return whether lines are about several players: one for each, unless the reader knows all that moved."""
    players = {line[0].who for line in lines}
    return len(players) > 1 and (len(players) == len(lines) or all(move.known for line in lines for move in line))


def _goes_further(lines: Sequence[Sequence[ObservedMove]]) -> bool:
    """Return whether something that has come to a place may go on from there."""
    came: set[tuple[str, int]] = set()
    for line in lines:
        if any((move.name, move.origin) in came for move in line):
            return True
        came |= {(move.name, move.to) for move in line}
    return False


def _same_field(one: ChangeEntry, other: ChangeEntry) -> bool:
    """Whether two entries tell of the same field, both with a reason or both without."""
    return one.own is other.own and (one.text is None) == (other.text is None)

"""Turn the log of a match into the lines that one seat reads: who did what.

The entries of one act come in the order that `log_order.py` gives them for that seat. Related entries share one line, but
only for a seat that sees all of them. Whether something is left out depends only on what the seat itself may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import groupby, repeat
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Type, own_key
from rulewright.dsl.messages.speech import join_words, list_words
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
    TextEntry,
    UndoEntry,
    VoidEntry,
)
from rulewright.interpreter.views.choice_lines import ChoiceLine
from rulewright.interpreter.views.entry_groups import ObservedMove, move_line, moves_together, name_counts
from rulewright.interpreter.views.log_lines import LogLine
from rulewright.interpreter.views.log_order import LogOrder

if TYPE_CHECKING:
    from rulewright.interpreter.views.words import GameWords


class LogText:
    """The telling of what happened to one seat; seat None is an onlooker."""

    most_named = 0
    """How many things a line names; 0 is all."""

    def __init__(self, words: GameWords, seat: int | None) -> None:
        self.words = words
        self.seat = seat

    def lines(self, entries: Iterable[Entry]) -> list[LogLine]:
        return self.as_they_stand(self.in_order(entries, self.is_told))

    def in_order(self, entries: Iterable[Entry], is_wanted: Callable[[Entry], bool]) -> Iterable[Entry]:
        """Return the wanted entries, in the order in which the seat is told them."""
        if not self.words.hides:
            return entries
        plain = LogText(self.words.plain(), self.seat)
        return LogOrder(self.words, self.seat, is_wanted, plain.as_they_stand).ordered(entries)

    def as_they_stand(self, entries: Iterable[Entry]) -> list[LogLine]:
        """Return entries as lines, in their order."""
        found: list[LogLine] = []
        for words, run in self.looked_at(self.retold(entries)):
            telling = copy(self)
            telling.words = words
            found.extend(telling.lines_of(run))
        return found

    def retold(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries with the sentences of the rulebook where their blocks began, and without what they stand for.

        If a block began before these entries, its sentence comes with its end.
        """
        found: list[Entry] = []
        begun: list[int] = []
        for entry in entries:
            if isinstance(entry, TellBeginning):
                begun.append(len(found))
            elif isinstance(entry, TellEntry):
                first = begun.pop() if begun else 0
                inside = found[first:]
                del found[first:]
                if entry.text is not None:
                    while found and self.is_chosen_in(found, entry):
                        found.pop()
                    found.append(entry)
                found += filter(has_own_words, inside)
            else:
                found.append(entry)
        return [one for place, one in enumerate(found) if not begun or place < begun[0] or has_own_words(one)]

    def without_retold_choices(self, entries: Sequence[Entry]) -> Iterator[Entry]:
        """Yield entries without the choices that a sentence after them tells: nobody reads both."""
        read = iter([entry for entry in self.retold(entries) if isinstance(entry, ChoiceEntry)])
        following = next(read, None)
        for entry in entries:
            if not isinstance(entry, ChoiceEntry):
                yield entry
            elif entry is following:
                yield entry
                following = next(read, None)

    def is_chosen_in(self, found: Sequence[Entry], told: TellEntry) -> bool:
        """Return whether the last of some entries is a choice that a sentence after it also tells."""
        last = found[-1]
        return isinstance(last, ChoiceEntry) and ChoiceLine(self.words, last, self.seat).is_retold(told)

    def looked_at(self, entries: Iterable[Entry]) -> Iterator[tuple[GameWords, list[Entry]]]:
        """Yield entries that tell the seat anything, with words for what it saw of the things whose places they name."""
        run: list[Entry] = []
        seen: dict[int, bool] = {}
        for entry in entries:
            if isinstance(entry, HolderEntry):
                sees = self.words.sees(self.seat, entry.where)
                if seen.get(entry.holder, sees) != sees:
                    yield self.words.looking(unseen(seen)), run
                    run, seen = [], {}
                seen[entry.holder] = sees
            elif self.is_told(entry):
                run.append(entry)
        yield self.words.looking(unseen(seen)), run

    def is_told(self, entry: Entry) -> bool:
        """Return whether an entry tells the seat anything: others neither make a line nor separate lines."""
        match entry:
            case MoveEntry() | RemovalEntry() | ChoiceEntry():
                return True
            case ChangeEntry(own=own):
                return not own.untold and self.words.told_of(own, entry.entity, entry.of, self.seat)
            case LapseEntry():
                return not entry.secretly or entry.seat == self.seat
            case PerformEntry():
                # A rule may perform the contents of an empty place.
                return entry.card >= 0
            case (
                SwapEntry()
                | RollEntry()
                | ShowEntry()
                | SayEntry()
                | HeadingEntry()
                | TellBeginning()
                | TellEntry()
                | ResizeEntry()
                | VoidEntry()
                | UndoEntry()
                | ReorderEntry()
                | HolderEntry()
            ):
                return True
            case ResultEntry() | ActBeginning() | ActPass() | ActEnd():
                # Only examples ask for these results, and only `log_order.py` for the bounds of an act.
                return False
            case _:
                assert_never(entry)

    def lines_of(self, entries: Iterable[Entry]) -> Iterator[LogLine]:
        """Yield entries in words; all of them name places in the same way."""
        words, doing = self.words, -1
        for _, together in groupby(self.acts(entries), key=lambda act: self.run_of(act[0])):
            run = list(together)
            first = run[0][0]
            if isinstance(first, MovementEntry):
                yield from self.moves_told(moves_together(words, self.moves(run)))
            elif isinstance(first, RollEntry):
                yield LogLine(
                    rolls_told(words, [one for one, _ in run if isinstance(one, RollEntry)], self.seat), first.by, first.kind
                )
            elif isinstance(first, ChoiceEntry) and self.belongs_to(first) is not None:
                yield from self.alike_told([one for one, _ in run if isinstance(one, ChoiceEntry)])
            elif isinstance(first, ChangeEntry) and self.belongs_to(first) is not None:
                yield from self.fields_told([one for one, _ in run if isinstance(one, ChangeEntry)])
            else:
                for entry, who in run:
                    if isinstance(entry, PerformEntry) and words.world.cards[entry.card].is_worded:
                        doing = entry.player
                        continue
                    text = line_of(words, entry, self.seat, who)
                    if text is None:
                        continue
                    if isinstance(entry, SayEntry) and doing >= 0:
                        yield LogLine(text, doing, PerformEntry.kind)
                        doing = -1
                        continue
                    typed = isinstance(entry, ChoiceEntry) and words.asks[entry.question].kind == "words"
                    yield LogLine(text, entry.actor, "words" if typed else entry.kind)

    def run_of(self, entry: Entry) -> tuple[Any, ...]:
        """Return what successive entries have in common if they are told together."""
        return entry.kind, self.belongs_to(entry)

    def moves_told(self, lines: Iterable[Sequence[ObservedMove]]) -> Iterator[LogLine]:
        """Yield consecutive moves, grouped into lines."""
        for moves in lines:
            yield LogLine(move_line(self.words, moves, self.most_named), moves[0].who, "move" if moves[0].by >= 0 else "moved")

    def fields_told(self, run: Sequence[ChangeEntry]) -> Iterator[LogLine]:
        """Yield changes of one field, with owners of equal values together."""
        words, own = self.words, run[0].own
        title, value = words.title(own.titles, own.name), changed_value(words, run[0], self.seat)
        names = name_counts(words, [self.whose(entry) for entry in run])
        yield LogLine(words.phrase("told-of", names, title, value), -1, "told")

    def alike_told(self, run: Sequence[ChoiceEntry]) -> Iterator[LogLine]:
        """Yield choices of several players in a row that read alike, such as passes."""
        for entry in run:
            yield LogLine(line_of(self.words, entry, self.seat, entry.seat) or "", entry.seat, entry.kind)

    def whose(self, entry: ChangeEntry) -> str:
        """Return the owner of a changed field."""
        if entry.own.public and not self.words.sees(self.seat, entry.of):
            return self.words.hidden_thing(entry.entity, entry.of, self.seat)
        assert entry.own.of is not None
        return self.words.whose(entry.entity, entry.own.of, entry.of, self.seat)

    def acts(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
        """Return the entries, each with the seat that chose it, or -1, without choices that the next entry tells."""
        chosen: ChoiceLine | None = None
        waiting = False
        for entry in self.effects_behind(entries):
            if isinstance(entry, ChoiceEntry):
                if chosen is not None and waiting and chosen.line() is not None:
                    yield chosen.entry, -1
                chosen, waiting = ChoiceLine(self.words, entry, self.seat), True
                continue
            if chosen is not None and chosen.tells(entry):
                if not self.words_of_rulebook(chosen, entry):
                    yield entry, chosen.who
                elif waiting:
                    yield chosen.entry, -1
            else:
                if chosen is not None and waiting and chosen.line() is not None:
                    yield chosen.entry, -1
                yield entry, -1
                chosen = None
            waiting = False
        if chosen is not None and waiting and chosen.line() is not None:
            yield chosen.entry, -1

    def effects_behind(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries, with fields that change between a choice and what becomes of it behind that."""
        choice: ChoiceLine | None = None
        held: list[Entry] = []
        for entry in entries:
            if choice is not None and isinstance(entry, ChangeEntry) and entry.text is None and not choice.tells(entry):
                held.append(entry)
                continue
            if choice is not None and choice.tells(entry):
                yield entry
                yield from held
            else:
                yield from held
                yield entry
            held = []
            choice = ChoiceLine(self.words, entry, self.seat) if isinstance(entry, ChoiceEntry) else None
        yield from held

    def words_of_rulebook(self, _chosen: ChoiceLine, _entry: Entry) -> bool:
        """Return whether a choice is told in the words of the rulebook, in place of effects that say no more."""
        return False

    def belongs_to(self, entry: Entry) -> tuple[Any, ...] | None:
        """Return the field and value of an entry: owners for which these are equal share one line.

        Dice that are rolled together share a line as well, if the seat sees them in the same way. So do passes, and lines of
        a menu that name nothing.
        """
        if isinstance(entry, RollEntry):
            return entry.by, entry.die, self.words.sees_roll(entry, self.seat)
        if isinstance(entry, ChoiceEntry):
            bare = ChoiceLine(self.words, entry, self.seat).bare
            return ("said", bare) if bare else None
        if not isinstance(entry, ChangeEntry) or entry.own.of is None:
            return None
        return self.words.title(entry.own.titles, entry.own.name), changed_value(self.words, entry, self.seat)

    def moves(self, acts: Sequence[tuple[Entry, int]]) -> Iterator[ObservedMove]:
        """Yield moves as a seat sees them.

        It is not told how many things move between places where the seat cannot count, only that some do.
        """
        uncounted: set[tuple[str, int, int, bool]] = set()
        for move in self.all_moves(acts):
            told = move.name, move.origin, move.to, move.under
            if self.words.counts(self.seat, move.origin, move.to):
                yield move
            elif told not in uncounted:
                uncounted.add(told)
                yield move

    def all_moves(self, acts: Sequence[tuple[Entry, int]]) -> Iterator[ObservedMove]:
        """Yield all moves, one by one."""
        space = self.words.sight.space
        before: int | None = None
        for entry, by in acts:
            assert isinstance(entry, MovementEntry)
            thing, wheres, together = entry.thing, entry.places_seen, entry.together
            origin, to = space(entry.origin), space(entry.to) if isinstance(entry, MoveEntry) else -1
            who = self.subject(by, origin, to)
            seen = any(self.words.sees(self.seat, where) for where in wheres)
            if by < 0 <= self.words.world.things[thing].owner and seen and self.changes_sides(origin, to):
                # It stays with its owner wherever it goes: nobody gets it.
                who = -1
            name, saw = self.moved_name(thing, wheres, who), self.words.sees(self.seat, wheres[0])
            under = isinstance(entry, MoveEntry) and entry.under
            yield ObservedMove(name, origin, to, together and before == by, by, who, saw, seen, under)
            before = by

    def moved_name(self, thing: int, wheres: Sequence[int], who: int) -> str:
        """Return the name of a thing that moved between some places, in a line about somebody."""
        return self.words.shown(thing, self.seat, *wheres, who=who)

    def subject(self, by: int, origin: int, to: int) -> int:
        """Return the player that the line of a move is about: the one who chose it, gets the thing, or had it."""
        if by >= 0 or to < 0:
            return by
        getting, giving = self.words.holder(to), self.words.holder(origin)
        return getting if getting >= 0 else giving

    def changes_sides(self, origin: int, to: int) -> bool:
        """Return whether something goes from one player's place to another's, both visible to all."""
        words = self.words
        giving, getting = words.holder(origin), words.holder(to)
        return -1 not in (giving, getting) and giving != getting and words.sees(None, origin) and words.sees(None, to)


def unseen(seen: Mapping[int, bool]) -> Callable[[int], bool]:
    """Return a test for things that are not known to have been seen."""
    return lambda thing: not seen.get(thing, False)


def line_of(words: GameWords, entry: Entry, seat: int | None, who: int) -> str | None:
    """Say an entry in a line of its own; `who` has chosen it, if somebody has. None if the seat may know nothing of it."""
    match entry:
        case SwapEntry():
            return _swap(words, entry, seat)
        case ChangeEntry(own=own):
            parts = words.title(own.titles, own.name), changed_value(words, entry, seat)
            return words.phrase("told-of", words.player(who), *parts) if who >= 0 else words.phrase("told", *parts)
        case ChoiceEntry():
            return ChoiceLine(words, entry, seat).line()
        case ResizeEntry(space=space):
            return words.phrase("extend" if entry.extend else "shorten", words.title(space.titles, space.name), entry.length)
        case VoidEntry(why=why):
            if why and words.told_in(why) == words.language:
                return words.phrase("void-for", words.player(entry.player), words.title(why, "").removesuffix("."))
            return words.phrase("void", words.player(entry.player))
        case PerformEntry():
            return words.phrase("performed", words.player(entry.player), words.value(entry.card, Type("card")))
        case UndoEntry():
            return words.phrase("back", words.player(entry.player))
        case LapseEntry(why=why):
            if why and words.told_in(why) == words.language:
                return words.phrase("lapsed-for", words.player(entry.seat), words.title(why, ""))
            return words.phrase("lapsed", words.player(entry.seat))
        case ReorderEntry():
            return words.phrase(entry.how, words.space(entry.pile))
        case SayEntry() | HeadingEntry() | TellEntry():
            return None if entry.text is None else sentence_read(words, seat, entry)
        case ShowEntry():
            return _shown(words, entry, seat)
        case MoveEntry() | RemovalEntry() | RollEntry():
            # These are told together with others.
            return None
        case HolderEntry() | ResultEntry() | ActBeginning() | ActPass() | ActEnd() | TellBeginning():
            return None
        case _:
            assert_never(entry)


def has_own_words(entry: Entry) -> bool:
    """Return whether an entry is told even where a sentence of the rulebook stands for what happens."""
    if isinstance(entry, ChangeEntry):
        return entry.text is not None
    return isinstance(entry, RollEntry | ShowEntry | SayEntry | HeadingEntry | TellEntry | VoidEntry | UndoEntry | HolderEntry)


def _swap(words: GameWords, entry: SwapEntry, seat: int | None) -> str:
    return words.phrase(
        "swap",
        *(
            words.phrase("on", words.shown(thing, seat, *entry.places_seen), words.space(words.sight.space(where)))
            if where >= 0
            else words.shown(thing, seat, *entry.places_seen)
            for thing, where in zip((entry.one, entry.other), entry.places_seen, strict=True)
        ),
    )


def changed_value(words: GameWords, entry: ChangeEntry, seat: int | None) -> str:
    """Return the new value of a field and, if there is one, the reason."""
    text = words.known(entry.value, entry.own.type, entry.where, seat)
    if entry.text is None:
        return text
    reason = text_read(words, seat, entry, words.told_in(entry.text[0]))
    return words.phrase("why-more", text, f"{entry.more:+d}", reason) if entry.more else words.phrase("why", text, reason)


def sentence_read(words: GameWords, seat: int | None, entry: SayEntry | HeadingEntry | TellEntry) -> str:
    """Return what somebody reads of a sentence: a player named in it may have an own one.

    There, things of this player are named without their owner; in `tell`, this goes for the player that is named first.
    """
    language = words.told_in(entry.text[0])
    for place, player in entry.named:
        if player == seat and (key := own_key(place, language)) in entry.text[0]:
            return text_read(words, seat, entry, key, player)
    return text_read(words, seat, entry, language, entry.actor)


def text_read(words: GameWords, seat: int | None, entry: TextEntry | ChangeEntry, key: str, who: int = -1) -> str:
    """Return what somebody reads of a text of the rulebook. Of the player `who`, things are named without their owner.

    Things and places of the reader are *yours*. Players have their names, since the verbs go with these.
    """
    parts, types, _ = entry.text
    aloud, places = words.aloud(), entry.places[key]
    if isinstance(entry, TellEntry):
        # Things may be seen where they are later.
        places = map(words.seen_place, repeat(seat), places, entry.later[key])
    inner = zip(entry.values[key], types[key], places, strict=True)
    said = iter(
        (words if kind.kind in ("thing", "space") else aloud).known_in_text(value, kind, place, seat, who)
        for value, kind, place in inner
    )
    return join_words(words.told_in(parts), (next(said) if part is None else part for part in parts[key]))


def _shown(words: GameWords, entry: ShowEntry, seat: int | None) -> str:
    things, seats, places = entry.things, entry.seats, entry.places
    if seat in seats and set(seats) == set(range(words.world.players)):
        by_holder: dict[int, list[int]] = {}
        for number in words.seen_first(seat, places):
            by_holder.setdefault(words.holder(words.sight.space(places[number])), []).append(number)
        return words.one_by_one(_shown_to_all(words, entry, who, numbers) for who, numbers in by_holder.items())
    names = []
    for number in range(len(things)) if seat in seats else words.seen_first(seat, places):
        thing, place = things[number], places[number]
        name = words.thing(thing) if seat in seats else words.shown(thing, seat, place)
        if seat in seats or words.counts(seat, place) or name not in names:
            names.append(name)
    holders = {words.holder(words.sight.space(place)) for place in places}
    whom, whose = words.players(seats), holders.pop()
    if holders or whose in (-1, *seats):
        if len(seats) > 1:
            return words.phrase("you-see-too" if words.me in seats else "seen-by-many", whom, name_counts(words, names))
        return words.phrase("seen", words.player(seats[0]), name_counts(words, names))
    only = words.player(seats[0]) if len(seats) == 1 else whom
    return words.phrase("shows", words.player(whose), name_counts(words, names), only)


def _shown_to_all(words: GameWords, entry: ShowEntry, who: int, numbers: Sequence[int]) -> str:
    """Return a line about the things of one player, or of nobody, that all see, with the faces of dice."""
    names: list[str] = []
    faces: dict[str, list[str]] = {}
    for number in numbers:
        name = words.thing(entry.things[number], who=who)
        shown = [words.value(face, kind) for kind, face in entry.faces[number]]
        if shown:
            faces.setdefault(name, []).append(" ".join(shown))
        else:
            names.append(name)
    rolled = [words.phrase("told", name, ", ".join(some)) for name, some in faces.items()]
    told = words.one_by_one([*([name_counts(words, names)] if names else []), *rolled])
    return words.phrase("shows-all", words.player(who), told) if who >= 0 else words.phrase("all-see", told)


def rolls_told(words: GameWords, rolls: Sequence[RollEntry], seat: int | None) -> str:
    """Return the results of dice that were rolled together, or of one, for a seat that sees them."""
    by, die = rolls[0].by, rolls[0].die
    kind = checked.NUMBER if isinstance(die, checked.NumberDie) else Type("value", die.name)
    who, title = words.player(by), words.title(die.titles, die.name)
    if not words.sees_roll(rolls[0], seat):
        return words.phrase("rolled-unseen", who, name_counts(words, [title] * len(rolls)))
    faces = ", ".join(words.value(entry.face, kind) for entry in rolls)
    thrown = ", ".join(words.value(entry.thrown, kind) for entry in rolls)
    if faces != thrown:
        return words.phrase("rolled-changed", who, title, thrown, faces)
    if kind is checked.NUMBER and len(words.world.game.dice) == 1:
        # Nobody needs to be told which die that was.
        return words.phrase("rolled-numbers", who, list_words(words.language, (str(entry.face) for entry in rolls)))
    return words.phrase("rolled", who, title, faces)

"""View a position as the search needs it: who chooses, the options, what that seat sees, and how random games from it end.

This is the only module of the search that knows how a match holds its position. All answers are numbers, without words.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from rulewright.dsl.checked import ChooseWords, Menu
from rulewright.dsl.checked.walk import descendants
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.match.program import Program
from rulewright.interpreter.passes.visibility import fields_seen_by_all, seen_by_seats
from rulewright.interpreter.position.chance import STEP, WORD, first_state, mix_bits, word_of
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.position import FIRST_LOCAL, Position
from rulewright.interpreter.position.questions import line_of
from rulewright.interpreter.position.results import Result

Found = TypeVar("Found")

UNSEEN = -2
UNFINISHED = Result(winners=(), scores=None, finished=False)
SAID = "..."
"""The answer where any text is allowed."""


def seat_asked(match: Match) -> int | None:
    """Return the seat that must choose, or None if the game is over or chance decides."""
    position = match.position
    return None if position.pending is None or match.asks_chance else position.chooser


def asks_words(match: Match) -> bool:
    return bool(match.program.form.asks[match.position.question].kind == "words")


def unspoken(match: Match) -> Sequence[int]:
    """Return the indices of options that lead to no free text, or of all if there are no others: texts are for people."""
    decision = match.decision
    if decision is None:
        return ()
    number, _, moves = match.position.asked
    ask, every = match.program.form.asks[number], range(len(decision.options))
    if not isinstance(ask.statement, Menu):
        return every
    spoken = [any(isinstance(part, ChooseWords) for part in descendants(line.body)) for line in ask.statement.options]
    ways = [moves[place] for place in decision._places]
    return [place for place, way in enumerate(ways) if way is None or not spoken[line_of(ask, way)[0]]] or every


def shown_places(match: Match) -> Sequence[int]:
    """Return the index among the moves of each option that people see."""
    decision = match.decision
    return () if decision is None else decision._places


def outlook(match: Match) -> tuple[int, ...] | None:
    """Return how well each seat is doing in a determinized position, or None if the rulebook does not say."""
    try:
        return match.outlook
    except PlayError:
        return None


def on_native_memory(match: Match) -> Match:
    """Return the match where copies and choices are cheapest: in native memory, if there is native code and it fits."""
    return match if match.program.playouts.native is None else SilentMatch.from_match(match)


def reseed(match: Match, seed: int) -> None:
    """Make all future chance different."""
    if isinstance(match, SilentMatch) and match.flat_position is not None:
        match.flat_position.reseed(word_of(seed))
    else:
        match.position.random = first_state(seed)


class ComparableViews:
    """The views that seats have of the positions of one game, as values that can only be compared."""

    def __init__(self, program: Program) -> None:
        self.program = program
        world, layout = program.world, program.layout
        seen = seen_by_seats(layout, program.form.hidden)
        self.is_pile = program.keys.is_pile
        self.piles = [space for space in range(len(world.spaces)) if self.is_pile[space]]
        self.eyes = program.sight
        self.where = program.sight.of_things
        self.sees = program.sight.by_seat
        self.counts = seen.counts
        self.counted = [
            [space for space, (sees, counts) in enumerate(zip(*rows, strict=True)) if counts and not sees]
            for rows in zip(seen.spaces, seen.counts, strict=True)
        ]
        """By seat, the spaces on which it sees how many things there are, but not which."""
        names = {layout.slots[own]: own for own in world.game.fields if own.of is None and own.assigned}
        self.table = [(slot, slot in names and names[slot].type.kind == "thing") for slot in seen.table]
        """The slots of the table that everybody sees, and whether they name things."""
        of_things = [own.type.kind == "thing" for own in layout.fields]
        self.open = [(place, of_things[place]) for place in seen.open]
        marked = [(place, layout.fields[place].of, of_things[place]) for place in seen.marks]
        by_kind = {
            kind: [(place, named) for place, of, named in marked if of is not None and of.name == kind]
            for kind in world.game.kinds
        }
        kinds = [thing.kind.name for thing in world.things]
        self.marked = [(thing, by_kind[kind]) for thing, kind in enumerate(kinds) if by_kind[kind]]
        """The things with fields, which are visible where the thing is."""
        self.unmarked = [thing for thing, kind in enumerate(kinds) if not by_kind[kind]]
        self.public = fields_seen_by_all(layout)
        self.own = [[(place, one, of_things[place]) for place, one in own] for own in seen.own]
        self.alike = layout.alike()
        self.plain = not self.marked and not program.keys.alike_groups
        """Whether each thing is unique, and has nothing but its place."""

    @cached_property
    def perfect(self) -> bool:
        """Whether this is a game of perfect information without chance."""
        form, game = self.program.form, self.program.world.game
        return not (
            any(not ask.listed for ask in form.asks)
            or any(isinstance(kind, tuple) for kinds in form.frame_types.values() for kind in kinds)
            or self.program.layout.has_hidden
            or any(own.place is not None and own.seen != "all" for own in game.fields)
            or not self.program.form.hidden.is_empty
        )

    def look(self, match: Match) -> tuple[int, Sequence[Hashable], Hashable] | None:
        """Go on to the next real choice: return the seat, the options, and all that this seat sees; None at the end.

        On the way chance draws, and nobody says anything.
        """
        if isinstance(match, SilentMatch) and match.flat_position is not None:
            found = match.look()
            if found is not None or match.over:
                return found
        while not match.over:
            seat = seat_asked(match)
            if seat is not None and not match.forced and not asks_words(match):
                return seat, self.moves(match, seat), self.sight(match, seat)
            match.choose_at_random()
        return None

    def moves(self, match: Match, seat: int) -> list[Hashable]:
        """Return what the options are, in the order of `take`: the same in other positions with the same offer.

        Hidden things are named by their places. Those that the seat cannot tell apart get random numbers, since the order
        of declaration would identify them.
        """
        position = match.position
        number, _, options = position.asked
        types = self.program.form.asks[number].types
        if all(kind.kind != "thing" for kind in types):
            return list(options)
        sees, counts, alike = self.sees[seat], self.counts[seat], self.alike
        at, on, where = position.at, position.on, self.where(position.parts)
        numbers = {thing: number for number, thing in enumerate(self.unmarked_options(match, seat))}
        some_alike = bool(self.program.keys.alike_groups)

        def called(thing: int) -> Hashable:
            if thing < 0:
                return thing
            space = at[thing]
            if sees[where[thing]]:
                # On a pile, alike things are separate options.
                in_order = self.is_pile[space] and counts[space] and some_alike
                return (alike[thing], space, on[space].index(thing)) if in_order else (alike[thing], space)
            place = numbers[thing] if thing in numbers else on[space].index(thing)
            return (UNSEEN, space, place, *self.visible_traits(position, thing)) if self.public else (UNSEEN, space, place)

        if len(types) == 1:
            return [None if option is None else called(option) for option in options]
        return [
            None
            if option is None
            else tuple(called(part) if kind.kind == "thing" else part for part, kind in zip(option, types, strict=True))
            for option in options
        ]

    def unmarked_options(self, match: Match, seat: int) -> list[int]:
        """Return the things on offer that the seat cannot tell apart, in a random order."""
        if not self.program.layout.has_hidden:
            return []
        position, sees, counts = match.position, self.sees[seat], self.counts[seat]
        number, _, options = position.asked
        types = self.program.form.asks[number].types
        at, where, found = position.at, self.where(position.parts), set()
        for option in options:
            for part, kind in zip((option,) if len(types) == 1 else option or (), types):
                if kind.kind == "thing" and part is not None and part >= 0 and not sees[where[part]]:
                    found.add(part)
        unmarked = [thing for thing in found if not (self.is_pile[at[thing]] and counts[at[thing]])]
        return sorted(unmarked, key=lambda thing: mix_bits((position.random >> 64) + thing * STEP & WORD))

    def visible_traits(self, position: Position, thing: int) -> tuple[Any, ...]:
        """Return what all see on a hidden thing: the numbers of fields, and their values unless these are "nothing"."""
        return tuple(
            [
                (number, value)
                for number, (place, printed, blank) in enumerate(self.public[thing])
                if (value := printed if place is None else position.field(place)[thing]) != blank
            ]
        )

    def upon_hidden(self, position: Position, seat: int) -> tuple[Any, ...]:
        """Return what all see on each thing that is hidden from a seat, with the places of these things."""
        at, on, sees, counts = position.at, position.on, self.sees[seat], self.counts[seat]
        where = self.where(position.parts)
        found = []
        for thing in range(len(self.public)):
            space = at[thing]
            if not sees[where[thing]] and (upon := self.visible_traits(position, thing)):
                found.append((space, on[space].index(thing) if self.is_pile[space] and counts[space] else 0, upon))
        return tuple(sorted(found))

    def looked_into(self, position: Position, seat: int, named: Callable[[Any], Any]) -> tuple[Any, ...]:
        """Return the fields of others that the seat sees now."""
        layout, eyes, fields = self.program.layout, self.eyes, position.fields
        return tuple(
            [
                (place, entity, named(fields[place][entity]) if own.type.kind == "thing" else fields[place][entity])
                for place, own in enumerate(layout.fields)
                if own.lookers is not None and own.of is not None
                for entity in range(layout.world.count(own.of))
                if self.sees[seat][eyes.of_field(position.parts, own, entity)]
            ]
        )

    def sight(self, match: Match, seat: int) -> Hashable:
        """Return all that a seat sees of a position, and where the game is in the rules."""
        position = match.position
        parts, table, fields, eyes = position.parts, position.table, position.fields, self.eyes
        at, on, sees, alike, where = position.at, position.on, self.sees[seat], self.alike, self.where(parts)

        def named(value: Any) -> Any:
            """Return what a seat sees of named things: their places, and their identities if visible.

            This is a pair also for "nothing", so that such values can be sorted for alike things.
            """
            if isinstance(value, tuple):
                return tuple(map(named, value))
            if value is None:
                return value
            if value < 0:
                return (value, value)
            return (alike[value] if sees[where[value]] else UNSEEN, at[value])

        if self.plain:
            things: Any = [space if sees[lies] else UNSEEN for space, lies in zip(at, where, strict=True)]
        else:
            width = len(on)
            things = sorted([alike[thing] * width + at[thing] for thing in self.unmarked if sees[where[thing]]])
            things += sorted(
                (
                    alike[thing],
                    at[thing],
                    *[named(fields[mark][thing]) if is_thing else fields[mark][thing] for mark, is_thing in marks],
                )
                for thing, marks in self.marked
                if sees[where[thing]]
            )
        return (
            position.question,
            seat,
            tuple(things),
            tuple([len(on[space]) for space in self.counted[seat]]),
            tuple([tuple([alike[thing] for thing in on[space]]) for space in self.piles if sees[eyes.of_space(parts, space)]]),
            tuple([named(table[slot]) if is_thing else table[slot] for slot, is_thing in self.table]),
            tuple([tuple(map(named, fields[place]) if is_thing else fields[place]) for place, is_thing in self.open]),
            tuple([named(fields[place][one]) if is_thing else fields[place][one] for place, one, is_thing in self.own[seat]]),
            self.upon_hidden(position, seat),
            self.looked_into(position, seat, named),
            self.frames(match, seat, named),
        )

    def frames(self, match: Match, seat: int, named: Callable[[Any], Any]) -> Hashable:
        """Return where the game is in the rules, without unseen things and the choices of others."""
        types = self.program.form.frame_types
        found: list[Any] = []
        hidden = self.program.form.hidden
        for real, frame in zip(match.position.frames, self.program.keys.live_frames(match.position), strict=True):
            unknown = hidden.unknown_slots(real, seat)
            found += frame[:FIRST_LOCAL]
            for slot, (value, kind) in enumerate(zip(frame[FIRST_LOCAL:], types[real.block]), FIRST_LOCAL):
                if value is None or slot in unknown:
                    continue
                if isinstance(kind, tuple):
                    rows = [row for row in value if row[0] == seat]
                    value = tuple(
                        tuple(named(part) if one.kind == "thing" else part for part, one in zip(row, kind)) for row in rows
                    )
                elif kind.kind == "thing":
                    value = named(value)
                found.append(value)
        return tuple(found)


def cached_fact(program: Program, what: type[Found], make: Callable[[], Found]) -> Found:
    """Cache a fact that depends only on a compiled game; it is gone with the game."""
    found: dict[type, Any] = vars(program).setdefault("found_out", {})
    if what not in found:
        found[what] = make()
    known: Found = found[what]
    return known


def comparable_views(program: Program) -> ComparableViews:
    return cached_fact(program, ComparableViews, lambda: ComparableViews(program))

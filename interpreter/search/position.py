"""A position as searching wants it: who chooses, among what, what that seat sees of it, and how a random game from it ends.

This is the one module of the search that knows how a match holds its position; all answers are numbers, no words are made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from rulewright.interpreter.play.asking import FIRST_LOCAL
from rulewright.interpreter.play.decision import Result
from rulewright.interpreter.play.match import BY_CHANCE, Match
from rulewright.interpreter.play.program import Program
from rulewright.interpreter.play.runtime import AT, ON, PENDING, TABLE

Found = TypeVar("Found")

FIELDS = TABLE + 3
UNSEEN = -2
UNFINISHED = Result(winners=(), scores=None, finished=False)
SAID = "..."
"""What is said where anything may be said."""


def seat_asked(match: Match) -> int | None:
    """Who must choose; None if the game is over, or it is chance."""
    pending = match.s[PENDING]
    if pending is None or match.asks_chance:
        return None
    seat: int = pending[1]
    acting: int = match.stack[-1][FIRST_LOCAL]
    return seat if seat >= 0 else max(0, acting)


def asks_words(match: Match) -> bool:
    """Whether anything may be said."""
    return bool(match.program.form.asks[match.s[PENDING][0]].kind == "words")


def shown_places(match: Match) -> Sequence[int]:
    """Where each option that people see is among the moves."""
    decision = match.decision
    return () if decision is None else decision._places


def take(match: Match, place: int) -> None:
    """Choose the option at a place among the moves."""
    match.take(place)


def standing(match: Match) -> tuple[int, ...] | None:
    """The scores as they stand, if the rulebook has any."""
    score = match.program.world.game.score
    if score is None or not score.assigned:
        return None
    return tuple(match.s[FIELDS + match.program.layout.fields.index(score)][: match.players])


# ---- what a seat sees


class Sights:
    """What seats see of the positions of one game, as values to compare and nothing else."""

    def __init__(self, program: Program) -> None:
        self.program = program
        world, layout = program.world, program.layout
        everybody, owners = world.sight()
        spaces = range(len(world.spaces))
        self.is_pile = program.keys.is_pile
        self.piles = [space for space in spaces if self.is_pile[space]]
        self.sees = [
            [everybody[space] or owners[space] == seat for space in spaces] + [True] for seat in range(world.players)
        ]
        self.hidden = [[space for space in spaces if not sees[space]] for sees in self.sees]
        table = [
            layout.slots[id(own)] for own in world.game.fields if own.of is None and own.assigned and own.seen == "all"
        ]
        self.table = sorted([*table, *(layout.slots[id(space)] for space in layout.resized.values())])
        fields = [(FIELDS + place, own, own.of) for place, own in enumerate(layout.fields) if own.of is not None]
        self.open = [place for place, own, of in fields if own.seen == "all" and of.kind != "thing"]
        marks = [(place, of.name) for place, own, of in fields if own.seen == "all" and of.kind == "thing"]
        by_kind = {kind: tuple(place for place, name in marks if name == kind) for kind in world.game.kinds}
        kinds = [thing.kind.name for thing in world.things]
        self.marked = [(thing, by_kind[kind]) for thing, kind in enumerate(kinds) if by_kind[kind]]
        """The things with fields, which are seen where the thing is seen."""
        self.unmarked = [thing for thing, kind in enumerate(kinds) if not by_kind[kind]]
        self.own = [
            [(place, entity) for place, own, of in fields if own.seen == "owner" for entity in self.entities(of, seat)]
            for seat in range(world.players)
        ]
        self.alike = layout.alike()
        self.plain = not self.marked and not program.keys.alike_groups
        """Whether each thing is one of its own, with nothing but its place."""

    @cached_property
    def perfect(self) -> bool:
        """Whether everybody sees everything, and nothing is left to chance."""
        form, game = self.program.form, self.program.world.game
        return not (
            any(ask.kind in BY_CHANCE or ask.kind == "words" for ask in form.asks)
            or any(isinstance(kind, tuple) for kinds in form.frame_types.values() for kind in kinds)
            or self.program.layout.has_hidden
            or any(own.seen != "all" for own in game.fields)
        )

    def entities(self, of: Any, seat: int) -> list[int]:
        """What of its kind belongs to a seat."""
        if of.kind == "player":
            return [seat]
        if of.kind != "thing":
            return []
        return [
            thing
            for thing, info in enumerate(self.program.world.things)
            if info.kind.name == of.name and info.owner == seat
        ]

    def moves(self, match: Match, seat: int) -> list[Hashable]:
        """What the options are, in the order in which `take` counts them: the same in other positions that offer the same.

        Things that the seat does not see are called by where they lie.
        """
        number, _, options = match.s[PENDING]
        types = self.program.form.asks[number].types
        if all(kind.kind != "thing" for kind in types):
            return list(options)
        at, on, sees, alike = match.s[AT], match.s[ON], self.sees[seat], self.alike
        unseen: dict[int, int] = {}

        def called(thing: int) -> Hashable:
            if thing < 0:
                return thing
            space = at[thing]
            if sees[space]:
                return (alike[thing], space)
            place = on[space].index(thing) if self.is_pile[space] else unseen.setdefault(thing, len(unseen))
            return (UNSEEN, space, place)

        if len(types) == 1:
            return [None if option is None else called(option) for option in options]
        return [
            None
            if option is None
            else tuple(called(part) if kind.kind == "thing" else part for part, kind in zip(option, types, strict=True))
            for option in options
        ]

    def sight(self, match: Match, seat: int) -> Hashable:
        """All that a seat sees of a position, and where in the rules it stands."""
        s = match.s
        at, on, sees, alike = s[AT], s[ON], self.sees[seat], self.alike
        if self.plain:
            things: Any = [space if sees[space] else UNSEEN for space in at]
        else:
            width = len(on)
            things = sorted([alike[thing] * width + at[thing] for thing in self.unmarked if sees[at[thing]]])
            marked = [
                (alike[thing], at[thing], *[s[mark][thing] for mark in marks])
                for thing, marks in self.marked
                if sees[at[thing]]
            ]
            things += sorted(marked)
        return (
            s[PENDING][0],
            seat,
            tuple(things),
            tuple([len(on[space]) for space in self.hidden[seat]]),
            tuple([tuple([alike[thing] for thing in on[space]]) for space in self.piles if sees[space]]),
            tuple([s[TABLE][slot] for slot in self.table]),
            tuple([tuple(s[place]) for place in self.open]),
            tuple([s[place][entity] for place, entity in self.own[seat]]),
            self.frames(match, seat),
        )

    def frames(self, match: Match, seat: int) -> Hashable:
        """Where in the rules a position stands, without the things that the seat does not see and the choices of others."""
        at, alike, sees = match.s[AT], self.alike, self.sees[seat]

        def shown(thing: int) -> Any:
            return thing if thing < 0 else (alike[thing] if sees[at[thing]] else UNSEEN, at[thing])

        live, types = self.program.form.live, self.program.form.frame_types
        found: list[Any] = []
        for frame in match.stack:
            found.append(frame[0])
            kinds = types[frame[0]]
            for slot in live[frame[0]]:
                value, kind = frame[slot + FIRST_LOCAL], kinds[slot]
                if isinstance(kind, tuple):
                    value = tuple(row for row in value or () if row[0] == seat)
                elif kind.kind == "thing" and value is not None:
                    value = tuple(map(shown, value)) if kind.many else shown(value)
                found.append(value)
        return tuple(found)


# ---- what is found out about a game once


def found_out(program: Program, what: type[Found], make: Callable[[], Found]) -> Found:
    """Something about a compiled game that hangs on nothing else; it is gone with the game."""
    found: dict[type, Any] = vars(program).setdefault("found_out", {})
    if what not in found:
        found[what] = make()
    known: Found = found[what]
    return known


def sights_of(program: Program) -> Sights:
    """What seats see in a game."""
    return found_out(program, Sights, lambda: Sights(program))

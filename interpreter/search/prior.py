"""What stands in the hidden parts of a position, as games at random have it at the same place in the rules.

Nothing here looks at the match that somebody thinks about: so what is drawn from a prior tells nothing of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.play.asking import FIRST_LOCAL
from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import AT, FIELDS, PENDING, TABLE
from rulewright.interpreter.search.position import found_out, seat_asked

MOST_GAMES, LONGEST = 400, 60
"""So many games are played at random, and each so far; one in eight goes on."""
ENOUGH = 2000
"""So many questions are answered in all, those that leave nothing to choose included."""
MOST_VALUES = 200_000
"""So many values are kept in all."""
KEPT, OF_EACH_GAME = 400, 2
"""So many samples are kept for one place in the rules, and so many from one game."""


@frozen
class Lies:
    """A thing in a sample: of which kind, and where it lay; which one it was is drawn anew."""

    kind: str
    space: int


@frozen(eq=False)
class Sample:
    """What the hidden parts of one position held."""

    fields: dict[int, list[Any]]
    """By place of the field."""
    table: dict[int, Any]
    frames: tuple[dict[int, Any], ...]
    """By slot, of each frame."""


@define(eq=False)
class Prior:
    """The samples of one game, by the place in the rules and the seat that is asked, and by the question alone."""

    samples: dict[Hashable, list[Sample]] = field(factory=dict)
    values: int = 0
    """How many values are kept."""

    @classmethod
    def of(cls, match: Match) -> Prior:
        """The prior of a match's game, sampled once."""

        def make() -> Prior:
            found, left = cls(), ENOUGH
            for seed in range(MOST_GAMES):
                if not left or found.values > MOST_VALUES:
                    break
                # A choice that leaves nothing to choose is a place in the rules as well.
                walk = match.game.start(match.players, seed, forced="ask")
                kept: dict[Hashable, int] = {}
                with suppress(PlayError):
                    for _ in range(left if seed % 8 == 0 else min(left, LONGEST)):
                        if walk.over or seat_asked(walk) is not None:
                            found.keep(walk, kept)
                        if walk.over:
                            break
                        left -= 1
                        walk.choose_at_random()
            return found

        return found_out(match.program, cls, make)

    def keep(self, walk: Match, kept: dict[Hashable, int]) -> None:
        """Keep a sample of a position of a game, unless there are enough of its like."""
        sample = None
        for place in (place_of(walk), top_of(walk)):
            samples = self.samples.setdefault(place, [])
            if len(samples) < KEPT and kept.get(place, 0) < OF_EACH_GAME:
                kept[place] = kept.get(place, 0) + 1
                if sample is None:
                    sample = sampled(walk)
                    self.values += sum(map(len, (*sample.fields.values(), sample.table, *sample.frames)))
                samples.append(sample)

    def draw(self, place: Hashable, chance: Random) -> Sample | None:
        """One of the samples of a place in the rules; None if no game at random came there."""
        samples = self.samples.get(place)
        return chance.choice(samples) if samples else None


def place_of(match: Match) -> Hashable:
    """Where in the rules a match stands, and who is asked."""
    return (seat_asked(match), tuple([frame[0] for frame in match.stack]))


def top_of(match: Match) -> Hashable:
    """The question that is asked, and of whom; None at the end."""
    pending = match.s[PENDING]
    return None if pending is None else (seat_asked(match), pending[0])


def sampled(match: Match) -> Sample:
    """The hidden parts of a position."""
    program, s = match.program, match.s
    hidden, layout, types = program.form.hidden, program.layout, program.form.frame_types
    slots = {layout.slots[id(own)]: own.type for own in program.world.game.fields if id(own) in layout.slots}
    return Sample(
        {place: [lying(match, value, layout.fields[place].type) for value in s[FIELDS + place]] for place in hidden.fields},
        {slot: lying(match, s[TABLE][slot], slots[slot]) for slot in hidden.table},
        tuple(
            [
                {
                    slot: lying(match, frame[slot], types[frame[0]][slot - FIRST_LOCAL])
                    for slot, _ in hidden.slots.get(frame[0], ())
                }
                for frame in match.stack
            ]
        ),
    )


def lying(match: Match, value: Any, of: Any) -> Any:
    """A value as a sample has it."""
    if isinstance(value, tuple):
        return tuple([lying(match, one, of) for one in value])
    if not isinstance(of, Type) or of.kind != "thing" or value is None or value < 0:
        return value
    return Lies(match.program.world.things[value].kind.name, match.s[AT][value])


def as_dealt(value: Any, match: Match, chance: Random) -> Any:
    """A value of a sample in a deal: for a thing another one of its kind, that lies there if there is one."""
    if isinstance(value, tuple):
        found = list(distinct(value, match, chance))
        return tuple(sorted(found) if any(isinstance(one, Lies) for one in value) else found)
    return next(distinct((value,), match, chance)) if isinstance(value, Lies) else value


def distinct(values: tuple[Any, ...], match: Match, chance: Random) -> Iterator[Any]:
    """The members of a set of a sample, no thing twice."""
    taken: set[int] = set()
    things, at = match.program.world.things, match.s[AT]
    for value in values:
        if isinstance(value, Lies):
            of_kind = [thing for thing, info in enumerate(things) if info.kind.name == value.kind and thing not in taken]
            there = [thing for thing in of_kind if at[thing] == value.space] or of_kind
            if not there:
                continue
            value = chance.choice(there)
            taken.add(value)
        yield value

"""Sample the hidden parts of positions from random games, by the place in the rules.

Nothing here looks at the match that somebody thinks about, so samples say nothing about it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.search.game_state import cached_fact, seat_asked

MOST_GAMES, LONGEST = 400, 60
"""How many random games are played, and how far; every eighth goes on to its end."""
ENOUGH = 2000
"""How many questions are answered in all, including forced choices."""
MOST_VALUES = 200_000
"""How many values are kept in all."""
KEPT, OF_EACH_GAME = 400, 2
"""How many samples are kept for one place in the rules, and how many of them from one game."""


@frozen
class SampledThing:
    """A thing in a sample: its kind, and its place; which one it is is drawn anew."""

    kind: str
    space: int


@frozen(eq=False)
class PriorSample:
    """The contents of a position's hidden parts."""

    fields: dict[int, list[Any]]
    """By index of the field."""
    table: dict[int, Any]
    frames: tuple[dict[int, Any], ...]
    """By slot, for each frame."""


@define(eq=False)
class Prior:
    """The samples of one game, by the place in the rules and the asked seat, and by the question alone."""

    samples: dict[Hashable, list[PriorSample]] = field(factory=dict)
    values: int = 0
    """How many values are kept."""

    @classmethod
    def of_match(cls, match: Match) -> Prior:
        """Return the prior of a match's game, sampled once."""

        def make() -> Prior:
            found, left = cls(), ENOUGH
            for seed in range(MOST_GAMES):
                if not left or found.values > MOST_VALUES:
                    break
                # A forced choice is also a place in the rules.
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

        return cached_fact(match.program, cls, make)

    def keep(self, walk: Match, kept: dict[Hashable, int]) -> None:
        """Keep a sample of a game's position, unless there are enough of its kind."""
        sample = None
        for place in (place_of(walk), top_of(walk)):
            samples = self.samples.setdefault(place, [])
            if len(samples) < KEPT and kept.get(place, 0) < OF_EACH_GAME:
                kept[place] = kept.get(place, 0) + 1
                if sample is None:
                    sample = sampled(walk)
                    self.values += sum(map(len, (*sample.fields.values(), sample.table, *sample.frames)))
                samples.append(sample)

    def draw(self, place: Hashable, chance: Random) -> PriorSample | None:
        """Return a sample for a place in the rules, or None if no random game got there."""
        samples = self.samples.get(place)
        return chance.choice(samples) if samples else None


def place_of(match: Match) -> Hashable:
    """Return where a match is in the rules, and who is asked."""
    return (seat_asked(match), tuple(match.position.blocks))


def top_of(match: Match) -> Hashable:
    """Return the question and the asked seat, or None at the end."""
    pending = match.position.pending
    return None if pending is None else (seat_asked(match), pending[0])


def sampled(match: Match) -> PriorSample:
    """Return the hidden parts of a position."""
    program, position = match.program, match.position
    hidden, layout, types = program.form.hidden, program.layout, program.form.frame_types
    slots = {layout.slots[own]: own.type for own in program.world.game.fields if own in layout.slots}
    return PriorSample(
        {
            place: [sampled_value(match, value, layout.fields[place].type) for value in position.field(place)]
            for place in hidden.fields
        },
        {slot: sampled_value(match, position.table[slot], slots[slot]) for slot in hidden.table},
        tuple(
            [
                {
                    slot: sampled_value(match, frame[slot], types[frame.block][slot - FIRST_LOCAL])
                    for slot, _ in hidden.slots.get(frame.block, ())
                }
                for frame in position.frames
            ]
        ),
    )


def sampled_value(match: Match, value: Any, of: Any) -> Any:
    """Return a value as a sample keeps it."""
    if isinstance(value, tuple):
        return tuple([sampled_value(match, one, of) for one in value])
    if not isinstance(of, Type) or of.kind != "thing" or value is None or value < 0:
        return value
    return SampledThing(match.program.world.things[value].kind.name, match.position.at[value])


def as_dealt(value: Any, match: Match, chance: Random) -> Any:
    """Return a sample's value in a deal: a thing becomes another one of its kind, at the same place if there is one."""
    if isinstance(value, tuple):
        found = list(distinct(value, match, chance))
        return tuple(sorted(found) if any(isinstance(one, SampledThing) for one in value) else found)
    return next(distinct((value,), match, chance)) if isinstance(value, SampledThing) else value


def distinct(values: tuple[Any, ...], match: Match, chance: Random) -> Iterator[Any]:
    """Yield the members of a set in a sample, without repeating things."""
    taken: set[int] = set()
    things, at = match.program.world.things, match.position.at
    for value in values:
        if isinstance(value, SampledThing):
            of_kind = [thing for thing, info in enumerate(things) if info.kind.name == value.kind and thing not in taken]
            there = [thing for thing in of_kind if at[thing] == value.space] or of_kind
            if not there:
                continue
            value = chance.choice(there)
            taken.add(value)
        yield value

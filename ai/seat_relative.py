"""View a game relative to a seat: the observing player is seat 0, and the player to the left is seat 1.

So one program can learn for all seats: its own things are always in the same columns.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.checked import Field, Type
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.games.game import usage_error
from rulewright.interpreter.match.program import Program


def unlearnable(message: Phrase, help: Phrase) -> RulebookError:
    """Return the error of a game, or of a request, that learning programs cannot use."""
    return usage_error("not-for-learning", message, help)


class SeatRelativeNumbers:
    """The seats, things and spaces of a game by number, as one seat counts them."""

    def __init__(self, program: Program, seat: int) -> None:
        self.program = program
        self.world = world = program.world
        self.seat = seat
        self.players: list[int] = [(one - seat) % world.players for one in range(world.players)]
        self.things: list[int] = self.turned_things()
        self.sorts = [program.layout.sorts()[thing] for thing in self.things]
        """A number for each thing, equal for things that are alike."""
        self.spaces: list[int] = list(range(len(world.spaces)))
        for own in world.game.fields:
            if own.place is not None and own.of is not None:
                for entity in world.having(own):
                    self.spaces[world.place_of(own, entity)] = world.place_of(own, self.entity(own, entity))

    def turned_things(self) -> list[int]:
        """Return the thing of another owner that each thing is to this seat, or itself if there is no such thing."""
        world = self.world
        numbers = {(info.kind, info.card, info.values, info.serial): one for one, info in enumerate(world.things)}
        found: list[int] = []
        lopsided: set[str] = set()
        for info in world.things:
            values = tuple(
                self.players[value] if isinstance(group, str) else value
                for value, group in zip(info.values, info.kind.groups, strict=True)
            )
            turned = numbers.get((info.kind, info.card, values, info.serial), -1)
            if turned < 0:
                lopsided.add(info.kind.name)
            found.append(turned)
        return [
            one if world.things[number].kind.name in lopsided else turned
            for number, (one, turned) in enumerate(zip(range(len(found)), found, strict=True))
        ]

    def entity(self, own: Field, entity: int) -> int:
        """Return the owner of a field or a place, as this seat counts it."""
        of = own.of
        assert of is not None
        if own.pair is not None:
            one, other = own.pair
            first, second = divmod(entity, self.world.count(other))
            return self.value(one, first) * self.world.count(other) + self.value(other, second)
        return self.value(of, entity)

    def value(self, of: Type, value: Any) -> int:
        """Return a value of a type, as this seat counts it."""
        number = int(value)
        if number < 0:
            return -1
        match of.kind:
            case "player":
                return self.players[number]
            case "thing":
                return self.things[number]
            case "space":
                return self.spaces[number]
        return number

"""Estimate before the game how many there may be at most: values of a type, members of a set, neighbours of a space."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Type
from rulewright.interpreter.estimate.bounds import SizeBounds, capped
from rulewright.interpreter.position.world import World

NUMBERS = 10_000
"""The assumed size of a set of numbers that is not known before the game."""
MOST_FOLLOWED = 60
"""How long a chain of sets is followed to where they come from."""


class SizeEstimates:
    """The estimates for one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.game = world.game
        self.bounds = SizeBounds(world, self.size)
        self._defines: dict[checked.Define, int] = {}
        self._following = 0

    def of_type(self, kind: Type) -> int:
        """Return how many values a type has."""
        match kind.kind:
            case "player":
                return self.world.players
            case "space":
                return len(self.world.spaces)
            case "thing":
                found = self.game.kinds.get(kind.name)
                return len(self.world.things) if found is None else self.world.size[found]
            case "value":
                return len(self.world.value_type(kind.name).names)
            case "card":
                return len(self.world.cards)
            case "truth":
                return 2
        return NUMBERS

    @cached_property
    def most_beside(self) -> int:
        """Return how many neighbours a space may have."""
        on_boards = [len(board.directions) for board in self.game.boards.values()]
        return max([*on_boards, *map(len, self.world.beside.values())], default=0)

    @cached_property
    def longest_ray(self) -> int:
        """Return how many spaces there may be beyond one in a direction."""
        longest = 0
        for board in self.game.boards.values():
            if board.kind == "grid":
                assert board.columns is not None
                assert board.rows is not None
                longest = max(longest, self.world.constant(board.columns) - 1, self.world.constant(board.rows) - 1)
            else:
                longest = max(longest, self.world.size[board] - 1)
        return longest

    def of_group(self, group: checked.Values | Literal["player"]) -> int:
        """Return how many values a group has, each of which the things of a kind come for."""
        return self.world.players if isinstance(group, str) else len(group.names)

    def size(self, e: Expression) -> int:
        """Return how many members a set may have. If that depends on a very long chain of others, all that the type allows."""
        if not e.type.many:
            return 1
        if self._following > MOST_FOLLOWED:
            return self.of_type(e.type)
        self._following += 1
        size = self.most_in(e)
        self._following -= 1
        return size

    def most_in(self, e: Expression) -> int:
        """Return how many members a set may have, from how it is made."""
        match e:
            case checked.BoardRef(board=board):
                return self.world.size[board]
            case checked.SeriesRef(space=space):
                return self.world.size[space]
            case checked.Property(property="neighbours" | "around"):
                return self.most_beside
            case checked.Property():
                return self.longest_ray
            case checked.KindSet(kind=kind, group=group) if group is not None and len(kind.groups) == 1:
                return -(-self.world.size[kind] // max(1, self.of_group(group)))
            case checked.DefineCall(define=define):
                if define not in self._defines:
                    self._defines[define] = self.size(define.value)
                return self._defines[define]
            case checked.Operation(operator="range", operands=(low, high)):
                if isinstance(low, checked.Const) and isinstance(high, checked.Const):
                    return max(0, high.value - low.value + 1)
                most = [self.bounds.largest(end) for end in (low, high)]
                return NUMBERS if None in most else min(NUMBERS, sum(end for end in most if end is not None) + 1)
            case checked.LocalRef(local=name) | checked.TableRef(field=name) | checked.FieldRef(field=name):
                held = self.bounds.members(name)
                return self.of_type(e.type) if held is None else min(held, self.of_type(e.type))
            case checked.Operation(operator="union" | "several", operands=operands):
                return min(sum(map(self.size, operands)), self.of_type(e.type))
            case checked.Operation(operator="first_few" | "last_few", operands=(number, values)):
                size = self.size(values)
                return min(max(0, number.value), size) if isinstance(number, checked.Const) else size
            case checked.Operation(operator="if", operands=(_, one, other)):
                return max(self.size(one), self.size(other))
            case checked.Operation(operator="as_set"):
                return 1
            case checked.Operation(operands=(values, *_)):
                return self.size(values) if values.type.many else self.of_type(e.type)
            case checked.Region(spaces=spaces):
                return self.size(spaces)
            case checked.SetOperation(operator="map", values=values, body=body):
                return min(capped(self.size(values) * self.size(body)), self.of_type(e.type))
            case checked.SetOperation(values=values):
                return self.size(values)
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.SpaceRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.Can() | checked.TrialExpression():
                pass
            case checked.Operation() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return self.of_type(e.type)

"""Bound the numbers and the sizes of sets in checked rules (an interval analysis).

A bound follows from everything that a name, a parameter or a field may ever be given. There is none for anything that grows
by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import assert_never

from attrs import define

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Expression, Field, Local
from rulewright.dsl.checked.effects import effects_of
from rulewright.dsl.checked.walk import descendants, everything_in, printed_on_values
from rulewright.interpreter.position.world import World

LARGEST = 10**15
MOST_DEEP = 50
"""How many names and defines the analysis follows in a row."""


def capped(steps: int) -> int:
    """Cap a number, so that sums and products of it do not become unwieldy."""
    return min(steps, LARGEST)


@define
class AssignedValue:
    """A value that a name or a field may be given: that of an expression, or one or some of the members of a set."""

    value: Expression
    member: bool = False


class SizeBounds:
    """The bounds of one world; `size` says how many members a set may have."""

    def __init__(self, world: World, size: Callable[[Expression], int]) -> None:
        self.world = world
        self.game = world.game
        self.size = size
        self._largest: dict[Define | Local | Field, int | None] = {}
        self._deep = 0
        self._members: dict[Local | Field, int | None] = {}

    @cached_property
    def assigned_values(self) -> dict[Local | Field, list[AssignedValue] | None]:
        """Return all values that each name and field may be given, or None if it may be anything."""
        found: dict[Local | Field, list[AssignedValue] | None] = {}

        def give(to: Local | Field, value: Expression | None, member: bool = False) -> None:
            known = found.setdefault(to, [])
            if value is None:
                found[to] = None
            elif known is not None:
                known.append(AssignedValue(value, member))

        def give_all(parameters: Iterable[Local], arguments: Iterable[Expression]) -> None:
            for parameter, argument in zip(parameters, arguments):
                give(parameter, argument)

        examples = [(step.rule.needs, step.rule.body, tuple(step.values)) for one in self.game.examples for step in one.steps]
        for part in descendants(*(roots for _, roots in everything_in(self.game)), *examples):
            match part:
                case checked.Choose(picks=picks):
                    for pick in picks:
                        give(pick.local, pick.choices, True)
                case checked.SetOperation(local=local, values=values) | checked.ForEach(local=local, values=values):
                    give(local, values, True)
                case checked.Roll(die=checked.NumberDie(changes=[]) as die, local=local):
                    for face in (die.least, die.most):
                        give(local, checked.Const(type=checked.NUMBER, span=part.span, value=face))
                case checked.Roll(local=local):
                    give(local, None)
                case checked.Assign(how="set", to=to, value=value):
                    if not is_less_of(value, to):
                        give(to, value)
                case checked.Assign(how="take", to=to) if to.type.many:
                    pass
                case checked.Assign(to=to):
                    give(to, None)
                case checked.DefineCall(define=called, arguments=arguments):
                    give_all(called.parameters, arguments)
                case checked.CountDown():
                    # The value is never more than before.
                    pass
                case checked.Stmt():
                    for name in effects_of(part).changed:
                        give(name, None)
            rule, arguments = getattr(part, "rule", None), getattr(part, "arguments", ())
            if isinstance(rule, checked.Rule):
                give_all(rule.parameters, arguments)
        for own in self.game.fields:
            if own.default is not None:
                give(own, own.default)
            for card in self.game.cards.values():
                if own in card.values:
                    give(own, card.values[own])
        for own, value in printed_on_values(self.game):
            give(own, value)
        return found

    def largest(self, e: Expression) -> int | None:
        """Return the largest absolute value of a number, or None."""
        match e:
            case checked.Const(value=value):
                return abs(value)
            case checked.OptionValue(option=option):
                return abs(self.world.options[option.name])
            case checked.LocalRef(local=name) | checked.TableRef(field=name) | checked.FieldRef(field=name):
                return self.of_name(name)
            case checked.Property(property="number" | "row" | "column", target=target):
                return self.size_of_type(target.type)
            case checked.Property(property="group", group=group) if group is not None and group.least is not None:
                return group.least + len(group.names)
            case checked.Operation(operator="count", operands=(values,)):
                return self.size(values)
            case checked.Operation(operator="if", operands=(_, one, other)):
                return together(max, self.largest(one), self.largest(other))
            case checked.Operation(operator="plus" | "minus", operands=(one, other)):
                return together(sum_of, self.largest(one), self.largest(other))
            case checked.Operation(operator="times", operands=(one, other)):
                return together(product_of, self.largest(one), self.largest(other))
            case checked.Operation(operator="divided" | "negative", operands=(one, *_)):
                return self.largest(one)
            case checked.Operation(operator="remainder", operands=(_, one)):
                return self.largest(one)
            case checked.Operation(operator="first" | "last", operands=(values,)):
                return self.of_members(values)
            case checked.Operation(operator="item", operands=(_, values)):
                return self.of_members(values)
            case checked.SetOperation(operator="sum", values=values, body=body):
                part = self.largest(body)
                return None if part is None else capped(part * self.size(values))
            case checked.SetOperation(operator="highest" | "lowest", body=body):
                return self.largest(body)
            case checked.DefineCall(define=called) if not called.changes:
                return self.remembered(called, lambda: self.largest(called.value))
            case checked.CardConst() | checked.TextConst() | checked.Property() | checked.SpaceRef() | checked.SeriesRef():
                pass
            case checked.BoardRef() | checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.DefineCall():
                pass
            case (
                checked.Can()
                | checked.TrialExpression()
                | checked.SetOperation()
                | checked.Region()
                | checked.Operation()
                | checked.Picture()
            ):
                pass
            case _:
                assert_never(e)
        return None

    def of_members(self, e: Expression) -> int | None:
        """Return the largest absolute value of a number, or of the members of a set of numbers, or None."""
        if not e.type.many:
            return self.largest(e)
        match e:
            case checked.LocalRef(local=name) | checked.TableRef(field=name) | checked.FieldRef(field=name):
                return self.of_name(name)
            case checked.Operation(operator="range" | "several" | "union" | "as_set", operands=operands):
                found: int | None = 0
                for operand in operands:
                    found = together(max, found, self.of_members(operand))
                return found
            case checked.Operation(operator="without", operands=(values, _)):
                return self.of_members(values)
            case checked.Operation(operator="first_few" | "last_few", operands=(_, values)):
                return self.of_members(values)
            case checked.Operation(operator="if", operands=(_, one, other)):
                return together(max, self.of_members(one), self.of_members(other))
            case checked.SetOperation(operator="where" | "as_long_as" | "with_most" | "with_fewest", values=values):
                return self.of_members(values)
            case checked.SetOperation(operator="map", body=body):
                return self.of_members(body)
            case checked.DefineCall(define=called) if not called.changes:
                return self.remembered(called, lambda: self.of_members(called.value))
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.Property():
                pass
            case checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef() | checked.KindSet() | checked.PlayerSet():
                pass
            case checked.ValueSet() | checked.DefineCall() | checked.Can() | checked.TrialExpression() | checked.SetOperation():
                pass
            case checked.Region() | checked.Operation() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return None

    def of_name(self, name: Local | Field) -> int | None:
        """Return the largest absolute value of a name or a field, or of its members. One that is never given anything is 0."""

        def found() -> int | None:
            ways = self.assigned_values.get(name, [] if isinstance(name, Field) else None)
            largest: int | None = None if ways is None else 0
            for way in ways or ():
                largest = together(max, largest, self.of_members(way.value))
            return largest

        return self.remembered(name, found)

    def remembered(self, what: Define | Local | Field, find: Callable[[], int | None]) -> int | None:
        """Remember the bound of something.

        There is none for something that depends on itself, or on a very long chain of others.
        """
        if what not in self._largest:
            if self._deep > MOST_DEEP:
                return None
            self._deep += 1
            self._largest[what] = None
            self._largest[what] = find()
            self._deep -= 1
        return self._largest[what]

    def size_of_type(self, kind: checked.Type) -> int | None:
        """Return how many values a type has, if they are numbered."""
        match kind.kind:
            case "player":
                return self.world.players
            case "space":
                return len(self.world.spaces)
            case "value":
                return len(self.world.value_type(kind.name).names)
        return None

    def members(self, name: Local | Field) -> int | None:
        """Return how many members a name or a field may have that is a set."""
        if name not in self._members:
            self._members[name] = None
            ways = self.assigned_values.get(name, [] if isinstance(name, Field) else None)
            self._members[name] = None if ways is None else max((self.size(way.value) for way in ways), default=0)
        return self._members[name]


def is_less_of(value: Expression, name: Local | Field) -> bool:
    """Return whether a value is a part of the set that is there already, so that the set does not grow."""
    match value:
        case checked.Operation(operator="without", operands=(inner, _)) | checked.SetOperation(operator="where", values=inner):
            return is_less_of(inner, name)
        case checked.LocalRef(local=own):
            return own is name
        case checked.TableRef(field=own):
            return own is name
        case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.FieldRef():
            pass
        case checked.Property() | checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef() | checked.KindSet():
            pass
        case (
            checked.PlayerSet()
            | checked.ValueSet()
            | checked.DefineCall()
            | checked.Can()
            | checked.TrialExpression()
            | checked.SetOperation()
        ):
            pass
        case checked.Region() | checked.Operation() | checked.Picture():
            pass
        case _:
            assert_never(value)
    return False


def together(how: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    """Combine two bounds, if both are known."""
    return None if one is None or other is None else capped(how(one, other))


def sum_of(one: int, other: int) -> int:
    """Bound a sum or a difference."""
    return one + other


def product_of(one: int, other: int) -> int:
    """Bound a product."""
    return one * other

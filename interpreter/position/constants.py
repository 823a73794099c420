"""Evaluate expressions that are known before the game: they depend on options alone, or on one thing or place."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rulewright.dsl import checked
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.arithmetic import operator_value
from rulewright.interpreter.position.runtime import LARGEST_NUMBER

if TYPE_CHECKING:
    from rulewright.interpreter.position.world import ThingInfo, World


def constant_value(world: World, expression: checked.Expression, thing: int | tuple[int, ...] | ThingInfo = -1) -> int:
    """Return the value of an expression that depends on options alone, or on one thing: a new one, or one at the start.

    It may also depend on something else that has a field, or on both members of a pair.
    """
    match expression:
        case checked.Const(value=value, type=of):
            # A computed seat number may name a seat that this game does not have.
            return -1 if of.kind == "player" and value >= world.players else value
        case checked.CardConst(card=card):
            return world.card_index[card]
        case checked.OptionValue(option=option):
            return world.options[option.name]
        case checked.SpaceRef(space=space):
            return world.first_space[space]
        case checked.LocalRef(local=local) if isinstance(thing, int | tuple):
            return thing[local.slot] if isinstance(thing, tuple) else thing
        case checked.FieldRef(field=place, target=target) if place.place is not None:
            return world.place_of(place, constant_value(world, target, thing))
        case checked.Property(property="row" | "column" | "number" as name, target=target) if target.type.kind == "space":
            return int(getattr(world.spaces[constant_value(world, target, thing)], name))
        case checked.Property(property="owner"):
            return info_of(world, thing).owner
        case checked.Property(property="card"):
            return info_of(world, thing).card
        case checked.Property(property="group", group=group):
            info = info_of(world, thing)
            value = next((value for value, own in zip(info.values, info.kind.groups) if own is group), -1)
            return value if group is None or group.least is None else group.least + value
        case checked.Property(property="number", target=target) if target.type.kind in ("value", "player"):
            return constant_value(world, target, thing) + 1
        case checked.Operation(operator="as_set", operands=(operand,)):
            return constant_value(world, operand, thing)
        case checked.Operation(operator="pair", operands=operands, type=of):
            one, other = (constant_value(world, operand, thing) for operand in operands)
            return one * world.count(world.pairs[of.name][1]) + other if one >= 0 and other >= 0 else -1
        case checked.Property(property="numbered", target=target, group=group) if group is not None:
            index = constant_value(world, target, thing) - (group.least or 0)
            return index if 0 <= index < len(group.names) else -1
        case checked.Operation(operator="item", operands=(number, checked.Operation(operator="several") as row)):
            index = constant_value(world, number, thing)
            nothing = 0 if row.type.kind in ("number", "truth") else -1
            return constant_value(world, row.operands[index - 1], thing) if 1 <= index <= len(row.operands) else nothing
        case checked.Operation(operator="count", operands=(checked.PlayerSet(),)):
            return world.players
        case checked.Operation(operator="item", operands=(number, checked.SeriesRef() | checked.BoardRef() as row)):
            first, size = world.run_of(row)
            index = constant_value(world, number, thing)
            return first + index - 1 if 1 <= index <= size else -1
        case checked.Operation(operator="first" | "last" as end, operands=(checked.SeriesRef() | checked.BoardRef() as row,)):
            first, size = world.run_of(row)
            return -1 if size == 0 else first if end == "first" else first + size - 1
        case checked.Operation(operator="inside" | "outside" as operator, operands=(one, among)):
            return int((constant_value(world, one, thing) in members(world, among, thing)) == (operator == "inside"))
        case checked.Operation(operator=operator, operands=operands):
            numbers = [constant_value(world, operand, thing) for operand in operands]
            result = constant_operation(operator, numbers)
            if result is not None and abs(result) <= LARGEST_NUMBER:
                return result
    raise RulebookError(
        [
            Diagnostic(
                name="not-constant",
                message=Phrase("this-must-be-known-before-the-game"),
                span=expression.span,
                label=Phrase("hangs-on-the-game"),
                help=Phrase("use-numbers-and-options-only"),
            )
        ]
    )


def members(world: World, expression: checked.Expression, thing: int | tuple[int, ...] | ThingInfo) -> range | list[int]:
    """Return the members of a set that is written out."""
    match expression:
        case checked.Operation(operator="range", operands=(least, most)):
            return range(constant_value(world, least, thing), constant_value(world, most, thing) + 1)
        case checked.Operation(operator="several" | "as_set", operands=operands, type=of):
            found = [constant_value(world, operand, thing) for operand in operands]
            return found if of.kind in ("number", "truth") else [one for one in found if one >= 0]
        case checked.Operation(operator="union", operands=operands):
            return [one for operand in operands for one in members(world, operand, thing)]
        case checked.SeriesRef() | checked.BoardRef():
            first, size = world.run_of(expression)
            return range(first, first + size)
        case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.LocalRef():
            pass
        case checked.TableRef() | checked.FieldRef() | checked.Property() | checked.SpaceRef() | checked.KindSet():
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
            assert_never(expression)
    return [constant_value(world, expression, thing)]


def info_of(world: World, thing: int | tuple[int, ...] | ThingInfo) -> ThingInfo:
    """Return a thing, given by its number or while it is being made."""
    assert not isinstance(thing, tuple)
    return world.things[thing] if isinstance(thing, int) else thing


def constant_operation(operator: str, numbers: list[int]) -> int | None:
    """Apply an operator to numbers, or return None if the operator is not for constants."""
    first, second = numbers[0], numbers[1] if len(numbers) > 1 else 0
    match operator:
        case "if":
            return numbers[1] if first else numbers[2]
        case "and":
            return int(bool(first and second))
        case "or":
            return int(bool(first or second))
        case "not":
            return int(not first)
    found = operator_value(operator, first, second)
    return None if found is None else int(found)

"""Merge options that differ only in which of several alike things they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TRUTH, Field, Local
from rulewright.interpreter.lowering.invariants import innermost_set, on_one_space
from rulewright.interpreter.lowering.local_slots import member_type, set_type
from rulewright.interpreter.program.folding import fold_comparison, fold_conditional, fold_logical
from rulewright.interpreter.program.nodes import (
    Arithmetic,
    Call,
    Contents,
    Exists,
    Expression,
    Lookup,
    ReadCell,
    ReadVariable,
    Representatives,
    SpaceOf,
    Value,
)

if TYPE_CHECKING:
    from rulewright.interpreter.lowering.routine_body import RoutineBody


def merge_alike(rule: RoutineBody, choices: checked.Expression, options: Expression, seat: Expression) -> Representatives | None:
    """Return the options of a set with alike things merged, or None if none of them can be alike.

    Alike things on one pile are never merged: which of them goes decides the order of the others.
    """
    if choices.type.kind != "thing":
        return None
    kind = rule.world.game.kinds.get(choices.type.name)
    if kind is None or not rule.layout.kind_has_alikes(kind):
        return None
    areas = rule.layout.areas
    if on_one_space(choices) and all(areas.kind_of(area) == "pile" for area in areas.standing(choices)):
        return None
    variable = rule.program.variable(member_type(options.type), "it")
    return Representatives(
        options.type, options, variable, key_of(rule, kind, choices, ReadVariable(variable.type, variable), seat)
    )


def key_of(
    rule: RoutineBody, kind: checked.Kind, choices: checked.Expression, v: ReadVariable, seat: Expression
) -> tuple[Expression, ...]:
    """Return the key that two things must share to be one option."""
    layout = rule.layout
    first, last = layout.kind_range(kind)
    alike = layout.sorts()
    narrowed = innermost_set(choices)
    one_class = len(set(alike[first:last])) == 1 or (
        isinstance(narrowed, checked.KindSet) and narrowed.group is not None and len(kind.groups) == 1 and not kind.cards
    )
    place: Expression = SpaceOf(SPACE, v)
    if not one_class:
        # Place and class become one number: a sum is quicker to compare than a pair.
        count = len(layout.world.spaces) + 1
        table = layout.constant((*(number * count for number in alike), -1))
        sort = Lookup(NUMBER, rule.expressions.table(table), v)
        place = sort if on_one_space(choices) else Arithmetic(NUMBER, "+", sort, place)
    parts: list[Expression] = [place]
    for own in layout.fields:
        if own.of is not None and own.of.kind == "thing" and own.of.name == kind.name:
            parts += field_parts(rule, own, v, seat)
    for own in layout.own_places(kind):
        # A thing that holds others is like no other, even if they hold the same.
        lying = Contents(set_type(choices.type), rule.expressions.lookup(SPACE, layout.place_table(own), v), own.place == "pile")
        parts.append(fold_conditional(NUMBER, Exists(TRUTH, lying), v, Value(NUMBER, -1)))
    standing = layout.areas.standing(choices)
    if layout.areas.piles(standing):
        on_pile = rule.expressions.lookup(TRUTH, layout.piles(), SpaceOf(SPACE, v))
        parts.append(fold_conditional(NUMBER, on_pile, v, Value(NUMBER, -1)))
    if not standing <= layout.areas.seen_by_all:
        # Things that the chooser may not see are never merged: that would show which of them are alike.
        parts.append(fold_conditional(NUMBER, seen_at(rule, SpaceOf(SPACE, v), seat), Value(NUMBER, -1), v))
    parts += [fold_comparison("==", v, rule.read(rule.variable(local))) for local in distinct_parameters(rule, kind)]
    return tuple(parts)


def field_parts(rule: RoutineBody, own: Field, v: ReadVariable, seat: Expression) -> list[Expression]:
    """Return what a field adds to the key.

    A value that the chooser may not know neither separates things nor merges them.
    """
    value = ReadCell(own.type, rule.program.cells[own], v)
    if own.seen == "all":
        return [value]
    if own.seen == "nobody":
        return [v]
    owner = rule.expressions.lookup(checked.PLAYER, rule.layout.owners(), v)
    mine = fold_comparison("==", owner, seat)
    blank: Expression = rule.program.blank(own.type)
    return [fold_conditional(own.type, mine, value, blank), fold_conditional(NUMBER, mine, Value(NUMBER, -1), v)]


def seen_at(rule: RoutineBody, space: Expression, seat: Expression) -> Expression:
    """Return whether a seat sees what is on a space."""
    everybody, _ = rule.world.sight()

    def owner_if(who: str) -> Expression:
        owners = (*(info.owner if info.seen == who else -2 for info in rule.world.spaces), -1)
        return rule.expressions.lookup(checked.PLAYER, rule.layout.constant(owners), space)

    ways = [
        rule.expressions.lookup(checked.TRUTH, rule.layout.constant(everybody), space),
        fold_comparison("==", owner_if("owner"), seat),
    ]
    if any(info.seen == "others" for info in rule.world.spaces):
        other = owner_if("others")
        ways.append(fold_logical("and", [fold_comparison(">=", other, Value(NUMBER, 0)), fold_comparison("!=", other, seat)]))
    for define in {info.lookers: None for info in rule.world.spaces if info.lookers is not None}:
        # A player sees the things there that belong to that player.
        owners = (*(info.owner if info.lookers is define else -1 for info in rule.world.spaces), -1)
        owner = rule.expressions.lookup(checked.PLAYER, rule.layout.constant(owners), space)
        looks = Call(checked.TRUTH, rule.program.looks(define), (Value(checked.PLAYER, -1), owner, seat))
        ways.append(fold_logical("and", [fold_comparison(">=", owner, Value(NUMBER, 0)), looks]))
    return fold_logical("or", ways)


def distinct_parameters(rule: RoutineBody, kind: checked.Kind) -> list[Local]:
    """Return the parameters that hold one thing of a kind: such a thing is never merged with another."""
    return [
        local
        for local in rule.rule.parameters
        if local.type.kind == "thing" and local.type.name == kind.name and not local.type.many
    ]

"""Ask what is inside expressions and statements of the lowered program, and which variables they read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from attrs import fields

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, Function, Node, Routine, Statement, Variable
from rulewright.interpreter.program.side_effects import assigned_variables
from rulewright.interpreter.program.suspension import bodies_of, statements_in

NO_PARTS = {"type", "function", "routine", "cell", "direction", "directions", "source", "about", "declared", "asked_of"}
"""Attributes of nodes that hold no other nodes. The body of a called function or routine is not inside its call."""

Called = TypeVar("Called")

PARTS: dict[type, tuple[str, ...]] = {}
"""The results of `parts_of`."""


def parts_of(kind: type) -> tuple[str, ...]:
    """Return the attributes of a kind of node that may hold other nodes."""
    if kind not in PARTS:
        kept = NO_PARTS - {"source"} if kind is nodes.DrawLast else NO_PARTS
        is_node = nodes.is_node(kind)
        PARTS[kind] = tuple(one.name for one in fields(kind) if one.name not in kept) if is_node else ()
    return PARTS[kind]


def everything_in(value: Any) -> Iterator[Any]:
    """Yield all nodes inside something, expressions and statements, itself included."""
    pending = [value]
    while pending:
        one = pending.pop()
        kind = type(one)
        if kind is tuple:
            pending += one[::-1]
        elif kind in STATEMENTS or isinstance(one, Node):
            yield one
            pending += [getattr(one, name) for name in parts_of(kind)[::-1]]


STATEMENTS: frozenset[type] = frozenset(Statement.__args__) | {nodes.ChoicePart}


def reads_variable(value: Any, variable: Variable) -> bool:
    """Whether a variable is read anywhere inside something."""
    return any(isinstance(one, nodes.ReadVariable) and one.variable is variable for one in everything_in(value))


def variables_read(value: Any) -> set[Variable]:
    """Return the variables that are read inside something."""
    found = {one.variable for one in everything_in(value) if isinstance(one, nodes.ReadVariable)}
    return found | {one.rows for one in everything_in(value) if isinstance(one, nodes.CountRows)}


def free_variables(e: Expression) -> list[Variable]:
    """Return the free variables of an expression, in the order of their numbers."""
    read: set[Variable] = set()
    bound: set[Variable] = set()
    for one in everything_in(e):
        if isinstance(one, nodes.ReadVariable):
            read.add(one.variable)
        elif hasattr(one, "variable"):
            bound.add(one.variable)
    return sorted(read - bound, key=lambda variable: variable.number)


def loop_invariants(condition: Expression, variable: Variable, kinds: tuple[type, ...]) -> list[Expression]:
    """Return the largest single values of some kinds inside a condition on a variable that do not depend on it."""
    bound = {
        one.variable for one in everything_in(condition) if not isinstance(one, nodes.ReadVariable) and hasattr(one, "variable")
    }
    bound.add(variable)
    found: list[Expression] = []
    pending: list[Any] = [condition]
    while pending:
        one = pending.pop()
        if type(one) is tuple:
            pending += one
        elif nodes.is_expression(one):
            if isinstance(one, kinds) and not one.type.many and bound.isdisjoint(free_variables(one)):
                found.append(one)
                continue
            pending += [getattr(one, name) for name in parts_of(type(one))]
    return found


def is_same_expression(one: Expression, other: Expression) -> bool:
    """Return whether two expressions are short and certainly the same."""
    if one is other:
        return True
    match one, other:
        case nodes.ReadVariable(variable=first), nodes.ReadVariable(variable=second):
            return first is second
        case nodes.Value(value=number), nodes.Value(value=same):
            return number == same
        case nodes.SpaceOf(thing=first_thing), nodes.SpaceOf(thing=second_thing):
            return is_same_expression(first_thing, second_thing)
        case nodes.Lookup(table=table, index=index), nodes.Lookup(table=same_table, index=same_index):
            return table == same_table and is_same_expression(index, same_index)
        case nodes.Compare(operator=operator), nodes.Compare(operator=same_operator):
            return (
                operator == same_operator
                and is_same_expression(one.one, other.one)
                and is_same_expression(one.other, other.other)
            )
    return False


def is_only_tested(variable: Variable, e: Expression) -> bool:
    """Return whether a variable that holds a set is read only in membership tests."""
    asked = read = 0
    for one in everything_in(e):
        if isinstance(one, nodes.ReadVariable) and one.variable is variable:
            read += 1
        elif isinstance(one, nodes.Contains) and isinstance(one.values, nodes.ReadVariable) and one.values.variable is variable:
            asked += 1
    return read == asked


def deepest_loops(body: Body) -> int:
    """Return how deep loops are nested in some statements, including those over options."""
    depths = [0]
    for statement in body:
        match statement:
            case nodes.Choose(wanted=wanted):
                depths.append(1 + len(wanted))
            case nodes.ChooseSet():
                depths.append(2)
            case nodes.If() | nodes.Menu():
                depths += map(deepest_loops, bodies_of(statement))
            case _:
                depths += (1 + deepest_loops(inner) for inner in bodies_of(statement))
    return max(depths)


def variables_changed(body: Body) -> set[Variable]:
    """Return the variables that some statements assign."""
    return {variable for statement in statements_in(body) for variable in assigned_variables(statement)}


def variables_moved(body: Body) -> set[Variable] | None:
    """Return the variables whose things some statements move, or None if they move anything else."""
    found: set[Variable] = set()
    for statement in statements_in(body):
        match statement:
            case nodes.Move(things=nodes.ReadVariable(variable=variable)):
                found.add(variable)
            case _ if isinstance(statement, nodes.Moving | nodes.Calling):
                return None
    return found


def called_in(value: Any) -> Iterator[Function | Routine]:
    """Yield the functions and routines that something calls, carries out or tries out."""
    for one in everything_in(value):
        if isinstance(one, nodes.Call):
            yield one.function
        elif isinstance(one, nodes.CallRoutine | nodes.Try):
            yield one.routine


def recursive_ones(calls: Mapping[Called, Collection[Called]]) -> set[Called]:
    """Return those that may call themselves, given what each of them calls."""
    found: set[Called] = set()
    for what, called in calls.items():
        reached: set[Called] = set()
        agenda = list(called)
        while agenda:
            one = agenda.pop()
            if one not in reached:
                reached.add(one)
                agenda.extend(calls.get(one, ()))
        if what in reached:
            found.add(what)
    return found

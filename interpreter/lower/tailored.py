"""Functions and routines come in; those that are given a set out of a table get a copy of their own that looks it up.

What is known of the table, such as in which order its sets are, is then known inside as well. The copy is given the place in the
table instead of the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from rulewright.dsl.checked import Type
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.inside import variables_changed
from rulewright.interpreter.lower.nodes import Expression, Function, Lookup, Read, Routine, Variable
from rulewright.interpreter.lower.rewriting import rewritten

MOST_COPIES = 64
"""So many copies at most are made for a program."""
Tables: TypeAlias = dict[int, tuple[int, Type]]
"""By the place of an argument: the table of its sets, and of what type the places in the table are."""
Called = TypeVar("Called", Function, Routine)


def tailor(functions: list[Function], routines: list[Routine], variables: int) -> int:
    """Add the copies that are wanted, and have them used; `variables` numbers have been given, and how many are then."""
    return Tailor(functions, routines, variables).work()


class Tailor:
    """Makes these copies."""

    def __init__(self, functions: list[Function], routines: list[Routine], variables: int) -> None:
        self.functions = functions
        self.routines = routines
        self.variables = variables
        self.known: dict[Any, Any] = {}

    def work(self) -> int:
        """All functions and routines, and the copies as they come."""
        for function in self.functions:
            function.value = rewritten(function.value, self.one)
        for routine in self.routines:
            routine.body = rewritten(routine.body, self.one)
        return self.variables

    def one(self, node: Any) -> Any:
        """A node, which may call or carry out something."""
        match node:
            case nodes.Call(function=function, arguments=arguments):
                wanted = self.tables(function, arguments)
                if wanted:
                    return evolve(node, function=self.copied(function, wanted), arguments=places(arguments, wanted))
            case nodes.Do(routine=routine, arguments=arguments) if not routine.waits:
                wanted = self.tables(routine, arguments)
                if wanted:
                    return evolve(node, routine=self.copied(routine, wanted), arguments=places(arguments, wanted))
        return node

    def tables(self, called: Function | Routine, arguments: Sequence[Expression]) -> Tables:
        """The arguments that are sets out of tables, if a copy can be made for them."""
        changed = variables_changed(called.body) if isinstance(called, Routine) else set()
        found = {
            place: (value.table, value.index.type)
            for place, value in enumerate(arguments)
            if isinstance(value, Lookup) and value.type.many and called.parameters[place] not in changed
        }
        is_room = len(self.known) < MOST_COPIES or (called, *found.items()) in self.known
        return found if is_room else {}

    def copied(self, called: Called, wanted: Tables) -> Called:
        """The copy for some tables."""
        key = (called, *wanted.items())
        if key not in self.known:
            copy: Any
            parameters: list[Variable] = list(called.parameters)
            instead: dict[Variable, Lookup] = {}
            for place, (table, of) in wanted.items():
                before = parameters[place]
                self.variables += 1
                parameters[place] = Variable(self.variables, of, before.slot, before.name)
                instead[before] = Lookup(before.type, table, Read(of, parameters[place]))

            def looked_up(node: Any) -> Any:
                return instead.get(node.variable, node) if isinstance(node, Read) else node

            if isinstance(called, Function):
                copy = evolve(called, number=len(self.functions), parameters=tuple(parameters), value=None)
                self.functions.append(copy)
                self.known[key] = copy
                copy.value = rewritten(called.value, looked_up)
            else:
                own = [*parameters, *called.variables[len(parameters) :]]
                copy = evolve(called, number=len(self.routines), parameters=tuple(parameters), variables=own, body=())
                self.routines.append(copy)
                self.known[key] = copy
                copy.body = rewritten(called.body, looked_up)
        return self.known[key]  # type: ignore[no-any-return]


def places(arguments: Sequence[Expression], wanted: Tables) -> tuple[Expression, ...]:
    """The arguments, with the place in a table instead of what is found there."""
    return tuple(value.index if place in wanted and isinstance(value, Lookup) else value for place, value in enumerate(arguments))

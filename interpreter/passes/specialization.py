"""Specialize functions and routines that are given a set out of a table: each gets a copy that looks the set up.

Inside the copy, facts about the table are known, such as the order of its sets. The copy gets the index in the table
instead of the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from rulewright.dsl.checked import Type
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Function, Lookup, ReadVariable, Routine, Variable
from rulewright.interpreter.program.queries import variables_changed
from rulewright.interpreter.program.rewriting import rewritten

MOST_COPIES = 64
"""The most copies that are made for a program."""
Tables: TypeAlias = dict[int, tuple[int, Type]]
"""By the place of an argument: the table of its sets, and the type of the table's indices."""
Called = TypeVar("Called", Function, Routine)


def specialize(functions: list[Function], routines: list[Routine], variables: int) -> int:
    """Add the copies that are wanted, and redirect calls to them.

    `variables` says how many variable numbers are taken; return how many are taken afterwards.
    """
    return Specializer(functions, routines, variables).work()


class Specializer:
    """The specialization of one program."""

    def __init__(self, functions: list[Function], routines: list[Routine], variables: int) -> None:
        self.functions = functions
        self.routines = routines
        self.variables = variables
        self.known: dict[Any, Any] = {}

    def work(self) -> int:
        """Specialize all functions and routines, and the copies as they are made."""
        for function in self.functions:
            function.value = rewritten(function.value, self.one)
        for routine in self.routines:
            routine.body = rewritten(routine.body, self.one)
        return self.variables

    def one(self, node: Any) -> Any:
        """Redirect a node that calls or carries out something."""
        match node:
            case nodes.Call(function=function, arguments=arguments):
                wanted = self.tables(function, arguments)
                if wanted:
                    return evolve(node, function=self.copied(function, wanted), arguments=places(arguments, wanted))
            case nodes.CallRoutine(routine=routine, arguments=arguments) if not routine.waits:
                wanted = self.tables(routine, arguments)
                if wanted:
                    return evolve(node, routine=self.copied(routine, wanted), arguments=places(arguments, wanted))
        return node

    def tables(self, called: Function | Routine, arguments: Sequence[Expression]) -> Tables:
        """Return the arguments that are sets out of tables, if a copy can be made for them."""
        changed = variables_changed(called.body) if isinstance(called, Routine) else set()
        found = {
            place: (value.table, value.index.type)
            for place, value in enumerate(arguments)
            if isinstance(value, Lookup) and value.type.many and called.parameters[place] not in changed
        }
        is_room = len(self.known) < MOST_COPIES or (called, *found.items()) in self.known
        return found if is_room else {}

    def copied(self, called: Called, wanted: Tables) -> Called:
        """Return the copy for some tables."""
        key = (called, *wanted.items())
        if key not in self.known:
            copy: Any
            parameters: list[Variable] = list(called.parameters)
            instead: dict[Variable, Lookup] = {}
            for place, (table, of) in wanted.items():
                before = parameters[place]
                self.variables += 1
                parameters[place] = Variable(self.variables, of, before.slot, before.name)
                instead[before] = Lookup(before.type, table, ReadVariable(of, parameters[place]))

            def looked_up(node: Any) -> Any:
                return instead.get(node.variable, node) if isinstance(node, ReadVariable) else node

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
    """Return the arguments with the index into a table in place of the entry."""
    return tuple(value.index if place in wanted and isinstance(value, Lookup) else value for place, value in enumerate(arguments))

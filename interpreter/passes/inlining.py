"""Write out a function where a loop asks it of each member, so that back ends see what does not depend on the member.

Most of these functions say whether a rule can be carried out. Written out, such a condition can often be tested for all
members at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import is_simple
from rulewright.interpreter.program.nodes import Function, ReadVariable, Routine
from rulewright.interpreter.program.queries import called_in, everything_in, recursive_ones
from rulewright.interpreter.program.rewriting import rewritten

LARGEST = 400
"""How many nodes a function may have to be written out."""


def inline_conditions(functions: Sequence[Function], routines: Sequence[Routine]) -> None:
    """Write functions out in the conditions of all loops over sets."""
    inlining = ConditionInliner(functions)
    for function in functions:
        function.value = rewritten(function.value, inlining.loop)
    for routine in routines:
        routine.body = rewritten(routine.body, inlining.loop)


class ConditionInliner:
    """A rewriting of loops."""

    def __init__(self, functions: Sequence[Function]) -> None:
        calls: dict[Function | Routine, set[Function | Routine]] = {one: set(called_in(one.value)) for one in functions}
        self.recursive = recursive_ones(calls)

    def loop(self, node: Any) -> Any:
        """Rewrite a loop whose parts have been rewritten already."""
        if isinstance(node, nodes.Filter | nodes.Every):
            condition = rewritten(node.condition, self.call)
            return node if condition is node.condition else evolve(node, condition=condition)
        return node

    def call(self, node: Any) -> Any:
        """Rewrite a call."""
        match node:
            case nodes.Call(function=function, arguments=arguments) if (
                function not in self.recursive
                and all(map(is_simple, arguments))
                and sum(1 for _ in everything_in(function.value)) <= LARGEST
            ):
                given = dict(zip(function.parameters, arguments, strict=True))
                return rewritten(
                    function.value, lambda part: given.get(part.variable, part) if isinstance(part, ReadVariable) else part
                )
        return node

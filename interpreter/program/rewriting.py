"""Rewrite parts of the lowered program node by node."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from attrs import evolve

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, LoweredProgram, Node, ReadVariable, Routine, Variable
from rulewright.interpreter.program.queries import parts_of

Change = Callable[[Any], Any]
"""A function that replaces a node whose parts have been rewritten already."""


def rewritten(value: Any, change: Change) -> Any:
    """Rewrite every node inside something, the inner ones first. Whatever stays unchanged is the very same object."""
    if type(value) is tuple:
        parts = tuple(rewritten(one, change) for one in value)
        return value if all(map(is_, parts, value)) else parts
    if not isinstance(value, Node) and not nodes.is_node(type(value)):
        return value
    changed = {}
    for name in parts_of(type(value)):
        before = getattr(value, name)
        after = rewritten(before, change)
        if after is not before:
            changed[name] = after
    return change(evolve(value, **changed) if changed else value)


def substitution(variable: Variable, value: Expression) -> Change:
    """Return what puts a value where a variable is read."""
    return lambda node: value if isinstance(node, ReadVariable) and node.variable is variable else node


def rewrite(program: LoweredProgram, change: Callable[[Routine | None], Change]) -> None:
    """Rewrite a whole program; how a node is rewritten may depend on its routine."""
    everywhere = change(None)
    for function in program.functions:
        function.value = rewritten(function.value, everywhere)
    for routine in program.routines:
        routine.body = rewritten(routine.body, change(routine))
    for block in program.blocks:
        block.body = [rewritten(one, change(block.routine)) for one in block.body]
        block.end = rewritten(block.end, change(block.routine))
    for number, parts in program.told.items():
        program.told[number] = {language: rewritten(part, everywhere) for language, part in parts.items()}

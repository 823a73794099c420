"""A part of the lowered program comes in; it goes out with some of its nodes changed."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from attrs import evolve

from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.inside import parts_of
from rulewright.interpreter.lower.nodes import Lowered, Node, Routine

Change = Callable[[Any], Any]
"""What a node becomes whose parts have been changed already."""


def rewritten(value: Any, change: Change) -> Any:
    """Something with every node inside it changed, the inner ones first. What stays as it is is the very same."""
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


def rewrite(program: Lowered, change: Callable[[Routine | None], Change]) -> None:
    """Change all of a program; what changes a node may go by the routine that it stands in."""
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

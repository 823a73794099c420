"""Liveness analysis: find the slots of a frame that a block, or one after it, still reads.

Two positions that differ only in slots that no rule reads again are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from attrs import fields

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Node, Variable


def live_slots(blocks: Sequence[Block]) -> dict[int, tuple[int, ...]]:
    """Return the slots that are live at each block, by its label."""
    # The answer to a question, or the result of a routine, is written between two blocks.
    edges: dict[int, tuple[set[int], set[int], dict[int, set[int]]]] = {
        block.label: (*used(block), successors_with_writes(block)) for block in blocks
    }
    live = {label: set(read) for label, (read, _, _) in edges.items()}
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            _, written, after = edges[block.label]
            wanted = set().union(*(live[label] - filled for label, filled in after.items())) - written
            if not wanted <= live[block.label]:
                live[block.label] |= wanted
                changed = True
    return {label: tuple(sorted(slots)) for label, slots in live.items()}


def used(block: Block) -> tuple[set[int], set[int]]:
    """Return the slots that a block reads before it writes them, and those that it always writes."""
    read, written = used_in(block.body)
    return read | (slots_read(block.end) - written), written


def used_in(body: Sequence[Any]) -> tuple[set[int], set[int]]:
    """Return the slots that statements read before they write them, and those that they always write."""
    read: set[int] = set()
    written: set[int] = set()
    for statement in body:
        more, sure = used_by(statement)
        read |= more - written
        written |= sure
    return read, written


def used_by(statement: Any) -> tuple[set[int], set[int]]:
    """Return the slots that a statement reads before it writes them, and those that it always writes.

    A write in a body that may be skipped counts inside that body alone.
    """
    match statement:
        case nodes.ForEach(variable=variable, values=values, body=body):
            return slots_read(values) | (used_in(body)[0] - {variable.slot}), set()
        case nodes.If(branches=branches, otherwise=otherwise):
            read = slots_read(tuple(condition for condition, _ in branches))
            bodies = [used_in(body) for body in (*(body for _, body in branches), otherwise)]
            return read.union(*(inner for inner, _ in bodies)), set.intersection(*(sure for _, sure in bodies))
        case nodes.While(condition=condition, body=body):
            return slots_read(condition) | used_in(body)[0], set()
        case nodes.Until(condition=condition, body=body):
            read, written = used_in(body)
            return read | (slots_read(condition) - written), written
        case nodes.Repeat(times=times, body=body):
            return slots_read(times) | used_in(body)[0], set()
        case nodes.Assign(variable=variable) | nodes.AppendRow(rows=variable, values=()):
            return slots_read(statement), {variable.slot} - {-1}
        case nodes.LoadRow(values=values):
            return slots_read(statement), {variable.slot for variable in values}
        case nodes.CallRoutine(result=Variable(slot=slot)):
            return slots_read(statement), {slot} - {-1}
    return slots_read(statement), set()


def slots_read(node: Any) -> set[int]:
    """Return the slots that are read anywhere inside something."""
    return {variable.slot for variable in variables_read(node) if variable.slot >= 0}


def variables_read(node: Any) -> Iterator[Variable]:
    """Yield the variables that are read inside something."""
    match node:
        case tuple():
            for part in node:
                yield from variables_read(part)
        case nodes.ReadVariable(variable=variable):
            yield variable
        case nodes.CountRows(rows=rows):
            yield rows
        case nodes.AppendRow(rows=rows, values=values):
            yield from (rows, *values) if values else ()
        case nodes.LoadRow(rows=rows, number=number):
            yield rows
            yield from variables_read(number)
        case Node() | _ if nodes.is_node(type(node)) and not isinstance(node, NOT_INSIDE):
            for one in fields(type(node)):
                yield from variables_read(getattr(node, one.name))


NOT_INSIDE = (Variable, nodes.Cell, nodes.Function, nodes.Routine, nodes.Direction, Block, nodes.LoweredProgram)


def successors_with_writes(block: Block) -> dict[int, set[int]]:
    """Return the blocks that may come next, each with the slots that are written on the way."""
    match block.end:
        case nodes.Jump(to=to):
            return {to: set()}
        case nodes.Branch(then=then, otherwise=otherwise):
            return {then: set(), otherwise: set()}
        case nodes.Switch(to=to, otherwise=otherwise):
            return {label: set() for label in (*to, otherwise)}
        case nodes.BeginRoutine(result=result, proceed=proceed):
            return {proceed: set() if result is None else {result.slot}}
        case nodes.BeginCard(proceed=proceed):
            return {proceed: set()}
        case nodes.AskOptions(variables=variables, lapse=lapse, proceed=proceed, passed=passed):
            return blocks_after_question({variable.slot for variable in variables}, lapse, (proceed, passed))
        case nodes.AskMenu(variable=variable, lapse=lapse, proceed=proceed, passed=passed):
            return blocks_after_question({variable.slot}, lapse, (proceed, passed))
        case nodes.AskChance(variables=variables, lapse=lapse, proceed=proceed):
            return blocks_after_question({variable.slot for variable in variables}, lapse, (proceed,))
        case nodes.AskText(variable=variable, proceed=proceed) | nodes.AskDie(variable=variable, proceed=proceed):
            return {proceed: {variable.slot}}
        case nodes.AskOrder(proceed=proceed, asked=to):
            return {proceed: set(), to: set()}
        case nodes.ReturnFromRoutine() | nodes.EndGame() | None:
            return {}
        case _:
            assert_never(block.end)


def blocks_after_question(filled: set[int], lapse: int, answered: Sequence[int]) -> dict[int, set[int]]:
    """Return the blocks after a question: the answer is written on all ways but that without options."""
    return {**{label: filled for label in answered if label >= 0}, **({lapse: set()} if lapse >= 0 else {})}

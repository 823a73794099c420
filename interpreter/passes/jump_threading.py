"""Simplify the control flow of blocks: thread jumps, and join blocks that follow one another.

Cutting leaves blocks that only jump elsewhere, and blocks that only one other leads to. Jumps to the former go on directly
to their targets, and the latter are joined with their predecessors. Labels are numbered again, without gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, cast

from attrs import evolve

from rulewright.interpreter.program.nodes import (
    AskChance,
    AskDie,
    AskMenu,
    AskOptions,
    AskOrder,
    AskText,
    BeginCard,
    BeginRoutine,
    Block,
    Branch,
    End,
    EndGame,
    Jump,
    ReturnFromRoutine,
    Switch,
)

LABELS: dict[type, tuple[str, ...]] = {
    Jump: ("to",),
    Branch: ("then", "otherwise"),
    Switch: ("to", "otherwise"),
    BeginRoutine: ("proceed",),
    BeginCard: ("proceed",),
    AskOptions: ("lapse", "proceed", "passed"),
    AskMenu: ("lapse", "proceed", "passed"),
    AskText: ("proceed",),
    AskChance: ("lapse", "proceed"),
    AskDie: ("proceed",),
    AskOrder: ("proceed", "asked"),
    ReturnFromRoutine: (),
    EndGame: (),
}
"""The attributes of each kind of end that name blocks."""


def successors(end: End | None) -> list[int]:
    """Return the blocks that may come next in the same routine."""
    found: list[int] = []
    for name in () if end is None else LABELS[type(end)]:
        value = getattr(end, name)
        found.extend(value if isinstance(value, tuple) else [value])
    return [label for label in found if label >= 0]


def relabelled(end: End, new: Callable[[int], int]) -> End:
    """Return an end with new labels."""
    names = LABELS[type(end)]
    if not names:
        return end
    changed: dict[str, Any] = {}
    for name in names:
        value = getattr(end, name)
        changed[name] = tuple(map(new, value)) if isinstance(value, tuple) else new(value) if value >= 0 else -1
    return cast("End", evolve(cast("Any", end), **changed))


def thread_jumps(blocks: Sequence[Block], entries: Sequence[int]) -> tuple[list[Block], dict[int, int]]:
    """Return fewer blocks, and the new labels of those that are left; routines begin at the `entries`."""
    by_label = {block.label: block for block in blocks}
    target: dict[int, int] = {}

    def final(label: int) -> int:
        seen = []
        while label not in target:
            block = by_label[label]
            if block.body or not isinstance(block.end, Jump) or label in seen:
                target[label] = label
                break
            seen.append(label)
            label = block.end.to
        for one in seen:
            target.setdefault(one, target[label])
        return target[label]

    for block in blocks:
        assert block.end is not None
        block.end = relabelled(block.end, final)
        if isinstance(block.end, Branch) and block.end.then == block.end.otherwise:
            block.end = Jump(block.end.then)
    starts = [final(label) for label in entries]
    reached = reachable(by_label, starts)
    named = Counter(label for block in blocks if block.label in reached for label in successors(block.end))
    named.update(starts)
    joined: set[int] = set()
    for block in blocks:
        while block.label in reached and block.label not in joined and isinstance(block.end, Jump):
            after = by_label[block.end.to]
            if named[after.label] != 1 or after is block:
                break
            block.body += after.body
            block.end = after.end
            joined.add(after.label)
    left = [block for block in blocks if block.label in reached and block.label not in joined]
    numbers = {block.label: number for number, block in enumerate(left)}
    for block in left:
        assert block.end is not None
        block.end = relabelled(block.end, numbers.__getitem__)
    renamed = {label: numbers[target[label]] for label in target if target[label] in numbers}
    for block in left:
        block.label = numbers[block.label]
    return left, renamed


def reachable(by_label: dict[int, Block], starts: Sequence[int]) -> set[int]:
    """Return the blocks that can be reached."""
    reached: set[int] = set()
    agenda = list(starts)
    while agenda:
        label = agenda.pop()
        if label not in reached:
            reached.add(label)
            agenda.extend(successors(by_label[label].end))
    return reached

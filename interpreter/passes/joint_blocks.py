"""Find where the frames of a program keep the choices that players make together."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.position.joint_slots import JointBlock
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.program.nodes import Block, Branch, Compare, Count, Expression, ReadVariable


def joint_choices(blocks: Iterable[Block]) -> dict[int, tuple[JointBlock, ...]]:
    """Return, for each block, the choices made together that its frames may hold."""
    found: dict[int, list[JointBlock]] = {}
    all_blocks = list(blocks)
    for block in all_blocks:
        routine = block.routine
        for rows in routine.rows:
            # Cutting puts these three variables side by side.
            players, number = rows - 2, rows - 1
            if isinstance(block.end, Branch) and asks_next(block.end.condition, players, number):
                slots = (FIRST_LOCAL + slot for slot in (players, number, rows))
                found.setdefault(routine.number, []).append(JointBlock(block.label, *slots))
    return {block.label: tuple(found.get(block.routine.number, ())) for block in all_blocks}


def asks_next(condition: Expression, players: int, number: int) -> bool:
    """Return whether a condition says that some of the players have not been asked yet."""
    match condition:
        case Compare(operator="<", one=ReadVariable(variable=counted), other=Count(values=ReadVariable(variable=listed))):
            return counted.slot == number and listed.slot == players
    return False

"""The blocks of a program come in; where in its frames the choices lie that players make together goes out."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.lower.nodes import Block, Branch, Compare, Count, Expression, Read
from rulewright.interpreter.play.asking import FIRST_LOCAL
from rulewright.interpreter.play.jointly import Together


def made_together(blocks: Iterable[Block]) -> dict[int, tuple[Together, ...]]:
    """For each block of the program, the choices made together that its frames may hold."""
    found: dict[int, list[Together]] = {}
    all_blocks = list(blocks)
    for block in all_blocks:
        routine = block.routine
        for rows in routine.rows:
            # What is cut lays these three beside each other.
            players, number = rows - 2, rows - 1
            if isinstance(block.end, Branch) and asks_next(block.end.condition, players, number):
                slots = (FIRST_LOCAL + slot for slot in (players, number, rows))
                found.setdefault(routine.number, []).append(Together(block.label, *slots))
    return {block.label: tuple(found.get(block.routine.number, ())) for block in all_blocks}


def asks_next(condition: Expression, players: int, number: int) -> bool:
    """Whether a condition is that not all of some players were asked yet."""
    match condition:
        case Compare(operator="<", one=Read(variable=counted), other=Count(values=Read(variable=listed))):
            return counted.slot == number and listed.slot == players
    return False

"""The blocks of a program come in; where in its frames the choices lie that players make together goes out."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.interpreter.lower.nodes import Block, Branch, Compare, Count, Expression, Read
from rulewright.interpreter.play.asking import FIRST_LOCAL


@frozen
class Together:
    """A block of choices that players make together, as a frame holds it: a block of the program, and slots."""

    head: int
    """The block that asks the next player."""
    players: int
    """Who chooses, in their order; nobody any more when all have chosen."""
    number: int
    """How many of them were asked, and then how many rows were carried out."""
    rows: int
    """What was chosen so far: the player, and what that player chose."""


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

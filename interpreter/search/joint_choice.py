"""Go back in a block of choices that players make together, or let another player choose again there.

The choices are kept as rows until all have chosen. Nothing changes meanwhile, so each player can be asked again, alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.passes.joint_blocks import joint_choices
from rulewright.interpreter.position.joint_slots import JointBlock
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World


def blocks_of(match: Match) -> dict[int, tuple[JointBlock, ...]]:
    """Return, by block, the choices made together that its frames may hold."""
    kept: dict[int, tuple[JointBlock, ...]] | None = getattr(match.program.form, "together", None)
    if kept is not None:
        return kept
    world = match.program.world
    return joint_choices(lower_program(Layout(World(match.game.checked, world.players, world.options))).blocks)


def choosing_together(match: Match, blocks: Mapping[int, tuple[JointBlock, ...]]) -> JointBlock | None:
    """Return the block of choices in which somebody is choosing now, unseen by others, or None."""
    if match.position.pending is None:
        return None
    frame = match.position.top
    return next((block for block in blocks.get(frame.block, ()) if frame[block.players]), None)


def begin_alone(match: Match, depth: int, block: JointBlock, player: int) -> None:
    """Ask a player alone in a block of choices, as if there were no others. This consumes the match."""
    del match.position.stack[depth + 1 :]
    frame = match.position.top
    # The second player is asked after the first.
    frame.block, frame[block.players], frame[block.number], frame[block.rows] = block.head, (player, player), 0, ()
    match.position.pending = None
    match.run()


def is_asked_alone(match: Match, depth: int, block: JointBlock, player: int) -> bool:
    """Return whether a player who was asked alone is still choosing."""
    if match.position.pending is None or len(match.position.stack) != depth + 1:
        return False
    frame = match.position.top
    return frame[block.players] == (player, player) and frame[block.number] == 1 and not frame[block.rows]


def new_choice(match: Match, depth: int, block: JointBlock, player: int) -> tuple[Any, ...] | None:
    """Return a player's random choice in a block of choices, as a row, or None if there is nothing to choose.

    This consumes the match.
    """
    slots = match.position.stack[depth]
    begin_alone(match, depth, block, player)
    while is_asked_alone(match, depth, block, player):
        match.choose_at_random()
    stack = match.position.stack
    if match.position.pending is None or len(stack) != depth + 1 or stack[depth] is not slots or not slots[block.rows]:
        return None
    row: tuple[Any, ...] = slots[block.rows][0]
    return row


def go_back(match: Match, block: JointBlock) -> None:
    """Go back to where the player who is choosing now had not been asked yet; `run` asks again."""
    frame = match.position.top
    frame.block = block.head
    frame[block.number] -= 1
    match.position.pending = None

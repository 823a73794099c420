"""Go back in a block of choices that players make together, or let another player choose again there.

The choices are kept as rows until all have chosen. Nothing changes meanwhile, so each player can be asked again, alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.lowering.lowering import lowered
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.passes.joint_blocks import made_together
from rulewright.interpreter.position.joint_slots import Together
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.runtime import PENDING
from rulewright.interpreter.position.world import World


def blocks_of(match: Match) -> dict[int, tuple[Together, ...]]:
    """Return, by block, the choices made together that its frames may hold."""
    kept: dict[int, tuple[Together, ...]] | None = getattr(match.program.form, "together", None)
    if kept is not None:
        return kept
    world = match.program.world
    return made_together(lowered(Layout(World(match.game.checked, world.players, world.options))).blocks)


def choosing_together(match: Match, blocks: Mapping[int, tuple[Together, ...]]) -> Together | None:
    """Return the block of choices in which somebody is choosing now, unseen by others, or None."""
    if match.s[PENDING] is None:
        return None
    frame = match.stack[-1]
    return next((block for block in blocks.get(frame[0], ()) if frame[block.players]), None)


def begin_alone(match: Match, depth: int, block: Together, player: int) -> None:
    """Ask a player alone in a block of choices, as if there were no others. This consumes the match."""
    del match.stack[depth + 1 :]
    frame = match.stack[depth]
    # The second player is asked after the first.
    frame[0], frame[block.players], frame[block.number], frame[block.rows] = block.head, (player, player), 0, ()
    match.s[PENDING] = None
    match.run()


def is_asked_alone(match: Match, depth: int, block: Together, player: int) -> bool:
    """Return whether a player who was asked alone is still choosing."""
    if match.s[PENDING] is None or len(match.stack) != depth + 1:
        return False
    frame = match.stack[depth]
    return frame[block.players] == (player, player) and frame[block.number] == 1 and not frame[block.rows]


def chosen_again(match: Match, depth: int, block: Together, player: int) -> tuple[Any, ...] | None:
    """Return a player's random choice in a block of choices, as a row, or None if there is nothing to choose.

    This consumes the match.
    """
    frame = match.stack[depth]
    begin_alone(match, depth, block, player)
    while is_asked_alone(match, depth, block, player):
        match.choose_at_random()
    if match.s[PENDING] is None or len(match.stack) != depth + 1 or match.stack[depth] is not frame or not frame[block.rows]:
        return None
    row: tuple[Any, ...] = frame[block.rows][0]
    return row


def go_back(match: Match, block: Together) -> None:
    """Go back to where the player who is choosing now had not been asked yet; `run` asks again."""
    frame = match.stack[-1]
    frame[0] = block.head
    frame[block.number] -= 1
    match.s[PENDING] = None

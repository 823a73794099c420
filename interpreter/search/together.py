"""A match in a block of choices made together comes in; what another player may choose there, or the match gone back, goes out.

Everybody's choices are kept as rows until all have chosen. Nothing changes meanwhile: so each may be asked again, alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.lowering import lowered
from rulewright.interpreter.lower.together import made_together
from rulewright.interpreter.lower.world import World
from rulewright.interpreter.play.jointly import Together
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import PENDING


def blocks_of(match: Match) -> dict[int, tuple[Together, ...]]:
    """The choices made together that a frame may hold, by its block."""
    kept: dict[int, tuple[Together, ...]] | None = getattr(match.program.form, "together", None)
    if kept is not None:
        return kept
    world = match.program.world
    return made_together(lowered(Layout(World(match.game.checked, world.players, world.options))).blocks)


def choosing_together(match: Match, blocks: Mapping[int, tuple[Together, ...]]) -> Together | None:
    """The block of choices in which somebody chooses now, unseen by others; None if there is none."""
    if match.s[PENDING] is None:
        return None
    frame = match.stack[-1]
    return next((block for block in blocks.get(frame[0], ()) if frame[block.players]), None)


def begin_alone(match: Match, depth: int, block: Together, player: int) -> None:
    """Ask a player alone in a block of choices, as if nobody else were asked. The match is given up for it."""
    del match.stack[depth + 1 :]
    frame = match.stack[depth]
    # Who comes second is asked when the first has done.
    frame[0], frame[block.players], frame[block.number], frame[block.rows] = block.head, (player, player), 0, ()
    match.s[PENDING] = None
    match.run()


def is_asked_alone(match: Match, depth: int, block: Together, player: int) -> bool:
    """Whether a player who was asked alone has not done choosing."""
    if match.s[PENDING] is None or len(match.stack) != depth + 1:
        return False
    frame = match.stack[depth]
    return frame[block.players] == (player, player) and frame[block.number] == 1 and not frame[block.rows]


def chosen_again(match: Match, depth: int, block: Together, player: int) -> tuple[Any, ...] | None:
    """What a player chooses at random in a block of choices, as a row; None if there is nothing to choose.

    The match is given up for it.
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
    """Back to where the player who chooses now was not asked yet; `run` asks again."""
    frame = match.stack[-1]
    frame[0] = block.head
    frame[block.number] -= 1
    match.s[PENDING] = None

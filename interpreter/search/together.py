"""A match in a block of choices made together comes in; what another player may choose there, or the match gone back, goes out.

Everybody's choices are kept as rows until all have chosen. Nothing changes meanwhile: so each may be asked again, alone.
"""

from __future__ import annotations

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


def chosen_again(match: Match, depth: int, block: Together, player: int) -> tuple[Any, ...] | None:
    """What a player chooses at random in a block of choices, as a row; None if there is nothing to choose.

    The match is given up for it.
    """
    del match.stack[depth + 1 :]
    frame = match.stack[depth]
    frame[0], frame[block.players], frame[block.number], frame[block.rows] = block.head, (player, player), 0, ()
    match.s[PENDING] = None
    match.run()
    while len(match.stack) == depth + 1 and match.stack[depth] is frame and match.s[PENDING] is not None:
        if frame[block.rows]:
            row: tuple[Any, ...] = frame[block.rows][0]
            return row
        if frame[block.players] != (player, player) or frame[block.number] != 1:
            return None
        match.choose_at_random()
    return None


def go_back(match: Match, block: Together) -> None:
    """Back to where the player who chooses now was not asked yet; `run` asks again."""
    frame = match.stack[-1]
    frame[0] = block.head
    frame[block.number] -= 1
    match.s[PENDING] = None

"""The games that there are, made into libraries."""

from __future__ import annotations

from functools import cache

from rulewright.interpreter import Game
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.native import library
from rulewright.interpreter.native.flat_memory import PositionCodec
from rulewright.interpreter.native.library import NativeLibrary
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.position import Position
from rulewright.interpreter.position.world import World
from tests.native.handmade import QUICK, built


@cache
def native(game: Game, players: int, flags: tuple[str, ...] = QUICK) -> tuple[PositionCodec, NativeLibrary]:
    """Return a game for a number of players as a library, opened."""
    program = lower_program(Layout(World(game.checked, players, game.values)))
    written = CProgram(program)
    opened = NativeLibrary(built(written.source, flags), written.identity, players, written.scored)
    flat, first = PositionCodec(written.describe()), library.NativePosition(opened)
    flat.encode(Position.beginning(1, 0, program.layout.initial().values()), first)
    assert opened.open(first)
    return flat, opened

"""The games that there are, made into libraries."""

from __future__ import annotations

from functools import cache

from rulewright.interpreter import Game
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.lowering.lowering import lowered
from rulewright.interpreter.native.flat_memory import Flat
from rulewright.interpreter.native.library import Library, Position
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from tests.native.handmade import QUICK, built


@cache
def native(game: Game, players: int, flags: tuple[str, ...] = QUICK) -> tuple[Flat, Library]:
    """Return a game for a number of players as a library, opened."""
    program = lowered(Layout(World(game.checked, players, game.values)))
    written = CProgram(program)
    library = Library(built(written.source, flags), written.identity, players, written.scored)
    flat, first = Flat(written.describe()), Position(library)
    flat.encode([1, False, None, None, None, *program.layout.initial().values()], [], first)
    assert library.open(first)
    return flat, library

"""A game comes in; the text of one of its forms goes out, for people who want to know what the engine makes of it."""

from __future__ import annotations

from rulewright.interpreter.play.game import Game


def inside(game: Game, players: int, form: str) -> str:
    """The lowered program (`program`), or how it is written: `blocks`, `straight` or `c`."""
    from rulewright.interpreter.lower.layout import Layout
    from rulewright.interpreter.lower.lowering import lowered
    from rulewright.interpreter.lower.printed import printed
    from rulewright.interpreter.lower.world import World

    if form == "blocks":
        return game.program(players).source
    if form == "straight":
        return game.program(players).straight.source
    program = lowered(Layout(World(game.checked, players, game.values)))
    return printed(program)

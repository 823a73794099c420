"""Print one of the forms of a game, for people who want to know what the engine makes of it."""

from __future__ import annotations

from rulewright.interpreter.games.game import Game


def form_listing(game: Game, players: int, form: str) -> str:
    """Print the lowered program (`program`), or how a back end writes it: `blocks`, `straight` or `c`."""
    from rulewright.interpreter.emit.c.program import CProgram
    from rulewright.interpreter.program.printer import printed

    program = game.program(players)
    match form:
        case "blocks":
            return program.source
        case "straight":
            return program.straight.source
        case "c":
            return CProgram(program.forms.lowered()).source
    return printed(program.forms.lowered())

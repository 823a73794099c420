"""Give the end of what is played a place in the rulebook, for counting what games reach."""

from __future__ import annotations

from rulewright.dsl.checked import Game
from rulewright.dsl.text.source import Span


def end_of_play(game: Game) -> Span:
    """Return where a game is when `play` has been carried out, and nothing has said that the game is over."""
    return Span(game.play.span.source, game.play.span.end, game.play.span.end)

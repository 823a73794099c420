"""A checked game comes in; the place that stands for the end of what is played goes out, for who counts what games come to."""

from __future__ import annotations

from rulewright.dsl.checked import Game
from rulewright.dsl.source import Span


def end_of_play(game: Game) -> Span:
    """Where a game is when `play` has been carried out, and nobody has said that it is over."""
    return Span(game.play.span.source, game.play.span.end, game.play.span.end)

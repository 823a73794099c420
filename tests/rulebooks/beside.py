"""Play a game of the engine beside the same game in plain Python, choice by choice.

The game in plain Python is a generator. It yields who decides and all options, by the engine's keys; it is sent the choice,
and returns the seats that win. Where there is only one option, the engine may choose it unasked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from rulewright.interpreter import Match

Play = Generator[tuple[int | None, set[str]], str, tuple[int, ...]]
"""Nobody decides what is left to chance, in a match that asks for it (`chance="ask"`)."""


def play_beside(match: Match, game: Play, pick: Callable[[int | None, list[str]], str]) -> None:
    """Check that the engine asks the same players, offers the same options, and has the same winners."""
    winners = None
    seat, keys = next(game)
    while winners is None:
        decision = match.decision
        here = (decision.seat, {one.key for one in decision.options}) if decision is not None else None
        key = pick(seat, sorted(keys))
        if here == (seat, keys):
            match.choose(key)
        else:
            assert len(keys) == 1, (here, seat, keys)
        try:
            seat, keys = game.send(key)
        except StopIteration as end:
            winners = end.value
    assert match.result is not None, match.decision
    assert match.result.winners == winners

"""Play on at random from a match to its end, in native code where there is any."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from rulewright.interpreter.position.chance import first_state, word_of
from rulewright.interpreter.position.results import Result
from rulewright.interpreter.position.runtime import MOST_DECISIONS

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.native.library import NativePosition
    from rulewright.interpreter.native.native_game import NativeGame


def playouts_from(match: Match, seeds: Sequence[int], most: int = 0) -> list[Result]:
    """Return the results of random games from a match on, one for each seed; stop after `most` decisions if that is given."""
    held: NativePosition | None = getattr(match, "flat_position", None)
    if held is not None:
        return in_native(match, held, seeds, most)
    result = match.result
    if result is not None:
        return [result] * len(seeds)
    playing = match.program.playouts
    native = playing.native
    position = None if native is None else native_position(match, native)
    if position is None:
        start = perf_counter()
        found = [in_python(match, seed, most) for seed in seeds]
        playing.spend(perf_counter() - start)
        return found
    return in_native(match, position, seeds, most)


def native_position(match: Match, native: NativeGame) -> NativePosition | None:
    """Return the position of a match in flat memory, or None if it does not fit."""
    from rulewright.interpreter.native.flat_memory import UnfitPosition

    try:
        return native.position(match.position)
    except UnfitPosition:
        return None


def in_native(match: Match, position: NativePosition, seeds: Sequence[int], most: int) -> list[Result]:
    """Play random games from a match on in native code; those that native code cannot finish are played in Python."""
    from rulewright.interpreter.native.native_game import outcome

    words = [word_of(seed) for seed in seeds]
    ended = position.short_playouts(most, words) if most else position.playouts(False, len(seeds), 0, words)
    before = match.steps - position.decisions
    results = []
    for number, seed in enumerate(seeds):
        found = outcome(ended, number, match.players)
        if found is None:
            results.append(in_python(match, seed, most))
            continue
        winners, (decisions, scores) = found
        results.append(Result(winners or (), tuple(scores) or None, before + decisions, winners is not None))
    return results


def in_python(match: Match, seed: int, most: int = 0) -> Result:
    """Play one random game from a match on, decision by decision."""
    twin = match.in_lists()
    twin.position.random, twin.position.asks, twin.position.log = first_state(seed), 0, None
    last = twin.steps + (most or MOST_DECISIONS)
    while not twin.over and twin.steps < last:
        twin.choose_at_random()
    return twin.result or Result((), twin.scores if most else None, twin.steps, False)

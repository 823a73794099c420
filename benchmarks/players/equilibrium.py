"""Measure how much could be won in Kuhn poker, with three cards, against a player whose strategy is known."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from benchmarks.strength.contest import GAMES
from rulewright.interpreter import Match, load
from rulewright.interpreter.search.players import player

State = tuple[int, str, str]
Chances = dict[State, list[float]]
VALUE = -1 / 18
"""The value for the first player under optimal play."""


def state_of(match: Match) -> State:
    """Return the information state of the deciding seat."""
    assert match.decision is not None
    assert match.decision.seat is not None
    return match.decision.seat, str(match.view(match.decision.seat).as_data()), match.decision.prompt


def after(match: Match, place: int) -> Match:
    """Return the match after a choice."""
    match = match.copy()
    match.choose(place)
    return match


def chances_of(name: str, samples: int) -> Chances:
    """Return how often a player chooses each option in each state, from samples."""
    found: Chances = {}
    agenda = [load(str(GAMES / "kuhn-poker.rules")).start(2, chance="ask", forced="ask")]
    for match in agenda:
        if match.decision is None:
            continue
        options = range(len(match.decision.options))
        if match.decision.seat is not None and state_of(match) not in found:
            counts = [0] * len(options)
            for seed in range(samples):
                choice = player(name, seed).choose(match)
                assert isinstance(choice, int)
                counts[choice] += 1
            found[state_of(match)] = [count / samples for count in counts]
        agenda += [after(match, place) for place in options]
    return found


def won(match: Match, seat: int, chances: Mapping[State, list[float]], plan: Mapping[State, int]) -> float:
    """Return what a seat wins with a plan against a mixed strategy."""
    if match.result is not None:
        assert match.result.scores is not None
        return match.result.scores[seat]
    assert match.decision is not None
    options = match.decision.options
    if match.decision.seat == seat:
        return won(after(match, plan[state_of(match)]), seat, chances, plan)
    if match.decision.seat is None:
        total = sum(option.weight for option in options)
        parts = [option.weight / total for option in options]
    else:
        parts = chances[state_of(match)]
    return sum(part * won(after(match, place), seat, chances, plan) for place, part in enumerate(parts) if part)


def distance(name: str, samples: int) -> tuple[float, float]:
    """Return how much less than possible the player wins from each seat against a best response."""
    chances = chances_of(name, samples)
    start = load(str(GAMES / "kuhn-poker.rules")).start(2, chance="ask", forced="ask")
    best = []
    for seat in range(2):
        states = [state for state in chances if state[0] == seat]
        plans = (dict(zip(states, places, strict=True)) for places in product(*(range(len(chances[s])) for s in states)))
        best.append(max(won(start, seat, chances, plan) for plan in plans))
    return best[1] + VALUE, best[0] - VALUE

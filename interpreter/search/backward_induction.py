"""Value the positions of a graph without cycles by backward induction.

If everybody always knows the position, this finds best play, with or without chance. In any game it finds what random play
leads to, with equal probabilities for all options. All numbers are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from rulewright.interpreter.search.payoffs import Payoff
from rulewright.interpreter.search.state_graph import CHANCE, OVER, StateGraph


@frozen
class BestPlay:
    """The result of best play."""

    worth: Payoff
    """The value of the first position, by seat."""
    first_moves: Mapping[int, tuple[int, ...]]
    """By position, where players decide first: the indices of all best moves."""
    only: bool
    """Whether best play can have no other value.

    With three players or more, a player may have moves that are equally good for the player, but not for others.
    """


def random_play(graph: StateGraph, order: Sequence[int], worth: Mapping[int, Payoff]) -> Payoff:
    """Return the value of a game for each seat if every choice is left to chance."""
    nothing = (Fraction(0),) * graph.players
    values: list[Payoff] = [nothing] * len(graph)
    for position in reversed(order):
        if graph.deciders[position] == OVER:
            values[position] = worth.get(position, nothing)
            continue
        following = graph.followers(position)
        if following:
            weights = graph.weights.get(position, (1,) * len(following))
            values[position] = average([values[after] for after in following], weights)
    return values[0]


def average(values: Sequence[Payoff], weights: Sequence[int]) -> Payoff:
    total = sum(weights)
    return tuple(
        # Most weights are 1, and fractions are slow to multiply.
        sum((one if weight == 1 else weight * one for weight, one in zip(weights, column, strict=True)), Fraction(0)) / total
        for column in zip(*values, strict=True)
    )


def win_shares(graph: StateGraph) -> dict[int, Payoff]:
    """Return each seat's share of the win, by ending."""
    return {
        position: tuple(Fraction(int(seat in result.winners), max(1, len(result.winners))) for seat in range(graph.players))
        for position, result in graph.results.items()
    }


def best_play(graph: StateGraph, order: Sequence[int], worth: Mapping[int, Payoff]) -> BestPlay:
    """Return the value of a game in which everybody maximizes their own payoff and knows every position."""
    nothing = (Fraction(0),) * graph.players
    values: list[Payoff] = [nothing] * len(graph)
    only = True
    for position in reversed(order):
        decider, following = graph.deciders[position], graph.followers(position)
        if decider == OVER:
            values[position] = worth[position]
        elif decider == CHANCE:
            values[position] = average([values[after] for after in following], graph.weights[position])
        elif following:
            best = [values[following[place]] for place in best_moves(graph, values, position)]
            values[position] = best[0]
            only = only and len(set(best)) == 1
    first = {position: best_moves(graph, values, position) for position in first_decisions(graph)}
    return BestPlay(values[0], first, only)


def best_moves(graph: StateGraph, values: Sequence[Payoff], position: int) -> tuple[int, ...]:
    """Return the indices of all moves that are best for the player who decides."""
    seat = graph.deciders[position]
    gains = [values[following][seat] for following in graph.followers(position)]
    most = max(gains)
    return tuple(place for place, gain in enumerate(gains) if gain == most)


def first_decisions(graph: StateGraph) -> list[int]:
    """Return the positions in which a player decides first."""
    found, waiting, seen = [], [0], {0}
    while waiting:
        position = waiting.pop()
        if graph.deciders[position] >= 0:
            found.append(position)
        elif graph.deciders[position] == CHANCE:
            new = [following for following in graph.followers(position) if following not in seen]
            seen.update(new)
            waiting.extend(reversed(list(dict.fromkeys(new))))
    return found

"""Turn results of games into payoffs for each seat, as exact numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from rulewright.interpreter.position.results import Result

Payoff = tuple[Fraction, ...]
"""A payoff, by seat."""


@frozen
class Payoffs:
    """The payoffs of endings."""

    by: str
    """How payoffs follow from results.

    - `scores`: a seat's score, where scores always add up to 0; if the lowest score wins, its opposite.
    - `margins`: by how much a seat's score exceeds the average of the others; if the lowest wins, the opposite.
    - `wins`: 1 for a win, -1 for a loss, shared by joint winners.
    - `success`: 1 if all win, -1 if nobody does, where there is nothing in between.
    """
    worth: Mapping[int, Payoff]
    """By position."""

    @property
    def sum_is_nothing(self) -> bool:
        """Whether the game is zero-sum."""
        return all(sum(payoff) == 0 for payoff in self.worth.values())


def payoffs(results: Mapping[int, Result], players: int) -> Payoffs:
    """Return the payoffs of all endings."""
    endings = results.values()
    sign = score_direction(endings, players)
    if sign:
        scores = {position: tuple(sign * score for score in result.scores or ()) for position, result in results.items()}
        if players == 1 or not any(map(sum, scores.values())):
            return Payoffs("scores", {position: tuple(map(Fraction, scored)) for position, scored in scores.items()})
        return Payoffs("margins", {position: margins(scored) for position, scored in scores.items()})
    if all(len(result.winners) in (0, players) for result in endings) and (
        players == 1 or any(result.winners for result in endings)
    ):
        return Payoffs(
            "success", {position: (Fraction(1 if result.winners else -1),) * players for position, result in results.items()}
        )
    return Payoffs("wins", {position: shares(result.winners, players) for position, result in results.items()})


def score_direction(endings: Collection[Result], players: int) -> int:
    """Return 1 if there are scores and the highest wins, -1 if the lowest does, and 0 if something else decides."""
    possible = {1, -1} if endings and all(result.scores is not None for result in endings) else set()
    for result in endings:
        if not result.winners or players == 1:
            continue
        scores = result.scores or ()
        for sign in tuple(possible):
            best = max(sign * score for score in scores)
            if any(sign * scores[seat] != best for seat in result.winners):
                possible.discard(sign)
    return max(possible, default=0)


def margins(scores: tuple[int, ...]) -> Payoff:
    """Return by how much each seat's score exceeds the average of the others."""
    everything, others = sum(scores), len(scores) - 1
    return tuple(score - Fraction(everything - score, others) for score in scores)


def shares(winners: tuple[int, ...], players: int) -> Payoff:
    """Return 1 for a seat that wins alone, with the same loss for the others together; several winners share it."""
    if not winners:
        return (Fraction(0),) * players
    return tuple((Fraction(players if seat in winners else 0, len(winners)) - 1) / (players - 1) for seat in range(players))

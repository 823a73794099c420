"""Compare figures of a game and of its variants: what differs, and whether that is more than chance.

Games by the same seeds are compared pair by pair, so that only differences between the two count. Where many quantities are
compared, all intervals hold together (Šidák's inequality, which needs no independence). A quantity counts as changed if its
interval does not contain 0. So no more than 5 in 100 comparisons of equal rulebooks report a difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulewright.interpreter.measure.distribution import Distribution
from rulewright.interpreter.measure.figures import Figures, PairedDifferences, quantities
from rulewright.interpreter.measure.intervals import (
    SURE,
    Interval,
    joint_confidence,
    mean_interval,
    student_quantile,
    wilson_interval,
)
from rulewright.interpreter.measure.observers import WatchFigures

FEWEST = 12
"""How many games must have other winners before there is any statement about that."""


@frozen
class QuantityDifference:
    """The difference of a quantity between a variant and the base."""

    variant: int
    quantity: str
    mean: float
    error: float
    """The standard error of the mean."""
    freedom: int
    before: float
    after: float
    count: int
    """The number of games, or pairs of games."""
    too_few: bool = False
    """Whether too few games differ for any statement."""

    def interval(self, sure: float) -> Interval:
        """Return the interval of the true difference."""
        half = student_quantile((1 + sure) / 2, self.freedom) * self.error
        return self.mean - half, self.mean + half


def differences(
    figures: Sequence[Figures], paired: Sequence[PairedDifferences], looks: Sequence[WatchFigures]
) -> tuple[list[QuantityDifference], float]:
    """Return the differences of each variant from the base, which comes first, and the confidence of each interval."""
    found: list[QuantityDifference] = []
    for variant, pairs in enumerate(paired, start=1):
        found += _by_pairs(variant, figures[0], figures[variant], pairs)
        if len(looks) > variant and looks[0].games and looks[variant].games:
            found += _of_looks(variant, looks[0], looks[variant])
    # A quantity that is the same in every game is no question. If one of two wins what the other loses, that is one question.
    asked = {(one.variant, abs(one.mean), one.error) for one in found if one.error > 0}
    return found, joint_confidence(len(asked))


def _by_pairs(variant: int, base: Figures, other: Figures, pairs: PairedDifferences) -> Iterator[QuantityDifference]:
    for place, name in enumerate(quantities(base.players)):
        count, total, squares = pairs.count[place], pairs.total[place], pairs.squares[place]
        if count < 2 or (not squares and not quantity_value(base, name)):
            continue
        mean = total / count
        variance = (count * squares - total * total) / (count * (count - 1))
        before, after = (quantity_value(one, name) or 0.0 for one in (base, other))
        too_few = is_share(name) and 0 < squares < FEWEST
        yield QuantityDifference(variant, name, mean, math.sqrt(variance / count), count - 1, before, after, count, too_few)


def _of_looks(variant: int, base: WatchFigures, other: WatchFigures) -> Iterator[QuantityDifference]:
    # Decisions of one game are not independent, so options per decision are not compared.
    for name, one, another in (
        ("turns", base.turns, other.turns),
        ("changes of the lead", base.lead_changes, other.lead_changes),
    ):
        if one.count > 1 and another.count > 1:
            yield _welch(variant, name, one, another)
    for title, card in base.cards.items():
        other_card = other.cards.get(title)
        if other_card is None:
            continue
        for kind, own, others in (("played", card.playing, other_card.playing), ("had", card.having, other_card.having)):
            first, second = own.difference(), others.difference()
            if first is not None and second is not None:
                error = math.sqrt(first[1] + second[1])
                games = min(own.games, others.games)
                name = f"card {title} ({kind})"
                yield QuantityDifference(variant, name, second[0] - first[0], error, games - 1, first[0], second[0], games)
                break


def _welch(variant: int, name: str, one: Distribution, other: Distribution) -> QuantityDifference:
    """Compare two samples that are not paired (Welch)."""
    parts = one.variance / one.count, other.variance / other.count
    error = math.sqrt(sum(parts))
    below = parts[0] ** 2 / (one.count - 1) + parts[1] ** 2 / (other.count - 1)
    freedom = max(1, int(sum(parts) ** 2 / below)) if below else one.count - 1
    count = min(one.count, other.count)
    return QuantityDifference(variant, name, other.mean - one.mean, error, freedom, one.mean, other.mean, count)


def quantity_names(players: int) -> list[str]:
    """Return all quantities that can have a bound."""
    together = (f"wins seat {seat} {how}" for seat in range(1, players + 1) for how in ("shared", "alone or shared"))
    return [*quantities(players), *together, "advantage", "unfinished"]


def is_share(name: str) -> bool:
    """Return whether a quantity is a share of all games."""
    return name in ("shared", "nobody", "advantage", "unfinished") or name.startswith("wins")


def quantity_value(figures: Figures, name: str) -> float | None:
    """Return a quantity of a game, or None if the game lacks it."""
    games = max(1, figures.games)
    if name == "advantage":
        return (max(figures.wins) - min(figures.wins)) / games
    times, spread = _times(figures, name), _spread(figures, name)
    if times is not None:
        return times / games
    return spread.mean if spread is not None and spread.count else None


def quantity_interval(figures: Figures, name: str, sure: float = SURE) -> Interval | None:
    """Return the interval of the true value, or None if it is unknown."""
    times, spread = _times(figures, name), _spread(figures, name)
    if times is not None:
        return wilson_interval(times, figures.games, sure)
    return mean_interval(spread.mean, spread.variance, spread.count, sure) if spread is not None and spread.count > 1 else None


def _times(figures: Figures, name: str) -> int | None:
    """Return the number of games that a share counts, or None if the quantity is no share."""
    match name.split():
        case ["wins", "seat", seat, *how]:
            place = int(seat) - 1
            return sum({"alone": figures.wins, "shared": figures.shares}[one][place] for one in how if one != "or")
        case ["shared"]:
            return figures.shared
        case ["nobody"]:
            return figures.nobody
        case ["unfinished"]:
            return figures.games - figures.finished
    return None


def _spread(figures: Figures, name: str) -> Distribution | None:
    match name.split():
        case ["length"]:
            return figures.length
        case ["margin"]:
            return figures.margin
        case ["score", "seat", seat] if figures.scores:
            return figures.scores[int(seat) - 1]
    return None

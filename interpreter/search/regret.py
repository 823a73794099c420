"""Bound the value of a two-player zero-sum game with hidden information, given as sequences, for the first seat.

Both seats learn by counterfactual regret minimization (CFR+). At each information set, an option is taken more often, the
more the seat would have gained by it so far. The average strategies, with higher weights for later rounds, converge to
optimal play. The distance is not assumed but computed: the best response of one seat to the other's average strategy gives
a bound. The value is between both bounds.

`regret_numpy.py` does this with numpy, for large games where it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from operator import mul
from typing import Protocol, TypeVar

from attrs import define, frozen

from rulewright.interpreter.search.sequence_form import Plans, Sequences

ROUNDS = 10
"""How many rounds pass between computations of the bounds."""

LARGE = 4_000
"""From this many sequences and endings on, importing numpy pays."""

Number = TypeVar("Number", Fraction, float)


class Learning(Protocol):
    """Two seats that learn to play."""

    def learn(self, weight: float) -> None:
        """Play one more round, with this weight in the average."""

    def bounds(self) -> tuple[float, float]:
        """Return the least and the most that the first seat gains under optimal play."""


@frozen
class Bounds:
    """Bounds of the value for the first seat, after a number of rounds."""

    low: float
    high: float
    rounds: int


def learned(game: Sequences, within: float, enough: Callable[[], str]) -> Bounds:
    """Learn until the middle of the bounds is close enough to the value, or somebody has enough."""
    learning = learning_of(game)
    rounds = 0
    while True:
        low, high = learning.bounds()
        if high - low <= 2 * within or enough():
            return Bounds(low, high, rounds)
        for _ in range(ROUNDS):
            rounds += 1
            learning.learn(float(rounds) ** 2)


def learning_of(game: Sequences) -> Learning:
    """Use numpy if the game is large and numpy is installed."""
    if len(game.endings) + sum(plans.steps for plans in game.plans) >= LARGE and find_spec("numpy"):
        from rulewright.interpreter.search.regret_numpy import ArrayLearning

        return ArrayLearning(game)
    return ListLearning(game)


def best_answer(plans: Plans, gains: list[Number]) -> Number:
    """Return the most that a seat can gain, given the gain of each step by itself; the list is overwritten."""
    for after, first, count in zip(reversed(plans.after), reversed(plans.first), reversed(plans.count), strict=True):
        gains[after] += max(gains[first : first + count])
    return gains[0]


@define
class Learner:
    """One seat: its regrets, its present strategy, and its average strategy."""

    plans: Plans
    regrets: list[float]
    shares: list[float]
    """By step, its probability in its information set."""
    plan: list[float]
    """By step, the product of the probabilities on the way to it."""
    total: list[float]
    """The weighted sum of the plans of all rounds."""

    @classmethod
    def new(cls, plans: Plans) -> Learner:
        """Return a learner with a uniform strategy."""
        shares = [1.0] * plans.steps
        for first, count in zip(plans.first, plans.count, strict=True):
            shares[first : first + count] = [1 / count] * count
        learner = cls(plans, [0.0] * plans.steps, shares, [1.0] * plans.steps, [0.0] * plans.steps)
        learner.follow()
        learner.total = learner.plan[:]
        return learner

    def follow(self) -> None:
        """Compute the plan from the probabilities."""
        shares, plan = self.shares, self.plan
        for after, first, count in zip(self.plans.after, self.plans.first, self.plans.count, strict=True):
            reached = plan[after]
            for step in range(first, first + count):
                plan[step] = reached * shares[step]

    def learn(self, gains: list[float], weight: float) -> None:
        """Update the regrets and the strategy; `gains` is overwritten."""
        regrets, shares = self.regrets, self.shares
        own = self.plans
        for after, first, count in zip(reversed(own.after), reversed(own.first), reversed(own.count), strict=True):
            last = first + count
            here = gains[first:last]
            gained = sum(map(mul, here, shares[first:last]))
            gains[after] += gained
            regretted = [max(0.0, before + gain - gained) for before, gain in zip(regrets[first:last], here, strict=True)]
            regrets[first:last] = regretted
            everything = sum(regretted)
            shares[first:last] = [one / everything for one in regretted] if everything > 0 else [1 / count] * count
        self.follow()
        self.total = [before + weight * now for before, now in zip(self.total, self.plan, strict=True)]

    def average(self) -> list[float]:
        """Return the average strategy."""
        everything = self.total[0]
        return [one / everything for one in self.total]


class ListLearning:
    """Two seats that learn, in plain Python."""

    def __init__(self, game: Sequences) -> None:
        self.learners = [Learner.new(plans) for plans in game.plans]
        self.endings = [(*steps, float(worth)) for steps, worth in game.endings.items()]

    def learn(self, weight: float) -> None:
        """Play one more round: each seat against the present strategy of the other."""
        for seat, learner in enumerate(self.learners):
            learner.learn(self.gains(seat, self.learners[1 - seat].plan), weight)

    def gains(self, seat: int, plan: Sequence[float]) -> list[float]:
        """Return what each step of a seat gains by itself against a plan of the other."""
        gains = [0.0] * self.learners[seat].plans.steps
        if seat == 0:
            for own, other, worth in self.endings:
                gains[own] += worth * plan[other]
        else:
            for other, own, worth in self.endings:
                gains[own] -= worth * plan[other]
        return gains

    def bounds(self) -> tuple[float, float]:
        """Return the gains of the best responses to the average strategies."""
        first, second = self.learners
        high = best_answer(first.plans, self.gains(0, second.average()))
        low = -best_answer(second.plans, self.gains(1, first.average()))
        return low, high

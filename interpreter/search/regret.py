"""Bound what a game of two with secrets is worth to the first seat, given its steps and endings.

Both seats learn by counterfactual regret minimization (CFR+). In each situation, a seat takes an option the more often, the
more it would have gained by it so far. Their average play, in which later rounds count more, comes as near to best play as
one likes. The distance is not believed but worked out. The best answer of one seat to the average plan of the other gives a
bound, and the value lies between the two.

`regret_numpy.py` does the same with numpy, for large games where it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from operator import mul
from typing import Any, TypeVar

from attrs import define, frozen

from rulewright.interpreter.search.sequence_form import SeatSequences, SequenceForm

ROUNDS = 10
"""After how many rounds the bounds are worked out anew."""

LARGE = 4_000
"""From so many steps and endings on it pays to import numpy."""

Number = TypeVar("Number", Fraction, float)


@frozen
class ValueBounds:
    """Between what the value for the first seat lies, and how many rounds were learned."""

    low: float
    high: float
    rounds: int


def learn_value(game: SequenceForm, within: float, enough: Callable[[], str]) -> ValueBounds:
    """Learn until the middle of the bounds is within so much of the value, or somebody has enough."""
    learning = learning_of(game)
    rounds = 0
    while True:
        low, high = learning.bounds()
        if high - low <= 2 * within or enough():
            return ValueBounds(low, high, rounds)
        for _ in range(ROUNDS):
            rounds += 1
            learning.learn(float(rounds) ** 2)


def learning_of(game: SequenceForm) -> RegretLearning:
    """With numpy if the game is large and there is numpy."""
    if len(game.endings) + sum(plans.steps for plans in game.plans) >= LARGE and find_spec("numpy"):
        from rulewright.interpreter.search.regret_numpy import ArrayLearning

        return ArrayLearning(game)
    return ListLearning(game)


def best_answer(plans: SeatSequences, gains: list[Number]) -> Number:
    """Return the most that a seat can gain, if each of its steps gains so much by itself; use up the list."""
    for after, first, count in zip(reversed(plans.after), reversed(plans.first), reversed(plans.count), strict=True):
        gains[after] += max(gains[first : first + count])
    return gains[0]


class RegretLearning:
    """Two seats that learn to play."""

    learners: Sequence[Any]
    """Both seats: `Learner` here, and its twin with numpy in `regret_numpy.py`."""

    def gains(self, seat: int, plan: Any) -> Any:
        """Return what each step of a seat gains by itself against a plan of the other."""
        raise NotImplementedError

    def learn(self, weight: float) -> None:
        """Play one more round, of this weight in the average: each seat against what the other plays now."""
        for seat, learner in enumerate(self.learners):
            learner.learn(self.gains(seat, self.learners[1 - seat].plan), weight)

    def bounds(self) -> tuple[float, float]:
        """Return the least and the most that the first seat gains, by the best answers to how both have played on average."""
        first, second = self.learners
        high = first.best_answer(self.gains(0, second.average()))
        low = -second.best_answer(self.gains(1, first.average()))
        return low, high


@define
class Learner:
    """One seat: what it regrets, how it plays now, and how it has played on average."""

    plans: SeatSequences
    regrets: list[float]
    shares: list[float]
    """By step, how often it is taken in its situation."""
    plan: list[float]
    """By step, the product of all shares on the way there."""
    total: list[float]
    """The sum of the plans of all rounds, by their weights."""

    @classmethod
    def new(cls, plans: SeatSequences) -> Learner:
        """Somebody who takes every option as often as any other."""
        shares = [1.0] * plans.steps
        for first, count in zip(plans.first, plans.count, strict=True):
            shares[first : first + count] = [1 / count] * count
        learner = cls(plans, [0.0] * plans.steps, shares, [1.0] * plans.steps, [0.0] * plans.steps)
        learner.follow()
        learner.total = learner.plan[:]
        return learner

    def follow(self) -> None:
        """Work out the plan from the shares."""
        shares, plan = self.shares, self.plan
        for after, first, count in zip(self.plans.after, self.plans.first, self.plans.count, strict=True):
            reached = plan[after]
            for step in range(first, first + count):
                plan[step] = reached * shares[step]

    def learn(self, gains: list[float], weight: float) -> None:
        """Regret what was not done, and play otherwise from now on; `gains` is used up."""
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
        everything = self.total[0]
        return [one / everything for one in self.total]

    def best_answer(self, gains: list[float]) -> float:
        """Return the most that the seat can gain; use up `gains`."""
        return best_answer(self.plans, gains)


class ListLearning(RegretLearning):
    """Two seats that learn, in plain Python."""

    def __init__(self, game: SequenceForm) -> None:
        self.learners = [Learner.new(plans) for plans in game.plans]
        self.endings = [(*steps, float(worth)) for steps, worth in game.endings.items()]

    def gains(self, seat: int, plan: Sequence[float]) -> list[float]:
        gains = [0.0] * len(self.learners[seat].plan)
        if seat == 0:
            for own, other, worth in self.endings:
                gains[own] += worth * plan[other]
        else:
            for other, own, worth in self.endings:
                gains[own] -= worth * plan[other]
        return gains

"""Learn as `regret.py` does, with numpy: process all information sets of the same depth at once."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from typing import Any

from attrs import define

from rulewright.interpreter.search.sequence_form import Plans, Sequences

# This module is imported only if numpy is installed; as `Any`, its types check in the same way without it.
numpy: Any = import_module("numpy")


@define
class Level:
    """Information sets after the same number of own choices."""

    after: Any
    """By information set, the step that leads to it."""
    steps: Any
    """All their steps, with those of one information set in a row."""
    starts: Any
    """By information set, the index of its first step in `steps`."""
    situations: Any
    """By step, the index of its information set."""
    even: Any
    """By step, its probability in a uniform strategy."""


def levels_of(plans: Plans) -> list[Level]:
    """Return the information sets of a seat by level, the first choices first."""
    depth_of_step = [0] * plans.steps
    by_depth: dict[int, list[int]] = defaultdict(list)
    for number, (after, first, count) in enumerate(zip(plans.after, plans.first, plans.count, strict=True)):
        by_depth[depth_of_step[after]].append(number)
        depth_of_step[first : first + count] = [depth_of_step[after] + 1] * count
    return [level_of(plans, by_depth[depth]) for depth in sorted(by_depth)]


def level_of(plans: Plans, numbers: list[int]) -> Level:
    """Return the level of some information sets."""
    counts = numpy.array([plans.count[number] for number in numbers])
    situations = numpy.repeat(numpy.arange(len(numbers)), counts)
    return Level(
        after=numpy.array([plans.after[number] for number in numbers]),
        steps=numpy.concatenate(
            [numpy.arange(plans.first[number], plans.first[number] + plans.count[number]) for number in numbers]
        ),
        starts=numpy.cumsum(counts) - counts,
        situations=situations,
        even=(1 / counts)[situations],
    )


class ArrayLearner:
    """One seat; see `Learner`."""

    def __init__(self, plans: Plans) -> None:
        self.size = plans.steps
        self.levels = levels_of(plans)
        self.regrets = numpy.zeros(self.size)
        self.shares = numpy.ones(self.size)
        for level in self.levels:
            self.shares[level.steps] = level.even
        self.plan = numpy.ones(self.size)
        self.follow()
        self.total = self.plan.copy()

    def follow(self) -> None:
        """Compute the plan from the probabilities."""
        for level in self.levels:
            self.plan[level.steps] = self.shares[level.steps] * self.plan[level.after][level.situations]

    def learn(self, gains: Any, weight: float) -> None:
        """Update the regrets and the strategy; `gains` is overwritten."""
        for level in reversed(self.levels):
            here = gains[level.steps]
            gained = numpy.add.reduceat(here * self.shares[level.steps], level.starts)
            gains += numpy.bincount(level.after, gained, minlength=self.size)
            regretted = numpy.maximum(0.0, self.regrets[level.steps] + here - gained[level.situations])
            self.regrets[level.steps] = regretted
            everything = numpy.add.reduceat(regretted, level.starts)[level.situations]
            some = everything > 0
            self.shares[level.steps] = numpy.where(some, regretted / numpy.where(some, everything, 1), level.even)
        self.follow()
        self.total += weight * self.plan

    def best_answer(self, gains: Any) -> float:
        """Return the most that the seat can gain; `gains` is overwritten."""
        for level in reversed(self.levels):
            best = numpy.maximum.reduceat(gains[level.steps], level.starts)
            gains += numpy.bincount(level.after, best, minlength=self.size)
        return float(gains[0])


class ArrayLearning:
    """Two seats that learn, with numpy."""

    def __init__(self, game: Sequences) -> None:
        self.learners = [ArrayLearner(plans) for plans in game.plans]
        steps = numpy.array(list(game.endings)).reshape(-1, 2)
        self.steps = (steps[:, 0].copy(), steps[:, 1].copy())
        self.worth = numpy.array([float(worth) for worth in game.endings.values()])

    def learn(self, weight: float) -> None:
        """Play one more round: each seat against the present strategy of the other."""
        for seat, learner in enumerate(self.learners):
            learner.learn(self.gains(seat, self.learners[1 - seat].plan), weight)

    def gains(self, seat: int, plan: Any) -> Any:
        """Return what each step of a seat gains by itself against a plan of the other."""
        worth = self.worth if seat == 0 else -self.worth
        return numpy.bincount(self.steps[seat], worth * plan[self.steps[1 - seat]], minlength=self.learners[seat].size)

    def bounds(self) -> tuple[float, float]:
        """Return the gains of the best responses to the average strategies."""
        first, second = self.learners
        high = first.best_answer(self.gains(0, second.total / second.total[0]))
        low = -second.best_answer(self.gains(1, first.total / first.total[0]))
        return low, high

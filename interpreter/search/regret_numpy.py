"""Learn as in `regret.py`, but with numpy: take all situations that are as many own choices deep at once."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from typing import Any

from attrs import define

from rulewright.interpreter.search.regret import RegretLearning
from rulewright.interpreter.search.sequence_form import SeatSequences, SequenceForm

# Without numpy nobody imports this module. As `Any`, its types are the same whether or not the checker finds numpy.
numpy: Any = import_module("numpy")


@define
class Level:
    """Situations before which their seat has chosen equally often."""

    after: Any
    """By situation, the step that leads to it."""
    steps: Any
    """All their steps, those of one situation in a row."""
    starts: Any
    """By situation, the place of its first step in `steps`."""
    situations: Any
    """By step, the place of its situation."""
    even: Any
    """By step, its share if all are taken equally often."""


def levels_of(plans: SeatSequences) -> list[Level]:
    """Return the situations of a seat by level, the first choices first."""
    depth_of_step = [0] * plans.steps
    by_depth: dict[int, list[int]] = defaultdict(list)
    for number, (after, first, count) in enumerate(zip(plans.after, plans.first, plans.count, strict=True)):
        by_depth[depth_of_step[after]].append(number)
        depth_of_step[first : first + count] = [depth_of_step[after] + 1] * count
    return [level_of(plans, by_depth[depth]) for depth in sorted(by_depth)]


def level_of(plans: SeatSequences, numbers: list[int]) -> Level:
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
    def __init__(self, plans: SeatSequences) -> None:
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
        for level in self.levels:
            self.plan[level.steps] = self.shares[level.steps] * self.plan[level.after][level.situations]

    def learn(self, gains: Any, weight: float) -> None:
        """Regret what was not done, and play otherwise from now on; `gains` is used up."""
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

    def average(self) -> Any:
        return self.total / self.total[0]

    def best_answer(self, gains: Any) -> float:
        """Return the most that the seat can gain; use up `gains`."""
        for level in reversed(self.levels):
            best = numpy.maximum.reduceat(gains[level.steps], level.starts)
            gains += numpy.bincount(level.after, best, minlength=self.size)
        return float(gains[0])


class ArrayLearning(RegretLearning):
    """Two seats that learn, with numpy."""

    def __init__(self, game: SequenceForm) -> None:
        self.learners = [ArrayLearner(plans) for plans in game.plans]
        steps = numpy.array(list(game.endings)).reshape(-1, 2)
        self.steps = (steps[:, 0].copy(), steps[:, 1].copy())
        self.worth = numpy.array([float(worth) for worth in game.endings.values()])

    def gains(self, seat: int, plan: Any) -> Any:
        worth = self.worth if seat == 0 else -self.worth
        size = len(self.learners[seat].plan)
        return numpy.bincount(self.steps[seat], worth * plan[self.steps[1 - seat]], minlength=size)

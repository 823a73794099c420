"""All histories of a game of one or two come in; what their plans lead to goes out, in flat lists.

A plan of a seat says how often it takes each option in each of its situations. What matters of it at an ending is the
product of all its own choices on the way there: one number for each *step*, an option in a situation. Step 0 is to have
chosen nothing yet. A game is then a list of endings, each with one step of either seat and what it is worth to the
first, times how often chance lets it happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import define, field

from rulewright.interpreter.search.graph import CHANCE, OVER
from rulewright.interpreter.search.histories import Histories
from rulewright.interpreter.search.payoffs import Payoff


@define
class Plans:
    """The situations of one seat, each after those that come before it, and their steps."""

    situations: list[int] = field(factory=list)
    """By number here, the number among those of all seats."""
    after: list[int] = field(factory=list)
    """By situation, the step of this seat that leads to it."""
    first: list[int] = field(factory=list)
    """By situation, its first step; the others follow."""
    count: list[int] = field(factory=list)
    """By situation, how many steps it has."""
    steps: int = 1
    """How many steps there are in all."""


@define
class Sequences:
    """A game as steps and endings."""

    plans: tuple[Plans, Plans]
    endings: dict[tuple[int, int], Fraction]
    """By steps of both, what comes of them for the first seat, times its chance."""


def sequences(histories: Histories, worth: Mapping[int, Payoff]) -> Sequences:
    """The steps and endings of a game; with one seat, the other's plans are empty."""
    graph = histories.graph
    plans = (Plans(), Plans())
    numbers = situations_of(histories, plans)
    steps: list[tuple[int, int]] = []
    chances: list[Fraction] = []
    endings: dict[tuple[int, int], Fraction] = {}
    for history, position in enumerate(histories.positions):
        before = histories.before[history]
        here, chance = ((0, 0), Fraction(1)) if before < 0 else (steps[before], chances[before])
        if before >= 0:
            decider = graph.deciders[histories.positions[before]]
            way = histories.ways[history]
            if decider == CHANCE:
                weights = graph.weights[histories.positions[before]]
                chance = chance * Fraction(weights[way], sum(weights))
            else:
                step = plans[decider].first[numbers[histories.situations[before]]] + way
                here = (step, here[1]) if decider == 0 else (here[0], step)
        steps.append(here)
        chances.append(chance)
        situation = histories.situations[history]
        if situation >= 0:
            own = plans[histories.owners[situation]]
            if own.after[numbers[situation]] < 0:
                own.after[numbers[situation]] = here[histories.owners[situation]]
            assert own.after[numbers[situation]] == here[histories.owners[situation]], "a seat has forgotten something"
        if graph.deciders[position] == OVER:
            endings[here] = endings.get(here, Fraction(0)) + chance * worth[position][0]
    return Sequences(plans, endings)


def situations_of(histories: Histories, plans: tuple[Plans, Plans]) -> list[int]:
    """Number the situations of each seat, and their steps."""
    numbers = []
    for situation, owner in enumerate(histories.owners):
        own = plans[owner]
        numbers.append(len(own.situations))
        own.situations.append(situation)
        own.after.append(-1)
        own.first.append(own.steps)
        own.count.append(len(histories.graph.followers(histories.positions[histories.first[situation]])))
        own.steps += own.count[-1]
    return numbers

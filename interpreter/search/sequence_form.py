"""Turn the histories of a game of one or two players into its sequence form, in flat lists.

A plan of a seat says how often it takes each option in each of its information sets. At an ending, only the product of its
own choices on the way there matters. That is one number for each *step*, an option in an information set. Step 0 stands for
no choice yet. A game is then a list of endings. Each has one step of either seat, and the payoff of the first seat times
the probability of chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import define, field

from rulewright.interpreter.search.game_tree import Histories
from rulewright.interpreter.search.payoffs import Payoff
from rulewright.interpreter.search.state_graph import CHANCE, OVER


@define
class SeatSequences:
    """The information sets of one seat, each after those before it, and their steps."""

    situations: list[int] = field(factory=list)
    """By number here, the number among those of all seats."""
    after: list[int] = field(factory=list)
    """By information set, this seat's step that leads to it."""
    first: list[int] = field(factory=list)
    """By information set, its first step; the others follow."""
    count: list[int] = field(factory=list)
    """By information set, its number of steps."""
    steps: int = 1
    """The number of all steps."""


@define
class SequenceForm:
    plans: tuple[SeatSequences, SeatSequences]
    endings: dict[tuple[int, int], Fraction]
    """By steps of both seats, the payoff of the first seat, times the probability of chance."""


def sequence_form(histories: Histories, worth: Mapping[int, Payoff]) -> SequenceForm:
    """Return the steps and endings of a game; with one seat, the other's plans are empty."""
    graph = histories.graph
    plans = (SeatSequences(), SeatSequences())
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
    return SequenceForm(plans, endings)


def situations_of(histories: Histories, plans: tuple[SeatSequences, SeatSequences]) -> list[int]:
    """Give numbers to the information sets of each seat, and to their steps."""
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

"""Measure how much can be won from a player by an opponent who knows how often it does what in each information set.

The player is asked many times in each information set that it can reach. Then the best response to these frequencies is
computed, for either seat. Exploitability is the mean of what both win. In an equilibrium it is 0. It is overestimated a
little, since the best response also profits by chance in the samples.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from statistics import fmean

from attrs import define, field, frozen

from benchmarks.strength.contest import Played, game_of
from rulewright.interpreter import Match
from rulewright.interpreter.search.players import player

Strategy = Callable[[Match], list[float]]


def sampled(name: str, samples: int) -> Strategy:
    """Return how often a player by name chooses each option."""

    def strategy(match: Match) -> list[float]:
        assert match.decision is not None
        counts = [0] * len(match.decision.options)
        for seed in range(samples):
            choice = player(name, seed).choose(match)
            assert isinstance(choice, int)
            counts[choice] += 1
        return [count / samples for count in counts]

    return strategy


@define
class History:
    """A position of a game, with all that follows."""

    seat: int | None = None
    known: str = ""
    """The information set of its seat."""
    chances: list[float] = field(factory=list)
    """How likely each choice of chance or of the player is; empty for the opponent."""
    after: list[History] = field(factory=list)
    won: float = 0.0
    """At the end, the opponent's points, or 1 for a win."""


def tree(match: Match, opponent: int, strategy: Strategy, known: dict[str, list[float]]) -> History:
    """Return the tree of a game in which one seat is played by a strategy, without choices that it never takes."""
    decision = match.decision
    if decision is None:
        result = match.result
        assert result is not None
        if result.scores is not None:
            return History(won=(result.scores[opponent] - result.scores[1 - opponent]) / 2)
        return History(won=(opponent in result.winners) - (1 - opponent in result.winners))
    here = History(decision.seat)
    if decision.seat is None:
        total = sum(option.weight for option in decision.options)
        here.chances = [option.weight / total for option in decision.options]
    else:
        here.known = match.information(decision.seat)
        if decision.seat != opponent:
            if here.known not in known:
                known[here.known] = [1.0] if decision.forced else strategy(match)
            here.chances = known[here.known]
    for place in range(len(decision.options)):
        if here.chances and not here.chances[place]:
            here.after.append(History())
            continue
        twin = match.copy()
        twin.choose(place)
        here.after.append(tree(twin, opponent, strategy, known))
    return here


@frozen
class BestResponse:
    """The best that an opponent can do in each of its information sets."""

    members: dict[str, list[tuple[float, History]]] = field(factory=lambda: defaultdict(list))
    """By information set, its histories, and how likely they are if the opponent wants to get there."""
    best: dict[str, int] = field(factory=dict)

    def reach(self, here: History, chance: float) -> None:
        """Note how likely all histories are."""
        if here.known and not here.chances:
            self.members[here.known].append((chance, here))
        for part, after in zip(here.chances or [1.0] * len(here.after), here.after, strict=True):
            if part:
                self.reach(after, chance * part)

    def value(self, here: History) -> float:
        """Return the mean of what the opponent wins from here on."""
        if not here.after:
            return here.won
        if here.chances:
            return sum(part * self.value(after) for part, after in zip(here.chances, here.after, strict=True) if part)
        if here.known not in self.best:
            worth = [
                sum(chance * self.value(one.after[place]) for chance, one in self.members[here.known])
                for place in range(len(here.after))
            ]
            self.best[here.known] = worth.index(max(worth))
        return self.value(here.after[self.best[here.known]])


def best_response(start: Match, opponent: int, strategy: Strategy) -> float:
    """Return the mean of what a seat wins that knows the strategy of the other one."""
    root, response = tree(start, opponent, strategy, {}), BestResponse()
    response.reach(root, 1.0)
    return response.value(root)


@frozen(kw_only=True)
class Exploitability:
    """A game of two that is small enough to be looked at completely."""

    reference: str
    samples: int
    options: Mapping[str, int | str] = field(factory=dict)

    def play(self, row: str, name: str, number: int) -> Played:
        """Measure the exploitability of a player."""
        return Played(row, name, number, figures={"exploitability": exploitability(self.start(), sampled(name, self.samples))})

    def start(self) -> Match:
        """Return the beginning of the game, where chance is asked."""
        return game_of(self.reference, tuple(self.options.items())).start(2, chance="ask", forced="ask")


def exploitability(start: Match, strategy: Strategy) -> float:
    """Return the mean of what both seats win against a strategy if they know it."""
    return fmean(best_response(start, opponent, strategy) for opponent in range(2))

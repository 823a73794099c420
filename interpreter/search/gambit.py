"""Write all histories of a game as a file for Gambit, line by line.

The format is Gambit's for games in extensive form, version 2 (`.efg`): one line for each history, each before those that
continue it. All numbers are exact: integers or fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

from rulewright.interpreter.search.game_tree import Histories, children
from rulewright.interpreter.search.payoffs import Payoff
from rulewright.interpreter.search.state_graph import CHANCE, OVER


def quoted(text: str) -> str:
    """Return a text in quotation marks, on one line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'


@define
class _Writer:
    """The writing of one game."""

    histories: Histories
    worth: Mapping[int, Payoff]
    numbers: list[int] = field(factory=list)
    """By information set, its number among those of its player."""
    outcomes: dict[Payoff, int] = field(factory=dict)
    draws: int = 0

    def __attrs_post_init__(self) -> None:
        met = [0] * self.histories.graph.players
        for owner in self.histories.owners:
            met[owner] += 1
            self.numbers.append(met[owner])

    def line(self, history: int) -> str:
        graph = self.histories.graph
        position = self.histories.positions[history]
        decider = graph.deciders[position]
        if decider == OVER:
            payoff = self.worth[position]
            number = self.outcomes.setdefault(payoff, len(self.outcomes) + 1)
            return f't "" {number} "" {{ {", ".join(map(str, payoff))} }}'
        keys = [quoted(key) for key in graph.keys[position]]
        if decider == CHANCE:
            self.draws += 1
            weights = graph.weights[position]
            total = sum(weights)
            outcomes = " ".join(f"{key} {weight}/{total}" for key, weight in zip(keys, weights, strict=True))
            return f'c "" {self.draws} "" {{ {outcomes} }} 0'
        number = self.numbers[self.histories.situations[history]]
        return f'p "" {decider + 1} {number} "" {{ {" ".join(keys)} }} 0'

    def lines(self) -> Iterator[str]:
        """Yield the lines of all histories, each before those that continue it."""
        following = dict(children(self.histories))
        waiting = [0]
        while waiting:
            history = waiting.pop()
            yield self.line(history)
            waiting.extend(reversed(following[history]))


def efg_lines(histories: Histories, worth: Mapping[int, Payoff], title: str, players: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the file, with their line ends."""
    yield f"EFG 2 R {quoted(title)} {{ {' '.join(map(quoted, players))} }}\n"
    yield '""\n\n'
    for line in _Writer(histories, worth).lines():
        yield f"{line}\n"

"""Find what a game that was walked through is worth to each seat, or say why nobody can tell.

- If everybody always knows the position: exactly, by backward induction, with chance and any number of players.
- If so, but positions can come again: exactly, for two without chance. Going on for ever is worth nothing.
- If somebody does not know the position, in a zero-sum game of two: by learning, within bounds.
- If a single player does not know the position: exactly, by the best plan.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from attrs import define, field, frozen

from rulewright.interpreter.search.backward_induction import BestPlay, best_play, random_play, win_shares
from rulewright.interpreter.search.explore import Exploration
from rulewright.interpreter.search.game_tree import histories
from rulewright.interpreter.search.information_counts import sees_all
from rulewright.interpreter.search.path_counts import paths_to
from rulewright.interpreter.search.payoffs import Payoff, Payoffs, payoffs
from rulewright.interpreter.search.regret import ValueBounds, best_answer, learn_value
from rulewright.interpreter.search.retrograde import best_play_without_end, can_be_solved
from rulewright.interpreter.search.sequence_form import sequence_form
from rulewright.interpreter.search.state_graph import never_stop

DEFAULT_WITHIN = 1e-4
"""The required precision of a learnt value."""

MOST_HISTORIES = 3_000_000
"""How many histories are listed one by one."""


@frozen
class RandomPlay:
    """The result of random play."""

    wins: Payoff
    """The share of the win by seat; joint winners share one."""
    worth: Payoff


@frozen
class GameValue:
    """The value of a game."""

    worth: tuple[Fraction | float, ...] | None
    """By seat, or None if it is unknown."""
    bounds: ValueBounds | None = None
    """The bounds for the first seat, if the value was learnt."""
    best: BestPlay | None = None
    """Best play, if it was found exactly and everybody knows every position."""
    why_not: str = ""
    """Why the value is unknown.

    It is `unfinished`, `limit-reached`, `words`, `comes-again`, `hidden-together`, `many-with-secrets`, `shared-with-secrets` or
    `too-many-histories`.
    """

    @property
    def exact(self) -> bool:
        """Whether the value is exact."""
        return self.worth is not None and self.bounds is None


@define
class GameValuation:
    """The valuation of a game."""

    exploration: Exploration
    payoffs: Payoffs = field(init=False)

    def __attrs_post_init__(self) -> None:
        graph = self.exploration.graph
        self.payoffs = payoffs(graph.results, graph.players)

    @property
    def trouble(self) -> str:
        """Why not even random play can be followed to all ends, or an empty text."""
        graph = self.exploration.graph
        if graph.words:
            return "words"
        if graph.stopped:
            return "unfinished"
        return "limit-reached" if graph.breaks else ""

    @property
    def entangled(self) -> str:
        """Why best play cannot be found from the moves, or an empty text."""
        return "hidden-together" if self.exploration.graph.entangled else ""

    def random_play(self) -> RandomPlay | None:
        """Return the result of random play, if that always ends."""
        exploration = self.exploration
        if self.trouble or exploration.order is None:
            return None
        graph, order = exploration.graph, exploration.order
        return RandomPlay(random_play(graph, order, win_shares(graph)), random_play(graph, order, self.payoffs.worth))

    def everybody_knows(self) -> bool:
        """Return whether every deciding player always knows the position."""
        exploration = self.exploration
        return exploration.perfect or sees_all(exploration.graph) or all(known.sure for known in exploration.knowledge)

    def value(self, within: float = DEFAULT_WITHIN, enough: Callable[[], str] = never_stop) -> GameValue:
        """Return the value of best play."""
        if self.trouble or self.entangled:
            return GameValue(None, why_not=self.trouble or self.entangled)
        graph, order = self.exploration.graph, self.exploration.order
        if order is None and not (can_be_solved(graph) and self.payoffs.sum_is_nothing):
            return GameValue(None, why_not="comes-again")
        everybody_knows = self.everybody_knows()
        if not everybody_knows and any(known.too_many for known in self.exploration.knowledge):
            return GameValue(None, why_not="too-many-histories")
        if everybody_knows:
            if order is None:
                best = best_play_without_end(graph, self.payoffs.worth)
            else:
                best = best_play(graph, order, self.payoffs.worth)
            return GameValue(best.worth, best=best)
        return self.value_with_secrets(within, enough)

    def value_with_secrets(self, within: float, enough: Callable[[], str]) -> GameValue:
        """Return the value of best play, if somebody does not know the position."""
        graph, order = self.exploration.graph, self.exploration.order
        if order is None:
            return GameValue(None, why_not="comes-again")
        if graph.players > 2:
            return GameValue(None, why_not="many-with-secrets")
        if graph.players == 2 and not self.payoffs.sum_is_nothing:
            return GameValue(None, why_not="shared-with-secrets")
        if self.histories() > MOST_HISTORIES:
            return GameValue(None, why_not="too-many-histories")
        game = sequence_form(histories(graph), self.payoffs.worth)
        if graph.players == 1:
            gains = [Fraction(0)] * game.plans[0].steps
            for (step, _), worth in game.endings.items():
                gains[step] += worth
            return GameValue((best_answer(game.plans[0], gains),))
        bounds = learn_value(game, within, enough)
        middle = (bounds.low + bounds.high) / 2
        return GameValue((middle, -middle), bounds)

    def histories(self) -> int:
        """Return the number of histories, if no position comes again."""
        assert self.exploration.order is not None
        return sum(paths_to(self.exploration.graph, self.exploration.order))

"""Provide players that are programs, by name. A player reads only what its seat may know.

`random` chooses anything. `greedy` looks one choice ahead, at the scores. `search` thinks for a while, and `search:2s` for
two seconds. `search:5000` plays 5000 games to their end, and makes the same choices for the same seed.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from typing import Protocol

from attrs import define, field, frozen

from rulewright.interpreter.match.decision import Decision
from rulewright.interpreter.match.information_sets import in_english
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.budget import Budget, SearchResult, think
from rulewright.interpreter.search.determinization import NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.worker_pool import WorkerPool

PLAYERS = ("random", "greedy", "search")
"""The names of all players; `search` can be followed by its budget."""
WORDS = game_state.SAID
"""The answer of a player where any text is allowed."""
DEALS = 12
"""How often a greedy player determinizes a position to rate its options."""
_LONGEST = 3600.0
_MOST = 100_000_000


class Player(Protocol):
    """A program that decides."""

    def choose(self, match: Match) -> int | str:
        """Return the index of an option of the match's decision, or a text where words are asked for."""


def player(name: str, seed: int) -> Player:
    kind, _, budget = name.partition(":")
    if kind == "random" and not budget:
        return RandomPlayer(seed)
    if kind == "greedy" and not budget:
        return GreedyPlayer(seed)
    if kind == "search":
        return SearchPlayer(seed, budget_of(name))
    raise ValueError(f"there is no player {name!r}")


def is_player(name: str) -> bool:
    try:
        player(name, 0)
    except ValueError:
        return False
    return True


def budget_of(name: str) -> Budget:
    """Return how long a searching player of that name thinks."""
    if name == "search":
        return Budget()
    if found := re.fullmatch(r"search:([0-9]{1,9})", name):
        playouts = int(found[1])
        if 0 < playouts <= _MOST:
            return Budget(playouts=playouts)
    if found := re.fullmatch(r"search:([0-9]{1,4}(?:\.[0-9]{1,3})?)s", name):
        seconds = float(found[1])
        if 0 < seconds <= _LONGEST:
            return Budget(seconds=seconds)
    raise ValueError(f"there is no player {name!r}")


def decision_of(match: Match) -> Decision:
    """Return the decision of a match that is not over."""
    if match.decision is None:
        raise ValueError("the game is over")
    return match.decision


@frozen
class RandomPlayer:
    """A player that chooses all options with equal probability.

    It has no memory. Its choices depend on the seed and on how many decisions came before. So a resumed game goes on as it
    would have without the break.
    """

    seed: int

    def choose(self, match: Match) -> int | str:
        """Return any option."""
        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        return random.Random(derived_seed(self.seed, match.steps)).choice(game_state.unspoken(match))


@frozen
class GreedyPlayer:
    """A player who maximizes the immediate result: a win, or else the points. Without points, it chooses at random."""

    seed: int

    def choose(self, match: Match) -> int | str:
        """Return the option with the best rating."""
        from rulewright.interpreter.search.greedy import standings

        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        seed = derived_seed(self.seed, information_number(match, decision))
        worth = standings(match, DEALS, seed)
        places = game_state.unspoken(match)
        best = max(worth[place] for place in places)
        return random.Random(seed).choice([place for place in places if worth[place] == best])


@define
class SearchPlayer:
    """A player who searches before choosing (interpreter/search/tree.py), and keeps the results for after the game."""

    seed: int
    budget: Budget
    crew: WorkerPool | None = None
    """Worker processes that also search. With a budget of playouts, its choices do not depend on them."""
    stop: Callable[[], bool] = field(default=lambda: False)
    """Asked now and then whether to stop thinking."""
    thoughts: list[SearchResult] = field(factory=list)

    def choose(self, match: Match) -> int | str:
        """Return the option that was tried most often."""
        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        places = game_state.unspoken(match)
        if len(places) == 1:
            return places[0]
        seed = derived_seed(self.seed, information_number(match, decision))
        try:
            thought = think(match, self.budget, seed, self.crew, self.stop)
        except NoDealError:
            return random.Random(seed).choice(places)
        self.thoughts.append(thought)
        return thought.choice if thought.choice in places else places[0]


def information_number(match: Match, decision: Decision) -> int:
    """Return a number for the deciding seat's information set.

    Equal knowledge means equal choices, in any language and with any names.
    """
    plain = in_english(match)
    asked = plain.decision
    assert asked is not None
    text = repr((plain.view(decision.seat).as_data(), plain.log(decision.seat), asked.prompt, decision.picked))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")

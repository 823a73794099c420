"""Provide players that are programs, by name. A player reads only what its seat may know.

`random` chooses anything. The levels `easy`, `normal` and `hard` are the one search with different budgets, and so is
`search`. A budget can follow the name: `hard:5s` thinks for five seconds, `search:5000` for 5000 playouts. Without seconds,
a player makes the same choices for the same seed. `FILE.py:NAME` is a class in somebody's own file.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from random import Random
from typing import Protocol

from attrs import define, evolve, field, frozen

from rulewright.interpreter.match.decision import Decision
from rulewright.interpreter.match.information_sets import in_english
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.budget import Budget, SearchResult, think
from rulewright.interpreter.search.determinization import NoDealError
from rulewright.interpreter.search.own_player import OwnClass, OwnPlayer
from rulewright.interpreter.search.seeds import derived_seed

WORDS = game_state.SAID
"""The answer of a player where any text is allowed."""
_LONGEST = 3600.0
_MOST = 100_000_000
_NEARLY_AS_GOOD = 0.12
"""An option that costs a larger share of the win than this is no slip but a blunder."""
_SLIP = 0.05
"""The temperature of slips: an option that costs this share of the win is chosen less often by a factor of e."""
_SEEN = 0.25
"""An option that was tried less often than this share of the most-tried one is not known to be nearly as good."""
_IN_SIGHT = 0.95
"""With a larger share of the win, nobody lets it slip."""


class Player(Protocol):
    """A program that decides."""

    def choose(self, match: Match) -> int | str:
        """Return the index of an option of the match's decision, or a text where words are asked for."""


@frozen
class Level:
    """How a player with this name searches."""

    budget: Budget
    slips: bool = False
    """Whether it sometimes takes an option that is only nearly the best."""


LEVELS = {
    "easy": Level(Budget(part=0.01), slips=True),
    "normal": Level(Budget()),
    "hard": Level(Budget(seconds=1.0)),
    "search": Level(Budget()),
}
"""The players who search, by their names, which can be followed by a budget."""
PLAYERS = ("random", *LEVELS)
"""The names of all players."""


def player(name: str, seed: int) -> Player:
    if name == "random":
        return RandomPlayer(seed)
    own = OwnClass.named(name)
    if own is not None:
        return OwnPlayer(own, seed, information_number)
    level = level_of(name)
    return SearchPlayer(seed, level.budget, slips=level.slips)


def is_player(name: str) -> bool:
    try:
        player(name, 0)
    except ValueError:
        return False
    return True


def level_of(name: str) -> Level:
    """Return how a searching player of that name thinks."""
    kind, has_budget, budget = name.partition(":")
    level = LEVELS.get(kind)
    if level is not None and not has_budget:
        return level
    if level is not None and re.fullmatch(r"[0-9]{1,9}", budget):
        playouts = int(budget)
        if 0 < playouts <= _MOST:
            return evolve(level, budget=Budget(playouts=playouts))
    if level is not None and (found := re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s", budget)):
        seconds = float(found[1])
        if 0 < seconds <= _LONGEST:
            return evolve(level, budget=Budget(seconds=seconds))
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
        return Random(derived_seed(self.seed, match.steps)).choice(game_state.unspoken(match))


@define
class SearchPlayer:
    """A player who searches before choosing (interpreter/search/tree.py), and keeps the results for after the game."""

    seed: int
    budget: Budget
    cores: int = 1
    """How many cores it may use. With a budget of playouts, its choices do not depend on that."""
    stop: Callable[[], bool] = field(default=lambda: False)
    """Asked now and then whether to stop thinking."""
    slips: bool = field(default=False, kw_only=True)
    """Whether it sometimes takes an option that is only nearly the best."""
    thoughts: list[SearchResult] = field(factory=list)

    def choose(self, match: Match) -> int | str:
        """Return the option that was tried most often, or one that seems nearly as good."""
        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        places = game_state.unspoken(match)
        if len(places) == 1:
            return places[0]
        seed = derived_seed(self.seed, information_number(match, decision))
        try:
            thought = think(match, self.budget, seed, self.cores, self.stop, compares=self.slips)
        except NoDealError:
            return Random(seed).choice(places)
        if self.slips:
            thought = slipped(thought, Random(derived_seed(seed, 1)))
        self.thoughts.append(thought)
        return thought.choice if thought.choice in places else places[0]


def slipped(thought: SearchResult, chance: Random) -> SearchResult:
    """Return what somebody takes who sees that several options are nearly as good, but not exactly which is the best."""
    tally = thought.tally
    if tally is None or thought.proved or thought.share > _IN_SIGHT:
        return thought
    seen = _SEEN * max(tally.visits)
    places = [place for place, visits in enumerate(tally.visits) if visits >= seen or place == thought.choice]
    losses = {place: thought.share - tally.share(place) for place in places}
    weights = {place: math.exp(-loss / _SLIP) for place, loss in losses.items() if loss <= _NEARLY_AS_GOOD}
    choice = chance.choices(list(weights), list(weights.values()))[0]
    return evolve(thought, choice=choice, share=tally.share(choice))


def information_number(match: Match, decision: Decision) -> int:
    """Return a number for the deciding seat's information set.

    Equal knowledge means equal choices, in any language and with any names.
    """
    plain = in_english(match)
    asked = plain.decision
    assert asked is not None
    text = repr((plain.view(decision.seat).as_data(), plain.log(decision.seat), asked.prompt, decision.picked))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")

"""Players that are not people, by name. A player reads of a match only what its seat may know.

`random` chooses anything; `greedy` looks one choice ahead, at the scores; `search` thinks for a while, `search:2s` so many
seconds, and `search:5000` so many games played to their end, which is always the same for the same seed.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from typing import Protocol

from attrs import define, field, frozen

from rulewright.interpreter.play.decision import Decision
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.search import position
from rulewright.interpreter.search.crew import Crew
from rulewright.interpreter.search.dealing import NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.thinking import Budget, Thought, think
from rulewright.interpreter.see.information import in_english

PLAYERS = ("random", "greedy", "search")
"""The names of all players; behind `search` may stand how long."""
WORDS = position.SAID
"""What a player answers where anything may be said."""
DEALS = 12
"""How often a greedy player deals a position to see what comes of its options."""
_LONGEST = 3600.0
_MOST = 100_000_000


class Player(Protocol):
    """Somebody who decides."""

    def choose(self, match: Match) -> int | str:
        """The place of an option among those of the match's decision, or a text where words are asked for."""


def player(name: str, seed: int) -> Player:
    """The player of that name."""
    kind, _, budget = name.partition(":")
    if kind == "random" and not budget:
        return RandomPlayer(seed)
    if kind == "greedy" and not budget:
        return GreedyPlayer(seed)
    if kind == "search":
        return SearchPlayer(seed, budget_of(name))
    raise ValueError(f"there is no player {name!r}")


def is_player(name: str) -> bool:
    """Whether there is a player of that name."""
    try:
        player(name, 0)
    except ValueError:
        return False
    return True


def budget_of(name: str) -> Budget:
    """How long a searching player of that name thinks."""
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
    """What is to be decided."""
    if match.decision is None:
        raise ValueError("the game is over")
    return match.decision


@frozen
class RandomPlayer:
    """Every option is as likely as any other.

    It keeps nothing between its decisions: what it chooses hangs on the seed and on how many decisions were taken
    before, so that a game that was saved and resumed goes on as it would have.
    """

    seed: int

    def choose(self, match: Match) -> int | str:
        """Any option."""
        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        return random.Random(derived_seed(self.seed, match.steps)).choice(position.unspoken(match))


@frozen
class GreedyPlayer:
    """Chooses what leaves it best off at once: a win, or else the points; where there are none, as at random."""

    seed: int

    def choose(self, match: Match) -> int | str:
        """The option after which the seat stands best."""
        from rulewright.interpreter.search.greedy import standings

        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        seed = derived_seed(self.seed, known_so_far(match, decision))
        worth = standings(match, DEALS, seed)
        places = position.unspoken(match)
        best = max(worth[place] for place in places)
        return random.Random(seed).choice([place for place in places if worth[place] == best])


@define
class SearchPlayer:
    """Thinks before it chooses (interpreter/search/tree.py), and keeps what it thought, to be told after the game."""

    seed: int
    budget: Budget
    crew: Crew | None = None
    """Other processes that think with it; what it chooses for so many playouts does not hang on them."""
    stop: Callable[[], bool] = field(default=lambda: False)
    """Asked now and then whether it should have done with thinking."""
    thoughts: list[Thought] = field(factory=list)

    def choose(self, match: Match) -> int | str:
        """The option that was tried most often."""
        decision = decision_of(match)
        if decision.kind == "words":
            return WORDS
        places = position.unspoken(match)
        if len(places) == 1:
            return places[0]
        seed = derived_seed(self.seed, known_so_far(match, decision))
        try:
            thought = think(match, self.budget, seed, self.crew, self.stop)
        except NoDealError:
            return random.Random(seed).choice(places)
        self.thoughts.append(thought)
        return thought.choice if thought.choice in places else places[0]


def known_so_far(match: Match, decision: Decision) -> int:
    """A number for all that the deciding seat knows: players who know the same decide alike, whatever language the table speaks,
    and whatever the players are called."""
    plain = in_english(match)
    asked = plain.decision
    assert asked is not None
    text = repr((plain.view(decision.seat).as_data(), plain.log(decision.seat), asked.prompt, decision.picked))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")

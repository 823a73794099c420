"""Find mixed strategies for small two-player games with hidden information, from their beginning.

If others may guess a choice, it is best to vary it. The best choice in one hidden state depends on the choices in others,
so the whole game is played again and again from its start. This is regret matching: an option is chosen more often, the
more the player regrets not having chosen it. The average strategy over all games approaches an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from threading import Lock

from attrs import define, field

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.utility import Utility

LOOKED_AT = 1500
"""How many decisions in random games show whether a game is small."""
MOST_WAYS = 20_000
"""How many paths a round may take on average, so that nobody has to wait for more."""
LONGEST = 40
"""The most decisions of a small game."""
NEW = 0.25
"""In a small game, at most this share of the information sets in the second half is new."""
ASTRAY = 0.02
"""The least probability of each option in the rounds."""
FEWEST_MET = 20
"""An information set that was met less often has no answer."""
ROUNDS = 6000
"""How many rounds are enough for a small game."""


@define(eq=False)
class SolvedInformationSet:
    """An information set with its options."""

    regrets: list[float]
    """How much more each option would have brought so far, but not less than 0."""
    chosen: list[float]
    """How often each option was chosen, weighted by its probability."""
    met: int = 0
    won: float = 0.0
    """The sum of the expected shares of the win."""

    def chances(self) -> list[float]:
        """Return the present probability of each option."""
        total, count = sum(self.regrets), len(self.regrets)
        return [regret / total for regret in self.regrets] if total else [1 / count] * count


@define(eq=False)
class MixedStrategies:
    """One game after a number of rounds."""

    match: Match
    """A match of the game that begins again for each round: in native memory, if there is native code."""
    small: bool = False
    rounds: int = 0
    knowns: dict[Hashable, SolvedInformationSet] = field(factory=dict)
    chance: Random = field(factory=lambda: Random(0))
    shorter: dict[int, MixedStrategies] = field(factory=dict)
    """The game after fewer rounds, by their number, for callers that think less."""
    alone: Lock = field(factory=Lock)
    """A lock for callers in threads: they think one after the other."""

    @classmethod
    def of_match(cls, match: Match) -> MixedStrategies:
        """Return the analysis of a match's game; it is kept with the game."""

        def make() -> MixedStrategies:
            mixed = cls(game_state.on_native_memory(match.game.start(match.players, 0)))
            # A seat may not know what has led to a question, or what has left the game. Then its view does not identify the
            # information set.
            hidden = match.program.form.hidden
            is_key = not (hidden.ways or hidden.alike or hidden.out)
            mixed.small = match.players == 2 and is_key and mixed.has_secrets() and mixed.is_small()
            return mixed

        return game_state.cached_fact(match.program, cls, make)

    def has_secrets(self) -> bool:
        """Return whether anything in the game is hidden from somebody."""
        form = self.match.program.form
        return (
            self.match.program.layout.has_hidden
            or not form.hidden.is_empty
            or any(isinstance(kind, tuple) for kinds in form.frame_types.values() for kind in kinds)
        )

    def is_small(self) -> bool:
        """Return whether random games soon show nothing new, and a round does not take too many paths."""
        sights = game_state.comparable_views(self.match.program)
        met: set[Hashable] = set()
        looked_at = new = games = 0
        ways = 0.0
        while looked_at < LOOKED_AT:
            match = self.match.game.start(2, games)
            games += 1
            # On average, a round takes as many paths as the product of the numbers of options that a seat has in a game.
            of_seats = [1.0, 1.0]
            for number in range(LONGEST + 1):
                seat = game_state.seat_asked(match)
                if match.over:
                    break
                if number == LONGEST or seat is None or game_state.asks_words(match):
                    return False
                if sights.unmarked_options(match, seat):
                    # The order in which the rules list them would identify them.
                    return False
                sight = sights.sight(match, seat)
                looked_at += 1
                new += looked_at > LOOKED_AT / 2 and sight not in met
                met.add(sight)
                of_seats[seat] *= match.count
                match.choose_at_random()
            ways += sum(of_seats)
        return new < NEW * LOOKED_AT / 2 and ways <= MOST_WAYS * games

    def think(self, rounds: int, enough: Callable[[], bool]) -> None:
        """Play until there were `rounds` rounds in all, or it is enough."""
        worth, sights = Utility.of_match(self.match), game_state.comparable_views(self.match.program)
        while self.rounds < rounds and not (self.rounds and enough()):
            self.rounds += 1
            for seat in range(2):
                self.match.restart(derived_seed(self.rounds, seat))
                self.play(self.match, seat, worth, sights)

    def known(self, match: Match) -> SolvedInformationSet | None:
        """Return what is known for the asked player of a match, if anything."""
        if match.forced:
            return None
        match = game_state.on_native_memory(match) if isinstance(self.match, SilentMatch) else match.in_lists()
        seen = game_state.comparable_views(match.program).look(match)
        return None if seen is None else self.knowns.get((seen[2], *seen[1]))

    def play(self, match: Match, seat: int, worth: Utility, sights: game_state.ComparableViews) -> float:
        """Play a game on for a seat, which tries all its options. Return the expected share of the win."""
        while (seen := sights.look(match)) is not None:
            asked, moves, sight = seen
            known = self.knowns.get((sight, *moves))
            if known is None:
                known = self.knowns[sight, *moves] = SolvedInformationSet([0.0] * len(moves), [0.0] * len(moves))
            chances = known.chances()
            if asked != seat:
                # Later rounds count more: the first ones know little.
                known.chosen = [chosen + self.rounds * chance for chosen, chance in zip(known.chosen, chances, strict=True)]
                # Any option is chosen at times, so that others learn to answer it.
                at_all = [chance + ASTRAY for chance in chances]
                match.take(self.chance.choices(range(len(moves)), at_all)[0])
                continue
            found = []
            for place in range(len(moves)):
                after = match.copy()
                after.take(place)
                found.append(self.play(after, seat, worth, sights))
            expected = sum(chance * share for chance, share in zip(chances, found, strict=True))
            known.regrets = [max(0.0, regret + share - expected) for regret, share in zip(known.regrets, found, strict=True)]
            known.met += 1
            known.won += expected
            return expected
        assert match.result is not None
        return worth.shares(match.result)[seat]


def mixed_strategy(match: Match, rounds: int, enough: Callable[[], bool]) -> SolvedInformationSet | None:
    """Return how often to choose each option at a match's decision; None if the game is not small, or never got there."""
    try:
        mixed = MixedStrategies.of_match(match)
        if not mixed.small:
            return None
        with mixed.alone:
            if mixed.rounds > rounds:
                mixed = mixed.shorter.setdefault(rounds, MixedStrategies(mixed.match, small=True))
            mixed.think(rounds, enough)
            known = mixed.known(match)
    except PlayError:
        # A limit that another course of the game reaches says nothing about this one.
        return None
    return known if known is not None and known.met >= FEWEST_MET and any(known.chosen) else None

"""Games of two that are small and have secrets, thought through from their beginning: how often to choose each option.

Where others may guess what one would do, the best is to do now this, now that. What is best in one hidden state hangs on what
one would do in others, so the whole game is played over and over from its start, by regret matching: an option is chosen
the more often, the more one regrets not to have chosen it. The average over all games comes near an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from threading import Lock

from attrs import define, field

from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.silent import SilentMatch
from rulewright.interpreter.search import position
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.worth import Worth

LOOKED_AT = 1500
"""So many decisions in random games show whether a game is small."""
MOST_WAYS = 20_000
"""So many ways a round may go, on the average: nobody waits for more."""
LONGEST = 40
"""A game of more decisions is not small."""
NEW = 0.25
"""In a small game, no more than this share of what is met in the second half is new."""
ASTRAY = 0.02
"""How likely at least each option is in the rounds."""
FEWEST_MET = 20
"""What was met less often is not thought through."""
ROUNDS = 6000
"""Rounds enough for a game that is small."""


@define(eq=False)
class Known:
    """What a seat can know, with what can be chosen there."""

    regrets: list[float]
    """How much more each option would have brought so far; never less than nothing."""
    chosen: list[float]
    """How often each option was chosen, as far as it was likely."""
    met: int = 0
    won: float = 0.0
    """The sum of the shares of the win that were expected there."""

    def chances(self) -> list[float]:
        """How likely each option is to be chosen now."""
        total, count = sum(self.regrets), len(self.regrets)
        return [regret / total for regret in self.regrets] if total else [1 / count] * count


@define(eq=False)
class Mixed:
    """One game, thought through so many rounds."""

    match: Match
    """A match of the game, which is begun anew for each round: in native memory, if there is native code."""
    small: bool = False
    rounds: int = 0
    knowns: dict[Hashable, Known] = field(factory=dict)
    chance: Random = field(factory=lambda: Random(0))
    shorter: dict[int, Mixed] = field(factory=dict)
    """The same game after fewer rounds, by how many, for those who think less."""
    alone: Lock = field(factory=Lock)
    """Several may think in threads: here only one of them after the other."""

    @classmethod
    def of(cls, match: Match) -> Mixed:
        """The one of a match's game: what was thought through once need not be thought through again."""

        def make() -> Mixed:
            mixed = cls(position.on_native_memory(match.game.start(match.players, 0)))
            # Where a seat may not know what has led there, or what has left the game, a position is no key to what it knows.
            hidden = match.program.form.hidden
            is_key = not (hidden.ways or hidden.alike or hidden.out)
            mixed.small = match.players == 2 and is_key and mixed.has_secrets() and mixed.is_small()
            return mixed

        return position.found_out(match.program, cls, make)

    def has_secrets(self) -> bool:
        """Whether there is anything in the game that not all can see."""
        form = self.match.program.form
        return (
            self.match.program.layout.has_hidden
            or not form.hidden.is_empty
            or any(isinstance(kind, tuple) for kinds in form.frame_types.values() for kind in kinds)
        )

    def is_small(self) -> bool:
        """Whether random games soon show nothing that was not met before, and a round does not go too many ways."""
        sights = position.sights_of(self.match.program)
        met: set[Hashable] = set()
        looked_at = new = games = 0
        ways = 0.0
        while looked_at < LOOKED_AT:
            match = self.match.game.start(2, games)
            games += 1
            # As many as all of a seat's options along a game: on the average that is how many ways a round goes.
            of_seats = [1.0, 1.0]
            for number in range(LONGEST + 1):
                seat = position.seat_asked(match)
                if match.over:
                    break
                if number == LONGEST or seat is None or position.asks_words(match):
                    return False
                if sights.unmarked_options(match, seat):
                    # The order in which the rules list them would tell which they are.
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
        """Play until there were so many rounds in all, or it is enough."""
        worth, sights = Worth.of(self.match), position.sights_of(self.match.program)
        while self.rounds < rounds and not (self.rounds and enough()):
            self.rounds += 1
            for seat in range(2):
                self.match.restart(derived_seed(self.rounds, seat))
                self.play(self.match, seat, worth, sights)

    def known(self, match: Match) -> Known | None:
        """What was found out for whoever is asked in a match, if anything was."""
        if match.forced:
            return None
        match = position.on_native_memory(match) if isinstance(self.match, SilentMatch) else match.in_lists()
        seen = position.sights_of(match.program).look(match)
        return None if seen is None else self.knowns.get((seen[2], *seen[1]))

    def play(self, match: Match, seat: int, worth: Worth, sights: position.Sights) -> float:
        """Play a game on for a seat, which tries all that it can choose; returns the share of the win to be expected."""
        while (seen := sights.look(match)) is not None:
            asked, moves, sight = seen
            known = self.knowns.get((sight, *moves))
            if known is None:
                known = self.knowns[sight, *moves] = Known([0.0] * len(moves), [0.0] * len(moves))
            chances = known.chances()
            if asked != seat:
                # What was done in later rounds counts more: the first ones know little.
                known.chosen = [chosen + self.rounds * chance for chosen, chance in zip(known.chosen, chances, strict=True)]
                # Now and then anything is done, so that there is an answer to what is never done.
                at_all = [chance + ASTRAY for chance in chances]
                position.take(match, self.chance.choices(range(len(moves)), at_all)[0])
                continue
            found = []
            for place in range(len(moves)):
                after = match.copy()
                position.take(after, place)
                found.append(self.play(after, seat, worth, sights))
            expected = sum(chance * share for chance, share in zip(chances, found, strict=True))
            known.regrets = [max(0.0, regret + share - expected) for regret, share in zip(known.regrets, found, strict=True)]
            known.met += 1
            known.won += expected
            return expected
        assert match.result is not None
        return worth.shares(match.result)[seat]


def mixed_of(match: Match, rounds: int, enough: Callable[[], bool]) -> Known | None:
    """How often to choose what at a match's decision; None if the game is not small, or has not come there."""
    try:
        mixed = Mixed.of(match)
        if not mixed.small:
            return None
        with mixed.alone:
            if mixed.rounds > rounds:
                mixed = mixed.shorter.setdefault(rounds, Mixed(mixed.match, small=True))
            mixed.think(rounds, enough)
            known = mixed.known(match)
    except PlayError:
        # A limit that some other course of the game meets says nothing about this one.
        return None
    return known if known is not None and known.met >= FEWEST_MET and any(known.chosen) else None

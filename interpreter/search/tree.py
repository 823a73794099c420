"""Monte Carlo tree search over what seats know: a position to decide comes in, how often each option was tried goes out.

Each round deals the position again for the seat that thinks, so that it plays on from one of all that it may be in. On its
way down, every seat chooses by what it could see itself in this game that is only thought: what was tried is kept for each
thing that can be seen (`Sights`), so nobody's choice hangs on a card, or on a choice made together, that is hidden from
that seat. Each seat looks for its own share of the win. Where nothing was tried yet, the game is played on at random, or, where
the rulebook says how well each seat stands, the position is judged by that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.search import position
from rulewright.interpreter.search.dealing import Dealer, NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.worth import Worth

AT_ONCE = 4
"""So many games are played to their end where something new is tried: each costs much less than to come there."""
SAME_DEAL = 4
"""So many rounds follow each other that begin with the same deal."""
EXPLORATION = 0.7
"""How much it is worth to try what was tried seldom."""
CERTAIN_WIN = 0.99
"""A share of the win that is as good as the whole."""
MOST_ROUNDS = 10**9
LONGEST_WAY = 200
"""Decisions on one way down; from there on, the game is played on at random."""
MOST_KNOTS = 200_000
"""So much is kept; beyond that, the game is played on at random sooner."""

Shares: TypeAlias = list[float]


@define(eq=False)
class Tried:
    """What came of one option: how often it was chosen and on offer, the shares won with it, and its end if that is known."""

    chosen: int = 0
    won: float = 0.0
    offered: int = 0
    end: Shares | None = None
    """The share of each seat when all play as well as can be, if it was looked at to the end."""


Knot: TypeAlias = dict[Hashable, Tried]
"""What can be chosen where a seat knows one certain thing."""


@frozen
class Step:
    """A choice on the way down: who chose, among how many options, and which."""

    seat: int
    knot: Knot
    moves: int
    tried: Tried


@frozen
class Tally:
    """What came out for each option, in the order in which people see them; tallies of several trees can be added."""

    visits: tuple[int, ...]
    shares: tuple[float, ...]
    """The sums of the shares of the win."""
    ends: tuple[float | None, ...]
    """The share that is certain, where everything behind an option was looked at."""
    playouts: int
    """How many games were played to their end in all."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            tuple(map(sum, zip(self.visits, other.visits, strict=True))),
            tuple(map(sum, zip(self.shares, other.shares, strict=True))),
            tuple(one if other is None else other for one, other in zip(self.ends, other.ends, strict=True)),
            self.playouts + other.playouts,
        )

    @property
    def best(self) -> int:
        """The option that was chosen most often, or is certain to be as good; none that is certain to be worse."""
        certain = [(end, self.visits[place], -place) for place, end in enumerate(self.ends) if end is not None]
        open_ones = [place for place, end in enumerate(self.ends) if end is None]
        best_open = max(open_ones, key=lambda place: (self.visits[place], self.shares[place], -place), default=-1)
        if certain and (best_open < 0 or max(certain)[0] >= self.share(best_open)):
            return -max(certain)[2]
        return best_open

    def share(self, place: int) -> float:
        """The share of the win that an option is certain to bring, or brought on the average."""
        end = self.ends[place]
        if end is not None:
            return end
        return self.shares[place] / self.visits[place] if self.visits[place] else 0.0


@define(eq=False)
class Tree:
    """One search; it can be gone on with."""

    dealer: Dealer
    seed: int
    chance: Random = field(init=False)
    worth: Worth = field(init=False)
    sights: position.Sights = field(init=False)
    knots: dict[Hashable, Knot] = field(factory=dict)
    root: Knot = field(factory=dict)
    at_once: int = AT_ONCE
    native: bool = field(init=False)
    """Whether it grows in native memory: what was tried is known by other keys there, so code that is ready later is left out."""
    deal: tuple[Match, Sequence[int]] = field(init=False)
    before: tuple[int, ...] | None = field(init=False)
    """The outlooks of this deal where the thinking begins, or else the scores."""
    deal_number: int = -1
    rounds: int = 0
    games: int = 0
    """How many games were played to their end."""
    solved: bool = False
    """Whether there is nothing more to find out."""

    def __attrs_post_init__(self) -> None:
        self.chance = Random(derived_seed(self.seed, 3))
        self.worth = Worth.of(self.dealer.match)
        self.sights = position.sights_of(self.dealer.program)
        self.native = self.dealer.program.playouts.native is not None

    def think(self, rounds: int, enough: Callable[[], bool] = lambda: False) -> None:
        """So many rounds more, or fewer if it is enough."""
        for _ in range(rounds):
            if self.solved or (self.rounds and enough()):
                break
            self.round()

    def tally(self) -> Tally:
        """What came out so far."""
        tried = [self.root.get(place) or Tried() for place in range(len(self.dealer.places))]
        return Tally(
            tuple(one.chosen for one in tried),
            tuple(one.won for one in tried),
            tuple(None if one.end is None else one.end[self.dealer.seat] for one in tried),
            self.games,
        )

    # ---- one round

    def dealt(self) -> tuple[Match, Sequence[int]]:
        """A position that the seat that thinks may be in, and where the options that it sees are among the moves.

        To play on from it costs much less than to deal: so some rounds begin with the same deal, and other chance to come.
        """
        number = 0 if self.dealer.is_certain else (self.rounds - 1) // SAME_DEAL
        if number != self.deal_number:
            try:
                match = self.dealer.deal(derived_seed(self.seed, number))
            except NoDealError:
                if self.deal_number < 0:
                    raise
                # A deal from before agrees with what the seat knows just as well.
                match = self.dealer.deal(derived_seed(self.seed, self.deal_number))
            self.before = position.outlook(match) if self.worth.foresees else match.scores
            played = position.on_native_memory(match) if self.native else match
            self.deal_number, self.deal = number, (played, position.shown_places(match))
        match, places = self.deal
        match = match.copy()
        position.reseed(match, derived_seed(self.seed, self.rounds, 2))
        return match, places

    def round(self) -> None:
        """Deal, go down, play on at random, and keep what came out."""
        self.rounds += 1
        match, places = self.dealt()
        place, tried = self.pick(self.root, range(len(places)), self.dealer.seat)
        path = [Step(self.dealer.seat, self.root, len(places), tried)]
        try:
            position.take(match, places[place])
            if tried.chosen:
                self.go_down(match, path)
            over, shares = match.over, self.shares(match)
        except PlayError:
            # A limit that is met somewhere in a game that is only thought is no reason to stop thinking.
            over, shares = False, self.worth.shares(position.UNFINISHED)
        for step in path:
            step.tried.chosen += 1
            step.tried.won += shares[step.seat]
        if over and self.sights.perfect:
            path[-1].tried.end = shares
            self.solve(path)

    def shares(self, match: Match) -> Shares:
        """What a position is worth to each seat: as the rulebook says, or else as games at random from it come out."""
        if self.worth.foresees and not match.over:
            self.games += 1
            return self.worth.gained(position.outlook(match), self.before)
        count = 1 if match.over else self.at_once
        first = derived_seed(self.seed, self.rounds, 4)
        self.games += count
        found = [
            self.worth.shares(result, self.before) for result in match.playouts(range(first, first + count), self.worth.horizon)
        ]
        return [sum(column) / count for column in zip(*found, strict=True)]

    def go_down(self, match: Match, path: list[Step]) -> None:
        """Choose for every seat what was best for it, until something new is tried."""
        # Where the same can be done again and again, it would be the best again and again.
        while len(path) < LONGEST_WAY and (found := self.sights.look(match)) is not None:
            seat, moves, sight = found
            knot = self.knots.get(sight)
            if knot is None:
                if len(self.knots) >= MOST_KNOTS:
                    return
                knot = self.knots[sight] = {}
            place, tried = self.pick(knot, moves, seat)
            path.append(Step(seat, knot, len(moves), tried))
            position.take(match, place)
            if not tried.chosen:
                return

    def pick(self, knot: Knot, moves: Sequence[Hashable], seat: int) -> tuple[int, Tried]:
        """The option that promises most: what brought much, or was tried seldom."""
        new: list[int] = []
        best, chosen, found = -1.0, 0, None
        for place, move in enumerate(moves):
            tried = knot.get(move)
            if tried is None:
                new.append(place)
                continue
            tried.offered += 1
            if not tried.chosen:
                new.append(place)
                continue
            if tried.end is None:
                promise = tried.won / tried.chosen + EXPLORATION * math.sqrt(math.log(tried.offered) / tried.chosen)
            else:
                promise = tried.end[seat]
            if promise > best:
                best, chosen, found = promise, place, tried
        if new or found is None:
            chosen = new[int(self.chance.random() * len(new))]
            found = knot.setdefault(moves[chosen], Tried(offered=1))
        return chosen, found

    def solve(self, path: Sequence[Step]) -> None:
        """Go back up as far as it is certain now what comes out: nobody can do better, or there is nothing else to do."""
        for number in range(len(path) - 1, -1, -1):
            step = path[number]
            ends = [tried.end for tried in step.knot.values() if tried.end is not None]
            best = max(ends, key=lambda end: end[step.seat])
            if best[step.seat] < CERTAIN_WIN and len(ends) < step.moves:
                return
            if number:
                path[number - 1].tried.end = best
        self.solved = True


def grown(tree: Tree, rounds: int, seconds: float, stop: Callable[[], bool]) -> None:
    """Let a tree grow for so many rounds and so many seconds at most, where these are not 0; in any case one."""
    until = time.monotonic() + seconds
    tree.think(rounds or MOST_ROUNDS, lambda: stop() or (bool(seconds) and time.monotonic() > until))

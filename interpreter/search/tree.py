"""Search by Monte Carlo tree search over information sets (ISMCTS): count how often each option of a position was tried.

Each round determinizes the position for the searching seat. On the way down, every seat chooses by what it could see in
this imagined game. Statistics are kept for each view of a seat (`ComparableViews`). So nobody's choice depends on a card, or on a
choice made together, that is hidden from that seat. Each seat maximizes its own share of the win. At a new node the game is
played on at random. If the rulebook says how well each seat is doing, the position is judged by that instead.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.determinization import Determinizer, NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.utility import Utility

AT_ONCE = 4
"""How many playouts run at a new node: each costs much less than getting there."""
SAME_DEAL = 4
"""How many rounds in a row begin with the same deal."""
EXPLORATION = 0.7
"""The weight of options that were tried seldom."""
CERTAIN_WIN = 0.99
"""A share of the win that is as good as all of it."""
MOST_ROUNDS = 10**9
LONGEST_WAY = 200
"""The most decisions on the way down; from there on, the game is played on at random."""
MOST_KNOTS = 200_000
"""How many nodes are kept; beyond that, random play begins sooner."""

Shares: TypeAlias = list[float]


@define(eq=False)
class EdgeStatistics:
    """The statistics of an option: how often it was chosen and offered, its shares of the win, and its end if that is known."""

    chosen: int = 0
    won: float = 0.0
    offered: int = 0
    end: Shares | None = None
    """The share of each seat under perfect play, if everything behind the option was searched."""


TreeNode: TypeAlias = dict[Hashable, EdgeStatistics]
"""A node: the options at one view of a seat."""


@frozen
class TreeStep:
    """A choice on the way down: the seat, the number of options, and the option."""

    seat: int
    knot: TreeNode
    moves: int
    tried: EdgeStatistics


@frozen
class RootStatistics:
    """The statistics of each option, in the order in which people see them; those of several trees can be added."""

    visits: tuple[int, ...]
    shares: tuple[float, ...]
    """The sums of the shares of the win."""
    ends: tuple[float | None, ...]
    """The certain share, where everything behind an option was searched."""
    playouts: int
    """The number of all playouts."""

    def __add__(self, other: RootStatistics) -> RootStatistics:
        return RootStatistics(
            tuple(map(sum, zip(self.visits, other.visits, strict=True))),
            tuple(map(sum, zip(self.shares, other.shares, strict=True))),
            tuple(one if other is None else other for one, other in zip(self.ends, other.ends, strict=True)),
            self.playouts + other.playouts,
        )

    @property
    def best(self) -> int:
        """Return the option that was chosen most often, or is certain to be as good, but none that is certain to be worse."""
        certain = [(end, self.visits[place], -place) for place, end in enumerate(self.ends) if end is not None]
        open_ones = [place for place, end in enumerate(self.ends) if end is None]
        best_open = max(open_ones, key=lambda place: (self.visits[place], self.shares[place], -place), default=-1)
        if certain and (best_open < 0 or max(certain)[0] >= self.share(best_open)):
            return -max(certain)[2]
        return best_open

    def share(self, place: int) -> float:
        """Return the certain or average share of the win of an option."""
        end = self.ends[place]
        if end is not None:
            return end
        return self.shares[place] / self.visits[place] if self.visits[place] else 0.0


@define(eq=False)
class SearchTree:
    """One search, which can be continued."""

    dealer: Determinizer
    seed: int
    chance: Random = field(init=False)
    worth: Utility = field(init=False)
    sights: game_state.ComparableViews = field(init=False)
    knots: dict[Hashable, TreeNode] = field(factory=dict)
    root: TreeNode = field(factory=dict)
    at_once: int = AT_ONCE
    native: bool = field(init=False)
    """Whether the tree grows in native memory. Its keys differ there, so native code that is ready later is not used."""
    deal: tuple[Match, Sequence[int]] = field(init=False)
    before: tuple[int, ...] | None = field(init=False)
    """The outlooks of this deal where the search begins, or else the scores."""
    deal_number: int = -1
    rounds: int = 0
    games: int = 0
    """The number of playouts."""
    solved: bool = False
    """Whether there is nothing more to find out."""

    def __attrs_post_init__(self) -> None:
        self.chance = Random(derived_seed(self.seed, 3))
        self.worth = Utility.of_match(self.dealer.match)
        self.sights = game_state.comparable_views(self.dealer.program)
        self.native = self.dealer.program.playouts.native is not None

    def think(self, rounds: int, enough: Callable[[], bool] = lambda: False) -> None:
        """Run a number of rounds, or fewer if it is enough."""
        for _ in range(rounds):
            if self.solved or (self.rounds and enough()):
                break
            self.round()

    def tally(self) -> RootStatistics:
        """Return the statistics so far."""
        tried = [self.root.get(place) or EdgeStatistics() for place in range(len(self.dealer.places))]
        return RootStatistics(
            tuple(one.chosen for one in tried),
            tuple(one.won for one in tried),
            tuple(None if one.end is None else one.end[self.dealer.seat] for one in tried),
            self.games,
        )

    def dealt(self) -> tuple[Match, Sequence[int]]:
        """Return a position that the searching seat may be in, and the indices of its visible options among the moves.

        A playout costs much less than a deal, so several rounds begin with the same deal and different chance.
        """
        number = 0 if self.dealer.is_certain else (self.rounds - 1) // SAME_DEAL
        if number != self.deal_number:
            try:
                match = self.dealer.deal(derived_seed(self.seed, number))
            except NoDealError:
                if self.deal_number < 0:
                    raise
                # An earlier deal also agrees with the seat's knowledge.
                match = self.dealer.deal(derived_seed(self.seed, self.deal_number))
            self.before = game_state.outlook(match) if self.worth.foresees else match.scores
            played = game_state.on_native_memory(match) if self.native else match
            self.deal_number, self.deal = number, (played, game_state.shown_places(match))
        match, places = self.deal
        match = match.copy()
        game_state.reseed(match, derived_seed(self.seed, self.rounds, 2))
        return match, places

    def round(self) -> None:
        """Deal, go down, play on at random, and record the result."""
        self.rounds += 1
        match, places = self.dealt()
        place, tried = self.pick(self.root, range(len(places)), self.dealer.seat)
        path = [TreeStep(self.dealer.seat, self.root, len(places), tried)]
        try:
            match.take(places[place])
            if tried.chosen:
                self.go_down(match, path)
            over, shares = match.over, self.shares(match)
        except PlayError:
            # A limit somewhere in an imagined game is no reason to stop the search.
            over, shares = False, self.worth.shares(game_state.UNFINISHED)
        for step in path:
            step.tried.chosen += 1
            step.tried.won += shares[step.seat]
        if over and self.sights.perfect:
            path[-1].tried.end = shares
            self.solve(path)

    def shares(self, match: Match) -> Shares:
        """Return the value of a position for each seat: by the rulebook's outlook, or else by playouts."""
        if self.worth.foresees and not match.over:
            self.games += 1
            return self.worth.change_utility(game_state.outlook(match), self.before)
        count = 1 if match.over else self.at_once
        first = derived_seed(self.seed, self.rounds, 4)
        self.games += count
        found = [
            self.worth.shares(result, self.before) for result in match.playouts(range(first, first + count), self.worth.horizon)
        ]
        return [sum(column) / count for column in zip(*found, strict=True)]

    def go_down(self, match: Match, path: list[TreeStep]) -> None:
        """Choose for every seat what was best for it, until the node is new."""
        # If an action can be repeated, it would be the best again and again.
        while len(path) < LONGEST_WAY and (found := self.sights.look(match)) is not None:
            seat, moves, sight = found
            knot = self.knots.get(sight)
            if knot is None:
                if len(self.knots) >= MOST_KNOTS:
                    return
                knot = self.knots[sight] = {}
            place, tried = self.pick(knot, moves, seat)
            path.append(TreeStep(seat, knot, len(moves), tried))
            match.take(place)
            if not tried.chosen:
                return

    def pick(self, knot: TreeNode, moves: Sequence[Hashable], seat: int) -> tuple[int, EdgeStatistics]:
        """Return the most promising option: one that did well, or was tried seldom."""
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
            found = knot.setdefault(moves[chosen], EdgeStatistics(offered=1))
        return chosen, found

    def solve(self, path: Sequence[TreeStep]) -> None:
        """Go back up as long as the outcome is certain: nobody can do better, or there is no other option."""
        for number in range(len(path) - 1, -1, -1):
            step = path[number]
            ends = [tried.end for tried in step.knot.values() if tried.end is not None]
            best = max(ends, key=lambda end: end[step.seat])
            if best[step.seat] < CERTAIN_WIN and len(ends) < step.moves:
                return
            if number:
                path[number - 1].tried.end = best
        self.solved = True


def grow_tree(tree: SearchTree, rounds: int, seconds: float, stop: Callable[[], bool]) -> None:
    """Let a tree grow for a number of rounds and of seconds at most, unless these are 0, but for at least one round."""
    until = time.monotonic() + seconds
    tree.think(rounds or MOST_ROUNDS, lambda: stop() or (bool(seconds) and time.monotonic() > until))

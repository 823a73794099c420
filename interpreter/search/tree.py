"""Search by Monte Carlo tree search over information sets (ISMCTS): count how often each option of a position was tried.

Each round begins at a deal: a determinization of the position for the searching seat. On the way down, every seat chooses by
what it could see in this imagined game. Statistics are kept for each view of a seat (`ComparableViews`). So nobody's choice
depends on a card, or on a choice made together, that is hidden from that seat. Each seat maximizes its own share of the win. At
a new option the game is played on at random. If the rulebook says how well each seat is doing, the position is judged by that
instead.

The tree grows in native code (native/tree.c) if there is any, and here otherwise: more slowly, but alike, choice by choice.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Protocol, TypeAlias

from attrs import define, field, frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.chance import STEP, WORD, draw_below, first_state, mix_bits
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.determinization import Determinizer, NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.utility import Utility

SAME_DEAL = 8
"""How many rounds in a row begin with the same deal. They go down before the first is played on, so that several cores can play
on from them."""
SHORT = 400
"""A search of fewer rounds plays each on at once, since a round knows nothing of those beside it."""
MOST_DEALS = 200
"""How many deals there are; then they come again in the same order."""
EXPLORATION = 0.7
"""The weight of options that were tried seldom."""
CERTAIN_WIN = 0.99
"""A share of the win that is as good as all of it."""
LONGEST_WAY = 200
"""The most decisions on the way down; from there on, the game is played on at random."""
SLICE = 0.04
"""How many seconds the tree grows before somebody is asked whether it is enough."""

Shares: TypeAlias = list[float]


@frozen
class RootStatistics:
    """The statistics of each option, in the order in which people see them."""

    visits: tuple[int, ...]
    shares: tuple[float, ...]
    """The sums of the shares of the win."""
    ends: tuple[float | None, ...]
    """The certain share, where everything behind an option was searched."""
    playouts: int
    """The number of all playouts."""

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


@frozen
class Deal:
    """A position that the searching seat may be in."""

    match: Match
    places: Sequence[int]
    """The indices of the visible options among the moves."""
    before: tuple[int, ...] | None
    """The outlooks of all seats, or else the scores."""


class GrowingTree(Protocol):
    """A tree, in Python or in native code."""

    def add(self, deal: Deal) -> bool:
        """Add a deal; return whether that is possible."""

    def grow(self, deal: int, rounds: int) -> None:
        """Run some rounds from a deal, unless everything is searched."""

    def tally(self) -> RootStatistics:
        """Return the statistics so far."""

    def helped(self, helpers: int, /) -> AbstractContextManager[None]:
        """Use more cores inside a `with`."""

    @property
    def solved(self) -> bool:
        """Whether there is nothing more to find out."""


@define(eq=False)
class TreeSearch:
    """One search, which can be continued."""

    dealer: Determinizer
    seed: int
    tree: GrowingTree
    deals: int
    rounds: int = 0

    @classmethod
    def begin(cls, dealer: Determinizer, seed: int, rounds: int = 0) -> TreeSearch:
        """Begin a search of some rounds, or of any number; raise NoDealError if no position agrees with the seat's knowledge."""
        from rulewright.interpreter.search.native_tree import NativeTree

        leaves = 1 if 0 < rounds < SHORT else SAME_DEAL
        first = deal_of(dealer, seed, 0)
        tree: GrowingTree | None = NativeTree.begin(dealer, seed, leaves, EXPLORATION, first)
        if tree is None:
            tree = SearchTree(dealer, seed, leaves)
            tree.add(first)
        return cls(dealer, seed, tree, 1)

    def run(self, rounds: int, cores: int, enough: Callable[[], bool]) -> None:
        """Run a number of rounds, or any number if it is 0, until it is enough; but at least one round."""
        left = rounds or -1
        slice_ = SAME_DEAL
        with self.tree.helped(cores - 1):
            while left and not self.tree.solved and not (self.rounds and enough()):
                start, done = time.monotonic(), 0
                while done < slice_ and left - done and not self.tree.solved:
                    now = slice_ if self.dealer.is_certain else SAME_DEAL
                    done += self.grow(now if left < 0 else min(now, left - done))
                left -= done if left > 0 else 0
                wanted = min(8 * slice_, int(done * SLICE / max(time.monotonic() - start, 1e-6)))
                slice_ = max(SAME_DEAL, wanted // SAME_DEAL * SAME_DEAL)

    def grow(self, rounds: int) -> int:
        """Run some rounds from the next deal; return how many."""
        self.tree.grow(self.deal(), rounds)
        self.rounds += rounds
        return rounds

    def deal(self) -> int:
        """Return the number of the deal of the next round, after making it if it is new."""
        number = 0 if self.dealer.is_certain else self.rounds // SAME_DEAL % MOST_DEALS
        if number < self.deals:
            return number
        try:
            added = self.tree.add(deal_of(self.dealer, self.seed, number))
        except NoDealError:
            added = False
        if not added:
            # Each earlier deal also agrees with the seat's knowledge.
            return number % self.deals
        self.deals += 1
        return self.deals - 1


def deal_of(dealer: Determinizer, seed: int, number: int) -> Deal:
    """Return one of the deals of a search."""
    match = dealer.deal(derived_seed(seed, number))
    match.position.asks = 0
    worth = Utility.of_match(dealer.match)
    before = game_state.outlook(match) if worth.foresees else match.scores
    return Deal(match, game_state.shown_places(match), before)


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
    node: TreeNode
    moves: int
    edge: EdgeStatistics


@define(eq=False)
class Leaf:
    """A round on its way: where it has got, and what that is worth to each seat."""

    word: int
    deal: Deal
    way: list[TreeStep] = field(factory=list)
    match: Match | None = None
    """None if it came to a limit somewhere in an imagined game, which is no reason to stop the search."""
    shares: Shares = field(factory=list)
    certain: bool = False


@define(eq=False)
class SearchTree:
    """A tree in Python."""

    dealer: Determinizer
    seed: int
    leaves: int
    chance: int = field(init=False)
    worth: Utility = field(init=False)
    sights: game_state.ComparableViews = field(init=False)
    deals: list[Deal] = field(factory=list)
    nodes: dict[Hashable, TreeNode] = field(factory=dict)
    root: TreeNode = field(factory=dict)
    rounds: int = 0
    games: int = 0
    solved: bool = False

    def __attrs_post_init__(self) -> None:
        self.chance = first_state(self.seed)
        self.worth = Utility.of_match(self.dealer.match)
        self.sights = game_state.comparable_views(self.dealer.program)

    def add(self, deal: Deal) -> bool:
        """Add a deal."""
        self.deals.append(deal)
        return True

    def helped(self, _helpers: int) -> AbstractContextManager[None]:
        """Use one core only."""
        return nullcontext()

    def tally(self) -> RootStatistics:
        """Return the statistics so far."""
        edges = [self.root.get(place) or EdgeStatistics() for place in range(len(self.dealer.places))]
        return RootStatistics(
            tuple(edge.chosen for edge in edges),
            tuple(edge.won for edge in edges),
            tuple(None if edge.end is None else edge.end[self.dealer.seat] for edge in edges),
            self.games,
        )

    def grow(self, deal: int, rounds: int) -> None:
        """Run some rounds from a deal, unless everything is searched."""
        while rounds > 0 and not self.solved:
            found = [self.down(self.deals[deal]) for _ in range(min(rounds, self.leaves))]
            for leaf in found:
                self.judge(leaf)
            for leaf in found:
                self.record(leaf)
            rounds -= len(found)

    def down(self, deal: Deal) -> Leaf:
        """Choose for every seat what was best for it, until the option is new."""
        leaf = Leaf(mix_bits(mix_bits((self.seed + self.rounds * STEP) & WORD)), deal)
        self.rounds += 1
        match = deal.match.copy()
        game_state.reseed(match, leaf.word)
        moves: Sequence[Hashable] = range(len(deal.places))
        node, seat = self.root, self.dealer.seat
        try:
            while True:
                place = self.pick(node, moves, seat)
                edge = node[moves[place]]
                leaf.way.append(TreeStep(seat, node, len(moves), edge))
                edge.chosen += 1
                if edge.end is not None:
                    leaf.shares, leaf.certain = edge.end, True
                    return leaf
                match.take(deal.places[place] if len(leaf.way) == 1 else place)
                # If an action can be repeated, it would be the best again and again.
                found = None if edge.chosen == 1 or len(leaf.way) == LONGEST_WAY else self.sights.look(match)
                if found is None:
                    break
                seat, moves, sight = found
                node = self.nodes.setdefault(sight, {})
            leaf.match = match
        except PlayError:
            pass
        return leaf

    def pick(self, node: TreeNode, moves: Sequence[Hashable], seat: int) -> int:
        """Return the place of the most promising option: one that did well, or was tried seldom."""
        new: list[int] = []
        most, best = -1.0, 0
        for place, move in enumerate(moves):
            edge = node.get(move)
            if edge is None:
                edge = node[move] = EdgeStatistics()
            edge.offered += 1
            if not edge.chosen:
                new.append(place)
                continue
            if edge.end is None:
                promise = edge.won / edge.chosen + EXPLORATION * math.sqrt(math.log(edge.offered) / edge.chosen)
            else:
                promise = edge.end[seat]
            if promise > most:
                most, best = promise, place
        if not new:
            return best
        self.chance, which = draw_below(self.chance, len(new))
        return new[which]

    def judge(self, leaf: Leaf) -> None:
        """Find what a leaf is worth to each seat: by the rulebook's outlook, or else by playing on."""
        if leaf.certain:
            return
        self.games += 1
        match = leaf.match
        if match is None:
            leaf.shares = self.worth.shares(game_state.UNFINISHED)
        elif self.worth.foresees and not match.over:
            leaf.shares = self.worth.change_utility(game_state.outlook(match), leaf.deal.before)
        else:
            result = game_state.UNFINISHED
            with suppress(PlayError):
                [result] = match.playouts([mix_bits(leaf.word + 1 & WORD)], self.worth.horizon)
            leaf.shares = self.worth.shares(result, leaf.deal.before)

    def record(self, leaf: Leaf) -> None:
        """Add what a leaf is worth to the statistics of its way."""
        for step in leaf.way:
            step.edge.won += leaf.shares[step.seat]
        if leaf.match is not None and leaf.match.over and self.sights.perfect:
            leaf.way[-1].edge.end = leaf.shares
            leaf.certain = True
        if leaf.certain:
            self.solve(leaf.way)

    def solve(self, way: Sequence[TreeStep]) -> None:
        """Go back up as long as the outcome is certain: nobody can do better, or there is no other option."""
        for number in range(len(way) - 1, -1, -1):
            step = way[number]
            ends = [edge.end for edge in step.node.values() if edge.end is not None]
            best = max(ends, key=lambda end: end[step.seat])
            if best[step.seat] < CERTAIN_WIN and len(ends) < step.moves:
                return
            if number:
                way[number - 1].edge.end = best
        self.solved = True

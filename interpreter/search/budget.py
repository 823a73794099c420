"""Search within a budget for the choice at a position, and say how certain it is.

Several trees grow from one position, each with its own random numbers, and their results are added. So they can grow in
several processes, and with a budget of playouts the choice does not depend on how many.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import reduce
from operator import add
from random import Random

from attrs import frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.alpha_beta import best_options
from rulewright.interpreter.search.determinization import Determinizer
from rulewright.interpreter.search.equilibrium import ROUNDS, SolvedInformationSet, mixed_strategy
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.tree import AT_ONCE, RootStatistics, SearchTree, grow_tree
from rulewright.interpreter.search.utility import Utility
from rulewright.interpreter.search.worker_pool import WorkerPool, task_of

USUAL_WORK = 60_000
"""The usual budget, in decisions of games played to their end. Even without native code this takes about a second."""
FEWEST_USUAL, MOST_USUAL = 100, 5000
USUAL_ROUNDS = 1500
"""The usual number of rounds for a small game with hidden information, which take about a second, once."""
USUAL_SECONDS = 10.0
"""Only a very slow machine stops the usual search by this limit; otherwise its result would depend on the clock."""
TREES = 4
FAR_BEHIND = 0.5
"""For unseen choices: an option that was tried less often than this share of the most-tried one is not chosen."""
NEARLY = 0.05
"""An option is nearly as good as another one if its share of the win is smaller by less than this."""
SMALLEST_TREE = 4000
"""With fewer rounds for each, there are fewer trees."""
PROOF = 4
"""How many positions are searched for a proof of the best option, for each playout."""
PROOF_SHARE = 0.25
"""The most of a time budget that goes into that."""
MOST_POSITIONS = 1_000_000
THREAD_TIME = getattr(time, "thread_time", time.process_time)
"""A browser has one thread, and no clock for it alone."""


@frozen(kw_only=True)
class Budget:
    """How long to search: a number of playouts, or of seconds, or the usual, or a part of that."""

    playouts: int = 0
    seconds: float = 0.0
    part: float = 1.0

    @property
    def rounds(self) -> int:
        """How many rounds a small game is played."""
        return USUAL_ROUNDS if self.playouts and self.seconds else self.playouts or ROUNDS

    def fit_for(self, match: Match) -> Budget:
        """Return the usual budget for a game: where games are long, few fit into a second, so fewer are wanted."""
        if self.playouts or self.seconds:
            return self
        games = USUAL_WORK / max(Utility.of_match(match).reach, 1)
        return Budget(playouts=max(1, int(self.part * min(MOST_USUAL, max(FEWEST_USUAL, games)))), seconds=USUAL_SECONDS)


@frozen
class SearchResult:
    """The result of the search at a decision."""

    seat: int
    choice: int
    """The index of the option in the decision."""
    share: float
    """The expected share of the win after it."""
    sure: float
    """The share of the search that went into that option: near 1 if no other is worth a thought."""
    proved: bool
    """Whether the option is proved to be best, and the share is certain against any play."""
    playouts: int
    seconds: float
    runner_up: int | None = None
    """The index of another option that was tried nearly as often and seems nearly as good, if there is one."""
    tally: RootStatistics | None = None
    """The statistics of each option, if the choice goes by playouts."""


def think(
    match: Match, budget: Budget, seed: int, crew: WorkerPool | None = None, stop: Callable[[], bool] = lambda: False
) -> SearchResult:
    """Search a match's decision for the seat that decides, using only what it knows.

    Raise NoDealError if no position can be drawn that agrees with that.
    """
    seat = game_state.seat_asked(match)
    if seat is None:
        raise ValueError("nobody is asked")
    began = time.monotonic()
    # With this many playouts, native code pays.
    match.program.playouts.advance()
    budget = budget.fit_for(match)

    # The usual search counts its own work, so other programs and threads on the machine do not matter.
    clock = THREAD_TIME if budget.playouts else time.monotonic
    until = clock() + budget.seconds

    def enough() -> bool:
        return stop() or bool(budget.seconds and clock() > until)

    known = mixed_strategy(match, budget.rounds, enough)
    if known is not None:
        return by_chance(match, seat, known, seed, began)
    proof_until = clock() + budget.seconds * (1.0 if budget.playouts else PROOF_SHARE)
    best = best_options(
        match,
        seat,
        min(MOST_POSITIONS, PROOF * budget.playouts or MOST_POSITIONS),
        lambda: enough() or bool(budget.seconds and clock() > proof_until),
    )
    if best is not None and len(best[0]) == 1:
        return SearchResult(seat, best[0][0], best[1], 1.0, True, 0, time.monotonic() - began)
    dealer = Determinizer(match, seat)
    tally = tally_of(match, dealer, budget, seed, crew, enough)
    if best is not None:
        # Playouts decide which of the best options is the most promising against an opponent who makes mistakes.
        options, share = best
        choice = max(options, key=lambda place: (tally.visits[place], -place))
        return SearchResult(seat, choice, share, 1.0, True, tally.playouts, time.monotonic() - began)
    choice = often_chosen(tally, seed) if dealer.chooses_together else tally.best
    sure = tally.visits[choice] / max(sum(tally.visits), 1)
    seconds = time.monotonic() - began
    return SearchResult(seat, choice, tally.share(choice), sure, False, tally.playouts, seconds, runner_up(tally, choice), tally)


def runner_up(tally: RootStatistics, choice: int) -> int | None:
    """Return the best of the other options, if it is nearly as good as the choice."""
    others = [place for place in range(len(tally.visits)) if place != choice]
    if not others:
        return None
    best = max(others, key=lambda place: (tally.visits[place], -place))
    tried = tally.visits[best] > FAR_BEHIND * tally.visits[choice]
    return best if tried and tally.share(choice) - tally.share(best) < NEARLY else None


def by_chance(match: Match, seat: int, known: SolvedInformationSet, seed: int, began: float) -> SearchResult:
    """Return a choice from a mixed strategy."""
    total = sum(known.chosen)
    place = Random(seed).choices(range(len(known.chosen)), known.chosen)[0]
    choice = list(game_state.shown_places(match)).index(place)
    sure = known.chosen[place] / total
    return SearchResult(seat, choice, known.won / max(known.met, 1), sure, False, known.met, time.monotonic() - began)


def often_chosen(tally: RootStatistics, seed: int) -> int:
    """Return one of the options that were chosen often, at random: an unseen choice should not be predictable."""
    most = max(tally.visits)
    weights = [visits if visits > FAR_BEHIND * most else 0 for visits in tally.visits]
    return Random(seed).choices(range(len(weights)), weights)[0]


def tally_of(
    match: Match, dealer: Determinizer, budget: Budget, seed: int, crew: WorkerPool | None, stop: Callable[[], bool]
) -> RootStatistics:
    at_once = games_at_once(match, budget)
    if budget.playouts:
        rounds = max(1, budget.playouts // at_once)
        count = min(TREES, max(1, rounds // SMALLEST_TREE))
        shares = [rounds // count + (number < rounds % count) for number in range(count)]
    else:
        shares = [0] * (crew.jobs + 1 if crew is not None and crew.is_ready else 1)
        if crew is not None:
            crew.begin()
    seeds = [derived_seed(seed, number) for number in range(len(shares))]
    if crew is None or len(shares) == 1:
        return reduce(add, [tree_of(dealer, one, share, at_once, stop) for one, share in zip(seeds, shares, strict=True)])
    tasks = [
        task_of(match, dealer.seat, one, share, at_once, budget.seconds) for one, share in zip(seeds[1:], shares[1:], strict=True)
    ]
    first = SearchTree(dealer, seeds[0], at_once=at_once)
    others = crew.grow(tasks, stop, lambda: grow_tree(first, shares[0], 0, stop))
    if others is None:
        # Without workers it takes longer, but a budget of playouts gives the same result.
        others = [tree_of(dealer, one, share, at_once, stop) for one, share in zip(seeds[1:], shares[1:], strict=True)]
    return reduce(add, others, first.tally())


def games_at_once(match: Match, budget: Budget) -> int:
    """Return how many playouts to run at a new node.

    For a fixed number of playouts it is best to reach many nodes. For a fixed time, native code runs a few more at each for
    next to nothing.
    """
    return 1 if budget.playouts or match.program.playouts.native is None else AT_ONCE


def tree_of(dealer: Determinizer, seed: int, rounds: int, at_once: int, stop: Callable[[], bool]) -> RootStatistics:
    tree = SearchTree(dealer, seed, at_once=at_once)
    grow_tree(tree, rounds, 0, stop)
    return tree.tally()

"""Thinking within a budget: a position to decide comes in, a choice and how sure it is goes out.

Several trees grow from one position, each by chance of its own, and what they found is added. So they may grow in several
processes, and with so many playouts the choice is the same in however many.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

from attrs import frozen

from rulewright.interpreter.play.match import Match
from rulewright.interpreter.search import position
from rulewright.interpreter.search.crew import Crew, task_of
from rulewright.interpreter.search.dealing import Dealer
from rulewright.interpreter.search.mixed import ROUNDS, Known, mixed_of
from rulewright.interpreter.search.proving import best_options
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.tree import AT_ONCE, Tally, Tree, grown
from rulewright.interpreter.search.worth import Worth

USUAL_WORK = 60_000
"""Decisions in games played to their end: what is usually thought through. Even without native code it takes about a second."""
FEWEST_USUAL, MOST_USUAL = 100, 5000
USUAL_ROUNDS = 1500
"""A small game with secrets is thought through so often: once, in about a second."""
USUAL_SECONDS = 10.0
"""Only a very slow machine stops the usual thinking: else what comes of it would hang on the clock."""
TREES = 4
FAR_BEHIND = 0.5
"""Of what is chosen unseen: an option that was tried less often than so much of the one tried most is not chosen."""
SMALLEST_TREE = 4000
"""With fewer rounds than that for each, there are fewer trees."""
PROOF = 4
"""So many positions are looked at, for each game that is played in thought, to see whether it can be proved what is best."""
PROOF_SHARE = 0.25
"""Of a time to think, no more goes into that."""
MOST_POSITIONS = 1_000_000


@frozen(kw_only=True)
class Budget:
    """How long to think: so many games played to their end, or so many seconds, or as usual."""

    playouts: int = 0
    seconds: float = 0.0

    @property
    def rounds(self) -> int:
        """How many rounds a small game is thought through."""
        return USUAL_ROUNDS if self.playouts and self.seconds else self.playouts or ROUNDS

    def fit_for(self, match: Match) -> Budget:
        """The usual budget as one for a game: where games are long, few are played in a second, and so fewer are wanted."""
        if self.playouts or self.seconds:
            return self
        games = USUAL_WORK / max(Worth.of(match).reach, 1)
        return Budget(playouts=int(min(MOST_USUAL, max(FEWEST_USUAL, games))), seconds=USUAL_SECONDS)


@frozen
class Thought:
    """What came of thinking about a decision."""

    seat: int
    choice: int
    """The place of the option among those of the decision."""
    share: float
    """The share of the win that is expected after it."""
    sure: float
    """How much of the thinking went into that option: near 1 where no other is worth a thought."""
    proved: bool
    """Whether nobody can bring more about in this position, and the share is certain, however the other one plays."""
    playouts: int
    seconds: float


def think(match: Match, budget: Budget, seed: int, crew: Crew | None = None, stop: Callable[[], bool] = lambda: False) -> Thought:
    """Think about a match's decision for the seat that decides, with nothing but what it knows.

    NoDealError if no position can be drawn that agrees with it: then nothing can be thought through.
    """
    seat = position.seat_asked(match)
    if seat is None:
        raise ValueError("nobody is asked")
    began = time.monotonic()
    # So many games are played in thought that native code is worth while.
    match.program.playouts.advance()
    budget = budget.fit_for(match)

    # The usual thinking counts what it works itself: what else is done, on the machine or in other threads, is no matter.
    clock = time.thread_time if budget.playouts else time.monotonic
    until = clock() + budget.seconds

    def enough() -> bool:
        return stop() or bool(budget.seconds and clock() > until)

    known = mixed_of(match, budget.rounds, enough)
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
        return Thought(seat, best[0][0], best[1], 1.0, True, 0, time.monotonic() - began)
    dealer = Dealer(match, seat)
    tally = tally_of(match, dealer, budget, seed, crew, enough)
    if best is not None:
        # Which of the best promises most against somebody who errs is for the games that are played in thought to say.
        options, share = best
        choice = max(options, key=lambda place: (tally.visits[place], -place))
        return Thought(seat, choice, share, 1.0, True, tally.playouts, time.monotonic() - began)
    choice = often_chosen(tally, seed) if dealer.chooses_together else tally.best
    sure = tally.visits[choice] / max(sum(tally.visits), 1)
    return Thought(seat, choice, tally.share(choice), sure, False, tally.playouts, time.monotonic() - began)


def by_chance(match: Match, seat: int, known: Known, seed: int, began: float) -> Thought:
    """A choice where it is best to choose now this, now that."""
    total = sum(known.chosen)
    place = Random(seed).choices(range(len(known.chosen)), known.chosen)[0]
    choice = list(position.shown_places(match)).index(place)
    sure = known.chosen[place] / total
    return Thought(seat, choice, known.won / max(known.met, 1), sure, False, known.met, time.monotonic() - began)


def often_chosen(tally: Tally, seed: int) -> int:
    """One of the options that were chosen often, by chance: who chooses unseen should not be guessed."""
    most = max(tally.visits)
    weights = [visits if visits > FAR_BEHIND * most else 0 for visits in tally.visits]
    return Random(seed).choices(range(len(weights)), weights)[0]


def tally_of(match: Match, dealer: Dealer, budget: Budget, seed: int, crew: Crew | None, stop: Callable[[], bool]) -> Tally:
    """What all trees found."""
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
        return added([tree_of(dealer, one, share, at_once, stop) for one, share in zip(seeds, shares, strict=True)])
    tasks = [
        task_of(match, dealer.seat, one, share, at_once, budget.seconds) for one, share in zip(seeds[1:], shares[1:], strict=True)
    ]
    first = Tree(dealer, seeds[0], at_once=at_once)
    others = crew.grow(tasks, stop, lambda: grown(first, shares[0], 0, stop))
    if others is None:
        # Without them it takes longer; and what is thought in so many playouts is the same.
        others = [tree_of(dealer, one, share, at_once, stop) for one, share in zip(seeds[1:], shares[1:], strict=True)]
    return added([first.tally(), *others])


def games_at_once(match: Match, budget: Budget) -> int:
    """How many games to play to their end where something new is tried.

    Of so many in all it is best to come to many places. In so much time, native code plays some more there for next to nothing.
    """
    return 1 if budget.playouts or match.program.playouts.native is None else AT_ONCE


def tree_of(dealer: Dealer, seed: int, rounds: int, at_once: int, stop: Callable[[], bool]) -> Tally:
    """What one tree finds."""
    tree = Tree(dealer, seed, at_once=at_once)
    grown(tree, rounds, 0, stop)
    return tree.tally()


def added(tallies: Sequence[Tally]) -> Tally:
    """What several trees found."""
    total = tallies[0]
    for tally in tallies[1:]:
        total += tally
    return total

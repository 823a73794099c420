"""Search within a budget for the choice at a position, and say how certain it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from attrs import frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.alpha_beta import Lookahead, is_open, look_ahead, searching
from rulewright.interpreter.search.determinization import Determinizer
from rulewright.interpreter.search.equilibrium import ROUNDS, SolvedInformationSet, mixed_strategy
from rulewright.interpreter.search.tree import RootStatistics, TreeSearch
from rulewright.interpreter.search.utility import Utility

USUAL_WORK = 1_000_000
"""The usual budget, in decisions of games played to their end. With native code this takes a good part of a second."""
A_ROUND = 20
"""Going down and back takes as long as so many decisions of a game at random."""
FEWEST_USUAL, MOST_USUAL = 100, 40_000
USUAL_ROUNDS = 1500
"""The usual number of rounds for a small game with hidden information, which take about a second, once."""
USUAL_SECONDS = 3.0
"""Only where there is no native code does the usual search end by this limit; otherwise its result would depend on the clock."""
FAR_BEHIND = 0.5
"""For unseen choices: an option that was tried less often than this share of the most-tried one is not chosen."""
NEARLY = 0.05
"""An option is nearly as good as another one if its share of the win is smaller by less than this."""
POSITIONS = 8
"""How many positions are looked at in a game without secrets, for each playout."""
PROOF_SHARE = 0.25
"""The part of a time budget that goes into proofs."""
MOST_POSITIONS = 1 << 40
TO_TELL_APART = 200
"""How many playouts tell options apart that are proved to be equally good."""
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
        games = self.part * USUAL_WORK / (Utility.of_match(match).reach + A_ROUND)
        return Budget(playouts=int(min(MOST_USUAL, max(FEWEST_USUAL, games))), seconds=USUAL_SECONDS)


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
    match: Match, budget: Budget, seed: int, cores: int = 1, stop: Callable[[], bool] = lambda: False, *, compares: bool = False
) -> SearchResult:
    """Search a match's decision for the seat that decides, using only what it knows.

    With a budget of playouts, the result does not depend on the number of cores. `compares`: a figure for each option is wanted,
    so that nothing is solved. Raise NoDealError if no position can be drawn that agrees with what the seat knows.
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
    best = ahead_of(match, seat, budget, clock, enough) if is_open(match) and not compares else None
    if best is not None and len(best[1]) == 1:
        return SearchResult(seat, best[1][0], best[2], 1.0, best[0].proved, 0, time.monotonic() - began)
    dealer = Determinizer(match, seat)
    rounds = budget.playouts if best is None else TO_TELL_APART
    search = TreeSearch.begin(dealer, seed, rounds)
    search.run(rounds, cores, enough)
    tally = search.tree.tally()
    if best is not None:
        # Playouts decide which of the best options is the most promising against an opponent who makes mistakes.
        _, options, share = best
        choice = max(options, key=lambda place: (tally.visits[place], -place))
        return SearchResult(seat, choice, share, 1.0, True, tally.playouts, time.monotonic() - began)
    choice = often_chosen(tally, seed) if dealer.chooses_together else tally.best
    sure = tally.visits[choice] / max(sum(tally.visits), 1)
    seconds = time.monotonic() - began
    return SearchResult(seat, choice, tally.share(choice), sure, False, tally.playouts, seconds, runner_up(tally, choice), tally)


def ahead_of(
    match: Match, seat: int, budget: Budget, clock: Callable[[], float], enough: Callable[[], bool]
) -> tuple[Lookahead, list[int], float] | None:
    """Look ahead where both players see everything: return the best option, all that are as good, and their share of the win.

    If the rulebook says how well both are doing, this is all of the search. Otherwise it is only worth while if something is
    proved, and None is returned if nothing is.
    """
    worth, search = Utility.of_match(match), searching(match, seat)
    positions = POSITIONS * budget.playouts or MOST_POSITIONS
    until = clock() + budget.seconds * (1.0 if budget.playouts or worth.foresees else PROOF_SHARE)
    best = look_ahead(search, positions, lambda: enough() or bool(budget.seconds and clock() > until))
    if best is None or not (best.proved or worth.foresees):
        return None
    if best.proved:
        return best, search.as_good(best, positions), best.share
    outlooks = game_state.outlook(match) or (0, 0)
    return best, [best.option], worth.share_of_lead(best.value - (outlooks[seat] - outlooks[1 - seat]))


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

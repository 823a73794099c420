"""Count for `rulewright explore` in native code, if Python alone is not done at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rulewright.cli.commands.explore_results import ExploreResults
    from rulewright.interpreter import Match
    from rulewright.interpreter.search.explore import Exploration
    from rulewright.interpreter.search.native_walk import WalkCounts

SOON = 0.3
"""Seconds of a walk in Python after which native code is worth compiling."""
TOO_SLOW = "slow"


@define
class WalkInterrupt:
    """Stop a walk in Python when the user's patience ends, or once when native code would be faster."""

    enough: Callable[[], str]
    _soon: float = field(init=False)
    _warned: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._soon = time.monotonic() + SOON

    def __call__(self) -> str:
        """Return the reason to stop, or nothing."""
        reason = self.enough()
        if not reason and not self._warned and time.monotonic() > self._soon:
            self._warned = True
            return TOO_SLOW
        return reason


def native_counts(exploration: Exploration, jobs: int, enough: Callable[[], str]) -> ExploreResults | None:
    """Return the counts of native code, by ply if there is a depth; None if Python must continue.

    If a position can come again, or the rules reach a limit, Python finds the way to it.
    """
    from rulewright.interpreter.search.native_walk import count_tree, perft

    start, depth, limit = exploration.start, exploration.depth, exploration.limit
    tally = count_tree(start, limit, enough, jobs) if depth is None else perft(start, depth, limit, enough, jobs)
    return None if tally is None or tally.endless else shown_counts(tally, start, depth, listening=exploration.listening)


def shown_counts(tally: WalkCounts, start: Match, depth: int | None, *, listening: bool) -> ExploreResults:
    """Return the counts in the form that is shown."""
    from rulewright.cli.commands.explore_results import ExploreResults
    from rulewright.interpreter.search.explore import Counts

    stopped = {tally.stopped} - {""}
    if depth is not None and any(ply.paths > ply.endings for ply in tally.plies[depth:]):
        stopped.add("depth")
    counts = Counts(
        decisions=tally.decisions,
        endings=tally.endings,
        positions=tally.positions,
        # With no secrets, a player to move knows the whole path, so each path is an information state.
        information_states=tally.decisions if listening else None,
        complete=not stopped,
    )
    return ExploreResults(
        counts=counts,
        shortest=tally.shortest,
        longest=tally.longest,
        stopped=sorted(stopped),
        names=[start.player_name(seat) for seat in range(start.players)],
        plies=None if depth is None else tally.plies,
        listening=listening,
    )

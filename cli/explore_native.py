"""Counts of `rulewright explore` that native code makes, where there is any and more is wanted than Python has found at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rulewright.cli.explored import Found
    from rulewright.interpreter import Match
    from rulewright.interpreter.native.walking import Tally
    from rulewright.interpreter.search.explore import Exploration

SOON = 0.3
"""Seconds after which a walk in Python is long enough to have native code made for it."""
TOO_SLOW = "slow"


@define
class Hurry:
    """When a walk in Python should stop: when somebody has had enough, and once when native code would be quicker."""

    enough: Callable[[], str]
    _soon: float = field(init=False)
    _warned: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._soon = time.monotonic() + SOON

    def __call__(self) -> str:
        """Why to stop, if so."""
        reason = self.enough()
        if not reason and not self._warned and time.monotonic() > self._soon:
            self._warned = True
            return TOO_SLOW
        return reason


def native_counts(exploration: Exploration, jobs: int, enough: Callable[[], str]) -> Found | None:
    """What native code counts of a game, ply by ply if there is a depth; None if Python has to go on.

    Where a position can come again or the rules come to a limit, Python shows the way there.
    """
    from rulewright.interpreter.native.walking import counted, perft

    start, depth, limit = exploration.start, exploration.depth, exploration.limit
    tally = counted(start, limit, enough, jobs) if depth is None else perft(start, depth, limit, enough, jobs)
    return None if tally is None or tally.endless else found(tally, start, depth, listening=exploration.listening)


def found(tally: Tally, start: Match, depth: int | None, *, listening: bool) -> Found:
    """What was counted, to be shown."""
    from rulewright.cli.explored import Found
    from rulewright.interpreter.search.explore import Counts

    stopped = {tally.stopped} - {""}
    if depth is not None and any(ply.paths > ply.endings for ply in tally.plies[depth:]):
        stopped.add("depth")
    counts = Counts(
        decisions=tally.decisions,
        endings=tally.endings,
        positions=tally.positions,
        # Where everybody sees everything, whoever decides knows the whole way there, and two ways are two things to know.
        information_states=tally.decisions if listening else None,
        complete=not stopped,
    )
    return Found(
        counts=counts,
        shortest=tally.shortest,
        longest=tally.longest,
        stopped=sorted(stopped),
        names=[start.player_name(seat) for seat in range(start.players)],
        plies=None if depth is None else tally.plies,
        listening=listening,
    )


__all__ = ["TOO_SLOW", "Hurry", "native_counts"]

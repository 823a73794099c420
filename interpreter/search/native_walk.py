"""Count in native code what may follow a position: ply by ply, or as a whole.

The counts are those of `search/path_counts.py`, but without a graph, so a remembered position takes less than 100 bytes. The
walk runs in slices (walk.c), and between them the caller can interrupt it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.native.library import NUMBER, POINTER, WORD
from rulewright.interpreter.search.path_counts import PlyCounts
from rulewright.interpreter.search.state_graph import never_stop

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.native.library import NativeLibrary, NativePosition

SHAPES: dict[str, tuple[Any, ...]] = {
    "walk_begin": (POINTER, NUMBER, NUMBER, NUMBER, POINTER),
    "walk_allow": (POINTER, NUMBER),
    "walk_work": (POINTER, NUMBER),
    "walk_tidy": (POINTER,),
    "walk_next": (POINTER,),
    "walk_counts": (POINTER, POINTER, POINTER),
    "walk_end": (POINTER,),
}
ANSWERS = {"walk_begin": POINTER, "walk_tidy": NUMBER, "walk_next": NUMBER}
AT_WORK, FINISHED, FULL, COMES_AGAIN, ODD = range(5)
"""The states of a walk, as in records.c."""
ASKS_CHANCE, ASKS_WORDS = 1, 2
FIRST_SLICE = 1 << 10
SHORTEST_SLICE, LONGEST_SLICE = 0.04, 0.1
"""How many seconds a worker's call should take; the first one makes FIRST_SLICE steps."""
LARGEST_SLICE = 1 << 20
"""How many steps all workers make between two checks of the memory: some forty megabytes of it."""


@frozen(kw_only=True)
class WalkCounts:
    """The counts."""

    plies: tuple[PlyCounts, ...] = ()
    """In a perft: the figures after 0, 1, 2 and more choices."""
    decisions: int
    """Distinct paths to a decision of a player."""
    endings: int
    """Distinct paths to an end."""
    positions: int
    """Distinct positions in which a player decides or the game is over."""
    shortest: int | None = None
    """The fewest choices of players to an end; None in a perft, or if no end was found."""
    longest: int | None = None
    """The most choices of players to an end."""
    endless: bool = False
    """Whether a position can come again; then nothing else is known."""
    stopped: str = ""
    """Why not everything was counted: `limit`, or the reason of a caller who had enough."""
    steps: int
    """How many moves were made."""
    memory: int
    """How many bytes the remembered positions take."""


@define
class Walker:
    """A walk in native code, and its workers."""

    library: NativeLibrary
    address: int
    enough: Callable[[], str]
    """Asked now and then: returns the reason why the walk should stop, or nothing."""
    jobs: int
    pool: ThreadPoolExecutor | None
    call: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.call = self.library.functions(SHAPES, ANSWERS)

    def go_on(self) -> tuple[int, str]:
        """Work until there is something to report: the state of the walk, and why it was stopped."""
        steps = FIRST_SLICE
        while True:
            start = perf_counter()
            self.call.walk_allow(self.address, steps * self.jobs)
            if self.pool is None:
                self.call.walk_work(self.address, 0)
            else:
                # Each worker is in native code, where Python's lock is free.
                list(self.pool.map(lambda which: self.call.walk_work(self.address, which), range(self.jobs)))
            stands, taken = int(self.call.walk_tidy(self.address)), perf_counter() - start
            steps = steps * 2 if taken < SHORTEST_SLICE else steps // 2 + 1 if taken > LONGEST_SLICE else steps
            steps = min(steps, LARGEST_SLICE // self.jobs)
            if stands != AT_WORK:
                return stands, "limit" if stands == FULL else ""
            reason = self.enough()
            if reason:
                return stands, reason

    def tally(self) -> WalkCounts:
        """Return the counts so far; in a perft, those at the last ply."""
        counts, numbers = (WORD * 6)(), (NUMBER * 5)()
        self.call.walk_counts(self.address, counts, numbers)
        ways, decisions, endings = (counts[i] | counts[i + 1] << 64 for i in (0, 2, 4))
        positions, steps, shortest, longest, memory = numbers
        return WalkCounts(
            plies=(PlyCounts(ways, decisions, endings),),
            decisions=decisions,
            endings=endings,
            positions=positions,
            shortest=None if shortest < 0 else shortest,
            longest=None if longest < 0 else longest,
            steps=steps,
            memory=memory,
        )


def first_position(start: Match, enough: Callable[[], str]) -> tuple[NativePosition, Any] | None:
    """Return a position in flat memory, and the kinds of questions, or None if there is no native code for it in time."""
    from rulewright.interpreter.native.flat_memory import UnfitPosition

    if not start.program.playouts.make_native(enough=enough):
        return None
    native = start.program.playouts.native
    assert native is not None
    try:
        position = native.position(start.position)
    except UnfitPosition:
        return None
    asked = {number: part.asked.kind for number, part in native.flat.description.questions.items()}
    kinds = (ctypes.c_uint8 * (max(asked, default=0) + 1))()
    for number, kind in asked.items():
        kinds[number] = ASKS_CHANCE if kind in ("chance", "die") else ASKS_WORDS if kind == "text" else 0
    return position, kinds


@contextmanager
def walker(start: Match, plies: int, limit: int, enough: Callable[[], str], jobs: int) -> Iterator[Walker | None]:
    """Provide a walk that is beginning, or None if Python has to do it."""
    first = first_position(start, enough)
    if first is None:
        yield None
        return
    position, kinds = first
    call = position.library.functions(SHAPES, ANSWERS)
    address = call.walk_begin(position.address, plies, limit, jobs, kinds)
    if not address:
        yield None
        return
    try:
        if jobs == 1:
            yield Walker(position.library, address, enough, jobs, None)
        else:
            # At the end the pool waits until all workers are done.
            with ThreadPoolExecutor(jobs) as pool:
                yield Walker(position.library, address, enough, jobs, pool)
    finally:
        call.walk_end(address)


def count_tree(start: Match, limit: int, enough: Callable[[], str] = never_stop, jobs: int = 1) -> WalkCounts | None:
    """Count everything that can happen; return None if Python has to do it."""
    from attrs import evolve

    with walker(start, -1, limit, enough, jobs) as walk:
        if walk is None:
            return None
        stands, reason = walk.go_on()
        if stands == ODD:
            return None
        return evolve(walk.tally(), plies=(), endless=stands == COMES_AGAIN, stopped=reason)


def perft(start: Match, depth: int, limit: int, enough: Callable[[], str] = never_stop, jobs: int = 1) -> WalkCounts | None:
    """Count what there is after 0 to `depth` choices; return None if Python has to do it."""
    from attrs import evolve

    with walker(start, depth, limit, enough, jobs) as walk:
        if walk is None:
            return None
        tally, reason = walk.tally(), ""
        plies = [PlyCounts(1, int(not start.over and not start.asks_chance), int(start.over))]
        more = depth > 0 and not start.over
        while more and not reason:
            stands, reason = walk.go_on()
            if stands == ODD:
                return None
            tally = walk.tally()
            plies += tally.plies
            # A ply that was cut short stays as it is.
            more = not reason and bool(walk.call.walk_next(walk.address))
        decisions, endings = sum(ply.decisions for ply in plies), sum(ply.endings for ply in plies)
        return evolve(tally, plies=tuple(plies), decisions=decisions, endings=endings, stopped=reason)


__all__ = ["WalkCounts", "count_tree", "perft"]

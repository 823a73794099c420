"""Let the program choose for its seats in a hosted game, in the background.

Players who choose together think at the same time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from attrs import define, field

from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.remote.simultaneous import at_turn
from rulewright.cli.remote.table_state import TableState
from rulewright.interpreter import PlayError
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.saved import Given
from rulewright.interpreter.search.own_player import OwnPlayer
from rulewright.interpreter.search.players import Player, SearchPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

Thought = TypeVar("Thought")
_MOST_STEPS = 20_000
"""After this many decisions a game without people is stopped, so that it cannot run for ever."""


@define
class Bots:
    hosted: HostedGame
    pace: float
    """Seconds that each choice must take, so that people can follow."""
    change: Callable[[Callable[[], TableState]], Awaitable[None]]
    """Changes the table."""
    _players: dict[tuple[int, str], Player] = field(factory=dict)
    _slowest: dict[int, float] = field(factory=dict)
    """The longest time that each seat has thought. A seat without a choice takes as long, so that nobody notices."""
    _tasks: dict[int, asyncio.Task[None]] = field(factory=dict)
    _thinking: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(os.cpu_count()))
    """Threads of our own, so that quick choices do not wait for slow ones."""
    _closed: bool = False

    def look(self) -> None:
        """Start to think for all seats that may choose and are not thinking yet."""
        for seat in self.hosted.choosers:
            if seat not in self._tasks and self._is_asked(seat):
                self._tasks[seat] = asyncio.get_running_loop().create_task(self._play(seat))

    def forget(self) -> None:
        """Seat the players of the program anew, for another game."""
        self._players.clear()

    def close(self) -> None:
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        self._thinking.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[], Thought]) -> Thought:
        """Do slow work in the background."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, work)

    def _is_asked(self, seat: int) -> bool:
        """Return whether the program must choose for a seat."""
        hosted = self.hosted
        if self._closed or hosted.plays(seat) or seat not in hosted.choosers:
            return False
        return hosted.match.steps <= _MOST_STEPS or any(map(hosted.plays, range(hosted.match.players)))

    async def _play(self, seat: int) -> None:
        try:
            while self._is_asked(seat):
                try:
                    await self._choose(seat)
                except (PlayError, RequestRefused) as error:
                    self.hosted.stop(error)
        finally:
            del self._tasks[seat]

    async def _choose(self, seat: int) -> None:
        hosted, now, kind = self.hosted, self.hosted.now, self.hosted.beside.kinds[seat]
        number, began = now.number(seat), time.monotonic()

        def stale() -> bool:
            return not self._is_asked(seat) or hosted.now.number(seat) != number or hosted.beside.kinds[seat] != kind

        one = self._players.setdefault((seat, kind), player(kind, derived_seed(now.match.seed, seat)))
        if isinstance(one, SearchPlayer):
            one.stop = stale
        given, is_private = await self.think(lambda: thought(one, now, seat))
        if isinstance(one, OwnPlayer) and (failure := one.news()):
            hosted.problems.append(failure)
        took = time.monotonic() - began
        slowest = self._slowest[seat] = max(took, self._slowest.get(seat, 0.0))
        await asyncio.sleep(max(self.pace, slowest if is_private else 0.0) - took)

        def answered() -> TableState:
            return hosted.now if stale() else hosted.carried_out(lambda: hosted.now.answered(seat, given, lasting=False))

        await self.change(answered)


def thought(one: Player, now: TableState, seat: int) -> tuple[Given, bool]:
    """Return what a computer player chooses, and whether the other players may not know that it had a choice."""
    match = at_turn(now.match, seat, now.ahead.get(seat, ()))
    # If its turn never comes like that, the question alone has to do.
    match = now.choosers[seat].copy() if match is None else match
    decision = match.decision
    assert decision is not None
    given = choice_log.answer_of_key(decision, choice_log.key_of(decision, one.choose(match)))
    assert given is not None
    return given, decision.private

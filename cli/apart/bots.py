"""A hosted game comes in; whenever the program is to choose for a seat, its choice goes out, thought of beside all else.

Those who choose together think at the same time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from attrs import define, field

from rulewright.cli.apart.at_once import at_turn
from rulewright.cli.apart.hosted import HostedGame
from rulewright.cli.apart.messages import Refused
from rulewright.cli.apart.standing import Standing
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.search.players import Player, SearchPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

Thought = TypeVar("Thought")
_MOST_STEPS = 20_000
"""After how many decisions a game is left that the program alone plays, so that one without an end does not run for ever."""


@define
class Bots:
    """Those who are not people."""

    hosted: HostedGame
    pace: float
    """Seconds that each choice takes at the least, so that people can follow."""
    change: Callable[[Callable[[], Standing]], Awaitable[None]]
    """What lets the table stand otherwise."""
    _players: dict[tuple[int, str], Player] = field(factory=dict)
    _slowest: dict[int, float] = field(factory=dict)
    """How long each seat has thought at the longest: where it has nothing to think about, nobody may notice."""
    _tasks: dict[int, asyncio.Task[None]] = field(factory=dict)
    _thinking: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(os.cpu_count()))
    """Threads of their own: who only chooses does not wait until others have thought."""
    _closed: bool = False

    def look(self) -> None:
        """Let all begin to think who may choose and do not think already."""
        for seat in self.hosted.choosers:
            if seat not in self._tasks and self._is_asked(seat):
                self._tasks[seat] = asyncio.get_running_loop().create_task(self._play(seat))

    def close(self) -> None:
        """Do not think any more."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        self._thinking.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[], Thought]) -> Thought:
        """Do something that takes long, beside all else."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, work)

    def _is_asked(self, seat: int) -> bool:
        """Whether the program is to choose for a seat."""
        hosted = self.hosted
        if self._closed or hosted.plays(seat) or seat not in hosted.choosers:
            return False
        return hosted.match.steps <= _MOST_STEPS or any(map(hosted.plays, range(hosted.match.players)))

    async def _play(self, seat: int) -> None:
        try:
            while self._is_asked(seat):
                try:
                    await self._choose(seat)
                except (PlayError, Refused) as error:
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
        took = time.monotonic() - began
        slowest = self._slowest[seat] = max(took, self._slowest.get(seat, 0.0))
        await asyncio.sleep(max(self.pace, slowest if is_private else 0.0) - took)

        def answered() -> Standing:
            return hosted.now if stale() else hosted.carried_out(lambda: hosted.now.answered(seat, given, lasting=False))

        await self.change(answered)


def thought(one: Player, now: Standing, seat: int) -> tuple[choices.Given, bool]:
    """What a player of the program chooses for a seat, and whether nobody else may know that it had a choice."""
    match = at_turn(now.match, seat, now.ahead.get(seat, ()))
    # Where it does not come to their turn like that, the question alone has to do.
    match = now.choosers[seat].copy() if match is None else match
    decision = match.decision
    assert decision is not None
    given = choices.given_by(decision, choices.key_of(decision, one.choose(match)))
    assert given is not None
    return given, decision.private

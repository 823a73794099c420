"""A hosted game comes in; whenever the program is to choose for a seat, its choice goes out, thought of beside all else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from attrs import define, field

from rulewright.cli.apart.at_once import given_by
from rulewright.cli.apart.hosted import HostedGame
from rulewright.cli.apart.messages import Refused
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.search.players import Player, SearchPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

_MOST_STEPS = 20_000
"""After how many decisions a game is left that the program alone plays, so that one without an end does not run for ever."""


@define
class Bots:
    """Those who are not people."""

    hosted: HostedGame
    pace: float
    """Seconds that each choice takes at the least, so that people can follow."""
    changed: Callable[[], None]
    """Called after each choice."""
    _players: dict[tuple[int, str], Player] = field(factory=dict)
    _slowest: dict[int, float] = field(factory=dict)
    """How long each seat has thought at the longest: where it has nothing to think about, nobody may notice."""
    _task: asyncio.Task[None] | None = None
    _closed: bool = False

    def look(self) -> None:
        """Begin to think, if one of them is to choose and does not think already."""
        if self._task is None and self._seat() is not None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def close(self) -> None:
        """Do not think any more."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    def _seat(self) -> int | None:
        """Whose turn it is, if it is the program's."""
        decision = self.hosted.match.decision
        if decision is None or decision.seat is None or self.hosted.trouble is not None:
            return None
        return None if self.hosted.plays(decision.seat) else decision.seat

    async def _play(self) -> None:
        try:
            while (seat := self._seat()) is not None:
                if self.hosted.match.steps > _MOST_STEPS and not any(
                    map(self.hosted.plays, range(self.hosted.match.players))
                ):
                    return
                try:
                    await self._choose(seat)
                except (PlayError, Refused) as error:
                    self._stop(error)
                self.changed()
        finally:
            self._task = None

    def _stop(self, error: PlayError | Refused) -> None:
        """Nobody can choose anything else in the place of the program."""
        hosted = self.hosted
        plain = Diagnostic("unfinished", "a player of the program could not choose", None)
        hosted.trouble = error.diagnostic if isinstance(error, PlayError) else plain
        hosted.problems.append(hosted.trouble)
        hosted.settle()

    async def _choose(self, seat: int) -> None:
        hosted, match = self.hosted, self.hosted.match
        kind = hosted.beside.kinds[seat]
        began = time.monotonic()

        def stale() -> bool:
            return self._closed or hosted.match is not match or hosted.beside.kinds[seat] != kind

        one = self._players.setdefault((seat, kind), player(kind, derived_seed(match.seed, seat)))
        if isinstance(one, SearchPlayer):
            one.stop = stale
        choice = await asyncio.to_thread(one.choose, match.copy())
        decision = match.decision
        assert decision is not None
        took = time.monotonic() - began
        slowest = self._slowest[seat] = max(took, self._slowest.get(seat, 0.0))
        await asyncio.sleep(max(self.pace, slowest if decision.private else 0.0) - took)
        if not stale():
            given = given_by(decision, choices.key_of(decision, choice))
            assert given is not None
            hosted.give(seat, given, lasting=False)

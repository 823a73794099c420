"""Play a range of a plan's games, one by one or in columns that native code fills."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from rulewright.interpreter.measure.figures import PlayedGame, StoppedGame
from rulewright.interpreter.measure.observers import (
    GameWatcher,
    SeatedPlayers,
    WatchedGame,
    WatchFigures,
    plan_chooser,
    watch_game,
)
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.position.results import Result
from rulewright.interpreter.search.game_state import cached_fact

if TYPE_CHECKING:
    from rulewright.interpreter.games.game import Game
    from rulewright.interpreter.native.library import PlayoutColumns
    from rulewright.interpreter.native.native_game import NativeGame

LONGEST_STOP = 4.0
"""How many seconds of computing a share with a stopped game may take before its other games are left out."""


class GameChunk(Protocol):
    """Consecutive games."""

    def __len__(self) -> int: ...

    def game(self, place: int) -> PlayedGame:
        """Return one of the games."""


@frozen
class PythonChunk:
    """Games that were played in Python."""

    games: Sequence[PlayedGame]

    def __len__(self) -> int:
        return len(self.games)

    def game(self, place: int) -> PlayedGame:
        return self.games[place]


@frozen
class NativeChunk:
    """Games that were played in native code; those out of the ordinary were played again in Python."""

    native: NativeGame
    ended: PlayoutColumns
    count: int
    unusual: dict[int, PlayedGame]

    def __len__(self) -> int:
        return self.count

    def game(self, place: int) -> PlayedGame:
        from rulewright.interpreter.native.native_game import outcome

        if place in self.unusual:
            return self.unusual[place]
        players = self.native.library.players
        found = outcome(self.ended, place, players)
        assert found is not None
        winners, (decisions, scores) = found
        return PlayedGame(winners or (), scores or None, decisions, winners is not None)


def in_bulk(plan: Plan, game: Game) -> bool:
    """Return whether only the results of games are of interest at their end."""
    return plan.at_random and not game.program(plan.players).teams_vary


def is_native(plan: Plan, game: Game) -> bool:
    """Return whether native code plays them now."""
    return in_bulk(plan, game) and game.program(plan.players).playouts.native is not None


def play_chunk(plan: Plan, game: Game, first: int, count: int, began: float, found: WatchFigures | None = None) -> GameChunk:
    """Play `count` games from number `first` on, but fewer if stopped games take too long.

    `began` is when the share began, by this thread's processor clock. Where somebody thinks, `found` collects what is
    watched.
    """
    native = game.program(plan.players).playouts.native if in_bulk(plan, game) else None
    if native is None:
        rows: list[PlayedGame] = []
        for number in range(first, first + count):
            rows.append(play_one(plan, game, number, found))
            if rows[-1].stop is not None and is_too_long(began):
                break
        return PythonChunk(rows)
    seed = plan.seed_of(first)
    ended = native.playouts(range(seed, seed + count))
    unusual: dict[int, PlayedGame] = {}
    for place in native.unusual(ended):
        unusual[place] = play_one(plan, game, first + place, again=True)
        if unusual[place].stop is not None and is_too_long(began):
            return NativeChunk(native, ended, place + 1, unusual)
    return NativeChunk(native, ended, count, unusual)


def is_too_long(began: float) -> bool:
    """Return whether stopped games have taken so much time that no more should be played."""
    return thread_time() - began > LONGEST_STOP


def play_one(plan: Plan, game: Game, number: int, found: WatchFigures | None = None, *, again: bool = False) -> PlayedGame:
    """Play one game; `again` plays one in Python that native code could not."""
    from rulewright.interpreter.position.errors import PlayError

    seed = plan.seed_of(number)
    try:
        if in_bulk(plan, game):
            result = game.playout(plan.players, seed, again=again)
            return PlayedGame(result.winners, result.scores, result.decisions, result.finished)
        return by_players(plan, game, number, found)
    except PlayError as error:
        return PlayedGame((), None, 0, finished=False, stop=StoppedGame(number, seed, error.diagnostic))


def by_players(plan: Plan, game: Game, number: int, found: WatchFigures | None) -> PlayedGame:
    """Play a game in which somebody thinks, or after which the teams matter."""
    match = game.start(plan.players, plan.seed_of(number))
    watched = None
    if found is not None:
        # The rules are analysed once, and not for each game.
        watched = WatchedGame(cached_fact(match.program, GameWatcher, lambda: GameWatcher(game, match.players)), match, found)
    chooser = plan_chooser(plan, number)
    watch_game(match, chooser, watched)
    seated = chooser if isinstance(chooser, SeatedPlayers) else SeatedPlayers((), (), [])
    teams = match.program.teams(match.position) if match.program.teams_vary else ()
    result = match.result
    if result is None:
        result = Result((), None, match.steps, finished=False)
    return PlayedGame(
        result.winners,
        result.scores,
        result.decisions,
        result.finished,
        teams,
        thinking=seated.thinking,
        failures=seated.failures(number, match.seed),
        repeated=seated.repeated(number, match.seed),
    )

"""Play one game between a player of ours and an opponent of another kind, and count the processor time of both."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from attrs import field, frozen

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.search.players import player
from rulewright.interpreter.search.seeds import derived_seed

GAMES = Path(__file__).parents[2] / "tests" / "games"
MOST_DECISIONS = 3000
"""A longer game has no winner."""


class UnequalRules(Exception):
    """Raised if an opponent does not have the options that the rulebook has."""


class Opponent:
    """A player of another kind. It plays all seats that are not ours, and hears of every choice.

    It is shown a match that also asks when there is nothing to choose, so it can follow move by move.
    """

    def look(self, match: Match) -> None:
        """Look at a decision of any seat, before anything is chosen."""

    def choose(self, match: Match, seconds: float) -> int | str:
        """Return an option's index or key. It may think for about so many seconds of processor time."""
        raise NotImplementedError

    def heard(self, seat: int, key: str) -> None:
        """Learn what a seat has chosen."""

    def over(self) -> bool:
        """Return whether the game is a draw by rules that only the opponent has."""
        return False

    def figures(self) -> dict[str, float]:
        """Return other things that the opponent has measured."""
        return {}

    def processor(self) -> float:
        """Return how many seconds of processor time the opponent has used."""
        return 0.0

    def close(self) -> None:
        """End what was started."""


@frozen
class Told:
    """The facts that an opponent is told before a game."""

    reference: str
    match: Match
    """The match that it is shown."""
    plain: Match
    """A match in step with it, which goes on by itself when there is nothing to choose."""
    seed: int
    seats: tuple[int, ...]
    """Our seats."""
    name: str
    """The name of our player."""


@frozen
class Played:
    """A game that was played, or another unit of what a row measures."""

    row: str
    name: str
    number: int
    share: float | None = None
    """Our share of the win, a draw being a half; None if nobody could win."""
    processor: tuple[float, float] = (0.0, 0.0)
    """Seconds of processor time, ours and theirs."""
    moves: tuple[int, int] = (0, 0)
    """Choices among several options, ours and theirs."""
    figures: Mapping[str, float] = field(factory=dict)
    """Other things that were measured, by their titles."""


def nothing_else(_match: Match, _seats: Sequence[int]) -> dict[str, float]:
    """Measure nothing at the end of a game but who has won."""
    return {}


@frozen(kw_only=True)
class Contest:
    """A game, with how an opponent is made for it."""

    reference: str
    opponent: Callable[[Told], Opponent]
    players: int = 2
    options: Mapping[str, int | str] = field(factory=dict)
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats that we may have, if they are partners; otherwise any half of them."""
    swapped: bool = True
    """Whether each game is played again with the seats exchanged."""
    figures: Callable[[Match, Sequence[int]], dict[str, float]] = nothing_else
    """Measures other things at the end of a game, for our seats."""

    def play(self, row: str, name: str, number: int) -> Played:
        """Play a game of a player of ours. Two games in turn have the same chance, with the seats exchanged."""
        seed, again = divmod(number, 2) if self.swapped else (number, 0)
        game = game_of(self.reference, tuple(self.options.items()))
        seats = seats_of(self.players, seed, again, self.sides)
        game.program(self.players).playouts.make_native()
        match, shown = game.start(self.players, seed), game.start(self.players, seed, forced="ask")
        ours = {seat: player(name, derived_seed(seed, seat)) for seat in seats}
        theirs = self.opponent(Told(self.reference, shown, match, seed, seats, name))
        spent, moves = 0.0, [0, 0]
        try:
            while shown.decision is not None and shown.steps < MOST_DECISIONS and not theirs.over():
                decision = shown.decision
                seat, mine, forced = decision.seat, decision.seat in ours, decision.forced
                assert seat is not None
                theirs.look(shown)
                choice: int | str = 0
                if mine and not forced:
                    began = time.process_time()
                    choice = ours[seat].choose(match)
                    spent += time.process_time() - began
                elif not forced:
                    mean = spent / moves[0] if moves[0] else seconds_of(name)
                    left = mean * (moves[1] + 1) - theirs.processor()
                    choice = theirs.choose(shown, max(left, mean / 4))
                if isinstance(choice, int) and decision.kind == "one":
                    choice = decision.options[choice].key
                shown.choose(choice)
                if not forced:
                    moves[not mine] += 1
                    match.choose(choice)
                theirs.heard(seat, str(choice))
            figures = self.figures(shown, seats) | theirs.figures()
            return Played(row, name, number, share_of(shown, seats), (spent, theirs.processor()), (moves[0], moves[1]), figures)
        finally:
            theirs.close()


@cache
def game_of(reference: str, options: tuple[tuple[str, int | str], ...] = ()) -> Game:
    """Return a bundled game, or one of the games of the tests."""
    path = GAMES / f"{reference}.rules"
    # Some of the tests' games have the names of bundled ones.
    return load(str(path) if path.exists() and reference not in bundled_games() else reference, options=dict(options))


def seats_of(players: int, seed: int, again: int, sides: Sequence[tuple[int, ...]] = ()) -> tuple[int, ...]:
    """Return our seats: half of them, and the other half in the game after that."""
    halves = list(sides or combinations(range(players), players // 2))
    ours = halves[seed % len(halves)]
    return tuple(seat for seat in range(players) if seat not in ours) if again else ours


def share_of(match: Match, seats: Sequence[int]) -> float | None:
    """Return the share of the win of some seats; a game of two without a winner is a draw."""
    winners = match.result.winners if match.result is not None else ()
    if winners:
        return sum(seat in seats for seat in winners) / len(winners)
    return 0.5 if match.players == 2 else None


def seconds_of(name: str) -> float:
    """Return how long a player thinks by its name, for the first move of an opponent who gets as long as ours takes."""
    found = re.search(r":([0-9.]+)s$", name)
    return float(found[1]) if found else 0.2

"""Play games between players by name, several at a time in processes, and compute shares of the win with intervals.

A file can keep the games, a line for each as soon as it is over. So hours of them can be interrupted anywhere and resumed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Game, Result, load
from rulewright.interpreter.search.players import SearchPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

GAMES = Path(__file__).parents[2] / "tests" / "games"
TWO_SIGMA = 1.96
MOST_DECISIONS = 5000
TELLING = 200
"""How many random games show who are partners."""


class Played(NamedTuple):
    """A game to be played, or one that was: who sat where, and the result."""

    reference: str
    names: tuple[str, ...]
    seat: int
    seed: int
    share: float = 0.0
    won_by_nobody: bool = False
    playouts: int = 0
    thoughts: int = 0

    @property
    def question(self) -> tuple[str, tuple[str, ...], int, int]:
        """The game to be played, without the result."""
        return self.reference, self.names, self.seat, self.seed


class Share(NamedTuple):
    """A share of the win, with the interval that contains the true one 95 times out of 100."""

    share: float
    least: float
    most: float


@cache
def game_of(reference: str) -> Game:
    """Return a bundled game or variant, or one of the games of the tests; after `+` a variant in its game's file."""
    name, *variants = reference.split("+")
    path = GAMES / f"{name}.rules"
    # Some of the tests' games have the names of bundled ones.
    return load(str(path) if path.exists() and name not in bundled_games() else name, tuple(variants))


def share_of(result: Result | None, seats: Sequence[int]) -> float:
    """Return the share of the win of some seats together."""
    winners = result.winners if result is not None else ()
    return sum(seat in seats for seat in winners) / len(winners) if winners else 0.0


@cache
def sides(reference: str, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the sides: seats that win the same games, however they choose. A seat that wins alone is a side alone."""
    game = game_of(reference)
    results = [game.playout(players, seed) for seed in range(TELLING)]
    won: dict[tuple[bool, ...], list[int]] = {}
    for seat in range(players):
        won.setdefault(tuple(seat in result.winners for result in results), []).append(seat)
    together = tuple(tuple(seats) for wins, seats in won.items() if any(wins))
    # If all win or lose together there is no opponent, and if nobody ever won, nothing is known.
    return together if len(together) > 1 else tuple((seat,) for seat in range(players))


def played(one: Played) -> Played:
    """Play a game to its end."""
    match = game_of(one.reference).start(len(one.names), one.seed)
    players = [player(name, derived_seed(one.seed, seat)) for seat, name in enumerate(one.names)]
    while match.decision is not None and match.steps < MOST_DECISIONS:
        assert match.decision.seat is not None
        match.choose(players[match.decision.seat].choose(match))
    who = players[one.seat]
    thoughts = who.thoughts if isinstance(who, SearchPlayer) else []
    return one._replace(
        share=share_of(match.result, [seat for seat, name in enumerate(one.names) if name == one.names[one.seat]]),
        won_by_nobody=match.result is not None and not match.result.winners,
        playouts=sum(thought.playouts for thought in thoughts),
        thoughts=len(thoughts),
    )


def table_of(reference: str, players: int, name: str, others: str, games: int) -> Iterator[Played]:
    """Yield games of one player, and its partners, against others; equally often in each seat."""
    for number in range(games):
        seat = number % players
        yield Played(reference, seated(reference, players, seat, name, others), seat, number)


def seated(reference: str, players: int, seat: int, name: str, others: str) -> tuple[str, ...]:
    """Return who sits where if a player has a seat, and those of its partners."""
    own = next(side for side in sides(reference, players) if seat in side)
    return tuple(name if one in own else others for one in range(players))


def all_played(games: Iterable[Played], jobs: int, file: Path | None) -> Iterator[Played]:
    """Play many games, except those in a file, to which all others are added."""
    before = kept(file)
    wanted = [one for one in games if one.question not in before]
    yield from before.values()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool, file.open("a") if file else nullcontext() as kept_in:
        for one in map(played, wanted) if jobs <= 1 else pool.map(played, wanted):
            if kept_in is not None:
                print(json.dumps(one), file=kept_in, flush=True)
            yield one


def kept(file: Path | None) -> dict[object, Played]:
    """Return the games in a file."""
    lines = file.read_text().splitlines() if file and file.exists() else []
    found = [Played(*json.loads(line)) for line in lines]
    return {one.question: one for one in (game._replace(names=tuple(game.names)) for game in found)}


def share(games: Sequence[Played]) -> Share:
    """Return the share of the win in some games, with Wilson's interval."""
    count = len(games)
    mean = sum(one.share for one in games) / count
    spread = TWO_SIGMA**2 / count
    middle = (mean + spread / 2) / (1 + spread)
    error = TWO_SIGMA * math.sqrt(mean * (1 - mean) / count + spread / (4 * count)) / (1 + spread)
    return Share(mean, middle - error, middle + error)


def share_of_others(games: Sequence[Played]) -> float:
    """Return the share of the win of each other side in the same games; it is less than the rest where nobody may win."""
    left = sum(1 - one.share for one in games if not one.won_by_nobody)
    return left / len(games) / (len(sides(games[0].reference, len(games[0].names))) - 1)

"""Collect the results of games in figures that can be added in any order.

All figures are whole numbers, and their size does not grow with the number of games. Native code adds up whole columns of
random games in the same way (native/figures.c).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter.measure.distribution import Distribution


@frozen
class StoppedGame:
    """A game that met a limit of the engine: its number, its seed, and what happened."""

    number: int
    seed: int
    diagnostic: Diagnostic


@frozen
class RepeatedPosition:
    """A position that came back again and again in a game."""

    number: int
    seed: int
    times: int
    asked: tuple[str, ...]
    """The questions that came back with it, in words."""


@define
class ThinkingTime:
    """How many choices a seat has made, and how long they took."""

    choices: int = 0
    seconds: float = 0.0

    def merge(self, other: ThinkingTime) -> None:
        self.choices += other.choices
        self.seconds += other.seconds


@frozen
class PlayedGame:
    """The result of one game."""

    winners: tuple[int, ...]
    scores: Sequence[int] | None
    decisions: int
    finished: bool
    teams: tuple[str, ...] = ()
    """The team of each seat at the end, if teams differ from game to game."""
    stop: StoppedGame | None = None
    thinking: Sequence[ThinkingTime] = field(default=(), eq=False)
    """How long each seat has thought, where somebody thinks."""
    failures: Mapping[str, StoppedGame] = field(factory=dict)
    """The first failure of each player from somebody's own file, by its name."""
    repeated: RepeatedPosition | None = None
    """The position that came back most often, where somebody thinks."""

    @property
    def margin(self) -> int | None:
        """The smallest difference in points between a winner and another player; None if that says nothing."""
        if self.scores is None or not self.winners:
            return None
        others = [score for seat, score in enumerate(self.scores) if seat not in self.winners]
        return min((abs(self.scores[seat] - other) for seat in self.winners for other in others), default=None)


@define(kw_only=True)
class Figures:
    """The results of some games."""

    players: int
    games: int = 0
    finished: int = 0
    decisions: int = 0
    """The decisions of all games, including unfinished ones."""
    winners: Counter[tuple[int, ...]] = field(factory=Counter)
    """How many finished games each set of seats has won, including the empty set."""
    teams: Counter[str] = field(factory=Counter)
    """Where teams differ from game to game: the wins of each."""
    length: Distribution = field(factory=Distribution)
    """The decisions of the finished games."""
    scores: list[Distribution] = field(factory=list)
    """By seat, for the finished games; empty if the game has no scores."""
    margin: Distribution = field(factory=Distribution)
    stops: Counter[str] = field(factory=Counter)
    """How many games met a limit of the engine, by its name; they are not finished."""
    first_stops: dict[str, StoppedGame] = field(factory=dict)
    """The first game of each kind."""
    thinking: list[ThinkingTime] = field(factory=list, eq=False)
    """How long each seat has thought; this varies from run to run."""
    failures: dict[str, StoppedGame] = field(factory=dict)
    """The first failure of each player from somebody's own file, by its name."""
    repeating: int = 0
    """In how many games a position came back again and again."""
    first_repeated: RepeatedPosition | None = None
    """That of the first of these games."""
    given_up: bool = False
    """Whether games were left out because stopped games take so long."""

    @property
    def stopped(self) -> int:
        """How many games met a limit of the engine."""
        return self.stops.total()

    @property
    def first_stop(self) -> StoppedGame | None:
        """The first of these games."""
        return min(self.first_stops.values(), key=lambda stop: stop.number, default=None)

    @property
    def wins(self) -> list[int]:
        """How many games each seat has won alone."""
        return [self.winners[seat,] for seat in range(self.players)]

    @property
    def shares(self) -> list[int]:
        """How many games each seat has won together with others."""
        together = [(seats, times) for seats, times in self.winners.items() if len(seats) > 1]
        return [sum(times for seats, times in together if seat in seats) for seat in range(self.players)]

    @property
    def shared(self) -> int:
        """How many games have several winners."""
        return sum(times for seats, times in self.winners.items() if len(seats) > 1)

    @property
    def nobody(self) -> int:
        """How many finished games have no winner."""
        return self.winners[()]

    def count(self, one: PlayedGame) -> None:
        """Add a game."""
        self.games += 1
        self.decisions += one.decisions
        self._thought(one.thinking, one.failures)
        self._repeated(one.repeated, int(one.repeated is not None))
        if one.stop is not None:
            self.stops[one.stop.diagnostic.name] += 1
            keep_first(self.first_stops, one.stop.diagnostic.name, one.stop)
        if not one.finished:
            return
        self.finished += 1
        self.winners[one.winners] += 1
        self.teams.update(dict.fromkeys(one.teams, 0))
        side = _side(one.winners, one.teams)
        if side is not None:
            self.teams[side] += 1
        self.length.add(one.decisions)
        if one.scores is not None:
            self.scores = self.scores or [Distribution() for _ in range(self.players)]
            for spread, score in zip(self.scores, one.scores, strict=True):
                spread.add(score)
        margin = one.margin
        if margin is not None:
            self.margin.add(margin)

    def merge(self, other: Figures) -> None:
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.winners.update(other.winners)
        self.teams.update(other.teams)
        self.length.merge(other.length)
        if other.scores:
            self.scores = self.scores or [Distribution() for _ in range(self.players)]
            for spread, more in zip(self.scores, other.scores, strict=True):
                spread.merge(more)
        self.margin.merge(other.margin)
        self.stops.update(other.stops)
        for name, stop in other.first_stops.items():
            keep_first(self.first_stops, name, stop)
        self._thought(other.thinking, other.failures)
        self._repeated(other.first_repeated, other.repeating)
        self.given_up |= other.given_up

    def by_team(self, teams: Sequence[str]) -> dict[str, int]:
        """Return how many games each team has won, through any of its seats; `teams` is by seat, if teams are fixed."""
        if not teams:
            return dict(sorted(self.teams.items()))
        won = dict.fromkeys(teams, 0)
        for winners, times in self.winners.items():
            side = _side(winners, teams)
            if side is not None:
                won[side] += times
        return won

    def _repeated(self, first: RepeatedPosition | None, games: int) -> None:
        """Add some games in which a position came back, the first of which is given."""
        self.repeating += games
        both = [one for one in (self.first_repeated, first) if one is not None]
        self.first_repeated = min(both, key=lambda one: one.number, default=None)

    def _thought(self, thinking: Sequence[ThinkingTime], failures: Mapping[str, StoppedGame]) -> None:
        """Add the times of all seats, and the failures of players."""
        if thinking:
            self.thinking = self.thinking or [ThinkingTime() for _ in thinking]
            for own, more in zip(self.thinking, thinking, strict=True):
                own.merge(more)
        for name, failure in failures.items():
            keep_first(self.failures, name, failure)


def keep_first(found: dict[str, StoppedGame], name: str, stop: StoppedGame) -> None:
    """Keep a game under a name, unless an earlier one is kept."""
    if name not in found or stop.number < found[name].number:
        found[name] = stop


def _side(winners: Sequence[int], teams: Sequence[str]) -> str | None:
    """Return the winning team, if all winners belong to one."""
    sides = {teams[seat] for seat in winners} if teams else set()
    return sides.pop() if len(sides) == 1 else None


def quantities(players: int) -> list[str]:
    """Return the quantities in which two games by one seed are compared: each is a number, or None."""
    seats = range(1, players + 1)
    return [
        *(f"wins seat {seat} alone" for seat in seats),
        "shared",
        "nobody",
        "length",
        "margin",
        *(f"score seat {seat}" for seat in seats),
    ]


def _quantities(one: PlayedGame, players: int) -> Iterator[int | None]:
    done = one.finished
    for seat in range(players):
        yield int(done and one.winners == (seat,))
    yield int(done and len(one.winners) > 1)
    yield int(done and not one.winners)
    yield one.decisions if done else None
    yield one.margin if done else None
    for seat in range(players):
        yield one.scores[seat] if done and one.scores is not None else None


@define
class PairedDifferences:
    """The differences between games by the same seeds: for each quantity (see `quantities`), the second less the first."""

    count: list[int]
    """In how many pairs both games have the quantity."""
    total: list[int]
    squares: list[int]

    @classmethod
    def none(cls, players: int) -> PairedDifferences:
        """Return the comparison of no games."""
        size = len(quantities(players))
        return cls([0] * size, [0] * size, [0] * size)

    def compare(self, one: PlayedGame, other: PlayedGame, players: int) -> None:
        """Add a pair."""
        for place, (first, second) in enumerate(zip(_quantities(one, players), _quantities(other, players), strict=True)):
            if first is not None and second is not None:
                self.count[place] += 1
                self.total[place] += second - first
                self.squares[place] += (second - first) ** 2

    def merge(self, other: PairedDifferences) -> None:
        for own, more in ((self.count, other.count), (self.total, other.total), (self.squares, other.squares)):
            own[:] = [one + another for one, another in zip(own, more, strict=True)]

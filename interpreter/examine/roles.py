"""Measure how often players win who have made a certain choice, or belong to a certain team, in one way to play.

The choices that count are those of one value that every seat makes once in each game, such as a deck or a role. Teams count
where they differ from game to game. In each game the winners are compared with what chance would make of the same seats.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter.examine.configurations import Configuration, ConfiguredRulebook
from rulewright.interpreter.examine.fairness import REMARKABLE, is_beyond
from rulewright.interpreter.examine.random_games import Key, key_of
from rulewright.interpreter.games.game import Game
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.program import Program
from rulewright.interpreter.position.errors import PlayError

FIRST, GAMES = 20, 400
"""After how many games it is clear whether there is such a choice, and how many games are played if there is."""
LONGEST = 2000
"""The most decisions of a game that is waited for."""
FEWEST = 100
Role = tuple[Key, str]
"""The place of a choice, and the value."""


@define
class RoleResults:
    """The results of players with a certain choice."""

    seats: int = 0
    """How many seats there were, in all games."""
    wins: int = 0
    fair: float = 0.0
    """The expected number of wins if it made no difference."""
    spread: float = 0.0
    """The variance of that number."""

    def count(self, seats: int, wins: int, players: int, winners: int) -> None:
        """Add the seats of a game, and how many of them have won."""
        share = seats / players
        self.seats += seats
        self.wins += wins
        self.fair += winners * share
        self.spread += winners * share * (1 - share) * (players - winners) / max(1, players - 1)

    @property
    def distance(self) -> float:
        """Return the distance from the expected number, in standard deviations."""
        return (self.wins - self.fair) / sqrt(self.spread) if self.spread else 0.0

    @property
    def is_remarkable(self) -> bool:
        """Whether it should be checked in other games."""
        return self.seats >= FEWEST and abs(self.distance) > REMARKABLE

    def interval(self, distance: float) -> tuple[float, float]:
        """Return the interval of the true share."""
        half = distance * sqrt(self.spread) / self.seats
        return max(0.0, self.wins / self.seats - half), min(1.0, self.wins / self.seats + half)

    def is_unfair(self, distance: float) -> bool:
        """Return whether it is certainly clearly better or worse than the rest."""
        low, high = self.interval(distance)
        return is_beyond(low, high, self.fair / self.seats)


@frozen
class RoleStatistics:
    """The results of games in which seats had roles."""

    way: Configuration
    games: int
    fares: dict[Role, RoleResults] = field(factory=dict)

    @property
    def remarkable(self) -> list[Role]:
        """Return the roles that should be checked in other games."""
        return [role for role, fares in self.fares.items() if fares.is_remarkable]


def roles_of(
    rulebook: ConfiguredRulebook, way: Configuration, seed: int, games: int, seconds: float = float("inf")
) -> RoleStatistics:
    """Measure how players with certain choices do, if there is such a choice, in as many games as there is time."""
    began = perf_counter()
    values = rulebook.values(way)
    try:
        game = Game(rulebook.games[way.variants], "", values)
        program = game.program(way.players)
    except RulebookError:
        return RoleStatistics(way, 0)
    fares: dict[Role, RoleResults] = {}
    places: set[Key] | None = None
    for number in range(games):
        if perf_counter() - began > seconds or (number == FIRST and not places):
            break
        match, chosen = played(game, program, seed + number)
        once = {key for key, seats in chosen.items() if len(seats) == way.players and None not in seats.values()}
        places = once if places is None else places & once
        winners = match.result.winners if match is not None and match.result is not None else ()
        if not winners:
            continue
        for key in places:
            for value in set(chosen[key].values()):
                having = [seat for seat, held in chosen[key].items() if held == value]
                won = sum(seat in winners for seat in having)
                fares.setdefault((key, str(value)), RoleResults()).count(len(having), won, way.players, len(winners))
    kept = {role: one for role, one in fares.items() if places and role[0] in places}
    return RoleStatistics(way, number + 1 if games else 0, kept)


def played(game: Game, program: Program, seed: int) -> tuple[Match | None, dict[Key, dict[int, str | None]]]:
    """Play a random game; return what each seat has chosen at each choice of one value, or None if it did so repeatedly."""
    match = Match(game, program, seed, 0, "en")
    chosen: dict[Key, dict[int, str | None]] = {}
    try:
        match.begin()
        for _ in range(LONGEST):
            if match.over:
                break
            number, seat, values = match.position.asked
            ask = program.asks[number]
            match.choose_at_random()
            if ask.by_chance or len(ask.types) != 1 or ask.types[0].kind != "value" or ask.types[0].many or seat < 0:
                continue
            names = program.world.game.values.get(ask.types[0].name)
            assert match.past is not None
            value = values[match.past[1]]
            held = names.names[value] if names is not None and isinstance(value, int) else None
            seats = chosen.setdefault(key_of(ask.statement.span), {})
            seats[seat] = None if seat in seats else held
    except PlayError:
        return None, {}
    team = program.world.game.team
    if match.over and team is not None and program.teams_vary:
        chosen[key_of(team.span)] = dict(enumerate(program.teams(match.position)))
    return match, chosen

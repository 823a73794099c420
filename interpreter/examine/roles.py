"""A way to play a rulebook comes in; how often those win who have chosen this or that, or are of this or that team, goes out.

What counts is a choice of one value that every seat makes once in each game, such as a deck or a role; and teams, where they are
others in each game. In each game the winners are compared with what chance would make of the same seats.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import RulebookError
from rulewright.interpreter.examine.fair import REMARKABLE, is_beyond
from rulewright.interpreter.examine.tried import Key, key_of
from rulewright.interpreter.examine.ways import Rulebook, Way
from rulewright.interpreter.lower.world import World
from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.program import Program, Written
from rulewright.interpreter.play.runtime import PENDING

FIRST, GAMES = 20, 400
"""After so many games it shows whether there is such a choice; and how many are played if there is one."""
LONGEST = 2000
"""Decisions after which a game is not waited for any more."""
FEWEST = 100
Role = tuple[Key, str]
"""Where it is chosen, and what."""


@define
class Fares:
    """How those fare who have chosen something."""

    seats: int = 0
    """How many there were, in all games."""
    wins: int = 0
    fair: float = 0.0
    """The wins that they would have if it made no difference."""
    spread: float = 0.0
    """The variance of that."""

    def count(self, seats: int, wins: int, players: int, winners: int) -> None:
        """So many seats of a game, of which so many have won."""
        share = seats / players
        self.seats += seats
        self.wins += wins
        self.fair += winners * share
        self.spread += winners * share * (1 - share) * (players - winners) / max(1, players - 1)

    @property
    def distance(self) -> float:
        """How far from fair, in standard deviations."""
        return (self.wins - self.fair) / sqrt(self.spread) if self.spread else 0.0

    @property
    def is_remarkable(self) -> bool:
        """Whether it is worth to look at it in other games."""
        return self.seats >= FEWEST and abs(self.distance) > REMARKABLE

    def interval(self, distance: float) -> tuple[float, float]:
        """Between which shares the true one lies."""
        half = distance * sqrt(self.spread) / self.seats
        return max(0.0, self.wins / self.seats - half), min(1.0, self.wins / self.seats + half)

    def is_unfair(self, distance: float) -> bool:
        """Whether it is for certain worth clearly more or less than the rest."""
        low, high = self.interval(distance)
        return is_beyond(low, high, self.fair / self.seats)


@frozen
class Roles:
    """What came of games in which seats had roles."""

    way: Way
    games: int
    fares: dict[Role, Fares] = field(factory=dict)

    @property
    def remarkable(self) -> list[Role]:
        """Those that it is worth to look at in other games."""
        return [role for role, fares in self.fares.items() if fares.is_remarkable]


def roles_of(rulebook: Rulebook, way: Way, seed: int, games: int, seconds: float = float("inf")) -> Roles:
    """How those fare who have chosen something, as far as there is such a choice, in as many games as there is time for."""
    began = perf_counter()
    values = rulebook.values(way)
    try:
        game = rulebook.games[way.variants]
        program = Program(Written(World(game, way.players, values)), way.players, values)
    except RulebookError:
        return Roles(way, 0)
    fares: dict[Role, Fares] = {}
    places: set[Key] | None = None
    for number in range(games):
        if perf_counter() - began > seconds or (number == FIRST and not places):
            break
        match, chosen = played(program, seed + number)
        once = {key for key, seats in chosen.items() if len(seats) == way.players and None not in seats.values()}
        places = once if places is None else places & once
        winners = match.result.winners if match is not None and match.result is not None else ()
        if not winners:
            continue
        for key in places:
            for value in set(chosen[key].values()):
                having = [seat for seat, held in chosen[key].items() if held == value]
                won = sum(seat in winners for seat in having)
                fares.setdefault((key, str(value)), Fares()).count(len(having), won, way.players, len(winners))
    kept = {role: one for role, one in fares.items() if places and role[0] in places}
    return Roles(way, number + 1 if games else 0, kept)


def played(program: Program, seed: int) -> tuple[Match | None, dict[Key, dict[int, str | None]]]:
    """A game at random, and at each choice of one value what each seat has chosen: nothing if it did so several times."""
    match = Match(None, program, seed, 0, "en")
    chosen: dict[Key, dict[int, str | None]] = {}
    try:
        match.begin()
        for _ in range(LONGEST):
            if match.over:
                break
            number, seat, values = match.s[PENDING]
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
        chosen[key_of(team.span)] = dict(enumerate(program.teams(match.s)))
    return match, chosen

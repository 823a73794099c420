"""Describe what to play as data that can be sent to another process or machine, and load the game there."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter.games.game import Game


@frozen(kw_only=True)
class Plan:
    """One game with its settings, its players and a seed. The caller says which games of it to play.

    A process that receives it loads the game by its name or path, or from the plan itself.
    """

    reference: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, int | bool | str] = field(factory=dict)
    players: int
    seed: int = 0
    seats: tuple[str, ...] = ()
    """A player for each seat. If there are none, all choices are random, and fast."""
    content: bytes | None = field(default=None, repr=False)
    """The checked rulebook, for a machine without its files."""

    @property
    def at_random(self) -> bool:
        """Whether nobody thinks."""
        return all(name == "random" for name in self.seats)

    @property
    def first_seed(self) -> int:
        """The seed of game number 0; consecutive games have consecutive seeds."""
        return derived_seed(self.seed)

    def seed_of(self, number: int) -> int:
        """Return the seed of a game, which is small enough for JSON."""
        return self.first_seed + number

    def to_be_sent(self, game: Game) -> Plan:
        """Return the plan with its game's rulebook, which the same engine can read."""
        from rulewright.interpreter.match.pickling import pack

        return evolve(self, content=pack(game.checked, whole=True))

    def load(self) -> Game:
        """Return the game, from wherever the plan has it."""
        from rulewright.interpreter.games.game import game_of, load

        if self.content is None:
            return load(self.reference, self.variants, self.options)
        from rulewright.interpreter.match.pickling import LazyPickle
        from rulewright.interpreter.match.program_cache import CachedRulebook

        parcel = LazyPickle(self.content)
        parcel.fill()
        return game_of(CachedRulebook(parcel.value), self.reference, self.options)


class PlanGames:
    """The games of plans in one process: each is loaded and compiled once."""

    MOST = 16
    """How many games are kept."""

    def __init__(self) -> None:
        self.loaded: dict[object, Game] = {}
        self.lock = Lock()

    def game_of(self, plan: Plan) -> Game:
        options = tuple(sorted((name, str(value)) for name, value in plan.options.items()))
        key = plan.reference, plan.variants, options, plan.content
        with self.lock:
            if key not in self.loaded:
                while len(self.loaded) >= self.MOST:
                    self.loaded.pop(next(iter(self.loaded)))
                self.loaded[key] = plan.load()
            return self.loaded[key]

"""What is to be played, as data that can be sent to another process or machine; and the game of it there."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Game


@frozen(kw_only=True)
class Plan:
    """One game with its settings, who plays it, and by which seed. Which games of it are played, somebody else says.

    A process that is sent it loads the game by its name or path, or, if the plan has it with it, from the plan itself.
    """

    reference: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, int | bool | str] = field(factory=dict)
    players: int
    seed: int = 0
    seats: tuple[str, ...] = ()
    """A player for each seat; with none of them all choices are random, and fast."""
    content: bytes | None = field(default=None, repr=False)
    """The checked rulebook, for a machine that does not have its files."""

    @property
    def at_random(self) -> bool:
        """Whether nobody thinks."""
        return all(name == "random" for name in self.seats)

    @property
    def first_seed(self) -> int:
        """The seed of the game with the number 0; those of games in a row follow each other."""
        return derived_seed(self.seed)

    def seed_of(self, number: int) -> int:
        """The seed of a game; JSON can carry it without loss."""
        return self.first_seed + number

    def to_be_sent(self, game: Game) -> Plan:
        """The same with the rulebook of its game: it is understood where the engine is the same."""
        from rulewright.interpreter.keep.packing import packed

        return evolve(self, content=packed(game.checked, whole=True))

    def load(self) -> Game:
        """The game, from wherever the plan has it."""
        from rulewright.interpreter.play.game import load, loaded

        if self.content is None:
            return load(self.reference, self.variants, self.options)
        from rulewright.interpreter.keep.packing import Parcel
        from rulewright.interpreter.keep.remembered import Remembered

        parcel = Parcel(self.content)
        parcel.fill()
        return loaded(Remembered(parcel.value), self.reference, self.options)


class Games:
    """The games of plans in one process: each is loaded and compiled once, whatever is played of it."""

    MOST = 16
    """So many are kept."""

    def __init__(self) -> None:
        self.loaded: dict[object, Game] = {}
        self.lock = Lock()

    def of(self, plan: Plan) -> Game:
        """The game of a plan."""
        options = tuple(sorted((name, str(value)) for name, value in plan.options.items()))
        key = plan.reference, plan.variants, options, plan.content
        with self.lock:
            if key not in self.loaded:
                while len(self.loaded) >= self.MOST:
                    self.loaded.pop(next(iter(self.loaded)))
                self.loaded[key] = plan.load()
            return self.loaded[key]

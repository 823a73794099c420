"""The parts of a game that a match needs: its identity, and what layers above matches do for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from rulewright.dsl import checked
from rulewright.interpreter.position.results import Result

if TYPE_CHECKING:
    from rulewright.interpreter.match.choice_log import Before
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.match.program import Program
    from rulewright.interpreter.native.batch import PlayoutResults
    from rulewright.interpreter.views.words import GameWords


Loader: TypeAlias = "Callable[[str, Sequence[str], Mapping[str, int | bool | str]], GameSetting]"


class GameSetting(Protocol):
    """A rulebook with its variants and options. `games/game.py` implements it, above the search that two of the methods need."""

    reference: str
    name: str
    titles: dict[str, str]
    introduction: list[dict[str, str]]
    variants: tuple[str, ...]
    values: dict[str, int]
    fingerprint: str
    least_players: int
    most_players: int

    @property
    def loader(self) -> Loader:
        """Return a function that loads such a game in another process."""
        ...

    @property
    def languages(self) -> tuple[str, ...]: ...

    @property
    def checked(self) -> checked.Game: ...

    @property
    def options(self) -> Mapping[str, Any]: ...

    def program(self, players: int | None = None) -> Program: ...

    def playout(self, players: int | None = None, seed: int = 0) -> Result: ...

    def playouts(self, players: int | None = None, seeds: Sequence[int] = ()) -> PlayoutResults: ...

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        chance: str = "seed",
        language: str = "en",
        *,
        forced: str = "done",
        log: bool = True,
        position: Match | None = None,
    ) -> Match: ...

    def resume(self, text: str, language: str = "en", before: Before | None = None) -> Match: ...

    def dealt_again(self, match: Match, seat: int, seed: int) -> Match: ...

    def certain_effects(self, match: Match, words: GameWords, seconds: float) -> Mapping[str, str]: ...

"""Games at random of a rulebook as it is, and as it was broken: with all numbers of players, variants and options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property

from attrs import frozen

from rulewright.dsl.checked import Game
from rulewright.dsl.diagnostic import RulebookError
from rulewright.dsl.source import Span
from rulewright.interpreter.examine.reached import hosts, with_standing
from rulewright.interpreter.lower.world import World
from rulewright.interpreter.play import runtime
from rulewright.interpreter.play.program import Program, Written

GAMES = 40
GAMES_WITH_AN_OPTION = 12


@frozen
class Setting:
    """How some games are played: with an option that is not as it is else, or with none."""

    variants: tuple[str, ...]
    players: int
    option: str = ""
    value: int = 0

    @property
    def games(self) -> int:
        """How many are played."""
        return GAMES_WITH_AN_OPTION if self.option else GAMES

    def program(self, game: Game, *, traced: bool = False) -> Program:
        """A game made for this setting. Only Python plays it: a compiler would take longer than all the games."""
        values = {name: option.default for name, option in game.options.items()}
        if self.option:
            values[self.option] = self.value
        return Program(Written(World(game, self.players, values), traced=traced), self.players, values)

    def results(self, game: Game | None) -> Iterator[object]:
        """How the games come out; or what keeps them from being played."""
        if game is None:
            yield "no rulebook"
            return
        try:
            program = self.program(game)
        except RulebookError as error:
            yield error.diagnostics[0].name
            return
        for seed in range(self.games):
            try:
                winners, found = program.straight.playout(seed)
                yield winners, repr(found)
            except (runtime.LimitReached, RecursionError) as error:
                yield program.diagnostic(error, straight=True).name


class Games:
    """The games of the rulebook as it is, given what makes it with some variants."""

    def __init__(self, combinations: Sequence[tuple[str, ...]], made: Callable[[tuple[str, ...]], Game]) -> None:
        self.combinations = combinations
        self.made = cache(made)
        self.results = cache(self._results)
        self.reached = cache(self._reached)

    def are_same(
        self, broken: Callable[[tuple[str, ...]], Game | None], is_reached: Callable[[set[Span]], bool], near: str
    ) -> bool:
        """Whether the games of a broken rulebook come out the same, and where it was broken is come to in any.

        Options matter that are spoken of near what was broken, and those without which it is not come to.
        """
        telling = [one for one in self.settings if is_reached(self.reached(one))]
        plain = [one for one in telling if not one.option or one.option in near]
        game = cache(broken)
        return bool(telling) and all(
            found == other
            for setting in plain or telling
            for found, other in zip(setting.results(game(setting.variants)), self.results(setting))
        )

    @cached_property
    def settings(self) -> list[Setting]:
        """All that is tried."""
        found = []
        for variants in self.combinations:
            game = self.made(variants)
            found += [Setting(variants, players) for players in range(game.least_players, game.most_players + 1)]
            for option in () if variants else game.options.values():
                every = range(len(option.words)) if option.words else (option.least, option.most)
                other = next((value for value in every if value != option.default), option.default)
                found.append(Setting(variants, game.least_players, option.name, other))
        return found

    def _results(self, setting: Setting) -> list[object]:
        return list(setting.results(self.made(setting.variants)))

    def _reached(self, setting: Setting) -> set[Span]:
        game = self.made(setting.variants)
        program = setting.program(game, traced=True)
        for seed in range(setting.games):
            try:
                program.straight.playout(seed)
            except (runtime.LimitReached, RecursionError):
                continue
        return with_standing(program.reached(), list(hosts(game)))

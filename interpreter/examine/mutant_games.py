"""Compare random games of a rulebook and of a mutant, with all numbers of players, variants and options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from functools import cache, cached_property

from rulewright.dsl.checked import Game
from rulewright.dsl.checked.walk import rules_of
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.dsl.text.source import Span
from rulewright.interpreter.examine.configurations import Configuration
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.walk import walk_statements
from rulewright.interpreter.position.world import World

GAMES = 40
GAMES_WITH_AN_OPTION = 12


def beginnings(game: Game) -> Iterator[Span]:
    """Where something begins that is carried out."""
    for rule in rules_of(game):
        standing = [hook.rule for hook in (*rule.before, *rule.instead, *rule.after)]
        for one in (rule, *standing, *(ban.rule for ban in rule.forbids)):
            yield one.span
            yield from (statement.span for statement in walk_statements(one.body))


def with_standing(found: Set[Span], game: Game) -> set[Span]:
    """Return the lines that have been carried out, and the standing rules on them, since the game asked whether these apply."""
    carried_out = [rule for rule in rules_of(game) if rule.span in found]
    hooks = (hook.rule.span for rule in carried_out for hook in (*rule.before, *rule.instead, *rule.after))
    return {*found, *hooks, *(ban.rule.span for rule in carried_out for ban in rule.forbids)}


def program_of(game: Game, way: Configuration, *, traced: bool = False) -> Program:
    """Make the program for one way to play a game. Only Python plays it: a compiler would take longer than all the games."""
    values = {name: option.default for name, option in game.options.items()} | dict(way.options)
    return Program(NewForms(World(game, way.players, values), traced=traced), way.players, values)


def seeds_of(way: Configuration) -> range:
    """Return the seeds of the games that are played in one way."""
    return range(GAMES_WITH_AN_OPTION if way.options else GAMES)


def results_of(game: Game | None, way: Configuration) -> Iterator[object]:
    """How the games come out; or what keeps them from being played."""
    if game is None:
        yield "no rulebook"
        return
    try:
        program = program_of(game, way)
    except RulebookError as error:
        yield error.diagnostics[0].name
        return
    for seed in seeds_of(way):
        try:
            winners, found = program.straight.playout(seed)
            yield winners, repr(found)
        except (runtime.LimitReached, RecursionError) as error:
            yield program.diagnostic(error, straight=True).name


class MutantGames:
    """The games of the unchanged rulebook, given a function that makes it with some variants."""

    def __init__(self, combinations: Sequence[tuple[str, ...]], made: Callable[[tuple[str, ...]], Game]) -> None:
        self.combinations = combinations
        self.made = cache(made)
        self.results = cache(lambda way: list(results_of(self.made(way.variants), way)))
        self.reached = cache(self._reached)

    def are_same(
        self, broken: Callable[[tuple[str, ...]], Game | None], is_reached: Callable[[set[Span]], bool], near: str
    ) -> bool:
        """Return whether a mutant's games have the same results, and any of them reaches the mutated part.

        Options count if they are mentioned near the mutation, or if it is not reached without them.
        """
        telling = [one for one in self.ways if is_reached(self.reached(one))]
        plain = [one for one in telling if all(name in near for name, _ in one.options)]
        game = cache(broken)
        return bool(telling) and all(
            found == other
            for way in plain or telling
            for found, other in zip(results_of(game(way.variants), way), self.results(way))
        )

    @cached_property
    def ways(self) -> list[Configuration]:
        """All that is tried: every number of players, and with the fewest each option set to something else."""
        found = []
        for variants in self.combinations:
            game = self.made(variants)
            found += [Configuration(variants, players) for players in range(game.least_players, game.most_players + 1)]
            for option in () if variants else game.options.values():
                every = range(len(option.words)) if option.words else (option.least, option.most)
                other = next((value for value in every if value != option.default), option.default)
                found.append(Configuration(variants, game.least_players, ((option.name, other),)))
        return found

    def _reached(self, way: Configuration) -> set[Span]:
        game = self.made(way.variants)
        program = program_of(game, way, traced=True)
        for seed in seeds_of(way):
            with suppress(runtime.LimitReached, RecursionError):
                program.straight.playout(seed)
        return with_standing(program.reached(), game)

"""Find the standing rules, bans and cards of a rulebook that make no difference to any game, in one way to play.

Each of them has a switch (position/switches.py): the games that reach it are played again with it out of force.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter

from attrs import field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Game
from rulewright.dsl.checked.walk import rules_of
from rulewright.dsl.text.source import Span
from rulewright.interpreter.examine.configurations import Configuration, ConfiguredRulebook
from rulewright.interpreter.examine.random_games import Key, key_of
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.switches import Removable, Switches
from rulewright.interpreter.position.walk import walk_statements
from rulewright.interpreter.position.world import World

ENOUGH = 200
"""How many games that reach something are enough to report that it makes no difference."""


@frozen
class AblatedPiece:
    """Something that can be put out of force."""

    kind: str
    span: Span
    """Where it is reached."""
    switched: Removable = field(eq=False)


def pieces_of(game: Game) -> Iterator[AblatedPiece]:
    """Yield the standing rules, bans and cards of a game, except those that also tell something."""
    for rule in rules_of(game):
        for hook in (*rule.before, *rule.instead, *rule.after):
            if not tells(hook.rule):
                yield AblatedPiece("standing rule", hook.rule.span, hook)
        for ban in rule.forbids:
            yield AblatedPiece("ban", ban.condition.span, ban)
    for card in game.cards.values():
        if card.perform is not None and card.perform.body and not tells(card.perform):
            yield AblatedPiece("card", card.perform.span, card.perform)
    for one in (*game.defines.values(), *game.dice.values()):
        for change in one.changes:
            yield AblatedPiece("standing rule", change.span if change.condition is None else change.condition.span, change)


def tells(rule: checked.Rule) -> bool:
    """Return whether players see that something is carried out, even if it changes nothing: random games cannot judge that."""
    return any(isinstance(statement, checked.Telling) for statement in walk_statements(rule.body))


@frozen
class AblationResult:
    """The games that reach a piece, played with it out of force."""

    games: int
    """How many reached it, up to the first that was different without it."""
    first: int | None
    """The seed of the first that reached it."""
    other: int | None
    """The seed of the one that was different, if there was one."""


def ablation_results(
    rulebook: ConfiguredRulebook, way: Configuration, wanted: Iterable[Key], seed: int, games: int, seconds: float = float("inf")
) -> dict[Key, AblationResult]:
    """Return, by place of a piece, whether games are the same without it, for as many pieces as there is time."""
    began = perf_counter()
    game = rulebook.games[way.variants]
    pieces = list(pieces_of(game))
    switched = AblationGame(game, way.players, rulebook.values(way), [piece.switched for piece in pieces])
    places, found = set(wanted), dict[Key, AblationResult]()
    for number, piece in enumerate(pieces):
        if key_of(piece.span) in places and perf_counter() - began < seconds:
            found[key_of(piece.span)] = switched.difference(number, piece.span, range(seed, seed + games))
    return found


class AblationGame:
    """A game whose pieces can be put out of force, one at a time."""

    def __init__(self, game: Game, players: int, values: dict[str, int], pieces: list[Removable]) -> None:
        switches = Switches(pieces)
        written = NewForms(World(game, players, values), traced=True, switches=switches)
        self.program = Program(written, players, values)
        self.straight = self.program.straight
        self.counting = self.straight.form.counting
        self.switches = list(switches.table)
        self.straight.names[written.layout.constant(switches.table)] = self.switches
        self.come_to: set[int] = set()
        self.straight.names["reached"] = self.come_to.add
        self.whole: dict[int, tuple[object, frozenset[Span]]] = {}

    def end(self, seed: int) -> object:
        """Return the complete end of a game."""
        self.come_to.clear()
        try:
            winners, told = self.straight.playout(seed)
        except (runtime.LimitReached, RecursionError) as error:
            return type(error).__name__
        return hash((winners, repr(told), *(repr(self.straight.names[name]) for name in self.straight.form.lists)))

    def usual(self, seed: int) -> tuple[object, frozenset[Span]]:
        """Return the end of a game with everything in force, and the places that it reached."""
        if seed not in self.whole:
            end = self.end(seed)
            numbers, spans = self.counting.numbers, self.counting.spans
            self.whole[seed] = end, frozenset(spans[numbers[place]] for place in self.come_to if place in numbers)
        return self.whole[seed]

    def difference(self, number: int, place: Span, seeds: Iterable[int]) -> AblationResult:
        """Return what happens to games that reach a piece, without it."""
        count, first = 0, None
        for seed in seeds:
            end, come_to = self.usual(seed)
            if place not in come_to:
                continue
            count, first = count + 1, seed if first is None else first
            before, self.switches[number] = self.switches[number], 0
            other = self.end(seed)
            self.switches[number] = before
            if other != end:
                return AblationResult(count, first, seed)
            if count >= ENOUGH:
                break
        return AblationResult(count, first, None)

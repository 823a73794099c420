"""A checked rulebook comes in; what of it is too much for any machine goes out, as far as one can tell without playing."""

from __future__ import annotations

from rulewright.dsl.checked import Game
from rulewright.dsl.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter.lower.cost import Costs
from rulewright.interpreter.lower.walk import rules_of_game
from rulewright.interpreter.lower.world import World


def limits(game: Game) -> list[Diagnostic]:
    """What no game of this rulebook could begin with, for the fewest and the most players and the options as they stand."""
    found: list[Diagnostic] = []
    options = {name: option.default for name, option in game.options.items()}
    for players in dict.fromkeys((game.least_players, game.most_players)):
        try:
            Costs(World(game, players, options)).check(rules_of_game(game))
        except RulebookError as error:
            found += error.diagnostics
    return found

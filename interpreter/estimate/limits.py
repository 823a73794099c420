"""Find without playing what in a checked rulebook is too much, for any machine or for the things that there are."""

from __future__ import annotations

from rulewright.dsl.checked import Game
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter.estimate.cost import CostEstimates
from rulewright.interpreter.estimate.shortages import excessive_draws
from rulewright.interpreter.position.walk import rules_of_game
from rulewright.interpreter.position.world import World


def limits(game: Game) -> list[Diagnostic]:
    """Return what no game could begin with or deal, for the fewest and the most players, with the default options."""
    found: list[Diagnostic] = []
    options = {name: option.default for name, option in game.options.items()}
    for players in dict.fromkeys((game.least_players, game.most_players)):
        try:
            world = World(game, players, options)
            CostEstimates(world).check(rules_of_game(game))
            if players == game.most_players:
                found += excessive_draws(world)
        except RulebookError as error:
            found += error.diagnostics
    return found

"""`rulewright inside`: show what the engine makes of a rulebook."""

import click

from rulewright.cli.shell.game_choice import GameChoice, game_options, player_count
from rulewright.cli.shell.help_layout import HelpCommand


@click.command(
    name="inside",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[("rulewright inside game.rules --players 3 --form c", "its C for three players")],
)
@game_options
@click.option(
    "--form",
    type=click.Choice(["program", "blocks", "straight", "c"]),
    default="program",
    help="Show the lowered program (default), its Python for play (blocks) or for playouts (straight), or its C.",
)
def command(chosen: GameChoice, form: str) -> None:
    """Show what the engine makes of a rulebook, for one number of players and one choice of options.

    The engine lowers rules to a small typed program in which everything is a number. From that it writes Python and C.
    """
    from rulewright.interpreter.games.form_text import form_listing

    game = chosen.load()
    print(form_listing(game, player_count(game, chosen.players), form), end="")

"""`rulewright inside`: what the engine makes of a rulebook."""

import click

from rulewright.cli.choosing import game_options, load_game, player_count


@click.command(name="inside", no_args_is_help=True)
@game_options
@click.option(
    "--form",
    type=click.Choice(["program", "blocks", "straight", "c"]),
    default="program",
    help="The lowered program (as is), or how it is written in Python for play or for playouts, or in C.",
)
def command(reference: str, variants: tuple[str, ...], settings: tuple[str, ...], players: int | None, form: str) -> None:
    """Show what the engine makes of a rulebook, for so many players and such options.

    Rules come to a small typed program, in which everything is a number; it is written in Python and in C from there.
    """
    from rulewright.interpreter.play.inside import inside

    game = load_game(reference, variants, settings)
    print(inside(game, player_count(game, players), form), end="")

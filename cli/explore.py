"""`rulewright explore`: exact counts."""

import json

import click

from rulewright.cli.choosing import game_options, load_game, player_count


@click.command(name="explore", no_args_is_help=True)
@game_options
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Go at most N choices deep, chance included.")
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Look at at most N positions; a million if not said."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    reference: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    depth: int | None,
    limit: int | None,
    *,
    as_json: bool,
) -> None:
    """Count a game's whole tree exactly: every choice and every outcome of chance.

    Endings are all distinct paths to an end, decisions all paths to a point where a player decides; positions and
    information states are counted once, however they are reached. What is incomplete says so.
    """
    from rulewright.interpreter.search.explore import DEFAULT_LIMIT, explore

    game = load_game(reference, variants, settings)
    counts = explore(game, player_count(game, players), depth, limit or DEFAULT_LIMIT)
    if as_json:
        print(
            json.dumps(
                {
                    "decisions": counts.decisions,
                    "endings": counts.endings,
                    "positions": counts.positions,
                    "information_states": counts.information_states,
                    "complete": counts.complete,
                }
            )
        )
        return
    endless = "without end: a position can come again"
    for title, number in (
        ("decisions", counts.decisions),
        ("endings", counts.endings),
        ("positions", counts.positions),
        ("information states", counts.information_states),
    ):
        print(f"{title:<20}{endless if number is None else number}")
    if counts.decisions is None:
        print("Paths are counted up to a depth: try `--depth 10`.")
    elif not counts.complete:
        print("This is not all: the depth, the limit, or free words cut it short.")

"""`rulewright host`: a game and who plays come in; a table that people reach from elsewhere goes out, until it is closed."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from rulewright.cli.apart.addresses import USUAL_PORT
from rulewright.cli.choosing import (
    HUMAN,
    FiniteRange,
    check_going_on,
    game_options,
    kept_options,
    load_game,
    player_count,
    player_names,
    seat_names,
    seat_option,
    seed_of,
    spoken_language,
    undo_option,
    words_again,
)


@click.command(name="host", no_args_is_help=True)
@game_options
@seat_option("If not said, people play all seats.", HUMAN)
@kept_options("Open a table again that was closed.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"Where to listen; {USUAL_PORT} if not said, or any.")
@click.option(
    "--listen",
    "listened",
    multiple=True,
    metavar="ADDRESS",
    help="An address of this machine to listen at; again for more. If not said, here and in the local network.",
)
@click.option("--address", "shown", metavar="URL", help="What links begin with, if the table is reached by another address.")
@click.option("--lang", "language", metavar="LANGUAGE", help="The language for who does not say another.")
@undo_option
@click.option("--pace", type=FiniteRange(0, 60), default=0.5, metavar="S", help="Seconds that the program takes for a choice.")
def command(
    reference: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    port: int | None,
    listened: tuple[str, ...],
    shown: str | None,
    seed: int | None,
    save_as: Path | None,
    resume: Path | None,
    language: str | None,
    pace: float,
    *,
    undo: bool,
) -> int:
    """Open a table for people apart: with a page for the browser, and for `rulewright join`.

    A secret link is made for each seat, and one for onlookers. The game is kept in a file, choice by choice, and its links
    beside it: a table that was closed, or a process that was killed, goes on where it stood.
    """
    from rulewright.cli import saving
    from rulewright.cli.apart import hosted, keeping
    from rulewright.cli.apart.addresses import Addresses
    from rulewright.cli.apart.hosting import Hosting
    from rulewright.cli.left import game_of
    from rulewright.cli.problems import problem

    addresses = Addresses.of(listened, shown)
    kinds = seat_names(seats, HUMAN)
    if resume is not None:
        if save_as is not None or seed is not None:
            message = "a table that is opened again has its file and its seed"
            raise problem("bad-setting", message, "leave `--save` and `--seed` out")
        text, data = saving.read_save(resume)
        game = game_of(text, reference, variants, settings)
        spoken = spoken_language(game, language)
        table = hosted.gone_on_with(game, resume, text, data, spoken)
        check_going_on(table.match, players)
    else:
        game = load_game(reference, variants, settings)
        spoken = spoken_language(game, language)
        count = player_count(game, players, len(kinds))
        if save_as is not None:
            saving.check_new(save_as)
        match = game.start(count, seed_of(seed), language=spoken, forced="ask")
        table = hosted.begun(match, keeping.Beside.new(count), save_as)
    table.undo = undo
    for seat, kind in enumerate(kinds[: table.match.players]):
        table.beside.kinds[seat] = kind
    for seat, name in enumerate(player_names(names, table.match.players)):
        table.call(seat, name)
    again = words_again("host", reference, variants, settings)
    again += [word for one in listened for word in ("--listen", one)]
    again += ["--address", shown] if shown is not None else []
    again += ["--lang", language] if language is not None else []
    again += [] if undo else ["--no-undo"]
    asked_for = save_as is not None or resume is not None
    return Hosting(table, addresses, spoken, pace, port, shlex.join(again), asked_for).run()

"""`rulewright host`: open a table for people on other computers."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click
from attrs import evolve

from rulewright.cli.remote.addresses import USUAL_PORT
from rulewright.cli.shell.game_choice import (
    HUMAN,
    SECRET_DIGITS,
    TABLE,
    FiniteRange,
    GameChoice,
    SessionOptions,
    check_resumed_players,
    game_or_save,
    kept_options,
    message_language,
    player_count,
    player_names,
    seat_names,
    seat_option,
    seed_of,
    spoken_language,
    undo_option,
)
from rulewright.cli.shell.help_layout import HelpCommand, option
from rulewright.dsl.messages.said import Phrase

NETWORK = "The network"
"""The heading of options about addresses."""


if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.cli.remote.hosted_match import HostedGame
    from rulewright.cli.shell.terminal import Terminal


@click.command(
    name="host",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright host GAME --players 4", "one link, and four people sit down"),
        ("rulewright host GAME --name Ann --name Ben", "seats with names"),
        ("rulewright host GAME --seat human,human,hard", "two people and the program"),
        ("rulewright host GAME --resume FILE", "reopen a table"),
    ],
)
@game_or_save
@seat_option("Default: people play all seats.", HUMAN)
@kept_options("Reopen a saved table: a file, its name in `rulewright games`, or one that you choose from those left.")
@option(
    NETWORK,
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help=f"Listen on port N (default: {USUAL_PORT} if it is free, else any).",
)
@option(
    NETWORK,
    "--listen",
    "listened",
    multiple=True,
    metavar="ADDRESS",
    help="Listen at this address of your computer; repeatable (default: at localhost and in the local network).",
)
@option(NETWORK, "--address", "shown", metavar="URL", help="Begin all links with URL, for example that of a tunnel.")
@option(TABLE, "--lang", "language", metavar="LANGUAGE", help="Use this language for guests who choose none.")
@undo_option
@option(
    TABLE,
    "--pace",
    type=FiniteRange(0, 60),
    default=0.5,
    metavar="S",
    help="Let the program take S seconds for each choice (default 0.5).",
)
def command(
    chosen: GameChoice,
    seats: tuple[str, ...],
    kept: SessionOptions,
    port: int | None,
    listened: tuple[str, ...],
    shown: str | None,
    language: str | None,
    pace: float,
    *,
    undo: bool,
) -> int:
    """Host a game for people on other computers: they play in a browser, or with `rulewright join`.

    You get one link for all. Anyone who opens it takes a free seat, or looks on; you can also play. The game and its
    seats are saved after each choice, so you can reopen a table that was closed or killed.
    """
    from rulewright.cli.remote import hosted_match
    from rulewright.cli.remote.addresses import Addresses
    from rulewright.cli.remote.host_terminal import HostSession
    from rulewright.cli.shell import save_files
    from rulewright.cli.shell.problems import problem
    from rulewright.cli.shell.terminal import Terminal
    from rulewright.cli.table.unfinished import game_of, reference_of, wanted_save
    from rulewright.interpreter.search.own_player import OwnClass

    addresses = Addresses.from_options(listened, shown)
    kinds = seat_names(seats, HUMAN)
    chosen.check(resumes=kept.resume is not None)
    terminal = Terminal()
    resume = None if kept.resume is None else wanted_save(kept.resume, chosen, terminal, language)
    save_as = kept.save_as
    if resume is not None:
        if save_as is not None or kept.seed is not None:
            message = Phrase("a-table-that-is-opened-again-has")
            raise problem("bad-setting", message, Phrase("leave-save-and-seed-out"))
        text, data = save_files.read_save(resume)
        chosen = evolve(chosen, reference=chosen.reference or reference_of(text, resume))
        game = game_of(text, chosen)
        spoken = spoken_language(game, language)
        table = hosted_match.gone_on_with(game, resume, text, data, spoken)
        check_resumed_players(table.match, chosen.players)
    else:
        table = new_table(chosen, kinds, kept, terminal, language)
        spoken = table.match.words.language
    table.undo = undo
    seat_people(table, kinds, kept.names)
    again = chosen.again("host")
    # A saved table seats nobody's own program by itself.
    again += ["--seat", ",".join(kinds)] if any(map(OwnClass.named, kinds)) else []
    again += [word for one in listened for word in ("--listen", one)]
    again += ["--address", shown] if shown is not None else []
    again += ["--lang", language] if language is not None else []
    again += [] if undo else ["--no-undo"]
    table.is_asked_for = save_as is not None or resume is not None
    return HostSession(table, addresses, spoken, pace, port, shlex.join(again)).run()


def new_table(
    chosen: GameChoice, kinds: Sequence[str], kept: SessionOptions, terminal: Terminal, language: str | None
) -> HostedGame:
    """Begin a game at a table for people apart; raise RulebookError."""
    from rulewright.cli.remote import hosted_match, table_file
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.shell import save_files

    usual = language or message_language(())
    with terminal.saying(phrase(usual, "reading", chosen.reference)):
        game = chosen.load()
    spoken = spoken_language(game, language)
    count = player_count(game, chosen.players, len(kinds))
    if kept.save_as is not None:
        save_files.check_new(kept.save_as)
    with terminal.saying(phrase(usual, "preparing", chosen.reference)):
        match = game.start(count, seed_of(kept.seed, SECRET_DIGITS), language=spoken, forced="ask")
    return hosted_match.begin_hosted(match, table_file.SideFile.new(count), kept.save_as)


def seat_people(table: HostedGame, kinds: Sequence[str], names: tuple[str, ...]) -> None:
    """Give the seats to people and to the program, and name them."""
    for seat, kind in enumerate(kinds[: table.match.players]):
        table.beside.kinds[seat] = kind
    for seat, name in enumerate(player_names(names, table.match.players)):
        table.call(seat, name)

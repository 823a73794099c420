"""`rulewright play`: play a game in the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.game_choice import (
    HUMAN,
    TABLE,
    FiniteRange,
    GameChoice,
    SessionOptions,
    check_resumed_players,
    game_options,
    kept_options,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.cli.shell.terminal import Terminal
    from rulewright.interpreter import Game

USUAL = "search"
WATCHING = "If only the program plays"
"""The heading of options for a game without a person at the screen."""


@click.command(
    name="play",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright play GAME", "you against the program"),
        ("rulewright play GAME --seat human,human", "two people"),
        ("rulewright play GAME --players 4 --set OPTION=VALUE", "an option set"),
        ("rulewright play GAME --seat search,greedy --watch", "watch the program play"),
    ],
)
@game_options
@seat_option("Default: you play the first seat, `search` the others.", HUMAN)
@kept_options("Resume the game saved in FILE.")
@option(
    TABLE,
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="Play in this language, such as fr (default: that of LANG if the game has it, else English).",
)
@option(TABLE, "--plain", is_flag=True, help="Print one fact a line, without frames or signs, for a screen reader.")
@option(TABLE, "--open", "is_open", is_flag=True, help="Do not hide the screen between players: nothing is secret.")
@undo_option
@option(
    TABLE,
    "--timer",
    type=FiniteRange(min=0, max=3600),
    default=0.0,
    metavar="S",
    help="Make each turn at a shared screen last S seconds, so that the time gives nothing away (default 0).",
)
@option(TABLE, "--show-seed", is_flag=True, help="Show the seed at once: it gives away all hidden cards.")
@option(WATCHING, "--watch", is_flag=True, help="Show the table after each choice.")
@option(
    WATCHING,
    "--pace",
    type=FiniteRange(min=0, max=3600),
    default=1.0,
    metavar="S",
    help="With --watch, show each choice for S seconds (default 1).",
)
@option(WATCHING, "--seconds", type=FiniteRange(min=0), metavar="S", help="Stop after S seconds (default: no limit).")
def command(
    chosen: GameChoice,
    seats: tuple[str, ...],
    kept: SessionOptions,
    seconds: float | None,
    language: str | None,
    timer: float,
    pace: float,
    *,
    watch: bool,
    undo: bool,
    plain: bool,
    show_seed: bool,
    is_open: bool,
) -> int:
    """Play a game in the terminal.

    Type the number of an option, or how it begins; `?` lists everything else you can type. Your game is saved after each
    choice until it is over. If the input is not a terminal, put one choice on each line.
    """
    from rulewright.cli.shell.terminal import Terminal, hanging_up

    heard = click.get_current_context().with_resource(hanging_up())

    from rulewright.cli.shell import save_files
    from rulewright.cli.shell.problems import problem
    from rulewright.cli.table.session import Session
    from rulewright.cli.table.settings import Settings
    from rulewright.cli.table.unfinished import game_of
    from rulewright.interpreter.match.save_conversion import asks_all, converted_save

    seats = seat_names(seats, HUMAN)
    terminal = Terminal(heard=heard)
    resume, save_as, players, names = kept.resume, kept.save_as, chosen.players, kept.names
    if resume is None and save_as is None and kept.seed is None and not (chosen.settings or watch):
        resume = _gone_on_with(chosen.load(), terminal, language, players, names)
    saved, before = ("", None) if resume is None else save_files.read_save(resume)
    game = chosen.load() if resume is None else game_of(saved, chosen)
    spoken = spoken_language(game, language)
    goes_back = save_as is None or (resume is not None and save_files.same(save_as, resume))
    if save_as is not None and not goes_back:
        save_files.check_new(save_as)
    if resume is None:
        count = player_count(game, players, len(seats))
        match = game.start(count, seed_of(kept.seed), language=spoken)
    else:
        if asks_all(saved):
            # The game was begun by `rulewright host`.
            saved = converted_save(game, saved, forced=False)
            before = save_files.rewrite(resume, before or b"", saved) if goes_back else before
        match = game.resume(saved, spoken)
        check_resumed_players(match, players)
        if kept.seed not in (None, match.seed):
            message = Phrase("the-saved-game-has-another-seed")
            raise problem("bad-seed", message, Phrase("leave-seed-out-or-leave-resume-out"))
        player_count(game, match.players, len(seats))
    if names:
        match.call(player_names(names, match.players))
    again = chosen.again("play")
    again += [word for seat in seats for word in ("--seat", seat)]
    again += ["--lang", language] if language is not None else []
    again += ["--plain"] if plain else []
    again += ["--show-seed"] if show_seed else []
    again += [] if undo else ["--no-undo"]
    again += ["--timer", f"{timer:g}"] if timer else []
    again += ["--watch", "--pace", f"{pace:g}"] if watch else []
    again += ["--open"] if is_open else []
    kinds = (seats or ((USUAL,) if watch else (HUMAN,))) + (USUAL,) * match.players
    session = Session(
        match,
        terminal,
        Settings(
            kinds=kinds[: match.players],
            language=spoken,
            again=shlex.join(again),
            save_as=save_as or resume,
            replaces=before if goes_back else None,
            resumed=resume is not None,
            is_open=is_open,
            seconds=float("inf") if seconds is None else seconds,
            show_seed=show_seed,
            plain=plain,
            undo=undo,
            timer=timer,
            pace=pace if watch else None,
        ),
    )
    return session.play()


def _gone_on_with(game: Game, terminal: Terminal, language: str | None, players: int | None, names: Sequence[str]) -> Path | None:
    """Return the file of an unfinished game, if there is one and the user wants to resume it."""
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.table.unfinished import unfinished_game

    left = unfinished_game(game, players, names) if terminal.interactive else None
    if left is None:
        return None
    spoken = spoken_language(game, language)
    yes, no = phrase(spoken, "yes"), phrase(spoken, "no")
    return left.path if terminal.yes(phrase(spoken, "left-ask", left.path, left.decisions, yes, no), yes, no) else None

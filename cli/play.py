"""`rulewright play`: a game in the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.cli.terminal import Terminal
    from rulewright.interpreter import Game

USUAL = "search"


@click.command(name="play", no_args_is_help=True)
@game_options
@seat_option("If not said, you play the first, and the program searches for the others.", HUMAN)
@kept_options("Go on with a saved game.")
@click.option(
    "--seconds", type=FiniteRange(min=0), metavar="S", help="Where nobody plays at this screen, leave the game after so long."
)
@click.option(
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="The language, such as fr; if not said, the one of LANG if the game speaks it, else English.",
)
@undo_option
@click.option("--plain", is_flag=True, help="One fact a line, without frames or signs, as for a screen reader.")
@click.option("--show-seed", is_flag=True, help="Show the seed at once: who knows it can find out all that is hidden.")
@click.option(
    "--timer",
    type=FiniteRange(min=0, max=3600),
    default=0.0,
    metavar="S",
    help="Who shares the screen is given so long for each choice, so that nobody's thinking shows.",
)
@click.option("--watch", is_flag=True, help="Where nobody plays at this screen, show the table after each choice.")
@click.option(
    "--pace", type=FiniteRange(min=0, max=3600), default=1.0, show_default=True, metavar="S", help="How long each is shown."
)
@click.option("--open", "is_open", is_flag=True, help="Nothing is secret: do not hide the screen between people.")
def command(
    reference: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    seed: int | None,
    seconds: float | None,
    save_as: Path | None,
    resume: Path | None,
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

    Choices are typed as numbers or as the beginning of what stands there; `?` shows what else can be typed. The game
    is kept in a file, choice by choice, until it is over. Where the standard input is not a terminal, it holds one choice a
    line.
    """
    from rulewright.cli.terminal import Terminal, hanging_up

    heard = click.get_current_context().with_resource(hanging_up())

    from rulewright.cli import saving
    from rulewright.cli.left import game_of
    from rulewright.cli.problems import problem
    from rulewright.cli.session import Session
    from rulewright.cli.settings import Settings
    from rulewright.interpreter.keep.asked import asks_all, kept_as

    seats = seat_names(seats, HUMAN)
    terminal = Terminal(heard=heard)
    if resume is None and save_as is None and seed is None and not (settings or watch):
        resume = _gone_on_with(load_game(reference, variants, settings), terminal, language, players, names)
    saved, before = ("", None) if resume is None else saving.read_save(resume)
    game = load_game(reference, variants, settings) if resume is None else game_of(saved, reference, variants, settings)
    spoken = spoken_language(game, language)
    goes_back = save_as is None or (resume is not None and saving.same(save_as, resume))
    if save_as is not None and not goes_back:
        saving.check_new(save_as)
    if resume is None:
        count = player_count(game, players, len(seats))
        match = game.start(count, seed_of(seed), language=spoken)
    else:
        if asks_all(saved):
            # It was begun by `rulewright host`.
            saved = kept_as(game, saved, forced=False)
            before = saving.rewrite(resume, before or b"", saved) if goes_back else before
        match = game.resume(saved, spoken)
        check_going_on(match, players)
        if seed not in (None, match.seed):
            message = "the saved game has another seed"
            raise problem("bad-seed", message, "leave `--seed` out, or leave `--resume` out and begin a new game")
        player_count(game, match.players, len(seats))
    if names:
        match.call(player_names(names, match.players))
    again = words_again("play", reference, variants, settings)
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
    """The file of a game that was left, if whoever sits at the terminal would like to go on with it."""
    from rulewright.cli.left import left_of
    from rulewright.cli.phrases import phrase

    left = left_of(game, players, names) if terminal.interactive else None
    if left is None:
        return None
    spoken = spoken_language(game, language)
    yes, no = phrase(spoken, "yes"), phrase(spoken, "no")
    return left.path if terminal.yes(phrase(spoken, "left-ask", left.path, left.decisions, yes, no), yes, no) else None

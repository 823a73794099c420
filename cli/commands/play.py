"""`rulewright play`: play a game in the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve, frozen

from rulewright.cli.shell.game_choice import (
    HUMAN,
    TABLE,
    USUAL,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.cli.shell.terminal import Terminal
    from rulewright.interpreter import Game, Match

_PAGE_PACE = 0.5
"""Seconds that the program takes for each choice on a page."""
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
        ("rulewright play GAME --seat easy,hard --watch", "watch the program play"),
        ("rulewright play --resume", "one of the games that you left"),
    ],
)
@game_or_save
@seat_option("Default: you play the first seat, `normal` the others.", HUMAN)
@kept_options("Resume a saved game: a file, its name in `rulewright games`, or one that you choose from those left.")
@option(
    TABLE,
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="Play in this language, such as fr (default: that of LANG if the game has it, else English).",
)
@option(TABLE, "--page", is_flag=True, help="Play on a page in your browser, on this machine alone.")
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
    page: bool,
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

    from rulewright.cli.table.session import Session
    from rulewright.cli.table.settings import Settings

    seats = seat_names(seats, HUMAN)
    chosen.check(resumes=kept.resume is not None)
    terminal = Terminal(heard=heard)
    if page:
        return _on_page(chosen, seats, kept, language, undo=undo)
    begins = kept.resume is None and kept.save_as is None and kept.seed is None and not (chosen.settings or watch)
    begun = _begun(chosen, kept, terminal, language, len(seats), offers=begins)
    again = [word for seat in seats for word in ("--seat", seat)]
    again += ["--lang", language] if language is not None else []
    again += ["--plain"] if plain else []
    again += ["--show-seed"] if show_seed else []
    again += [] if undo else ["--no-undo"]
    again += ["--timer", f"{timer:g}"] if timer else []
    again += ["--watch", "--pace", f"{pace:g}"] if watch else []
    again += ["--open"] if is_open else []
    kinds = seats or ((USUAL,) if watch else (HUMAN,))
    while True:
        match = begun.match
        settings = Settings(
            kinds=(kinds + (USUAL,) * match.players)[: match.players],
            language=match.words.language,
            again=shlex.join([*begun.chosen.again("play"), *again]),
            save_as=begun.save_as,
            replaces=begun.replaces,
            resumed=begun.resumed,
            introduces=not begun.is_known,
            is_open=is_open,
            seconds=float("inf") if seconds is None else seconds,
            show_seed=show_seed,
            plain=plain,
            undo=undo,
            timer=timer,
            pace=pace if watch else None,
        )
        session = Session(match, terminal, settings)
        code = session.play()
        if not (session.match.over and session.humans and terminal.interactive):
            return code
        following = _another(begun, kept, terminal, language, len(seats))
        if following is None:
            return code
        begun = following


def _on_page(chosen: GameChoice, seats: Sequence[str], kept: SessionOptions, language: str | None, *, undo: bool) -> int:
    """Play in the browser of this machine: a table for people apart, with one person."""
    import webbrowser

    from rulewright.cli.commands.host import new_table, seat_people
    from rulewright.cli.remote.addresses import HERE, Addresses
    from rulewright.cli.remote.host_terminal import HostSession
    from rulewright.cli.shell.problems import problem
    from rulewright.cli.shell.terminal import Terminal

    if kept.resume is not None:
        raise problem("bad-setting", Phrase("a-page-begins-a-new-game"), Phrase("resume-it-with-host"))
    table = new_table(chosen, seats, kept, Terminal(), language)
    table.undo = undo
    kinds = seats or (HUMAN,)
    seat_people(table, [*kinds, *[USUAL] * table.match.players], kept.names)
    again = shlex.join(chosen.again("host"))
    spoken = table.match.words.language
    table.is_asked_for = kept.save_as is not None
    return HostSession(table, Addresses((HERE,), None), spoken, _PAGE_PACE, None, again, open_page=webbrowser.open).run()


@frozen
class BegunGame:
    """A game at its beginning, or where it was left."""

    chosen: GameChoice
    match: Match
    save_as: Path | None
    """The file that was asked for."""
    replaces: bytes | None = None
    """The content of that file now, if the game goes on there."""
    resumed: bool = False
    is_known: bool = False
    """Whether the people here have just played it, or a part of it."""


def _begun(
    chosen: GameChoice, kept: SessionOptions, terminal: Terminal, language: str | None, seats: int, *, offers: bool
) -> BegunGame:
    """Begin the game that the user wants, or resume it; if it `offers` one that was left, the user decides."""
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.shell import save_files
    from rulewright.cli.shell.problems import problem
    from rulewright.cli.table.unfinished import game_of, reference_of, wanted_save
    from rulewright.interpreter.match.save_conversion import asks_all, converted_save

    def say(key: str) -> str:
        return phrase(language or message_language(()), key, chosen.reference)

    save_as = kept.save_as
    resume = None if kept.resume is None else wanted_save(kept.resume, chosen, terminal, language)
    game: Game | None = None
    if offers:
        with terminal.saying(say("reading")):
            game = chosen.load()
        resume = _gone_on_with(game, terminal, language, chosen.players, kept.names)
    saved, before = ("", None) if resume is None else save_files.read_save(resume)
    if resume is not None:
        chosen = evolve(chosen, reference=chosen.reference or reference_of(saved, resume))
    if game is None or resume is not None:
        with terminal.saying(say("reading")):
            game = chosen.load() if resume is None else game_of(saved, chosen)
    spoken = spoken_language(game, language)
    goes_back = save_as is None or (resume is not None and save_files.same(save_as, resume))
    if save_as is not None and not goes_back:
        save_files.check_new(save_as)
    if resume is None:
        count = player_count(game, chosen.players, seats)
        with terminal.saying(say("preparing")):
            match = game.start(count, seed_of(kept.seed), language=spoken)
    else:
        if asks_all(saved):
            # The game was begun by `rulewright host`.
            saved = converted_save(game, saved, forced=False)
            before = save_files.rewrite(resume, before or b"", saved) if goes_back else before
        with terminal.saying(say("preparing")):
            match = game.resume(saved, spoken)
        check_resumed_players(match, chosen.players)
        if kept.seed not in (None, match.seed):
            message = Phrase("the-saved-game-has-another-seed")
            raise problem("bad-seed", message, Phrase("leave-seed-out-or-leave-resume-out"))
        player_count(game, match.players, seats)
    if kept.names:
        match.call(player_names(kept.names, match.players))
    return BegunGame(chosen, match, save_as or resume, before if goes_back else None, resume is not None, resume is not None)


def _another(last: BegunGame, kept: SessionOptions, terminal: Terminal, language: str | None, seats: int) -> BegunGame | None:
    """Begin the game that the user wants to play next: the same again, or another one; None for none."""
    from rulewright.cli.render.columns import fold_text
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.shell.problems import show_problems
    from rulewright.cli.table.answers import TypedCommand, command_in
    from rulewright.dsl.messages.diagnostic import RulebookError

    spoken = last.match.words.language
    terminal.forget_typed()
    terminal.show()
    terminal.show_all(fold_text(phrase(spoken, "another-game", phrase(spoken, "command-quit")), terminal.width))
    while True:
        try:
            line = (terminal.ask("> ") or "").strip()
        except (EOFError, KeyboardInterrupt, OSError):
            return None
        if line and command_in(line, spoken) == TypedCommand("quit", ""):
            return None
        chosen = GameChoice(line) if line else evolve(last.chosen, players=last.match.players)
        try:
            begun = _begun(chosen, SessionOptions(kept.names, None, None, None), terminal, language, seats, offers=False)
        except RulebookError as error:
            show_problems(error.diagnostics, err=True, language=spoken)
            continue
        return evolve(begun, is_known=not line)


def _gone_on_with(game: Game, terminal: Terminal, language: str | None, players: int | None, names: Sequence[str]) -> Path | None:
    """Return the file of an unfinished game, if there is one and the user wants to resume it."""
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.table.unfinished import described, unfinished_game

    left = unfinished_game(game, players, names) if terminal.interactive else None
    if left is None:
        return None
    spoken = spoken_language(game, language)
    yes, no = phrase(spoken, "yes"), phrase(spoken, "no")
    question = phrase(spoken, "left-ask", described(left, spoken), yes, no)
    return left.path if terminal.yes(question, yes, no) else None

"""Find saved games in folders, and read which game each of them is of."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.cli.render.speech import phrase
from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import GameChoice, message_language, shown_title
from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import list_words
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.save_conversion import asks_all
from rulewright.interpreter.match.saves import save_summary
from rulewright.interpreter.position.errors import BrokenSave

if TYPE_CHECKING:
    from rulewright.cli.shell.terminal import Terminal
    from rulewright.interpreter import Game

_MOST_DIGITS = 6


@frozen
class UnfinishedGame:
    """A saved game, as its file describes it."""

    path: Path
    game: str
    names: tuple[str, ...]
    """The names of the players, if they have any."""
    variants: tuple[str, ...]
    players: int
    decisions: int
    played: float
    """When the file was last written."""
    over: bool
    in_use: bool
    """Whether somebody is playing it now."""
    apart: bool
    """Whether it was hosted for people on other computers."""


def unfinished_games(folders: tuple[Path, ...]) -> Iterator[UnfinishedGame]:
    """Yield the saved games in some folders, the latest first."""
    paths = {path.resolve(): path for folder in folders for path in folder.glob(f"*{save_files.SUFFIX}")}
    found = [one for path in paths.values() if (one := _left(path)) is not None]
    yield from sorted(found, key=lambda one: (-one.played, str(one.path)))


def unfinished_game(game: Game, players: int | None = None, names: Sequence[str] = ()) -> UnfinishedGame | None:
    """Return the latest unfinished game of this game and its variants, or None.

    If a number of players or names are given, it must have the same.
    """
    left = unfinished_games(save_files.usual_folders())
    same = (
        one
        for one in left
        if (one.game, one.variants) == (game.name, tuple(game.variants))
        and players in (None, one.players)
        and (not names or tuple(filter(None, names)) == one.names)
    )
    return next((one for one in same if one.decisions and not (one.over or one.in_use or one.apart)), None)


def described(one: UnfinishedGame, language: str) -> str:
    """Return a game as people call it: its title, its players, and when it was last played."""
    players = list_words(language, one.names) if one.names else phrase(language, "begin", one.players)
    return visible(", ".join([_title(one.game, language), *one.variants, players, _date(one.played, language)]))


def _title(name: str, language: str) -> str:
    if name not in bundled_games():
        return name
    return shown_title(GameChoice(name).load().titles, name, language)


def _date(when: float, language: str) -> str:
    day = time.localtime(when)
    month = phrase(language, "months").split()[day.tm_mon - 1]
    this_year = day.tm_year == time.localtime().tm_year
    return phrase(language, "date", day.tm_mday, month, time.strftime("%H:%M", day) if this_year else day.tm_year)


def wanted_save(wanted: str, chosen: GameChoice, terminal: Terminal, language: str | None) -> Path:
    """Return the file that `--resume` means; if it names none, ask which of the games that were left."""
    name = chosen.load().name if chosen.reference else wanted
    if wanted:
        path = save_files.save_named(wanted)
        if path.is_file() or chosen.reference or name not in bundled_games():
            return path
    left = unfinished_games(save_files.usual_folders())
    found = [one for one in left if name in ("", one.game) and not (one.over or one.in_use)]
    if not found:
        raise problem("no-such-file", Phrase("no-game-was-left"), Phrase("begin-one-with-play"))
    if len(found) == 1:
        return found[0].path
    spoken = language or message_language(())
    for number, one in enumerate(found, start=1):
        terminal.show(f"  {number}. {described(one, spoken)}")
    while True:
        typed = (terminal.ask(visible(phrase(spoken, "which-game")) + " ") or "").strip()
        if not typed or (typed.isdecimal() and len(typed) <= _MOST_DIGITS and 1 <= int(typed) <= len(found)):
            return found[int(typed or 1) - 1].path
        terminal.show(phrase(spoken, "a-number", len(found)))


def _left(path: Path) -> UnfinishedGame | None:
    """Return what a file says of its game; None if it holds none, or belongs to somebody else."""
    try:
        if not save_files.is_ours(path):
            return None
        text, _ = save_files.read_save(path)
        saved = save_summary(text)
        decisions = choice_log.standing(saved, *choice_log.split(text))
        return UnfinishedGame(
            path,
            saved.game,
            tuple(filter(None, saved.names)),
            tuple(saved.variants),
            saved.players,
            decisions,
            path.stat().st_mtime,
            saved.asked is None,
            save_files.in_use(path),
            asks_all(text),
        )
    except (OSError, RulebookError, BrokenSave, KeyError, TypeError, ValueError):
        return None


def reference_of(text: str, path: Path, *, by_option: bool = False) -> str:
    """Return the rulebook of a saved game: a bundled one, or one of that name beside the file or in the current folder.

    If there is none, the user has to name it: before `--resume`, or `by_option`, behind `--of`.
    """
    name = save_summary(text).game
    if name in bundled_games():
        return name
    for folder in (path.parent, Path()):
        if (folder / f"{name}.rules").is_file():
            return str(folder / f"{name}.rules")
        # A rulebook of several files is a folder, with a file of the same name in it.
        if (folder / name / f"{name}.rules").is_file():
            return str(folder / name)
    shown = visible(name[:40])
    first, of = Phrase("name-its-rulebook-first", shown=shown), Phrase("say-where-it-is-such-as-of", shown=shown)
    raise problem("no-such-file", Phrase("there-is-no-rulebook-of-neither-here", shown=shown), of if by_option else first)


def game_of(text: str, chosen: GameChoice) -> Game:
    """Return the game of a save; the save fills in variants and options that were not given."""
    from rulewright.interpreter import load

    saved, variants = save_summary(text), chosen.variants
    plain = chosen.load()
    if saved.game != plain.name:
        name = visible(saved.game[:40])
        message = Phrase("this-is-a-saved-game-of-not", name=name, game=plain.name)
        raise problem("broken-save", message, Phrase("play-with-it", name=name))
    variants = variants or tuple(saved.variants)
    game = evolve(chosen, variants=variants).load() if variants else plain
    if chosen.settings:
        return game
    options: dict[str, int | bool | str] = {}
    for name, option in game.options.items():
        value = saved.options.get(name)
        # Leave values that do not fit: the game reports them when it resumes.
        if type(value) is int and option.least <= value <= option.most:
            options[name] = option.words[value] if option.kind == "words" else value
    return load(chosen.reference, variants, options)

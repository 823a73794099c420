"""Find saved games in folders, and read which game each of them is of."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import GameChoice
from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.save_conversion import asks_all
from rulewright.interpreter.match.saves import save_summary
from rulewright.interpreter.position.errors import BrokenSave

if TYPE_CHECKING:
    from rulewright.interpreter import Game


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


def usual_folders() -> tuple[Path, ...]:
    """Return the folders where games are saved by default."""
    return Path(), Path(tempfile.gettempdir())


def unfinished_game(game: Game, players: int | None = None, names: Sequence[str] = ()) -> UnfinishedGame | None:
    """Return the latest unfinished game of this game and its variants, or None.

    If a number of players or names are given, it must have the same.
    """
    left = unfinished_games(usual_folders())
    same = (
        one
        for one in left
        if (one.game, one.variants) == (game.name, tuple(game.variants))
        and players in (None, one.players)
        and (not names or tuple(filter(None, names)) == one.names)
    )
    return next((one for one in same if one.decisions and not (one.over or one.in_use or one.apart)), None)


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


def reference_of(text: str, path: Path) -> str:
    """Return the rulebook of a saved game: a bundled one, or one of that name beside the file or in the current folder."""
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
    way_out = Phrase("say-where-it-is-such-as-of", shown=shown)
    raise problem("no-such-file", Phrase("there-is-no-rulebook-of-neither-here", shown=shown), way_out)


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

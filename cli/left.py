"""Games in files that were left, or are over: which game they are of, and what there is of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli import saving
from rulewright.cli.choosing import load_game
from rulewright.cli.problems import problem
from rulewright.dsl.bundled import bundled
from rulewright.dsl.diagnostic import RulebookError, visible
from rulewright.interpreter.keep import choices
from rulewright.interpreter.keep.asked import asks_all
from rulewright.interpreter.keep.saving import summary
from rulewright.interpreter.play.decision import BrokenSave

if TYPE_CHECKING:
    from rulewright.interpreter import Game


@frozen
class Left:
    """A game that was left, as its file says."""

    path: Path
    game: str
    names: tuple[str, ...]
    """What the players are called, if they are called anything."""
    variants: tuple[str, ...]
    players: int
    decisions: int
    played: float
    """When its file was last written."""
    over: bool
    in_use: bool
    """Whether somebody is playing it now."""
    apart: bool
    """Whether it is of people apart."""


def left_games(folders: tuple[Path, ...]) -> Iterator[Left]:
    """The games in some folders, the one that was played last first."""
    paths = {path.resolve(): path for folder in folders for path in folder.glob(f"*{saving.SUFFIX}")}
    found = [one for path in paths.values() if (one := _left(path)) is not None]
    yield from sorted(found, key=lambda one: (-one.played, str(one.path)))


def usual_folders() -> tuple[Path, ...]:
    """Where games are left if nobody says where."""
    return Path(), Path(tempfile.gettempdir())


def left_of(game: Game, players: int | None = None, names: Sequence[str] = ()) -> Left | None:
    """The last game that was left of this one, with the same variants, and can be gone on with.

    If it is said how many play, and who, it is a game of so many, and of the same.
    """
    left = left_games(usual_folders())
    same = (
        one
        for one in left
        if (one.game, one.variants) == (game.name, tuple(game.variants))
        and players in (None, one.players)
        and (not names or tuple(filter(None, names)) == one.names)
    )
    return next((one for one in same if one.decisions and not (one.over or one.in_use or one.apart)), None)


def _left(path: Path) -> Left | None:
    """What a file says of its game; None if it holds none, or is not for us to read."""
    try:
        if not saving.is_ours(path):
            return None
        text, _ = saving.read_save(path)
        held = summary(text)
        decisions = choices.standing(held, *choices.split(text))
        return Left(
            path,
            str(held["game"]),
            tuple(filter(None, map(str, held["names"]))),
            tuple(map(str, held["variants"])),
            int(held["players"]),
            decisions,
            path.stat().st_mtime,
            held["asked"] is None,
            saving.in_use(path),
            asks_all(text),
        )
    except (OSError, RulebookError, BrokenSave, KeyError, TypeError, ValueError):
        return None


def reference_of(text: str, path: Path) -> str:
    """The rulebook that a file is a game of: a bundled one, or one of that name beside the file or here."""
    name = str(summary(text).get("game"))
    if name in bundled():
        return name
    for folder in (path.parent, Path()):
        if (folder / f"{name}.rules").is_file():
            return str(folder / f"{name}.rules")
        # A rulebook of several files is a folder, with one in it that has its name.
        if (folder / name / f"{name}.rules").is_file():
            return str(folder / name)
    shown = visible(name[:40])
    way_out = f"say where it is, such as `--of {shown}.rules`"
    raise problem("no-such-file", f"there is no rulebook of `{shown}`, neither here nor beside the file", way_out)


def game_of(text: str, reference: str, variants: tuple[str, ...], settings: tuple[str, ...]) -> Game:
    """The game that a save is of: what was not said again is as the save says."""
    from rulewright.interpreter import load

    held = summary(text)
    plain = load_game(reference, variants, settings)
    if held.get("game") != plain.name:
        name = visible(str(held.get("game"))[:40])
        message = f"this is a saved game of `{name}`, not of `{plain.name}`"
        raise problem("broken-save", message, f"play `{name}` with it")
    names = held.get("variants")
    if not variants and isinstance(names, list) and all(isinstance(name, str) for name in names):
        variants = tuple(names)
    game = load_game(reference, variants, settings) if variants else plain
    values = held.get("options")
    if settings or not isinstance(values, dict):
        return game
    options: dict[str, int | bool | str] = {}
    for name, option in game.options.items():
        value = values.get(name)
        # What does not fit is left as it is: the game will say so when it resumes.
        if type(value) is int and option.least <= value <= option.most:
            options[name] = option.words[value] if option.kind == "words" else value
    return load(reference, variants, options)

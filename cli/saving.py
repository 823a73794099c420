"""Saved games in files: written whole or not at all, and never over something else."""

from __future__ import annotations

import errno
import itertools
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, visible
from rulewright.dsl.reading import read_source
from rulewright.interpreter.keep.saving import LONGEST_SAVE

SUFFIX = ".save"


def read_save(path: Path) -> tuple[str, bytes]:
    """A saved game as text, and as it stands in the file; raises RulebookError if there is none."""
    source, diagnostics = read_source(path)
    # A long game is larger than any rulebook.
    if source is None and (diagnostics[0].name != "file-too-large" or path.stat().st_size > LONGEST_SAVE):
        raise RulebookError(diagnostics)
    data = path.read_bytes()
    return data.decode("utf-8", errors="replace") if source is None else source.text, data


def same(one: Path, other: Path) -> bool:
    """Whether two names are of one file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def check_new(path: Path) -> None:
    """Raise RulebookError, before anything is played, if a game could not be saved there."""
    shown = visible(str(path)[:200])
    folder = visible(str(path.parent)[:200])
    try:
        if os.path.lexists(path):
            going_on = f", or go on with that game: `--resume {shown}`" if path.is_file() else ""
            raise problem("file-exists", f"`{shown}` exists already", "choose another name" + going_on)
        if not path.parent.is_dir():
            raise problem("no-such-folder", f"there is no folder `{folder}`", "make it, or choose another")
        # Better now than when the game has been played: the name itself may be too long, or none at all.
        path.open("x").close()
        path.unlink()
    except (OSError, ValueError) as error:
        raise RulebookError([cannot_save(path, error)]) from None


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet, whole or not at all; raises OSError."""
    with path.open("xb") as file:
        try:
            file.write(text.encode("utf-8"))
            file.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def replace(path: Path, text: str, before: bytes | None) -> None:
    """Write a file in place of what was there before, or where nothing was; raises OSError.

    The old one stays until the new one is whole. What somebody else has written there meanwhile stays: FileExistsError.
    """
    if before is None:
        write_new(path, text)
        return
    with suppress(FileNotFoundError):
        if not path.is_file() or path.read_bytes() != before:
            raise FileExistsError(errno.EEXIST, "something else was saved there meanwhile")
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name[:40], suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def save_somewhere(name: str, text: str) -> Path:
    """Write a file of a name that is free, here or else where files may be left; raises OSError."""
    for folder in (Path(), Path(tempfile.gettempdir())):
        for number in itertools.count(1):
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}{SUFFIX}"
            try:
                write_new(path, text)
            except FileExistsError:
                continue
            except OSError:
                break
            return path
    raise OSError("nothing can be written, neither here nor in the folder for temporary files")


def cannot_save(path: Path | str, error: OSError | ValueError) -> Diagnostic:
    """Why a game was not saved."""
    reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
    message = f"`{visible(str(path)[:200])}` cannot be written: {reason}"
    return Diagnostic("cannot-save", message, None, help="choose another file")

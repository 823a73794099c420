"""Saved games in files: written whole or not at all, and never over something else."""

from __future__ import annotations

import itertools
import os
import tempfile
from pathlib import Path

from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.reading import read_source
from rulewright.interpreter.saving import LONGEST_SAVE

SUFFIX = ".save"


def read_save(path: Path) -> str:
    """The text of a saved game; raises RulebookError if there is none."""
    source, diagnostics = read_source(path)
    if source is not None:
        return source.text
    # A long game is larger than any rulebook.
    if diagnostics[0].name == "file-too-large" and path.stat().st_size <= LONGEST_SAVE:
        return path.read_bytes().decode("utf-8", errors="replace")
    raise RulebookError(diagnostics)


def check_new(path: Path) -> None:
    """Raise RulebookError, before anything is played, if a game could not be saved there."""
    if path.exists():
        way_out = f"choose another name, or go on with that game: `--resume {path}`"
        raise problem("file-exists", f"`{path}` exists already", way_out)
    if not path.parent.is_dir():
        raise problem("no-such-folder", f"there is no folder `{path.parent}`", "make it, or choose another")


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet; raises OSError."""
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def replace(path: Path, text: str) -> None:
    """Write a file whether it exists or not: the old one stays until the new one is whole; raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
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
    return Diagnostic("cannot-save", f"`{path}` cannot be written: {reason}", None, help="choose another file")

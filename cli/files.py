"""What is named on the command line: rulebooks, folders with rulebooks in them, and files of results to go on with."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.cli.problems import problem
from rulewright.dsl.bundled import SUFFIX
from rulewright.dsl.diagnostic import Diagnostic, visible
from rulewright.dsl.folders import whole_of
from rulewright.dsl.reading import MOST_KEPT, plain_bytes


def named_files(names: Iterable[str]) -> tuple[list[str], list[Diagnostic]]:
    """The rulebooks in folders, and what is no folder as it is; once each, in order. A folder without any is reported.

    A rulebook that is a folder stands there as its first part.
    """
    wholes = [whole_of(name) for name in names]
    files, diagnostics = single_files(wholes)
    return list(dict.fromkeys(map(whole_of, files))), diagnostics


def single_files(names: Iterable[str]) -> tuple[list[str], list[Diagnostic]]:
    """The same, each part of a rulebook being a file of its own."""
    found: dict[str, None] = {}
    diagnostics = []
    for name in names:
        try:
            is_folder = Path(name).is_dir()
        except (OSError, ValueError):
            is_folder = False
        if not is_folder:
            found[name] = None
            continue
        inside = list(_inside(name))
        found.update(dict.fromkeys(inside))
        if not inside:
            message = f"there is no rulebook in the folder `{name}`"
            diagnostics.append(Diagnostic("no-rulebooks", message, None, help=f"rulebooks end in `{SUFFIX}`"))
    return list(found), diagnostics


def kept_bytes(path: Path) -> bytes:
    """Return what is in a file of results, nothing if there is none yet; raise RulebookError if it cannot be read."""
    try:
        return plain_bytes(path, MOST_KEPT) if path.exists() else b""
    except OSError as error:
        message = f"`{visible(str(path)[:200])}` cannot be read: {(error.strerror or type(error).__name__).lower()}"
        raise problem("unreadable-file", message, "name another file, or one that is not there yet") from None


def _inside(folder: str) -> Iterator[str]:
    for where, folders, files in os.walk(folder):
        # Hidden folders hold what tools keep for themselves: copies, caches, environments.
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIX) and not name.startswith("."):
                yield (Path(where) / name).as_posix()

"""Find the files named on the command line: rulebooks, folders of rulebooks, and files of results."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.bundled import SUFFIX
from rulewright.dsl.files.folders import whole_of
from rulewright.dsl.files.reading import MOST_KEPT, plain_bytes
from rulewright.dsl.messages.diagnostic import Diagnostic, visible
from rulewright.dsl.messages.said import Phrase


def named_files(names: Iterable[str]) -> tuple[list[str], list[Diagnostic]]:
    """Return the rulebooks in the named folders, and all other names as they are, once each and in order.

    An empty folder is reported. A rulebook that is a folder is represented by its first part.
    """
    wholes = [whole_of(name) for name in names]
    files, diagnostics = single_files(wholes)
    return list(dict.fromkeys(map(whole_of, files))), diagnostics


def single_files(names: Iterable[str]) -> tuple[list[str], list[Diagnostic]]:
    """Return the rulebooks in the named folders, with each part of a rulebook as a file of its own."""
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
            message = Phrase("there-is-no-rulebook-in-the-folder", name=name)
            diagnostics.append(Diagnostic("no-rulebooks", message, None, help=Phrase("rulebooks-end-in", suffix=SUFFIX)))
    return list(found), diagnostics


def kept_bytes(path: Path) -> bytes:
    """Return the content of a file of results, empty if there is none; raise RulebookError if it is unreadable."""
    try:
        return plain_bytes(path, MOST_KEPT) if path.exists() else b""
    except OSError as error:
        message = Phrase("cannot-be-read", name=visible(str(path)[:200]), reason=(error.strerror or type(error).__name__).lower())
        raise problem("unreadable-file", message, Phrase("name-another-file-or-one-that-is")) from None


def _inside(folder: str) -> Iterator[str]:
    for where, folders, files in os.walk(folder):
        # Hidden folders belong to tools: copies, caches, environments.
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIX) and not name.startswith("."):
                yield (Path(where) / name).as_posix()

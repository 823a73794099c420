"""Files that are looked at again and again, for who wants something done whenever one has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rulewright.cli.problems import problem
from rulewright.dsl.bundled import SUFFIX

PAUSE = 0.3
"""Seconds between two looks."""


def changes(names: Iterable[str], pause: Callable[[float], None] = time.sleep) -> Iterator[list[str]]:
    """The rulebooks that have changed, come or gone in the folders of these, each time that there are any; without an end.

    The names are those of files, or of what comes with the program.
    """
    folders = {Path(name).parent for name in names if Path(name).exists()}
    if not folders:
        way_out = "name a file or a folder, or leave `--watch` out"
        raise problem("bad-setting", "what comes with the program does not change", way_out)
    before = snapshot(folders)
    while True:
        pause(PAUSE)
        now = snapshot(folders)
        if now != before:
            changed = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
            before = now
            yield changed


def snapshot(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """Of each rulebook in some folders, when it was written and how long it is."""
    found = {}
    for folder in folders:
        for path in folder.glob(f"*{SUFFIX}"):
            try:
                state = path.stat()
            except OSError:
                continue  # It has gone between two looks.
            found[path.as_posix()] = state.st_mtime_ns, state.st_size
    return found

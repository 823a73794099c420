"""Watch files, and report whenever one has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.bundled import SUFFIX
from rulewright.dsl.messages.said import Phrase

PAUSE = 0.3
"""Seconds between two looks."""


def changes(names: Iterable[str], pause: Callable[[float], None] = time.sleep) -> Iterator[list[str]]:
    """Yield the rulebooks that were changed, added or removed in the folders of these names, again and again.

    The names are those of files, or of bundled games.
    """
    folders = {Path(name).parent for name in names if Path(name).exists()}
    if not folders:
        way_out = Phrase("name-a-file-or-a-folder-or")
        raise problem("bad-setting", Phrase("what-comes-with-the-program-does-not"), way_out)
    before = snapshot(folders)
    while True:
        pause(PAUSE)
        now = snapshot(folders)
        if now != before:
            changed = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
            before = now
            yield changed


def snapshot(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """Return the time and size of each rulebook in some folders."""
    found = {}
    for folder in folders:
        for path in folder.glob(f"*{SUFFIX}"):
            try:
                state = path.stat()
            except OSError:
                continue  # removed between two looks
            found[path.as_posix()] = state.st_mtime_ns, state.st_size
    return found

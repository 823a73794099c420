"""Read the options of the command line that click cannot check; raise RulebookError."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase, WordList

NARROWEST = 0.0001
"""The narrowest interval: that takes about a hundred million games."""


def half_width(text: str | None, games: int | None) -> float | None:
    """Return `0.5%` as the half-width of an interval."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%", text.strip())
    share = float(found[1]) / 100 if found else 0.0
    if not NARROWEST <= share <= 0.25:
        way_out = Phrase("write-a-part-of-a-hundred-from")
        raise problem("bad-until", Phrase("until-is-never-reached", text=visible(text[:40])), way_out)
    if games is not None:
        raise problem("bad-until", Phrase("games-and-until-both-say-when-to"), Phrase("leave-one-of-them-out"))
    return share


def check_file(path: Path, endings: tuple[str, ...]) -> None:
    """Raise RulebookError if a file cannot have this format, or its folder does not exist."""
    if path.suffix not in endings:
        shown = visible(str(path)[:80])
        way_out = Phrase("let-its-name-end-in", several=WordList.quoted(endings))
        raise problem("bad-file-form", Phrase("nobody-knows-how-to-write", shown=shown), way_out)
    check_folder(path)


def check_folder(path: Path) -> None:
    """Raise RulebookError if the folder of a file does not exist."""
    if path.is_dir() or not path.parent.is_dir():
        shown = visible(str(path)[:80])
        raise problem("no-such-folder", Phrase("cannot-be-written-there-is-no-such", shown=shown), Phrase("make-it-first"))

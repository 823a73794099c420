"""Write files for everybody to read, such as sheets and pictures: only one of the same kind is overwritten."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.shell.problems import problem
from rulewright.cli.shell.save_files import cannot_save, replace
from rulewright.dsl.files.reading import MOST_KEPT, plain_bytes
from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase

LONGEST_HEAD = 400


def write_over(path: Path, text: str, mark: str) -> None:
    """Write a new file, or over another that has the same mark near its beginning; raise RulebookError."""
    shown = visible(str(path)[:200])
    try:
        if path.is_dir():
            raise problem("not-a-file", Phrase("is-a-folder", name=shown), Phrase("name-a-file-in-it-such-as"))
        if not path.parent.is_dir():
            raise problem(
                "no-such-folder",
                Phrase("there-is-no-folder", shown=visible(str(path.parent)[:200])),
                Phrase("make-it-or-choose-another"),
            )
        before = plain_bytes(path, MOST_KEPT) if path.exists() else None
        if before is not None and mark.encode() not in before[:LONGEST_HEAD]:
            raise problem(
                "file-exists",
                Phrase("exists-already-and-is-something-else", shown=shown),
                Phrase("choose-another-name-or-move-that-file"),
            )
        replace(path, f"{text}\n", before)
        # Unlike a saved game, this is for everybody to read.
        if before is None:
            path.chmod(0o644)
    except (OSError, ValueError) as error:
        raise RulebookError([cannot_save(path, error)]) from None

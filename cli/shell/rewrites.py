"""Change rulebooks for the user: show the difference, and write the file."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from attrs import evolve

from rulewright.cli.shell import save_files
from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.reading import MAXIMUM_BYTES, plain_bytes, source_of_bytes
from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Source


def difference(source: Source, text: str) -> str:
    """Return the difference as `diff -u` shows it."""
    lines = difflib.unified_diff(source.text.splitlines(), text.splitlines(), source.name, source.name, lineterm="")
    # `patch` needs the exact characters; a terminal must not get any that control it.
    shown = map(visible, lines) if sys.stdout.isatty() else lines
    return "".join(f"{line}\n" for line in shown)


def rewrite(source: Source, text: str) -> None:
    """Write a text to the file of a source, completely or not at all; raise RulebookError.

    The file keeps its newlines and its permissions.
    """
    path = Path(source.name).resolve()
    try:
        before = plain_bytes(path, MAXIMUM_BYTES)
        now, _ = source_of_bytes(before, source.name)
        if now is None or now.text != source.text:
            raise save_files.written_meanwhile()
        save_files.replace(path, text.replace("\n", "\r\n") if b"\r\n" in before else text, before)
    except FileExistsError:
        message = Phrase("was-changed-while-it-was-looked-at", source=visible(source.name))
        raise problem("file-exists", message, Phrase("try-again")) from None
    except (OSError, ValueError) as error:
        way_out = Phrase("check-who-may-write-there-and-whether")
        raise RulebookError([evolve(save_files.cannot_save(source.name, error), help=way_out)]) from None

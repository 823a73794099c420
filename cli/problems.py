"""Diagnostics on their way to people and programs, and the exit codes that they stand for."""

import os
import shutil
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO, cast

from rulewright.dsl.diagnostic import Diagnostic, RulebookError

GOOD, FINDINGS, UNUSABLE = 0, 1, 2

_UNREADABLE = frozenset({"no-such-file", "unreadable-file", "not-a-file", "file-too-large", "not-text", "broken-save"})


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    """2 if something could not be read or was asked for wrongly, 1 if a rulebook has errors, 0 otherwise."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    # Only what is wrong inside a rulebook has a place in it.
    if any(diagnostic.name in _UNREADABLE or diagnostic.span is None for diagnostic in errors):
        return UNUSABLE
    return FINDINGS if errors else GOOD


def rendered(
    diagnostics: Sequence[Diagnostic], style: str, stream: TextIO, files: Sequence[str] = (), language: str = "en"
) -> str:
    """The diagnostics in one of the formats; some of these name the files without any, too.

    They are in the language already, but for the words beside them.
    """
    # Rich is slow to import, and only the full format measures text with it.
    if style == "full":
        from rulewright.cli.render import full

        return full.render(diagnostics, colour=wants_colour(stream), width=width_of(stream), language=language)
    if style == "junit":
        from rulewright.cli.render import junit

        return junit.render(diagnostics, files)
    module = import_module(f"rulewright.cli.render.{'as_json' if style == 'json' else style}")
    return cast("str", module.render(diagnostics))


def show_problems(diagnostics: Sequence[Diagnostic], style: str = "full", *, err: bool = False) -> None:
    """Print diagnostics, on the standard output or the standard error."""
    stream = sys.stderr if err else sys.stdout
    text = rendered(diagnostics, style, stream)
    if text:
        print(text, file=stream)


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that nobody asked to be plain (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int:
    """How many cells a line has."""
    return shutil.get_terminal_size((100, 24)).columns if stream.isatty() else 100


def height_of(stream: TextIO) -> int | None:
    """How many lines a screen has, if it is one."""
    return shutil.get_terminal_size((100, 24)).lines if stream.isatty() else None


def problem(name: str, message: str, way_out: str = "") -> RulebookError:
    """Something wrong with what was asked for, to be raised."""
    return RulebookError([Diagnostic(name, message, None, help=way_out)])


def problems_of(error: Exception) -> list[Diagnostic]:
    """Return what to say of anything that has failed."""
    if isinstance(error, OSError):
        # What the system refuses (a full disk, too many open files) is no mistake of ours.
        reason = (error.strerror or type(error).__name__).lower()
        return [Diagnostic("system-error", f"the system says: {reason}", None)]
    if isinstance(error, RulebookError):
        return error.diagnostics
    diagnostic = getattr(error, "diagnostic", None)
    if isinstance(diagnostic, Diagnostic):
        return [diagnostic]
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    way_out = f"this is a mistake in rulewright, at {_place(error)}: please report it, with what you typed"
    return [Diagnostic("internal-error", message[:500], None, help=way_out)]


def _place(error: Exception) -> str:
    """Return the innermost line of this program that was being carried out; its path begins at the repository's root."""
    root = Path(__file__).resolve().parent.parent
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(root):
            return f"{path.relative_to(root).as_posix()}:{frame.lineno}"
    return "an unknown place"

"""Show diagnostics to people and programs, and turn them into exit codes."""

import codecs
import os
import shutil
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO, cast

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase

GOOD, FINDINGS, UNUSABLE = 0, 1, 2

_UNREADABLE = frozenset({"no-such-file", "unreadable-file", "not-a-file", "file-too-large", "not-text", "broken-save"})


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    """Return 2 for something unreadable or a wrong command line, 1 for errors in a rulebook, else 0."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    # Only a mistake inside a rulebook has a place in it.
    if any(diagnostic.name in _UNREADABLE or diagnostic.span is None for diagnostic in errors):
        return UNUSABLE
    return FINDINGS if errors else GOOD


def render_diagnostics(
    diagnostics: Sequence[Diagnostic], style: str, stream: TextIO, files: Sequence[str] = (), language: str = "en"
) -> str:
    """Return diagnostics in one of the formats and a language; some formats also name the files without any."""
    shown = [one.rendered(language) for one in diagnostics]
    # Rich is slow to import, and only the full format needs it to measure text.
    if style == "full":
        from rulewright.cli.render import full

        return full.render(shown, colour=wants_colour(stream), width=width_of(stream), language=language)
    if style == "junit":
        from rulewright.cli.render import junit

        return junit.render(shown, files)
    module = import_module(f"rulewright.cli.render.{'as_json' if style == 'json' else style}")
    return cast("str", module.render(shown))


def show_problems(diagnostics: Sequence[Diagnostic], style: str = "full", *, err: bool = False, language: str = "en") -> None:
    stream = sys.stderr if err else sys.stdout
    text = render_diagnostics(diagnostics, style, stream, language=language)
    if text:
        print(text, file=stream)


def overwrite_progress(text: str) -> None:
    """Show a line of progress in place of the last one, if somebody is waiting at a terminal; an empty one clears it."""
    if sys.stderr.isatty():
        print(f"\r{text[:78]:<78}\r", end="", file=sys.stderr, flush=True)


def wants_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal where nobody turned colours off (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_ascii(stream: TextIO) -> bool:
    """Return whether a stream shows ASCII only: by its encoding, or because somebody asked for the locale C."""
    # Python sets LC_CTYPE to C.UTF-8 by itself if somebody has asked for C.
    asked = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if next((one for one in asked if one not in ("", "C.UTF-8")), "") in ("C", "POSIX"):
        return True
    return codecs.lookup(stream.encoding or "utf-8").name == "ascii"


def width_of(stream: TextIO) -> int:
    """Return how many columns a line has."""
    return shutil.get_terminal_size((100, 24)).columns if stream.isatty() else 100


def height_of(stream: TextIO) -> int | None:
    """Return how many lines a screen has, or None if there is no screen."""
    return shutil.get_terminal_size((100, 24)).lines if stream.isatty() else None


def problem(name: str, message: Phrase, way_out: Phrase | None = None) -> RulebookError:
    """Return an error to raise, about a wrong request."""
    return RulebookError([Diagnostic(name, message, None, help=way_out)])


def problems_of(error: Exception) -> list[Diagnostic]:
    """Return what to say about any failure."""
    if isinstance(error, OSError):
        # A refusal of the system (a full disk, too many open files) is no mistake of ours.
        reason = (error.strerror or type(error).__name__).lower()
        return [Diagnostic("system-error", Phrase("the-system-says", reason=reason), None)]
    if isinstance(error, RulebookError):
        return error.diagnostics
    diagnostic = getattr(error, "diagnostic", None)
    if isinstance(diagnostic, Diagnostic):
        return [diagnostic]
    shown = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    way_out = Phrase("this-is-a-mistake-in-rulewright-at", place=_place(error))
    return [Diagnostic("internal-error", Phrase("words", words=shown[:500]), None, help=way_out)]


def _place(error: Exception) -> str | Phrase:
    """Return the innermost line of this program on the stack, with its path in the repository."""
    root = Path(__file__).resolve().parents[2]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(root):
            return f"{path.relative_to(root).as_posix()}:{frame.lineno}"
    return Phrase("an-unknown-place")

"""Define diagnostics: a mistake, its place and the way out, as values in a list that the caller shows."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

import attrs

from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import SOURCE
from rulewright.dsl.text.source import Span

Severity = Literal["error", "warning"]

# Characters of the category Cf are invisible; many reorder or hide their neighbours. These are visible, or are needed to
# write a language or to join signs into one.
_HARMLESS = frozenset("\xad\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d")
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""
# All that does not change how a name looks: also spaces, and the marks that choose or join the forms of letters.
_UNSEEN = re.compile(rf"[\s{''.join(sorted(BLANK))}\xad\u034f\u17b4\u17b5\u180b-\u180f\u200c\u200d\ufe00-\ufe0f]")


@attrs.frozen
class RenderedPlace:
    """Another place that a diagnostic speaks of, in some language."""

    span: Span
    label: str


@attrs.frozen
class RenderedDiagnostic:
    """A diagnostic in some language, as it is shown."""

    name: str
    message: str
    span: Span | None
    severity: Severity = "error"
    label: str = ""
    related: tuple[RenderedPlace, ...] = ()
    help: str = ""


@attrs.frozen
class Edit:
    """Some words to be put in the place of others."""

    span: Span
    text: str


@attrs.frozen
class Related:
    """Another place that a diagnostic speaks of."""

    span: Span
    label: Phrase


@attrs.frozen
class Diagnostic:
    """One thing that somebody should know about a rulebook, a save or a command."""

    name: str
    """In kebab-case; one of those in `dsl/messages/diagnostic_names.py`."""
    message: Phrase
    """Lower case, no full stop, backticks around code; it can be understood without the source."""
    span: Span | None
    severity: Severity = "error"
    label: Phrase | None = None
    """The text beside the underline; by default, what the catalogue says with the message."""
    related: tuple[Related, ...] = ()
    help: Phrase | None = None
    """The way out; by default, what the catalogue says with the message."""
    fix: tuple[Edit, ...] = ()
    """The edits that certainly mend it, apart from a suggested name: `edits_for` in `dsl/messages/fixes.py` has both."""

    def __attrs_post_init__(self) -> None:
        if self.label is None:
            object.__setattr__(self, "label", self.message.beside("label"))
        if self.help is None:
            object.__setattr__(self, "help", self.message.beside("help"))

    def rendered(self, language: str = SOURCE) -> RenderedDiagnostic:
        """Return the diagnostic in a language."""

        def text(said: Phrase | None) -> str:
            return "" if said is None else said.text(language)

        return RenderedDiagnostic(
            self.name,
            text(self.message),
            self.span,
            self.severity,
            text(self.label),
            tuple(RenderedPlace(one.span, text(one.label)) for one in self.related),
            text(self.help),
        )


class RulebookError(Exception):
    """Raised when a rulebook cannot be used; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        # Exceptions are pickled by their arguments, and cross from one process to another in simulations.
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(one_line(one.rendered()) for one in self.diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics without repetitions: first those without a place, then file by file as they first occur, by place."""
    unique: dict[tuple[object, ...], Diagnostic] = {}
    files: dict[str, int] = {}
    for diagnostic in diagnostics:
        span = diagnostic.span
        place = None if span is None else (span.source.name, span.start, span.end)
        unique.setdefault((place, diagnostic.name, diagnostic.message, diagnostic.severity), diagnostic)
        if span is not None:
            files.setdefault(span.source.name, len(files))

    def place_of(diagnostic: Diagnostic) -> tuple[int, int, int]:
        span = diagnostic.span
        return (-1, 0, 0) if span is None else (files[span.source.name], span.start, span.end)

    return sorted(unique.values(), key=place_of)


def one_line(diagnostic: RenderedDiagnostic) -> str:
    """Return `file:line:column: severity[name]: message (help)`."""
    place = f"{place_of_span(diagnostic.span)}: " if diagnostic.span else ""
    way_out = f" ({' '.join(diagnostic.help.split())})" if diagnostic.help else ""
    message = " ".join(diagnostic.message.split())
    return visible(f"{place}{diagnostic.severity}[{diagnostic.name}]: {message}{way_out}")


def place_of_span(span: Span) -> str:
    """Return `file:line:column`."""
    return visible(f"{span.source.name}:{span.line}:{span.column}")


def visible(text: str) -> str:
    """Return a text with everything escaped, also newlines, that would command, confuse or break a terminal."""
    return text if text.isascii() and text.isprintable() else "".join(map(visible_character, text))


def as_read(name: str) -> str:
    """Return a name without anything that cannot be seen, in small letters, to compare it with another."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold())


def visible_character(character: str) -> str:
    """Return the character, or an escape sequence that stands for it."""
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in _HARMLESS:
        return character.encode("unicode_escape").decode("ascii")
    return character

"""Leave out warnings that a rulebook allows.

It does so with `# lint: allow NAME because REASON`, beside or above a line, for it and its block.

Without a reason nothing is allowed. A comment that allows nothing any more is reported, so that it does not stay for ever.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from attrs import evolve, frozen

from rulewright.dsl.lint.rulebook import warning
from rulewright.dsl.messages.diagnostic import Diagnostic, Edit
from rulewright.dsl.messages.diagnostic_names import CATALOGUE, PLAYED
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.syntax.lexer import LexerResult, SourceLine, lex
from rulewright.dsl.text.source import Source, Span

ALLOWING = re.compile(r"#\s*lint:\s*allow\b(?P<names>.*?)(?:\bbecause\b(?P<reason>.*))?$")
NAME = re.compile(r"[\w-]+")
EXAMPLE = "`# lint: allow unused-name because ...`"


@frozen
class Suppression:
    """One comment: the warnings it allows, and the lines it is about."""

    span: Span
    names: tuple[Span, ...]
    reason: str
    start: int
    end: int

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Return whether it allows this warning."""
        span = diagnostic.span
        return (
            diagnostic.severity == "warning"
            and span is not None
            and span.source is self.span.source
            and self.start <= span.start <= self.end
        )


def apply_suppressions(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], unasked: Collection[str] = PLAYED
) -> list[Diagnostic]:
    """Return the findings that are not allowed, and the mistakes in the comments.

    Nobody has looked for the `unasked` warnings, so comments that allow them may be needed.
    """
    left = list(diagnostics)
    complete = all(diagnostic.severity != "error" for diagnostic in left)
    for source in sources:
        for allowance in allowances(source):
            told = list(_mistakes(allowance))
            if not told:
                covered = [one for one in left if allowance.covers(one)]
                for name in allowance.names:
                    meant = [one for one in covered if one.name == name.text]
                    left = [one for one in left if not any(one is other for other in meant)]
                    # After an error, not everything was checked.
                    if not meant and complete and name.text not in unasked:
                        told.append(_needless(allowance, name))
            left += told
    return left


def allowances(source: Source) -> Iterator[Suppression]:
    """Yield the comments of a text that allow something."""
    if "lint:" not in source.text:
        return
    lexed = lex(source)
    for comment in lexed.comments:
        found = ALLOWING.match(comment.text)
        if found is not None:
            first = comment.start + found.start("names")
            names = (match.span() for match in NAME.finditer(found["names"]))
            start, end = _reach(source, lexed, comment.start)
            yield Suppression(
                span=Span(source, comment.start, comment.start + len(comment.text.rstrip())),
                names=tuple(Span(source, first + one, first + other) for one, other in names),
                reason=(found["reason"] or "").strip(" ."), start=start, end=end)  # fmt: skip


def _reach(source: Source, lexed: LexerResult, place: int) -> tuple[int, int]:
    """Return the range of a comment: the line that it is beside, or the next one, with its block."""
    number = source.position(place)[0]
    lines = lexed.lines
    for index, line in enumerate(lines):
        if source.position(line.tokens[-1].end)[0] >= number:
            below = _block(lines, index)
            return line.tokens[0].start, below[-1].tokens[-1].end
    return place, place


def _block(lines: list[SourceLine], index: int) -> list[SourceLine]:
    """Return a line with its block."""
    end = index + 1
    while end < len(lines) and lines[end].depth > lines[index].depth:
        end += 1
    return lines[index:end]


def _mistakes(allowance: Suppression) -> Iterator[Diagnostic]:
    if not allowance.names:
        yield warning(
            "unknown-lint",
            Phrase("it-is-not-said-which-warning-is"),
            allowance.span,
            way_out=Phrase("write-words", words=EXAMPLE),
        )
    for name in allowance.names:
        if name.text not in CATALOGUE:
            way_out = did_you_mean(name.text, CATALOGUE) or Phrase("its-name-stands-in-brackets-before-a")
            yield warning("unknown-lint", Phrase("there-is-no-warning-called", name=name.text), name, way_out=way_out)
    if allowance.names and not allowance.reason:
        names = ", ".join(name.text for name in allowance.names)
        yield warning(
            "allow-without-reason",
            Phrase("nothing-is-allowed-without-a-reason"),
            allowance.span,
            way_out=Phrase("write-lint-allow-because", names=names),
        )


def _needless(allowance: Suppression, name: Span) -> Diagnostic:
    others = len(allowance.names) > 1
    way_out = Phrase("take-out-of-it", name=name.text) if others else Phrase("take-the-comment-away")
    found = warning(
        "needless-allow",
        Phrase("there-is-no-here-that-would-have", name=name.text),
        name if others else allowance.span,
        way_out=way_out,
    )
    return found if others else evolve(found, fix=(_without(allowance.span),))


def _without(comment: Span) -> Edit:
    """Take a comment away, with its line if it has one of its own."""
    text = comment.source.text
    start = comment.start
    while start and text[start - 1] in " \t":
        start -= 1
    alone = start == 0 or text[start - 1] == "\n"
    end = text.find("\n", comment.end)
    end = len(text) if end < 0 else end
    return Edit(Span(comment.source, start, end + alone if end < len(text) else end), "")

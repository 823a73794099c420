"""Describe messages about a rulebook as records, with their places as a page counts them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.fixes import edits_for
from rulewright.dsl.text.source import Span

FILE = "game.rules"
"""The name of the rulebook in messages."""


@frozen
class EditRecord:
    """Some text for a place; places count as JavaScript does."""

    start: int
    end: int
    text: str


@frozen(kw_only=True)
class FindingRecord:
    """A message about the rulebook; without a line if it is not about its text."""

    name: str
    severity: str
    message: str
    help: str
    line: int
    start: int
    end: int
    fix: list[EditRecord]
    """The edits that certainly mend it."""


def finding_records(findings: Iterable[Diagnostic], language: str) -> list[FindingRecord]:
    """Return messages in a language, with their places in the text."""
    return [_record_of(one, language) for one in findings]


def _record_of(finding: Diagnostic, language: str) -> FindingRecord:
    shown = finding.rendered(language)
    span = finding.span if finding.span is not None and finding.span.source.name == FILE else None
    start, end = (0, 0) if span is None else _place(span)
    return FindingRecord(
        name=shown.name,
        severity=shown.severity,
        message=shown.message,
        help=shown.help,
        line=0 if span is None else span.line,
        start=start,
        end=end,
        fix=[EditRecord(*_place(edit.span), edit.text) for edit in edits_for(finding) if edit.span.source.name == FILE],
    )


def _place(span: Span) -> tuple[int, int]:
    before = units_at(span.source.text, span.start)
    return before, before + units_at(span.text, len(span.text))


def units_at(text: str, offset: int) -> int:
    """Return a place as JavaScript counts: characters beyond the first 65,536 take two units."""
    return offset + sum(character > "\uffff" for character in text[:offset])

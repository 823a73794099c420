"""Render diagnostics as JSON records, for programs."""

import json
from collections.abc import Sequence

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic


def render(diagnostics: Sequence[RenderedDiagnostic]) -> str:
    """Return a JSON list; lines and columns count from 1, columns in code points, and ends are exclusive."""
    # ASCII only, so that no encoding of a pipe can damage it.
    return json.dumps([record(diagnostic) for diagnostic in diagnostics], indent=2)


def record(diagnostic: RenderedDiagnostic) -> dict[str, str | int | None]:
    """Return the record of a diagnostic; without a place, file, line and column are null."""
    span = diagnostic.span
    return {
        "name": diagnostic.name,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": None if span is None else span.source.name,
        "line": None if span is None else span.line,
        "column": None if span is None else span.column,
        "end_line": None if span is None else span.end_line,
        "end_column": None if span is None else span.end_column,
        "help": diagnostic.help,
    }

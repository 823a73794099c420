"""A list of records for other programs."""

import json
from collections.abc import Sequence

from rulewright.dsl.diagnostic import Diagnostic


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """A JSON list; lines and columns count from 1, columns count code points, ends are exclusive."""
    # Escaped beyond ASCII, it reaches the reader whole through any encoding of a pipe.
    return json.dumps([record(diagnostic) for diagnostic in diagnostics], indent=2)


def record(diagnostic: Diagnostic) -> dict[str, str | int | None]:
    """One diagnostic; what has no place has a file, a line and a column of null."""
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

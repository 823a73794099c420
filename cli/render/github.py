"""Render each diagnostic as an annotation that GitHub shows beside its line in a change."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic, visible


def render(diagnostics: Sequence[RenderedDiagnostic]) -> str:
    """Return a line `::error title=NAME,file=FILE,line=1,endLine=1,col=1,endColumn=4::MESSAGE` for each."""
    return "\n".join(map(_line, diagnostics))


def _line(diagnostic: RenderedDiagnostic) -> str:
    span = diagnostic.span
    fields = {"title": diagnostic.name}
    if span is not None:
        fields["file"] = span.source.name
        fields |= {"line": str(span.line), "endLine": str(span.end_line)}
        # GitHub refuses columns for several lines.
        if span.line == span.end_line:
            fields |= {"col": str(span.column), "endColumn": str(span.end_column)}
    written = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in fields.items())
    way_out = f" ({diagnostic.help})" if diagnostic.help else ""
    return f"::{diagnostic.severity} {written}::{_escaped(diagnostic.message + way_out)}"


def _escaped(text: str, signs: str = "") -> str:
    """Replace characters that would end a field or a line by `%` and their numbers."""
    parts = (visible(part) for part in text.replace("\r", "").replace("%", "%25").split("\n"))
    found = "%0A".join(parts)
    for sign in signs:
        found = found.replace(sign, f"%{ord(sign):02X}")
    return found

"""Render diagnostics as SARIF 2.1.0, for code hosts and editors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.text.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(diagnostics: Sequence[RenderedDiagnostic]) -> str:
    """Return one run, with the rules that have found something."""
    names = sorted({diagnostic.name for diagnostic in diagnostics})
    rules = [{"id": name, "shortDescription": {"text": CATALOGUE.get(name, name)}} for name in names]
    driver = {"name": "rulewright", "version": version("rulewright"), "rules": rules}
    results = [_result(diagnostic, names.index(diagnostic.name)) for diagnostic in diagnostics]
    # Columns count code points; without this, readers assume UTF-16.
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _result(diagnostic: RenderedDiagnostic, index: int) -> dict[str, Any]:
    way_out = f" ({diagnostic.help})" if diagnostic.help else ""
    found: dict[str, Any] = {
        "ruleId": diagnostic.name,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": diagnostic.message + way_out},
    }
    if diagnostic.span is not None:
        found["locations"] = [_location(diagnostic.span)]
    if diagnostic.related:
        found["relatedLocations"] = [
            {"id": number, **_location(related.span), "message": {"text": related.label}}
            for number, related in enumerate(diagnostic.related)
        ]
    return found


def _location(span: Span) -> dict[str, Any]:
    region = {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}
    place = {"artifactLocation": {"uri": quote(span.source.name.replace("\\", "/"))}, "region": region}
    return {"physicalLocation": place}

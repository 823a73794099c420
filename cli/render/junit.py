"""Render diagnostics as JUnit XML, for build servers: a file is a suite, each diagnostic a failure."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from rulewright.dsl.diagnostic import Told, one_line, visible


def render(diagnostics: Sequence[Told], files: Sequence[str]) -> str:
    """Return the suites of all files; a file without findings has a test that passes."""
    suites: dict[str, list[Told]] = {name: [] for name in files}
    for diagnostic in diagnostics:
        name = "rulewright" if diagnostic.span is None else diagnostic.span.source.name
        suites.setdefault(name, []).append(diagnostic)
    tests = sum(max(len(found), 1) for found in suites.values())
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="rulewright lint" tests="{tests}" failures="{len(diagnostics)}" errors="0">',
    ]
    for name, found in suites.items():
        lines += [f'  <testsuite name={_quoted(name)} tests="{max(len(found), 1)}" failures="{len(found)}" errors="0">']
        lines += [_failure(name, diagnostic) for diagnostic in found]
        if not found:
            lines.append(f'    <testcase name="lint" classname={_quoted(name)}/>')
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _failure(name: str, diagnostic: Told) -> str:
    place = "" if diagnostic.span is None else f' line="{diagnostic.span.line}"'
    failure = f"<failure type={_quoted(diagnostic.severity)} message={_quoted(one_line(diagnostic))}/>"
    case = f"<testcase name={_quoted(diagnostic.name)} classname={_quoted(name)}{place}>"
    return f"    {case}{failure}</testcase>"


def _quoted(text: str) -> str:
    """Quote an attribute; XML cannot hold characters that control a terminal."""
    return quoteattr("".join(sign if sign.isprintable() else "\ufffd" for sign in visible(text)))

"""Render results as JUnit XML, for build servers: a suite for each file, and a case for each finding or example."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic, one_line, visible

_NO_XML = re.compile(r"[\ufffe\uffff]")


def render(diagnostics: Sequence[RenderedDiagnostic], files: Sequence[str]) -> str:
    """Return the suites of all files; a file without findings has a test that passes."""
    suites: dict[str, list[ET.Element]] = {name: [] for name in files}
    for one in diagnostics:
        name = "rulewright" if one.span is None else one.span.source.name
        place = {} if one.span is None else {"line": str(one.span.line)}
        suites.setdefault(name, []).append(case(name, one.name, (one.severity, one_line(one), ""), **place))
    return write_report("rulewright lint", {name: found or [case(name, "lint")] for name, found in suites.items()})


def case(group: str, name: str, failure: tuple[str, str, str] | None = None, **place: str) -> ET.Element:
    """Return a test, with its file and line if they are known; a failure is its kind, a message and a text."""
    found = ET.Element("testcase", {key: _clean(value) for key, value in {"classname": group, "name": name, **place}.items()})
    if failure is not None:
        kind, message, text = map(_clean, failure)
        ET.SubElement(found, "failure", type=kind, message=message).text = text
    return found


def write_report(title: str, suites: Mapping[str, Sequence[ET.Element]]) -> str:
    root = ET.Element("testsuites", {"name": title, **_counts([one for cases in suites.values() for one in cases])})
    for name, cases in suites.items():
        ET.SubElement(root, "testsuite", {"name": _clean(name), **_counts(cases)}).extend(cases)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}'


def _counts(cases: Sequence[ET.Element]) -> dict[str, str]:
    return {"tests": str(len(cases)), "failures": str(sum(map(len, cases))), "errors": "0"}


def _clean(text: str) -> str:
    """Escape what a terminal could take for a command, and replace what XML cannot hold."""
    return _NO_XML.sub("\ufffd", "\n".join(map(visible, text.split("\n"))))

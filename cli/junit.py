"""Write the results of examples as JUnit XML, for build servers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.cli.test import Tested
    from rulewright.dsl.diagnostic import Diagnostic

_NO_XML = re.compile(r"[\ufffe\uffff]")


def write(path: Path, tested: Sequence[Tested]) -> None:
    """Write a file with a suite for each rulebook and a case for each example."""
    root = ET.Element("testsuites", name="rulewright")
    for one in tested:
        cases = [(game, result, result.failure) for game, result in one.results]
        failed = sum(wrong is not None for _, _, wrong in cases) + len(one.unanswered) + len(one.errors)
        count = len(cases) + len(one.unanswered) + len(one.errors)
        suite = ET.SubElement(root, "testsuite", name=_clean(one.reference), tests=str(count), failures=str(failed))
        for game, result, wrong in cases:
            title = " ".join([*result.numbers, *([result.title] if result.title else [])])
            case = _case(suite, " + ".join([game.name, *game.variants]), title)
            case.set("file", _clean(result.span.source.name))
            case.set("line", str(result.span.line))
            if wrong is not None:
                _failure(case, wrong)
        for wrong in (*one.errors, *one.unanswered):
            _failure(_case(suite, one.reference, str(wrong.message)), wrong)
    ET.indent(root)
    path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n', encoding="utf-8")


def _case(suite: ET.Element, group: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_clean(group), name=_clean(name))


def _failure(case: ET.Element, wrong: Diagnostic) -> None:
    from rulewright.cli.render import full

    failure = ET.SubElement(case, "failure", type=wrong.name, message=_clean(str(wrong.message)))
    failure.text = _clean(full.render([wrong.told()]))


def _clean(text: str) -> str:
    """Escape what a terminal could take for a command, and replace what XML cannot hold."""
    return _NO_XML.sub("\ufffd", "\n".join(map(visible, text.split("\n"))))

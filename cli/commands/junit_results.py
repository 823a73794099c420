"""Write the results of examples as JUnit XML, for build servers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from rulewright.cli.render import full
from rulewright.cli.render.junit import case, write_report

if TYPE_CHECKING:
    from rulewright.cli.commands.test import TestResults
    from rulewright.dsl.messages.diagnostic import Diagnostic


def write(path: Path, tested: Sequence[TestResults]) -> None:
    """Write a file with a suite for each rulebook and a case for each example."""
    text = write_report("rulewright", {one.reference: list(_cases(one)) for one in tested})
    path.write_text(f"{text}\n", encoding="utf-8")


def _cases(tested: TestResults) -> Iterator[ET.Element]:
    for game, result in tested.results:
        title = " ".join([*result.numbers, *([result.title] if result.title else [])])
        failure = None if result.failure is None else _failure(result.failure)
        place = {"file": result.span.source.name, "line": str(result.span.line)}
        yield case(" + ".join([game.name, *game.variants]), title, failure, **place)
    for wrong in (*tested.errors, *tested.unanswered):
        yield case(tested.reference, str(wrong.message), _failure(wrong))


def _failure(wrong: Diagnostic) -> tuple[str, str, str]:
    return wrong.name, str(wrong.message), full.render([wrong.rendered()])

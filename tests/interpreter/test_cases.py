"""Small rulebooks that are tried by their own examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.library.library import load_all
from rulewright.dsl.messages.diagnostic import one_line
from rulewright.interpreter.games.examples import run_examples

HERE = Path(__file__).parent
OTHERS = [path for path in (HERE / "rulebooks").glob("*.rules") if "\nexample " in path.read_text(encoding="utf-8")]
CASES = sorted([*(HERE.parent / "cases" / "play").glob("*.rules"), *OTHERS])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_examples_of_a_case_hold(path: Path) -> None:
    games, diagnostics = load_all(str(path))
    results = [result for game in games for result in run_examples(game)]

    assert [one_line(diagnostic.rendered()) for diagnostic in diagnostics] == []
    assert [one_line(result.diagnostic.rendered()) for result in results if result.diagnostic is not None] == []
    assert results

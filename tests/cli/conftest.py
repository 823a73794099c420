"""Fixtures for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.search import budget
from tests.cli.running import SIGNS, Runner


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English, whatever the language of the person who runs the tests."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True)
def saves_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the games of each test in its own folder."""
    monkeypatch.setenv("RULEWRIGHT_SAVES", str(tmp_path))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    """Commands run in an empty folder but for one rulebook."""
    monkeypatch.chdir(tmp_path)
    runner = Runner(monkeypatch, capsys, tmp_path)
    runner.write("signs.rules", SIGNS)
    return runner


@pytest.fixture(autouse=True)
def quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer's players think a thirtieth of the usual time: here it matters that they move, not how well."""
    monkeypatch.setattr(budget, "USUAL_WORK", budget.USUAL_WORK // 30)
    monkeypatch.setattr(budget, "FEWEST_USUAL", 10)
    monkeypatch.setattr(budget, "USUAL_ROUNDS", budget.USUAL_ROUNDS // 30)

"""Every message has a page, and what its page shows is so: the wrong rulebook gives that message alone, the right one none."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import pytest

from rulewright.cli.main import main
from rulewright.dsl.library.explanations import ORCHARD, Page, Snippet, explanation_pages, orchard
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.interpreter.estimate.limits import limits

TOLD = re.compile(r"^(error|warning)\[([a-z-]+)\]: ", re.MULTILINE)
COMMANDS = {"test": "test {0}", "played": "simulate {0} --games 2 --jobs 1", "deep": "lint --deep --jobs 1 {0}"}
WITHOUT = {
    "unreadable-file",
    "not-text",
    "cannot-save",
    "too-many-mistakes",
    "too-many-lines",
    "too-many-variants",
    "too-large",
    "too-many-combinations",
    "unwritten-games",
    "process-died",
    "system-error",
    "internal-error",
    "no-log",
    "not-for-learning",
    "bad-position",
    "game-in-use",
    "no-table",
    "cluster-lost",
    "wrong-worker",
    "bad-address",
    "cannot-listen",
    "other-version",
    "broken-links",
    "table-too-large",
    "missing-extra",
}
"""Diagnostics that no short rulebook and no single command causes."""
PAGES = list(explanation_pages().values())


def told(page: Page, piece: Snippet, folder: Path, capfd: pytest.CaptureFixture[str]) -> set[tuple[str, str]]:
    """Return the program's messages about a piece, with their levels, in a folder with the Orchard and the page's files."""
    (folder / f"{ORCHARD}.rules").write_text(orchard(), encoding="utf-8")
    for file in page.pieces:
        if file.kind == "file":
            (folder / file.where).parent.mkdir(exist_ok=True)
            (folder / file.where).write_text(file.rulebook, encoding="utf-8")
    if piece.where == "command":
        commands = [line.removeprefix("rulewright ") for line in piece.text.splitlines()]
    else:
        path = folder / "piece.rules"
        path.write_text(piece.rulebook, encoding="utf-8")
        if piece.where in ("lines", "parts", "whole"):
            return {(one.severity, one.name) for one in lint_all(str(path), limits)}
        commands = [COMMANDS[piece.where].format(path)]
    capfd.readouterr()
    for command in commands:
        main(shlex.split(command))
    printed = capfd.readouterr()
    return {(found[1], found[2]) for found in TOLD.finditer(printed.out + printed.err)}


def test_every_message_has_a_page() -> None:
    assert set(explanation_pages()) == set(CATALOGUE)
    assert {page.name for page in PAGES if not page.pieces} == WITHOUT


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("page", [page for page in PAGES if page.pieces], ids=lambda page: page.name)
@pytest.mark.sample(60)
def test_the_wrong_one_gives_the_message_alone_and_the_right_one_none(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO())
    pieces = [piece for piece in page.pieces if piece.kind != "file"]
    assert [piece.kind for piece in pieces] == ["wrong", "right"]
    for piece in pieces:
        wanted = {(page.level, page.name)} if piece.kind == "wrong" else set()
        assert told(page, piece, tmp_path, capfd) == wanted, piece.rulebook


def test_the_orchard_is_a_clean_game(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "orchard.rules"
    path.write_text(orchard(), encoding="utf-8")
    assert lint_all(str(path), limits) == []
    assert main(["test", str(path)]) == 0
    assert "1 passed, 0 failed" in capfd.readouterr().out

"""Neovim's own client, which nobody here has written, and the server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.lint.whole_lint import lint_all
from tests.editor.texts import DRY, POND

SCRIPT = Path(__file__).parent / "neovim.lua"


@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim here")
def test_neovim_shows_mistakes_and_renames_in_all_files(tmp_path: Path) -> None:
    for name, text in (("pond", POND), ("dry", DRY)):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    out = tmp_path / "told.json"
    command = ["nvim", "--clean", "--headless", "-n", "-c", f"luafile {SCRIPT}"]
    subprocess.run(
        command, env=os.environ | {"PYTHON": sys.executable, "FOLDER": str(tmp_path), "OUT": str(out)}, timeout=40, check=True
    )
    told = json.loads(out.read_text(encoding="utf-8"))

    assert told["wrong"] == [[22, 8, "unknown-name"]]
    assert told["right"] == []
    assert told["hover"].startswith("```rules\nto dive frog in frogs:")
    assert told["definition"] == 15
    assert told["renamed"] == [16, 23]
    assert "in to hop:" in (tmp_path / "dry.rules").read_text(encoding="utf-8")
    assert lint_all(str(tmp_path / "dry.rules")) == lint_all(str(tmp_path / "pond.rules")) == []

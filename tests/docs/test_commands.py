"""Every command in the documents does what the page shows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interpreter.native import build
from tests.docs.commands import matches, played
from tests.docs.fences import PAGES, ROOT, Fence, all_fences
from tests.shared import CACHE

PROGRAMS = all_fences("python")
EXTRAS = ("numpy", "pettingzoo", "pyspiel")
"""Packages that programs of a page may need; `dev` brings all of them."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_it_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # With native code and a cache, as a reader runs them.
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(CACHE))
    for fence, shown, printed in played(page, tmp_path):
        expected = "\n".join(shown.output)
        assert matches(shown.output, printed), (
            f"{fence.name}: `{shown.command}`\n--- shown\n{expected}\n--- printed\n" + "\n".join(printed)
        )


@pytest.mark.parametrize("fence", PROGRAMS, ids=lambda fence: fence.name)
def test_the_programs_of_a_page_run(fence: Fence) -> None:
    for module in EXTRAS:
        if f"import {module}" in fence.text:
            pytest.importorskip(module, reason=f"{module}, of an extra, is not installed")
    native = "ai.batch" in fence.text
    if native and build.compiler() is None:
        pytest.skip("no C compiler on this machine")
    # Other tests run at the same time, and threads that wait for each other's turn would also wait for those.
    environment = {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "RULEWRIGHT_CACHE": str(CACHE),
        **({"RULEWRIGHT_NATIVE": "on"} if native else {}),
    }
    done = subprocess.run(
        [sys.executable, "-c", fence.text], cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment, check=False
    )

    assert done.returncode == 0, done.stderr


def test_make_play_plays_what_the_tutorial_shows() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert "GAME ?= walk-the-plank\n" in makefile
    assert "\nplay:" in makefile


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_whoever_only_plays_installs_nothing_else() -> None:
    """Nothing for development, and nothing that npm fetches."""
    dry = ["make", "--dry-run", "--always-make", "play"]
    done = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)

    assert "pip install" in done.stdout
    assert "npm" not in done.stdout

"""Check that C code does not depend on chance."""

from __future__ import annotations

import subprocess
import sys

from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from tests.interpreter.helpers import ROOT, loaded


def test_the_same_rulebook_is_the_same_program_in_every_process() -> None:
    code = (
        "from hashlib import sha256; from tests.native.test_source import text_of; print(sha256(text_of().encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def text_of() -> str:
    """Return the C program of a large game."""
    game = loaded("walk-the-plank")
    return CProgram(lower_program(Layout(World(game.checked, 3, game.values)))).source

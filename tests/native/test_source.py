"""A rulebook's words reach C as numbers alone, and what is written does not hang on chance."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interpreter.emit.c import CProgram
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.lowering import lowered
from rulewright.interpreter.lower.world import World
from tests.interpreter.helpers import ROOT, loaded, written

RULES = """game {game} "{title}":
    players 2

grid field "{title}": 3 by 3
place store "{title}"
pieces {kind} "{title}": 3 for each player

each field has:
    {name} "{title}": player

define {define} of someone in players: count of (field where {name} of it is someone)

to play:
    players take turns until no field where {name} of it is nothing:
        choose {local} in field where {name} of it is nothing asking "{title}"
        set {name} of {local} to player
        {rule} {local}
    game over, winners players with most {define} of it

to {rule} {local} in field:
    say "{title}"
    if {define} of player is at least 3:
        choose asking "{title}":
            {line} "{title}":
                game over, winners player
            go-on "{title}":
                stop
"""
PLAIN = dict.fromkeys(("game", "kind", "name", "define", "local", "rule", "line", "title"), "")
HOSTILE = ('*/ system(\\"rm\\"); /*', "%s%n{{}}", "\\\\\\n#include <x>", "Прогулка", "??/", "// \\\\")


def source_of(folder: Path, title: str, prefix: str) -> str:
    """The C program of the rules with such names."""
    words = {word: f"{prefix}-{number}" for number, word in enumerate(PLAIN)}
    game = written(folder, RULES.format(**{**words, "title": title}))
    return CProgram(lowered(Layout(World(game.checked, 2, game.values)))).source


@pytest.mark.parametrize("title", HOSTILE)
def test_names_and_texts_never_reach_c(title: str, tmp_path: Path) -> None:
    plain = source_of(tmp_path, "Title", "word")
    assert plain.isascii()
    assert source_of(tmp_path, title, "if-else-union-volatile") == plain


def test_the_same_rulebook_is_the_same_program_in_every_process() -> None:
    code = (
        "from hashlib import sha256; from tests.native.test_source import text_of; "
        "print(sha256(text_of().encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def text_of() -> str:
    """The C program of a large game."""
    game = loaded("walk-the-plank")
    return CProgram(lowered(Layout(World(game.checked, 3, game.values)))).source

"""Whether something is in a set is asked of what each of the set must be, so that no set is made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.program.nodes import Contains, ReadVariable
from rulewright.interpreter.program.queries import everything_in
from tests.interpreter.helpers import written
from tests.lower.test_lowering import program_of

RULES = """game trial "Trial":
    players 2

grid board "Board": 3 by 3

each board has:
    high "High": number

the table has:
    kept "Kept": set of board

to play:
    choose cell in board
    if cell is in {values}:
        game over
    game over, winners player
"""


@pytest.mark.parametrize(
    "values",
    [
        "(board where high of it is 2)",
        "(first of board, last of board)",
        "(board without (first of board))",
        "(board where high of it is 2, first of board)",
    ],
)
def test_no_set_is_made_to_look_for_a_member(tmp_path: Path, values: str) -> None:
    program = program_of(written(tmp_path, RULES.replace("{values}", values)))
    assert not [one for one in everything_in(tuple(routine.body for routine in program.routines)) if isinstance(one, Contains)]


def test_a_set_that_is_kept_is_looked_through(tmp_path: Path) -> None:
    program = program_of(written(tmp_path, RULES.replace("{values}", "(board without kept)")))
    inside = everything_in(tuple(routine.body for routine in program.routines))
    assert any(isinstance(one, Contains) and not isinstance(one.values, ReadVariable) for one in inside)

"""Check that lookups by way of several tables become one lookup with the same result."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.position.position import FIRST_CELL
from rulewright.interpreter.program.printer import printed
from tests.interpreter.helpers import written
from tests.lower.test_lowering import program_of

RULES = """game trial "Trial":
    players 2

grid board "Board": 3 by 3

the table has:
    leaps "Leaps": set of board
    steps "Steps": set of board
    far "Far": board

define jumps of here in board: (north of north of here, east of north of here, north of here, north of east of here)
define takes of here in board: (west of ahead of here, east of ahead of here)
define ahead of here in board: north of here if player is seat 1 otherwise south of here

to play:
    set leaps to jumps of item 7 of board
    set steps to (takes of item 5 of board, jumps of last of board)
    set far to north of north of item 8 of board
    choose cell in board
"""


def test_one_table_for_several(tmp_path: Path) -> None:
    text = printed(program_of(written(tmp_path, RULES)))
    functions = text[text.index("\nfunction") :] if "\nfunction" in text else text
    # No entry of a table is looked up in another one, and none of these sets is put together from parts.
    assert "]]" not in functions
    assert "set(c" not in functions


def test_it_is_the_same(tmp_path: Path) -> None:
    match = written(tmp_path, RULES).start(players=2, seed=1)
    leaps, steps, far = match.position.table[FIRST_CELL:]
    # By rows of three from the north-west on: two up, up and aside (by both ways the same space), and up.
    assert list(leaps) == [0, 3, 4]
    assert list(steps) == [0, 2, 5]
    assert far == 1

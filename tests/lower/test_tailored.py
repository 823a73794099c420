"""Check that a function with a set out of a table gets a copy that looks it up, with the same value."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.position.position import FIRST_CELL
from rulewright.interpreter.program.printer import printed
from tests.interpreter.helpers import written
from tests.lower.test_lowering import program_of

RULES = """game trial "Trial":
    players 2

grid board "Board": 3 by 3

each board has:
    mark "Mark": player
the table has:
    n "N": number

define free of row in set of board: count of row where mark of it is nothing
define corner: first of board
define beyond of cell in board: free of all north of cell + 10 * free of all east of cell

to play:
    set n to beyond of corner
    fill all south of corner, 2
    shift all east of corner
    add beyond of first of board to n
    choose cell in board

to fill row in set of board, amount in number:
    if amount is at least 1:
        for each cell in row:
            set mark of cell to seat 1
        fill row, amount - 1

to shift row in set of board:
    set row to row where column of it is 3
    set mark of row to seat 2
"""


def test_copies_for_tables(tmp_path: Path) -> None:
    text = printed(program_of(written(tmp_path, RULES)))
    # There are the original, and one for each of the two directions; the copies of recursive ones are recursive.
    assert text.count("count(filter(") == 3
    own = text[text.rindex("# fill") :].split("\nroutine")[0]
    assert "in c" in own
    assert "[row.1]" in own


def test_copies_are_worth_the_same(tmp_path: Path) -> None:
    match = written(tmp_path, RULES).start(players=2, seed=1)
    marks, n = match.position.field(0)[:9], match.position.table[FIRST_CELL]
    # Two spaces are free beyond the corner in one direction; later one of these, since the other has been marked.
    assert n == 10 * 2 + 10 * 1
    assert marks == [-1, -1, 1, 0, -1, -1, 0, -1, -1]

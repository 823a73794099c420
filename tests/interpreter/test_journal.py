"""Check that changes make a line of the log, and nothing else does."""

from __future__ import annotations

from pathlib import Path

from tests.interpreter.helpers import written

SAME_AGAIN = """\
game same-again "Same again":
    players 2

place box "Box"
pieces coins "Coin": 2, in box

the table has:
    turns "Turns": number
each player has:
    score "Points": number

to play:
    set turns to 0
    move coins to box
    set score of seat 1 to 3
    set score of seat 1 to 3
    choose x in (1, 2)
    game over, winners players
"""


def test_what_stays_as_it_was_is_not_told(tmp_path: Path) -> None:
    match = written(tmp_path, SAME_AGAIN).start()

    assert match.log(0) == ["Player 1, Points: 3"]

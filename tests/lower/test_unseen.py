"""A set is put into order where it is kept if, and only if, nobody can tell in which order it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.program.nodes import Cell
from rulewright.interpreter.program.printer import printed
from tests.interpreter.helpers import written
from tests.lower.test_lowering import program_of

RULES = """game trial "Trial":
    players 2

grid board "Board": 3 by 3

each board has:
    mark "Mark": player
    near "Near": set of board
the table has:
    some "Some": set of board
    n "N": number
    spot "Spot": board

to play:
    for each cell in board:
        set near of cell to neighbours of cell
    repeat 3 times:
        choose cell in board where mark of it is nothing
        set mark of cell to player
        set some to some plus near of cell
        trial
"""


def unseen(folder: Path, rules: str) -> set[str]:
    """Return the names of the cells whose order nobody can tell."""
    program = program_of(written(folder, RULES + "\nto trial:\n" + "".join(f"    {line}\n" for line in rules.split("\n"))))
    return {one.name for one in program.unseen if isinstance(one, Cell)}


@pytest.mark.parametrize(
    "rules",
    [
        "set n to count of some",
        "if any some where mark of it is player:\n    add 1 to n",
        "set n to count of some where row of it is 1",
        "if first of board is in some:\n    add 1 to n",
        "set mark of some to player",
        "for each one in some:\n    set mark of one to player",
        "for each one in some:\n    add one to near of first of board",
        "for each one in some:\n    for each other in board:\n        take one from near of other",
        "let found be some\nif count of found is 1 and n is 0:\n    set spot to first of found",
    ],
)
def test_what_is_the_same_in_any_order_shows_none(tmp_path: Path, rules: str) -> None:
    assert unseen(tmp_path, rules) == {"near", "some"}


@pytest.mark.parametrize(
    "rules",
    [
        "set spot to first of some",
        "set spot to item 2 of some",
        "choose one in some\nset spot to one",
        "set n to count of some as long as mark of it is player",
        "for each one in some:\n    set spot to one",
        # The last of several values for a place depends on the order.
        "for each one in some:\n    set near of spot to one",
        # A pass reads what another one has written.
        "for each one in some:\n    set mark of one to mark of spot",
        "for each one in some:\n    if spot is in near of one:\n        set near of one to nothing\n        set n to n * 2 + 1",
        "let found be some\nif count of found is 2:\n    set spot to first of found",
        "let found be some\nif count of found is 1 or n is 0:\n    set spot to first of found",
        "let found be some\nif count of found is 1:\n    set found to some\n    set spot to first of found",
    ],
)
def test_what_hangs_on_an_order_keeps_it(tmp_path: Path, rules: str) -> None:
    assert "some" not in unseen(tmp_path, rules)


def test_an_order_shows_through_others(tmp_path: Path) -> None:
    assert unseen(tmp_path, "let other be some where row of it is 1\nset spot to first of other") == set()
    assert unseen(tmp_path, "let other be some where row of it is 1\nset n to count of other") == {"near", "some"}


def test_who_picks_in_order_keeps_it(tmp_path: Path) -> None:
    rules = "choose two as 2 of board, ordered\nset some to two\nset n to count of some"
    assert unseen(tmp_path, rules) == set()
    assert unseen(tmp_path, rules.replace(", ordered", "")) == {"near", "some"}


def test_what_is_kept_is_put_into_order(tmp_path: Path) -> None:
    game = written(tmp_path, RULES + "\nto trial:\n    set n to count of some\n")
    text = printed(program_of(game))
    assert "some = sorted_set(set(some, near[cell" in text
    match = game.start(players=2, seed=1)
    while not match.over:
        match.take(0)
    kept = [value for value in match.position.table if isinstance(value, tuple)]
    assert kept == [tuple(sorted(kept[0]))]
    assert len(kept[0]) > 4

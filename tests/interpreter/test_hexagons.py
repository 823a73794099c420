"""Directions and neighbours lead where the picture shows them, on squares and hexagons, also where cells are left out."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from pathlib import Path

import pytest

from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter import load
from rulewright.interpreter.views.scene import scene_of
from tests.interpreter.helpers import asked

RULES = """game x "X":
    players 2
grid board "Board": {size}
{more}
to play:
    choose here in board
    choose near in neighbours of here
    choose heading in direction, beyond in heading of here
    choose whole in around of here
    game over, winners players
"""
ROAD = """line road "Road":
    steps "Step" * 3
    directions onward, back
grid other "Other": 3 by 2 hexagons
before play:
    shorten steps
"""
OF_SQUARES = {0: "east", 45: "northeast", 90: "north", 135: "northwest", 180: "west"}
OF_SQUARES |= {225: "southwest", 270: "south", 315: "southeast"}
OF_HEXAGONS = {0: "east", 60: "northeast", 120: "northwest", 180: "west", 240: "southwest", 300: "southeast"}


@pytest.mark.parametrize(
    ("size", "more", "cells"),
    [
        ("5 by 4 without (b2, e4)", "", 18),
        ("3 by 3", "grid other: 3 hexagons a side", 9),
        ("3 by 3", ROAD, 9),
        ("5 by 3 hexagons", "", 15),
        ("3 hexagons a side without c3, a2", "", 17),
        ("2 hexagons a side", "grid other: 2 by 2", 7),
    ],
)
def test_directions_and_neighbours_lead_where_the_picture_shows_them(size: str, more: str, cells: int, tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text(RULES.format(size=size, more=more), encoding="utf-8")
    begun = load(str(path)).start(2, 1)
    board = next(board for board in scene_of(begun.view(0)).boards if board.name == "Board")
    by_angle = OF_HEXAGONS if board.lean else OF_SQUARES
    places = {
        cell.name: (cell.column / 2, -cell.row * sqrt(3) / 2) if board.lean else (cell.column, -cell.row) for cell in board.cells
    }
    assert len(places) == cells

    for name, (x, y) in places.items():
        away = {other: (a - x, b - y) for other, (a, b) in places.items() if 0 < hypot(a - x, b - y) < 1.5}
        match = begun.copy()
        match.choose(name)
        near = {option.key for option in asked(match).options}
        assert near == {other for other, way in away.items() if hypot(*way) < 1.1}
        match.choose(min(near))
        ways = {f"{by_angle[round(degrees(atan2(up, right))) % 360]},{other}" for other, (right, up) in away.items()}
        assert {option.key for option in asked(match).options} == ways
        match.choose(min(ways))
        assert {option.key for option in asked(match).options} == set(away)


def test_a_board_with_six_sides_may_have_as_many_cells_as_one_with_four(tmp_path: Path) -> None:
    rules = 'game x "X":\n    players 2\ngrid board: {} hexagons a side\nto play:\n    game over, winners last 1 of players\n'
    (tmp_path / "x.rules").write_text(rules.format(41), encoding="utf-8")
    (tmp_path / "y.rules").write_text(rules.format(42), encoding="utf-8")

    assert len(load(str(tmp_path / "x.rules")).start(2, 1).view(0).boards[0].spaces) == 3 * 41 * 40 + 1
    with pytest.raises(RulebookError, match="between 1 and 5000 spaces"):
        load(str(tmp_path / "y.rules")).start(2, 1)

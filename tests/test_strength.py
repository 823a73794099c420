"""The yardsticks: other people's engines play the games of our rulebooks, and games are counted as they ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.strength.__main__ import agenda, kept
from benchmarks.strength.backgammon import moved, position_id
from benchmarks.strength.contest import Played, seats_of
from benchmarks.strength.report import summary, wilson
from benchmarks.strength.rows import ROWS, Row

BEGINNING = (0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0)
OTHERS = [row for row in ROWS if row.short and "as of" not in row.key and "level 10" not in row.key]
LONG = ("GNU Go", "backgammon, one game: OpenSpiel")


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.long if any(text in row.key for text in LONG) else (), id=row.key) for row in OTHERS],
)
def test_an_engine_plays_a_whole_game_by_the_rulebook(row: Row) -> None:
    """An engine that is told something else, or has other rules, sooner or later chooses something that is no option."""
    if why := row.missing():
        pytest.skip(why)

    game = row.what.play(row.key, "random", 0)

    assert game.share is not None
    assert min(game.moves) > 0


def test_backgammon_men_are_where_gnubg_thinks() -> None:
    # The position ID of the beginning is in gnubg's manual.
    assert position_id(BEGINNING, 0) == position_id(BEGINNING, 1) == "4HPwATDgc/ABMA"
    after = moved(BEGINNING, 1, "13/8 24/23")
    assert (after[13], after[8]) == (-4, -4)
    assert (after[24], after[23]) == (-1, -1)
    hit = moved((*after[:5], 1, *after[6:]), 1, "8/5*")
    assert (hit[0], hit[5]) == (1, -1)


def test_everybody_sits_everywhere_equally_often() -> None:
    tables = [seats_of(4, *divmod(number, 2)) for number in range(12)]

    assert [sum(seat in ours for ours in tables) for seat in range(4)] == [6] * 4
    assert sorted(tables[4] + tables[5]) == [0, 1, 2, 3]


def test_shares_have_wilsons_intervals() -> None:
    games = [Played("row", "random", number, float(number < 60)) for number in range(100)]

    assert summary(games)["wins"] == 60
    # A share at the end of the interval would be just as far from what was counted as chance usually takes it.
    mean, *ends = wilson([one.share or 0.0 for one in games])
    assert [(mean - end) ** 2 for end in ends] == pytest.approx([1.96**2 * end * (1 - end) / 100 for end in ends])
    assert ends[0] < mean < ends[1]


def test_an_interrupted_measurement_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    row = ROWS[0]
    file.write_text(f'{{"row": "{row.key}", "name": "random", "number": 0, "share": 1.0}}\n{{"row": "{row.key}", "na')

    games = kept(file)

    assert [one.number for one in games] == [0]
    assert [number for _, _, number in agenda([(row, 3)], "random", games)] == ([] if row.missing() else [1, 2])
    assert len(list(agenda([(row, 3)], "greedy", games))) == (0 if row.missing() else 3)

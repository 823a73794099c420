"""Test rules that go on without anybody having a choice: the user is told in time, and loses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rulewright.cli.remote.table_state import TableState
from rulewright.interpreter import load

ENDLESS = """\
game endless "Endless":
    players 2
each player has:
    score "Points": number
to play:
    choose begun in 1 to 2 by seat 1 asking "Begin?"
    repeat until score of seat 1 is 5:
        choose one in 1 to 1 by seat 1 asking "One?"
        add begun to score of seat 1
        set score of seat 1 to one - 1
    game over, winners seat 1
"""


def test_a_person_is_told_that_nothing_comes_after_a_choice(tmp_path: Path) -> None:
    (tmp_path / "endless.rules").write_text(ENDLESS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "play", "endless.rules", "--seat", "human,random", "--seed", "1"],
        input="1\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert "error[endless-loop]" in done.stderr
    assert "The game is saved in" in done.stdout


def test_a_table_for_several_devices_says_so_as_well(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, encoding="utf-8")
    match = load(str(path)).start(2, 1, forced="ask")
    after = TableState.at_start(match, [0, 0], [0, 0], {}, {}).answered(0, 0, lasting=True)
    assert after.trouble is not None
    assert after.trouble.name == "endless-loop"

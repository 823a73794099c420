"""Test what a process may use: every attack, and giants that are made, under 1 GB and 10 seconds in every command.

`make giants` runs five hundred of them; these are the ones that have hurt, and sixteen more.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.limits.giants import GIANTS, made

HERE = Path(__file__).parent
CASES = sorted((HERE.parent / "cases" / "limits").glob("*.rules"))
LARGE = {
    "branches": 3000,
    "branches_that_ask": 3000,
    "menu_with_choices": 3000,
    "chain": 193,
    "chain_that_hands_on": 390,
    "quiet_chain": 4000,
    "circle": 300,
    "cards": 193,
    "nested": 1100,
    "showing": 5000,
    "variants": 4000,
    "misspelt": 5000,
    "instead": 10_000,
    "as_usual": 10_000,
    "changes": 3000,
    "changes_while": 3000,
    "recursion": 300,
    "asking_recursion": 300,
    "long_text": 1000,
}
NUMBER = int(os.environ.get("GIANTS", "16"))
ENDLESS = ("any-number", "chain-of-loops", "shuffling", "wide-tree")[:: 1 if "GIANTS" in os.environ else 3]
"""Of the cases, those whose games or trees would take a command all the time there is; here the first and the last."""
PLAIN = 25
"""One giant in this many goes through the commands as anybody types them."""
SECONDS, MEGABYTES, LETTERS = 10, 1000, 200_000_000


def check(name: str, path: Path, save: Path, pace: str = "hurried") -> None:
    """Check that every command ends in time, reports what is wrong and where, and blames nothing else."""
    done = subprocess.run(
        [sys.executable, HERE / "one_process.py", path, save, pace],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "RULEWRIGHT_CACHE": "off", "LANG": "C.UTF-8"},
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (name, done.stderr[-2000:])
    assert [one["command"] for one in results if one["command"] != "resume"] == ["lint", "test", "play", "simulate", "explore"]
    for one in results:
        told = name, one
        assert "internal-error" not in one["said"], told
        assert "Traceback" not in one["said"], told
        assert "broken-save" not in one["said"], told
        # The part beyond the size limit of a file is not read at all.
        assert one["code"] in (0, 1) or "file-too-large" in one["said"], told
        if one["code"] == 1:
            assert re.search(r"--> .*:\d+:\d+", one["said"]), told
        assert one["seconds"] < SECONDS, told
        assert one["megabytes"] < MEGABYTES, told
        assert one["size"] < LETTERS, told


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_has_hurt_does_no_more(path: Path, tmp_path: Path) -> None:
    check(path.stem, path, tmp_path / "save", "plain" if path.stem in ENDLESS else "hurried")


def test_a_game_that_nobody_watches_is_left_in_time_and_kept(tmp_path: Path) -> None:
    case, save = HERE.parent / "cases" / "limits" / "any-number.rules", tmp_path / "save"
    random = ["--seat", "random", "--seat", "random"]
    decisions = []
    for more in (["--seed", "1", "--save"], ["--resume"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "play", case, *random, *more, save],
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
            env={**os.environ, "RULEWRIGHT_CACHE": "off", "LANG": "C.UTF-8"},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert "warning[unfinished]" in done.stderr
        decisions.append(int(re.findall(r"(\d+) decisions so far", done.stdout)[0]))
        if "--seed" in more:
            assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS
    # A player who resumes it can go on.
    assert 0 < decisions[0] < decisions[1]


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_long_to_be_kept_here_does_no_more(name: str, tmp_path: Path) -> None:
    path = tmp_path / "giant.rules"
    path.write_text(GIANTS[name](LARGE[name]), encoding="utf-8")
    check(name, path, tmp_path / "save")


@pytest.mark.parametrize("number", range(NUMBER))
def test_giants_do_no_harm(number: int, tmp_path: Path) -> None:
    name, text = made(number)
    path = tmp_path / "giant.rules"
    path.write_text(text, encoding="utf-8")
    check(name, path, tmp_path / "save", "hurried" if (number + 1) % PLAIN else "plain")

"""Test what a process may use: every attack, and giants that are made, under 1 GB and 10 seconds in every command.

`make giants` runs five hundred of them at full size. Here are those that have hurt, and four more; the engine's own limits
are set to a second or less, and a command may take so much less time.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli.main import main
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
WHOLE = "GIANTS" in os.environ
NUMBER = int(os.environ.get("GIANTS", "4"))
GROWING = {
    "branches", "branches_that_ask", "menu_with_choices", "misspelt", "instead", "as_usual", "changes", "changes_while",
}  # fmt: skip
"""Of the large ones, those that take longer the larger they are; here they have a quarter of the size, and a third of all."""
ENDLESS = ("wide-tree", "any-number", "chain-of-loops", "shuffling")[: 4 if WHOLE else 1]
"""Of the cases, those whose games or trees would take a command all the time there is; here the first."""
PLAIN = 25
"""One giant in this many goes through the commands as anybody types them."""
SECONDS, MEGABYTES, LETTERS = 10, 1000, 200_000_000


def check(name: str, path: Path, save: Path, pace: str = "hurried", share: float = 1.0) -> None:
    """Check that every command takes no more than a share of everything, says where what is wrong, and blames nobody else."""
    done = subprocess.run(
        [sys.executable, HERE / "one_process.py", path, save, pace, "usual" if WHOLE else "sooner"],
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
        assert one["seconds"] < (SECONDS - one["saved"]) * share, told
        assert one["megabytes"] < MEGABYTES * share, told
        assert one["size"] < LETTERS * share, told


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.sample(3)
def test_what_has_hurt_does_no_more(path: Path, tmp_path: Path) -> None:
    check(path.stem, path, tmp_path / "save", "plain" if path.stem in ENDLESS else "hurried")


def test_a_game_that_nobody_watches_is_left_in_time_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.cli.table.session._MOST_WORK", 0.5)
    case, save = str(HERE.parent / "cases" / "limits" / "any-number.rules"), str(tmp_path / "save")
    random = ["--seat", "random", "--seat", "random"]
    decisions = []
    for more in (["--seed", "1", "--save"], ["--resume"]):
        before = time.process_time()
        main(["play", case, *random, *more, save])
        told = capsys.readouterr()
        assert "warning[unfinished]" in told.err
        decisions.append(int(re.findall(r"(\d+) decisions so far", told.out)[0]))
        if "--seed" in more:
            assert time.process_time() - before < SECONDS - 6.5
    # A player who resumes it can go on.
    assert 0 < decisions[0] < decisions[1]


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.sample(4)
def test_what_is_too_long_to_be_kept_here_does_no_more(name: str, tmp_path: Path) -> None:
    path = tmp_path / "giant.rules"
    small = name in GROWING and not WHOLE
    path.write_text(GIANTS[name](LARGE[name] // 4 if small else LARGE[name]), encoding="utf-8")
    check(name, path, tmp_path / "save", share=1 / 3 if small else 1.0)


@pytest.mark.parametrize("number", range(NUMBER))
@pytest.mark.sample(3)
def test_giants_do_no_harm(number: int, tmp_path: Path) -> None:
    name, text = made(number)
    path = tmp_path / "giant.rules"
    path.write_text(text, encoding="utf-8")
    check(name, path, tmp_path / "save", "hurried" if (number + 1) % PLAIN else "plain")

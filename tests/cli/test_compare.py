"""Test the output of `compare` and `sweep`, and what happens to bounds, wishes and files."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.measuring.sweep_results import SweepFile
from tests.cli.running import Runner
from tests.cli.schema import wrong
from tests.cli.test_simulate import SCHEMA, TEAMS

RACE = str(Path(__file__).parents[1] / "measure/race.rules")


def compared(run: Runner, *words: str) -> dict[str, Any]:
    """Return the output as JSON."""
    ran = run("compare", *words, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_what_a_change_changes_is_said_and_what_not(run: Runner) -> None:
    ran = run("compare", RACE, "goal=30", "goal=40", "--games", "400", "--closely", "40")
    assert ran.code == 0
    changed, same = ran.out.split("\nThe Race + goal=")[1:3]
    assert changed.startswith("30\n  length falls by ")
    assert "points\n  the score of player 1 falls by " in changed
    assert "  length: the same in every game\n" in same
    assert "falls" not in same.partition("\n\n")[0]


def test_one_statement_for_each_quantity_in_json(run: Runner) -> None:
    found = compared(run, RACE, "goal=30", "--games", "400", "--players", "3", "--closely", "0")
    told = {one["quantity"]: one for one in found["differences"]}
    length = told["length"]
    low, high = length["interval"]

    assert (found["games"], found["players"], [one["title"] for one in found["compared"]]) == (
        400,
        3,
        ["The Race", "The Race + goal=30"],
    )
    assert low < length["difference"] < high < 0
    assert length["changed"]
    assert length["other"] - length["base"] == pytest.approx(length["difference"])
    assert found["sure"] > 0.99
    assert not list(wrong(found["base"], SCHEMA, SCHEMA))
    assert found["base"]["wins"][0] / 400 == pytest.approx(told["wins seat 1 alone"]["base"])


def test_a_rulebook_of_its_own_can_be_compared(run: Runner) -> None:
    text = Path(RACE).read_text(encoding="utf-8").replace("steps * 3", "steps * 2")
    run.write("slower.rules", text.replace('"The Race"', '"The Slower Race"'))
    found = compared(run, RACE, "slower.rules", "--games", "300", "--closely", "0")
    assert found["compared"][1]["title"] == "The Slower Race"
    assert next(one for one in found["differences"] if one["quantity"] == "length")["difference"] > 0


def test_what_cannot_be_compared(run: Runner) -> None:
    assert "did you mean `ghost`?" in run("compare", "walk-the-plank", "gost").err
    ran = run("compare", "walk-the-plank", "chess")
    assert ran.code == 2
    assert "is for 2 players, not for 3" in ran.err
    assert run("compare", RACE).code == 2


@pytest.mark.parametrize(
    ("bound", "code"), [("wins seat 1 alone > 40%", 1), ("wins seat 1 alone > 99%", 0), ("length < 99", 1), ("nobody>=0%", 1)]
)
def test_a_bound_holds_or_is_broken(run: Runner, bound: str, code: int) -> None:
    ran = run("simulate", RACE, "--games", "200", "--closely", "0", "--fail-if", bound)
    assert ran.code == code
    assert ("error[broken-bound]" in ran.err) == bool(code)
    if bound.startswith("wins") and code:
        assert "The Race: wins seat 1 alone is " in ran.err


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        ("wins seat 1 alone > 20%", 0),
        ("wins seat 1 shared > 20%", 1),
        ("wins seat 1 alone or shared > 20%", 1),
        ("wins seat 1 alone or shared > 60%", 0),
    ],
)
def test_a_bound_says_whether_shared_wins_count(run: Runner, bound: str, code: int) -> None:
    # Each of two teams wins about half of the games, so nobody ever wins alone.
    run.write("pairs.rules", TEAMS)
    ran = run("simulate", "pairs.rules", "--games", "200", "--closely", "0", "--fail-if", bound)
    assert (ran.code, "error[broken-bound]" in ran.err) == (code, bool(code))


@pytest.mark.parametrize(
    ("bound", "help"),
    [
        ("wins seat 1 alone = 5%", "write it like"),
        ("wins seat 7 alone > 5%", "did you mean `wins seat 1 alone` or"),
        ("wins seat 1 > 5%", "write `wins seat 1 alone`, `wins seat 1 shared` or `wins seat 1 alone or shared`"),
        ("wins seat 1 alone > 55", "write `wins seat 1 alone > 55%`"),
        ("length > 5%", "write `length > 5`"),
        ("wins seat 1 alone > 155%", "from 0% to 100%"),
        ("much", "write it like"),
    ],
)
def test_bounds_that_nobody_understands(run: Runner, bound: str, help: str) -> None:
    ran = run("compare", RACE, "goal=30", "--fail-if", bound)
    assert (ran.code, ran.out) == (2, "")
    assert "error[bad-bound]" in ran.err
    assert help in ran.err


def test_every_combination_is_played_and_the_nearest_is_named(run: Runner) -> None:
    ran = run("sweep", RACE, "--set", "goal=20..40", "--games", "100", "--toward", "length = 5")
    assert ran.code == 0
    assert ran.out.startswith("The Race: 21 of 21 combinations, 100 games of each, seed 0\n")
    words = ("sweep", RACE, "--set", "goal=20,30,40", "--players", "2..3", "--games", "100")
    found = json.loads(run(*words, "--toward", "length = 5", "--json").out)

    assert [one["key"] for one in found["combinations"]] == [
        f"goal={goal} players={many}" for goal in (20, 30, 40) for many in (2, 3)
    ]
    lengths = {one["key"]: one["values"]["length"] for one in found["combinations"]}
    assert lengths["goal=20 players=2"] < lengths["goal=40 players=2"]
    assert found["nearest"] == [min(lengths, key=lambda key: abs(lengths[key] - 5))]
    one = json.loads(run("simulate", RACE, "--set", "goal=30", "--players", "3", "--games", "100", "--json").out)
    assert found["combinations"][3]["wins"] == one["wins"]
    assert "goal down, players across" in run(*words).out


def test_a_sweep_goes_on_where_it_was(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "swept.jsonl"
    words = ("sweep", RACE, "--set", "goal=20..25", "--games", "50", "--out", str(kept))
    whole = run(*words).out
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 7

    # Ended in the middle of the fourth line: that one and what follows is played again, and nothing else.
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    from rulewright.cli.measuring import progress

    played: list[object] = []
    measure = progress.measure

    def noted(*words: Any) -> Any:
        played.append(words)
        return measure(*words)

    monkeypatch.setattr(progress, "measure", noted)
    assert run(*words).out == whole
    assert len(played) == 4
    assert kept.read_bytes().splitlines(keepends=True) == lines

    assert "error[other-sweep]" in run(*words, "--seed", "5").err
    kept.write_text("a letter to somebody", encoding="utf-8")
    assert "error[other-sweep]" in run(*words).err
    assert kept.read_text(encoding="utf-8") == "a letter to somebody"


def test_a_disk_that_fills_costs_a_sweep_nothing_but_the_rest(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = SweepFile.append

    def full(kept: SweepFile, line: dict[str, Any]) -> None:
        if len(kept.records) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        written(kept, line)

    monkeypatch.setattr(SweepFile, "append", full)
    ran = run("sweep", RACE, "--set", "goal=20..25", "--games", "50", "--out", str(tmp_path / "swept.jsonl"))
    assert ran.code == 2
    assert "error[system-error]: the system says: no space left on device" in ran.err
    assert ran.out.startswith("The Race: 3 of 6 combinations")
    assert len((tmp_path / "swept.jsonl").read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--set", "goal=9..20"), "option-value"),
        (("--set", "goal=30..20"), "bad-setting"),
        (("--set", "goal=20,20"), "bad-setting"),
        (("--set", "gaol=20"), "unknown-option"),
        (("--set", "goal=20", "--set", "goal=30"), "bad-setting"),
        (("--players", "2..9"), "bad-players"),
        (("--players", "some"), "bad-players"),
        (("--set", "goal=10..999", "--set", "head-start=0..99"), "too-many-combinations"),
        (("--toward", "length > 3"), "bad-bound"),
        (("--out", "nowhere/swept.jsonl"), "no-such-folder"),
    ],
)
def test_sweeps_that_make_no_sense(run: Runner, words: tuple[str, ...], name: str) -> None:
    ran = run("sweep", RACE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"error[{name}]" in ran.err

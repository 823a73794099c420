"""`test` says what examples reach and notice, for people, build servers and other programs."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rulewright.cli.commands.mutants import MutantResults
from rulewright.cli.shell import file_watch
from rulewright.interpreter.examine.mutants import MutantReport
from rulewright.interpreter.examine.mutations import Mutant
from tests.cli.running import Runner

TOLLS = """game tolls "Tolls":
    players 2
place bank "Bank"
pieces coins "Coin": 6, in bank
each player has:
    purse "Purse": place
    score "Points": number
cards luck "Luck": 1
card windfall of luck "Windfall":
    perform:
        add 9 to score of player
to play:
    players take turns until no coins in bank:
        turn
    game over, winners players with most score of it
to turn:
    choose:
        take-one "Take one":
            draw 1 from bank to purse of player
        rest "Rest"
    if count of coins in purse of player is at least 3:
        toll
to toll:
    add 5 to score of player
forbid toll while score of player is at least 20

example T1 "Who takes one has one":
    when:
        turn
    seat 1 picks "take-one"
    then count of coins in purse of seat 1 is 1
"""


@pytest.fixture
def tolls(tmp_path: Path) -> Path:
    path = tmp_path / "tolls.rules"
    path.write_text(TOLLS, encoding="utf-8")
    return path


def test_coverage_names_what_no_example_comes_to_and_not_what_stands_in_it(run: Runner, tolls: Path) -> None:
    ran = run("test", str(tolls), "--coverage")

    lines = [line.removeprefix(f"{tolls}:") for line in ran.out.splitlines()]
    assert ran.code == 0
    assert [line.partition(":")[0] for line in lines[:-2]] == ["9", "12", "20", "21", "23", "25"]
    assert lines[0].endswith('it is never carried out: card windfall of luck "Windfall":')
    assert lines[2].endswith('it is never chosen: rest "Rest"')
    assert lines[3].endswith("it is never so: if count of coins in purse of player is at least 3:")
    assert lines[5].endswith("it never forbids anything: forbid toll while score of player is at least 20")
    assert lines[-2].endswith("% reached: lines 4 of 12, branches 2 of 4, cards 0 of 1, bans 0 of 1")


def test_too_little_coverage_fails(run: Runner, tolls: Path) -> None:
    assert run("test", str(tolls), "--coverage", "--fail-under", "20").code == 0
    assert run("test", str(tolls), "--coverage", "--fail-under", "80").code == 1


def test_mutants_lists_what_no_example_notices_and_says_the_same_again(run: Runner, tolls: Path) -> None:
    ran = run("test", str(tolls), "--mutants", "--jobs", "1", "--fail-under", "10")

    assert ran.code == 0
    assert f"{tolls}:11: not played: number: `9` -> `10`   add 9 to score of player" in ran.out
    assert f"{tolls}:19: unnoticed: number" not in ran.out, "the example notices that another number is drawn"
    in_parallel = run("test", str(tolls), "--mutants", "--jobs", "2", "--fail-under", "60")
    assert (in_parallel.code, in_parallel.out) == (1, ran.out)


def test_mutants_are_judged_no_longer_than_the_budget(run: Runner, tolls: Path) -> None:
    found = json.loads(run("test", str(tolls), "--mutants", "--jobs", "1", "--json", "--budget", "0s").out)["mutants"][0]
    assert found["ways"] > 40
    assert (found["judged"], found["open"]) == ([], found["ways"])
    wrong = run("test", str(tolls), "--mutants", "--budget", "soon")
    assert wrong.code == 2
    assert "error[bad-setting]: `soon` is not a time" in wrong.err


def test_what_the_budget_leaves_open_is_told_and_counts_as_unnoticed(run: Runner, tolls: Path) -> None:
    [all_judged] = json.loads(run("test", str(tolls), "--mutants", "--jobs", "1", "--json").out)["mutants"]
    assert all_judged["open"] == 0

    ran = run("test", str(tolls), "--mutants", "--jobs", "1", "--budget", "0s", "--fail-under", "1")
    told = f"0 broken rulebooks, 0 unnoticed, 0 not played (0.0 to 100.0 %, since {all_judged['ways']} are not judged yet)"
    assert (ran.code, told in ran.out) == (1, True), ran.out
    one = MutantReport(Mutant("number", 1, 0, 1, "3"), "tolls.rules", 1, "2", "3", "add 2")
    other = MutantReport(Mutant("number", 2, 9, 9, "3"), "tolls.rules", 2, "2", "3", "add 2")
    judged = MutantResults("tolls", 4, ((one, "noticed"), (other, "unnoticed")))
    assert judged.percent == 25
    assert "2 broken rulebooks, 1 unnoticed, 0 not played (25.0 to 75.0 %, since 2 are not judged yet)" in list(judged.lines())


def test_the_results_for_a_build_server(run: Runner, tolls: Path, tmp_path: Path) -> None:
    tolls.write_text(TOLLS + 'example T2 "<None>":\n    then no coins in bank\n', encoding="utf-8")
    assert run("test", str(tolls), "--junit", str(tmp_path / "results.xml")).code == 1

    suite = ET.parse(tmp_path / "results.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    good, bad = suite
    assert (good.get("classname"), good.get("name"), good.get("line")) == ("tolls", "T1 Who takes one has one", "27")
    assert good.find("failure") is None
    failure = bad.find("failure")
    assert failure is not None
    assert failure.get("message") == 'T2 "<None>": this does not hold here'
    assert "there are: Coin, Coin" in (failure.text or "")


def test_what_is_so_instead_is_told_on_one_line_too(run: Runner, tolls: Path) -> None:
    tolls.write_text(TOLLS.replace("is 1\n", "is 2\n"), encoding="utf-8")
    wanted = 'T1 "Who takes one has one": this does not hold here: 1 on the left, 2 on the right'

    assert wanted in run("test", str(tolls), "--format", "concise").out
    assert json.loads(run("test", str(tolls), "--json").out)["problems"][0]["message"] == wanted


def test_examples_are_run_again_when_a_file_changes(run: Runner, tolls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(3))

    def pause(_: float) -> None:
        look = next(looks, None)
        if look is None:
            raise KeyboardInterrupt
        if look == 1:
            tolls.write_text(TOLLS.replace("is 1\n", "is 2\n"), encoding="utf-8")

    monkeypatch.setattr(file_watch.changes, "__defaults__", (pause,))
    ran = run("test", str(tolls), "--watch")

    assert ran.code == 1
    assert ran.out.count("waiting for a change") == 2
    assert ran.out.index("1 passed, 0 failed") < ran.out.index(f"{tolls}:\n") < ran.out.index("0 passed, 1 failed")


def test_what_cannot_change_is_not_watched(run: Runner) -> None:
    ran = run("test", "la-planche", "--watch", "--run", "none of them")

    assert ran.code == 2
    assert "error[bad-setting]: a file that comes with the program does not change" in ran.err

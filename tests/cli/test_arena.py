"""`rulewright arena` rates players, alike for the same seed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.running import Runner

BOT = """\
class Bot:
    def choose(self, view):
        return view.options[0]

class Broken:
    def choose(self, view):
        raise ValueError("broken")
"""


def rated(run: Runner, *arguments: str) -> dict[str, Any]:
    found = run("arena", "signs.rules", "--json", *arguments)
    data: dict[str, Any] = json.loads(found.out)
    for one in data["rated"]:
        assert one.pop("seconds") >= 0
    assert data.pop("seconds") > 0
    return data


def test_all_kinds_of_players_meet(run: Runner) -> None:
    run.write("own.py", BOT)
    found = rated(run, "--seat", "search:5,random,own.py:Bot", "--games", "7", "--seed", "3")

    assert {one["name"] for one in found["rated"]} == {"search:5", "random", "own.py:Bot"}
    assert found["games"] >= 7
    assert sum(one["wins"] + one["draws"] + one["losses"] for one in found["rated"]) == found["games"] * found["players"]
    assert all(one["interval"][0] < one["rating"] < one["interval"][1] for one in found["rated"])
    assert abs(sum(one["rating"] for one in found["rated"])) < 0.01


@pytest.mark.long
def test_the_number_of_processes_makes_no_difference(run: Runner) -> None:
    seats = ("--seat", "search:5", "--seat", "random", "--games", "30")
    assert rated(run, *seats, "--jobs", "2") == rated(run, *seats)


def test_a_player_that_fails_is_rated_and_named(run: Runner) -> None:
    run.write("own.py", BOT)
    found = run("arena", "signs.rules", "--seat", "own.py:Broken,random", "--games", "4")

    assert found.code == 1
    assert "own.py:Broken" in found.out
    assert found.err.count("error[player-failed]: the player `Broken` stopped with ValueError: broken") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("signs.rules", "--seat", "random"), "an arena is for two players or more"),
        (("together.rules", "--seat", "random,easy"), "in this game all players win or lose together"),
    ],
)
def test_players_that_cannot_be_compared_are_refused(run: Runner, arguments: tuple[str, ...], said: str) -> None:
    run.write("together.rules", "game together:\n    players 2\nto play:\n    game over, winners players\n")
    found = run("arena", *arguments)

    assert found.code == 2
    assert said in found.err

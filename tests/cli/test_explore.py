"""`rulewright explore`: what people and programs are told."""

from __future__ import annotations

import json
import os
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.commands import explore, explore_native, explore_results
from rulewright.interpreter.native import build
from rulewright.interpreter.search import explore as exploring
from rulewright.interpreter.search.state_graph import GraphWalk
from tests.cli.running import Runner

GAMES = Path(__file__).parents[1] / "games"
CIRCLES = """\
game circles "Circles":
    players 1

each player has:
    spot "Spot": number

to play:
    repeat until spot of player is 3:
        choose asking "Where to?":
            ahead "Ahead" if spot of player is 0:
                set spot of player to 1
            back "Back" if spot of player is 1:
                set spot of player to 0
            out "Out" if spot of player is 1:
                set spot of player to 3
            trap "Trap" if spot of player is 0:
                set spot of player to 2
            stay "Stay" if spot of player is 2:
                say "Still there"
    game over, winners player
"""


def game(name: str) -> str:
    """Return a small game's file."""
    return str(GAMES / f"{name}.rules")


def test_counts(run: Runner) -> None:
    ran = run("explore", "signs.rules", "--set", "rounds=1", "--json")

    assert ran.code == 0
    counts = json.loads(ran.out)
    assert {
        "decisions": 3,
        "endings": 4,
        "positions": 7,
        "information_states": 2,
        "complete": True,
        "stopped": [],
        "shortest": 2,
        "longest": 2,
    }.items() <= counts.items()
    assert "value" not in counts
    shown = run("explore", "signs.rules", "--set", "rounds=1").out
    assert "endings             4\n" in shown
    assert "longest game        2 choices\n" in shown


def test_what_is_not_all_says_so(run: Runner) -> None:
    assert "This is not all: nothing beyond the depth" in run("explore", "signs.rules", "--depth", "1").out
    ran = run("explore", game("tic-tac-toe"), "--limit", "500", "--value")
    assert ran.code == 0
    assert "positions           500\n" in ran.out
    assert "Nobody can say what it is worth: not all of the game was looked at." in ran.out
    assert "This is not all: it is larger than the limit" in ran.out


def test_too_many_information_states_are_not_counted(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "SETS_FOR_A_POSITION", 0)
    shown = run("explore", game("goofspiel")).out

    assert "endings             216\n" in shown
    assert "information states  too many to count\n" in shown
    assert "This is not all: there are more information states" in shown


@pytest.mark.parametrize(("option", "amount", "reason"), [("--seconds", "0", "time"), ("--memory", "1", "memory")])
def test_what_takes_too_much_stops_with_what_there_is(run: Runner, option: str, amount: str, reason: str) -> None:
    ran = run("explore", game("tic-tac-toe"), "--json", option, amount)

    assert ran.code == 0
    counts = json.loads(ran.out)
    assert counts["stopped"] == [reason]
    assert not counts["complete"]
    assert 10 < counts["positions"] < 5000


def test_ctrl_c_stops_with_what_there_is(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = GraphWalk.go_on

    def pressed(walk: GraphWalk) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        go_on(walk)

    monkeypatch.setattr(GraphWalk, "go_on", pressed)
    before = signal.getsignal(signal.SIGINT)
    ran = run("explore", game("tic-tac-toe"))

    assert ran.code == 130
    assert "This is not all: it was interrupted." in ran.out
    assert "positions           " in ran.out
    assert signal.getsignal(signal.SIGINT) == before


def test_no_memory_left_stops_with_what_there_is(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    look = GraphWalk.look

    def full(walk: GraphWalk, here: object) -> bool:
        if len(walk.graph) > 200:
            raise MemoryError
        return look(walk, here)  # type: ignore[arg-type]

    monkeypatch.setattr(GraphWalk, "look", full)
    counts = json.loads(run("explore", game("tic-tac-toe"), "--json").out)

    assert counts["stopped"] == ["memory"]
    assert counts["positions"] > 200


def test_counts_by_ply(run: Runner) -> None:
    counts = json.loads(run("explore", game("tic-tac-toe"), "--perft", "6", "--json").out)

    assert [ply["paths"] for ply in counts["plies"]] == [1, 9, 72, 504, 3024, 15120, 54720]
    assert [ply["endings"] for ply in counts["plies"]] == [0, 0, 0, 0, 0, 1440, 5328]
    assert counts["information_states"] is None
    shown = run("explore", game("tic-tac-toe"), "--perft", "2")
    assert "2                      72              72               0\n" in shown.out
    assert "not all" not in shown.out


def test_perft_is_for_itself(run: Runner) -> None:
    ran = run("explore", game("tic-tac-toe"), "--perft", "2", "--value")

    assert ran.code == 2
    assert "`--perft` counts, and nothing else" in ran.err


def test_value_of_a_game_without_secrets(run: Runner) -> None:
    shown = run("explore", game("nim"), "--value").out

    assert "value               Player 1: 1, Player 2: -1 (1 for a win, -1 for a loss)\n" in shown
    assert "best first moves    Player 1: Small heap, 2\n" in shown
    assert "at random           Player 1 wins 1/2 (50.00 %), Player 2 wins 1/2 (50.00 %)\n" in shown
    data = json.loads(run("explore", game("tic-tac-toe"), "--value", "--json").out)
    assert data["value"]["worth"] == ["0", "0"]
    assert data["value"]["exact"]
    assert len(data["value"]["best_first_moves"][0]["moves"]) == 9
    assert data["random_play"]["wins"] == ["737/1260", "121/420"]


def test_value_of_a_game_with_secrets(run: Runner) -> None:
    shown = run("explore", game("kuhn-poker"), "--value").out
    assert "value               Player 1: -0.0555" in shown
    assert "for Player 1 between -0.0555" in shown
    value = json.loads(run("explore", game("kuhn-poker"), "--value", "--within", "0.00001", "--json").out)["value"]

    assert value["low"] <= -1 / 18 <= value["high"]
    assert value["high"] - value["low"] <= 2e-5
    assert value["counted_by"] == "scores"
    assert not value["exact"]


def test_a_game_without_end_shows_the_way_there(run: Runner) -> None:
    run.write("circles.rules", CIRCLES)
    ran = run("explore", "circles.rules")

    assert ran.code == 0
    assert "endings             without end: a position can come again\n" in ran.out
    assert "shortest game       2 choices\n" in ran.out
    assert "The nearest: at the beginning. And from there, again and again: Player 1: Ahead; Player 1: Back." in ran.out
    assert "1 position leads to no end, whatever is done. The nearest: Player 1: Trap." in ran.out
    data = json.loads(run("explore", "circles.rules", "--json").out)
    assert data["comes_again"] == {"line": [], "again": [{"seat": 0, "key": "ahead"}, {"seat": 0, "key": "back"}]}
    assert data["dead_end"] == {"line": [{"seat": 0, "key": "trap"}], "positions": 1}
    assert data["decisions"] is None
    assert data["information_states"] is None


def test_rules_that_break_off_show_the_way_there(run: Runner) -> None:
    text = CIRCLES.replace('say "Still there"', "repeat until spot of player is 3:\n                    stand")
    run.write("broken.rules", text + "\nto stand:\n    set spot of player to 2\n")
    ran = run("explore", "broken.rules", "--json")

    assert ran.code == 1
    assert "error[endless-loop]" in ran.err
    data = json.loads(ran.out)
    assert data["limit_reached"]["line"] == [{"seat": 0, "key": "trap"}, {"seat": 0, "key": "stay"}]
    assert data["limit_reached"]["name"] == "endless-loop"
    assert not data["complete"]


def test_the_tree_is_written_whole_or_not_at_all(run: Runner) -> None:
    assert run("explore", game("kuhn-poker"), "--export", "tree.efg").code == 0
    text = (run.folder / "tree.efg").read_text(encoding="utf-8")
    assert text.startswith('EFG 2 R "Kuhn Poker" { "Player 1" "Player 2" }\n')
    assert text.count("\nt ") == 30

    ran = run("explore", game("tic-tac-toe"), "--limit", "10", "--export", "part.efg")
    assert ran.code == 2
    assert "cannot be written as a tree: not all of the game was looked at" in ran.err
    assert run("explore", game("kuhn-poker"), "--export", "no/folder.efg").code == 2
    assert sorted(path.name for path in run.folder.iterdir()) == ["signs.rules", "tree.efg"]


@pytest.mark.skipif(os.name == "nt", reason="there is no umask")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_the_tree_can_be_read_by_whom_the_umask_lets(run: Runner, mask: int) -> None:
    before = os.umask(mask)
    try:
        assert run("explore", game("kuhn-poker"), "--export", "tree.efg").code == 0
    finally:
        os.umask(before)
    assert (run.folder / "tree.efg").stat().st_mode & 0o777 == 0o666 & ~mask


def test_memory_is_measured_where_the_system_says() -> None:
    assert explore.used_memory() >= 0
    assert explore.Patience(1)() == "memory"
    assert not explore.Patience(100_000)()


def test_numbers_that_nobody_reads_are_told_in_short() -> None:
    assert explore_results.count_text(10**30 - 1) == "9" * 30
    assert explore_results.count_text(2**400_000) == "about 10^120412"
    assert explore_results.recorded_count(2**400_000) is None
    assert explore_results.number_text(Fraction(1, 3**40_000)) == "0.00000"


def both_ways(run: Runner, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[Any, Any]:
    """Return the output of `explore` in Python, and with native code from the beginning."""
    in_python = json.loads(run("explore", game("tic-tac-toe"), "--json", *words).out)
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    monkeypatch.setattr(explore_native, "SOON", 0.0)
    return in_python, json.loads(run("explore", game("tic-tac-toe"), "--json", "--jobs", "2", *words).out)


@pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
@pytest.mark.parametrize("words", [(), ("--perft", "6"), ("--no-information",)])
def test_native_code_says_the_same(run: Runner, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    wanted: list[bool] = []

    def noted(*given: Any) -> Any:
        found = native_counts(*given)
        wanted.append(found is not None)
        return found

    native_counts = explore_native.native_counts
    monkeypatch.setattr(explore_native, "native_counts", noted)
    in_python, native = both_ways(run, monkeypatch, *words)

    assert native == in_python
    # How long Python took by itself is another matter.
    assert wanted[-1:] == [True]


@pytest.mark.parametrize("name", ["nim", "connect-three", "reversi"])
def test_where_nothing_is_hidden_each_way_is_something_else_to_know(run: Runner, name: str) -> None:
    """Native code does not follow the knowledge of seats: in these games it takes the paths for it."""
    counts = json.loads(run("explore", game(name), "--depth", "3", "--json").out)

    assert counts["information_states"] == counts["decisions"] > 50


def test_python_goes_on_where_there_is_no_native_code(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_native, "SOON", 0.0)
    counts = json.loads(run("explore", game("tic-tac-toe"), "--no-information", "--json").out)

    assert (counts["decisions"], counts["endings"], counts["positions"]) == (294778, 255168, 5478)
    assert counts["complete"]
    assert counts["stopped"] == []


def test_information_states_may_be_left_out(run: Runner) -> None:
    shown = run("explore", game("nim"), "--no-information").out
    refused = run("explore", game("nim"), "--no-information", "--value")

    assert "positions           232\n" in shown
    assert "information" not in shown
    assert refused.code == 2
    assert "leave out `--no-information`" in refused.err

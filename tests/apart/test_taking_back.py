"""Choices taken back at a table whose players sit apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import saving
from rulewright.cli.apart import hosted, keeping
from rulewright.cli.apart.hosted import HostedGame
from rulewright.cli.apart.messages import Refused
from rulewright.cli.apart.standing import Wish
from rulewright.interpreter import load
from tests.cli.running import SIGNS
from tests.cli.test_undo import MARKED, STONES

ALONE = STONES.replace("    players take turns", "    choose go in 1 to 2 by seat 1\n    players take turns")


def table_of(folder: Path, text: str, players: int = 2) -> HostedGame:
    """A table without a network."""
    (folder / "game.rules").write_text(text, encoding="utf-8")
    match = load(str(folder / "game.rules")).start(players, seed=1, forced="ask")
    return hosted.begun(match, keeping.Beside.new(match.players), folder / "game.save")


def opened_again(folder: Path) -> HostedGame:
    """The table after its process was killed."""
    text, data = saving.read_save(folder / "game.save")
    return hosted.gone_on_with(load(str(folder / "game.rules")), folder / "game.save", text, data, "en")


def choose(table: HostedGame, seat: int, key: str) -> None:
    """Somebody chooses."""
    table.answer(seat, table.now.number(seat), key)


def undo(table: HostedGame, seat: int) -> Wish | None:
    """Somebody would like to take a choice back; whom it waits for, if it waits."""
    found = table.taken_back(seat)
    if isinstance(found, Wish):
        table.ask_for(found)
        return found
    table.take(found)
    return None


def agree(table: HostedGame, seat: int, *, yes: bool) -> None:
    """Somebody says whether they agree; if all do, it is taken back."""
    wish = table.agree(seat, yes=yes)
    if yes and not wish.waits:
        table.take(table.now.taken_back(wish))


def refusal(table: HostedGame, seat: int) -> str:
    """Why a choice is not taken back."""
    with pytest.raises(Refused) as refused:
        table.taken_back(seat)
    return refused.value.key


def state(table: HostedGame, seat: int | None) -> dict[str, Any]:
    """What a seat is sent, as it arrives."""
    found: dict[str, Any] = json.loads(json.dumps(table.state(seat, "en", set())))
    return found


def test_who_has_chosen_since_must_agree(tmp_path: Path) -> None:
    table = table_of(tmp_path, STONES, 2)
    choose(table, 0, "take-one")
    choose(table, 1, "take-one")
    before = state(table, 0)
    assert undo(table, 0) == Wish(0, 2, frozenset({1}))
    assert [state(table, seat)["wish"] for seat in (0, 1, None)] == [{"seat": 0, "waits": [1]}] * 3
    with pytest.raises(Refused, match="nothing-asked"):
        table.agree(0, yes=True)
    agree(table, 1, yes=False)
    assert state(table, 0) == before
    # Whoever goes on has thought of something else.
    undo(table, 0)
    choose(table, 0, "take-one")
    assert table.wish is None
    with pytest.raises(Refused, match="nothing-asked"):
        table.agree(1, yes=True)
    choose(table, 1, "take-one")
    undo(table, 0)
    agree(table, 1, yes=True)
    assert state(table, 0)["asked"]["prompt"] == "What do you do?"
    assert [len(one["places"][1]["things"]) for one in state(table, None)["view"]["players"]] == [1, 1]
    for seat in (1, None):
        assert state(table, seat)["tale"][-1] == "Player 1 takes a choice back."
    table.take(table.made_again(0))
    assert [len(one["places"][1]["things"]) for one in state(table, None)["view"]["players"]] == [2, 2]
    table.close()


def test_where_nobody_has_chosen_since_nobody_is_asked(tmp_path: Path) -> None:
    table = table_of(tmp_path, ALONE)
    choose(table, 0, "1")
    choose(table, 0, "take-one")
    number = table.now.number(1)
    assert state(table, 1)["asked"]["number"] == number
    assert undo(table, 0) is None
    assert table.choosers.keys() == {0}
    choose(table, 0, "take-one")
    # The same question, asked anew: an answer that was on its way to the first does not count.
    with pytest.raises(Refused, match="answered"):
        table.answer(1, number, "take-one")
    # A program that has chosen since is not asked.
    choose(table, 1, "take-one")
    table.let_play(1, "random")
    assert undo(table, 0) is None
    table.close()


@pytest.mark.parametrize(("choice", "reason"), [("roll-it", "undo-rolled"), ("draw-it", "undo-shown"), ("hear", "undo-shown")])
def test_who_has_learnt_something_cannot_go_back(tmp_path: Path, choice: str, reason: str) -> None:
    table = table_of(tmp_path, MARKED)
    assert refusal(table, 0) == "undo-nothing"
    choose(table, 0, choice)
    assert refusal(table, 0) == reason
    assert refusal(table, 1) == "undo-nothing"
    table.undo = False
    assert refusal(table, 0) == "undo-off"
    table.undo = True
    table.let_play(0, "random")
    assert refusal(table, 0) == "played-by-program"
    table.close()


def test_an_answer_that_nobody_has_seen_is_taken_back_by_oneself(tmp_path: Path) -> None:
    table = table_of(tmp_path, SIGNS, 3)
    before = {seat: state(table, seat) for seat in (0, 2, None)}
    first = state(table, 1)["asked"]
    choose(table, 1, "low")
    assert undo(table, 1) is None
    assert {seat: state(table, seat) for seat in (0, 2, None)} == before
    again = state(table, 1)["asked"]
    assert again["number"] > first["number"]
    assert {**again, "number": 0} == {**first, "number": 0}
    choose(table, 1, "high")
    choose(table, 2, "low")
    choose(table, 0, "low")
    # All was shown, and taken back to their hands.
    assert refusal(table, 0) == "undo-shown"
    assert any("Player 2 shows High" in line for line in state(table, None)["tale"])
    table.close()


def test_the_answers_of_others_that_hang_on_it_are_asked_for_anew(tmp_path: Path) -> None:
    text = SIGNS.replace("    repeat rounds times:\n", "    choose order in 1 to 2 by seat 1\n    repeat rounds times:\n", 1)
    table = table_of(tmp_path, text, 3)
    choose(table, 0, "1")
    choose(table, 2, "low")
    assert undo(table, 0) == Wish(0, 1, frozenset({2}))
    agree(table, 2, yes=True)
    assert table.choosers.keys() == {0}
    choose(table, 0, "2")
    assert table.choosers.keys() == {0, 1, 2}
    table.close()


def test_a_killed_process_goes_on_as_it_stood(tmp_path: Path) -> None:
    table = table_of(tmp_path, STONES)
    for seat in (0, 1):
        choose(table, seat, "take-one")
    undo(table, 0)
    agree(table, 1, yes=True)
    choose(table, 0, "draw-it")
    lines = [json.loads(line) for line in (tmp_path / "game.save").read_text(encoding="utf-8").splitlines()[1:]]
    assert [line.get("back") for line in lines] == [None, None, 2, None]
    was = [state(table, seat) for seat in (0, 1, None)]
    table.close()
    table = opened_again(tmp_path)
    assert [state(table, seat) for seat in (0, 1, None)] == was
    # What was chosen before that, the process does not remember to take back.
    assert refusal(table, 0) == "undo-nothing"
    table.close()


def test_what_was_taken_back_and_begun_anew_is_not_held_for_an_answer_ahead(tmp_path: Path) -> None:
    """Killed between the line in the game's file and what stands beside it: old answers must not come back."""
    text = SIGNS.replace("    repeat rounds times:\n", "    choose order in 1 to 2 by seat 1\n    repeat rounds times:\n", 1)
    table = table_of(tmp_path, text, 3)
    choose(table, 0, "1")
    choose(table, 2, "low")
    beside = keeping.path_beside(tmp_path / "game.save")
    old = beside.read_text(encoding="utf-8")
    undo(table, 0)
    agree(table, 2, yes=True)
    choose(table, 0, "2")
    table.close()
    beside.write_text(old, encoding="utf-8")
    table = opened_again(tmp_path)
    assert table.choosers.keys() == {0, 1, 2}
    table.close()


def test_after_the_end_nothing_is_taken_back(tmp_path: Path) -> None:
    table = table_of(tmp_path, SIGNS.replace("= 2 in 1 to 9", "= 1 in 1 to 9"))
    choose(table, 0, "low")
    choose(table, 1, "low")
    assert table.match.over
    assert refusal(table, 0) == "undo-nothing"
    table.close()

"""Choices taken back at a table whose players sit apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.remote import hosted_match, table_file
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.remote.table_state import UndoRequest
from rulewright.cli.shell import save_files
from rulewright.interpreter import load
from tests.cli.running import SIGNS
from tests.cli.test_undo import MARKED, OPEN, STONES

ALONE = STONES.replace("    players take turns", "    choose go in 1 to 2 by seat 1\n    players take turns")


def table_of(folder: Path, text: str, players: int = 2) -> HostedGame:
    """Return a table without a network."""
    (folder / "game.rules").write_text(text, encoding="utf-8")
    match = load(str(folder / "game.rules")).start(players, seed=1, forced="ask")
    return hosted_match.begin_hosted(match, table_file.SideFile.new(match.players), folder / "game.save")


def opened_again(folder: Path) -> HostedGame:
    """Return the table after its process was killed."""
    text, data = save_files.read_save(folder / "game.save")
    return hosted_match.gone_on_with(load(str(folder / "game.rules")), folder / "game.save", text, data, "en")


def choose(table: HostedGame, seat: int, key: str) -> None:
    """Somebody chooses."""
    table.take(table.answered(seat, table.now.number(seat), key))


def undo(table: HostedGame, seat: int) -> UndoRequest | None:
    """Ask to take a choice back, as a seat; return the wish if it waits for others."""
    found = table.taken_back(seat)
    if isinstance(found, UndoRequest):
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
    with pytest.raises(RequestRefused) as refused:
        table.taken_back(seat)
    return refused.value.key


def state(table: HostedGame, seat: int | None) -> dict[str, Any]:
    """Return the message to a seat, as it arrives."""
    found: dict[str, Any] = json.loads(json.dumps(table.state(seat, "en", set())))
    return found


def test_who_has_chosen_since_must_agree(tmp_path: Path) -> None:
    table = table_of(tmp_path, STONES, 2)
    choose(table, 0, "take-one")
    choose(table, 1, "take-one")
    before = state(table, 0)
    assert undo(table, 0) == UndoRequest(0, 2, frozenset({1}))
    assert [state(table, seat)["wish"] for seat in (0, 1, None)] == [{"seat": 0, "waits": [1]}] * 3
    with pytest.raises(RequestRefused, match="nothing-asked"):
        table.agree(0, yes=True)
    agree(table, 1, yes=False)
    assert state(table, 0) == before
    # A player who goes on has changed their mind.
    undo(table, 0)
    choose(table, 0, "take-one")
    assert table.wish is None
    with pytest.raises(RequestRefused, match="nothing-asked"):
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


def test_the_picture_marks_what_others_have_done_since_a_seat_s_last_choice(tmp_path: Path) -> None:
    table = table_of(tmp_path, STONES, 2)

    def marked(seat: int | None) -> int:
        return str(table.state(seat, "en", set(), 400)["scene"]).count('class="new"')

    choose(table, 0, "take-one")
    assert [marked(seat) for seat in (0, 1, None)] == [0, 0, 0]
    choose(table, 1, "take-one")
    assert [marked(seat) for seat in (0, 1, None)] == [1, 0, 0]
    undo(table, 1)
    agree(table, 0, yes=True)
    assert marked(0) == 0
    table.close()


def test_where_nobody_else_was_asked_since_nobody_must_agree(tmp_path: Path) -> None:
    table = table_of(tmp_path, ALONE)
    choose(table, 0, "1")
    assert undo(table, 0) is None
    assert table.choosers.keys() == {0}
    choose(table, 0, "1")
    choose(table, 0, "take-one")
    number = table.now.number(1)
    assert state(table, 1)["asked"]["number"] == number
    # Player 2 has read the question by now, and answers nothing.
    assert undo(table, 0) == UndoRequest(0, 1, frozenset({1}))
    agree(table, 1, yes=True)
    assert table.choosers.keys() == {0}
    choose(table, 0, "take-one")
    # It is the same question, asked anew: an answer that was on its way to the first does not count.
    with pytest.raises(RequestRefused, match="answered"):
        table.take(table.answered(1, number, "take-one"))
    # A program cannot forget what it was asked in a game that keeps secrets.
    choose(table, 1, "take-one")
    table.let_play(1, "random")
    assert refusal(table, 0) == "undo-program"
    table.close()


def test_where_nothing_is_hidden_a_program_neither_agrees_nor_objects(tmp_path: Path) -> None:
    table = table_of(tmp_path, OPEN)
    table.let_play(1, "random")
    choose(table, 0, "take-one")
    table.take(table.now.answered(1, 0, lasting=False))
    assert undo(table, 0) is None
    assert table.choosers.keys() == {0}
    table.close()


@pytest.mark.parametrize(("choice", "reason"), [("roll-it", "undo-rolled"), ("draw-it", "undo-hidden"), ("hear", "undo-hidden")])
def test_what_was_learnt_is_not_taken_back_alone(tmp_path: Path, choice: str, reason: str) -> None:
    table = table_of(tmp_path, MARKED)
    assert refusal(table, 0) == "undo-nothing"
    choose(table, 0, choice)
    assert undo(table, 0) == UndoRequest(0, 1, frozenset({1}))
    assert refusal(table, 1) == "undo-nothing"
    table.let_play(1, "random")
    assert refusal(table, 0) == reason
    table.undo = False
    assert refusal(table, 0) == "undo-off"
    table.undo = True
    table.let_play(0, "random")
    assert refusal(table, 0) == "played-by-program"
    table.close()


def test_all_other_people_must_agree_and_not_only_those_who_were_asked(tmp_path: Path) -> None:
    table = table_of(tmp_path, STONES.replace("players 2", "players 3"), 3)
    choose(table, 0, "draw-it")
    assert undo(table, 0) == UndoRequest(0, 1, frozenset({1, 2}))
    agree(table, 1, yes=True)
    assert state(table, 0)["wish"] == {"seat": 0, "waits": [2]}
    agree(table, 2, yes=False)
    assert state(table, 0)["wish"] is None
    undo(table, 0)
    agree(table, 2, yes=True)
    agree(table, 1, yes=True)
    assert table.choosers.keys() == {0}
    table.close()


# One field of 25 hides what the other looks for; a miss tells only that it is not there.
HIDDEN_FIELD = """\
game field "Field":
    players 2

grid meadow "Meadow": 5 by 5
place shed "Shed"
pieces moles "Mole": 1 for each player, in shed
each player has:
    burrow "Burrow": space, seen by owner
    tries "Tries": number

to setup:
    for each player in players:
        choose spot in meadow at random
        set burrow of player to spot
to play:
    players take turns:
        choose target in meadow asking "Where do you look?"
        add 1 to tries of player
        if openly target is burrow of left of player:
            say "Found!"
            game over, winners player
        say "Only grass."
"""
# The player with the named card shows it: so the order of turns gives the holder away.
HOLDER = """\
game holder "Holder":
    players 3

values tree "Tree": oak "Oak", ash "Ash", elm "Elm", fir "Fir", yew "Yew"
place deck "Deck": bag, seen by nobody
cards leaves "Leaf": 1 for each tree, in deck
each player has:
    hand "Hand": place, seen by owner

to setup:
    for each player in players:
        draw 1 from deck to hand of player
to play:
    players take turns:
        ask-round

to ask-round:
    choose named in tree asking "Which leaf do you ask for?"
    for each other in players without player:
        if openly any leaves of named in hand of other:
            choose by other asking "Show it?":
                at-once "At once"
                later "After a while"
            show leaves of named in hand of other to player
            stop
    choose guessed in tree asking "Which leaf is in the deck?"
    if openly any leaves of guessed in deck:
        game over, winners player
"""


@pytest.mark.parametrize(("text", "players"), [(HIDDEN_FIELD, 2), (HOLDER, 3)])
def test_no_question_is_asked_twice_by_taking_the_answer_back(tmp_path: Path, text: str, players: int) -> None:
    """No player takes it back alone, whatever resulted from it, nor where nobody could agree."""
    others = frozenset(range(1, players))
    for place in range(5):
        (tmp_path / str(place)).mkdir()
        table = table_of(tmp_path / str(place), text, players)
        before = state(table, 0)
        chosen = before["asked"]["options"][place]
        choose(table, 0, chosen["key"])
        if chosen["label"] in str(before["view"]["players"][0]["places"]):
            # Everybody who holds a card knows that nobody else does.
            assert undo(table, 0) is None
        elif not table.match.over:
            assert undo(table, 0) == UndoRequest(0, 1, others)
            for seat in others:
                table.let_play(seat, "random")
            assert refusal(table, 0) == "undo-hidden"
        table.close()


def test_whether_the_other_can_play_a_card_cannot_be_tried_out(tmp_path: Path) -> None:
    """In cribbage, who is asked after a card tells whether the other has one that can be played."""
    match = load("cribbage").start(2, seed=3, forced="ask")
    table = hosted_match.begin_hosted(match, table_file.SideFile.new(2), tmp_path / "game.save")
    counted = 0
    for _ in range(60):
        (*_, seat) = table.waiting()
        asked = state(table, seat)["asked"]
        choose(table, seat, asked["options"][0]["key"])
        if table.match.over:
            break
        if asked["prompt"].startswith("The count is"):
            counted += 1
            assert undo(table, seat) == UndoRequest(seat, len(table.now.steps.since(seat)), frozenset({1 - seat}))
            agree(table, 1 - seat, yes=False)
    assert counted > 10
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
    assert undo(table, 0) == UndoRequest(0, 3, frozenset({1, 2}))
    assert any("Player 2 shows High" in line for line in state(table, None)["tale"])
    table.close()


def test_an_answer_that_nobody_has_seen_stands_once_it_has_shown_something_hidden(tmp_path: Path) -> None:
    """The second of two questions unseen by others offers only what is left of a deck that nobody sees."""
    text = """\
game guesses "Guesses":
    players 2

place deck "Deck": bag, seen by nobody
place gone "Gone": place, seen by nobody
values tree "Tree": oak "Oak", ash "Ash", elm "Elm"
cards leaves "Leaf": 1 for each tree, in deck

to play:
    draw 1 from deck to gone
    together for each player in players:
        choose named in tree asking "Which is gone?"
        choose also in tree where it is not named and any leaves of it in deck asking "And which is there?"
        say "{also}"
    game over, winners players
"""
    table = table_of(tmp_path, text)
    before = state(table, 1)["asked"]
    choose(table, 1, "oak")
    assert undo(table, 1) == UndoRequest(1, 0, frozenset({0}))
    agree(table, 0, yes=True)
    assert state(table, 1)["asked"]["prompt"] == before["prompt"]
    choose(table, 1, "oak")
    table.let_play(0, "random")
    assert refusal(table, 1) == "undo-hidden"
    table.close()


def test_the_answers_of_others_that_hang_on_it_are_asked_for_anew(tmp_path: Path) -> None:
    text = SIGNS.replace("    repeat rounds times:\n", "    choose order in 1 to 2 by seat 1\n    repeat rounds times:\n", 1)
    table = table_of(tmp_path, text, 3)
    choose(table, 0, "1")
    choose(table, 2, "low")
    assert undo(table, 0) == UndoRequest(0, 1, frozenset({1, 2}))
    agree(table, 1, yes=True)
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
    # The process has forgotten earlier choices, and cannot take them back.
    assert refusal(table, 0) == "undo-nothing"
    table.close()


def test_what_was_taken_back_and_begun_anew_is_not_held_for_an_answer_ahead(tmp_path: Path) -> None:
    """The process is killed between two writes, to the game's file and to its companion: old answers must not come back."""
    text = SIGNS.replace("    repeat rounds times:\n", "    choose order in 1 to 2 by seat 1\n    repeat rounds times:\n", 1)
    table = table_of(tmp_path, text, 3)
    choose(table, 0, "1")
    choose(table, 2, "low")
    beside = table_file.path_beside(tmp_path / "game.save")
    old = beside.read_text(encoding="utf-8")
    undo(table, 0)
    agree(table, 1, yes=True)
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

"""Test taking choices back: who may, when, and what the others and the file are told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.interpreter import load
from tests.cli.running import Runner

STONES = """\
game stones "Stones":
    players 2

place heap "Heap"
place deck "Deck": pile, seen by nobody
pieces pebbles "Pebble": 9, in heap
cards letters "Letter": 6, in deck
die d6 "Die": 1 to 6
each letters has:
    worth "Worth": number
each player has:
    hand "Hand": place, seen by owner
    taken "Taken": place

to play:
    players take turns until no pebbles in heap:
        choose asking "What do you do?":
            take-one "Take one":
                draw 1 from heap to taken of player
            roll-it "Roll":
                roll d6 as pips
            draw-it "Draw a letter":
                draw 1 from deck to hand of player
            hear "Hear what lies on top":
                let top-worth be worth of last of letters in deck
                say "Its worth is {top-worth}."
    game over, winners players with most count of pebbles in taken of it
"""
WORTHS = "".join(f"    set worth of item {number} of letters to {number}\n" for number in range(1, 7))
MARKED = STONES.replace("to play:", f"to setup:\n{WORTHS}    shuffle deck\n\nto play:", 1)


def played(run: Runner, text: str, *typed: str, seats: tuple[str, ...] = ("human", "human")) -> str:
    """Return the output for some typed lines; the game is kept in `kept.save`."""
    run.write("stones.rules", text)
    words = [word for seat in seats for word in ("--seat", seat)]
    (run.folder / "kept.save").unlink(missing_ok=True)
    return run("play", "stones.rules", *words, "--seed", "1", "--save", "kept.save", typed=list(typed)).out


def test_a_choice_is_taken_back_if_the_other_agrees(run: Runner) -> None:
    out = played(run, STONES, "take one", "take one", "undo", "yes", "take one")

    assert "Player 2, Player 1 would like to take back a choice and all that came after it. Do you agree? (yes or no)" in out
    assert "takes a choice back" in out
    assert out.count("Pebble x2") == 0
    text = (run.folder / "kept.save").read_text(encoding="utf-8")
    assert [json.loads(line).get("back") for line in text.splitlines()[1:]] == [None, None, 2, None]
    match = load(str(run.folder / "stones.rules")).resume(text)
    assert match.log(None)[0] == "Player 1 takes a choice back"
    assert [len(player.places[1].things or ()) for player in match.view(None).players] == [1, 0]


def test_the_other_may_say_no(run: Runner) -> None:
    out = played(run, STONES, "take one", "take one", "undo", "perhaps", "no", "take one")

    assert "Player 2 does not agree" in out
    assert "takes a choice back" not in out
    assert "Taken: ›Pebble x2" in out


def test_what_was_taken_back_can_be_made_again(run: Runner) -> None:
    out = played(run, STONES, "take one", "take one", "undo", "yes", "redo", "redo", "take one")

    assert "there is no choice to make again" in out
    assert "Taken: ›Pebble x2" in out


OPEN = """\
game pebbles "Pebbles":
    players 2

place heap "Heap"
pieces pebbles "Pebble": 9, in heap
die d6 "Die": 1 to 6
each player has:
    taken "Taken": place

to play:
    players take turns until no pebbles in heap:
        choose asking "What do you do?":
            take-one "Take one":
                draw 1 from heap to taken of player
            roll-it "Roll":
                roll d6 as pips
            rest "Rest"
    game over, winners players with most count of pebbles in taken of it
"""


def test_where_nothing_is_hidden_a_program_is_not_asked(run: Runner) -> None:
    # The program cannot roll: what chance decides is not taken back.
    calm = OPEN.replace("roll d6 as pips", "rest-too") + "to rest-too:\n    stop\n"
    out = played(run, calm, "undo", "rest", "undo", seats=("human", "easy"))

    assert "there is no choice of yours to take back" in out
    assert "You take a choice back" in out


def test_a_roll_stands_where_only_programs_could_agree(run: Runner) -> None:
    out = played(run, OPEN, "roll", "undo", seats=("human", "easy"))

    assert "chance has decided something since: that choice stands" in out
    assert "takes a choice back" not in out


def test_where_anything_is_hidden_a_program_cannot_forget(run: Runner) -> None:
    """Its answer may depend on what it sees, and the rules do not say how."""
    before, _, _ = STONES.partition("            roll-it")
    text = before + '            rest "Rest"\n    game over, winners players\n'
    out = played(run, text, "rest", "undo", seats=("human", "easy"))

    assert "a computer player has been asked since, and cannot forget: that choice stands" in out
    assert "takes a choice back" not in out


@pytest.mark.parametrize("choice", ["roll", "draw a letter", "hear what lies on top"])
def test_what_was_learnt_the_others_may_forgive(run: Runner, choice: str) -> None:
    asked = "Player 2, Player 1 would like to take back a choice and all that came after it. Do you agree?"
    refused = played(run, MARKED, choice, "take one", "undo", "no")
    agreed = played(run, MARKED, choice, "take one", "undo", "yes")

    assert asked in refused
    assert "take a choice back" not in refused.replace(asked, "")
    assert asked in agreed
    assert "You take a choice back" in agreed


# A stone lies on one of nine squares: each tells only whether it is there.
BURIED = """\
game buried "Buried":
    players 1 to 2

grid garden "Garden": 3 by 3
place shed "Shed"
pieces spades "Spade": 1 for each player, in shed
each player has:
    hoard "Hoard": space, seen by nobody
    dug "Dug": number

to setup:
    for each player in players:
        choose spot in garden at random
        set hoard of player to spot
to play:
    players take turns until dug of player is 9:
        choose target in garden asking "Where do you dig?"
        add 1 to dug of player
        if openly target is hoard of player:
            say "Found!"
            game over, winners player
        choose asking "And now?":
            dig-on "Dig on"
            rest "Rest"
"""


def test_who_digs_alone_and_finds_nothing_cannot_dig_elsewhere(run: Runner) -> None:
    out = played(run, BURIED, "1", "undo", "1", "undo", seats=("human",))

    assert "Where do you dig?" in out
    assert out.count("something hidden from you has been consulted since: that choice stands") == 1
    # Whether to go on consults nothing; but the next square has been asked for by then.
    assert "You take a choice back" in out


def test_what_others_saw_is_no_hindrance(run: Runner) -> None:
    """The player who goes back has not seen the card that the other has drawn meanwhile."""
    out = played(run, MARKED, "take one", "draw a letter", "undo", "yes")

    assert "You take a choice back" in out


def test_a_table_without_undo(run: Runner) -> None:
    run.write("stones.rules", STONES)
    out = run(
        "play", "stones.rules", "--no-undo", "--seat", "human", "--seat", "human", typed=["take one", "take one", "undo"]
    ).out

    assert "at this table, choices cannot be taken back" in out


def test_a_forged_file_that_takes_back_too_much(run: Runner, tmp_path: Path) -> None:
    from rulewright.interpreter.match.choice_log import line_of

    played(run, STONES, "take one")
    save, first = (tmp_path / "kept.save").read_text(encoding="utf-8").splitlines()
    for back in (2, -1, 10**9):
        forged = line_of(first, 0, "", back)
        run.write("kept.save", "\n".join([save, first, forged, ""]))
        for command in (["play", "stones.rules", "--resume", "kept.save"], ["replay", "kept.save", "--of", "stones.rules"]):
            ran = run(*command)
            assert (ran.code, "line 3 of this saved game has been changed" in ran.err) == (2, True)


SIX = """\
game six "Six":
    players 2

pieces gems "Gem": 6 for each player, in bowl of owner
each gems has:
    worth "Worth": number
each player has:
    bowl "Bowl": place, seen by owner
    gone "Gone": place

to setup:
    for each one in players:
        for each number in 1 to 6:
            set worth of item number of gems of one to number

to play:
    for each player in players:
        choose three as 3 of gems in bowl of player asking "Which?"
        move three to gone of player
    game over, winners players
"""


def picked(run: Runner, *typed: str, options: tuple[str, ...] = (), text: str = SIX) -> str:
    """Return what one of two players at their own screens reads, who picks three of six."""
    run.write("six.rules", text)
    (run.folder / "kept.save").unlink(missing_ok=True)
    seats = ("--seat", "human", "--seat", "random", "--save", "kept.save", *options)
    return run("play", "six.rules", *seats, "--seed", "1", typed=list(typed)).out


def test_several_are_picked_by_one_line_as_by_several(run: Runner) -> None:
    at_once = picked(run, "1 3 5")
    one_by_one = picked(run, "1", "2", "3")

    assert at_once.partition("Gone")[2] == one_by_one.partition("Gone")[2] != ""
    assert "[Worth 1]" in at_once.partition("Gone")[2]
    assert "[Worth 3]" in at_once.partition("Gone")[2]
    assert "[Worth 5]" in at_once.partition("Gone")[2]


def test_in_a_choice_of_several_the_last_pick_is_taken_back_without_a_word_to_others(run: Runner) -> None:
    for options in ((), ("--no-undo",)):
        out = picked(run, "back", "1", "back", "6", "5", "back", "4 3", options=options)

        assert "nothing of this choice has been picked yet" in out
        assert out.count("picked so far: Gem [Worth 6]\n") == 2
        assert "takes a choice back" not in out
        text = (run.folder / "kept.save").read_text(encoding="utf-8")
        assert [json.loads(line).get("back", 0) for line in text.splitlines()[1:]][:6] == [0, 1, 0, 0, 1, 0]
        match = load(str(run.folder / "six.rules")).resume(text)
        assert match.log(None)[0] != "Player 1 takes a choice back"
        left = match.view(0).players[0].places[0].things or ()
        assert len(left) == 3


def test_what_was_picked_unseen_stays_unseen(run: Runner) -> None:
    out = picked(run, "1", "2", text=SIX.replace("seen by owner", "seen by nobody"))

    assert re.search(r"picked so far: no\. [1-6] of Bowl of Player 1\n", out)
    assert "Worth" not in out.split("Which? (2 of 3)")[1].split("Which? (3 of 3)")[0]

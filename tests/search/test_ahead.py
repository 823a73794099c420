"""Test the effects beside an option: the certain ones, and nothing that the chooser cannot know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter import Match, load
from tests.interpreter.helpers import ROOT, written

STALL = """\
game stall "Stall":
    players 2

line way "Way":
    dock "Dock"
    quays "Quay" * 3
    sea "Sea"
    directions forward, back
values mark: m1 "one", m2 "two", m3 "three", m4 "four", m5 "five", m6 "six"
place deck "Deck": pile, seen by nobody
place open "Open": pile
cards notes "Note", each "Note {mark}": 1 for each mark, in deck
pieces carts "Cart": 1 for each player, on dock
die coin "Coin": heads "Heads", tails "Tails"

each player has:
    money "Money": number = 3
    safe "Safe": place, seen by nobody
    tired "Tired": truth

define opponent: first of (players without player)

to setup:
    shuffle deck
    for each one in players:
        draw 1 from deck to safe of one

to play:
    players take turns:
        choose asking "What now?":
            push cart in carts where owner of it is player "Push {cart}":
                move cart forward
            earn "Earn":
                add 2 to money of player
            open-it "Open the other's safe":
                choose note in notes in safe of opponent at random
                move note to open
                add 1 to money of player
            ask-low "Low?":
                add 1 to money of player
                if any notes in safe of opponent where mark of it is in (m1, m2, m3):
                    set tired of player to yes
            ask-high "High?":
                add 1 to money of player
                if any notes in safe of opponent where mark of it is in (m4, m5, m6):
                    set tired of player to yes
            toss "Toss":
                take 1 from money of player
                roll coin as side
                if side is heads:
                    add 9 to money of player
            win "Win":
                game over, winners player
            rest "Rest":
                set tired of player to no
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """Return the stall at its beginning."""
    return written(tmp_path, STALL).start(2, seed=1)


def beside(match: Match) -> dict[str, str]:
    """By the first word of each option what it leads to."""
    decision = match.decision
    assert decision is not None
    leads = decision.leads_to(60)
    return {option.label.split(" ")[0]: leads[option.key] for option in decision.options if option.key in leads}


def test_what_surely_comes_of_an_option_stands_beside_it(match: Match) -> None:
    told = beside(match)

    assert told["Push"] == "→ Quay 1"
    assert told["Earn"] == "Money +2"
    assert told["Win"] == "you win"
    assert "Rest" not in told


def test_what_is_too_long_to_be_told_whole_shows_that_there_is_more(tmp_path: Path) -> None:
    lines = ("set tired of player to yes", "take 3 from money of opponent", 'say "All who hear of it wonder."')
    more = "".join(f"                {line}\n" for line in lines)
    text = STALL.replace("                add 2 to money of player\n", "                add 2 to money of player\n" + more)
    told = beside(written(tmp_path, text).start(2, seed=1))["Earn"]

    assert told.startswith("Money +2; ")
    assert told.endswith("; …")


def test_an_effect_says_whose_it_is_unless_it_is_the_choosers_own(tmp_path: Path) -> None:
    text = STALL.replace('earn "Earn"', 'earn "Earn at the stall of Player 2"').replace(
        "                add 2 to money of player\n",
        "                add 2 to money of player\n                take 1 from money of opponent\n",
    )

    assert beside(written(tmp_path, text).start(2, seed=1))["Earn"] == "Money +2; Player 2: Money -1"


def test_the_greatest_effects_come_first_and_are_never_cut_off(tmp_path: Path) -> None:
    long = 'say "Everybody on the quay and in the town talks about it for weeks."'
    lines = ("set tired of player to yes", long, "for each one in carts where owner of it is opponent:", "    move one to sea")
    more = "".join(f"                {line}\n" for line in lines)
    pushed = STALL.replace("                move cart forward\n", "                move cart forward\n" + more)
    on_quay = pushed.replace("on dock\n", "on first of quays\n")

    assert beside(written(tmp_path, on_quay).start(2, seed=1))["Push"] == "Cart of Player 2 → Sea; → Quay 2; Tired; …"
    lost = on_quay.replace("    move one to sea\n", "    move one to sea\n                game over, winners opponent\n")
    assert beside(written(tmp_path, lost).start(2, seed=1))["Push"] == "you lose; Cart of Player 2 → Sea; → Quay 2; …"


def test_what_hangs_on_chance_or_on_what_lies_unseen_does_not(match: Match) -> None:
    told = beside(match)

    assert told["Toss"] == "Money -1"
    # Neither, though one of the two is so.
    assert told["Low?"] == told["High?"] == "Money +1"
    assert "Note" not in told.get("Open", "")


def test_nothing_is_said_if_it_takes_too_long(match: Match) -> None:
    assert match.decision is not None
    assert match.decision.leads_to(0) == {}


def test_what_the_option_says_itself_is_not_said_again(tmp_path: Path) -> None:
    named = STALL.replace('"Push {cart}"', '"Push {cart} to Quay 1"').replace('"Earn"', '"Earn 2"')
    told = beside(written(tmp_path, named).start(2, seed=1))

    assert "Push" not in told


def test_nor_is_a_sentence_of_the_rulebook_that_only_says_it(tmp_path: Path) -> None:
    saying = STALL.replace(
        "                add 2 to money of player\n",
        '                say "{player} does earn a little."\n                add 2 to money of player\n',
    ).replace("                roll coin as side\n", '                say "The coin flies."\n                roll coin as side\n')
    told = beside(written(tmp_path, saying).start(2, seed=1))

    assert told["Earn"] == "Money +2"
    assert told["Toss"] == "Money -1; The coin flies."


@pytest.mark.parametrize("name", ["", "gin-rummy", "walk-the-plank", "rette-sich-wer-kann", "texas-hold-em", "battle-of-thieves"])
@pytest.mark.sample(3)
def test_it_hangs_on_what_the_seat_knows_alone(name: str, tmp_path: Path) -> None:
    match = (load(name) if name else written(tmp_path, STALL)).start(seed=3)
    chance = random.Random(3)
    said = 0
    for steps in (2, 9, 14, 11, 7):
        for _ in range(steps):
            if match.decision is not None and len(match.decision.options) > 1:
                match.choose(chance.randrange(len(match.decision.options)))
        decision = match.decision
        if decision is None or decision.seat is None:
            break
        leads = decision.leads_to(60)
        said += len(leads)
        for seed in range(3):
            other = match.deal_again(decision.seat, seed).decision
            assert other is not None
            assert other.leads_to(60) == leads
    assert said


def test_nothing_is_said_where_several_choose_unseen_by_each_other() -> None:
    match = load("walk-the-plank").start(3, seed=3)

    assert match.decision is not None
    assert match.decision.leads_to(60) == {}


def test_nothing_is_said_where_the_seat_does_not_count_what_lies_somewhere() -> None:
    match = load(str(ROOT / "docs" / "games" / "honey-jar.rules")).start(3, seed=1)
    for _ in range(3):
        match.choose(0)

    # The wanted thing is in the jar, or is not, and nobody knows.
    decision = match.decision
    assert decision is not None
    assert decision.options[0].label == "Ask for 1"
    assert decision.leads_to(60) == {}

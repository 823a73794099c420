"""Test which places a view leaves out, and the owners of cards."""

from __future__ import annotations

from pathlib import Path

from tests.interpreter.helpers import asked, written

RULES = """
game boats-and-cards "Boats and Cards":
    players 2
place harbour "Harbour"
place market "Market"
pieces boats "Boat": 2
pieces sailors "Sailor": 1, in harbour
cards orders "Order": 1 for each player, in hand of owner
card go of orders "Go":
    needs yes
card wait of orders "Wait":
    needs yes
each player has:
    hand "Hand": place
each boats has:
    deck "Deck": place
to play:
    move first of boats to harbour
    move orders where it is go to market
    choose order in orders
    move sailors to deck of last of boats
    remove orders in hand of players
    choose other in orders
    game over, winners (seat 1)
"""


def test_an_empty_place_of_what_is_out_of_play_is_not_shown(tmp_path: Path) -> None:
    match = written(tmp_path, RULES).start()

    assert [place.title for place in match.view().places] == ["Harbour", "Market", "Deck of Boat"]
    match.choose(0)
    assert [(place.title, place.things) for place in match.view().places[2:]] == [
        ("Deck of Boat", []),
        ("Deck of Boat", ["Sailor"]),
    ]


def test_a_card_says_whose_it_is_where_its_place_does_not(tmp_path: Path) -> None:
    match = written(tmp_path, RULES).start()

    assert [option.label for option in asked(match).options] == [
        "Go on Market",
        "Wait",
        "Go of Player 2 on Market",
        "Wait of Player 2",
    ]
    assert match.view().places[1].things == ["Go of Player 1", "Go of Player 2"]
    assert match.view().players[0].places[0].things == ["Wait"]
    match.choose(0)
    assert [option.label for option in asked(match).options][1::2] == ["Wait", "Wait of Player 2"]


def test_alike_things_are_told_apart_by_what_they_lie_upon_and_nothing_else_is_said_of_the_option(tmp_path: Path) -> None:
    rules = """
game parrots "Parrots":
    players 1
place harbour "Harbour"
values name: nell "Nell", mary "Mary"
pieces crew "Crew", each "{name}": 1 for each name, in harbour
pieces parrots "Parrot": 2
pieces hooks "Hook": 1, in harbour
each crew has:
    shoulder "Shoulder": place
each hooks has:
    sharpness "Sharpness": number = 3
to play:
    move first of parrots to shoulder of first of crew of nell
    move last of parrots to shoulder of first of crew of mary
    choose asking "What now?":
        fish hook in hooks, parrot in parrots "{hook} catches {parrot}":
            move parrot to harbour
        sleep "Sleep"
    game over, winners players
"""
    match = written(tmp_path, rules).start()

    assert [option.label for option in asked(match).options] == [
        "Hook on Harbour catches Parrot [Nell]",
        "Hook on Harbour catches Parrot [Mary]",
        "Sleep",
    ]

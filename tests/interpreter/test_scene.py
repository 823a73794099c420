"""Test the picture of a table: it has what a seat sees, and whatever the seat can choose has its address there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Match
from tests.interpreter.helpers import asked, loaded, written

AT = re.compile('data-at="([^"]+)"')


def after(name: str, choices: int, seed: int = 1) -> Match:
    """Return a game after some random choices."""
    game = loaded(name)
    match = game.start(max(2, game.least_players), seed)
    for _ in range(choices):
        if not match.over:
            match.choose_at_random()
    return match


@pytest.mark.parametrize("name", bundled_games())
def test_whatever_can_be_chosen_on_the_table_is_in_the_picture(name: str) -> None:
    match = after(name, 0)
    found = 0
    for _ in range(25):
        decision = match.decision
        if decision is None or decision.seat is None:
            break
        picture = match.picture(decision.seat, 400)
        there = set(AT.findall(picture))
        addresses = [address for option in asked(match).options.addresses() for address in option]
        assert set(addresses) <= there
        found += len(addresses)
        assert ET.fromstring(picture).tag.endswith("svg")
        match.choose_at_random()
    # In poker, only amounts are chosen.
    assert found or name == "texas-hold-em"


@pytest.mark.parametrize("name", ["hearts", "la-planche", "walk-the-plank"])
def test_a_picture_tells_nothing_that_the_seat_cannot_know(name: str) -> None:
    match, deals = after(name, 9), 0
    for seat in range(match.players):
        other = match.deal_again(seat, 5)
        deals += other.key() != match.key()
        assert other.picture(seat) == match.picture(seat)
        decision, again = match.decision, other.decision
        if decision is not None and again is not None and decision.seat == seat:
            assert again.options.addresses() == decision.options.addresses()
    assert deals


def test_signs_mean_the_same_in_the_whole_game() -> None:
    early, late = after("rette-sich-wer-kann", 0), after("rette-sich-wer-kann", 40)
    words = [match.program.words("en") for match in (early, late)]
    things = range(len(early.program.world.things))

    assert [words[0].face(thing) for thing in things] == [words[1].face(thing) for thing in things]
    # Boats are told apart by their colours, and so are their signs.
    assert len({(face.sign, face.colour) for face in map(words[0].face, range(7))}) == 7


def test_what_is_first_comes_first(tmp_path: Path) -> None:
    rules = """game x "X":
    players 2
place left-one "Left"
place right-one "Right"
pieces coins "Coin": 2, in left-one
looks:
    right-one: first
to play:
    choose one in coins
    move one to right-one
    game over
"""
    view = written(tmp_path, rules).start().view(0)

    assert [place.title for place in view.places] == ["Right", "Left"]


def test_a_card_has_the_signs_of_its_values_in_the_order_of_its_name() -> None:
    match = after("hearts", 0)
    words = match.program.words("en")
    faces = {words.thing(thing): words.face(thing) for thing in range(52)}

    assert (faces["Queen of Spades"].sign, faces["Queen of Spades"].colour) == ("Q♠", "black")
    assert (faces["10 of Hearts"].sign, faces["10 of Hearts"].colour) == ("10♥", "red")


def test_the_second_of_two_players_sees_the_board_from_the_other_side() -> None:
    match = after("chess", 0)

    def height(seat: int, space: str) -> float:
        place = re.search(rf'data-name="{space}"><rect class="cell [a-z]*" x="[0-9.]+" y="([0-9.]+)"', match.picture(seat))
        assert place is not None
        return float(place[1])

    assert height(0, "a1") > height(0, "a8")
    assert height(1, "a1") < height(1, "a8")

"""Test the picture of a table: it has what a seat sees, and whatever the seat can choose has its address there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Match
from rulewright.interpreter.views.map_layout import spread_out
from rulewright.interpreter.views.scene import scene_of
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


def test_a_grid_shows_what_its_columns_are_worth_beyond_the_far_row(tmp_path: Path) -> None:
    rules = """game x "X":
    players 2
grid field "Field": 4 by 3
pieces coins "Coin": 1 for each player
each field has:
    worth "Worth": number = 5 if column of field is at most 3 and row of field is 3 otherwise 2
looks:
    worth: above
    field: chequered
to play:
    choose one in coins of player
    move one to last of field
    game over
"""
    match = written(tmp_path, rules).start()
    own, others = (scene_of(match.view(seat)).boards[0] for seat in (0, 1))

    assert [rim.values for rim in own.rims] == [("5", "5", "5", "2")]
    assert [(rim.values, others.across) for rim in others.rims] == [(("2", "5", "5", "5"), ("d", "c", "b", "a"))]
    assert own.runs == [(0, 3, ("5",)), (3, 1, ("2",))]
    assert not any(cell.counters for cell in own.cells)
    texts = [re.findall("<text[^>]*>([^<]+)", match.picture(seat)) for seat in (0, 1)]
    assert texts[0].index("Worth 5") < texts[0].index("a")
    assert texts[1].index("Worth 5") > texts[1].index("a")


def test_a_trick_lies_as_the_players_sit_around_the_table() -> None:
    match = after("hearts", 30)
    scenes = [scene_of(match.view(seat)) for seat in range(4)]
    led = {side.seat for side in scenes[0].sides if side.front is not None and side.front.things}

    assert led
    for seat, scene in enumerate(scenes):
        assert [side.seat for side in scene.sides] == [(seat + turn) % 4 for turn in (1, 2, 3, 4)]
        assert [side.sits for side in scene.sides] == ["left", "above", "right", "below"]
        assert {side.seat for side in scene.sides if side.front is not None and side.front.things} == led
        assert all(scene.middle and zone.title != scene.middle.title for side in scene.sides for zone in side.zones)


def test_a_hand_is_held_suit_by_suit() -> None:
    hand = next(zone for zone in scene_of(after("hearts", 0).view(0)).sides[-1].zones if zone.is_hand)
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

    assert [suit for suit, _ in hand.suits] == ["♣", "♦", "♠", "♥"]
    for _, groups in hand.suits:
        held = [ranks.index(group.one.rank) for group in groups]
        assert held == sorted(held)


def test_what_has_changed_since_an_earlier_view_is_new_and_nothing_else() -> None:
    match = loaded("english-draughts").start(2, 1)
    before = match.view(0)
    match.choose(next(option for option in asked(match).options if option.label == "Man on c3 to d4"))
    (board,) = scene_of(match.view(0), before=before).boards

    assert {cell.name for cell in board.cells if cell.is_new} == {"c3", "d4"}
    assert [(cell.name, thing.plain) for cell in board.cells for thing in cell.things if thing.is_new] == [("d4", "Man")]
    assert not any(cell.is_new for cell in scene_of(before, before=before).boards[0].cells)
    assert not any(cell.is_new for cell in scene_of(match.view(0)).boards[0].cells)


def test_where_everything_is_new_no_single_thing_is_marked() -> None:
    match = loaded("hearts").start(4, 1)
    dealt = match.view(0)
    hand = next(place for place in dealt.players[0].places if place.name == "hand")
    bare = evolve(dealt, players=[evolve(dealt.players[0], places=[evolve(hand, things=[], count=0)]), *dealt.players[1:]])
    (zone,) = [zone for zone in scene_of(dealt, before=bare).sides[-1].zones if zone.at == str(hand.number)]

    assert zone.is_new
    assert not any(thing.is_new for thing in zone.things)


def test_a_bent_line_comes_back_below_and_keeps_its_shape() -> None:
    match, shapes = after("backgammon", 0), set()
    for _ in range(40):
        board = scene_of(match.view(0)).boards[0]
        shapes.add((board.columns, board.rows, tuple((cell.column, cell.row) for cell in board.cells)))
        match.choose_at_random()

    ((columns, rows, places),) = shapes
    assert (columns, rows) == (13, 2)
    assert places[12:14] == ((12, 0), (12, 1))
    assert places[-1] == (0, 1)


def test_a_map_without_places_is_spread_out_so_that_neighbours_are_close() -> None:
    ring = tuple(sorted((min(one, (one + 1) % 8), max(one, (one + 1) % 8)) for one in range(8)))
    places = spread_out(9, ring)

    assert len(set(places)) == 9
    assert max(max(abs(places[a][0] - places[b][0]), abs(places[a][1] - places[b][1])) for a, b in ring) == 1
    assert min(column for column, _ in places) == min(row for _, row in places) == 0


def test_points_of_a_line_hold_stacks_and_dice_show_their_dots() -> None:
    match = after("backgammon", 0)
    picture = match.picture(0, 400)
    dice = [field for field in match.view(0).table if field.drawn == "die"]

    assert picture.count("<polygon") == 24
    assert picture.count('<circle class="disc"') == 2 + 2 * 15
    assert len(dice) == 2
    assert picture.count('r="2.2"') == sum(int(field.value or 0) for field in dice)


def test_a_card_with_a_name_shows_what_is_printed_on_it() -> None:
    picture = after("walk-the-plank", 0).picture(0, 400)
    cards = dict(re.findall(r'data-name="([^"]+)">(.*?)</g>', picture))

    assert "☠" in cards["Charge"]
    assert "☠" not in cards["Run"]


def test_a_whole_hand_is_on_the_first_screen_of_a_phone() -> None:
    for name, choices in (("hearts", 12), ("contract-bridge", 60)):
        match = after(name, choices)
        # On a phone, the page has about so much room between the question and the options.
        assert int(re.findall('height="([0-9]+)" viewBox', match.picture(0, 366))[0]) < 650
        assert scene_of(match.view(0)).sides[-1].zones[0].is_hand


def test_the_dealer_is_marked_and_a_player_who_has_folded_is_faint() -> None:
    match = loaded("texas-hold-em").start(4, 2)
    while not any(one.value == "yes" for player in match.view(0).players for one in player.fields if one.title == "Folded"):
        match.choose_at_random()
    scene = scene_of(match.view(0))
    dealer = next(one.value for one in match.view(0).table if one.title == "Button")
    told = {side.name: {one.title for one in side.counters} for side in scene.sides}

    assert [name for name, titles in told.items() if "Button" in titles] == [dealer]
    assert "Button" not in [one.title for one in scene.counters]
    assert {side.name for side in scene.sides if side.is_faded} == {name for name in told if told[name] & {"Folded", "No chips"}}
    assert scene.middle is not None
    assert [one.title for one in scene.middle.counters] == ["Pot"]
    assert re.findall('class="side[^"]*faded"', match.picture(0))


def test_what_lies_aside_is_counted_unless_it_can_be_chosen() -> None:
    match = after("battle-of-thieves", 30)
    own = scene_of(match.view(0)).sides[-1]
    reserve = next(zone for zone in own.zones if zone.title == "Reserve")
    chosen = scene_of(match.view(0), {reserve.things[0].at}).sides[-1]
    picture = match.picture(0, 800)
    end = max(picture.rindex('class="side'), picture.rindex('class="side mine'))

    assert reserve.is_aside
    assert not next(zone for zone in chosen.zones if zone.title == "Reserve").is_aside
    assert picture.index(f'data-at="{reserve.things[0].at}"') > end


def test_a_short_room_for_a_name_shows_its_first_word() -> None:
    labels = re.findall("faint middle[^>]*>([^<]+)", after("backgammon", 0).picture(0, 366))

    assert labels.count("Bar") == 2
    assert {str(number) for number in range(1, 25)} <= set(labels)


def test_the_middle_of_the_table_keeps_its_room() -> None:
    heights = {after("hearts", choices).picture(0, 400).count('class="slot"') for choices in (12, 13, 14, 15)}

    # Twelve cards are passed; then the trick fills up.
    assert heights == {4, 3, 2, 1}


def test_a_vote_for_a_colour_is_cast_on_the_boat_of_that_colour() -> None:
    match = loaded("rette-sich-wer-kann").start(3, 1)
    while asked(match).prompt != "Your vote?":
        match.choose_at_random()
    decision = asked(match)
    boats = {
        f"{space.number}.{index}": str(thing)
        for space in match.view(decision.seat).boards[0].spaces
        for index, thing in enumerate(space.things)
    }
    votes = [(option.label, at) for option, at in zip(decision.options, decision.options.addresses(), strict=True) if at]

    assert len(votes) > 2
    assert all(boats[at[0]].startswith(label) for label, at in votes)

"""Why something is not offered: in the words of the rulebook, and nothing that the seat cannot know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter import Match, load
from rulewright.interpreter.match.reasons import Answer, why_not

pytestmark = pytest.mark.usefixtures("shared_cache")

SHOP = """\
game shop "Shop":
    players 2

place street "Street"
place deck "Deck": pile, seen by nobody
pieces carts "Cart": 1 for each player, on street
values metal: gold "Gold", tin "Tin"
cards coins "Coin": 2 for each metal, in deck

each carts has:
    load "Load": number
each player has:
    hand "Hand": place, seen by owner
    money "Money": number = 3
    luck "Luck": number, seen by nobody

forbid push cart while load of cart is at least 5 "The cart is too heavy." fr "La charrette est trop lourde."

to push cart in carts:
    needs money of player is at least 2
    needs load of cart is at most 6
    take 2 from money of player

to setup:
    shuffle deck
    for each one in players:
        draw 2 from deck to hand of one
        set luck of one to count of coins of gold in hand of one

to play:
    players take turns:
        choose asking "What now?":
            push-it cart in carts where owner of it is player and can push it "Push {cart}":
                push cart
            guess coin in coins in hand of player where luck of player is at least 1 "Guess {coin}":
                add 1 to money of player
            wish "Wish" if luck of player is at least 1 and money of player is at least 10:
                add 1 to money of player
            lay coin in coins in hand of player, cart in carts where owner of it is player "Lay {coin} on {cart}":
                move coin to street
                add 5 to load of cart
            rest "Rest"

"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """Return the shop at its beginning."""
    path = tmp_path / "shop.rules"
    path.write_text(SHOP, encoding="utf-8")
    return load(str(path)).start(2, seed=1)


def told(answer: Answer) -> list[tuple[str, str, str, int]]:
    """Return an answer's parts: kind, subject, words, and line."""
    return [(one.kind, one.about, one.text, one.span.line) for one in answer.reasons]


def test_what_is_offered_is_said_to_be(match: Match) -> None:
    answer = why_not(match, "push")

    assert answer.offered
    assert answer.reasons == ()


def test_a_need_that_is_not_met_is_told_with_its_line(match: Match) -> None:
    decision = match.decision
    assert decision is not None
    match.choose(next(option for option in decision.options if option.key.startswith("push-it")))
    assert match.decision is not None
    match.choose("rest")

    assert told(why_not(match, "push")) == [("needs", "Cart on Street", "money of player is at least 2", 20)]


def test_a_ban_is_told_by_its_text(match: Match) -> None:
    assert match.decision is not None
    match.choose(next(option for option in match.decision.options if option.key.startswith("lay")))
    match.choose("rest")
    answer = why_not(match, "push")

    bans = [one for one in answer.reasons if one.kind == "ban"]
    assert [(one.about, one.span.line) for one in bans] == [("Cart on Street", 17)]
    assert bans[0].titles == {"en": "The cart is too heavy.", "fr": "La charrette est trop lourde."}


def test_of_what_hangs_on_hidden_things_nothing_is_said(match: Match) -> None:
    answer = why_not(match, "wish")

    # Facts that everybody sees are told; how much luck there is, nobody may know.
    assert told(answer) == [("unless", "", "money of player is at least 10", 37)]


TRICKS = """\
game tricks "Tricks":
    players 3

place deck "Deck": bag, seen by nobody
cards deals "Card", each "Card {face}": 1 for each face, in deck
values face: 11 to 22
each player has:
    hand "Hand": place, seen by owner
    won "Won": place
    score "Points": number

define held: deals in hand of player
define first-trick: no deals in won of players
define harmless: held where face of it is at most 19

to setup:
    for each player in players:
        draw 3 from deck to hand of player

to play:
    players take turns until no deals in hand of players:
        choose laid in (harmless if any harmless and first-trick otherwise held)
        move laid to won of player
    game over, winners players with most score of it
"""


def test_why_a_card_that_one_cannot_see_is_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "tricks.rules"
    path.write_text(TRICKS, encoding="utf-8")
    match = load(str(path)).start(3, seed=1)
    on_offer = {option.label for option in match.decision.options} if match.decision else set()

    # Most of these lie in hands that the seat cannot see, and some in the deck.
    answers = [why_not(match, f"Card {face}") for face in range(11, 23)]
    assert [len(answer.found) for answer in answers] == [1] * 12
    assert sum(bool(answer.offered) for answer in answers) == len(on_offer)
    # Where the others are, the seat does not know; that they are not in its own hand, it does.
    assert {text for answer in answers if not answer.offered for _, _, text, _ in told(answer)} == {"deals in hand of player"}


def test_what_is_not_there_is_not_known_by_that_name(match: Match) -> None:
    unknown = why_not(match, "zebra")
    assert not unknown.found
    assert not unknown.reasons
    assert why_not(match, "").reasons == ()


@pytest.mark.parametrize("name", ["", "hearts", "gin-rummy", "walk-the-plank", "rette-sich-wer-kann", "texas-hold-em"])
@pytest.mark.sample(3)
def test_the_answer_hangs_on_what_the_seat_knows_alone(name: str, match: Match) -> None:
    match = load(name).start(seed=3) if name else match
    chance = random.Random(3)
    for steps in (2, 9, 14) if name else (0, 1, 1):
        for _ in range(steps):
            if match.decision is not None:
                match.choose(chance.randrange(len(match.decision.options)))
        decision = match.decision
        assert decision is not None
        assert decision.seat is not None
        wanted = ["queen", "hearts", "2 of", "pirate", "boat", "player 2", "ship", "raise", "knock", "wish", "guess"]
        said = [why_not(match, one) for one in wanted]
        for seed in range(5):
            other = match.deal_again(decision.seat, seed)
            assert [why_not(other, one) for one in wanted] == said


def test_a_need_with_a_sentence_is_told_in_it(tmp_path: Path) -> None:
    path = tmp_path / "climb.rules"
    path.write_text(
        """\
game climb "Climb" fr "Grimpe":
    players 2
each player has:
    height "Height" fr "Hauteur": number
to play:
    repeat 3 times:
        for each player in players:
            rise
            choose asking "What now?" fr "Et maintenant ?":
                higher "Go higher" fr "Plus haut" if can rise:
                    rise
                rest "Rest" fr "Repos"
                look "Look" fr "Regarder"
    game over, winners players with most height of it
to rise "Going up" fr "Monter":
    needs height of player is less than 1 "You are at the top." fr "Vous êtes tout en haut."
    add 1 to height of player
""",
        encoding="utf-8",
    )
    match = load(str(path)).start(2, seed=1)

    (reason,) = why_not(match, "higher").reasons
    assert reason.titles == {"en": "You are at the top.", "fr": "Vous êtes tout en haut."}
    while not match.over:
        match.choose_at_random()
    assert "Player 1: nothing happens (You are at the top)" in " ".join(match.log())

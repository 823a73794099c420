"""Nobody is told, and no player of the program makes use of, what a seat cannot know."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.search.determinization import deal_again
from tests.interpreter.helpers import ROOT, asked, written
from tests.search.exchanges import pairs, told
from tests.search.guessing import DUE, GUESSING, guessing, share

GAMES = 48
PLAYERS = ("easy:8", "search:5", "search:20", "search:60")
FILES = [
    *sorted((ROOT / "docs" / "games").glob("*.rules")),
    *sorted((ROOT / "tests" / "games").glob("*.rules")),
    *sorted((ROOT / "tests" / "interpreter" / "rulebooks").glob("*.rules")),
]


@pytest.mark.parametrize("name", GUESSING)
@pytest.mark.sample(8)
def test_nobody_guesses_right_more_often_than_is_due(name: str, tmp_path: Path) -> None:
    game = guessing(tmp_path, name)
    for kind in ("easy:8", "search:5", "search:60"):
        assert abs(share(game, kind, GAMES) - DUE) <= 4.5 * sqrt(DUE * (1 - DUE) / GAMES), kind


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.sample(14)
def test_what_is_said_and_chosen_is_the_same_in_histories_that_look_the_same(path: Path) -> None:
    for number, (one, other, _) in enumerate(pairs(load(str(path)), 8)):
        if number == 6:
            break
        assert told(one, PLAYERS, hints=False) == told(other, PLAYERS, hints=False)


@pytest.mark.parametrize("name", GUESSING)
def test_a_text_beside_an_option_says_nothing_of_a_secret(name: str, tmp_path: Path) -> None:
    game = guessing(tmp_path, name)
    for seed in range(6):
        match = game.start(seed=seed)
        while asked(match).seat != 0 or not asked(match).prompt.startswith("Which"):
            match.choose_at_random()
        texts = asked(match).leads_to(60.0)
        assert not any("win" in text or "Points" in text for text in texts.values())


BURIED = """\
game buried "Buried":
    players 2
grid beach "Beach": 5 by 5
each player has:
    digs "Digs": number
    hoard "Hoard": space, seen by nobody
to setup:
    choose spot in beach at random
    set hoard of seat 1 to spot
to play:
    players take turns:
        choose target in first 5 of beach asking "Where do you dig?"
        add 1 to digs of player
        if openly target is hoard of seat 1:
            say "Found!"
            game over, winners player
        say "Sand."
"""


def test_no_text_is_sure_of_what_only_nearly_all_deals_have(tmp_path: Path) -> None:
    """On 24 of 25 squares there is sand: that is no reason to say so beside an option."""
    for seed in range(8):
        texts = asked(written(tmp_path, BURIED).start(seed=seed)).leads_to(60.0)
        assert not any("Sand" in text or "Found" in text for text in texts.values())


TWO_WAYS = """\
game two-ways "Two ways":
    players 2
to play:
    choose picked in 1 to 2 at random
    if openly picked is 1:
        ask-for 1
    otherwise:
        ask-for 2
to ask-for secret in number:
    choose guess in 1 to 2 by seat 1 asking "Which?"
    if guess is secret:
        game over, winners seat 1
    game over, winners seat 2
"""


def test_where_the_way_to_a_question_is_secret_nothing_is_dealt(tmp_path: Path) -> None:
    match = written(tmp_path, TWO_WAYS).start(seed=1)
    with pytest.raises(ValueError, match="no position can be drawn"):
        deal_again(match, 0, 1)
    assert asked(match).leads_to(60.0) == {}


def test_a_seat_remembers_in_a_deal_what_it_knows_in_the_match() -> None:
    match = load("hearts").start(seed=3)
    for _ in range(20):
        match.choose_at_random()
        deal = match.deal_again(0, 5)
        assert deal.information(0) == match.information(0)
        assert deal.information(1) != match.information(1)

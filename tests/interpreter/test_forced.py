"""Check that nobody is asked at a forced choice: it is made and told, and a caller that wants to can stop there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter import Match, PlayError, load
from rulewright.interpreter.native import build
from tests.interpreter.helpers import ROOT, asked, written

GAMES = [
    str(ROOT / "tests" / "interpreter" / "rulebooks" / "nothing-to-choose.rules"),
    *("hearts", "walk-the-plank", "rette-sich-wer-kann"),
]
PIECES = """game pieces "Pieces":
    players 2
line lane "Lane":
    start "Start"
    middle "Middle"
    goal "Goal"
pieces men "Man": 1 for each player, on start
pieces coins "Coin": 3, on start
values suit "Suit": red "Red", blue "Blue"
to play:
"""


@pytest.mark.parametrize("reference", GAMES, ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(2)
def test_it_is_the_same_game_whether_one_stops_there_or_not(reference: str) -> None:
    game = load(reference)
    for seed in range(3):
        stopping, by_itself = game.start(seed=seed, forced="ask"), game.start(seed=seed)
        source, decisions, forced = Random(seed), 0, 0
        while not stopping.over:
            decision = asked(stopping)
            if decision.forced:
                stopping.choose(0)
                forced += 1
                continue
            assert by_itself.key() == stopping.key()
            assert not asked(by_itself).forced
            key = source.choice(decision.options).key
            stopping.choose(key)
            by_itself.choose(key)
            decisions += 1
        assert stopping.result == by_itself.result
        assert by_itself.result is not None
        assert by_itself.result.decisions == decisions
        assert forced > 0
        for seat in (None, *range(by_itself.players)):
            assert stopping.log(seat) == by_itself.log(seat)


@pytest.mark.parametrize(
    ("lines", "log"),
    [
        ("choose man in men of player\n    move man to goal", "Player 1 moves Man: Start → Goal"),
        ('choose tint in (red)\n    say "So be it."', "Player 1 chooses Red"),
        ('choose:\n        go "Go on":\n            stop', "Player 1: Go on"),
        ("choose all-coins as 3 of coins\n    move all-coins to goal", "Coin x3: Start → Goal"),
        (
            "choose some as 2 of coins such that some is (first of coins, last of coins)\n    move some to goal",
            "Coin x2: Start → Goal",
        ),
    ],
)
def test_what_leaves_nothing_to_choose_is_told_and_counts_for_nothing(tmp_path: Path, lines: str, log: str) -> None:
    match = written(tmp_path, f"{PIECES}    {lines}\n").start()

    assert match.over
    assert match.result is not None
    assert match.result.decisions == 0
    assert any(log in line for line in match.log()), match.log()


@pytest.mark.parametrize(
    "lines",
    [
        "may choose man in men of player",
        "choose man in men",
        "choose many as up to 1 of men of player",
        "choose two as 2 of men, ordered",
        "choose promise as words",
    ],
)
def test_two_answers_are_a_choice(tmp_path: Path, lines: str) -> None:
    match = written(tmp_path, f"{PIECES}    {lines}\n").start()

    assert not match.over
    assert not asked(match).forced


def test_a_set_is_picked_whole_one_by_one_where_one_stops_there(tmp_path: Path) -> None:
    text = PIECES.replace('coins "Coin": 3', 'coins "Coin": 1 for each suit') + "    choose both as 2 of coins\n"
    match = written(tmp_path, text).start(forced="ask")

    assert [(len(asked(match).options), asked(match).forced)] == [(2, True)]
    match.choose(1)
    assert [(len(asked(match).options), asked(match).forced)] == [(1, True)]
    assert written(tmp_path, text).start().over


ENDLESS = (
    PIECES
    + """
    while any men on lane:
        choose man in men of player
        move man to middle
"""
)


def test_a_game_in_which_nobody_ever_has_anything_to_choose_does_not_hang(tmp_path: Path) -> None:
    game = written(tmp_path, ENDLESS)
    with pytest.raises(PlayError, match="without an end"):
        game.start()
    assert not game.playout().finished


@pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
def test_nor_does_it_in_native_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    game = written(tmp_path, ENDLESS)
    assert game.program(2).playouts.make_native()
    with pytest.raises(PlayError, match="without an end"):
        game.start(log=False)
    assert not game.playout().finished


def choices_of(match: Match) -> int:
    """Return how often somebody is asked in a game of first options."""
    made = 0
    while not match.over:
        match.choose(0)
        made += 1
    return made


def test_a_save_goes_on_stopping_as_its_match_did(tmp_path: Path) -> None:
    game = written(tmp_path, PIECES + "    choose tint in suit\n    choose man in men of player\n    choose again in suit\n")
    for forced, count in (("ask", 3), ("done", 2)):
        match = game.start(forced=forced)
        assert choices_of(game.resume(match.save())) == choices_of(match.copy()) == count
        match.choose(0)
        assert choices_of(game.resume(match.save())) == count - 1


MAY = """game parry "Parry":
    players 3
place deck "Deck", seen by nobody
values sort "Sort": shield "Shield", rag "Rag"
cards things "Card", each "{sort}": 1 for each sort, in deck
each player has:
    hand "Hand": place, seen by owner
to setup:
    move things of WHAT to hand of seat 2
to play:
    choose struck in (players without player)
    may choose parrying in things in hand of struck where sort of it is shield by struck asking "Parry?" or "Let it come"
    if parrying is not nothing:
        move parrying to deck
    choose go in 1 to 2
"""


def test_nobody_else_learns_whether_there_was_anything_to_choose(tmp_path: Path) -> None:
    """Seat 2 has a shield and does not use it, or has none: what the others read, and know, is the same."""
    found = []
    for what in ("shield", "rag"):
        match = written(tmp_path, MAY.replace("WHAT", what)).start()
        assert not asked(match).private
        match.choose(0)
        if what == "shield":
            assert (asked(match).seat, asked(match).forced, asked(match).private) == (1, False, True)
            match.choose("pass")
        assert asked(match).seat == 0
        found.append((match.log(0), match.log(None), match.information(0)))
    assert found[0] == found[1]


def test_whoever_stops_there_stops_at_both(tmp_path: Path) -> None:
    for what in ("shield", "rag"):
        match = written(tmp_path, MAY.replace("WHAT", what)).start(forced="ask")
        match.choose(0)
        decision = asked(match)
        assert (decision.seat, decision.private, decision.forced) == (1, True, what == "rag")
        assert decision.options[-1].key == "pass"
        match.choose("pass")
        assert "Player 2: Let it come" in match.log(0)

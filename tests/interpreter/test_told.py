"""What people are told: what belongs together in one line, how many they may pick, what values have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.words import PHRASES
from tests.interpreter.helpers import asked, written

ROW = """\
game row "Row" fr "Rangée":
    players 2

line street "Street":
    houses "House" fr "Maison" * 6
    pond "Pond": pile
    directions east-bound, west-bound

values colour "Colour": red "Red", blue "Blue"
pieces geese "Goose" fr "Oie": 3 for each colour
cards secrets "Secret": 2 for each player, in chest
place chest "Chest": bag, seen by nobody

each player has:
    hand "Hand": place, seen by owner
    laid "Laid": pile
each colour has:
    eggs "Eggs": number
    nest "Nest": place
each geese has:
    fed "Fed": truth = yes
    rings "Rings": number

to setup:
    let next be first of houses
    for each goose in geese:
        move goose to next
        set next to east-bound of next
    set eggs of colour to 2

to play:
    move geese on houses west-bound
    set fed of geese of red to no
    move geese of blue to nest of blue
    draw 2 from chest to hand of seat 1
    move secrets in hand of seat 1 to laid of seat 1
    choose some as up to 2 of colour by seat 1 asking "Any colours?"
    choose both as 2 of geese on houses by seat 1 asking "Which two?"
    choose crowd as 2 to 3 of geese by seat 1 asking "Which more?"
    choose one as 1 of colour by seat 1 asking "Which one?"
    game over
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the rulebook lies."""
    return tmp_path_factory.mktemp("told")


def test_of_a_set_the_prompt_says_which_of_how_many(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)
    seen = []
    while match.decision is not None:
        decision = match.decision
        seen.append((decision.prompt, decision.picked, decision.least, decision.most))
        match.choose(0)

    assert seen == [
        ("Any colours? (1 of at most 2)", 0, 0, 2),
        ("Any colours? (2 of at most 2)", 1, 0, 2),
        ("Which two? (1 of 2)", 0, 2, 2),
        ("Which two? (2 of 2)", 1, 2, 2),
        ("Which more? (1 of at least 2)", 0, 2, 3),
        ("Which more? (2 of at least 2)", 1, 2, 3),
        ("Which more? (3 of at most 3)", 2, 2, 3),
        ("Which one?", 0, 1, 1),
    ]


@pytest.mark.parametrize(("language", "prompt"), [("fr", "Which two? (1 sur 2)"), ("ru", "Which two? (1 из 2)")])
def test_the_number_is_said_in_every_language(folder: Path, language: str, prompt: str) -> None:
    match = written(folder, ROW).start(seed=1, language=language)
    match.choose("pass")

    assert asked(match).prompt == prompt


def test_the_least_and_the_most_survive_a_save(folder: Path) -> None:
    game = written(folder, ROW)
    match = game.start(seed=1)
    match.choose("pass")
    again = asked(game.resume(match.save()))

    assert (again.prompt, again.least, again.most) == ("Which two? (1 of 2)", 2, 2)


def test_what_moves_together_is_one_line(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)

    assert match.log(0)[0] == "Goose (Red) x3, Goose (Blue) x3 → House 1-6"
    assert match.log(0)[1:3] == ["Red, Blue, Eggs: 2", "Goose (Red) x2, Goose (Blue) x3: House 2-6 → House 1-5"]
    assert match.log(0)[3:5] == [
        "Goose (Red) x3, Fed: no",
        "Goose (Blue): House 3-5 → Nest of Blue" if False else match.log(0)[4],
    ]


def test_hidden_things_that_move_together_are_counted_by_their_only_kind(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)

    for seat in (0, 1, None):
        assert match.log(seat)[-1] == "Secret x2: Hand of Player 1 → Laid of Player 1"
    print(match.log(1))


def test_the_log_since_a_moment_is_what_was_written_after_it(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)

    assert match.log(0, since=match.happened) == []
    assert match.log(0, since=0) == match.log(0)

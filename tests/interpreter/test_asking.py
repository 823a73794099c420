"""Test questions that name things: they are put in the words of the moment, and to the asked player alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.interpreter import BrokenSave, Match
from rulewright.interpreter.match.saves import save_digest
from tests.interpreter.helpers import asked, written

RULES = """
game questions "Questions":
    players 2 to 3
place deck: pile, seen by nobody
pieces stones "Stone": 2 for each player, in purse of owner
cards letters: 2, in deck
each player has:
    purse: place, seen by owner
the table has:
    turns "Turns": number
define total: count of players + turns
to play:
    for each voter in players:
        let top be last of letters in deck
        let hidden-stone be first of stones of seat 1
        choose vote in 3 to 4 by voter asking "{voter}: your vote? {turns} of {total} {{so}}" fr "{voter} : votre voix ?"
        add vote to turns
        choose by voter asking "{vote}, {hidden-stone}, {top}":
            go "Go"
        choose two as 1 to 2 of stones of voter by voter asking "Which, {voter}?"
        choose what as words by voter asking "Why {vote}?"
    together for each player in players:
        choose one in 1 to 2 asking "{player}?"
        if one is 1:
            choose other in 1 to 2 asking "{player}, after {one}?"
    game over, winners (seat 1)
"""


def prompts(match: Match) -> list[tuple[int | None, str]]:
    """Return all questions, the first option always chosen; each is the same when the match is saved, and when it is copied."""
    found = []
    while not match.over:
        decision = asked(match)
        found.append((decision.seat, decision.prompt))
        for twin in (match.copy(), match.game.resume(match.save())):
            assert asked(twin).prompt == decision.prompt
            assert twin.key() == match.key()
        match.choose("because" if decision.kind == "words" else 0)
    return found


def test_questions_are_put_in_the_words_of_the_moment(tmp_path: Path) -> None:
    assert prompts(written(tmp_path, RULES).start(players=2, seed=1, forced="ask")) == [
        (0, "Player 1: your vote? 0 of 2 {so}"),
        (0, "3, Stone of Player 1, something"),
        (0, "Which, Player 1? (1 of at least 1)"),
        (0, "Which, Player 1? (2 of at most 2)"),
        (0, "Why 3?"),
        (1, "Player 2: your vote? 3 of 5 {so}"),
        (1, "3, Stone, something"),
        (1, "Which, Player 2? (1 of at least 1)"),
        (1, "Which, Player 2? (2 of at most 2)"),
        (1, "Why 3?"),
        (0, "Player 1?"),
        (0, "Player 1, after 1?"),
        (1, "Player 2?"),
        (1, "Player 2, after 1?"),
    ]


def test_positions_with_other_questions_are_not_the_same(tmp_path: Path) -> None:
    text = 'game g:\n    players 1\nto play:\n    choose n in 1 to 2\n    choose asking "After {n}":\n        go\n    game over\n'
    game = written(tmp_path, text)
    matches = [game.start(players=1, forced="ask") for _ in range(2)]
    for number, match in enumerate(matches):
        match.choose(number)

    assert [asked(match).prompt for match in matches] == ["After 1", "After 2"]
    assert matches[0].key() != matches[1].key()


def test_a_question_of_a_forged_save_is_refused(tmp_path: Path) -> None:
    game = written(tmp_path, RULES)
    match = game.start(players=2, seed=1)
    match.choose(0)
    held = json.loads(game.start(position=match).save())
    stack = held["position"]["stack"]
    frame = stack[-1]
    stack[-1] = [*frame[:2], *([None] * (len(frame) - 2))]
    held["check"] = save_digest({key: value for key, value in held.items() if key not in ("rulewright", "check")})

    with pytest.raises(BrokenSave):
        _ = asked(game.resume(json.dumps(held))).prompt


CREWS = """game crews "Crews":
    players 2
line path "The path":
    start "Start"
    goal "Goal"
pieces men "Man": 1 for each player, on start
"""


def test_who_may_choose_a_set_and_finds_too_few_goes_on_without(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        CREWS
        + """to play:
    may choose pair as 1 to 2 of (men on goal) such that count of pair is 2
    may choose crew as 3 of men such that count of crew is 3
    choose man in men
    move man to goal
""",
    )
    match = game.start()
    assert len(asked(match).options) == 2
    assert match.log() == ["Player 1 passes"] * 2
    match.choose(0)
    assert match.over
    assert game.playout().decisions == 1


def test_a_set_of_which_too_few_are_there_lapses_though_nothing_of_it_would_do(tmp_path: Path) -> None:
    """In a match and in a playout; the condition holds of the empty set, which is not enough."""
    game = written(
        tmp_path,
        CREWS
        + """each player has:
    score "Points": number
to play:
    pick-crew
    game over, winners players where score of it is 0
to pick-crew:
    choose crew as 2 to 3 of (men on goal) such that no crew on goal
    move crew to start
    add 1 to score of player
""",
    )
    match = game.start()

    assert match.result is not None
    assert match.result.winners == game.playout().winners == (0, 1)

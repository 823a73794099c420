"""The yardsticks: other people's engines play the games of our rulebooks, and games are counted as they ended."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.players.cards import Card, cards_at
from benchmarks.players.cribbage import points_of
from benchmarks.players.equilibrium import Exploitability, exploitability
from benchmarks.players.gin import left_over
from benchmarks.players.holdem import strength
from benchmarks.players.push_or_fold import Answers, chances, dealt, loss
from benchmarks.strength import own
from benchmarks.strength.__main__ import agenda, kept
from benchmarks.strength.backgammon import moved, position_id
from benchmarks.strength.contest import Contest, Played, seats_of
from benchmarks.strength.draughts import move_of, squares_of
from benchmarks.strength.report import summary, wilson
from benchmarks.strength.rows import ROWS, Row
from rulewright.interpreter import Match

BEGINNING = (0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0)
OTHERS = [
    row
    for row in ROWS
    if isinstance(row.what, Contest) and row.short and not any(text in row.key for text in ("as of", "level 10"))
]
LONG = ("GNU Go", "backgammon, one game: OpenSpiel")
UNIFORM = {"kuhn-poker": 11 / 24, "liars-dice": 5 / 9}
"""How much can be won from a player who chooses at random, as OpenSpiel's `nash_conv` says for two."""


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.long if any(text in row.key for text in LONG) else (), id=row.key) for row in OTHERS],
)
def test_an_engine_plays_a_whole_game_by_the_rulebook(row: Row) -> None:
    """An engine that is told something else, or has other rules, sooner or later chooses something that is no option."""
    if why := row.missing():
        pytest.skip(why)

    game = row.what.play(row.key, "random", 0)

    assert game.share is not None
    assert min(game.moves) > 0


@pytest.mark.long
def test_an_earlier_version_plays_in_a_process_of_its_own() -> None:
    if why := own.missing():
        pytest.skip(why)
    game = Contest(reference="walk-the-plank", players=3, opponent=own.earlier)

    found = game.play("row", "search:3", 0)

    assert found.share is not None
    assert min(found.processor) > 0
    assert own.checked_out(own.BASELINE).joinpath("rulewright", "interpreter", "search", "tree.py").exists()


def test_backgammon_men_are_where_gnubg_thinks() -> None:
    # The position ID of the beginning is in gnubg's manual.
    assert position_id(BEGINNING, 0) == position_id(BEGINNING, 1) == "4HPwATDgc/ABMA"
    after = moved(BEGINNING, 1, "13/8 24/23")
    assert (after[13], after[8]) == (-4, -4)
    assert (after[24], after[23]) == (-1, -1)
    hit = moved((*after[:5], 1, *after[6:]), 1, "8/5*")
    assert (hit[0], hit[5]) == (1, -1)


def test_draughtsmen_jump_where_the_engine_wants() -> None:
    ways = [["c3", "d4"], ["a1", "c3", "e5"], ["f6", "d4", "b6", "d8"]]

    moves = [move_of(way) for way in ways]

    assert [squares_of({**move, "captures": move["captures"][::-1]}) for move in moves] == ways
    # One of the seven first moves that the engine itself lists.
    assert moves[0] == {"origin": 10, "destination": 14, "captures": []}


def test_everybody_sits_everywhere_equally_often() -> None:
    tables = [seats_of(4, *divmod(number, 2)) for number in range(12)]

    assert [sum(seat in ours for ours in tables) for seat in range(4)] == [6] * 4
    assert sorted(tables[4] + tables[5]) == [0, 1, 2, 3]


def test_shares_have_wilsons_intervals() -> None:
    games = [Played("row", "random", number, float(number < 60)) for number in range(100)]

    assert summary(games)["wins"] == 60
    # A share at the end of the interval would be just as far from what was counted as chance usually takes it.
    mean, *ends = wilson([one.share or 0.0 for one in games])
    assert [(mean - end) ** 2 for end in ends] == pytest.approx([1.96**2 * end * (1 - end) / 100 for end in ends])
    assert ends[0] < mean < ends[1]


def test_an_interrupted_measurement_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    row = ROWS[0]
    file.write_text(f'{{"row": "{row.key}", "name": "random", "number": 0, "share": 1.0}}\n{{"row": "{row.key}", "na')

    games = kept(file)

    assert [one.number for one in games] == [0]
    assert [number for _, _, number in agenda([(row, 3)], "random", games)] == ([] if row.missing() else [1, 2])
    assert len(list(agenda([(row, 3)], "normal", games))) == (0 if row.missing() else 3)


@pytest.mark.parametrize("game", ["kuhn-poker", pytest.param("liars-dice", marks=pytest.mark.long)])
def test_exploitability_is_that_of_other_peoples_programs(game: str) -> None:
    start = Exploitability(reference=game, samples=0, options={"wild": True} if game == "liars-dice" else {}).start()

    def at_random(match: Match) -> list[float]:
        assert match.decision is not None
        count = len(match.decision.options)
        return [1 / count] * count

    assert exploitability(start, at_random) == pytest.approx(UNIFORM[game])


def test_an_opponent_who_knows_that_bluffs_are_rare_folds() -> None:
    """At Kuhn's game, a bet nearly always means a king here, so a queen must not call it."""
    bets, calls = {"Jack": 0.05, "Queen": 0.0, "King": 1.0}, {"Jack": 0.0, "Queen": 0.3, "King": 1.0}

    def strategy(match: Match) -> list[float]:
        assert match.decision is not None
        seat = match.decision.seat or 0
        place = next(place for place in match.view(seat).players[seat].places if place.name == "hand")
        held = str((place.things or [""])[0])
        if match.decision.options[0].key == "check":
            return [1 - bets[held], bets[held]]
        return [calls[held], 1 - calls[held]]

    found = exploitability(Exploitability(reference="kuhn-poker", samples=0).start(), strategy)

    assert found == pytest.approx(0.1375)  # OpenSpiel also says so


def test_cribbage_hands_score_as_the_books_say() -> None:
    def points(held: str, starter: str) -> int:
        hand = [Card("_A23456789TJQK".index(one[0]), one[1]) for one in held.split()]
        return points_of([*hand, Card("_A23456789TJQK".index(starter[0]), starter[1])], own=hand)

    assert points("5c 5d 5h Js", "5s") == 29
    assert points("2c 3c 4c 5c", "6c") == 14
    assert points("7d 8c 8h 9s", "Kd") == 12
    assert points("2d 4c 6h 8s", "Td") == 0


def test_gin_hands_are_melded_best() -> None:
    def points(held: str) -> int:
        return left_over(frozenset(Card("_A23456789TJQK".index(one[0]), one[1]) for one in held.split()))

    # The threes are worth more as a set than the first of them is in the row.
    assert points("3c 4c 5c 3d 3h Kc") == 16
    assert points("3c 4c 5c 6c 3d 3h 7d 8d 9d Ks") == 10
    assert points("Qc Kc Ac") == 21


def test_holdem_hands_are_compared_as_at_the_table() -> None:
    hands = [
        "As Ks Qs Js Ts 2d 3c",
        "9c 9d 9h 9s 2d 3c 4h",
        "9c 9d 9h 2s 2d 3c 4h",
        "As 2s 5s 9s Js Kd Qc",
        "Ac 2d 3h 4s 5c 9d Jh",
    ]
    hands += ["9c 9d 9h 2s 5d Jc Kh", "9c 9d 2h 2s 5d Jc Kh", "9c 9d 3h 2s 5d Jc Kh", "Ac Kd 9h 7s 5d 3c 2h"]
    cards = [[Card("_A23456789TJQK".index(one[0]), one[1]) for one in held.split()] for held in hands]

    assert sorted(cards, key=strength, reverse=True) == cards


def test_a_best_response_in_push_or_fold_wins_what_theory_says() -> None:
    wins, met = chances(boards=5)
    never, always = np.zeros(169), np.ones(169)

    # Anyone who always folds loses the big blind and the small one in turn.
    assert loss(Answers(calls=never, first={}, then_calls={}), wins, met) == pytest.approx(0.75)
    # An opponent who is always called waits for good cards.
    assert loss(Answers(calls=always, first={"all in": always}, then_calls={"all in": always}), wins, met) > 0.4
    # To come in and then give up is worse than to fold at once.
    assert loss(Answers(calls=never, first={"call": always}, then_calls={"call": never}), wins, met) == pytest.approx(1.0)


def test_a_player_is_dealt_the_hand_that_it_is_asked_about() -> None:
    hand = Card(1, "s"), Card(13, "h")

    for seat in range(2):
        match = dealt(hand, seat)
        assert sorted(cards_at(match.view(seat).players[seat].places, "hand")) == sorted(hand)
        assert match.decision is not None
        # The small blind begins.
        assert match.decision.seat == 0

"""Test defines that the table shows: evaluated for each reader, never told, and never kept; and fields of rules that are over."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import PlayError, load
from rulewright.interpreter.measure.figures import Figures
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.study_runner import Study, play_share
from rulewright.interpreter.views.view import FieldView

PLOTS = """\
game plots "Plots":
    players 2
grid land: 3 by 3
place deck "Deck": pile, seen by nobody
cards beans "Bean": 3, in deck
pieces huts "Hut": 5 for each player
each player has:
    bonus: number = 1
define area of someone in player "Area" fr "Surface": count of huts of someone on land + bonus of someone
define space-left "Spaces left" fr "Cases libres": count of land where no huts on it
define leading "Leads" fr "En tete": players with most area of it
change area of someone to it + 10 while count of huts on land is at least 3
to play:
    players take turns:
        choose hut in huts of player where space of it is nothing, cell in land where no huts on it
        move hut to cell
        set bonus of player to bonus of player + 1
        if space-left is 0:
            game over, winners leading
"""


@pytest.fixture
def plots(tmp_path: Path) -> str:
    path = tmp_path / "plots.rules"
    path.write_text(PLOTS, encoding="utf-8")
    return str(path)


def test_what_is_worked_out_is_shown_as_it_is_now(plots: str) -> None:
    match = load(plots).start(2, 1)
    # By hand: a hut and a point more for each turn that somebody had, and ten from the third hut on.
    for turns, (areas, left, leading) in enumerate(
        [
            (("1", "1"), "9", "Player 1, Player 2"),
            (("3", "1"), "8", "Player 1"),
            (("3", "3"), "7", "Player 1, Player 2"),
            (("15", "13"), "6", "Player 1"),
        ]
    ):
        if turns:
            match.choose(0)
        for seat in (0, 1, None):
            view = match.view(seat)
            assert view.table == [FieldView("space-left", "Spaces left", left), FieldView("leading", "Leads", leading)]
            assert [player.fields for player in view.players] == [[FieldView("area", "Area", area)] for area in areas]


def test_it_is_never_told_and_looking_changes_nothing(plots: str) -> None:
    looked, left_alone = load(plots).start(2, 1), load(plots).start(2, 1)
    while not looked.over:
        looked.view(0)
        before = looked.key()
        looked.view(None)
        assert looked.key() == before
        looked.choose(0)
        left_alone.choose(0)
    assert looked.result == left_alone.result
    assert looked.log(0) == left_alone.log(0)
    assert not [line for line in looked.log(0) if "Area" in line or "Spaces left" in line]
    assert looked.view(0).table[0].value == "0"


def test_in_the_language_of_the_match_and_in_a_form_that_was_kept(plots: str) -> None:
    for _ in range(2):
        view = load(plots).start(2, 1, language="fr").view(0)
        assert [field.title for field in view.table] == ["Cases libres", "En tete"]
        assert [field.title for field in view.players[0].fields] == ["Surface"]


def test_a_match_without_a_log_shows_the_same(plots: str) -> None:
    # No rule reads the bonus; only what is shown does.
    logged, silent = load(plots).start(2, 1), load(plots).start(2, 1, log=False)
    while not logged.over:
        assert logged.view(0) == silent.view(0)
        logged.choose(0)
        silent.choose(0)
    assert logged.view(None) == silent.view(None)


def test_a_limit_that_looking_comes_to_is_said_of_the_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    lines = "".join(f"define d{n}: d{n - 1} * d{n - 1}\n" for n in range(1, 20))
    path.write_text(
        f'game large "Large":\n    players 2\nthe table has:\n    d0: number = 3\n{lines}'
        'define shown-large "Large": d19\n'
        "to play:\n    choose digit in 1 to 2\n    set d0 to digit\n    game over, winners player\n",
        encoding="utf-8",
    )
    match = load(str(path)).start(2, 1)
    with pytest.raises(PlayError) as caught:
        match.view(0)
    assert caught.value.diagnostic.name == "number-too-large"


TEAMS = """\
game pairs "Pairs":
    players 4
values camp "Camp": odd-seats "Odd", even-seats "Even"
define team of someone in player "Camp": odd-seats if someone is in (seat 1, seat 3) otherwise even-seats
define ahead of someone in player: players where team of it is team of someone
to play:
    choose number-of-it in 1 to 4 at random
    if number-of-it is 1:
        game over, winners seat 3
    if number-of-it is 2:
        game over, winners ahead of seat 2
    if number-of-it is 3:
        game over, winners players
    game over
"""


def test_wins_are_counted_by_team(tmp_path: Path) -> None:
    path = tmp_path / "pairs.rules"
    path.write_text(TEAMS, encoding="utf-8")
    game = load(str(path))
    study = Study((Plan(reference=str(path), players=4, seed=5),))
    tally = play_share(study, [game], 0, 400).figures[0]
    won = tally.by_team(game.teams(4))
    # One alone wins for the team, and both of a team do; all four and nobody are no team.
    assert won == {"odd-seats": tally.wins[2], "even-seats": tally.winners[1, 3]}
    assert all(60 < wins < 140 for wins in won.values())
    assert tally.winners[1, 3] + tally.winners[0, 1, 2, 3] == tally.shared
    one_by_one = Figures(players=4)
    for number in range(400):
        one_by_one.merge(play_share(study, [game], number, 1).figures[0])
    assert one_by_one.by_team(game.teams(4)) == won
    assert load("hearts").teams() == ()


SPIES = """\
game spies "Spies":
    players 3
values side "Side": spy "Spy", guard "Guard"
each player has:
    role "Role": side, seen by owner
define team of someone in player: role of someone
to play:
    choose first-spy in players at random
    set role of players to guard
    set role of first-spy to spy
    choose luck in 1 to 4 at random
    if luck is 4:
        game over, winners players
    game over, winners (first-spy if luck is 1 otherwise players without first-spy)
"""


def test_wins_are_counted_by_the_team_that_somebody_was_in_at_last(tmp_path: Path) -> None:
    path = tmp_path / "spies.rules"
    path.write_text(SPIES, encoding="utf-8")
    game = load(str(path))
    tally = play_share(Study((Plan(reference=str(path), players=3, seed=5),)), [game], 0, 200).figures[0]

    assert game.teams(3) == ()
    assert tally.by_team(()) == {"guard": tally.shared - tally.winners[0, 1, 2], "spy": sum(tally.wins)}
    assert all(wins > 5 for wins in tally.wins)
    assert load("cribbage").teams(4) == ("seat-1", "seat-2", "seat-1", "seat-2")
    assert load("cribbage").teams(3) == ()


DIGS = """\
game digs "Digs":
    players 2

cards maps "Map": 2, in deck

each maps has:
    rich: truth
card barren of maps "Barren"
card golden of maps "Golden":
    rich = yes

place deck: pile, seen by nobody
each player has:
    chest "Chest": place, seen by owner
the table has for each season:
    weather "Weather": number = 3
the table has for each dig:
    depth "Depth": number
the table has for each count-up:
    tally "Tally": number

to setup:
    shuffle deck
    for each player in players:
        move first of maps in deck to chest of player

to play:
    repeat 2 times:
        choose deep in 1 to 2 asking "How deep?"
        count-up
        season
    game over, winners players

to count-up:
    add 4 to tally

to season:
    set weather to 5
    for each player in players:
        choose left in 1 to 2 asking "Which way?"
        if rich of first of maps in chest of player:
            dig
        otherwise:
            choose spade in 1 to 2 asking "What else?"

to dig:
    choose goal in 1 to 3 asking "How deep to dig?"
"""


def test_the_table_does_not_show_fields_of_rules_that_are_over(tmp_path: Path) -> None:
    path = tmp_path / "digs.rules"
    path.write_text(DIGS, encoding="utf-8")
    met = set()
    for seed in range(4):
        match = load(str(path)).start(2, seed)
        while match.decision is not None:
            assert match.decision.seat is not None
            own, others = match.view(match.decision.seat), match.view(None)
            assert others.table == match.view(1 - match.decision.seat).table
            shown = tuple(tuple(field.name for field in view.table) for view in (own, others))
            met.add((match.decision.prompt, *shown))
            match.choose(0)
        # In `count-up` nobody can be asked: it is there to leave its tally behind.
        assert [field.name for field in match.view(0).table] == ["tally"]
    # A decision that a card makes in secret changes nothing for players who do not see it.
    season, hidden = ("weather", "tally"), ("weather", "depth", "tally")
    assert met == {
        ("How deep?", ("tally",), ("tally",)),
        ("Which way?", season, season),
        ("How deep to dig?", hidden, hidden),
        ("What else?", season, hidden),
    }

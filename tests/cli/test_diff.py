"""Test which differences of a variant players are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.library.library import LinkedRulebook, find_game
from rulewright.dsl.sheet.differences import differences
from tests.cli.running import Runner

CHANGED = """\
variant wild of "signs.rules" "Wild":
    players 2 to 4
    set rounds to 3
    set height of low to 2
    remove card high
    card wild of signs "Wild":
        text "Beats all."
        copies 2
        height = 9
    each player has:
        luck "Luck": number = 1
    in to play:
        replace repeat rounds times
        with repeat until any players where score of it is at least 9
    after play:
        say "Drinks are on the house."
    example W2 "Nine ends it":
        players 2
        when:
            play
        seat 1 picks wild
        seat 2 picks low
        then game over, winners (seat 1)
    ruling W1 "Wild beats Wild."
"""


def found_game(reference: str, *variants: str) -> LinkedRulebook:
    """Return a game that has no errors."""
    found, diagnostics = find_game(reference, variants)
    assert found is not None, diagnostics
    return found


RETOLD = """\
variant retold of "told.rules":
    in to play:
        text "You dive."
    in place bench:
        text "For spectators."
    in option laps:
        text "Only {laps}."
    in game told:
        note "For fish."
variant unchanged of "told.rules":
    in place bench:
        text "For those who are tired."
"""


def test_a_variant_may_change_words_alone(run: Runner) -> None:
    told = Path(__file__).parents[1] / "cases" / "syntax" / "good" / "told.rules"
    run.write("told.rules", told.read_text(encoding="utf-8"))
    run.write("retold.rules", RETOLD)
    ran = run("diff", "told.rules", "retold.rules:retold")
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """\
Told -> Told + retold

only words: it plays the same

The game
  Told: only words
    + For fish.

Components
  Bench: only words
    - For those who are tired.
    + For spectators.

How it goes
  The game: only words
    - You swim.
    - Then you rest.
    + You dive.

Options
  Laps: only words
    - You swim Laps laps.
    - Or more, if you like.
    + Only Laps.
"""
    )
    assert "error[changes-nothing]" in run("lint", "retold.rules:unchanged").out
    sheet = run("sheet", "retold.rules:retold", "--plain").out
    assert "You dive." in sheet
    assert "For those who are tired." not in sheet


def test_what_a_variant_changes_is_said_and_nothing_else(run: Runner) -> None:
    run.write("wild.rules", CHANGED)
    ran = run("diff", "signs.rules", "wild.rules")
    assert (ran.code, ran.err) == (1, "")
    assert (
        ran.out
        == """\
Signs -> Signs + Wild

The game
  Signs
    - For 2 to 3 players
    + For 2 to 4 players

Components
  Each player has:
    + Luck (a number, at first 1)

How it goes
  The game  [W2]
    - “Rounds” times:
    + Again and again, until afterwards there is any of the players where their Points is at least
      9:
    + After this:
      + Everybody hears: “Drinks are on the house.”

The cards
  + Wild
    + Beats all.
    + height: 9
    + 2 copies
  Low
    - height: 1
    + height: 2
  - High

Options
  Rounds
    - Rounds: 2 (from 1 to 9)
    + Rounds: 3 (from 1 to 9)

Rulings
  + Wild beats Wild.  [W1]
"""
    )


def test_only_words(run: Runner) -> None:
    """Other titles and texts, another name for what is chosen, another line for the log: it plays the same."""
    text = (run.folder / "signs.rules").read_text(encoding="utf-8")
    said = text.replace('"Loses to High."', '"Never wins against High."').replace("choose sign in", "choose token in")
    said = said.replace("move sign to", "move token to").replace('say "{player} shows {laid}"', 'say "{laid} by {player}"')
    run.write("said.rules", said)
    ran = run("diff", "signs.rules", "said.rules")
    assert ran.code == 0
    assert (
        ran.out
        == """\
Signs -> Signs

only words: it plays the same

How it goes
  The game: only words  [S1]
    - The player chooses the sign from Sign in the player's Hand. “Which sign?”
    - Move the sign to the player's Shown.
    - If “Quiet” is no: Everybody hears: “The player shows the laid”
    + The player chooses the token from Sign in the player's Hand. “Which sign?”
    + Move the token to the player's Shown.
    + If “Quiet” is no: Everybody hears: “The laid by the player”

The cards
  Low: only words
    - Loses to High.
    + Never wins against High.
"""
    )
    assert "seulement les mots" in run("diff", "signs.rules", "said.rules", "--lang", "fr").out


def test_the_same(run: Runner) -> None:
    run.write("again.rules", "# Another hand has written it.\n" + (run.folder / "signs.rules").read_text(encoding="utf-8"))
    ran = run("diff", "signs.rules", "again.rules")
    assert (ran.code, ran.out) == (0, "Signs -> Signs\n\nnothing is different\n")


@pytest.mark.parametrize(
    "change",
    [
        ("2 in 1 to 9", "3 in 1 to 9"),
        ("2 in 1 to 9", "2 in 1 to 8"),
        ("height = 1", "height = 0"),
        ("1 for each player", "2 for each player"),
        ("seen by owner", "seen by all"),
        ("players 2 to 3", "players 2 to 4"),
        ("add height of laid", "add 2 * height of laid"),
        ("to shown of player", "under shown of player"),
        ("with most score", "with fewest score"),
        ("if not quiet", "if quiet"),
        ("in hand of owner", "in shown of owner"),
        ("number = 0", "number = 1"),
        ("height: number", "height: number = 5"),
        ('card high of signs "High" fr "Haut":', 'card high of signs "High" fr "Haut":\n    copies 2'),
    ],
)
def test_no_change_of_the_rules_is_called_words(run: Runner, change: tuple[str, str]) -> None:
    """Each is one change of play, and is told as one."""
    before, after = change
    text = (run.folder / "signs.rules").read_text(encoding="utf-8").partition("variant")[0]
    assert before in text
    run.write("plain.rules", text)
    run.write("other.rules", text.replace(before, after, 1))
    ran = run("diff", "plain.rules", "other.rules", "--json")
    said = json.loads(ran.out)
    assert ran.code == 1
    assert not said["plays_the_same"]
    assert [one["how"] for one in said["differences"]] == ["changed"]
    assert said["differences"][0]["after"] or said["differences"][0]["before"], said


@pytest.mark.long
def test_every_bundled_variant_is_told_apart_from_its_game() -> None:
    """In each language, without a hole in it; and what is told is told of something."""
    count = 0
    for name in bundled_games():
        found = found_game(name)
        for variant in (node for node in found.rulebook.declarations if isinstance(node, nodes.Variant)):
            told = differences(found, found_game(name, variant.name.text), "fr")
            assert any(one.how != "words" for one in told), variant.name.text
            count += 1
            for one in told:
                assert one.section
                assert one.title
                assert one.how != "changed" or one.before or one.after, (variant.name.text, one.key)
    for name in bundled_variants():
        found = found_game(name)
        base = found_game(found.rulebook.sources[0].name)
        told = differences(base, found)
        assert any(one.how != "words" for one in told), name
        assert all(one.how != "changed" or one.before or one.after for one in told), name
        count += 1
    assert count > 10


def test_two_games_and_what_cannot_be_compared(run: Runner) -> None:
    ran = run("diff", "english-draughts", "signs.rules")
    assert ran.code == 1
    assert "+ High" in ran.out
    assert run("diff", "signs.rules", "--variant", "bold").out == run("diff", "signs.rules", "bold").out
    assert "height: 3" in run("diff", "signs.rules", "signs.rules:bold").out
    for arguments, code, words in (
        (["signs.rules"], 2, "nothing to compare"),
        (["signs.rules", "nothing-such"], 2, "nothing-such"),
        (["nothing-such", "signs.rules"], 2, "nothing-such"),
        (["signs.rules", "bold", "--lang", "eo"], 2, "there are en, fr"),
        (["signs.rules", "--variant", "bald"], 2, "bold"),
    ):
        ran = run("diff", *arguments)
        assert (ran.code, ran.out) == (code, ""), arguments
        assert words in ran.err, arguments

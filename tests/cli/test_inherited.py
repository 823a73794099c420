"""The examples of a game, played with its variants: an author sees what a variant changed without meaning to."""

from __future__ import annotations

import pytest

from tests.cli.running import Runner

GAME = """\
game steps "Steps":
    players 2 to 3
option length = 3 in 1 to 9
cards signs "Sign": 1 for each player, in hand of owner
card low of signs "Low":
    text "Low."
card high of signs "High":
    text "High."
each player has:
    hand: place, seen by owner
    score: number = 0
to gain:
    add length to score of player
to play:
    gain-all
    game over, winners players with most score of it
to gain-all:
    for each player in players:
        gain

example A1 "The default":
    when seat 1:
        gain
    then score of seat 1 is 3

example A2 "A card of each":
    then count of signs is 4

example A2, A3 "Two of them each":
    then count of signs in hand of seat 1 is 2

example A4 "For three":
    players 3
    then count of signs is 6

example A5 "Another length":
    option length = 9
    when seat 1:
        gain
    then score of seat 1 is 9
"""


@pytest.fixture
def tested(run: Runner) -> Run:
    return Run(run)


class Run:
    """`rulewright test` of the game with one variant."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    def __call__(self, *lines: str) -> tuple[int, list[str]]:
        """Return the exit code and all lines that it prints, of a variant with these lines."""
        self.runner.write("steps.rules", GAME + "variant other of steps:\n" + "".join(f"    {line}\n" for line in lines))
        ran = self.runner("test", "steps.rules", "--format", "concise")
        return ran.code, ran.out.splitlines()


def test_another_default_alone_changes_no_example(tested: Run) -> None:
    code, lines = tested("set length to 5")
    assert (code, lines) == (0, ["other: 5 of 5 examples of steps hold", "5 passed, 0 failed"])


def test_what_a_variant_changes_without_meaning_to_is_told(tested: Run) -> None:
    code, lines = tested("set copies of low to 2")
    assert code == 1
    told = [GAME.splitlines()[int(line.split(":")[1]) - 1].strip() for line in lines[:3]]
    assert told == ["then count of signs is 4", "then count of signs in hand of seat 1 is 2", "then count of signs is 6"]
    assert 'error[example-changed]: with `other`, example A2 "A card of each" of `steps` comes out otherwise: ' in lines[0]
    assert "`remove example A2` or `replace example A2` in `other`" in lines[0]
    assert lines[3:] == ["other: 2 of 5 examples of steps hold, 3 changed", "5 passed, 0 failed"]


def test_what_is_wrong_in_the_game_itself_is_not_its_doing(run: Runner) -> None:
    wrong = GAME.replace("then count of signs is 4", "then signs is 4")
    run.write("steps.rules", wrong + "variant other of steps:\n    set copies of low to 2\n")
    ran = run("test", "steps.rules", "--format", "concise")

    assert ran.code == 1
    line = wrong.splitlines().index("    then signs is 4") + 1
    told = [one for one in (ran.out + ran.err).splitlines() if one.startswith(f"steps.rules:{line}:")]
    assert len(told) == 1
    assert "example-changed" not in told[0]


def test_it_may_replace_or_remove_what_it_means_to_change(tested: Run) -> None:
    code, lines = tested("set copies of low to 2", "remove example A2", "replace example A4:", "    then count of signs is 6")
    assert (code, lines) == (0, ["other: 2 of 5 examples of steps hold, 3 replaced or removed", "6 passed, 0 failed"])


def test_one_number_may_be_that_of_examples_that_hold_as_well(tested: Run) -> None:
    code, lines = tested(
        "after gain-all:",
        "    add 1 to score of seat 1",
        "instead of gain:",
        "    add 1 to score of player",
        "remove example A1, A5",
    )
    assert (code, lines) == (0, ["other: 3 of 5 examples of steps hold, 2 replaced or removed", "5 passed, 0 failed"])


def test_what_holds_need_not_be_removed(tested: Run) -> None:
    code, lines = tested("set copies of low to 2", "remove example A2, A4, A5")
    assert code == 1
    assert lines[0].startswith("steps.rules:43:28: error[example-holds]: with `other`, example A5 of `steps` holds, too")
    assert lines[1:] == ["other: 2 of 5 examples of steps hold, 3 replaced or removed", "5 passed, 0 failed"]


def test_what_it_cannot_be_played_with_is_counted_apart(tested: Run) -> None:
    code, lines = tested("players 2", "replace option length = 3 in 1 to 4")
    assert (code, lines) == (0, ["other: 3 of 5 examples of steps hold, 2 for other players or options", "5 passed, 0 failed"])


def test_an_example_of_what_is_not_there_any_more_is_told(tested: Run) -> None:
    code, lines = tested("remove to gain", "replace to gain-all:", "    add 1 to score of players")
    assert code == 1
    assert "there is no `gain`, because the variant `other` removed it" in lines[0]
    assert lines[-2:] == ["other: 3 of 5 examples of steps hold, 2 changed", "5 passed, 0 failed"]


def test_what_fails_in_the_game_itself_is_told_once(tested: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.test_inherited.GAME", GAME.replace("count of signs is 4", "count of signs is 7"))
    code, lines = tested("set length to 5")
    assert code == 1
    assert len(lines) == 3
    assert "error[example-failed]" in lines[0]


def test_two_variants_may_remove_the_same_example(run: Runner) -> None:
    run.write(
        "steps.rules",
        GAME
        + "".join(
            f"variant {name} of steps:\n    set copies of {card} to 2\n    remove example A2, A4\n"
            for name, card in (("lower", "low"), ("higher", "high"))
        )
        + 'example A6 "Both":\n    variant lower, higher\n'
        "    then count of signs is 8\n",
    )
    ran = run("test", "steps.rules")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "6 passed, 0 failed")
    assert run("lint", "steps.rules").code == 0

"""Of an example that fails, what is called by its title, the part that decides is underlined, and both values are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.library.library import load_all
from rulewright.interpreter.games.examples import run_examples

STONES = """game stones "Stones":
    players 2
place box "Box"
place bin "Bin"
pieces stones "Stone": 3, in box
each player has:
    score "Points": number
to play:
    players take turns:
        turn
        if no stones in box:
            game over, winners players with most score of it
to turn:
    choose amount in 1 to 2
    draw amount from box to bin
    add amount to score of player
to thrice gives number:
    give 3

example F1 "As it should not be":
"""
TURN = "    when:\n        turn\n    seat 1 picks 1\n"


def failure(lines: str, folder: Path) -> tuple[str, str, str, list[str]]:
    """Return the message of an example with these lines, the underlined text, its label, and notes at other lines."""
    path = folder / "stones.rules"
    path.write_text(STONES + lines, encoding="utf-8")
    games, diagnostics = load_all(str(path))
    assert not [one for one in diagnostics if one.severity == "error"]
    [result] = run_examples(games[0])
    wrong = result.failure
    assert wrong is not None
    assert wrong.span is not None
    told = wrong.rendered()
    return told.message, wrong.span.text, told.label, [one.label for one in told.related]


@pytest.mark.parametrize(
    ("lines", "underlined", "label"),
    [
        (
            "    then count of stones in box is 2 and score of seat 1 is 2\n",
            "score of seat 1 is 2",
            "1 on the left, 2 on the right",
        ),
        ("    then no stones in box\n", "no stones in box", "there are: Stone, Stone"),
        ("    then not any stones in bin\n", "not any stones in bin", "there are: Stone"),
        ("    then any stones in box where space of it is bin\n", "any stones in box where space of it is bin", "there are none"),
        ("    then not (score of seat 1 is 1)\n", "not (score of seat 1 is 1)", "1 on the left, 1 on the right"),
    ],
)
def test_the_part_that_decides_is_underlined_with_what_is_so(lines: str, underlined: str, label: str, tmp_path: Path) -> None:
    message, text, beside, others = failure(TURN + lines, tmp_path)

    assert message == 'F1 "As it should not be": this does not hold here'
    assert (text, beside) == (underlined, label)
    assert others == ["the last choice before; since then: Player 1 chooses 1 / Stone: Box → Bin / Player 1, Points: 1"]


def test_both_results_and_both_winners_are_told(tmp_path: Path) -> None:
    assert failure("    when:\n        thrice giving found\n    then thrice gave 4\n", tmp_path)[2] == "gave 3, not 4"
    over = "    when:\n        play\n    seat 1 picks 2\n    seat 2 picks 1\n    then game over, winners seat 2\n"
    assert failure(over, tmp_path)[0].endswith(": the game is won by Player 1 here, not by Player 2")

"""More is dealt in the set-up than there is: told where it is certain, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.library.library import load_checked
from rulewright.interpreter.estimate.limits import limits

GAME = """game dealing "Dealing":
    players 2 to 4
option each-gets "Cards" = 5 in 1 to 10
place deck "Deck": pile, seen by nobody
place market "Market"
cards deal "Card": 6 * count of players, in deck
each player has:
    hand "Hand": place, seen by owner
to setup:
    shuffle deck
{setup}
to deal-hands:
    for each player in players:
        draw each-gets from deck to hand of player
to play:
    choose one in deal in hand of player
    remove one
    game over, winners player
"""


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("    deal-hands", ""),
        ("    deal-hands\n    draw 4 from deck to market", ""),
        ("    deal-hands\n    draw 5 from deck to market", "with 4 players, 25 are dealt from `deck`, which holds 24"),
        ("    repeat 2 times:\n        deal-hands", "with 4 players, 40 are dealt from `deck`, which holds 24"),
        # The result of these depends on the game.
        ("    repeat 2 times:\n        deal-hands\n    move deal in hand of players to deck", ""),
        ("    deal-hands\n    if each-gets is more than 5:\n        draw 9 from deck to market", ""),
        ("    deal-hands\n    draw (count of deal in market) from deck to market", ""),
    ],
)
def test_what_is_dealt_is_compared_with_what_there_is(setup: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "dealing.rules"
    path.write_text(GAME.replace("{setup}", setup), encoding="utf-8")
    game, diagnostics = load_checked(str(path))
    assert game is not None, diagnostics

    assert [str(one.message) for one in limits(game)] == ([told] if told else [])

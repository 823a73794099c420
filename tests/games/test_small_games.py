"""The engine counts small games exactly as plain Python does, and their rulebooks stay short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.search.explore import explore
from tests.games import brute_force

FOLDER = Path(__file__).parent
GAMES: dict[str, Callable[[], dict[str, int]]] = {
    "tic-tac-toe": brute_force.tic_tac_toe,
    "kuhn-poker": brute_force.kuhn_poker,
    "nim": brute_force.nim,
    "goofspiel": brute_force.goofspiel,
    "connect-three": brute_force.connect_three,
    "liars-dice": brute_force.liars_dice,
}
# These belong to test_new_games.py, since they are too large to be counted.
LARGER = ("backgammon", "breakthrough", "chess", "connect-four", "go-9x9", "goofspiel-13", "leduc-poker", "reversi")
# Others have published these counts.
KNOWN = {"tic-tac-toe": {"endings": 255168, "positions": 5478}, "kuhn-poker": {"endings": 30, "information_states": 12}}


def counted(name: str, **options: int) -> dict[str, int | None]:
    """Return the engine's counts for a rulebook of this folder."""
    counts = explore(load(str(FOLDER / f"{name}.rules"), options=options), players=2)
    assert counts.complete
    return {
        "decisions": counts.decisions,
        "endings": counts.endings,
        "positions": counts.positions,
        "information_states": counts.information_states,
    }


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3)
def test_the_engine_counts_what_plain_python_counts(name: str) -> None:
    assert counted(name) == GAMES[name]()


@pytest.mark.parametrize("name", KNOWN)
def test_plain_python_counts_what_is_known(name: str) -> None:
    counts = GAMES[name]()
    assert {what: counts[what] for what in KNOWN[name]} == KNOWN[name]


@pytest.mark.parametrize(("name", "most"), [("tic-tac-toe", 40), ("kuhn-poker", 50)])
def test_rulebooks_are_short(name: str, most: int) -> None:
    lines = (FOLDER / f"{name}.rules").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= most


def test_dice_may_have_more_faces() -> None:
    assert counted("liars-dice", faces=4) == brute_force.liars_dice(faces=4)


def test_every_rulebook_here_is_counted() -> None:
    assert {path.stem for path in FOLDER.glob("*.rules")} == {*GAMES, *LARGER}


def test_a_die_that_only_its_owner_sees_is_not_told_to_others() -> None:
    match = load(str(FOLDER / "liars-dice.rules")).start(players=2, chance="ask")
    match.choose(0)
    told = [str(match.log(seat)) for seat in (0, 1)]
    match = load(str(FOLDER / "liars-dice.rules")).start(players=2, chance="ask")
    match.choose(2)
    assert str(match.log(1)) == told[1]
    assert str(match.log(0)) != told[0]

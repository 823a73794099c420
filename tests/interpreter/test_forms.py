"""The two forms of a compiled game are one game: a playout is what the same seed gives step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Result
from tests.interpreter.helpers import ROOT, loaded, some_ways, written

pytestmark = pytest.mark.usefixtures("shared_cache")

MOST_STEPS = 20_000


def step_by_step(game: Game, players: int, seed: int) -> Result | None:
    """Return a random game as a match."""
    match = game.start(players, seed)
    for _ in range(MOST_STEPS):
        if match.over:
            break
        match.choose_at_random()
    return match.result


@pytest.mark.long
def test_playouts_are_what_matches_are() -> None:
    """A seed for every other way to play each game, by every number of players in turn."""
    games = 0
    for number, way in enumerate([way for ways in some_ways().values() for way in ways][::2]):
        game = loaded(*way)
        players = game.least_players + number % (game.most_players - game.least_players + 1)
        played = game.playout(players, number)
        # At random some games go on for very long; where a playout leaves one, a match goes on.
        if played.finished:
            assert played == step_by_step(game, players, number), (way, players)
            games += 1
    assert games >= 40


@pytest.mark.parametrize("case", ["nested", "piles"])
def test_a_rule_inside_itself_and_equal_things_on_piles_are_the_same_in_both(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "off")
    game = loaded(str(ROOT / "tests" / "cases" / "play" / f"{case}.rules"))
    results = {seed: game.playout(2, seed) for seed in range(40)}
    assert results == {seed: step_by_step(game, 2, seed) for seed in results}
    # It is no game that always ends alike.
    assert len({str(result) for result in results.values()}) > 1


@pytest.mark.parametrize(
    "way",
    [
        ("walk-the-plank", ()),
        ("walk-the-plank", ("ghost", "dolphin", "kraken")),
        ("la-planche", ()),
        ("la-planche", ("family",)),
        ("rette-sich-wer-kann", ()),
        (str(Path(__file__).parent / "rulebooks" / "kitchen-sink.rules"), ()),
        (str(Path(__file__).parent / "rulebooks" / "shortcuts.rules"), ()),
    ],
    ids=lambda way: "+".join((Path(way[0]).stem, *way[1])),
)
@pytest.mark.sample(3)
def test_playouts_are_what_matches_are_for_many_seeds(way: tuple[str, tuple[str, ...]]) -> None:
    game = loaded(*way)
    players = game.most_players
    for seed in range(150):
        assert game.playout(players, seed) == step_by_step(game, players, seed), seed


OPENING = """
game opening "Opening":
    players 2
each player has:
    score "Points": number
    held "Held": number
to setup:
{setup}
to play:
    choose amount in 1 to 3
    add amount to score of seat 1
    game over, winners (seat 1)
"""
OPENINGS = {
    "what is kept": ["let kept be 2", "choose drawn in 1 to 3 at random", "set score of seat 2 to kept + drawn"],
    "what is not": ["let kept be 2", "set held of seat 1 to kept", "choose drawn in 1 to 3", "add drawn to score of seat 1"],
    "the end": ["set score of seat 2 to 3", "game over, winners (seat 2)"],
    "the end by chance": ["set score of seat 2 to 3", "choose n in 1 to 2 at random", "if n is 1:", "    game over"],
    "left early": ["set score of seat 2 to 3", "if score of seat 2 is 3:", "    stop", "choose n in 1 to 3 at random"],
    "nothing but chance": ["choose n in 1 to 3 at random", "set score of seat 2 to n"],
}


@pytest.mark.parametrize("setup", OPENINGS.values(), ids=OPENINGS)
def test_every_game_begins_as_its_setup_says(setup: list[str], tmp_path: Path) -> None:
    """The common beginning of all games is carried out once for all playouts."""
    game = written(tmp_path, OPENING.format(setup="\n".join(f"    {line}" for line in setup)))
    for seed in [*range(20), 3, 2, 1]:
        assert game.playout(2, seed) == step_by_step(game, 2, seed), seed


PLAYED = """
import sys
from rulewright.interpreter import load
for reference in sys.argv[1:]:
    game = load(reference)
    for seed in range(3):
        match = game.start(seed=seed)
        for step in range(200):
            if match.over:
                break
            decision = match.decision
            match.choose((seed + step) % len(decision.options) if step % 2 else decision.options[-1])
        print(match.key(), match.log(0), match.save(), game.playout(seed=seed))
        print(match.program.source)
        match.program.straight.source
        print(match.program.straight.source)
"""


def test_another_process_with_other_hashes_plays_the_same_game() -> None:
    games = ["walk-the-plank", "la-planche", str(Path(__file__).parent / "rulebooks" / "kitchen-sink.rules")]
    found = []
    for hashes in ("0", "1", "4711"):
        found.append(
            subprocess.run(
                [sys.executable, "-c", PLAYED, *games],
                env={**os.environ, "PYTHONHASHSEED": hashes},
                capture_output=True,
                check=True,
                cwd=ROOT,
            ).stdout
        )
    assert len(found[0]) > 1000
    assert found[0] == found[1] == found[2]

"""Check that native code and Python count equally how often games reach each place of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import Game
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.measure.line_counts import CountedGames, CountingGame
from rulewright.interpreter.native import build
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from tests.interpreter.helpers import ROOT, loaded, written
from tests.native.handmade import QUICK

RULES = "tests/interpreter/rulebooks"
COUNTED = (f"{RULES}/trials.rules", f"{RULES}/as-usual.rules", f"{RULES}/kitchen-sink.rules", "docs/games/masked-ball.rules")
TOLLS = """game tolls "Tolls":
    players 2

each player has:
    purse "Purse": number = 3

to setup:
    for each one in players:
        add 1 to purse of one

to pay someone in player:
    take 1 from purse of someone

forbid pay someone while purse of someone is at most 2

after pay someone while purse of someone is 3:
    say "One less."

to play:
    repeat 3 times:
        for each player in players:
            if purse of player is 0 after (pay player):
                say "Never."
            if can pay player:
                pay player
    game over
"""


def counting(game: Game) -> CountingGame:
    """Return a game for as few as can be, made to count."""
    return CountingGame(game.checked, game.least_players, game.values)


def by_line(played: CountedGames) -> dict[str, tuple[int, int]]:
    """Return the counts by line: how often, and in how many games; only the first on a line count."""
    places = played.places
    spans = sorted(places.times, key=lambda span: -span.start)
    return {span.source.line(span.line).strip(): (places.times[span], places.games[span]) for span in spans}


def check_tolls(game: CountingGame) -> None:
    """Everybody pays only in the first two rounds; a trial is not carried out."""
    found = by_line(game.play(0, 5))
    assert found["add 1 to purse of one"] == (10, 5)
    assert found["take 1 from purse of someone"] == (20, 5)
    assert found['say "One less."'] == (10, 5)
    assert found["if can pay player:"] == (30, 5)
    assert found["forbid pay someone while purse of someone is at most 2"] == (5, 5)
    assert 'say "Never."' not in found


def test_counts_in_python(tmp_path: Path) -> None:
    check_tolls(counting(written(tmp_path, TOLLS)))


@pytest.fixture
def _native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")
    if build.compiler() is None:
        pytest.skip("no C compiler on this machine")


@pytest.mark.usefixtures("_native")
def test_counts_in_native_code(tmp_path: Path) -> None:
    game = counting(written(tmp_path, TOLLS))
    assert game.make_native(QUICK), game.program.playouts.why_not
    check_tolls(game)


@pytest.mark.usefixtures("_native")
@pytest.mark.parametrize("reference", [*COUNTED, "la-planche"], ids=lambda one: Path(one).stem)
@pytest.mark.sample(2)
def test_both_count_the_same(reference: str) -> None:
    game = loaded(str(ROOT / reference) if "/" in reference else reference)
    native, python = counting(game), counting(game)
    assert native.make_native(QUICK), native.program.playouts.why_not
    for seed in (0, 1000):
        one, other = native.play(seed, 8), python.play(seed, 8)
        assert one.places == other.places
        assert [(won, [told[0], list(told[1])]) for won, told in one.outcomes] == [
            (won, [told[0], list(told[1])]) for won, told in other.outcomes
        ]
        assert sum(one.places.times.values()) > 50


def test_what_stops_a_game_is_told_and_counted(tmp_path: Path) -> None:
    endless = 'game again "Again":\n    players 2\n\nthe table has:\n    n "N": number\n\nto play:\n    while n is 0:\n'
    game = counting(written(tmp_path, endless + '        say "Again."\n'))
    played = game.play(7, 1)
    assert played.outcomes[0][0] is None
    assert played.stopped[7].name == "endless-loop"
    assert by_line(played)['say "Again."'][1] == 1


def test_whoever_does_not_count_has_the_usual_program(tmp_path: Path) -> None:
    game = written(tmp_path, TOLLS)
    layout = Layout(World(game.checked, 2, game.values))
    usual, traced = CProgram(lower_program(layout)).source, CProgram(lower_program(layout, traced=True)).source
    assert "counted[" not in usual
    assert "trying" not in usual
    assert "counted[" in traced
    assert "One less" not in traced

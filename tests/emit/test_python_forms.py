"""The two Python forms are one game, however a rulebook is made, and nothing of a rulebook is code in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import Game, PlayError, RulebookError, load
from tests.emit.generated import made
from tests.interpreter.helpers import written

SEEDS = range(40)
LONGEST = 2000
NAMES = re.compile(r"\b[a-z]+\d*\b")
"""The names in generated code: its own, and those of the functions that it calls."""
HEAD = 'game hostile "A hostile game":\n    players 2\n\npieces x: 2\n\neach x has:\n    n "N": number\n\n'


def end_of(game: Game, players: int, seed: int, straight: bool) -> object:
    """Return how a game at random ends, or why it does not."""
    try:
        if straight:
            return game.playout(players, seed)
        match = game.start(players, seed)
        for _ in range(LONGEST):
            if match.over:
                break
            match.choose_at_random()
        return match.result
    except PlayError as error:
        return error.diagnostic.name


@pytest.mark.usefixtures("impatient")
@pytest.mark.long
def test_made_games_are_the_same_in_both_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "off")
    played = 0
    for seed in SEEDS:
        path = tmp_path / f"made{seed}.rules"
        path.write_text(made(seed), encoding="utf-8")
        try:
            game = load(str(path))
        except RulebookError:
            continue
        for players in (2, 3):
            assert end_of(game, players, seed, True) == end_of(game, players, seed, False), (seed, players)
            played += 1
    assert played > len(SEEDS)


@pytest.mark.parametrize("depth", [5, 9, 12])
def test_sets_inside_sets_are_worked_out_at_any_depth(tmp_path: Path, depth: int) -> None:
    """Python has no more than 20 loops inside each other: what lies deeper is a function of its own."""
    condition = "n of it is 0"
    for _ in range(depth):
        condition = f"any (x where ({condition}))"
    rules = f"to play:\n    for each a in x:\n        for each b in x:\n            if {condition}:\n"
    rules += "                add 1 to n of a\n    choose one in x where any (x where (any (x where n of it is n of it)))\n"
    rules += "    game over, winners (seat 1) where n of one is 1\n"
    game = written(tmp_path, HEAD + rules)
    match = game.start(2, seed=1)
    match.choose_at_random()
    assert match.result == game.playout(2, seed=1)
    assert match.result is not None
    assert match.result.winners == (0,)


def test_what_lapses_in_a_branch_skips_the_rest_of_it_alone(tmp_path: Path) -> None:
    pairs = ((f"choose a{number} in x where n of it is {number}", f"add 1 to n of a{number}") for number in range(30))
    lines = [f"        {line}\n" for pair in pairs for line in pair]
    rules = "to play:\n    if no (x where n of it is 9):\n" + "".join(lines) + "    add 100 to n of first of x\n"
    game = written(tmp_path, HEAD + rules + "    choose k in 1 to sum of n of it among x\n    game over\n")
    for seed in range(5):
        match = game.start(2, seed)
        while not match.over:
            options = len(match.decision.options) if match.decision is not None else 0
            match.choose_at_random()
        assert options > 100
        assert match.result == game.playout(2, seed)


def test_nothing_of_a_rulebook_is_code(tmp_path: Path) -> None:
    """Names and texts are kept in lists of objects; of the rulebook the code has numbers, and its name behind `#`."""
    rules = """values system "__import__('os').system('true')": exec-it "exec", eval-it "\\"); import os  # "
each player has:
    import-os "'''": system
to play:
    choose os in system asking "'); raise SystemExit  #"
    set import-os of player to os
    say "{player}: \\n {os} '''"
    choose:
        eval "\\"\\"\\"" if os is exec-it:
            game over
        quit "'":
            game over, winners (seat 2)
"""
    game = written(tmp_path, HEAD + rules)
    program = game.program(2)
    for source in (program.source, program.straight.source):
        code = "\n".join(line.split("  # ")[0] for line in source.splitlines() if not line.startswith("#"))
        assert "'" not in code
        assert '"' not in code
        words = set(NAMES.findall(code))
        assert not words & {"system", "exec", "eval", "os", "import", "quit", "hostile", "x"}
    match = game.start(2, seed=1)
    while not match.over:
        match.choose_at_random()
    assert match.result == game.playout(2, seed=1)

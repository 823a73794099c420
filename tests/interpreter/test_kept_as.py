"""Games that were begun at one screen go on apart, and the other way round: the same positions, each in lines of its form."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter import BrokenSave, Game, Match
from rulewright.interpreter.match.choice_log import key_of, line_of, take_back
from rulewright.interpreter.match.save_conversion import asks_all, converted_save
from tests.interpreter.helpers import SMALL, loaded, written
from tests.interpreter.test_forced import MAY


def kept(game: Game, players: int, seed: int, *, forced: str, most: int = 40) -> tuple[str, Match]:
    """Return a game kept as it is played at random, now and then with choices taken back; and where it stands."""
    chance = Random(f"{game.name} {seed}")
    match = game.start(players, seed, forced=forced)
    match.call(["Ann"])
    lines = [match.save().rstrip("\n")]
    left: list[Match] = []
    for _ in range(most):
        decision = match.decision
        if decision is None or decision.seat is None:
            break
        back = chance.randrange(1, 5)
        if back <= len(left) and chance.random() < 0.1:
            lines.append(line_of(lines[-1], decision.seat, "", back))
            match = take_back(left[-back], match, decision.seat)
            del left[-back:]
            continue
        key = key_of(decision, "Well." if decision.kind == "words" else chance.randrange(len(decision.options)))
        left.append(match.copy())
        lines.append(line_of(lines[-1], decision.seat, key))
        match.choose(key)
    return "\n".join([*lines, ""]), match


@pytest.mark.parametrize("reference", [*(str(path) for path in SMALL[::7]), "hearts", "walk-the-plank", "contract-bridge"])
def test_a_game_goes_on_in_both_ways(reference: str) -> None:
    game = loaded(reference)
    for seed in range(2):
        alone, match = kept(game, game.most_players, seed, forced="done")
        apart = converted_save(game, alone, forced=True)
        assert asks_all(apart)
        again = game.resume(apart)
        while again.forced:
            again.choose(0)
        assert again.key() == match.key()
        assert again.log(0) == match.log(0)
        assert converted_save(game, apart, forced=False) == alone
        apart, match = kept(game, game.most_players, seed, forced="ask")
        found = game.resume(converted_save(game, apart, forced=False))
        assert found.player_name(0) == "Ann"
        while match.forced:
            match.choose(0)
        assert found.key() == match.key()
        # Where only what was forced was taken back, there is nothing to be said of it.
        logs = [[line for line in one.log(None) if "takes a choice back" not in line] for one in (found, match)]
        assert logs[0] == logs[1]


def test_who_is_asked_though_there_is_nothing_to_choose_has_a_line_of_their_own(tmp_path: Path) -> None:
    game = written(tmp_path, MAY.replace("WHAT", "rag"))
    alone, _ = kept(game, 3, 1, forced="done")
    apart = converted_save(game, alone, forced=True)
    assert apart.count("\n") > alone.count("\n")
    assert converted_save(game, apart, forced=True) == apart
    lines = apart.split("\n")
    held = json.loads(lines[1])
    lines[1] = json.dumps({**held, "seat": 3})
    with pytest.raises(BrokenSave, match="line 2"):
        converted_save(game, "\n".join(lines), forced=False)

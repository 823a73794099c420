"""The order in which options are shown is found the quick way where nothing is hidden, and is the same as the other way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.interpreter import Match, load
from rulewright.interpreter.match.options import Options


def looked_at_closer(options: Options) -> list[int]:
    """Return the order by all that options are put in order by."""
    ranks = [options.ranks(kind, column) for kind, column in zip(options.ask.types, options.columns(options.values), strict=True)]
    rows: list[Any] = list(zip(*ranks, strict=True))
    return sorted(range(len(options)), key=rows.__getitem__)


def decisions(match: Match, rng: random.Random) -> list[Options]:
    """Return the options of each decision while a match is played at random."""
    found = []
    while match.decision is not None:
        options = match.decision.options
        found.append(options)
        if len(options) > 1 and options.seat is not None and not options.hidden:
            quick = options.seen_order()
            assert quick is None or list(quick) == looked_at_closer(options)
        if len(options):
            match.choose(rng.randrange(len(options)))
        else:
            match.choose("words")
    return found


@pytest.mark.parametrize("reference", ["walk-the-plank", "rette-sich-wer-kann", "la-planche", "hearts", "cribbage"])
def test_the_quick_way_is_the_same(reference: str) -> None:
    """Pieces, cards, pairs of them, with and without a pass."""
    game = load(reference)
    rng = random.Random(7)
    found = [one for seed in range(4) for one in decisions(game.start(game.most_players, seed), rng)]
    several = [one for one in found if len(one) > 1 and one.ask.names_things]
    assert len(several) > 20
    assert any(not one.hidden for one in several)

"""In every game: who thinks knows no more than its seat, and thinks the same whatever does the work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rulewright.cli.table.advice import advice
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Match, load
from rulewright.interpreter.native import build
from rulewright.interpreter.native.native_game import NativeGame, PlayoutRunner
from rulewright.interpreter.position.chance import first_state
from rulewright.interpreter.search import budget, game_state
from rulewright.interpreter.search.budget import Budget, think
from rulewright.interpreter.search.determinization import Determinizer, NoDealError, deal_again
from rulewright.interpreter.search.players import player
from tests.interpreter.helpers import ROOT, SMALL, asked, loaded, shown, some_ways
from tests.native.games import native

FOLDERS = ("docs/games", "rulebooks/variants")
OTHERS = sorted(str(path) for folder in FOLDERS for path in (ROOT / folder).glob("*.rules"))
GAMES = [*bundled_games(), *map(str, SMALL), *OTHERS]
LONGEST = 60
"""Decisions after which a game has been looked at enough."""


def thinkable(match: Match) -> bool:
    """Return whether somebody has something to think about."""
    return not match.over and asked(match).kind != "words" and len(asked(match).options) > 1


def positions(reference: str, count: int) -> Iterator[Match]:
    """Positions where somebody has to think, in the usual game and with variants, at different times."""
    ways = [(reference, way[1], way[2]) for way in some_ways().get(reference, ())] or [(reference, (), ())]
    for number in range(count):
        chosen = Random(number)
        game = loaded(*ways[number % len(ways)])
        match = game.start(chosen.randint(game.least_players, game.most_players), number)
        for _ in range(chosen.randrange(LONGEST)):
            if not match.over:
                match.choose_at_random()
        while not match.over and not thinkable(match):
            match.choose_at_random()
        if not match.over:
            yield match


def alike(reference: str) -> Iterator[list[Match]]:
    """Positions of games with other chance and the same choices, which are all the same to the seat that decides."""
    found: dict[str, list[Match]] = defaultdict(list)
    game = loaded(reference)
    for seed in range(12):
        match, chosen = game.start(game.least_players, seed), Random(seed % 2)
        own: dict[int | None, list[str]] = defaultdict(list)
        for _ in range(10):
            if match.over:
                break
            decision = asked(match)
            if thinkable(match):
                assert decision.seat is not None
                found[str((shown(match, decision.seat), own[decision.seat]))].append(match.copy())
            if decision.kind == "words":
                match.choose("...")
            else:
                place = int(chosen.random() * len(decision.options))
                own[decision.seat].append(decision.options[place].key)
                match.choose(place)
    yield from (twins for twins in found.values() if len(twins) > 1)


def thought(match: Match) -> tuple[object, ...]:
    """Return the result of the search at a position."""
    try:
        found = think(match, Budget(playouts=24), 7)
    except NoDealError:
        return ()
    return found.choice, found.share, found.sure, found.playouts


@pytest.mark.parametrize("reference", GAMES, ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(10)
def test_nobody_thinks_with_what_its_seat_cannot_know(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FEWEST_USUAL", 4)
    monkeypatch.setattr(budget, "USUAL_WORK", 1)
    monkeypatch.setattr(budget, "USUAL_ROUNDS", 20)
    # Whether there is time to look ahead depends on the machine; what is seen then does not.
    monkeypatch.setattr("rulewright.cli.table.advice.LOOKING_AHEAD", 60.0)
    groups = [twins[:2] for twins in alike(reference)][:2]
    for match in positions(reference, 2):
        seat = asked(match).seat
        assert seat is not None
        other = match.copy()
        other.seed, other.steps, other.position.random = match.seed + 1, match.steps + 1, first_state(5)
        groups.append([match, *([deal_again(match, seat, 1)] if Determinizer(match, seat).can_deal else []), other])
    for twins in groups:
        for name in ("easy:4", "search"):
            assert len({player(name, 3).choose(twin) for twin in twins}) == 1
        # The advice says how sure it is, as well, and in how many games.
        assert len({advice(twin, "en") for twin in twins}) == 1


@pytest.mark.parametrize("reference", GAMES, ids=lambda reference: Path(reference).stem)
@pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
@pytest.mark.sample(7)
def test_the_same_is_thought_in_native_code_and_in_python(reference: str) -> None:
    quick, plain = load(reference), loaded(reference)
    flat, library = native(plain, plain.most_players)
    for number in range(2):
        match = quick.start(quick.most_players, number)
        match.program.playouts.native = NativeGame(library, flat)
        for _ in range(10 + 20 * number):
            if not match.over:
                match.choose_at_random()
        while not match.over and not thinkable(match):
            match.choose_at_random()
        if not match.over:
            seat = asked(match).seat
            assert seat is not None
            if Determinizer(match, seat).can_deal:
                deal = deal_again(match, seat, 1)
                assert game_state.on_native_memory(deal) is not deal
            assert thought(plain.resume(match.save())) == thought(match)


@pytest.mark.parametrize("reference", ["hearts", "cribbage", "nine-mens-morris"])
@pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
def test_native_code_that_is_ready_in_the_middle_of_a_thought_does_not_change_it(
    reference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the same hint, asked for twice, would be another one."""
    plain = loaded(reference)
    flat, library = native(plain, plain.least_players)
    match = load(reference).start(plain.least_players, 3)
    while not match.over and not thinkable(match):
        match.choose_at_random()
    playing = match.program.playouts
    playing.keep_to_python()
    right = think(match, Budget(playouts=300), 7)
    spent: list[float] = []

    def spend(self: PlayoutRunner, seconds: float) -> None:
        spent.append(seconds)
        if len(spent) == 100:
            self.native = NativeGame(library, flat)

    monkeypatch.setattr(PlayoutRunner, "spend", spend)
    found = think(match, Budget(playouts=300), 7)
    assert playing.native is not None
    assert (found.choice, found.share, found.sure, found.playouts) == (right.choice, right.share, right.sure, right.playouts)
    again = think(match, Budget(playouts=300), 7)
    assert (again.choice, again.share, again.sure) == (right.choice, right.share, right.sure)

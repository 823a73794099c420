"""Test what is known before the game about where things may be: never too little, and enough to save checks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.passes.list_views import ListViews
from rulewright.interpreter.passes.reachability import Mask, Reachability
from rulewright.interpreter.passes.visible_order import ordered_spaces
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import LoweredProgram
from rulewright.interpreter.program.queries import everything_in
from tests.interpreter.helpers import all_ways, loaded, written

RULES = """game small "Small":
    players 2

line road "Road":
    spots "Spot" * 3
    directions onward, back
place chest "Chest"
place sea "Sea"
place deck "Deck": pile

pieces folk "Folk": 2 for each player, on first of spots
cards coins "Coin": 4, in deck

to play:
    shuffle deck
    draw 2 from deck to chest
    for each player in players:
        choose walker in folk of player on spots
        move walker onward
        choose coin in coins in chest
        move coin to sea
        if count of coins in sea is 3:
            remove coins in sea
    game over
"""
SPOTS, CHEST, SEA, DECK = 0b111, 1 << 3, 1 << 4, 1 << 5


@pytest.fixture
def program(tmp_path: Path) -> LoweredProgram:
    """Return the lowered program of a small game."""
    game = written(tmp_path, RULES)
    return lower_program(Layout(World(game.checked, 2, game.values)))


def moves(program: LoweredProgram) -> Iterator[nodes.Move]:
    """Yield all moves of a program."""
    for one in everything_in(tuple(routine.body for routine in program.routines)):
        if isinstance(one, nodes.Move):
            yield one


def test_what_moves_goes_where_its_rules_say(program: LoweredProgram) -> None:
    reach = Reachability(program)
    assert {kind: bin(mask) for kind, mask in reach.of_kind.items()} == {"folk": bin(SPOTS), "coins": bin(DECK | CHEST | SEA)}
    walk, sink = moves(program)
    assert reach.spaces(walk.to) == SPOTS - 1, "nothing goes onward to the first of them"
    assert reach.spaces(sink.to) == SEA
    assert reach.piles == DECK


def test_a_kind_that_is_never_taken_away_stands_somewhere(program: LoweredProgram) -> None:
    reach = Reachability(program)
    assert reach.out == {"coins"}
    walk, sink = moves(program)
    assert reach.stands(walk.things)
    assert not reach.stands(sink.things)


def test_an_order_that_nobody_sees_need_not_be_kept(program: LoweredProgram) -> None:
    reach = Reachability(program)
    shown = ordered_spaces(reach, tuple(routine.body for routine in program.routines))
    assert not shown & SEA, "what lies in the sea is only counted and taken away"
    assert shown & CHEST, "what lies in the chest is chosen from"


def test_a_view_changes_with_the_moves_that_reach_it(program: LoweredProgram) -> None:
    reach, views = Reachability(program), ListViews(program)
    standing = next(
        one for one in everything_in(tuple(routine.body for routine in program.routines)) if isinstance(one, nodes.ThingsWithin)
    )
    view = views.name(standing)
    assert views.initial() == {view: [[0, 1], [2, 3], []]}
    assert list(views.updates("folk", SPOTS, SPOTS, "x", "o", "d", False)) == [], "it never leaves the road"
    assert list(views.updates("folk", SPOTS, 0, "x", "o", "-1", False)) == [f"{view}[c{standing.group}[x]].remove(x)"]
    assert list(views.updates("coins", reach.everywhere, reach.everywhere, "x", "o", "d", True)) == []


@pytest.mark.parametrize("way", all_ways()[::25], ids=lambda way: Path(way[0]).stem)
def test_nothing_stands_where_it_cannot(way: tuple[str, tuple[str, ...], tuple[tuple[str, int | bool | str], ...]]) -> None:
    """Everything is where the rules let it come, and in order unless it lies on a pile, at every decision of a game."""
    game = loaded(*way)
    program = game.program(game.least_players)
    reach = Reachability(lower_program(Layout(World(game.checked, game.least_players, game.values))))
    masks: list[Mask] = [reach.of_kind[info.kind.name] for info in program.world.things]
    match = game.start(game.least_players, seed=3)
    for _ in range(150):
        if match.over:
            break
        match.choose_at_random()
        for thing, (space, mask) in enumerate(zip(match.position.at, masks)):
            assert mask >> space & 1 if space >= 0 else program.world.things[thing].kind.name in reach.out
        for space, lying in enumerate(match.position.on[:-1]):
            assert reach.piles >> space & 1 or lying == sorted(lying)


TIDES = """game sea "Sea":
    players 2
map island "Island":
    wood "Wood": cliff
    cliff "Cliff"
pieces men "Man": 1, on wood
pieces lamps "Lamp": 1, on cliff
place sky "Sky"
cards tides "Tide": 1, in sky
each tides has:
    where-to "Where": space
card spring of tides "Spring tide":
    where-to = wood
to play:
    look where-to of first of tides
to look spot in space:
    if any lamps on spot:
        game over, winners seat 1
    game over, winners seat 2
"""


def test_a_place_that_is_printed_on_a_card_may_hold_other_things_than_are_asked_for(tmp_path: Path) -> None:
    game = written(tmp_path, TIDES)
    match = game.start(2)
    assert match.result is not None
    assert match.result.winners == (1,)
    assert game.playout(2).winners == (1,)

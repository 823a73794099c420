"""Walk the Plank! as a rulebook: every numbered rule is shown or ruled on, and games of every kind come to an end."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.dsl.parse import parse
from rulewright.dsl.reading import read_source
from rulewright.interpreter import load

RULEBOOK = Path(__file__).parents[2] / "rulebooks" / "walk-the-plank.rules"
VARIANTS = ("ghost", "dolphin", "kraken")
COMBINATIONS = [chosen for size in range(len(VARIANTS) + 1) for chosen in combinations(VARIANTS, size)]
NUMBERS = [f"F{number}" for number in range(1, 74)] + [f"R{number}" for number in range(1, 69)]
# The rulings of the acceptance list: each has a line of its own on the rule sheet.
RULED = (
    "F2 F17 F20 F34 F43 F47 F58 F61 F68 F69 F72 R41 R42 R43 R44 R45 R46 R52 R53 R54 R57 R58 R59 R64 R66 R67 R68"
).split()


def declarations() -> list[nodes.Declaration]:
    """All declarations of the rulebook, those of its variants too."""
    source, problems = read_source(RULEBOOK)
    assert source is not None, problems
    rulebook, diagnostics = parse(source)
    assert not diagnostics
    inner = [
        line
        for variant in rulebook.declarations
        if isinstance(variant, nodes.Variant)
        for line in variant.lines
    ]
    return [*rulebook.declarations, *inner]


def test_every_rule_is_shown_or_ruled_on() -> None:
    named = {
        word.text
        for line in declarations()
        if isinstance(line, (nodes.Example, nodes.Ruling))
        for word in line.numbers
    }
    assert [number for number in NUMBERS if number not in named] == []
    assert sorted(named - set(NUMBERS)) == []


def test_every_ruling_of_the_list_is_on_the_sheet() -> None:
    ruled = {word.text for line in declarations() if isinstance(line, nodes.Ruling) for word in line.numbers}
    assert [number for number in RULED if number not in ruled] == []


def test_each_variant_and_some_combinations_have_examples() -> None:
    used = [
        {word.text for line in example.lines if isinstance(line, nodes.ExampleLine) and line.kind == "example_variants"
         for word in line.words}
        for example in declarations()
        if isinstance(example, nodes.Example)
    ]
    assert {variant for variants in used for variant in variants} == set(VARIANTS)
    assert sum(len(variants) >= 2 for variants in used) >= 4
    assert any(len(variants) == 3 for variants in used)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variants", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
def test_random_games_end(variants: tuple[str, ...], players: int) -> None:
    game = load("walk-the-plank", variants=list(variants))
    sizes = set()
    for seed in range(200):
        winners = game.playout(players=players, seed=seed).winners
        sizes.add(len(winners))
        assert len(set(winners)) == len(winners) <= 2
        assert set(winners) <= set(range(players))
    assert 1 in sizes


@pytest.mark.parametrize("variants", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
def test_played_step_by_step_a_game_is_the_same_as_straight_through(variants: tuple[str, ...]) -> None:
    game = load("walk-the-plank", variants=list(variants))
    match = game.start(players=3, seed=5)
    decisions = 0
    while not match.over:
        decision = match.decision
        assert decision.options
        assert len({option.key for option in decision.options}) == len(decision.options)
        match.choose(decision.options[(decisions * 7) % len(decision.options)])
        decisions += 1
        assert decisions < 20_000
    assert len(match.result.winners) <= 2


@pytest.mark.parametrize("options", [{"tiles": 1}, {"tiles": 6}, {"pirates": 1}, {"pirates": 5}, {"tiles": 6, "pirates": 5}])
def test_options_at_their_ends(options: dict[str, int]) -> None:
    game = load("walk-the-plank", variants=list(VARIANTS), options=options)
    for seed in range(20):
        assert len(game.playout(players=4, seed=seed).winners) <= max(2, 0)

"""Test the rulebook of Walk the Plank!: an example or a ruling has each rule, and games of every kind end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.interpreter import Match, RulebookError, load
from tests.rulebooks.declared import declarations

RULEBOOK = Path(__file__).parents[2] / "rulebooks" / "walk-the-plank.rules"
VARIANTS = ("ghost", "dolphin", "kraken")
COMBINATIONS = [chosen for size in range(len(VARIANTS) + 1) for chosen in combinations(VARIANTS, size)]
NUMBERS = [f"F{number}" for number in range(1, 74)] + [f"R{number}" for number in range(1, 69)]
# The rulings of the acceptance list: each has a line of its own on the rule sheet.
RULED = [f"F{number}" for number in (2, 17, 20, 34, 43, 47, 58, 61, 68, 69, 72)]
RULED += [f"R{number}" for number in (41, 42, 43, 44, 45, 46, 52, 53, 54, 57, 58, 59, 64, 66, 67, 68)]


def all_declarations() -> list[nodes.Declaration]:
    """Return all declarations of the rulebook, including those of its variants."""
    outer = declarations(RULEBOOK)
    return [*outer, *(line for variant in outer if isinstance(variant, nodes.Variant) for line in variant.lines)]


def test_every_rule_is_shown_or_ruled_on() -> None:
    named = {word.text for line in all_declarations() if isinstance(line, (nodes.Example, nodes.Ruling)) for word in line.numbers}
    assert [number for number in NUMBERS if number not in named] == []
    assert sorted(named - set(NUMBERS)) == []


def test_every_ruling_of_the_list_is_on_the_sheet() -> None:
    ruled = {word.text for line in all_declarations() if isinstance(line, nodes.Ruling) for word in line.numbers}
    assert [number for number in RULED if number not in ruled] == []


def test_each_variant_and_some_combinations_have_examples() -> None:
    used = [
        {
            word.text
            for line in example.lines
            if isinstance(line, nodes.ExampleLine) and line.kind == "example_variants"
            for word in line.words
        }
        for example in all_declarations()
        if isinstance(example, nodes.Example)
    ]
    assert {variant for variants in used for variant in variants} == set(VARIANTS)
    assert sum(len(variants) >= 2 for variants in used) >= 4
    assert any(len(variants) == 3 for variants in used)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variants", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
@pytest.mark.sample(8)
def test_random_games_end(variants: tuple[str, ...], players: int) -> None:
    game = load("walk-the-plank", variants=list(variants))
    sizes = set()
    for seed in range(200):
        result = game.playout(players=players, seed=seed)
        assert result.finished
        assert len(set(result.winners)) == len(result.winners) <= 2
        assert set(result.winners) <= set(range(players))
        sizes.add(len(result.winners))
    assert {1, 2} <= sizes


def spaces(match: Match) -> dict[str, list[str]]:
    """Return the contents of each space of the walk, from the ship to Davy Jones."""
    (walk,) = match.view().boards
    return {space.name: list(space.things) for space in walk.spaces}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variants", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
@pytest.mark.sample(8)
def test_every_position_is_a_sound_one(variants: tuple[str, ...], players: int) -> None:
    game = load("walk-the-plank", variants=list(variants))
    for seed in range(3):
        chance = random.Random(seed)
        match = game.start(players=players, seed=seed, forced="ask")
        while not match.over:
            decision = match.decision
            assert decision is not None
            keys = [option.key for option in decision.options]
            assert keys
            assert len(set(keys)) == len(keys)
            walk = spaces(match)
            assert 1 <= len(walk) - 2 <= 3
            pirates = [thing for things in walk.values() for thing in things if thing != "Ghost"]
            assert len(pirates) <= 3 * players
            assert all(count <= 3 for count in Counter(pirates).values())
            # Davy Jones keeps nobody longer than a card lasts: the dolphin alone is faster.
            assert "dolphin" in variants or not walk["locker"]
            ghosts = sum(things.count("Ghost") for things in walk.values())
            assert ghosts == walk["ship"].count("Ghost") <= int("ghost" in variants)
            cards = sorted(sum(place.count or 0 for place in player.places) for player in match.view().players)
            assert cards == sorted([10 - 2 * ghosts] + [10] * (players - 1))
            assert all(
                (place.count or 0) <= 3 for player in match.view().players for place in player.places if place.name != "hand"
            )
            match.choose(chance.choice(keys))
        winners = match.result.winners if match.result else ()
        standing = [thing for things in spaces(match).values() for thing in things if thing != "Ghost"]
        assert len(set(standing)) == len(winners)
        assert len(standing) <= 2 or len(set(standing)) == 1


@pytest.mark.parametrize("players", [2, 6])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    with pytest.raises(RulebookError):
        load("walk-the-plank").start(players=players)


def test_the_dice_have_their_faces() -> None:
    faces: dict[str, dict[str, int]] = {}
    match = load("walk-the-plank", variants=["dolphin", "kraken"]).start(players=3, seed=1, chance="ask", forced="ask")
    chance = random.Random(1)
    while not match.over:
        decision = match.decision
        assert decision is not None
        if decision.seat is None:
            faces[decision.prompt] = {option.key: option.weight for option in decision.options}
        match.choose(chance.randrange(len(decision.options)))
    weights = list(faces.values())
    assert {"calm": 3, "wave": 2, "kraken": 1} in weights
    assert dict.fromkeys(("two", "three", "four", "five", "shark", "dolphin"), 1) in weights


@pytest.mark.parametrize(
    "options", [{"tiles": 1}, {"tiles": 6}, {"pirates": 1}, {"pirates": 5}, {"own-only": True, "re-roll": True}], ids=str
)
def test_options_at_their_ends(options: dict[str, int | bool]) -> None:
    game = load("walk-the-plank", variants=list(VARIANTS), options=options)
    for seed in range(20):
        assert game.playout(players=4, seed=seed).finished
        match = game.start(players=4, seed=seed, forced="ask")
        chance = random.Random(seed)
        while match.decision is not None:
            match.choose(chance.randrange(len(match.decision.options)))
        assert match.over


def test_a_variant_moves_a_skull_in_a_line(tmp_path: Path) -> None:
    """The skulls are an assumption, and one line changes them."""
    path = tmp_path / "other-skulls.rules"
    path.write_text(
        'variant other-skulls of walk-the-plank "Other skulls":\n    set skull of charge to no\n    set skull of run to yes\n',
        encoding="utf-8",
    )
    game = load(str(path), variants=["kraken"])
    assert game.playout(players=3, seed=1).finished

"""`rulewright rules` finds a card by its name and by its title, before the examples that speak of it."""

from __future__ import annotations

from tests.cli.running import Runner


def test_a_card_is_found_with_its_examples(run: Runner) -> None:
    found = run("rules", "battle-of-thieves", "pistol")
    card, example = found.out.index("card pistol of weapons"), found.out.index('example B96, B124 "Pistol')
    assert card < example
    assert found.out.startswith("rulebooks/battle-of-thieves/weapons.rules:")
    assert "weapon-hits-on = 5" in found.out
    assert "card pistol" in run("rules", "battle-of-thieves", "Pistolet").out


def test_a_rule_is_found_by_its_name_alone(run: Runner) -> None:
    assert 'to turn-markers "The dead recover"' in run("rules", "battle-of-thieves", "turn-markers").out
    lost = run("rules", "battle-of-thieves", "turn-marker")
    assert lost.code == 1
    assert "did you mean `turn-markers`?" in lost.err

"""The tool that breaks rulebooks breaks what matters, and knows who noticed."""

from __future__ import annotations

from rulewright.dsl.source import Source
from tests.mutants import Mutant, fate, mutants

COUNTED = """game counted "Counted":
    players 2
the table has:
    total "Total": number
    spare "Spare": number
to play:
    if total is at least 1:
        stop
    add 3 to total
    add 1 to spare

example T1 "Three at once":
    when:
        play
        play
    then total is 3
"""


def broken(line: str) -> list[Mutant]:
    """The mutants of a line."""
    number = COUNTED.splitlines().index(line) + 1
    return [mutant for mutant in mutants(Source("counted.rules", COUNTED)) if mutant.line == number]


def test_what_an_example_looks_at_is_noticed() -> None:
    found = broken("    add 3 to total")
    assert {mutant.kind for mutant in found} == {"no add", "number", "order"}
    assert {fate(COUNTED, mutant) for mutant in found if mutant.kind != "order"} == {"noticed"}


def test_what_no_example_looks_at_stays_alive() -> None:
    assert {fate(COUNTED, mutant) for mutant in broken("    players 2")} >= {"alive"}


def test_what_changes_no_game_is_told_apart() -> None:
    assert {fate(COUNTED, mutant) for mutant in broken("    add 1 to spare")} == {"same"}


def test_a_condition_is_turned_around() -> None:
    turned = [mutant.of(COUNTED) for mutant in broken("    if total is at least 1:")]
    assert any("is not at least 1" in text for text in turned)
    assert any("at most 1" in text for text in turned)


def test_examples_and_titles_are_left_alone() -> None:
    assert not broken("    then total is 3")
    assert not broken('example T1 "Three at once":')

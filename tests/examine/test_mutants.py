"""The tool that breaks rulebooks breaks what matters, and knows who noticed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulewright.dsl.text.source import Source
from rulewright.interpreter.examine.mutants import all_mutants
from rulewright.interpreter.examine.mutations import Mutant, mutants
from rulewright.interpreter.examine.verdicts import OPEN, MutantJudge

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


@cache
def judge_of(text: str) -> MutantJudge:
    """Return a judge of a text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "whole.rules"
        file.write_text(text, encoding="utf-8")
        return MutantJudge(str(file))


def fate(text: str, mutant: Mutant) -> str:
    """Return the fate of a mutant of a text."""
    judge = judge_of(text)
    asked = judge.example_verdict(mutant)
    return judge.play_verdict(mutant) if asked == OPEN else asked


def broken(line: str) -> list[Mutant]:
    """Return the mutants of a line."""
    number = COUNTED.splitlines().index(line) + 1
    return [mutant for mutant in mutants(Source("counted.rules", COUNTED), {}) if mutant.line == number]


def test_what_an_example_looks_at_is_noticed() -> None:
    found = broken("    add 3 to total")
    assert {mutant.kind for mutant in found} == {"no add", "number", "order"}
    assert {fate(COUNTED, mutant) for mutant in found if mutant.kind != "order"} == {"noticed"}


def test_what_no_example_looks_at_goes_unnoticed() -> None:
    assert {fate(COUNTED, mutant) for mutant in broken("    players 2")} >= {"unnoticed"}


def test_what_changes_no_game_is_told_apart() -> None:
    assert {fate(COUNTED, mutant) for mutant in broken("    add 1 to spare")} == {"same"}


def test_games_with_a_variant_that_speaks_of_an_example_are_played_too() -> None:
    text = (
        COUNTED
        + """variant larger of counted:
    remove example T1
    in to play:
        replace add 3 to total
        with add 4 to total
"""
    )
    line = text.splitlines().index("    add 1 to spare") + 1
    found = {fate(text, mutant) for mutant in mutants(Source("counted.rules", text), {}) if mutant.line == line}
    assert found == {"same"}


def test_a_condition_is_turned_around() -> None:
    turned = [mutant.mutated_text(COUNTED) for mutant in broken("    if total is at least 1:")]
    assert any("is not at least 1" in text for text in turned)
    assert any("at most 1" in text for text in turned)


SECRETS = """game secrets "Secrets":
    players 2 to 3
values tint "Tint": red "Red", blue "Blue"
cards hats "Hat": 2 for each tint, in box
place box "Box"
place cellar "Cellar"
each player has:
    hand "Hand": place, seen by owner
    score "Points": number
to play:
    pay seat 1, seat 2
    for each player in players from seat 2:
        if score of player is more than score of left of player and any hats of red in box:
            move last of hats of red in box to hand of player
to pay giver in player, taker in player:
    take 1 from score of giver
    add 1 to score of taker

example S1 "The richer one gets a red hat":
    when:
        play
    then any hats of red in hand of seat 2
    then seat 1 does not see hand of seat 2
    then seat 2 sees hand of seat 2
"""


def test_names_values_places_halves_of_conditions_orders_and_secrets_are_broken() -> None:
    text, found = SECRETS, [one.mutant for one in all_mutants(judge_of(SECRETS))]
    broken = {(mutant.kind, mutant.mutated_text(text).splitlines()[mutant.line - 1].strip()) for mutant in found}
    for kind, line in (
        ("name", "take 1 from score of taker"),
        ("value", "move last of hats of blue in box to hand of player"),
        ("place", "move last of hats of red in cellar to hand of player"),
        ("order", "for each player in players:"),
        ("half a condition", "if score of player is more than score of left of player:"),
        ("half a condition", "if any hats of red in box:"),
        ("no call", "for each player in players from seat 2:"),
        ("no if", "to pay giver in player, taker in player:"),
        ("condition", "if score of player is at least score of left of player and any hats of red in box:"),
        ("who sees", 'hand "Hand": place'),
        ("who sees", 'place box "Box": place, seen by nobody'),
    ):
        assert (kind, line) in broken, line
    opened = [mutant for mutant in found if mutant.kind == "who sees" and "owner" in text[mutant.start : mutant.end]]
    assert {fate(text, mutant) for mutant in opened} == {"noticed"}


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("    box: pile, top seen by all", {"    box: pile", "    box: pile, seen by all"}),
        (
            "    box: pile, top seen by all, uncounted",
            {"    box: pile", "    box: pile, seen by all, uncounted", "    box: pile, top seen by all"},
        ),
        ("    kit: pile, seen by owner and mates", {"    kit: pile", "    kit: pile, seen by owner"}),
        ("    bent: truth, seen by all, always", {"    bent: truth", "    bent: truth, seen by all"}),
        ("    kit: place, seen by nobody", {"    kit: place", "    kit: place, seen by owner"}),
    ],
)
def test_who_sees_something_is_broken_in_every_way_in_which_it_is_said(line: str, ways: set[str]) -> None:
    source = Source("counted.rules", COUNTED.replace('    spare "Spare": number', line))
    changed = [
        mutant.mutated_text(source.text) for mutant in mutants(source, {}) if mutant.kind == "who sees" and mutant.line == 5
    ]
    assert {text.splitlines()[4] for text in changed} == ways


def test_rulings_inside_a_variant_are_left_alone() -> None:
    text = (
        COUNTED
        + """variant larger of counted:
    ruling T2 "Two, if 3 is too many."
    to spend:
        take 2 from total
"""
    )
    lines = {mutant.line for mutant in mutants(Source("counted.rules", text), {})}
    last = len(text.splitlines())
    assert {line for line in lines if line > last - 4} == {last - 1, last}


def test_examples_and_titles_are_left_alone() -> None:
    assert not broken("    then total is 3")
    assert not broken('example T1 "Three at once":')


WIDE = (
    COUNTED.replace("2\n", "2 to 3\n", 1)
    + """
variant wide of counted:
    remove example T1
    example T3 "One turn, since the end comes sooner":
        when:
            play
        then total is 3
        then game goes on
    replace to play:
        add 3 to total
"""
)


def test_a_variant_may_speak_of_examples_that_are_not_asked() -> None:
    for line, kinds in (("    add 1 to spare", {"same", "unnoticed"}), ("        add 3 to total", {"noticed"})):
        number = WIDE.splitlines().index(line) + 1
        found = [one for one in mutants(Source("wide.rules", WIDE), {}) if one.line == number and one.kind == "number"]
        assert {fate(WIDE, mutant) for mutant in found} <= kinds, line


def test_what_no_example_carries_out_is_told_apart() -> None:
    text = COUNTED.replace("to play:", "to waste:\n    add 1 to total\nto play:\n    if total is at least 9:\n        waste")
    wasted = [mutant for mutant in mutants(Source("counted.rules", text), {}) if mutant.line == 7 and mutant.kind == "number"]
    assert {fate(text, mutant) for mutant in wasted} == {"not played"}


def owner(text: str, line: str) -> str | None:
    """Return the line that has to be carried out for another to matter."""
    start = text.index(line)
    found = judge_of(text).owner(Mutant("number", 0, start, start, ""))
    return None if found is None else text[found:].splitlines()[0]


def test_every_line_belongs_to_what_is_carried_out_there() -> None:
    for line, belongs in (
        ("    for each player in players from seat 2:", "    for each player in players from seat 2:"),
        ("    take 1 from score of giver", "    take 1 from score of giver"),
        ("to pay giver in player", "to pay giver in player, taker in player:"),
        ('cards hats "Hat": 2 for each tint, in box', None),
        ('    score "Points": number', None),
    ):
        assert owner(SECRETS, line) == belongs
        found = judge_of(SECRETS).reaching(Mutant("number", 0, SECRETS.index(line), SECRETS.index(line), ""))
        assert found, line


def test_what_lives_for_a_while_is_seen_at_any_time() -> None:
    text = COUNTED.replace("the table has:", "the table has for each play:")
    assert owner(text, '    total "Total": number') is None


NEEDED = """game needed "Needed":
    players 2
the table has:
    coins "Coins": number = 3
to play:
    pay
to pay:
    needs coins is at least 2
    take 1 from coins

example N1 "With too little nobody can pay":
    given:
        set coins to 1
    then not can pay
"""


def test_who_asks_whether_something_can_be_done_carries_out_what_it_needs() -> None:
    line = NEEDED.splitlines().index("    needs coins is at least 2") + 1
    found = {mutant.kind: fate(NEEDED, mutant) for mutant in mutants(Source("needed.rules", NEEDED), {}) if mutant.line == line}
    assert found["no needs"] == "noticed"

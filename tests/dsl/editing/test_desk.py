"""Test diagnostics of rulebooks while somebody writes in them: those of lint, at any time, for texts that are not saved."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

from rulewright.dsl.editing.workspace import Workspace
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic

GAME = """game pond "The pond":
    players 2

pieces frogs "Frogs": 2 for each player

place bank "Bank": place, seen by all
place pond "Pond": place, seen by all

to setup:
    move frogs to bank

to play:
    players take turns:
        choose frog in frogs of player on bank
        move frog to pond
        if count of frogs on pond is 4:
            game over, winners player

example A1 "All in the pond":
    given:
        move frogs to pond
    then count of frogs on pond is 4
"""
VARIANT = """variant dry of "pond.rules" "Dry":
    replace to setup:
        move frogs to pond
"""


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    path = tmp_path / "pond.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


def names(diagnostics: list[Diagnostic]) -> list[tuple[str, int]]:
    return [(one.name, one.span.line) for one in diagnostics if one.span is not None]


def all_of(desk: Workspace, reference: str) -> list[tuple[str, int]]:
    """Return the diagnostics after both looks."""
    desk.look(reference)
    desk.look_further(reference)
    return names(desk.findings(reference))


@pytest.mark.parametrize(("old", "new"), [
    ("move frog to pond", "move frog to pnod"),
    ("move frogs to pond\n    then", "move frogs to pond\n        mvoe\n    then"),
    ("then count of frogs on pond is 4", "then count of frogs on pond is bank"),
    ("choose frog in", "choose toad in"),
    ("place bank", "place shore"),
    ("winners player", "winners frog"),
    ('"Bank"', '"Bank" fr "Rive"'),
    ("    players 2", ""),
])  # fmt: skip
def test_both_looks_together_say_what_lint_says(pond: Path, old: str, new: str) -> None:
    desk = Workspace(lambda _: ())
    assert all_of(desk, str(pond)) == []
    text = GAME.replace(old, new)
    assert text != GAME
    desk.unsaved[str(pond)] = text

    assert all_of(desk, str(pond)) == names(lint_all(str(pond), unsaved={str(pond): text})) != []
    desk.unsaved[str(pond)] = GAME
    assert all_of(desk, str(pond)) == []


def test_the_first_look_keeps_what_was_said_of_lines_that_have_not_changed(pond: Path) -> None:
    desk = Workspace(lambda _: ())
    text = desk.unsaved[str(pond)] = GAME.replace("place pond", 'place shore "Shore": place\nplace pond')
    assert all_of(desk, str(pond)) == [("unused-name", 7)]

    desk.unsaved[str(pond)] = "# a line\n" + text
    desk.look(str(pond))
    assert names(desk.findings(str(pond))) == [("unused-name", 8)]


def test_what_was_wrong_in_an_example_is_still_told_while_one_types_elsewhere(pond: Path) -> None:
    desk = Workspace(lambda _: ())
    text = desk.unsaved[str(pond)] = GAME.replace("        move frogs to pond\n    then", "        move frogs to pnod\n    then")
    assert all_of(desk, str(pond)) == [("unknown-name", 21)]

    desk.unsaved[str(pond)] = "# a line\n" + text
    desk.look(str(pond))
    assert names(desk.findings(str(pond))) == [("unknown-name", 22)]


def test_an_example_that_has_not_changed_is_checked_again_when_nobody_types(pond: Path) -> None:
    desk = Workspace(lambda _: ())
    all_of(desk, str(pond))
    rules, example = GAME.split("example")
    desk.unsaved[str(pond)] = rules.replace("frogs", "toads") + "example" + example
    desk.look(str(pond))
    assert names(desk.findings(str(pond))) == []

    assert all_of(desk, str(pond)) == [("unknown-name", 21)]


def test_a_variant_is_checked_with_the_text_of_its_game_that_is_not_saved(pond: Path) -> None:
    desk = Workspace(lambda _: ())
    dry = pond.parent / "dry.rules"
    dry.write_text(VARIANT, encoding="utf-8")
    assert all_of(desk, str(dry)) == []
    desk.unsaved[str(pond)] = GAME.replace("frogs", "toads")

    assert all_of(desk, str(dry)) == [("unknown-name", 3)]


def test_a_bundled_game_is_the_same_by_its_path() -> None:
    desk = Workspace(lambda _: ())
    path = desk.path_of("rulebooks/battle-of-thieves/food.rules")

    assert Path(path).is_file()
    assert desk.reference_of(path) == "battle-of-thieves"
    assert desk.place_of(path) == "rulebooks/battle-of-thieves/food.rules"


def test_a_second_look_is_broken_off_when_nobody_wants_it_any_more(pond: Path) -> None:
    desk = Workspace(lambda _: ())
    desk.look(str(pond))
    further = desk.further(str(pond))
    further.stopped = True
    further.run()

    assert further.look is None
    again = desk.further(str(pond))
    again.run()
    desk.look(str(pond))
    before = desk.seen[str(pond)]
    desk.take(again)
    assert desk.seen[str(pond)] is before


def test_a_key_in_the_longest_rulebook_takes_less_than_a_tenth_of_a_second() -> None:
    desk = Workspace(lambda _: ())
    path = desk.path_of("rulebooks/battle-of-thieves/turn.rules")
    text = Path(path).read_text(encoding="utf-8")
    reference = desk.reference_of(path)
    desk.look(reference)
    lines = text.split("\n")
    steps = [number for number, line in enumerate(lines) if line.strip() and not {'"', "#"} & set(line)]
    took: list[float] = []
    for number in steps[:: len(steps) // 6]:
        # In time of this process: others may be busy beside it.
        start = time.process_time()
        desk.unsaved[path] = "\n".join([*lines[:number], lines[number] + " wher", *lines[number + 1 :]])
        desk.look(reference)
        assert any(one.severity == "error" for one in desk.findings(reference))
        took.append(time.process_time() - start)

    assert statistics.median(took) < 0.1, took

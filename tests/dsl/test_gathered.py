"""One mistake is one message."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic
from tests.dsl.plants import plant, told, wrong

PLANTS = 200
CASES = sorted((Path(__file__).parents[1] / "cases").rglob("bad/*.rules"))


def test_a_mistake_is_told_once_and_where_it_was_made() -> None:
    silent, bad = 0, []
    for number in range(PLANTS):
        planted = plant(number)
        found = told(planted)
        silent += not found
        if wrong(planted, found):
            bad.append(number)
    # Of 5,000 about ten are told of three times or more, or where nobody would look: most are headers that are not there.
    assert len(bad) <= PLANTS // 100, f"python -m tests.dsl.plants --number {bad[0]}"
    # Some change nothing that counts, such as a word left out of a text.
    assert silent < PLANTS / 4


def told_of(text: str) -> list[Diagnostic]:
    """Return the diagnostics of a rulebook in memory."""
    return lint_all("x.rules", unsaved={"x.rules": text})


GAME = "game x:\n    players 2\nplace shelf\nto play:\n    game over, winners players\n"


def test_a_name_that_nobody_knows_is_told_once_with_all_its_places() -> None:
    found = told_of(GAME.replace("    game over", "    shuffle shlef\n    shuffle shlef\n    shuffle nowhere\n    game over"))

    assert [(one.span.line, str(one.message)) for one in found if one.span] == [
        (5, "nothing here is called `shlef`"), (7, "nothing here is called `nowhere`")]  # fmt: skip
    assert [(related.span.line, str(related.label)) for related in found[0].related] == [
        (3, "`shelf` is only here"), (6, "here, too")]  # fmt: skip


def test_two_mistakes_are_two() -> None:
    text = GAME.replace("    game over", "    shuffle shelf now\n    if 3 is 3\n        stop\n    let a be 3 +\n    game over")

    assert len(told_of(text)) == 3


def test_no_advice_beside_an_error() -> None:
    text = GAME.replace("place shelf", "place shelf\nplace attic")
    assert [one.name for one in told_of(text)] == ["unused-name", "unused-name"]

    assert [one.name for one in told_of(text.replace("over", "ovr"))] == ["unexpected-word"]


def test_whatever_is_wrong_is_gathered() -> None:
    found = [one for path in CASES for one in lint_all(str(path))]

    assert {"duplicate-name", "hidden-name", "indentation"} <= {one.name for one in found}
    assert all(one.span is not None for one in found)


def test_what_an_unread_line_may_have_said_is_not_missed() -> None:
    assert [one.name for one in told_of(GAME.replace("to play:", "to 7:"))] == ["unexpected-word"]
    assert "missing-play" in [one.name for one in told_of(GAME.replace("to play:", "to begin:"))]

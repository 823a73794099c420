"""Advice is given where the comments of a case say so, and nowhere else; good rulebooks get none."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl.library.library import check_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import one_line
from rulewright.dsl.messages.diagnostic_names import CATALOGUE

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "lint"
EXPECTATION = re.compile(r"# warning\[([a-z-]+)\]: ([^#\n]*)")
GOOD = [
    CASES / "quiet.rules",
    *sorted((ROOT / "rulebooks").rglob("*.rules")),
    *sorted((ROOT / "tests" / "games").glob("*.rules")),
    # A garden is there for the short examples of the page, each of which uses a little of it.
    *(path for path in sorted((ROOT / "docs" / "games").glob("*.rules")) if path.stem != "garden"),
]


@pytest.mark.parametrize("name", ["advice", "vain", "actors"])
def test_advice_is_given_where_it_is_needed(name: str) -> None:
    path = CASES / f"{name}.rules"
    expected: Counter[tuple[int, str, str]] = Counter()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for name, message in EXPECTATION.findall(line):
            expected[number, name, message.strip()] += 1
    found = Counter((one.span.line, one.name, str(one.message)) for one in lint_all(str(path)) if one.span is not None)

    def matching(wanted: tuple[int, str, str]) -> int:
        return sum(
            count
            for (line, name, message), count in found.items()
            if (line, name) == wanted[:2] and message.startswith(wanted[2])
        )

    assert [wanted for wanted, count in expected.items() if matching(wanted) != count] == []
    assert [one for one in found if not any(one[:2] == wanted[:2] and one[2].startswith(wanted[2]) for wanted in expected)] == []


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
@pytest.mark.sample(24)
def test_good_rulebooks_need_no_advice(path: Path) -> None:
    assert [one_line(diagnostic.rendered()) for diagnostic in lint_all(str(path))] == []


def test_advice_keeps_the_promises_of_messages() -> None:
    for diagnostic in lint_all(str(CASES / "advice.rules")):
        assert diagnostic.name in CATALOGUE
        assert diagnostic.severity == "warning"
        assert diagnostic.label
        assert diagnostic.help
        assert not str(diagnostic.message).endswith(".")


def test_no_advice_before_the_mistakes_are_mended(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text("game g:\n    players 2\ndefine idle: 3\nto play:\n    set idle to 3\n", encoding="utf-8")

    assert [one.name for one in lint_all(str(path))] == [one.name for one in check_all(str(path))] == ["cannot-set"]


def test_the_file_of_a_variant_is_told_of_itself_alone(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text(
        'game g "G" fr "J":\n    players 2\ndefine idle: 3\ndefine used-there: 4\nto play:\n    stop\n', encoding="utf-8"
    )
    path = tmp_path / "v.rules"
    path.write_text('variant v of "g.rules" "V":\n    define own: used-there\n', encoding="utf-8")

    assert [(one.name, one.span.line) for one in lint_all(str(path)) if one.span] == [("unused-name", 2)]
    assert [(one.name, one.span.line) for one in lint_all(str(tmp_path / "g.rules")) if one.span] == [
        ("nobody-wins", 1),
        ("unused-name", 3),
        ("unused-name", 4),
    ]


@pytest.mark.parametrize(("field", "advised"), [("favourite", False), ("hated", True)])
def test_setting_another_field_does_not_fill_the_one_that_is_compared(tmp_path: Path, field: str, advised: bool) -> None:
    path = tmp_path / "g.rules"
    path.write_text(
        f"""game g "G":
    players 2
values colour: red, blue
each player has:
    favourite "Favourite": colour
    hated "Hated": colour
    score "Points": number
to play:
    for each player in players:
        choose tint in colour
        set {field} of player to tint
        if favourite of player is favourite of left of player:
            add 1 to score of player
        set favourite of player to tint
        set hated of player to tint
    game over, winners players with most score of it
""",
        encoding="utf-8",
    )

    assert ("nothing-is-nothing" in [one.name for one in lint_all(str(path))]) is advised

"""Check that exchanging hidden things shows the leaks that lint finds, and shows none where lint finds nothing.

In tests/cases/leaks, each variant has one leak. After the variant's name is its kind, and `unseen` with the reason, if
exchanging things cannot show it. `after 12` says after how many choices it comes up.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.secrets.hidden_parts import HiddenParts
from rulewright.interpreter import load
from tests.interpreter.exchanging import noticed
from tests.interpreter.helpers import SMALL

ROOT = Path(__file__).parents[2]
LEAKS = sorted((ROOT / "tests" / "cases" / "leaks").glob("*.rules"))
PLANTED = re.compile(r"^variant ([\w-]+) of [\w-]+:  # ([^\n]*)$", re.MULTILINE)
MARKED = re.compile(r"# error\[([a-z-]+)\]")
AFTER = re.compile(r"\bafter (\d+)")
MOST_SEEDS = 12
STEPS = int(os.environ.get("RULEWRIGHT_EXCHANGES", "0"))
"""After how many choices hidden things are exchanged in all games, and all leaks are tried: 25 take two minutes."""
GAMES = [*bundled_games(), *map(str, SMALL), *map(str, sorted((ROOT / "docs" / "games").glob("*.rules")))]
FEW = ("hearts", "cribbage", "walk-the-plank", "la-planche", str(ROOT / "docs" / "games" / "false-keepers.rules"))


@pytest.mark.parametrize("path", LEAKS, ids=lambda path: path.stem)
def test_lint_finds_each_leak_at_its_line_and_no_other(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    planted = Counter((number, name) for number, line in lines for name in MARKED.findall(line))
    found = [one for one in lint_all(str(path)) if one.severity == "error"]

    assert Counter((one.span.line, one.name) for one in found if one.span) == planted
    for one in found:
        # The whole way: from where it is declared to be hidden.
        if one.name == "gives-away":
            assert re.search("seen|sees", str(one.related[0].label))
        assert one.help


def planted() -> list[tuple[Path, str, str]]:
    """Return all leaks: the file, the variant, and the remark."""
    return [(path, *found) for path in LEAKS for found in PLANTED.findall(path.read_text(encoding="utf-8"))]


def test_there_are_leaks_of_every_kind() -> None:
    kinds = Counter(word.split(",")[0] for _, _, word in planted())
    assert set(kinds) >= {
        "offered",
        "asked",
        "said",
        "question",
        "field",
        "own field",
        "moved",
        "shown",
        "rolls",
        "rolled",
        "own roll",
        "looked",
        "needs",
        "over",
        "table value",
    }
    assert len(planted()) == sum(len(MARKED.findall(path.read_text(encoding="utf-8"))) for path in LEAKS) >= 40


def tried() -> list[tuple[Path, str, str]]:
    """Return those that are tried out: one of each kind, if not all."""
    seen = [one for one in planted() if "unseen" not in one[2]]
    return seen if STEPS else list({word.split(",")[0]: (path, name, word) for path, name, word in seen}.values())


@pytest.mark.parametrize(("path", "name", "said"), tried(), ids=lambda part: getattr(part, "stem", part).split(",")[0])
@pytest.mark.sample(7)
def test_a_planted_leak_is_one(path: Path, name: str, said: str) -> None:
    game = load(f"{path}:{name}")
    after = AFTER.search(said)
    skipped = int(after[1]) if after is not None else 0
    assert any(True for seed in range(MOST_SEEDS) for _ in noticed(game, seed, 12, 3, skipped))


@pytest.mark.parametrize("reference", GAMES if STEPS else FEW, ids=lambda name: Path(name).stem)
def test_what_lint_lets_through_gives_nothing_away(reference: str) -> None:
    game = load(reference)
    if HiddenParts(game.checked).anything:
        assert list(noticed(game, len(reference), STEPS or 6)) == []

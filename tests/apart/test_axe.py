"""Each game's page as axe-core reads it, on a phone and a desktop, in light and dark; `make browsers` fetches axe-core."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.dsl.files.bundled import bundled_games
from tests.apart.browser import Page
from tests.apart.conftest import Start
from tests.apart.players import SIZES, Player, hosted, play

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BAD = ("serious", "critical")
CHOICES = 10

pytestmark = [pytest.mark.skipif(not AXE.exists(), reason="npm has not fetched axe-core"), pytest.mark.long]


def violations(page: Page) -> list[str]:
    """Return what axe-core finds: the rule, and the first of the elements."""
    found: list[dict[str, Any]] = json.loads(page.value("axe.run().then((report) => JSON.stringify(report.violations))"))
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in BAD]


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize("game", bundled_games())
def test_axe_finds_nothing_serious(start: Start, tmp_path: Path, game: str) -> None:
    table = hosted(game, tmp_path)
    try:
        pages = {
            (size, dark): start("chromium").page(table.links[0], *SIZES[size], dark=dark)
            for size in SIZES
            for dark in (False, True)
        }
        for page in pages.values():
            page.until("document.readyState === 'complete' && heard.length > 0")
            page.value(AXE.read_text(encoding="utf-8"))
        found = {("at first", *case): violations(page) for case, page in pages.items()}
        play([Player(pages["phone", False], Random(game))], CHOICES)
        found |= {("later", *case): violations(page) for case, page in pages.items()}
        assert {case: those for case, those in found.items() if those} == {}
        for page in pages.values():
            page.close()
    finally:
        table.end()

"""A telephone sleeps while the others play on; when it wakes, its page shows the table as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apart.browser import Browser
from tests.apart.helpers import Line, Table
from tests.cli.running import SIGNS

ASKED = "!document.getElementById('asked').hidden"
ROUND = "document.getElementById('tale').textContent.includes('shows')"
SOON = 10.0
"""Seconds that a busy machine may need for what takes one."""


@pytest.mark.parametrize("way", ["the page is frozen", "the line goes dead"])
def test_a_page_that_wakes_shows_what_has_happened(browser: Browser, tmp_path: Path, way: str) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", "--set", "rounds=3", "--port", "0", "--listen", "127.0.0.1", "--pace", "0")
    line = Line(table.port)
    try:
        ann, bo = browser.page(table.links[0], 390, 844), browser.page(line.link(table.links[1]), 390, 844)
        for page in (ann, bo):
            page.until(ASKED)
        bo.touch("#view [data-at].open")
        bo.until(f"!({ASKED})")
        if way == "the page is frozen":
            bo.sleep()
        else:
            line.cut()
        ann.touch("#view [data-at].open")
        ann.until(f"{ASKED} && {ROUND}")
        if way == "the page is frozen":
            bo.wake()
        else:
            # Nobody has told the page that its connection is dead, but that somebody looks at it again.
            bo.value("document.dispatchEvent(new Event('visibilitychange'))")
        bo.until(f"{ASKED} && {ROUND}", SOON)
        # It can be chosen there as before.
        bo.touch("#view [data-at].open")
        bo.until(f"!({ASKED})", SOON)
        # Chromium itself closes the connection of a frozen page, and says so.
        assert [one for one in bo.troubles() if "WebSocket" not in one] == []
    finally:
        line.close()
        table.end()

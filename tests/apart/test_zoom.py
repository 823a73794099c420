"""The page magnified to 320 pixels, with letters twice as large and the longest names: nothing is cut off or overlaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apart.browser import Browser
from tests.apart.helpers import Table

WIDE, RIGHT_TO_LEFT = "W" * 24, "שלום יעקב בן אברהם"
PANELS = ("", "told", "rules", "people")
WRONG = """(() => {
  const found = new Set(), texts = [], end = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > end) found.add("the page is wider than the screen");
  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = letters.nextNode();) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest("#view, #said, .unseen, option")) continue;
    if (getComputedStyle(parent).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      let { left, right, top, bottom } = whole;
      for (let one = parent; one !== document.body; one = one.parentElement) {
        if (getComputedStyle(one).overflowX === "visible") continue;
        const frame = one.getBoundingClientRect();
        if (left < frame.left - 1 || right > frame.right + 1) found.add(`cut off: ${node.data}`);
        // What is scrolled away may lie anywhere.
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      if (left < -1 || right > end + 1) found.add(`off the screen: ${node.data}`);
      const layer = parent.closest("header, #beside");
      if (bottom - top > 1 && right - left > 1) texts.push({ node, layer, left, right, top, bottom });
    }
  }
  texts.forEach((one, place) => texts.slice(place + 1).forEach((other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.node === other.node || one.layer !== other.layer) return;
    if (across > 1 && down > 4) found.add(`${one.node.data} over ${other.node.data}`);
  }));
  for (const one of document.querySelectorAll("button, select, summary")) {
    if (one.checkVisibility() && one.scrollWidth > one.clientWidth + 2) found.add(`too narrow: ${one.textContent}`);
  }
  return [...found];
})()"""
"""Return the texts that are cut off, off the screen or one over another, as their boxes say."""


@pytest.mark.parametrize("letters", [16, 32])
@pytest.mark.sample(1)
def test_nothing_is_cut_off_when_it_is_magnified(browser: Browser, tmp_path: Path, letters: int) -> None:
    here = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0", "--seed", "4")
    table = Table(tmp_path, "hearts", "--seat", "human,human,random,random", "--name", WIDE, "--name", RIGHT_TO_LEFT, *here)
    try:
        page, other = (browser.page(link, 320, 640) for link in table.links[:2])
        page.ask("Page.setFontSizes", fontSizes={"standard": letters})
        for one in (page, other):
            one.until("!document.getElementById('asked').hidden")
        other.value("document.querySelector('[data-panel=people]').click()")
        other.value("document.getElementById('line').focus()")
        # A line of 500 letters is cut when it is typed.
        other.ask("Input.insertText", text="x" * 500)
        other.press("Enter")
        page.until("document.getElementById('chat').textContent.length > 200")
        # The notice of it covers little of the table.
        assert page.value("document.getElementById('said').clientHeight") < 7 * letters
        for panel in PANELS:
            page.value(f"document.querySelector('#bar [data-panel=\"{panel}\"], #bar [aria-expanded=true]')?.click()")
            assert page.value(WRONG) == [], panel
        assert page.troubles() == []
    finally:
        table.end()

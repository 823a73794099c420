"""Whole games as a screen reader finds the page: all that others see is said, in order, once."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.apart.browser import Page
from tests.apart.conftest import Start
from tests.apart.players import SIZES, Player, hosted

MOST = 300
GAMES = [
    pytest.param("la-planche", 12, id="la-planche"),
    pytest.param("hearts", MOST, marks=pytest.mark.long, id="hearts"),
    pytest.param("chess", MOST, marks=pytest.mark.long, id="chess"),
]
LISTEN = """(() => {
  window.told = [];
  const keep = ({ addedNodes }) => told.push(...[...addedNodes].map((one) => one.textContent));
  new MutationObserver((all) => all.forEach(keep)).observe(document.getElementById("news"), { childList: true });
  return true;
})()"""
"""Keep all that is put where a screen reader reads it out by itself."""
LOG = "[...document.getElementById('tale').children].map((one) => one.textContent)"
NAMED = ("button", "image", "region", "heading", "textbox", "combobox")


def heard(page: Page) -> dict[str, Any]:
    """Return the last state that the page has received."""
    text = page.value("heard.findLast((one) => JSON.parse(one).type === 'table')")
    state: dict[str, Any] = json.loads(text)
    return state


def words(lines: list[str]) -> list[str]:
    """Return the words of some lines; each sentence about the reader may begin with *you*."""
    return [word for word in re.findall(r"\w+", " ".join(lines).casefold()) if word != "you"]


def check(page: Page) -> None:
    """Compare what is found on the page with what its seat has been told."""
    state, spoken = heard(page), page.spoken()
    names = [name for _, name in spoken]
    asked = state["asked"]
    assert names.count(asked["prompt"]) <= 3, "the question is a heading, its text, and the name of its options"
    assert [name for role, name in spoken if role == "heading"].count(asked["prompt"]) == 1
    assert all(name for role, name in spoken if role in NAMED), spoken
    # Nothing says in its name what it has said already.
    for role, name in spoken:
        parts = name.split(", ")
        assert role not in ("button", "image", "group") or not any(one == other for one, other in pairwise(parts)), name
    own = state["view"]["players"][state["seat"]]
    for place in own["places"]:
        for thing in place["things"] or ():
            count = sum(role in ("button", "image") and name.partition(", ")[0] == thing[0] for role, name in spoken)
            assert count, f"{thing[0]} in {place} is not named"


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize(("game", "choices"), GAMES)
def test_a_screen_reader_says_all_that_happens_once(start: Start, tmp_path: Path, game: str, choices: int) -> None:
    table = hosted(game, tmp_path)
    try:
        player = Player(start("chromium").page(table.links[0], *SIZES["desktop"]), Random(game), by_keyboard=True)
        page = player.page
        page.until("heard.length > 0")
        page.value(LISTEN)
        before = len(words(heard(page)["tale"]))
        while player.choices < choices:
            player.look()
            if player.is_over:
                break
            if player.is_asked:
                check(page)
                player.choose()
        # An act that grows is told bit by bit. The log before one's last choice is fetched when there is another.
        said = words(page.value("told"))
        end = words([page.value("document.getElementById('state').textContent")]) if player.is_over else []
        page.until(f"{LOG}.join(' ').match(/\\w+/g).length >= {before + len(said) - len(end)}")
        assert said == words(page.value(LOG))[before:] + end
        assert player.choices > 5
        assert player.troubles() == {}
        page.close()
    finally:
        table.end()

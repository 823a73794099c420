"""Whole games on the page in real browsers: by clicks on the table, by keyboard, and in two browsers at once.

`make test` plays one of them; `make browsers` plays them all.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.apart import browser as browsers
from tests.apart.browser import Browser
from tests.apart.conftest import Start
from tests.apart.players import SIZES, Player, hosted, play

GAMES = (
    "walk-the-plank", "la-planche", "rette-sich-wer-kann", "battle-of-thieves", "chess", "go", "hearts", "contract-bridge",
    "texas-hold-em", "cribbage", "backgammon",
)  # fmt: skip
MOST = 60
"""After so many choices a game has shown enough."""
SAMPLE = ("la-planche", "chromium", "phone", "clicks")
CASES = [
    pytest.param(*case, marks=() if case == SAMPLE else pytest.mark.long)
    for case in product(GAMES, browsers.NAMES, SIZES, ("clicks", "keys"))
]


def played(game: str, folder: Path, pages: list[tuple[Browser, str]], way: str) -> None:
    """Play a game on pages, each with its size, against players that choose at random."""
    table = hosted(game, folder, len(pages))
    try:
        players = [
            Player(browser.page(table.links[place], *SIZES[size]), Random(f"{game} {place}"), by_keyboard=way == "keys")
            for place, (browser, size) in enumerate(pages)
        ]
        for player in players:
            player.page.until("heard.length > 0")
        play(players, MOST)
        for player in players:
            assert player.choices > 3
            assert player.troubles() == {}
            player.page.close()
    finally:
        table.end()


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize(("game", "name", "size", "way"), CASES)
def test_a_whole_game_on_the_table(start: Start, tmp_path: Path, game: str, name: str, size: str, way: str) -> None:
    played(game, tmp_path, [(start(name), size)], way)


@pytest.mark.long
@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_two_browsers(start: Start, tmp_path: Path, game: str) -> None:
    played(game, tmp_path, [(start("chromium"), "phone"), (start("firefox"), "desktop")], "clicks")

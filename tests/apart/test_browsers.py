"""Whole games on the page in real browsers: by clicks on the table, by keyboard, and in two browsers at once.

`make test` plays one of them; `make browsers` plays them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.apart import browser as browsers
from tests.apart.browser import Browser
from tests.apart.helpers import Table
from tests.apart.players import Player, play

GAMES = {
    "walk-the-plank": 3, "la-planche": 2, "rette-sich-wer-kann": 3, "battle-of-thieves": 2, "chess": 2, "go": 2, "hearts": 4,
    "contract-bridge": 4, "texas-hold-em": 3, "cribbage": 2, "backgammon": 2,
}  # fmt: skip
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
MOST = 60
"""After so many choices a game has shown enough."""
SAMPLE = ("la-planche", "chromium", "phone", "clicks")
CASES = [
    pytest.param(*case, marks=() if case == SAMPLE else pytest.mark.long)
    for case in product(GAMES, browsers.NAMES, SIZES, ("clicks", "keys"))
]

Start = Callable[[str], Browser]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start a browser by its name, once, if it is there."""
    open_ones: dict[str, Browser] = {}

    def start(name: str) -> Browser:
        if browsers.found(name) is None:
            pytest.skip(f"there is no {name} here")
        if name not in open_ones:
            open_ones[name] = browsers.started(name, tmp_path_factory.mktemp(name))
        return open_ones[name]

    yield start
    for browser in open_ones.values():
        browser.close()


def played(game: str, folder: Path, pages: list[tuple[Browser, str]], way: str) -> None:
    """Play a game on pages, each with its size, against players that choose at random."""
    kinds = ["human"] * len(pages) + ["random"] * (GAMES[game] - len(pages))
    seats = [word for kind in kinds for word in ("--seat", kind)]
    table = Table(folder, game, *seats, "--seed", "4", "--port", "0", "--listen", "127.0.0.1", "--pace", "0")
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


@pytest.mark.parametrize(("game", "name", "size", "way"), CASES)
def test_a_whole_game_on_the_table(start: Start, tmp_path: Path, game: str, name: str, size: str, way: str) -> None:
    played(game, tmp_path, [(start(name), size)], way)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_two_browsers(start: Start, tmp_path: Path, game: str) -> None:
    played(game, tmp_path, [(start("chromium"), "phone"), (start("firefox"), "desktop")], "clicks")

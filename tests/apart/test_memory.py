"""Search a page's whole memory for what its seat must not know: all strings, the page itself, and every message it received."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from rulewright.cli.remote import wire_format
from rulewright.interpreter import Match
from tests.apart.browser import Page
from tests.apart.conftest import Start
from tests.apart.players import Player, hosted, play
from tests.apart.test_whole_games import positions_of

ASKED = "!document.getElementById('asked').hidden"
TOLD = "JSON.parse(heard.findLast((one) => JSON.parse(one).type === 'table'))"
# So many choices, and so many hidden things at least: the first deal is not over by then. Where all see everything while the
# game is set up, so many choices of all do not count.
GAMES = [("hearts", 4, 20, 0), ("texas-hold-em", 2, 40, 0), ("battle-of-thieves", 12, 20, 8)]


def names_of(match: Match) -> dict[str, set[str]]:
    """Return all names of things, each with the keys by which a program calls them."""
    found: dict[str, set[str]] = {}
    nowhere = [-1] * len(match.program.world.things)
    for thing in range(len(nowhere)):
        found.setdefault(match.words.thing(thing), set()).add(match.words.thing_key(thing, nowhere, {}))
    return found


def among(names: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Return the names that occur in any of some texts, as whole words."""
    whole = "\n".join(texts)
    return {name for name in names if name in whole and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", whole)}


def known_to(seat: int, positions: list[Match], names: Iterable[str]) -> set[str]:
    """Return the names that were ever told to everybody or on the seat's own side, or that an onlooker sees now."""
    now = positions[-1]
    seen = [now.view(None), *(match.view(seat).players[seat] for match in positions)]
    return among(names, [*(act.text for act in now.tale(None)), *(json.dumps(wire_format.encoded(one)) for one in seen)])


def memory(page: Page) -> list[str]:
    """Return everything that a page holds."""
    return [*page.memory(), *page.value("[document.documentElement.outerHTML, ...heard]")]


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize(("game", "choices", "least", "setup"), GAMES)
@pytest.mark.long
def test_no_page_holds_what_its_seat_must_not_know(
    start: Start, tmp_path: Path, game: str, choices: int, least: int, setup: int
) -> None:
    table = hosted(game, tmp_path)
    try:
        page = start("chromium").page(table.links[0])
        page.until("heard.length > 0")
        play([Player(page, Random(game))], choices)
        page.close()
        # Somebody who comes now has not seen how the game was set up.
        page = start("chromium").page(table.links[0])
        page.until(ASKED)
        held = memory(page)
        positions = positions_of(game, tmp_path / f"{game}.save")
    finally:
        table.end()
    names = names_of(positions[-1])
    known = known_to(0, positions[setup:], names)
    assert among(known, held), "nothing is found that has to be there"
    hidden = {key for name in names.keys() - known for key in (name, *names[name])}
    assert len(hidden) >= 2 * least, sorted(hidden)
    assert among(hidden, held) == set()


def before_the_vote(start: Start, folder: Path, choice: int) -> set[str]:
    """Return all that the first page says of any boat, as soon as the second player has voted for one of them, in secret."""
    table = hosted("rette-sich-wer-kann", folder, 3)
    try:
        players = [Player(start("chromium").page(table.links[seat]), Random(f"vote {seat}")) for seat in range(3)]
        first, second, _ = pages = [player.page for player in players]
        votes = f"{TOLD}.asked?.prompt === 'Your vote?'"
        for page in pages:
            page.until("heard.length > 0")
        while not all(page.value(votes) for page in pages):
            for player in players:
                player.look()
                if player.is_asked and not player.page.value(votes):
                    player.choose()
        boats = first.value(f"{TOLD}.asked.options.map((one) => one.label)")
        second.value(f"document.querySelectorAll('#options button')[{choice}].click()")
        first.until(f"!{TOLD}.waiting.includes(1)")
        held = {text for text in memory(first) if any(boat in text for boat in boats)}
        for page in pages:
            page.close()
        return held
    finally:
        table.end()


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.long
def test_no_page_holds_the_vote_of_another(start: Start, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    one, two = (before_the_vote(start, folder, choice) for choice, folder in enumerate(folders))
    assert one == two

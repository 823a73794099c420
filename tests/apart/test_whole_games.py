"""Whole games of people apart: real processes, real sockets, and every message compared with what its seat may see."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.cli.remote import simultaneous, wire_format
from rulewright.cli.table.card_texts import texts_of_cards
from rulewright.cli.table.table import introduction_of
from rulewright.interpreter import Match, load
from rulewright.interpreter.match.choice_log import LoggedChoice
from tests.apart.helpers import Person, Table, all_play, run

GAMES = [("walk-the-plank", 5, "fr"), ("la-planche", 4, "fr"), ("battle-of-thieves", 2, "en"), ("rette-sich-wer-kann", 6, "en")]
SAID = {
    "version", "type", "game", "variants", "language", "languages", "seat", "players", "waiting", "view", "scene", "tale",
    "asked", "stuck", "undo", "wish", "result", "introduction", "has_chosen", "again",
}  # fmt: skip


def positions_of(name: str, path: Path) -> list[Match]:
    """Return all positions of a game, as its file has them."""
    found: list[Match] = []

    def look(match: Match, _one: LoggedChoice) -> None:
        found.append(match.copy())

    found.append(load(name).resume(path.read_text(encoding="utf-8"), "en", look))
    return found


def check_messages(name: str, seat: int | None, texts: list[str], positions: list[Match], language: str) -> None:
    """Each message shows its seat a position in its seat's own view, never an earlier one than the last; and no more."""
    place = 0
    told = [match.copy() for match in positions]
    for match in told:
        match.words = match.program.words(language)
    views: dict[int, Any] = {}
    starts: list[int] = [0]
    for text in texts:
        data: dict[str, Any] = json.loads(text)
        assert set(data) == SAID
        assert data["introduction"] == introduction_of(positions[0].game, language)
        assert data["seat"] == seat
        while not shows(data, told[place], seat, views, starts):
            place += 1
            if asked_at(told[place - 1]) == seat and told[place - 1].happened != starts[-1]:
                starts.append(told[place - 1].happened)
            views.clear()
            assert place < len(told), f"{name}: seat {seat} was shown what it never saw: {text}"
        if data["result"] is None:
            assert "seed" not in data
        else:
            assert data["result"]["seed"] == positions[0].seed


def asked_at(match: Match) -> int | None:
    """Return who has to choose at a position; forced choices that all know of are made at once."""
    decision = match.decision
    return None if decision is None or (match.forced and not decision.private) else decision.seat


def shows(data: dict[str, Any], match: Match, seat: int | None, views: dict[int, Any], starts: list[int]) -> bool:
    """Return whether a message is of this position; its view is made just once.

    The tale begins at one of the seat's last choices.

    A player who chooses ahead of others is told the rest before the match has got that far.
    """
    if not views:
        views[0] = wire_format.encoded(match.view(seat))
    if (data["result"] is None) == match.over or data["view"] != views[0]:
        return False
    since = (match.happened, *reversed(starts[-3:]))
    acts = [match.tale(None)[-12:]] if seat is None else (match.tale(seat, start) for start in since)
    if not any(data["tale"] == [act.text for act in one] for one in acts):
        return False
    if data["asked"] is None or seat is None:
        return True
    own = simultaneous.choosers(match, {}).get(seat)
    if own is None or own.decision is None:
        return False
    leads = own.decision.leads_to(60) if any(one["leads"] for one in data["asked"]["options"]) else {}
    texts = texts_of_cards(own, own.words.language)
    asked = wire_format.encoded(wire_format.QuestionRecord.from_decision(own.decision, data["asked"]["number"], texts, leads))
    # Somebody who picks several ahead of the others has come further than the match.
    return bool(data["asked"] == asked or data["asked"]["picked"] > 0)


@pytest.mark.parametrize(("name", "players", "language"), GAMES)
@pytest.mark.sample(1)
def test_everybody_apart_plays_to_the_end(name: str, players: int, language: str, tmp_path: Path) -> None:
    seed = ("--seed", "712345")
    table = Table(tmp_path, name, "--players", str(players), *seed, "--port", "0", "--save", "game.save", "--listen", "127.0.0.1")
    try:
        links = table.links
        assert len(links) == players + 1, table.shown
        people = [Person(link, Random(f"{name} {place}"), language) for place, link in enumerate(links)]
        run(all_play(people))
    finally:
        told = table.end()
    assert "The table is closed" in told
    positions = positions_of(name, tmp_path / "game.save")
    assert positions[-1].over
    for place, one in enumerate(people):
        seat = None if place == players else place
        assert one.texts
        # All that is sent beside the states is how many look on.
        assert all(json.loads(text).keys() == {"version", "type", "watching"} for text in one.beside)
        assert all("712345" not in text for text in one.texts[:-1]), "the seed is told before the end"
        check_messages(name, seat, one.texts, positions, language)

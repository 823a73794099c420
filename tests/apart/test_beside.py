"""Test activities beside the game: thinking players of the program, long rules, and questions of guests."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from rulewright.cli.remote.addresses import Addresses
from rulewright.cli.remote.guest_questions import answer
from rulewright.cli.remote.server import TableServer
from rulewright.cli.remote.table_state import TableState
from tests.apart.helpers import Table, joined, message, received, run, until
from tests.apart.test_table import hosted_in_memory
from tests.cli.running import SIGNS
from tests.cli.test_undo import STONES

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")
LONG = """game slow "Slow" fr "Lent":
    players 2

cards leaves "Leaf" fr "Feuille": 100, in deck
place deck "Deck" fr "Pioche": pile, seen by nobody
each player has:
    score "Points" fr "Points": number

to play:
    players take turns until score of seat 1 is 2:
        choose go in 1 to 2 asking "Go?" fr "Va ?"
        for each n in 1 to 20000:
            shuffle deck
        add 1 to score of player
    game over, winners players
"""


async def told(socket: ClientConnection, what: str, name: str = "") -> list[str]:
    """Return the table's answer to a question."""
    await socket.send(message("ask", what=what, name=name))
    found = await received(socket, "told")
    assert (found["what"], found["name"]) == (what, name)
    lines: list[str] = found["lines"]
    return lines


def test_players_of_the_program_who_choose_together_do_not_wait_for_their_turn(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", "--seat", "human,easy,search:50", *HERE)

    async def play() -> None:
        # The engine asks seat 1 first, and seat 1 has not answered.
        one = await joined(table.links[0])
        await until(one, lambda data: data["waiting"] == [0])
        await one.send(message("choose", number=0, choice="low"))
        state = await until(one, lambda data: data["waiting"] == [0] and data["asked"]["number"] == 1)
        assert sum("shows" in line for line in state["tale"]) == 3

    try:
        run(play())
    finally:
        table.end()


@pytest.mark.long
def test_a_long_rule_holds_up_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "long.rules").write_text(LONG, encoding="utf-8")
    table = Table(tmp_path, "long.rules", *HERE)

    async def play() -> None:
        one, two = await joined(table.links[0]), await joined(table.links[1])
        await until(two, lambda data: all(player["here"] for player in data["players"]))
        await one.send(message("choose", number=0, choice="1"))
        await asyncio.sleep(0.1)
        # All this comes while the rule is carried out.
        await two.send(message("language", language="fr"))
        state = await until(two, lambda data: data["language"] == "fr")
        assert state["waiting"] == [0]
        late = await received(await joined(table.links[2]))
        assert late["waiting"] == [0]
        await two.send(message("choose", number=0, choice="1"))
        assert (await received(two, "refused"))["reason"] == "not-asked"
        await until(two, lambda data: data["waiting"] == [1])

    try:
        run(play())
    finally:
        table.end()


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a table at which all is asked, and little chosen."""
    folder = tmp_path_factory.mktemp("stones")
    ace = 'card ace of letters "Ace" fr "As":\n    copies 6\n    text "It opens." fr "Il ouvre."\n'
    text = STONES.replace("place heap", f"{ace}place heap")
    text = text.replace('cards letters "Letter": 6, in deck', 'cards letters "Letter": 1, in deck')
    text = text.replace('hear "Hear what lies on top":', 'hear "Hear what lies on top" if any letters in hand of player:')
    (folder / "stones.rules").write_text(text, encoding="utf-8")
    table = Table(folder, "stones.rules", *HERE)
    yield table
    table.end()


def test_what_is_asked_is_answered_to_who_has_asked(stones: Table) -> None:
    async def play() -> None:
        one, two = await joined(stones.links[0]), await joined(stones.links[1], language="fr")
        onlooker = await joined(stones.links[2])
        await until(onlooker, lambda data: all(player["here"] for player in data["players"]))
        assert await told(one, "read", "ace") == ["Ace", "  It opens.", "  6 copies"]
        assert await told(two, "read", "As") == ["As", "  Il ouvre.", "  6 exemplaires"]
        assert await told(onlooker, "read", "ace") == ["Ace", "  It opens.", "  6 copies"]
        assert (await told(two, "rules", "pebbles")) == ["  Pebble : 9"]
        assert "Le matériel" not in await told(two, "rules", "")
        why = await told(one, "why", "Hear")
        assert why == ["Hear what lies on top: only if there are any Letter in your Hand."]
        hint = await told(one, "hint")
        assert len(hint) == 1
        assert "from here" in hint[0] or "nothing else" in hint[0]
        # A player who is not asked has nothing to ask that about.
        for what in ("why", "hint"):
            await two.send(message("ask", what=what, name="Roll"))
            assert (await received(two, "refused"))["reason"] == "not-asked"
            await onlooker.send(message("ask", what=what, name="Roll"))
            assert (await received(onlooker, "refused"))["reason"] == "onlookers-choose"
        await one.send(message("ask", what="secrets", name=""))
        assert (await received(one, "refused"))["reason"] == "bad-message"
        await one.send(message("ask", what="hint", name=""))
        await one.send(message("ask", what="rules", name="pebbles"))
        assert (await received(one, "refused"))["reason"] == "one-at-a-time"
        await received(one, "told")
        # Nobody else was told anything of it.
        await two.send(message("name", name="Bo"))
        state = await received(onlooker)
        assert state["players"][1]["name"] == "Bo"
        assert "told" not in json.dumps(state["tale"])

    run(play())


def test_an_error_in_one_question_keeps_no_guest_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def fails_once(now: TableState, seat: int, what: str, name: str, speaking: Any, language: str) -> list[str]:
        asked.append(name)
        if len(asked) == 1:
            raise ZeroDivisionError("in one question")
        return answer(now, seat, what, name, speaking, language)

    monkeypatch.setattr("rulewright.cli.remote.server.answer", fails_once)
    hosted = hosted_in_memory(STONES, tmp_path, "stones")
    server = TableServer(hosted, Addresses.from_options(("127.0.0.1",), None), "en", lambda *_: None)

    async def play() -> None:
        await server.open(0)
        one = await joined(f"http://127.0.0.1:{server.port}/#{hosted.beside.links.token_of(0)}")
        await one.send(message("ask", what="why", name="Hear"))
        assert (await received(one, "refused"))["reason"] == "no-answer"
        # The host can report it, and the guest can ask and choose on.
        assert [(problem.name, str(problem.message)) for problem in hosted.problems] == [
            ("internal-error", "ZeroDivisionError: in one question")
        ]
        assert await told(one, "why", "Hear")
        await server.close()

    run(play())


@pytest.mark.long
def test_an_advice_hangs_on_nothing_that_others_have_chosen(tmp_path: Path) -> None:
    """Before somebody's turn has come in the rules, and after; whatever was chosen meanwhile."""
    found = []
    for sign in (None, "low", "high"):
        folder = tmp_path / str(sign)
        folder.mkdir()
        (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
        table = Table(folder, "signs.rules", "--set", "rounds=1", "--seed", "4", *HERE)

        async def play(table: Table = table, sign: str | None = sign) -> None:
            one, two = await joined(table.links[0]), await joined(table.links[1])
            await until(two, lambda data: data["asked"] is not None)
            if sign is not None:
                await one.send(message("choose", number=0, choice=sign))
                await until(two, lambda data: data["waiting"] == [1])
            found.append(await told(two, "hint"))

        try:
            run(play())
        finally:
            table.end()
    assert found[0][0].startswith("High. ")
    assert found[1] == found[2]

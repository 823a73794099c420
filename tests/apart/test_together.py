"""One link for all: people take free seats, talk, look on, and play again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from rulewright.cli.remote import hosted_match, table_file
from rulewright.cli.remote import server as remote_server
from rulewright.cli.remote.addresses import Addresses
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.links import ONLOOKERS, new_token
from rulewright.cli.remote.server import Guest, TableServer
from rulewright.interpreter import load
from tests.apart.helpers import Table, joined, message, received, run, until
from tests.apart.test_table import hosted_in_memory
from tests.cli.running import SIGNS

MOST_KEPT = 50


def link_of(server: TableServer, seat: int = ONLOOKERS) -> str:
    """Return the link for all, or that of a seat."""
    return f"http://127.0.0.1:{server.port}/#{server.hosted.beside.links.token_of(seat)}"


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that plays at a table in this process; a game of SIGNS has one round."""
    monkeypatch.setenv("RULEWRIGHT_SAVES", str(tmp_path))
    monkeypatch.setattr(remote_server, "_COUNTING", 0.1)

    def play(playing: Callable[[TableServer], Coroutine[Any, Any, None]], name: str = "signs") -> None:
        hosted = hosted_in_memory(SIGNS.replace("= 2 in 1 to 9", "= 1 in 1 to 9"), tmp_path, name)
        server = TableServer(hosted, Addresses.from_options(("127.0.0.1",), None), "en", lambda *_: None, pace=0)

        async def whole() -> None:
            await server.open(0)
            try:
                await playing(server)
            finally:
                await server.close()
                hosted.close()

        run(whole())

    return play


async def sits(socket: ClientConnection, seat: int, name: str = "") -> str:
    """Sit down; return the secret that brings one back."""
    secret = new_token()
    await socket.send(message("sit", seat=seat, name=name, secret=secret))
    return secret


async def reason(socket: ClientConnection) -> str:
    """Return why the table refuses what was asked last."""
    return str((await received(socket, "refused", 10))["reason"])


def free(state: dict[str, Any]) -> list[bool]:
    return [one["free"] for one in state["players"]]


def test_all_open_one_link_and_take_different_seats(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo, cleo = [await joined(link_of(server)) for _ in range(3)]
        state = await received(ann)
        assert (state["seat"], free(state), state["asked"]) == (None, [True, True], None)
        secret = await sits(ann, 1, "Ann")
        state = await until(ann, lambda data: data["seat"] == 1)
        assert (state["players"][1]["name"], free(state), state["asked"] is not None) == ("Ann", [True, False], True)
        assert free(await until(bo, lambda data: data["players"][1]["here"])) == [True, False]
        await sits(bo, 1)
        assert await reason(bo) == "seat-taken"
        # Two people tap at the same moment.
        await asyncio.gather(sits(bo, 0, "Bo"), sits(cleo, 0, "Cleo"))
        got = await until(ann, lambda data: not data["players"][0]["free"])
        loser = cleo if got["players"][0]["name"] == "Bo" else bo
        assert await reason(loser) == "seat-taken"
        # A phone that was asleep comes back to its seat; the link for all still only shows the table.
        await ann.close()
        back = await joined(f"http://127.0.0.1:{server.port}/#{secret}")
        assert (await received(back))["seat"] == 1
        assert (await received(await joined(link_of(server))))["seat"] is None

    at_table(playing)


def test_nobody_sits_down_with_a_name_or_secret_that_cannot_be(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo = await joined(link_of(server)), await joined(link_of(server))
        secret = await sits(ann, 0, "Ann")
        await until(ann, lambda data: data["seat"] == 0)
        tokens = [server.hosted.beside.links.token_of(seat) for seat in (1, ONLOOKERS)]
        for seat, wrong in (
            (1, ""),
            (1, "short"),
            (1, "x" * 23),
            (1, "é" * 22),
            (2, new_token()),
            *((1, one) for one in tokens[1:]),
        ):
            await bo.send(message("sit", seat=seat, name="Bo", secret=wrong))
            assert await reason(bo) == "bad-message", wrong
        # With the secret of another seat one does not get that seat by the way.
        await bo.send(message("sit", seat=1, name="Bo", secret=secret))
        assert await reason(bo) == "bad-message"
        await sits(bo, 1, "ann")
        assert await reason(bo) == "bad-name"
        await sits(ann, 1)
        assert await reason(ann) == "bad-message"
        # If the answer was lost with the connection, it does no harm to ask again.
        again = await joined(link_of(server))
        await again.send(message("sit", seat=0, name="Ann", secret=secret))
        assert (await until(again, lambda data: data["seat"] is not None))["seat"] == 0
        assert server.hosted.is_free(1)

    at_table(playing)


def test_a_seat_that_the_host_frees_is_anybodys(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo = await joined(link_of(server)), await joined(link_of(server))
        secret = await sits(ann, 0, "Ann")
        await until(bo, lambda data: data["players"][0]["here"])
        await server.free(0)
        assert await reason(ann) == "seat-freed"
        await ann.wait_closed()
        assert ann.close_code == 4003
        old = await joined(f"http://127.0.0.1:{server.port}/#{secret}")
        assert await reason(old) == "no-link"
        state = await until(bo, lambda data: data["players"][0]["free"])
        assert state["players"][0]["name"] == "Player 1"
        await sits(bo, 0, "Bo")
        assert (await until(bo, lambda data: data["seat"] == 0))["players"][0]["name"] == "Bo"

    at_table(playing)


def test_seats_stay_taken_when_the_table_is_killed(at_table: Callable[..., None], tmp_path: Path) -> None:
    secrets = []

    async def playing(server: TableServer) -> None:
        ann = await joined(link_of(server))
        secrets.append(await sits(ann, 1, "Ann"))
        await until(ann, lambda data: data["seat"] == 1)

    at_table(playing)
    path = tmp_path / "signs.save"
    data = path.read_bytes()
    again = hosted_match.gone_on_with(load(str(tmp_path / "signs.rules")), path, data.decode(), data, "en")
    assert [again.is_free(seat) for seat in range(2)] == [True, False]
    assert again.beside.links.whose(secrets[0]) == 1
    again.close()


def test_what_was_said_outlives_the_table_privately(at_table: Callable[..., None], tmp_path: Path) -> None:
    async def playing(server: TableServer) -> None:
        ann, mia = await joined(link_of(server, 0), name="Ann"), await joined(link_of(server))
        await mia.send(message("name", name="Mia"))
        for socket, text in ((ann, "Good luck!"), (mia, "<b>Hello</b>")):
            await socket.send(message("say", text=text))
            await received(ann, "chat")
        server.say(None, "Dinner is ready.")

    at_table(playing)
    path = tmp_path / "signs.save"
    data = path.read_bytes()
    assert b"Good luck" not in data
    assert table_file.path_beside(path).stat().st_mode & 0o077 == 0
    again = hosted_match.gone_on_with(load(str(tmp_path / "signs.rules")), path, data.decode(), data, "en")
    said = [(line.role, line.name, line.text) for line in again.beside.chat.since(0)]
    assert said == [("player", "Ann", "Good luck!"), ("onlooker", "Mia", "<b>Hello</b>"), ("host", "", "Dinner is ready.")]
    again.close()


def test_nobody_speaks_in_the_name_of_another(at_table: Callable[..., None]) -> None:
    """A name may not look like another player's, in any language of the table, nor like the host's or an onlooker's."""

    async def playing(server: TableServer) -> None:
        ann, bo = await joined(link_of(server, 0), name="Ann"), await joined(link_of(server, 1))
        for name in ("ann", "A\u00adnn", "Ann\u3164", "\uff21nn", "Joueur 1", "Host", "gastgeber", "Onlooker", "Zuschauer Mia"):
            await bo.send(message("name", name=name))
            if name != "Joueur 1":
                assert await reason(bo) == "bad-name", name
        # The first player is called Ann now, so this name is free; and then it is taken.
        await until(ann, lambda data: data["players"][1]["name"] == "Joueur 1")
        heard: list[dict[str, Any]] = []
        for name in ("Ann", "Mia", "mia", "Joueur 1", "", "!", "x" * 25):
            onlooker = await joined(link_of(server))
            await onlooker.send(message("name", name=name))
            if heard[3:]:
                assert await reason(onlooker) == "bad-name", name
                continue
            await onlooker.send(message("say", text="Hello"))
            heard += (await received(ann, "chat"))["lines"]
        assert [(line["role"], line["name"]) for line in heard] == [
            ("onlooker", name) for name in ("Ann 2", "Mia", "mia 2", "Joueur 1 2")
        ]

    at_table(playing)


def test_all_hear_what_is_said_and_late_comers_the_last_of_it(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo = await joined(link_of(server, 0), name="Ann"), await joined(link_of(server))
        await ann.send(message("say", text=" Hello,\n <b>all</b> \u202e"))
        heard = [await received(socket, "chat") for socket in (ann, bo)]
        assert heard[0]["lines"] == heard[1]["lines"]
        line = heard[0]["lines"][0]
        assert (line["role"], line["name"], line["text"]) == ("player", "Ann", "Hello, <b>all</b> \\u202e")
        await bo.send(message("say", text="Good luck!"))
        assert (await received(ann, "chat"))["lines"] == [{"role": "onlooker", "name": "", "text": "Good luck!"}]
        for text in ("", "   ", "x" * 201):
            await bo.send(message("say", text=text))
            assert await reason(bo) == "some-words"
        for number in range(MOST_KEPT):
            server.say(None, f"{number}")
        late = await received(await joined(link_of(server)), "chat")
        assert [one["text"] for one in late["lines"]] == [f"{number}" for number in range(MOST_KEPT)]
        assert (late["all"], late["lines"][0]["role"]) == (True, "host")
        assert "Hello" not in server.hosted.match.save()
        assert "Hello" not in json.dumps(server.hosted.state(0, "en", set()))

    at_table(playing)


def test_somebody_who_says_too_much_is_told_to_wait_and_others_are_not(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo = await joined(link_of(server, 0)), await joined(link_of(server, 1))
        for number in range(8):
            await ann.send(message("say", text=f"{number}"))
        assert await reason(ann) == "too-fast"
        await bo.send(message("say", text="Calm down."))
        while (await received(bo, "chat"))["lines"][-1]["text"] != "Calm down.":
            pass
        assert server.chat.count < 8

    at_table(playing)


def test_all_hear_how_many_look_on(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann = await joined(link_of(server, 0))
        assert (await received(ann, "around"))["watching"] == 0
        crowd = [await joined(link_of(server)) for _ in range(3)]
        assert (await received(ann, "around"))["watching"] == 3
        await crowd[0].close()
        assert (await received(crowd[1], "around"))["watching"] <= 3
        assert (await received(ann, "around"))["watching"] == 2

    at_table(playing)


def test_the_time_of_looking_back_does_not_tell_how_much_was_unseen(at_table: Callable[..., None]) -> None:
    async def playing(server: TableServer) -> None:
        ann = await joined(link_of(server, 0))
        for back in (0, 1, 100):
            began = time.monotonic()
            await ann.send(message("look", back=back))
            await received(ann, "looked")
            assert time.monotonic() - began >= 0.15

    at_table(playing)


def test_players_need_not_wait_for_what_onlookers_see(at_table: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens of different widths need a picture each, which takes a while."""
    drawn: list[int] = []

    def state(server: TableServer, guest: Guest) -> bytes:
        if server.hosted.choosers.keys() == {1}:
            drawn.append(guest.seat)
            time.sleep(0.02)
        return whole(server, guest)

    async def playing(server: TableServer) -> None:
        crowd = [await joined(link_of(server), width=300 + 20 * number) for number in range(40)]
        ann = await joined(link_of(server, 0))
        for socket in crowd:
            await received(socket)
        asked = (await received(ann))["asked"]
        await ann.send(message("choose", number=asked["number"], choice="low"))
        await until(ann, lambda data: data["asked"] is None)
        assert drawn.index(0) < 10
        for socket in crowd:
            await until(socket, lambda data: data["waiting"] == [1])

    whole = TableServer.state
    monkeypatch.setattr(TableServer, "state", state)
    at_table(playing)


async def shown(socket: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
    """Answer the only question of a game; return the end of it."""
    await socket.send(message("choose", number=state["asked"]["number"], choice="low"))
    return await until(socket, lambda data: data["result"] is not None)


def test_all_who_sit_must_agree_to_play_again(at_table: Callable[..., None], tmp_path: Path) -> None:
    async def playing(server: TableServer) -> None:
        ann, bo = [await joined(link_of(server, seat), name=name) for seat, name in enumerate(("Ann", "Bo"))]
        first = [await received(socket) for socket in (ann, bo)]
        await ann.send(message("again"))
        assert await reason(ann) == "not-over"
        end, _ = await asyncio.gather(*map(shown, (ann, bo), first))
        onlooker = await joined(link_of(server))
        await onlooker.send(message("again"))
        assert await reason(onlooker) == "onlookers-choose"
        await ann.send(message("again"))
        state = await until(bo, lambda data: data["again"] == [0])
        assert state["result"] is not None
        await bo.send(message("again"))
        anew = [await until(socket, lambda data: data["result"] is None) for socket in (ann, bo)]
        assert [one["name"] for one in anew[0]["players"]] == ["Ann", "Bo"]
        assert [one["again"] for one in anew] == [[], []]
        # An answer to a question of the last game cannot be taken for one of this.
        assert all(one["asked"]["number"] > 0 for one in anew)
        # Only the new game is kept.
        files = list(tmp_path.glob("*.save"))
        assert [file.name for file in files] == [str(server.hosted.file.path.name)] if server.hosted.file else False
        following, _ = await asyncio.gather(*map(shown, (ann, bo), anew))
        assert following["result"]["seed"] != end["result"]["seed"]
        assert following["result"]["seed"] > 10**9

    at_table(playing)


def test_no_message_beside_the_states_tells_a_secret(at_table: Callable[..., None]) -> None:
    """Whatever the two hold and choose, and whatever opens their seats, all others are sent the same."""
    sent: dict[str, list[str]] = {}
    for sign in ("low", "high"):
        texts = sent[sign] = []

        async def playing(server: TableServer, sign: str = sign, texts: list[str] = texts) -> None:
            onlooker, ann = await joined(link_of(server)), await joined(link_of(server))
            secret = await sits(ann, 0, "Ann")
            await ann.send(message("say", text="I have chosen."))
            state = await until(ann, lambda data: data["asked"] is not None)
            await ann.send(message("choose", number=state["asked"]["number"], choice=sign))
            async with asyncio.timeout(20):
                while not all(part in "".join(texts) for part in ("I have chosen.", '"waiting":[1]')):
                    texts.append(str(await onlooker.recv()))
            hosted: HostedGame = server.hosted
            tokens = [secret, *hosted.beside.links.tokens]
            assert not any(token in text for token in tokens for text in texts)

        at_table(playing, sign)
    last = []
    for texts in sent.values():
        found: dict[str, list[str]] = {}
        for text in texts:
            found.setdefault(json.loads(text)["type"], []).append(text)
        assert found.keys() == {"table", "around", "chat"}
        last.append((found["table"][-1], sorted(set(found["around"])), found["chat"]))
    assert last[0] == last[1]


def test_the_host_sees_who_sits_where_and_decides_over_the_seats(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    here = ("--listen", "127.0.0.1")
    table = Table(tmp_path, "signs.rules", "--seat", "human,human,random", "--name", "Ann", "--port", "0", *here)
    secrets = []

    async def playing() -> None:
        onlooker, bo = await joined(table.link), await joined(table.link)
        secrets.append(await sits(bo, 1, "Bo"))
        table.until("^Bo sits down")
        table.type("who")
        assert table.until("^Looking on: 1").startswith("1. Ann: free\n2. Bo: here - is to choose\n3. Player 3: program (random)")
        table.type("say Welcome!")
        assert (await received(onlooker, "chat"))["lines"] == [{"role": "host", "name": "", "text": "Welcome!"}]
        await onlooker.send(message("say", text="Hi"))
        table.until("^Onlooker: Hi$")
        # A link of its own keeps a seat for one person.
        table.type("link 1")
        link = table.until("^1. Ann: http").split(": ")[-1].strip()
        await until(onlooker, lambda data: not data["players"][0]["free"])
        await sits(onlooker, 0)
        assert await reason(onlooker) == "seat-taken"
        assert (await received(await joined(link)))["seat"] == 0

    assert "1. Ann: free\n2. Player 2: free\n" in table.shown
    link = table.link
    try:
        run(playing())
        table.kill()
        table = Table(tmp_path, "signs.rules", "--resume", "signs", *here)
        assert table.link == link
        assert "1. Ann: away - is to choose\n2. Bo: away - is to choose\n" in table.shown
        table.type("free 2")
        assert table.until("^2. ") == "2. Player 2: free\n"
        table.type("again")
        table.until("the game is not over yet")
    finally:
        table.end()

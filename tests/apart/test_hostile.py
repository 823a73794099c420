"""Attack tables: attackers get a clear refusal, learn nothing, and nobody else notices.

At each table two people play on during the attack; each test ends with the check that their game goes on.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rulewright.cli.remote import pages
from rulewright.cli.remote.links import SeatTokens
from rulewright.cli.remote.requests import LONGEST_MESSAGE
from rulewright.cli.remote.server import MOST_AT_A_SEAT, MOST_ONLOOKERS, MOST_UNKNOWN
from tests.apart.helpers import Table, joined, message, opened, parts_of, received, run, until
from tests.cli.running import SIGNS

MOST_WEIGHT = 60_000
"""The bytes that a browser may receive before a table can be seen."""
HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Yield a table that all attack, one after the other."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(folder, "signs.rules", "--set", "rounds=9", "--seed", "424242", "--save", "kept.save", *HERE)
    yield table
    table.end()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Yield a table that does not wait long for strangers."""
    folder = tmp_path_factory.mktemp("hasty")
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(folder, "signs.rules", *HERE, hasty=True)
    yield table
    table.end()


async def still_works(table: Table) -> None:
    """Both people are asked, as before."""
    for link in table.links[:2]:
        watching = await joined(link)
        state = await received(watching)
        assert state["asked"]["prompt"] == "Which sign?"
        await watching.close()


async def code_of(connection: ClientConnection) -> int | None:
    """By which code a connection was closed."""
    async with asyncio.timeout(60):
        await connection.wait_closed()
    return connection.close_code


def http(table: Table, request: bytes, patience: float = 20.0) -> bytes:
    """Return the answer to some bytes."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=patience) as raw:
        raw.sendall(request)
        answer = b""
        while part := raw.recv(65536):
            answer += part
        return answer


def get(path: str, host: str = "127.0.0.1", more: str = "") -> bytes:
    """Return a request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode("latin-1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"hello"',
        "[" * 2000,
        '{"version": 1}',
        '{"version": 1, "type": []}',
        '{"version": 1, "type": "choose"}',
        '{"version": 1, "type": "choose", "number": "0", "choice": "low"}',
        '{"version": 1, "type": "choose", "number": true, "choice": "low"}',
        '{"version": 1, "type": "choose", "number": -1, "choice": "low"}',
        '{"version": 1, "type": "choose", "number": 1e3, "choice": "low"}',
        '{"version": 1, "type": "choose", "number": 0, "choice": "low", "seat": 1}',
        '{"version": 1, "type": "choose", "number": 0, "choice": "\\ud800"}',
        '{"version": 1, "type": "choose", "number": 99999999999999999999999, "choice": "low"}',
        '{"version": 1, "type": "save"}',
        '{"version": 1, "type": "agree", "yes": 1}',
        '{"version": 1, "type": "undo", "seat": 1}',
        '{"version": 1, "type": "ask", "what": "hint"}',
        '{"version": 1, "type": "ask", "what": ["hint"], "name": ""}',
        '{"version": 1, "type": "ask", "what": "log", "name": ""}',
        '{"version": 1, "type": "sit", "seat": 1, "name": "Eve"}',
        '{"version": 1, "type": "sit", "seat": 1, "name": "Eve", "secret": "0123456789012345678901"}',
        '{"version": 1, "type": "say", "text": ["all"]}',
        '{"version": 1, "type": "again", "seat": 1}',
        '{"version": 1, "type": "hello", "link": "again"}',
    ],
)
def test_nonsense_is_refused_and_changes_nothing(table: Table, text: str) -> None:
    async def play() -> None:
        one = await joined(table.links[0])
        before = await received(one)
        await one.send(text)
        assert (await received(one, "refused"))["reason"] in ("bad-message", "other-version")
        again = await joined(table.links[0])
        assert await received(again) == before

    run(play())


def test_who_is_not_asked_does_not_choose(table: Table) -> None:
    async def play() -> None:
        one, onlooker = await joined(table.links[0]), await joined(table.links[2])
        state = await received(one)
        await received(onlooker)
        number = state["asked"]["number"]
        await onlooker.send(message("choose", number=number, choice="low"))
        assert (await received(onlooker, "refused"))["reason"] == "onlookers-choose"
        for wrong in (number + 1, number + 1000):
            await one.send(message("choose", number=wrong, choice="low"))
            assert (await received(one, "refused"))["reason"] == "answered"
        for choice in ("", "signs", "low@2", "1", "LOW", "x" * 1000):
            await one.send(message("choose", number=number, choice=choice))
            assert (await received(one, "refused"))["reason"] == "no-option", choice
        await still_works(table)

    run(play())


def test_bytes_and_huge_messages_end_the_connection(table: Table) -> None:
    async def play() -> None:
        # Of what is very huge the table does not even read the rest, and so the system says no more than that it is gone.
        for sent, codes in ((b"\x00\xff" * 10, [1003]), ("x" * (LONGEST_MESSAGE + 1), [1009]), ("[" * 10_000_000, [1009, 1006])):
            one = await joined(table.links[0])
            await received(one)
            with suppress(ConnectionClosed):
                await one.send(sent)
            assert await code_of(one) in codes
        # Nor before it is known who sends it.
        for early in (b"hello", "x" * (LONGEST_MESSAGE + 1), "hello", message("leave")):
            stranger = await opened(parts_of(table.links[0])[0])
            await stranger.send(early)
            assert await code_of(stranger) in (1008, 1009)
        await still_works(table)

    run(play())


def test_too_many_messages_end_the_connection(table: Table) -> None:
    async def play() -> None:
        one, two = await joined(table.links[0]), await joined(table.links[1])
        await received(two)
        with suppress(ConnectionClosed):
            for _ in range(100_000):
                await one.send(message("language", language="en"))
        assert await code_of(one) in (1008, 1006)
        await still_works(table)

    run(play())


@pytest.mark.parametrize("kind", ["pings", "parts"])
@pytest.mark.parametrize("says_hello", [False, True])
def test_pings_and_parts_of_messages_count_as_messages(table: Table, kind: str, *, says_hello: bool) -> None:
    async def play() -> None:
        one = await joined(table.links[0]) if says_hello else await opened(parts_of(table.links[0])[0])
        if kind == "parts":
            one.protocol.send_text(b"", fin=False)
        for _ in range(60):
            if kind == "parts":
                one.protocol.send_continuation(b"", fin=False)
            else:
                one.protocol.send_ping(b"")
        one.send_data()
        assert (await received(one, "refused", 10))["reason"] == "too-many-messages"
        assert await code_of(one) == 1008
        await still_works(table)

    run(play())


def test_who_comes_again_and_again_waits_and_others_do_not(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", *HERE)
    seconds, times = 3, [0]

    async def come_and_go(end: float) -> None:
        while time.monotonic() < end:
            guest = await joined(table.links[0])
            await received(guest)
            await guest.close()
            times[0] += 1

    async def play() -> None:
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(come_and_go(end))
            while time.monotonic() < end:
                began = time.monotonic()
                other = await joined(table.links[1])
                await received(other)
                assert time.monotonic() - began < 2
                await other.close()
                await asyncio.sleep(0.5)
        # A window may be opened ten times at once, and every two seconds in the long run; in the end all are admitted.
        most = MOST_AT_A_SEAT * (10 + (time.monotonic() - end + seconds) / 2)
        assert 4 * MOST_AT_A_SEAT < times[0] <= most

    try:
        run(play())
    finally:
        table.end()


def test_a_thousand_connections_keep_nobody_out(table: Table) -> None:
    async def play() -> None:
        two = await joined(table.links[1])
        await received(two)
        crowd = []
        for number in range(1000):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            crowd.append((reader, writer))
            if number % 3 == 0:
                writer.write(b"GET / HTT")
        # The oldest were sent away for the newest; to hear of it takes a moment.
        await asyncio.sleep(1)
        alive = 0
        for reader, _ in crowd:
            try:
                async with asyncio.timeout(0.001):
                    await reader.read(1)
            except TimeoutError:
                alive += 1
            except OSError:
                pass
        assert alive <= MOST_UNKNOWN + 1
        began = time.monotonic()
        await still_works(table)
        assert time.monotonic() - began < 20
        await two.send(message("name", name="Bo"))
        await until(two, lambda data: data["players"][1]["name"] == "Bo")
        for _, writer in crowd:
            writer.close()

    run(play())


def test_one_link_opens_only_so_many_windows(table: Table) -> None:
    async def play() -> None:
        windows = [await joined(table.links[0]) for _ in range(MOST_AT_A_SEAT)]
        for window in windows:
            await received(window)
        last = await joined(table.links[0])
        await received(last)
        assert await code_of(windows[0]) == 4002
        onlookers = [await joined(table.links[2]) for _ in range(MOST_ONLOOKERS)]
        for onlooker in onlookers:
            await received(onlooker)
        more = await joined(table.links[2])
        assert (await received(more, "refused"))["reason"] == "is-full"
        await still_works(table)

    run(play())


def test_who_says_nothing_is_sent_away(hasty: Table) -> None:
    async def play() -> None:
        silent = await opened(parts_of(hasty.links[0])[0])
        _, writer = await asyncio.open_connection("127.0.0.1", hasty.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        began = time.monotonic()
        assert await code_of(silent) == 1008
        assert 0.5 < time.monotonic() - began < 40
        writer.close()

    run(play())


@pytest.mark.long
def test_who_reads_slowly_holds_nobody_up(table: Table) -> None:
    async def play() -> None:
        slow = await joined(table.links[2])
        slow.transport.pause_reading()
        one, two = await joined(table.links[0]), await joined(table.links[1])
        await received(one)
        for number in range(35):
            name = f"Bo {number}"
            await two.send(message("name", name=name))
            await until(two, lambda data, name=name: data["players"][1]["name"] == name)  # type: ignore[misc]
        slow.transport.resume_reading()
        await until(slow, lambda data: data["players"][1]["name"] == name)
        await still_works(table)

    run(play())


@pytest.mark.parametrize(
    "path",
    ["/../README.md", "/..%2f..%2fetc/passwd", "//etc/passwd", "/page/table.js", "/table.html", "/?x", "/%00", "/x.ico", "*"],
)
def test_there_are_no_other_pages(table: Table, path: str) -> None:
    answer = http(table, get(path))
    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert b"Traceback" not in answer


def test_other_requests_are_refused(hasty: Table) -> None:
    for request in (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\nabc",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/0.9\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        get("/table"),
    ):
        answer = http(hasty, request)
        assert not answer.startswith(b"HTTP/1.1 200"), answer
        assert b"Traceback" not in answer


@pytest.mark.parametrize("host", ["evil.example.org", "127.0.0.1.evil.example.org", "", "[", "localhost@evil.example.org"])
def test_a_page_with_another_name_leads_nowhere(table: Table, host: str) -> None:
    answer = http(table, get("/", host))
    assert answer.startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 ")), answer
    assert b"<html" not in answer


def test_the_seed_cannot_be_found_by_dealing_all_games(tmp_path: Path) -> None:
    """Anyone who has the program could deal a million games, and know all hands from their own."""
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    seeds = []
    for name in ("one.save", "two.save"):
        Table(tmp_path, "signs.rules", "--save", name, *HERE).kill()
        seeds.append(json.loads((tmp_path / name).read_text(encoding="utf-8").splitlines()[0])["seed"])
    assert max(seeds) > 10**12
    # A page reads it as a number.
    assert max(seeds) < 2**53


def test_another_page_cannot_open_the_table(table: Table) -> None:
    async def play() -> None:
        address, _ = parts_of(table.links[0])
        for origin in ("http://evil.example.org", "null", f"http://127.0.0.1:{table.port + 1}", "file://"):
            with pytest.raises(InvalidStatus) as refused:
                await opened(address, origin=origin)
            assert refused.value.response.status_code == 403
        own = await opened(address, origin=f"http://127.0.0.1:{table.port}")
        await own.send(message("hello", link=parts_of(table.links[0])[1]))
        await received(own)

    run(play())


def test_pages_load_nothing_from_elsewhere_and_carry_no_secret(table: Table) -> None:
    paths = sorted(pages.pages())
    assert {"/", "/table.css", "/table.js", "/phrases.js"} < {*paths}
    for path in paths:
        head, _, body = http(table, get(path)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), path
        assert b"default-src 'none'" in head
        assert b"Referrer-Policy: no-referrer" in head
        assert b"Python" not in head
        assert b"http://" not in body.replace(b"http://www.w3.org", b"")
        assert b"https://" not in body
        assert not any(parts_of(link)[1].encode() in body for link in table.links)
        assert b"innerHTML" not in body


def test_the_page_weighs_little_for_browsers_and_is_plain_for_others(table: Table) -> None:
    weight = 0
    for path in pages.pages():
        head, _, body = http(table, get(path, more="Accept-Encoding: deflate, gzip\r\n")).partition(b"\r\n\r\n")
        assert b"Content-Encoding: gzip" in head
        plain, _, whole = http(table, get(path)).partition(b"\r\n\r\n")
        assert b"Content-Encoding" not in plain
        assert gzip.decompress(body) == whole
        weight += len(head) + len(body)
    assert weight < MOST_WEIGHT


def test_a_guess_takes_as_long_whatever_is_right_in_it() -> None:
    links = SeatTokens.new(6)
    guesses = {"near": links.token_of(3)[:-1] + "!", "far": "!" * 22}
    took: dict[str, list[float]] = {name: [] for name in guesses}
    for _ in range(3000):
        for name, guess in guesses.items():
            began = time.perf_counter()
            assert links.whose(guess) is None
            took[name].append(time.perf_counter() - began)
    near, far = (statistics.median(times) for times in took.values())
    assert abs(near - far) < 0.25 * max(near, far)


def test_nothing_that_is_sent_tells_the_seed_or_what_others_hold(table: Table) -> None:
    async def play() -> None:
        seen: list[dict[str, Any]] = []
        for link in (table.links[1], table.links[2]):
            state = await received(await joined(link))
            assert "424242" not in json.dumps(state)
            hand = next(place for place in state["view"]["players"][0]["places"] if place["name"] == "hand")
            assert hand["things"] is None
            seen.append(state)
        assert not any(parts_of(link)[1] in json.dumps(seen) for link in table.links)

    run(play())


def test_at_last_they_play_on(table: Table) -> None:
    async def play() -> None:
        one, two = await joined(table.links[0]), await joined(table.links[1])
        first = await received(one)
        await received(two)
        for person in (one, two):
            await person.send(message("choose", number=first["asked"]["number"], choice="low"))
        await until(one, lambda data: data["asked"] is not None and data["asked"]["number"] == first["asked"]["number"] + 1)

    run(play())

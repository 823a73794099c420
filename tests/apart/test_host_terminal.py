"""The host's own terminal takes nothing for a while: the table does not wait for it."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from rulewright.cli.remote import terminal_writer
from rulewright.cli.remote.terminal_writer import BackgroundOutput
from tests.apart.helpers import Table, joined, received, run
from tests.cli.running import SIGNS

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")
SMALLEST_PIPE = 4096


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes small pipes")
def test_guests_come_and_go_while_the_hosts_terminal_is_not_read(tmp_path: Path) -> None:
    import fcntl

    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", *HERE)
    assert table.process.stdout is not None
    fcntl.fcntl(table.process.stdout, fcntl.F_SETPIPE_SZ, SMALLEST_PIPE)

    async def come_and_go() -> None:
        told = 0
        while told < 2 * SMALLEST_PIPE:
            for link in table.links[:2]:
                guest = await joined(link)
                assert (await received(guest, patience=20))["asked"]["prompt"] == "Which sign?"
                await guest.close()
                told += len("Player 1 is here. Player 1 is away: the link opens the seat again, or let the program play it (?).")

    try:
        run(come_and_go())
        table.type("who")
        shown = table.end()
    finally:
        table.close()
    # All of it is there as soon as somebody reads.
    assert shown.count(" is here.") >= 2 * SMALLEST_PIPE // 110
    assert "1. Player 1: away" in shown
    assert "The table is closed" in shown.splitlines()[-2]


def test_a_table_closes_though_nobody_reads_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", *HERE)
    for _ in range(400):
        table.type("links\n?\nlinks\n?")
    table.type("quit")
    try:
        assert table.process.wait(timeout=30) == 0
    finally:
        table.close()


def test_lines_that_nobody_reads_for_long_are_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_writer, "MOST_WAITING", 1000)
    reading, writing = os.pipe()
    # The pipe is full, so nothing is written before somebody reads.
    os.set_blocking(writing, False)
    full = 0
    with suppress(BlockingIOError):
        while True:
            full += os.write(writing, b"x" * 4096)
    os.set_blocking(writing, True)
    stream = io.TextIOWrapper(os.fdopen(writing, "wb"), encoding="utf-8")
    output = BackgroundOutput(stream, lambda lines: f"({lines} missing)")
    count = 2000
    output.write("x" * 900 + "\n")
    for number in range(count):
        output.write(f"{number:099}\n")

    shown = b""
    while b"missing)\n" not in shown:
        shown += os.read(reading, 65_536)
    *lines, note = shown[full:].decode().split("\n")[:-1]
    assert [int(line) for line in lines[1:]] == list(range(len(lines) - 1)), "those that came are in order"
    assert note == f"({count - len(lines) + 1} missing)"

    # The rest is written as usual; when nobody can read any more, it is written in vain.
    output.write("again\n")
    output.drain(20)
    assert os.read(reading, 100) == b"again\n"
    os.close(reading)
    output.write("nobody hears\n")
    output.drain(20)
    output.write("nobody hears\n")
    output.drain(20)
    stream.close()

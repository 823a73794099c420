"""Let a crowd look on at a table, and measure how long a choice takes to reach all of them.

`python -m tests.apart.crowd 200 chess` sets the number of onlookers and the game; they share this machine with the table.
Half of the crowd then sleeps through some choices, as telephones do, and wakes up.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from websockets.asyncio.client import ClientConnection

from tests.apart.helpers import Table, joined, message, received, run

WIDTH = 1000
CHOICES = 20
PATIENCE = 2
A_TABLE = '"type":"table"'
TICKS = os.sysconf("SC_CLK_TCK")


async def news(socket: ClientConnection) -> int:
    """Wait for a state; return its size."""
    async with asyncio.timeout(PATIENCE):
        while A_TABLE not in (text := str(await socket.recv()))[:40]:
            pass
    return len(text)


def used(table: Table) -> tuple[float, float]:
    """Return the megabytes and the seconds of computing that a table has used."""
    folder = Path("/proc") / str(table.process.pid)
    lines = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
    times = (folder / "stat").read_text().rpartition(")")[2].split()
    return int(lines["VmRSS"].split()[0]) / 1000, (int(times[11]) + int(times[12])) / TICKS


def tell(what: str, seconds: float, table: Table) -> None:
    """Print a figure, with the memory and the computing of the table up to now."""
    megabytes, computing = used(table)
    print(f"{what:<58} {seconds * 1000:8.0f} ms {megabytes:8.0f} MB {computing:7.2f} s of computing")


async def look_on(table: Table, count: int, seats: int) -> None:
    """Let a crowd come, see some choices, sleep, and wake."""
    chance = Random(1)
    players = [await joined(link) for link in table.links[:seats]]
    tell("nobody looks on", 0, table)
    began = time.monotonic()
    crowd = await asyncio.gather(*(joined(table.link, width=WIDTH) for _ in range(count)))
    sizes = await asyncio.gather(*map(news, crowd))
    tell(f"{count} have come and have a state of {max(sizes) // 1000} kB", time.monotonic() - began, table)

    async def choose() -> float:
        """Make any choice; return when it was sent."""
        asked = None
        while asked is None:
            states = [asyncio.ensure_future(received(player)) for player in players]
            done, rest = await asyncio.wait(states, timeout=1, return_when=asyncio.FIRST_COMPLETED)
            for one in rest:
                one.cancel()
            for place, one in enumerate(states):
                if one in done and one.result()["asked"] is not None:
                    player, asked = players[place], one.result()["asked"]
        began = time.monotonic()
        await player.send(message("choose", number=asked["number"], choice=chance.choice(asked["options"])["key"]))
        return began

    async def seen(began: float, socket: ClientConnection) -> float:
        await news(socket)
        return time.monotonic() - began

    async def all_see(watching: list[ClientConnection]) -> list[list[float]]:
        """Make choices; return for each that changes something for onlookers how long it took to reach each of them."""
        found: list[list[float]] = []
        while len(found) < CHOICES:
            began = await choose()
            with suppress(TimeoutError):
                found.append(await asyncio.gather(*(seen(began, socket) for socket in watching)))
        return found

    times = await all_see(crowd)
    tell("a choice is there: median of all", statistics.median(map(statistics.median, times)), table)
    tell("a choice is there: the last of all, median of choices", statistics.median(map(max, times)), table)
    tell("a choice is there: the last of all, worst choice", max(map(max, times)), table)
    asleep, awake = crowd[: count // 2], crowd[count // 2 :]
    for socket in asleep:
        socket.transport.pause_reading()
    times = await all_see(awake)
    tell("while half of them sleep: the last who is awake", statistics.median(map(max, times)), table)
    began = time.monotonic()
    for socket in asleep:
        socket.transport.resume_reading()
    await asyncio.gather(*map(news, asleep))
    tell("they wake, and have a state", time.monotonic() - began, table)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = ("--players", str(wanted.players), "--port", "0", "--listen", "127.0.0.1", "--pace", "0", "--seed", "1")
        table = Table(Path(folder), wanted.game, *options)
        try:
            run(look_on(table, wanted.count, wanted.players))
        finally:
            table.kill()


if __name__ == "__main__":
    main()

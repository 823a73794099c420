"""Kill the process of a table again and again, at any moment: everybody goes on, and no accepted answer is lost.

`python -m tests.apart.kills 50` sets the number of kills; `--seed` repeats the same games, apart from their timing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from rulewright.interpreter import load
from tests.apart.helpers import COMMAND, Person, Table, all_play, run
from tests.cli.running import SIGNS

PLAYED = ["signs.rules", "--listen", "127.0.0.1", "--pace", "0"]
WAYS = ("kill -9", "a signal", "kill -9 as it opens")
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
MOST_ANSWERS = 4
LONGEST_PAUSE = 0.05
"""After how many answers and seconds at most a table is killed."""
LONGEST_START = 1.2
"""Seconds from when one is begun to when it is killed."""


@define
class Witness(Person):
    """Somebody who keeps what was answered to which question."""

    sent: dict[int, list[str]] = field(factory=lambda: defaultdict(list))

    def choice(self, asked: dict[str, Any]) -> str:
        """Any answer."""
        choice = super().choice(asked)
        self.sent[asked["number"]].append(choice)
        return choice

    def trouble(self) -> str:
        """Return what is wrong with the questions of the table."""
        taken = open_one = -1
        for text in self.texts:
            asked = json.loads(text)["asked"]
            number = taken + 1 if asked is None else asked["number"]
            if asked is not None and number <= taken:
                return f"question {number} was asked again, though the answer to {taken} was taken"
            if open_one >= 0 and (asked is None or number > open_one):
                taken = open_one
            open_one = -1 if asked is None else number
        return ""


def killed(folder: Path, number: int, seed: int, found: Counter[str]) -> str:
    """Play a game whose table is killed until it is over; return what is wrong, if anything."""
    chance = Random(f"{seed} {number}")
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    seats = chance.choice(("human,human,human", "human,human,random", "human,human"))
    begin = ["--set", "rounds=9", "--seat", seats, "--seed", str(number), "--port", "0", "--save", "kept.save"]
    tables = [Table(folder, *PLAYED, *begin)]
    links = tables[0].links
    people = [Witness(link, Random(f"{seed} {number} {seat}"), comes_again=True) for seat, link in enumerate(links[:-1])]

    async def disturb() -> None:
        while not all(one.over for one in people):
            way, wanted = chance.choice(WAYS), sum(one.answers for one in people) + chance.randint(0, MOST_ANSWERS)
            while sum(one.answers for one in people) < wanted and not all(one.over for one in people):
                await asyncio.sleep(0.001)
            await asyncio.sleep(chance.uniform(0, LONGEST_PAUSE))
            if all(one.over for one in people):
                return
            found[way] += 1
            await asyncio.to_thread(end, tables[-1], folder, way, chance)
            tables.append(await asyncio.to_thread(Table, folder, *PLAYED, "--resume", "kept.save"))
            assert tables[-1].links == links, tables[-1].shown

    async def whole() -> None:
        await asyncio.gather(disturb(), all_play(list(people)))

    try:
        run(whole())
    except Exception as error:  # whatever it is, it is a finding
        return "".join(traceback.format_exception(error))
    finally:
        tables[-1].kill()
    return next(filter(None, (one.trouble() for one in people)), "") or trouble(folder, people)


def end(table: Table, folder: Path, way: str, chance: Random) -> None:
    """End a table in one of the ways there are."""
    if way == "a signal":
        table.process.send_signal(chance.choice(SIGNALS))
        table.process.communicate(timeout=60)
        return
    table.kill()
    if way == "kill -9 as it opens":
        process = subprocess.Popen(
            [*COMMAND, "host", *PLAYED, "--resume", "kept.save"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=table.environment,
        )
        time.sleep(chance.uniform(0, LONGEST_START))
        process.kill()
        process.communicate()


def trouble(folder: Path, people: list[Witness]) -> str:
    """Return what is wrong with the file of a game that is over."""
    text = (folder / "kept.save").read_text(encoding="utf-8")
    if not load(str(folder / "signs.rules"), (), {"rounds": 9}).resume(text).over:
        return "the game is not over in its file"
    lines = [json.loads(line) for line in text.split("\n")[1:-1]]
    for seat, one in enumerate(people):
        kept = [line["choice"] for line in lines if line["seat"] == seat + 1]
        if len(kept) != 9 or not all(choice in one.sent[number] for number, choice in enumerate(kept)):
            return f"seat {seat + 1} has sent {dict(one.sent)}, and {kept} are kept"
    return ""


def main() -> int:
    """As many as are wanted, with what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    found: Counter[str] = Counter()
    games = troubles = 0
    with tempfile.TemporaryDirectory() as base:
        while sum(found.values()) < wanted.count:
            folder = Path(base) / str(games)
            folder.mkdir()
            told = killed(folder, games, wanted.seed, found)
            games += 1
            if told:
                troubles += 1
                print(f"game {games}: {told}", flush=True)
    for way, count in found.items():
        print(f"{count:6} by {way}")
    print(f"{troubles} of {games} games whose table was killed {sum(found.values())} times in all went wrong")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())

"""End games by force, at any moment and in any way: nothing may be lost but the choice that was being typed.

`python -m tests.cli.kills 1000` sets the number of games; `--seed` repeats the same ones, apart from their timing.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from attrs import define, field

from rulewright.interpreter import load
from tests.cli.running import SIGNS
from tests.cli.screen import COMMAND, Screen

PLAYED = ["play", "signs.rules", "--set", "rounds=9", "--seat", "human,human", "--open", "--seed"]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
MOST_CHOICES = 12
LONGEST_START = 1.5
LONGEST_PAUSE = 0.03
LONGEST_WAIT = 120.0
"""Seconds after which nobody waits any more for a question, or for the end; the machine may be busy."""


@define
class Killed:
    """One game, its end, and what is wrong with what was left; nothing, if all is well."""

    way: str
    typed: list[str] = field(factory=list)
    """All choices that were typed; only the last one may be lost."""
    answered: int = 0
    """After how many of them the next question was shown; -1 if there was none."""
    trouble: str = ""


def end(screen: Screen, way: str, chance: Random) -> None:
    """End a game in one of the ways there are."""
    process = screen.process
    if way == "kill -9":
        process.kill()
    elif way == "a closed terminal":
        screen.close()
    elif way == "Ctrl-C":
        for _ in range(chance.randint(1, 3)):
            screen.type("\x03")
    elif way == "a signal":
        process.send_signal(chance.choice(SIGNALS))
    else:
        for _ in range(chance.randint(2, 8)):
            process.send_signal(chance.choice(SIGNALS))
            time.sleep(chance.choice((0, 0, 0.0005, 0.005)))
        if way == "signals and a closed terminal":
            screen.close()


WAYS = ("kill -9", "a closed terminal", "Ctrl-C", "a signal", "a burst of signals", "signals and a closed terminal")


def killed(folder: Path, number: int, seed: int) -> Killed:
    """Play a game, end it, and look at what is left."""
    chance = Random(f"{seed} {number}")
    one = Killed(WAYS[number % len(WAYS)], answered=-1)
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    screen = Screen([*COMMAND, *PLAYED, str(number)], folder, RULEWRIGHT_CACHE=str(folder.parent / "cache"))
    try:
        if chance.random() < 0.1:
            time.sleep(chance.uniform(0, LONGEST_START))
        else:
            for number_of_choice in range(chance.randint(0, MOST_CHOICES)):
                if number_of_choice:
                    screen.until("> ", LONGEST_WAIT)
                else:
                    screen.begin(LONGEST_WAIT)
                one.answered = len(one.typed)
                one.typed.append(chance.choice(("low", "high")))
                screen.type(f"{one.typed[-1]}\r")
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
        end(screen, one.way, chance)
        try:
            screen.emptied_until_ended(LONGEST_WAIT)
        except subprocess.TimeoutExpired:
            one.trouble = "the process goes on"
    finally:
        screen.process.kill()
        screen.process.wait()
        screen.close()
    one.trouble = one.trouble or trouble(folder, one)
    return one


def trouble(folder: Path, one: Killed) -> str:
    """Return what is wrong with the files that a game has left."""
    files = sorted(folder.glob("*.save"))
    if not files:
        return "" if one.answered < 0 else "there is no file"
    if one.way != "kill -9" and list(folder.glob("*.part")):
        return "half a file was left"
    if len(files) > 1 or files[0].stat().st_mode & 0o077:
        return "more than one file, or one that others can read"
    text = files[0].read_text(encoding="utf-8")
    kept = [json.loads(line)["choice"] for line in text.split("\n")[1:-1]]
    if kept != one.typed[: len(kept)] or len(kept) < one.answered:
        return f"{one.typed} were typed, {one.answered} answered, and {kept} are kept"
    match = load(str(folder / "signs.rules"), (), {"rounds": 9}).resume(text)
    return "" if match.steps == len(kept) else "the file cannot be gone on with"


def main() -> int:
    """As many as are wanted, with what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    found: Counter[str] = Counter()
    troubles = 0
    with tempfile.TemporaryDirectory() as base:
        for number in range(wanted.count):
            folder = Path(base) / str(number)
            folder.mkdir()
            one = killed(folder, number, wanted.seed)
            found[one.way] += 1
            if one.trouble:
                troubles += 1
                print(f"number {number}, {one.way}: {one.trouble}", flush=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1} games ended, {troubles} of them with a loss", flush=True)
    for way, count in found.items():
        print(f"{count:6} by {way}")
    print(f"{troubles} of {wanted.count} games lost more than the choice that was being typed")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())

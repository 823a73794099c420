"""What `test --mutants` shows: a rulebook is broken in one place after the other, and what no example notices is listed."""

from __future__ import annotations

import gc
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from attrs import frozen

from rulewright.cli.files import kept_bytes
from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter.examine.mutants import Broken

_BUDGET = re.compile(r"(\d+(?:\.\d+)?) *(s|m|h)?")
_UNITS = {None: 1, "s": 1, "m": 60, "h": 3600}


@frozen
class Wanted:
    """Which broken rulebooks are judged, and for how long."""

    jobs: int = 1
    budget: float | None = None
    """In seconds, for all rulebooks together."""
    seed: int = 0
    every: int = 1
    kinds: tuple[str, ...] = ()
    judged: Path | None = None
    """Where each is noted down; what is there is not judged again, but for what has one of these fates:"""
    again: tuple[str, ...] = ()


@frozen
class Judged:
    """What became of those of one rulebook that were judged."""

    reference: str
    all: int
    """How many ways there are to break it."""
    wanted: int
    """How many of them were to be judged."""
    found: tuple[tuple[Broken, str], ...]
    """In the order of the file."""

    @property
    def open(self) -> int:
        """How many were to be judged, and were not when the time was up."""
        return self.wanted - len(self.found)

    @property
    def percent(self) -> float:
        """The share that is noticed for certain: an open one counts as unnoticed."""
        from rulewright.interpreter.examine.mutants import noticed_between

        return noticed_between(Counter(fate for _, fate in self.found), self.open)[0]

    def lines(self) -> Iterator[str]:
        """Those that nobody notices, and how many there are of all."""
        from rulewright.interpreter.examine.mutants import ALIVE, summary

        yield from (visible(f"{one.file}:{one.line}: {fate}: {one.what}") for one, fate in self.found if fate in ALIVE)
        yield from summary(self.found, self.open)
        if len(self.found) < self.all:
            yield f"{len(self.found)} of {self.all} ways to break {self.reference} were judged"

    def record(self) -> dict[str, Any]:
        """The same for other programs."""
        return {
            "rulebook": self.reference,
            "ways": self.all,
            "open": self.open,
            "judged": [
                {
                    "fate": fate,
                    "file": one.file,
                    "line": one.line,
                    "kind": one.mutant.kind,
                    "was": one.was,
                    "instead": one.instead,
                    "text": one.text,
                }
                for one, fate in self.found
            ],
        }


def seconds_of(text: str) -> float:
    """`90`, `90s` or `1.5m` in seconds."""
    found = _BUDGET.fullmatch(text.strip())
    if found is None:
        raise problem("bad-setting", f"`{visible(text[:40])}` is no time", "write `--budget 60s`, or `--budget 5m`")
    return float(found[1]) * _UNITS[found[2]]


def judged_rulebook(reference: str, wanted: Wanted, deadline: float | None) -> Judged:
    """Break a rulebook whose examples hold, and see what they notice."""
    from rulewright.interpreter.examine.judging import OPEN, Judge
    from rulewright.interpreter.examine.mutants import all_broken

    # Each broken rulebook leaves much behind at once: to look for what can go all the time would take a third of it all.
    gc.set_threshold(200_000, 20, 20)
    judge = Judge(reference)
    everything = all_broken(judge)
    drawn = [one for one in everything if not wanted.kinds or one.mutant.kind in wanted.kinds]
    chance = random.Random(wanted.seed)
    if wanted.every > 1:
        drawn = drawn[chance.randrange(wanted.every) :: wanted.every]
    # What there is time for is spread over the whole rulebook.
    chance.shuffle(drawn)
    found: dict[int, tuple[Broken, str]] = {}
    order = {id(one): place for place, one in enumerate(everything)}
    with noted_in(wanted) as (before, notes):
        for one, fate in _each(judge, drawn, before, wanted.jobs, deadline):
            if notes is not None and before.get(one.key) != fate:
                notes.write(one.told(fate) + "\n")
                notes.flush()
            if fate != OPEN:
                found[order[id(one)]] = one, fate
                show_progress(f"{len(found)} of {len(drawn)} broken rulebooks")
    show_progress("")
    return Judged(reference, len(everything), len(drawn), tuple(found[place] for place in sorted(found)))


def _each(judge: Any, drawn: list[Broken], before: dict[str, str], jobs: int, deadline: float | None) -> Iterator[Any]:
    """What became of each, or what ended the processes that were to say it."""
    from concurrent.futures import BrokenExecutor

    from rulewright.interpreter.examine.mutants import judged

    try:
        yield from judged(judge, drawn, before, jobs, lambda: deadline is not None and time.monotonic() > deadline)
    except BrokenExecutor:
        way_out = "look for what ended it (too little memory?), or use fewer `--jobs`"
        raise problem("process-died", "a process that judged broken rulebooks died", way_out) from None


@contextmanager
def noted_in(wanted: Wanted) -> Iterator[tuple[dict[str, str], TextIO | None]]:
    """What is known from the file of what was judged, without what is to be judged again; and that file, to be written on."""
    from rulewright.interpreter.examine.mutants import remembered

    if wanted.judged is None:
        yield {}, None
        return
    lines = kept_bytes(wanted.judged).decode("utf-8", errors="replace").splitlines()
    with wanted.judged.open("a", encoding="utf-8") as notes:
        yield {key: fate for key, fate in remembered(lines).items() if fate not in wanted.again}, notes


def show_progress(text: str) -> None:
    """One line that is written over, for people who wait at a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)

"""A rulebook broken on purpose, one place at a time, and whether its examples notice.

What can be wrong stands in `breaking.py`, who carries out what in `reached.py`, and who is asked in `judging.py`. What no
longer is a rulebook does not count. Not played is what no example carries out. What goes unnoticed is played at random
against the whole rulebook (`playing.py`): where these games carry it out and all come out the same, nothing was broken, most
likely.

What was judged is a line for each: its fate, where it is, its kind, what was there, what is there now, and the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import PurePath

from attrs import frozen

from rulewright.dsl.source import Source
from rulewright.interpreter.examine.breaking import Mutant, Names, mutants
from rulewright.interpreter.examine.judging import OPEN, Judge

FATES = ("noticed", "unnoticed", "not played", "same", "refused")
ALIVE = ("unnoticed", "not played")


@frozen
class Broken:
    """One way to break a rulebook, as people read of it."""

    mutant: Mutant
    file: str
    line: int
    was: str
    instead: str
    text: str
    """The line on which it begins."""
    again: int
    """How many there were before that are the same in all this, elsewhere in the file."""

    @property
    def what(self) -> str:
        """Its kind, what was there, what is there now, and the line."""
        more = f"   ({self.again + 1})" if self.again else ""
        return f"{self.mutant.kind}: `{self.was}` -> `{self.instead}`   {self.text}{more}"

    @property
    def key(self) -> str:
        """By which it is known again when lines above it have come or gone: the number of its line is not among that."""
        return f"{PurePath(self.file).name} {self.what}"

    def told(self, fate: str) -> str:
        """What became of it, on one line."""
        return f"{fate} | {self.file}:{self.line} {self.what}"


def all_broken(judge: Judge) -> list[Broken]:
    """Every way to break a rulebook, in the order of its lines."""
    names = Names()
    for variants in judge.combinations:
        names.next.update(Names.of(judge.sound(variants)).next)
    text, counted = judge.text, Counter[tuple[str, ...]]()
    found = []
    for mutant in dict.fromkeys(mutants(Source("whole", text), names)):
        was, instead = (
            " / ".join(part.strip() for part in one.strip().splitlines())[:60] or "(nothing)"
            for one in (text[mutant.start : mutant.end], mutant.instead)
        )
        file, number = judge.place(mutant.line)
        line = judge.lines[mutant.line - 1].strip()[:80]
        alike = (file, mutant.kind, was, instead, line)
        found.append(Broken(mutant, file, number, was, instead, line, counted[alike]))
        counted[alike] += 1
    return found


def remembered(lines: Iterable[str]) -> dict[str, str]:
    """What has been judged before: of each broken rulebook, by its key, what was said last."""
    found = {}
    for line in lines:
        became, _, rest = line.rstrip("\n").partition(" | ")
        place, _, what = rest.partition(" ")
        found[f"{PurePath(place.rpartition(':')[0]).name} {what}"] = became
    return found


def judged(
    judge: Judge, wanted: Sequence[Broken], before: Mapping[str, str], jobs: int, enough: Callable[[], bool]
) -> Iterator[tuple[Broken, str]]:
    """What becomes of some broken rulebooks, each as soon as it is known, until it is `enough`.

    `before` is known of some, by their key. Those that no example notices are first said to be open, and at the end they are
    played at random.
    """
    left = []
    for one in wanted:
        became = before.get(one.key, "")
        if became in FATES:
            yield one, became
        else:
            left.append((one, became))
    workers = None if jobs <= 1 else ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (judge.reference,))
    try:
        remaining = [one for one, became in left if became == OPEN]
        for one, became in _each(judge, "asked", [one for one, became in left if became != OPEN], workers, jobs, enough):
            if became == OPEN:
                remaining.append(one)
            yield one, became
        yield from _each(judge, "played", remaining, workers, jobs, enough)
    finally:
        if workers is not None:
            workers.shutdown(cancel_futures=True)


def _each(
    judge: Judge, how: str, wanted: Sequence[Broken], workers: ProcessPoolExecutor | None, jobs: int, enough: Callable[[], bool]
) -> Iterator[tuple[Broken, str]]:
    """What becomes of each when its examples are asked, or when it is played."""
    if workers is None:
        for one in wanted:
            if enough():
                return
            yield one, getattr(judge, how)(one.mutant)
        return
    left, running = iter(wanted), dict[Future[str], Broken]()
    while True:
        while len(running) < 2 * jobs and not enough() and (following := next(left, None)) is not None:
            running[workers.submit(_fate, how, following.mutant)] = following
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


_own: dict[str, Judge] = {}
"""In a process of its own: who judges there."""


def _prepare(reference: str) -> None:
    """Before the first one is judged in a process."""
    _own["judge"] = Judge(reference)


def _fate(how: str, mutant: Mutant) -> str:
    """What becomes of one, in a process of its own."""
    found: str = getattr(_own["judge"], how)(mutant)
    return found


def noticed_between(fates: Counter[str], undecided: int) -> tuple[float, float]:
    """Return the least and the greatest share, in per cent, that is noticed, whatever becomes of the undecided ones."""
    noticed, broken = fates["noticed"], sum(fates[one] for one in FATES[:3])
    if not broken + undecided:
        return 100.0, 100.0
    return 100 * noticed / (broken + undecided), 100 * (noticed + undecided) / (broken + undecided)


def summary(found: Iterable[tuple[Broken, str]], undecided: int = 0) -> list[str]:
    """Return a line for each kind and the totals; `undecided` is how many more were to be judged when the time was up."""
    counts: Counter[str] = Counter()
    by_kind: dict[str, Counter[str]] = {}
    for one, became in found:
        counts[became] += 1
        by_kind.setdefault(one.mutant.kind, Counter())[became] += 1
    lines = []
    for kind, of_it in sorted(by_kind.items()):
        broken, alive = (sum(of_it[one] for one in fates) for fates in (FATES[:3], ALIVE))
        if broken:
            lines.append(f"{kind}: {broken} broken, {alive} of them unnoticed or not played")
    broken = sum(counts[one] for one in FATES[:3])
    least, most = noticed_between(counts, undecided)
    share = f"{100 - least:.1f} %"
    if undecided:
        share = f"{100 - most:.1f} to {share}, since {undecided} are not judged yet"
    lines.append(f"{broken} broken rulebooks, {counts['unnoticed']} unnoticed, {counts['not played']} not played ({share})")
    lines.append(f"besides, {counts['refused']} that were refused, and {counts['same']} whose games are the same")
    return lines

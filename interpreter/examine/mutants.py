"""Mutate a rulebook, one place at a time, and report whether its examples notice (mutation testing).

`mutations.py` lists the mistakes that it makes, and `verdicts.py` asks the examples. A text that is no rulebook any more does
not count. A mutant that no example carries out is "not played". A mutant that goes unnoticed is played at random against the
whole rulebook (`mutant_games.py`): if these games carry it out and all end the same, most likely nothing was broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic

from attrs import frozen

from rulewright.dsl.text.source import Source
from rulewright.interpreter.examine.mutations import Mutant, mutants, names_in
from rulewright.interpreter.examine.verdicts import OPEN, MutantJudge
from rulewright.interpreter.examine.workers import TaskPool

FATES = ("noticed", "unnoticed", "not played", "same", "refused")
ALIVE = ("unnoticed", "not played")


@frozen
class MutantReport:
    """One mutant, as people read about it."""

    mutant: Mutant
    file: str
    line: int
    was: str
    instead: str
    text: str
    """The line on which it begins."""

    @property
    def what(self) -> str:
        """Its kind, the text before and after, and the line."""
        return f"{self.mutant.kind}: `{self.was}` -> `{self.instead}`   {self.text}"


def all_mutants(judge: MutantJudge) -> list[MutantReport]:
    """Return every mutant of a rulebook, in the order of its lines."""
    names = {name: other for variants in judge.combinations for name, other in names_in(judge.sound(variants)).items()}
    text, found = judge.text, []
    lines = text.splitlines()
    for mutant in dict.fromkeys(mutants(Source("whole", text), names)):
        was, instead = (
            " / ".join(part.strip() for part in one.strip().splitlines())[:60] or "(nothing)"
            for one in (text[mutant.start : mutant.end], mutant.instead)
        )
        found.append(MutantReport(mutant, *judge.place(mutant.line), was, instead, lines[mutant.line - 1].strip()[:80]))
    return found


def judge_mutants(
    judge: MutantJudge, wanted: Sequence[MutantReport], jobs: int, until: float | None
) -> Iterator[tuple[MutantReport, str]]:
    """Yield some broken rulebooks, each with its fate as soon as it is known, until the time is up.

    Those that no example notices are played at random, at the end.
    """
    workers = TaskPool.with_processes(judge, jobs)
    by_mutant = {one.mutant: one for one in wanted}
    unnoticed: list[Mutant] = []

    def in_time(mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant]]:
        for mutant in mutants:
            if until is not None and monotonic() > until:
                return
            yield (mutant,)

    try:
        for (mutant,), became in workers.each(MutantJudge.example_verdict, in_time(by_mutant)):
            if became == OPEN:
                unnoticed.append(mutant)
            else:
                yield by_mutant[mutant], became
        for (mutant,), became in workers.each(MutantJudge.play_verdict, in_time(unnoticed)):
            yield by_mutant[mutant], became
    finally:
        workers.close()


def noticed_between(fates: Counter[str], undecided: int) -> tuple[float, float]:
    """Return the least and the greatest percentage that may be noticed, given the number of undecided mutants."""
    noticed, broken = fates["noticed"], sum(fates[one] for one in FATES[:3])
    if not broken + undecided:
        return 100.0, 100.0
    return 100 * noticed / (broken + undecided), 100 * (noticed + undecided) / (broken + undecided)


def mutant_summary(found: Iterable[tuple[MutantReport, str]], undecided: int = 0) -> list[str]:
    """Return a line for each kind and the totals; `undecided` mutants were left when the time was up."""
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

"""A rulebook broken on purpose, one place at a time, and whether its examples notice.

    python -m tests.mutants rulebooks/hearts.rules --judged hearts.txt

What can be wrong stands in tests/breaking.py, who carries out what in tests/reached.py, and who is asked in
tests/judging.py. What no longer is a rulebook does not count. Not played is what no example carries out. What goes
unnoticed is played at random against the whole rulebook (tests/playing.py): where these games carry it out and all come
out the same, nothing was broken, most likely.

A file of what was judged has a line for each: its fate, where it is, its kind, what was there, what is there now, and the
line. Who comes again with the file goes on where it ends; with `--again unnoticed`, what has that fate is judged once more.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from rulewright.dsl.bundled import SUFFIX, in_order
from rulewright.dsl.library import load_all
from rulewright.dsl.source import Source
from tests.breaking import Mutant, Names, mutants
from tests.judging import OPEN, Judge

FATES = ("noticed", "unnoticed", "not played", "same", "refused")


def of_rulebook(path: Path) -> tuple[str, list[Mutant]]:
    """A rulebook's text, in one piece where it is a folder, and every way to break it."""
    text = "".join(part.read_text(encoding="utf-8").rstrip("\n") + "\n" for part in parts_of(path))
    games, _ = load_all(str(path))
    names = Names()
    for game in games:
        names.next.update(Names.of(game).next)
    return text, list(dict.fromkeys(mutants(Source(str(path), text), names)))


def parts_of(path: Path) -> list[Path]:
    """A rulebook's file, or its files in their order."""
    if not path.is_dir():
        return [path]
    return [path / name for name in in_order([part.name for part in path.iterdir()], path.name + SUFFIX)]


def places_of(path: Path) -> list[tuple[str, int]]:
    """For each line of a rulebook in one piece, where it stands: the file's name, and the line's number."""
    return [
        (part.name, number)
        for part in parts_of(path)
        for number in range(1, part.read_text(encoding="utf-8").rstrip("\n").count("\n") + 2)
    ]


@cache
def judge_of(text: str) -> Judge:
    """Who judges the mutants of a text."""
    return Judge(text)


def fate(text: str, mutant: Mutant) -> str:
    """What becomes of a mutant."""
    return judge_of(text).fate(mutant)


def described(text: str, found: Sequence[Mutant], places: Sequence[tuple[str, int]]) -> dict[str, tuple[Mutant, str]]:
    """The mutants by their kind, what was there, what is there now, and the line; with each the place where it is.

    The number of its line is not among that, so that a mutant is known again when lines above it come or go.
    """
    lines = text.splitlines()
    counted: Counter[str] = Counter()
    by_line = {}
    for mutant in found:
        was, instead = (
            " / ".join(part.strip() for part in one.strip().splitlines())[:60] or "(nothing)"
            for one in (text[mutant.start : mutant.end], mutant.instead)
        )
        name, number = places[mutant.line - 1]
        what = f"{mutant.kind}: `{was}` -> `{instead}`   {lines[mutant.line - 1].strip()[:80]}"
        counted[name + what] += 1
        again = counted[name + what]
        by_line[f"{name} {what}" + (f"   ({again})" if again > 1 else "")] = mutant, f"{name}:{number}"
    return by_line


def line_of(became: str, place: str, what: str) -> str:
    """A mutant on one line, as it stands in the file of those that are judged."""
    return f"{became} | {place} {what.partition(' ')[2]}"


def judged_in(file: Path | None) -> dict[str, str]:
    """What has been judged before: of each mutant, what was said last."""
    found = {}
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            became, _, rest = line.partition(" | ")
            place, _, what = rest.partition(" ")
            found[f"{place.rpartition(':')[0]} {what}"] = became
    return found


def judged(
    text: str, wanted: Mapping[str, tuple[Mutant, str]], file: Path | None = None, again: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Each of some mutants with its fate, which is remembered in a file; at the end those that had to be played at random."""
    before, judge = judged_in(file), judge_of(text)

    def note(became: str, what: str) -> str:
        if file is not None:
            with file.open("a", encoding="utf-8") as kept:
                kept.write(line_of(became, wanted[what][1], what) + "\n")
        return became

    remaining = []
    for what, (mutant, _) in wanted.items():
        became = before.get(what, "")
        if not became or became in again:
            became = note(judge.asked(mutant), what)
        if became == OPEN:
            remaining.append(what)
        else:
            yield what, became
    for what in remaining:
        yield what, note(judge.played(wanted[what][0]), what)


def report(
    wanted: Mapping[str, tuple[Mutant, str]], found: Iterator[tuple[str, str]], listed: Sequence[str]
) -> Iterator[str]:
    """A line for each mutant whose fate is to be listed, and some for all."""
    counts: Counter[str] = Counter()
    by_kind: dict[str, Counter[str]] = {}
    for what, became in found:
        mutant, place = wanted[what]
        counts[became] += 1
        by_kind.setdefault(mutant.kind, Counter())[became] += 1
        if became in listed:
            yield line_of(became, place, what)
    for kind, of_it in sorted(by_kind.items()):
        broken, alive = (sum(of_it[one] for one in FATES[first:3]) for first in (0, 1))
        if broken:
            yield f"{kind}: {broken} broken, {alive} of them unnoticed or not played"
    broken = sum(counts[one] for one in FATES[:3])
    share = 100 * (counts["unnoticed"] + counts["not played"]) / max(broken, 1)
    yield f"{broken} broken rulebooks, {counts['unnoticed']} unnoticed, {counts['not played']} not played ({share:.1f} %)"
    yield f"besides, {counts['refused']} that were refused, and {counts['same']} whose games are the same"


def main() -> None:
    """Break a rulebook, and say what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", type=Path)
    parser.add_argument("--judged", type=Path, metavar="FILE", help="where each is noted down; what is there is not judged again")
    fates = (*FATES, OPEN)
    parser.add_argument("--again", action="append", default=[], choices=fates, help="but for what has this fate")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", type=int, nargs=2, metavar=("FROM", "TO"), help="only what begins on these lines")
    parser.add_argument("--kind", action="append", metavar="KIND", help="only mistakes of this kind; may be repeated")
    parser.add_argument("--shard", type=int, nargs=2, metavar=("I", "N"), help="the I-th of N parts, from 0")
    parser.add_argument("--same", action="store_true", help="list also those whose games are the same")
    wanted = parser.parse_args()
    text, found = of_rulebook(wanted.rulebook)
    if wanted.lines:
        found = [mutant for mutant in found if wanted.lines[0] <= mutant.line <= wanted.lines[1]]
    if wanted.kind:
        found = [mutant for mutant in found if mutant.kind in wanted.kind]
    named = described(text, found, places_of(wanted.rulebook))
    if wanted.sample and wanted.sample < len(named):
        drawn = random.Random(wanted.seed).sample(list(named), wanted.sample)
        named = {what: named[what] for what in named if what in set(drawn)}
    if wanted.shard:
        named = dict(list(named.items())[wanted.shard[0] :: wanted.shard[1]])
    # Nothing that a broken rulebook comes to is worth keeping, or a compiler's time.
    os.environ |= {"RULEWRIGHT_CACHE": "off", "RULEWRIGHT_NATIVE": "off"}
    # And each leaves much behind at once: to look for what can go all the time would take a third of it all.
    gc.set_threshold(200_000, 20, 20)
    listed = ("unnoticed", "not played", *(("same",) if wanted.same else ()))
    for line in report(named, judged(text, named, wanted.judged, wanted.again), listed):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{time.process_time():.0f} seconds of a processor\n")


if __name__ == "__main__":
    main()

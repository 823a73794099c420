"""A rulebook broken on purpose, one place at a time, and whether its examples notice.

    python -m tests.mutants rulebooks/hearts.rules --sample 200

Broken are the numbers, the conditions, whom a rule is about, the order of what is done, who may see what, and whether
something must be done or may be; texts, titles, rulings and the examples themselves are left alone. What no longer is a
rulebook does not count. What goes unnoticed is played at random against the whole rulebook, by the same seeds: where all
games come out the same, nothing was broken, most likely.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from rulewright.dsl.lexer import SourceLine, Token, lex
from rulewright.dsl.library import load_all
from rulewright.dsl.parse import groups
from rulewright.dsl.source import Source
from rulewright.interpreter import PlayError, load
from rulewright.interpreter.play.examples import run_examples

UNTOUCHED = {"EXAMPLE", "RULING", "NOTE"}
"""Declarations that are no rules."""
TEXTS = {"TEXT_WORD", "NOTE", "SAY"}
"""Lines that are for people only."""
UNPLAYED = {"who sees", "limit"}
"""What no game at random shows."""
GAMES = 40
EXCHANGED = {
    "first": "last",
    "last": "first",
    "highest": "lowest",
    "lowest": "highest",
    "most": "fewest",
    "fewest": "most",
    "and": "or",
    "or": "and",
    "yes": "no",
    "no": "any",
    "any": "no",
    "plus": "without",
    "before": "after",
    "more": "less",
    "less": "more",
    "left": "right",
}
ABOUT = {"player": "left of player", "players": "(player)", "owner": "left of owner"}
"""Whom a rule is about, and somebody else."""


@frozen
class Mutant:
    """One place of a text, and what stands there instead."""

    kind: str
    line: int
    start: int
    end: int
    instead: str

    def of(self, text: str) -> str:
        """The broken text."""
        return text[: self.start] + self.instead + text[self.end :]


def mutants(source: Source) -> Iterator[Mutant]:
    """Every way to break a rulebook in one place."""
    text = source.text
    for group in groups(lex(source)):
        if group[0].tokens[0].type in UNTOUCHED:
            continue
        yield from orders(text, group)
        for line in group:
            if line.tokens[0].type in ("PLAYERS", "OPTION"):
                for _, start, end, instead in of_tokens(line.tokens):
                    yield Mutant("limit", text.count("\n", 0, start) + 1, start, end, instead)
            elif line.tokens[0].type not in TEXTS:
                for mutant in (*of_line(text, group, line), *of_tokens(line.tokens)):
                    yield Mutant(mutant[0], text.count("\n", 0, mutant[1]) + 1, *mutant[1:])


def whole(text: str, line: SourceLine) -> tuple[int, int]:
    """Where a line begins and ends in the text."""
    start = text.rfind("\n", 0, line.tokens[0].start) + 1
    end = text.find("\n", max(token.end for token in line.tokens)) + 1
    return start, end or len(text)


def block(text: str, group: Sequence[SourceLine], line: SourceLine) -> tuple[int, int]:
    """The same with all that is indented below it."""
    place = next(place for place, one in enumerate(group) if one is line)
    start, end = whole(text, line)
    for below in group[place + 1 :]:
        if below.indent <= line.indent:
            break
        end = whole(text, below)[1]
    return start, end


def of_line(text: str, group: Sequence[SourceLine], line: SourceLine) -> Iterator[tuple[str, int, int, str]]:
    """What can be wrong with a whole line: it is not there, or must where it may."""
    first = line.tokens[0]
    if (line.depth and first.type not in ("NAME", "IF", "OTHERWISE")) or first.type in ("FORBID", "CHANGE"):
        yield (f"no {first.text}", *block(text, group, line), "")
    if first.type == "MAY":
        yield "must for may", first.start, line.tokens[1].start, ""
    if first.type == "CHOOSE":
        yield "may for must", first.start, first.start, "may "


def of_tokens(tokens: Sequence[Token]) -> Iterator[tuple[str, int, int, str]]:
    """What can be wrong inside a line."""
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else ""
        if token.type == "NUMBER":
            yield "number", token.start, token.end, str(int(token.text) + 1)
            if int(token.text):
                yield "number", token.start, token.end, str(int(token.text) - 1)
        elif token.text == "seen":
            end = next((other.end for other in tokens[place:] if other.text in ("owner", "nobody", "all")), token.end)
            yield "who sees", tokens[place - 1].start, end, ""
        elif token.text == "ordered":
            yield "order", tokens[place - 1].start, token.end, ""
        elif token.text == "not":
            yield "condition", token.start, token.end, ""
        elif token.text == "is" and place + 1 < len(tokens):
            yield "condition", token.end, token.end, "" if tokens[place + 1].text == "not" else " not"
        elif token.text in ("least", "most") and before == "at":
            yield "condition", token.start, token.end, "most" if token.text == "least" else "least"
        elif token.text in EXCHANGED:
            yield "word", token.start, token.end, EXCHANGED[token.text]
        elif token.text in ABOUT and before not in ("each", "for", "in", "to", "place", "with"):
            yield "about whom", token.start, token.end, ABOUT[token.text]


def orders(text: str, group: Sequence[SourceLine]) -> Iterator[Mutant]:
    """Two neighbouring things that are done the other way round."""
    if group[0].tokens[-1].type != "COLON":
        return
    for one, other in pairwise(group):
        if (
            one.depth
            and one.indent == other.indent
            and not {"OTHERWISE", "NEEDS"} & {one.tokens[0].type, other.tokens[0].type}
        ):
            if one.tokens[-1].type == "COLON" or other.tokens[-1].type == "COLON" or one.tokens[0].type == "NAME":
                continue
            (start, middle), (_, end) = whole(text, one), whole(text, other)
            yield Mutant("order", text.count("\n", 0, start) + 1, start, end, text[middle:end] + text[start:middle])


def fate(text: str, mutant: Mutant) -> str:
    """`refused` if it is no rulebook any more, `noticed` if an example fails, `same` if its games are, or else `alive`."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.rules"
        file.write_text(mutant.of(text), encoding="utf-8")
        games, diagnostics = load_all(str(file))
        if not games or any(diagnostic.severity == "error" for diagnostic in diagnostics):
            return "refused"
        if any(not result.passed for game in games for result in run_examples(game)):
            return "noticed"
        if mutant.kind in UNPLAYED or played(mutant.of(text)) != played(text):
            return "alive"
        return "same"


@cache
def played(text: str) -> tuple[object, ...]:
    """How some games at random come out, for every number of players, without and with each variant."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "played.rules"
        file.write_text(text, encoding="utf-8")
        results: list[object] = []
        for variants in dict.fromkeys(tuple(game.variants) for game in load_all(str(file))[0]):
            game = load(str(file), variants)
            for players in range(game.least_players, game.most_players + 1):
                for seed in range(GAMES):
                    try:
                        results.append(game.playout(players, seed))
                    except PlayError as error:
                        results.append(error.diagnostic.name)
        return tuple(results)


def main() -> None:
    """Break a rulebook, and say what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", type=Path)
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--lines", type=int, nargs=2, metavar=("FROM", "TO"), help="only what begins on these lines")
    wanted = parser.parse_args()
    text = wanted.rulebook.read_text(encoding="utf-8")
    found = list(mutants(Source(str(wanted.rulebook), text)))
    if wanted.lines:
        found = [mutant for mutant in found if wanted.lines[0] <= mutant.line <= wanted.lines[1]]
    if wanted.sample and wanted.sample < len(found):
        found = sorted(random.Random(wanted.seed).sample(found, wanted.sample), key=lambda mutant: mutant.start)
    for line in report(text, found, wanted.jobs):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def report(text: str, found: Sequence[Mutant], jobs: int) -> Iterator[str]:
    """A line for each mutant that nobody noticed, and one for all."""
    counts = {"refused": 0, "same": 0, "noticed": 0, "alive": 0}
    lines = text.splitlines()
    with ProcessPoolExecutor(jobs) as pool:
        for mutant, became in zip(found, pool.map(partial(fate, text), found), strict=True):
            counts[became] += 1
            if became == "alive":
                was, instead = (
                    " / ".join(part.strip() for part in one.strip().splitlines())[:60] or "(nothing)"
                    for one in (text[mutant.start : mutant.end], mutant.instead)
                )
                yield f"{mutant.line}: {mutant.kind}: `{was}` -> `{instead}`   {lines[mutant.line - 1].strip()[:80]}"
    broken = counts["noticed"] + counts["alive"]
    share = 100 * counts["alive"] / max(broken, 1)
    yield f"{broken} broken rulebooks, {counts['alive']} unnoticed ({share:.1f} %)"
    yield f"besides, {counts['refused']} that were refused, and {counts['same']} whose games are the same"


if __name__ == "__main__":
    main()

"""A rulebook broken on purpose, one place at a time, and whether its examples notice.

    python -m tests.mutants rulebooks/hearts.rules --sample 200

What can be wrong stands in tests/breaking.py. What no longer is a rulebook does not count. What goes unnoticed is played at
random against the whole rulebook, by the same seeds, with every number of players, every variant and every option: where all
games come out the same, nothing was broken, most likely; `--same` lists what that is said of.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.dsl.bundled import SUFFIX, in_order
from rulewright.dsl.checked import Example, Game
from rulewright.dsl.lexer import lex
from rulewright.dsl.library import load_all
from rulewright.dsl.parse import groups
from rulewright.dsl.source import Source
from rulewright.interpreter import PlayError, load
from rulewright.interpreter.play.examples import run_examples
from tests.breaking import Mutant, Names, mutants

UNPLAYED = {"who sees", "limit"}
"""What no game at random shows."""
GAMES = 40
GAMES_WITH_AN_OPTION = 12
NEAREST = 12
"""So many examples, those that speak of what was broken, are asked before all the others."""
WORD = re.compile(r"[^\W\d][\w-]+")


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


def places_of(path: Path) -> list[str]:
    """For each line of a rulebook in one piece, where it stands: its number, behind its file's name if there are several."""
    return [
        f"{part.name}:{number}" if path.is_dir() else str(number)
        for part in parts_of(path)
        for number in range(1, part.read_text(encoding="utf-8").rstrip("\n").count("\n") + 2)
    ]


def checked(text: str, folder: str) -> list[Game]:
    """The games of a text, with each combination of variants that has examples; none if it is no rulebook."""
    file = Path(folder) / "mutant.rules"
    file.write_text(text, encoding="utf-8")
    games, diagnostics = load_all(str(file))
    return [] if any(diagnostic.severity == "error" for diagnostic in diagnostics) else games


def fate(text: str, mutant: Mutant) -> str:
    """`refused` if it is no rulebook any more, `noticed` if an example fails, `same` if its games are, or else `alive`."""
    broken = mutant.of(text)
    with TemporaryDirectory() as folder:
        for part in (with_nearest(text, mutant), broken):
            games = checked(part, folder)
            if not games:
                return "refused"
            if any(fails(game) for game in games):
                return "noticed"
    return "alive" if mutant.kind in UNPLAYED or plays_otherwise(broken, text) else "same"


def setting_of(example: Example) -> tuple[int, str]:
    """With which players and options an example is played; those without options come first."""
    return len(example.options), repr((example.players, sorted(example.options.items())))


def fails(game: Game) -> bool:
    """Whether an example fails; for each setting another program is made, so that one after the other is asked."""
    return any(fails_with(game, setting) for setting in sorted({setting_of(example) for example in game.examples}))


def fails_with(game: Game, setting: tuple[int, str]) -> bool:
    """Whether an example of that setting fails."""
    return any(not result.passed for result in run_examples(game, lambda example: setting_of(example) == setting))


@cache
def examples_of(text: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Where each example begins and ends in a text, and its words."""
    starts = [group[0].tokens[0].start for group in groups(lex(Source("a.rules", text)))]
    ends = [*starts[1:], len(text)]
    heads = [group[0].tokens[0].type for group in groups(lex(Source("a.rules", text)))]
    return tuple(
        (start, end, frozenset(WORD.findall(text[start:end])))
        for start, end, head in zip(starts, ends, heads, strict=True)
        if head == "EXAMPLE"
    )


@cache
def rarity(text: str) -> Mapping[str, float]:
    """How much a word says: the fewer examples have it, the more."""
    counted = Counter(word for _, _, words in examples_of(text) for word in words)
    return {word: 1 / count for word, count in counted.items()}


def with_nearest(text: str, mutant: Mutant) -> str:
    """The broken text with those examples alone that speak of what was broken: most often they are enough, and soon done."""
    examples, worth = examples_of(text), rarity(text)
    above = text.rfind("\n", 0, max(0, mutant.start - 400)) + 1
    near, own = Counter(WORD.findall(text[above : mutant.end + 400])), WORD.findall(text[mutant.start : mutant.end + 60])
    near.update(own * 5)
    score = [sum(worth.get(word, 0) * near[word] for word in words if word in near) for _, _, words in examples]
    asked = set(sorted(range(len(examples)), key=lambda place: -score[place])[:NEAREST])
    pieces, at = [], 0
    for place, (start, end, _) in enumerate(examples):
        pieces.append((at, start))
        if place in asked:
            pieces.append((start, end))
        at = end
    pieces.append((at, len(text)))
    return "".join(broken_part(text, mutant, start, end) for start, end in pieces)


def broken_part(text: str, mutant: Mutant, start: int, end: int) -> str:
    """A part of a text, broken if the mutant lies in it."""
    if not start <= mutant.start < max(end, start + 1):
        return text[start:end]
    return text[start : mutant.start] + mutant.instead + text[mutant.end : end]


def plays_otherwise(broken: str, text: str) -> bool:
    """Whether some game at random comes out otherwise."""
    return any(one != other for one, other in zip(games_of(broken), all_games_of(text), strict=False))


@cache
def all_games_of(text: str) -> tuple[object, ...]:
    """The games of the whole rulebook."""
    return tuple(games_of(text))


def games_of(text: str) -> Iterator[object]:
    """How some games at random come out: with every number of players, without and with each variant and each option."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "played.rules"
        file.write_text(text, encoding="utf-8")
        for variants in dict.fromkeys(tuple(game.variants) for game in load_all(str(file))[0]):
            game = load(str(file), variants)
            for players in range(game.least_players, game.most_players + 1):
                yield from results(str(file), variants, {}, players, GAMES)
            for option in () if variants else game.options.values():
                every = (True, False) if option.kind == "truth" else option.words or (option.least, option.most)
                other = next(value for value in every if value != option.default)
                yield from results(str(file), variants, {option.name: other}, game.least_players, GAMES_WITH_AN_OPTION)


def results(
    reference: str, variants: Sequence[str], options: dict[str, int | bool | str], players: int, games: int
) -> Iterator[object]:
    """How games at random come out with some options."""
    game = load(reference, variants, options)
    for seed in range(games):
        try:
            yield game.playout(players, seed)
        except PlayError as error:
            yield error.diagnostic.name


def main() -> None:
    """Break a rulebook, and say what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", type=Path)
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--lines", type=int, nargs=2, metavar=("FROM", "TO"), help="only what begins on these lines")
    parser.add_argument("--kind", action="append", metavar="KIND", help="only mistakes of this kind; may be repeated")
    parser.add_argument("--shard", type=int, nargs=2, metavar=("I", "N"), help="the I-th of N parts, from 0")
    parser.add_argument("--same", action="store_true", help="list also those whose games are the same")
    parser.add_argument("--only", type=Path, metavar="FILE", help="only the mutants that stand in a list made before")
    wanted = parser.parse_args()
    text, found = of_rulebook(wanted.rulebook)
    if wanted.lines:
        found = [mutant for mutant in found if wanted.lines[0] <= mutant.line <= wanted.lines[1]]
    if wanted.kind:
        found = [mutant for mutant in found if mutant.kind in wanted.kind]
    if wanted.only:
        listed = {line.partition(": ")[2] for line in wanted.only.read_text(encoding="utf-8").splitlines()}
        found = [mutant for mutant in found if shown(text, mutant).partition(": ")[2] in listed]
    if wanted.sample and wanted.sample < len(found):
        found = sorted(random.Random(wanted.seed).sample(found, wanted.sample), key=lambda mutant: mutant.start)
    if wanted.shard:
        found = found[wanted.shard[0] :: wanted.shard[1]]
    # Nothing that a broken rulebook comes to is worth keeping, or a compiler's time.
    os.environ |= {"RULEWRIGHT_CACHE": "off", "RULEWRIGHT_NATIVE": "off"}
    listed_fates = ("alive", "same") if wanted.same else ("alive",)
    for line in report(text, found, wanted.jobs, listed_fates, places_of(wanted.rulebook)):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def shown(text: str, mutant: Mutant, places: Sequence[str] = ()) -> str:
    """A mutant on one line: where it is, its kind, what was there, what is there now, and the line."""
    was, instead = (
        " / ".join(part.strip() for part in one.strip().splitlines())[:60] or "(nothing)"
        for one in (text[mutant.start : mutant.end], mutant.instead)
    )
    line = text.splitlines()[mutant.line - 1].strip()
    place = places[mutant.line - 1] if places else mutant.line
    return f"{place}: {mutant.kind}: `{was}` -> `{instead}`   {line[:80]}"


def report(
    text: str, found: Sequence[Mutant], jobs: int, listed: Sequence[str] = ("alive",), places: Sequence[str] = ()
) -> Iterator[str]:
    """A line for each mutant that nobody noticed, and some for all."""
    counts: Counter[str] = Counter()
    by_kind: dict[str, Counter[str]] = {}
    # Each broken rulebook leaves much behind at once: to look for what can go all the time would take a third of it all.
    with ProcessPoolExecutor(jobs, initializer=gc.set_threshold, initargs=(200_000, 20, 20)) as pool:
        for mutant, became in zip(found, pool.map(partial(fate, text), found, chunksize=4), strict=True):
            counts[became] += 1
            by_kind.setdefault(mutant.kind, Counter())[became] += 1
            if became in listed:
                yield ("" if became == "alive" else f"{became} ") + shown(text, mutant, places)
    for kind, of_it in sorted(by_kind.items()):
        if of_it["noticed"] + of_it["alive"]:
            yield f"{kind}: {of_it['noticed'] + of_it['alive']} broken, {of_it['alive']} unnoticed"
    broken = counts["noticed"] + counts["alive"]
    share = 100 * counts["alive"] / max(broken, 1)
    yield f"{broken} broken rulebooks, {counts['alive']} unnoticed ({share:.1f} %)"
    yield f"besides, {counts['refused']} that were refused, and {counts['same']} whose games are the same"


if __name__ == "__main__":
    main()

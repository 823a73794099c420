"""Games to try the engine with: all that there are, in all ways to play them, and rulebooks written for one test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Decision, Game, Match, load
from tests.shared import cached

ROOT = Path(__file__).parents[2]
SMALL = (*sorted((ROOT / "tests" / "games").glob("*.rules")), *sorted(Path(__file__).parent.glob("rulebooks/*.rules")))
VARIANTS = {"la-planche": ("family",), "walk-the-plank": ("ghost", "dolphin", "kraken")}

MOST_WAYS = 40


Way = tuple[str, tuple[str, ...], tuple[tuple[str, int | bool | str], ...]]


@cache
def loaded(reference: str, variants: tuple[str, ...] = (), options: tuple[tuple[str, int | bool | str], ...] = ()) -> Game:
    """Return a game that all tests share. Its rulebook is checked by one process, and the others find it in the cache."""
    with cached():
        return load(reference, variants, dict(options))


def ways_of(reference: str) -> Iterator[Way]:
    """Yield every set of variants, each with all settings of its options, at the ends of the ranges of numbers.

    Where that is too much: every setting alone, and some of them together.
    """
    known = VARIANTS.get(reference, ())
    for count in range(len(known) + 1):
        for variants in combinations(known, count):
            settings: list[list[tuple[str, int | bool | str]]] = []
            for name, option in loaded(reference, variants).options.items():
                values: Sequence[int | bool | str] = option.words or (
                    (False, True) if option.kind == "truth" else sorted({option.least, option.default, option.most})
                )
                settings.append([(name, value) for value in values])
            if prod(map(len, settings)) <= MOST_WAYS:
                yield from ((reference, variants, chosen) for chosen in product(*settings))
            else:
                yield from ((reference, variants, (one,)) for choices in settings for one in choices)
                together = Random(reference)
                yield from ((reference, variants, tuple(map(together.choice, settings))) for _ in range(MOST_WAYS))


@cache
def all_ways() -> list[Way]:
    """Return every way to play every game that there is."""
    return [way for reference in (*bundled_games(), *map(str, SMALL)) for way in ways_of(reference)]


@cache
def some_ways() -> dict[str, list[Way]]:
    """Return a few ways to play each game: compiling all of them takes longer than a test may."""
    by_game: dict[str, list[Way]] = {}
    for way in all_ways():
        by_game.setdefault(way[0], []).append(way)
    chosen: dict[str, list[Way]] = {}
    for reference, ways in by_game.items():
        by_variants: dict[tuple[str, ...], list[Way]] = {}
        for way in ways:
            by_variants.setdefault(way[1], []).append(way)
        each = max(1, 6 // len(by_variants))
        chosen[reference] = [
            way for alike in by_variants.values() for way in Random(reference).sample(alike, min(len(alike), each))
        ]
    return chosen


def some_matches(count: int, seed: int = 0, chance: str = "seed", forced: str = "done") -> Iterator[tuple[Game, Match, Random]]:
    """Yield matches at their beginning, each game equally often, in several ways; with a source of choices for each."""
    by_game = some_ways()
    for number in range(count):
        chosen = Random(f"{seed} {number}")
        game = loaded(*chosen.choice(by_game[sorted(by_game)[number % len(by_game)]]))
        yield game, game.start(chosen.randint(game.least_players, game.most_players), number, chance, forced=forced), chosen


def written(folder: Path, text: str, options: Mapping[str, Any] | None = None) -> Game:
    """Return a game of a rulebook in the test itself."""
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(str(path), (), options)


def all_deals(game: Game, cards: int, forced: str = "ask") -> Iterator[tuple[tuple[int, ...], Match]]:
    """Yield each order in which a game that begins with it deals some of its four cards, with the match after that."""
    for deal in permutations(range(4), cards):
        match = game.start(chance="ask", forced=forced)
        left = list(range(4))
        for card in deal:
            match.choose(left.index(card))
            left.remove(card)
        yield deal, match


def reopened(match: Match) -> Match:
    """Return the match, saved and opened again to be gone on with: nothing of it is lost."""
    text = match.save()
    again: Match = match.game.resume(text)
    assert again.key() == match.key()
    assert again.position.random == match.position.random
    for seat in (None, *range(match.players)):
        assert again.log(seat) == match.log(seat)
        assert again.view(seat).as_data() == match.view(seat).as_data()
    assert again.save() == text
    return again


def asked(match: Match) -> Decision:
    """Return the pending decision; there must be one."""
    assert match.decision is not None
    return match.decision


def shown(match: Match, seat: int) -> tuple[object, ...]:
    """Return all that a seat gets to see."""
    decision = match.decision
    question = (
        None
        if decision is None or decision.seat != seat
        else (
            decision.prompt,
            decision.passable,
            decision.picked,
            [(option.key, option.label, option.weight) for option in decision.options],
        )
    )
    return (match.view(seat).as_data(), match.log(seat), question, None if decision is None else decision.seat, match.result)

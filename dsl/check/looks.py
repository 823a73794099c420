"""Check how things look: the lines below `looks:`, which change nothing in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check.scope import Meaning, SymbolTable
from rulewright.dsl.checked import COLOURS, Board, Look, Space
from rulewright.dsl.messages.said import Phrase

LONGEST_SIGN = 4
FARTHEST = 99


def check_looks(world: SymbolTable) -> tuple[dict[str, Look], dict[int, str]]:
    """Return how everything looks, by name, and the colours of seats."""
    looks: dict[str, Look] = {}
    seats: dict[int, str] = {}
    for line in _lines(world):
        for word in line.names:
            if _is_known(world, word):
                looks[word.text] = _look(world, line, looks.get(word.text, Look()), _meaning(world, word))
        if line.seats:
            look = _look(world, line, Look(), None)
            seats |= dict.fromkeys((seat - 1 for seat in line.seats), look.colour)
    return looks, seats


def _lines(world: SymbolTable) -> Iterator[nodes.LookLine]:
    """Yield the lines about looks, those of variants last."""
    for node in world.declarations:
        if isinstance(node, nodes.Looks):
            yield from (line for line in node.lines if isinstance(line, nodes.LookLine))


def _meaning(world: SymbolTable, word: nodes.Word) -> Meaning:
    symbol = world.symbols.get(word.text)
    return symbol.meaning if symbol is not None else None


def _is_known(world: SymbolTable, word: nodes.Word) -> bool:
    """Return whether anything is called so; if not, say so."""
    known = word.text in world.symbols or word.text in world.fields
    if not known:
        world.unknown(word.text, word.span, [*world.symbols, *world.fields])
    return known


def _look(world: SymbolTable, line: nodes.LookLine, look: Look, meaning: Meaning) -> Look:
    """Return how something looks, with what a line adds."""
    for part in line.looks:
        if part.word is None:
            if not 0 < len(part.sign) <= LONGEST_SIGN:
                world.report("look-does-not-fit", Phrase("a-sign-is-short", most=LONGEST_SIGN), part.span)
            look = evolve(look, sign=part.sign)
        elif part.word.text in COLOURS and not part.numbers:
            look = evolve(look, colour=part.word.text)
        elif part.word.text in WORDS:
            fits, numbers, change, message = WORDS[part.word.text]
            if not fits(meaning) or len(part.numbers) != numbers or not all(0 < number <= FARTHEST for number in part.numbers):
                world.report("look-does-not-fit", message, part.span)
            else:
                look = change(look, part.numbers)
        else:
            candidates = [*COLOURS, *WORDS]
            world.unknown(part.word.text, part.word.span, candidates, Phrase("no-such-look", word=part.word.text))
    return look


def _is_board(*kinds: str) -> Callable[[Meaning], bool]:
    return lambda meaning: isinstance(meaning, Board) and meaning.kind in kinds


WORDS: dict[str, tuple[Callable[[Meaning], bool], int, Callable[[Look, tuple[int, ...]], Look], Phrase]] = {
    "chequered": (
        _is_board("grid"), 0, lambda look, _: evolve(look, pattern="chequered"), Phrase("chequered-is-for-a-grid"),
    ),
    "points": (
        _is_board("grid", "map"), 0, lambda look, _: evolve(look, pattern="points"), Phrase("points-are-for-a-grid-or-map"),
    ),
    "bends": (
        _is_board("line"), 1, lambda look, numbers: evolve(look, bend=numbers[0]), Phrase("bends-is-for-a-line"),
    ),
    "at": (
        lambda meaning: isinstance(meaning, Space), 2, lambda look, numbers: evolve(look, at=(numbers[0], numbers[1])),
        Phrase("at-is-for-a-space-of-a-map"),
    ),
    "first": (
        lambda meaning: isinstance(meaning, Board | Space), 0, lambda look, _: evolve(look, first=True),
        Phrase("first-is-for-a-board-or-place"),
    ),
}  # fmt: skip
"""The words for looks that are no colours: what they fit, how many numbers follow them, what they change, and what is said
where they do not fit."""

"""Check how things look: the lines below `looks:`, which change nothing in the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check.scope import Meaning, SymbolTable
from rulewright.dsl.checked import COLOURS, PLAYER, TRUTH, Board, Define, Field, Look, Space
from rulewright.dsl.messages.said import Phrase

LONGEST_SIGN = 4
FARTHEST = 99


def check_looks(world: SymbolTable) -> tuple[dict[str, Look], dict[int, str]]:
    """Return how everything looks, by name, and the colours of seats."""
    looks: defaultdict[str, Look] = defaultdict(Look)
    seats: dict[int, str] = {}
    for line in _lines(world):
        for word in line.names:
            if _is_known(world, word):
                _check(world, line, _meaning(world, word))
                looks[word.text] = line_look(line, looks[word.text])
        if line.seats:
            _check(world, line, None)
            seats |= dict.fromkeys((seat - 1 for seat in line.seats), line_look(line, Look()).colour)
    cards = [node for node in world.declarations if isinstance(node, nodes.Card)]
    return {**looks, **{card.name.text: card_look(card, looks) for card in cards}}, seats


def card_look(card: nodes.Card, looks: Mapping[str, Look]) -> Look:
    """Return how a card looks: without a colour of its own, it has that of the first value on it that has one."""
    look = looks.get(card.name.text, Look())
    words = [one.value.name for one in card.fields if isinstance(one.value, nodes.Name)]
    colours = (looks.get(word, Look()).of_value(word, None).colour for word in words)
    return evolve(look, colour=look.colour or next(filter(None, colours), ""))


def line_look(line: nodes.LookLine, look: Look) -> Look:
    """Return a look with what a line adds; it takes words that do not fit as they are."""
    for part in line.looks:
        if part.word is None:
            look = evolve(look, sign=part.sign)
        elif part.word.text in WORDS:
            fits = WORDS[part.word.text]
            look = fits.change(look, part.numbers) if len(part.numbers) == fits.numbers else look
        elif part.word.text in COLOURS:
            look = evolve(look, colour=part.word.text)
    return look


def _lines(world: SymbolTable) -> Iterator[nodes.LookLine]:
    """Yield the lines about looks, those of variants last."""
    for node in world.declarations:
        if isinstance(node, nodes.Looks):
            yield from (line for line in node.lines if isinstance(line, nodes.LookLine))


def _meaning(world: SymbolTable, word: nodes.Word) -> Meaning:
    symbol = world.symbols.get(word.text)
    return symbol.meaning if symbol is not None else next(iter(world.fields.get(word.text, ())), None)


def _is_known(world: SymbolTable, word: nodes.Word) -> bool:
    """Return whether anything is called so; if not, say so."""
    known = word.text in world.symbols or word.text in world.fields
    if not known:
        world.unknown(word.text, word.span, [*world.symbols, *world.fields])
    return known


def _check(world: SymbolTable, line: nodes.LookLine, meaning: Meaning) -> None:
    """Report the looks of a line that nothing has, or that do not fit."""
    for part in line.looks:
        if part.word is None:
            if not 0 < len(part.sign) <= LONGEST_SIGN:
                world.report(
                    "look-does-not-fit", Phrase("a-sign-is-short", most=LONGEST_SIGN), part.span, Phrase("does-not-fit-this")
                )
        elif part.word.text in WORDS:
            word = WORDS[part.word.text]
            in_range = all(0 < number <= FARTHEST for number in part.numbers)
            if not word.fits(meaning) or len(part.numbers) != word.numbers or not in_range:
                world.report("look-does-not-fit", word.message, part.span, Phrase("does-not-fit-this"))
        elif part.word.text not in COLOURS or part.numbers:
            candidates = [*COLOURS, *WORDS]
            world.unknown(part.word.text, part.word.span, candidates, Phrase("no-such-look", word=part.word.text))


class LookWord(NamedTuple):
    """A word for a look that is no colour."""

    fits: Callable[[Meaning], bool]
    """Returns whether something can look so."""
    numbers: int
    """How many numbers follow the word."""
    change: Callable[[Look, tuple[int, ...]], Look]
    """Returns a look with what the word adds."""
    message: Phrase
    """Says what it fits."""


def _is_board(*kinds: str) -> Callable[[Meaning], bool]:
    return lambda meaning: isinstance(meaning, Board) and meaning.kind in kinds


def _is_on_cards(meaning: Meaning) -> bool:
    return isinstance(meaning, Field) and meaning.of is not None and meaning.of.kind == "thing"


def _is_in_common(meaning: Meaning) -> bool:
    """Return whether the table has something, or it is a place of each player."""
    match meaning:
        case Space(board=None) | Define(parameters=()) | Field(of=None):
            return True
        case Field(place=place, of=of):
            return place is not None and of == PLAYER
    return False


WORDS = {
    "chequered": LookWord(
        _is_board("grid"), 0, lambda look, _: evolve(look, pattern="chequered"), Phrase("chequered-is-for-a-grid"),
    ),
    "points": LookWord(
        _is_board("grid", "map", "line"), 0, lambda look, _: evolve(look, pattern="points"), Phrase("points-are-for-a-board"),
    ),
    "bends": LookWord(
        _is_board("line"), 1, lambda look, numbers: evolve(look, bend=numbers[0]), Phrase("bends-is-for-a-line"),
    ),
    "at": LookWord(
        lambda meaning: isinstance(meaning, Space), 2, lambda look, numbers: evolve(look, at=(numbers[0], numbers[1])),
        Phrase("at-is-for-a-space-of-a-map"),
    ),
    "first": LookWord(
        lambda meaning: isinstance(meaning, Board | Space), 0, lambda look, _: evolve(look, first=True),
        Phrase("first-is-for-a-board-or-place"),
    ),
    "middle": LookWord(
        _is_in_common, 0, lambda look, _: evolve(look, stands="middle"), Phrase("middle-is-for-a-place-or-the-table"),
    ),
    "aside": LookWord(
        lambda meaning: (isinstance(meaning, Space) and meaning.board is None)
        or (isinstance(meaning, Field) and meaning.place is not None), 0,
        lambda look, _: evolve(look, stands="aside"), Phrase("aside-is-for-a-place"),
    ),
    "above": LookWord(
        lambda meaning: isinstance(meaning, Field) and meaning.of is not None and meaning.of.kind == "space", 0,
        lambda look, _: evolve(look, stands="above"), Phrase("above-is-for-a-field-of-spaces"),
    ),
    "faded": LookWord(
        lambda meaning: isinstance(meaning, Field | Define) and meaning.type == TRUTH, 0,
        lambda look, _: evolve(look, faded=True), Phrase("faded-is-for-yes-or-no"),
    ),
    "large": LookWord(
        _is_on_cards, 0, lambda look, _: evolve(look, size="large"), Phrase("sizes-are-for-fields-of-cards"),
    ),
    "small": LookWord(
        _is_on_cards, 0, lambda look, _: evolve(look, size="small"), Phrase("sizes-are-for-fields-of-cards"),
    ),
}  # fmt: skip
"""The words for looks that are no colours."""

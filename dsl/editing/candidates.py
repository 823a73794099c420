"""Find what fits at a place in an unfinished line: words of the language, and names.

The parser for rulebooks reads the words before the place, so whatever it accepts next fits. Names are tried out: the line
is completed in the shortest way, and checked with each name in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl.editing.incremental import BLOCK
from rulewright.dsl.syntax.block_errors import block_around
from rulewright.dsl.syntax.lexer import SourceLine, lex
from rulewright.dsl.syntax.line_shapes import shape_of
from rulewright.dsl.syntax.machine import LRMachine
from rulewright.dsl.syntax.parser import Reader
from rulewright.dsl.syntax.terminal_words import SILENT, WRITTEN
from rulewright.dsl.syntax.vocabulary import INNER_WORDS, LINE_WORDS, kinds_of
from rulewright.dsl.text.source import Source

# Names that nobody uses: for the missing name, and for what must follow it.
PROBE, FILLER = "xyzzy-here", "xyzzy-there"
WORD_BEFORE = re.compile(r"(?:[^\W\d_][\w-]*)?\Z")
WORDS = tuple(dict.fromkeys([*WRITTEN.values(), *INNER_WORDS, *LINE_WORDS]))
# Words with a meaning only before others.
TOGETHER = (("such", "that"), ("take", "turns"), ("player", "goes", "on"), ("showing", '"..."'))
# These words need another value, without end, and finish nothing.
ENDLESS = SILENT | {
    "PLUS", "MINUS", "STAR", "SLASH", "MOD", "AND", "OR", "WHERE", "WITHOUT", "ADDED", "IS", "ON", "COUNTERCLOCKWISE", "NOT",
    "ANY", "COUNT", "FIRST", "LAST", "ITEM", "SUM", "HIGHEST", "LOWEST", "LONGEST", "ALL", "CAN", "SEAT", "_INDENT", "OPENLY",
}  # fmt: skip
MOST_ADDED = 7
MOST_WAYS = 300
FILLED = {"NAME": FILLER, "NUMBER": "1", "TEXT": '"..."'}


class PrefixReader(Reader):
    """Read a block up to a line, and remember the parser's state there."""

    def __init__(self, source: Source, watched: SourceLine) -> None:
        super().__init__(source)
        self.watched = watched
        self.before: list[int] | None = None

    def read_line(self, index: int) -> int:
        """Read a line, and remember the state before the one that is watched."""
        if self.lines[index] is self.watched:
            self.before = self.machine.states[:]
        return super().read_line(index)


@frozen
class CursorContext:
    """A place in an unfinished line."""

    start: int
    """The offset of the word at the place, which may be incomplete."""
    texts: list[str]
    """The words before it."""
    states: list[int]
    machine: LRMachine
    block: str
    """The kind of block around the line."""

    def reads(self, texts: list[str]) -> bool:
        """Return whether a line can begin with these words."""
        kinds = kinds_of(texts)
        return self.machine.reading(kinds, self.states[:]) == len(kinds)


def context_at(source: Source, offset: int) -> CursorContext | None:
    """Return what is known about a place; None in texts and comments, and where the block is unknown."""
    before = source.text[:offset]
    start = offset - len(WORD_BEFORE.search(before.rpartition("\n")[2])[0])  # type: ignore[index]
    starts = [found.start() for found in BLOCK.finditer(source.text, 0, start + 1) if found.start() <= start]
    first = starts[-1] if starts else 0
    probed = Source(source.name, source.text[:start] + PROBE)
    first = start if start == source.start_of(source.position(start)[0]) else first
    lines = lex(probed, first, len(probed.text)).lines
    if not lines or not lines[-1].tokens or lines[-1].tokens[-1].text != PROBE:
        return None
    reader = PrefixReader(probed, lines[-1])
    reader.read(lines)
    if reader.before is None:
        return None
    texts = [token.text for token in lines[-1].tokens[:-1]]
    return CursorContext(start, texts, reader.before, reader.machine, block_around(lines, len(lines) - 1))


def fitting_words(place: CursorContext) -> Iterator[tuple[str, str]]:
    """Yield the words of the language that fit, each with the form of its line."""
    for word in WORDS:
        texts = [*place.texts, word]
        if word[0].isalpha() and kinds_of(texts)[-1] != "NAME" and place.reads(texts):
            yield word, "" if place.texts else shape_of(place.block, kinds_of(texts)[0])
    for several in TOGETHER:
        texts = [*place.texts, *several]
        if "NAME" not in kinds_of(texts)[len(place.texts) :] and place.reads(texts):
            yield " ".join(one for one in several if one[0].isalpha()), ""


def takes_a_name(place: CursorContext) -> bool:
    """Return whether a name fits, possibly a new one. After a text comes a language, which is no name."""
    after_text = bool(place.texts) and place.texts[-1].startswith('"')
    return not after_text and place.reads([*place.texts, PROBE])


def shortest_ending(place: CursorContext, rest: str) -> str | None:
    """Return the shortest end that completes the line after a name: the words already there, or as few as possible."""
    texts = [*place.texts, PROBE]
    behind = [token.text for line in lex(Source("", rest)).lines for token in line.tokens]
    kinds = [*kinds_of([*texts, *behind]), "_NEWLINE"]
    if behind and place.machine.reading(kinds, place.states[:]) == len(kinds):
        return rest
    states = place.states[:]
    kinds = kinds_of(texts)
    if place.machine.reading(kinds, states) < len(kinds):
        return None
    ways: list[tuple[list[int], list[str]]] = [(states, [])]
    known: set[tuple[int, ...]] = set()
    for _ in range(MOST_ADDED):
        further: list[tuple[list[int], list[str]]] = []
        for states, added in ways:
            if place.machine.step(states[:], "_NEWLINE"):
                return " ".join(["", *added])
            for kind in sorted(place.machine.accepted(states) - ENDLESS - {"_NEWLINE"}):
                then = states[:]
                text = FILLED.get(kind) or WRITTEN.get(kind)
                if text is not None and place.machine.step(then, kind) and tuple(then) not in known:
                    known.add(tuple(then))
                    further.append((then, [*added, text]))
        ways = further[:MOST_WAYS]
    return None

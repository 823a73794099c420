"""Describe a name: its declaration as it is written, its numbers, and the examples that show it."""

from __future__ import annotations

import re

from attrs import frozen

from rulewright.dsl import nodes
from rulewright.dsl.editing.candidates import context_at
from rulewright.dsl.editing.mentions import NUMBER, LocalName, Mention
from rulewright.dsl.editing.symbols import Meaning, SymbolIndex
from rulewright.dsl.syntax.line_shapes import shapes_of
from rulewright.dsl.syntax.vocabulary import kinds_of
from rulewright.dsl.text.source import Source, Span

# Longer declarations are better read in the file.
MOST_LINES = 24
# The kinds of declarations shown with the block below; of all others, only the line.
WHOLES = frozenset({"rule", "define", "card", "values", "die", "board", "standing", "variant", "position", "number"})
FIRST = re.compile(r" *([a-z]+)")


@frozen
class NameDescription:
    """The knowledge about a name."""

    what: str
    declared: list[Mention]
    """The declaration first, and then its replacements in variants."""
    texts: list[str]
    """The declarations as they are written, each with the block below."""
    numbers: list[str]
    shown: list[nodes.Example | nodes.Ruling]


def description_of(names: SymbolIndex, meaning: Meaning) -> NameDescription:
    """Return what is known about a name."""
    declared = [one for one in names.declarations(meaning) if one.node is not None]
    shown = examples_of(names, meaning) if not isinstance(meaning, LocalName) else []
    numbers = dict.fromkeys(word.text for node in shown for word in node.numbers)
    texts = dict.fromkeys(_text(one) for one in declared)
    return NameDescription(declared[0].declares if declared else "", declared, [*texts], [*numbers], shown)


def _text(mention: Mention) -> str:
    """Return the text of a declaration, or the line of one that is only a part."""
    node = mention.node
    if mention.declares in WHOLES and node is not None:
        return "\n".join(block_of(node.span, MOST_LINES))
    return mention.span.source.line(mention.span.line).strip()


def examples_of(names: SymbolIndex, meaning: Meaning) -> list[nodes.Example | nodes.Ruling]:
    """Return the examples and rulings that mention something, or have its number."""
    if isinstance(meaning, tuple) and meaning[0] == NUMBER:
        nodes_of_it = (one.node for one in names.all_of(meaning))
    else:
        nodes_of_it = (one.node for one in names.all_of(meaning) if not one.declares)
    return [*dict.fromkeys(node for node in nodes_of_it if isinstance(node, nodes.Example | nodes.Ruling))]


def first_word(source: Source, offset: int) -> Span | None:
    """Return the first word of a line, if it is the one at a place."""
    number = source.position(offset)[0]
    found = FIRST.match(source.line(number))
    start = source.start_of(number)
    if found is None or not start + found.start(1) <= offset <= start + found.end(1):
        return None
    return Span(source, start + found.start(1), start + found.end(1))


def shapes_at(word: Span) -> list[str]:
    """Return the forms of lines that begin with a word at its place."""
    place = context_at(word.source, word.start)
    kind = kinds_of([word.text])[0]
    shapes = shapes_of(place.block, kind) if place is not None and not place.texts and kind != "NAME" else ""
    return shapes.split(" | ") if shapes else []


def block_of(span: Span, most: int | None = None) -> list[str]:
    """Return a line and the block below it, without the indentation of that line."""
    source = span.source
    blanks = _indentation(source.line(span.line))
    lines = [source.line(number)[blanks:].rstrip() for number in range(span.line, block_span(span).end_line + 1)]
    return lines if most is None or len(lines) <= most else [*lines[: most - 1], "    ..."]


def block_span(span: Span) -> Span:
    """Return the span from a line to the end of the block below it."""
    source, first = span.source, span.line
    last = max(first, span.end_line)
    for number in range(last + 1, source.line_count + 1):
        line = source.line(number)
        if line.strip() and _indentation(line) <= _indentation(source.line(first)):
            break
        last = number if line.strip() else last
    return Span(source, span.start, source.start_of(last) + len(source.line(last)))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())

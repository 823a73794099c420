"""Find remarks in the comments of a rulebook, and numbers of rules in them, with the lines they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.dsl import nodes
from rulewright.dsl.syntax.lexer import lex
from rulewright.dsl.text.source import Source, Span

NUMBER = re.compile(r"\b[^\W\d_]+\d+(?!\w)")
REFERENCES = re.compile(r"\s*\((?:[^\W\d_]+\d+(?:, | and )?)+\)")
BLOCKS = (
    nodes.If,
    nodes.ForEach,
    nodes.ActAs,
    nodes.TakeTurns,
    nodes.While,
    nodes.RepeatUntil,
    nodes.RepeatTimes,
    nodes.Tell,
    nodes.Menu,
    nodes.MenuOption,
    nodes.Card,
    nodes.Rule,
    nodes.Hook,
    nodes.FieldBlock,
    nodes.Values,
    nodes.Line,
    nodes.Map,
    nodes.Position,
    nodes.Game,
)
"""Nodes with a block: only comments at their first lines are about the whole."""


class Remarks:
    """The comments of some files, by their place."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = frozenset(known)
        """The numbers of examples and rulings."""
        self._read: dict[Source, dict[int, tuple[str, bool]]] = {}

    def _of(self, source: Source) -> dict[int, tuple[str, bool]]:
        """Return for each line its comment, and whether there is nothing else on that line."""
        if source not in self._read:
            found = {}
            for token in lex(source).comments:
                line, column = source.position(token.start)
                found[line] = (token.text.lstrip("#").strip(), not source.line(line)[: column - 1].strip())
            self._read[source] = found
        return self._read[source]

    def about(self, node: nodes.Node) -> str:
        """Return the comments above and beside a node."""
        return self.at(node.span, whole=not isinstance(node, BLOCKS))

    def at(self, span: Span, *, whole: bool = False) -> str:
        """Return the comments above and beside a span; with `whole`, also those beside its other lines."""
        source, first = span.source, span.line
        comments = self._of(source)
        above = []
        line = first - 1
        while line in comments and comments[line][1]:
            above.append(comments[line][0])
            line -= 1
        above.reverse()
        if any(self._is_heading(source, number) for number in range(line + 1, first)) or self._is_head(source, first):
            above = []
        last = source.position(max(span.start, span.end - 1))[0] if whole else first
        beside = [comments[number][0] for number in range(first, last + 1) if number in comments]
        return " ".join(part for part in (*above, *beside) if part and not part.startswith("lint:"))

    def _is_heading(self, source: Source, line: int) -> bool:
        return self._of(source)[line][0].startswith("--")

    def _is_head(self, source: Source, line: int) -> bool:
        """Return whether this is the first line of a file: the comment above it is about the file."""
        return all(number in self._of(source) for number in range(1, line))

    def numbers(self, text: str) -> tuple[str, ...]:
        """Return the numbers of rules in a comment."""
        return tuple(dict.fromkeys(number for number in NUMBER.findall(text) if number in self.known))

    def words(self, text: str) -> str:
        """Return a comment without the numbers that go into the margin."""
        return REFERENCES.sub(lambda found: "" if self.numbers(found[0]) else found[0], text).strip()

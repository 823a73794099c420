"""Translations that a text lacks, and that the same text has elsewhere in the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.dsl.messages.diagnostic import Edit
from rulewright.dsl.syntax.lexer import LexerResult, SourceLine, Token, lex
from rulewright.dsl.text.source import Span


class TranslationMemory:
    """How all texts of some files are translated; each is read when one of its texts lacks something."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[LexerResult, dict[str, dict[str, set[str]]]]] = {}

    def edits_for(self, span: Span, wanted: list[str]) -> tuple[Edit, ...]:
        """Return the translations to be copied to a text or a card, if the same text has them alike wherever it has them."""
        if span.source.name not in self._known:
            lexed = lex(span.source)
            self._known[span.source.name] = lexed, _translations(lexed)
        lexed, known = self._known[span.source.name]
        line = next(line for line in lexed.lines if line.tokens[-1].end >= span.end)
        edits = []
        for text, has, end in _untranslated(span, lexed, line):
            lacks = [language for language in wanted if language not in has]
            found = [(language, known[text][language]) for language in lacks if len(known[text][language]) == 1]
            copies = "".join(f" {language} {next(iter(other))}" for language, other in found)
            if copies:
                edits.append(Edit(Span(span.source, end, end), copies))
        return tuple(edits)


def _untranslated(span: Span, lexed: LexerResult, line: SourceLine) -> Iterator[tuple[str, list[str], int]]:
    """Return the texts that a warning is about, each with its languages, and the end of what there is."""
    lines = [line]
    if line.tokens[0].type == "CARD":
        lines += [one for one in _below(lexed.lines, line) if one.tokens[0].type == "TEXT_WORD"]
    for one in lines:
        title = next((title for title in _titles(one.tokens) if title[0] >= span.start), None)
        if title is not None:
            yield title[1], [language for language, _ in title[2]], title[3]


def _below(lines: list[SourceLine], line: SourceLine) -> Iterator[SourceLine]:
    index = next(place for place, one in enumerate(lines) if one is line) + 1
    while index < len(lines) and lines[index].depth > line.depth:
        yield lines[index]
        index += 1


def _translations(lexed: LexerResult) -> dict[str, dict[str, set[str]]]:
    """By each text and language, in which ways it is translated in the file."""
    known: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for line in lexed.lines:
        for _, text, others, _ in _titles(line.tokens):
            for language, other in others:
                known[text][language].add(other)
    return known


def _titles(tokens: list[Token]) -> Iterator[tuple[int, str, list[tuple[str, str]], int]]:
    """Yield the texts in a line: each with its beginning, its translations, and their end."""
    place = 0
    while place < len(tokens):
        if tokens[place].type == "TEXT":
            start, others = place, []
            while [token.type for token in tokens[place + 1 : place + 3]] == ["NAME", "TEXT"]:
                others.append((tokens[place + 1].text, tokens[place + 2].text))
                place += 2
            yield tokens[start].start, tokens[start].text, others, tokens[place].end
        place += 1

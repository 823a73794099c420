"""Report blocks that are missing, or in the wrong place; and find the kind of block that a line is in."""

from __future__ import annotations

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit, Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import closest, suggestion
from rulewright.dsl.syntax.lexer import SourceLine
from rulewright.dsl.syntax.terminal_words import BLOCKS, HEADER_WORDS, STARTING_WORDS
from rulewright.dsl.text.source import Source, Span


def missing_block(source: Source, line: SourceLine) -> Diagnostic:
    """Return the diagnostic of a header with nothing below it."""
    last = line.tokens[-1]
    first = line.tokens[0].text
    return Diagnostic(
        name="missing-block",
        message=Phrase("nothing-stands-below-this-line-which-begins", first=first),
        span=Span(source, last.start, last.end),
        help=Phrase("write-the-lines-that-belong-to-it")
        if first == "card"
        else Phrase("write-the-lines-that-belong-to-it-below"),
    )


def missing_colon(source: Source, line: SourceLine) -> Diagnostic:
    """Return the diagnostic of a header without its colon."""
    end = line.tokens[-1].end
    return Diagnostic(
        name="missing-colon",
        message=Phrase("the-at-the-end-of-this-line"),
        span=Span(source, end, end),
        fix=(Edit(Span(source, end, end), ":"),),
    )


def unexpected_block(source: Source, lines: list[SourceLine], index: int) -> Diagnostic:
    """Return the diagnostic of a line that is indented below one that takes no block."""
    line, above = lines[index], lines[index - 1]
    first, opener = line.tokens[0], above.tokens[0]
    in_rule = opener.type == "NAME" and block_around(lines, index - 1) == "rule"
    meant = closest(opener.text, STARTING_WORDS) if in_rule else None
    if meant in HEADER_WORDS:
        return Diagnostic(
            name="unknown-line",
            message=Phrase("no-line-with-a-block-below-it", opener=opener.text),
            span=Span(source, opener.start, opener.end),
            label=Phrase("not-a-word-of-the-language"),
            help=suggestion(meant),
        )
    if first.type not in set(STARTING_WORDS.values()) | {"NAME"}:
        way_out = Phrase("a-line-goes-on-only-inside-brackets")
    else:
        way_out = Phrase("start-it-below-the-of-line", opener=opener.text, line=Span(source, opener.start, opener.end).line)
    return Diagnostic(
        name="unexpected-block",
        message=Phrase("this-line-is-indented-but-nothing-belongs"),
        span=Span(source, first.start, first.end),
        help=way_out,
        related=(Related(Span(source, opener.start, opener.end), Phrase("the-line-above")),),
    )


def block_around(lines: list[SourceLine], index: int) -> str:
    """Return the kind of block that a line is in."""
    depth = lines[index].depth
    for line in reversed(lines[:index]):
        if line.depth < depth:
            tokens = line.tokens
            first = tokens[1].type if tokens[0].type == "REPLACE" and len(tokens) > 1 else tokens[0].type
            return BLOCKS.get(line.meant or first, "rule")
    return ""

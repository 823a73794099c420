"""What to say of a block that is missing, or stands where none belongs; and in which kind of block a line stands."""

from __future__ import annotations

from rulewright.dsl.diagnostic import Diagnostic, Related
from rulewright.dsl.lexer import SourceLine
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import closest
from rulewright.dsl.wording import BLOCKS, HEADER_WORDS, STARTING_WORDS


def missing_block(source: Source, line: SourceLine) -> Diagnostic:
    """What to say of a header with nothing below it."""
    last = line.tokens[-1]
    first = line.tokens[0].text
    return Diagnostic(
        name="missing-block",
        message=f"nothing stands below this line, which begins with `{first}`",
        span=Span(source, last.start, last.end),
        label="what comes after this is missing",
        help="write the lines that belong to it below, indented by four more spaces"
        + (", or leave out the `:` of a card that has none" if first == "card" else ""),
    )


def missing_colon(source: Source, line: SourceLine) -> Diagnostic:
    """What to say of a header whose colon was forgotten."""
    end = line.tokens[-1].end
    return Diagnostic(
        name="missing-colon",
        message="the `:` at the end of this line is missing",
        span=Span(source, end, end),
        label="write `:` here",
        help="a line with others indented below it ends with `:`",
    )


def unexpected_block(source: Source, lines: list[SourceLine], index: int) -> Diagnostic:
    """What to say of a line that is indented below one that takes no block."""
    line, above = lines[index], lines[index - 1]
    first, opener = line.tokens[0], above.tokens[0]
    in_rule = opener.type == "NAME" and block_around(lines, index - 1) == "rule"
    meant = closest(opener.text, STARTING_WORDS) if in_rule else None
    if meant in HEADER_WORDS:
        return Diagnostic(
            name="unknown-line",
            message=f"no line with a block below it begins with `{opener.text}`",
            span=Span(source, opener.start, opener.end),
            label="not a word of the language",
            help=f"did you mean `{meant}`?",
        )
    if first.type not in set(STARTING_WORDS.values()) | {"NAME"}:
        way_out = "a line goes on only inside brackets: put `(` and `)` around what belongs together"
    else:
        way_out = f"start it below the `{opener.text}` of line {Span(source, opener.start, opener.end).line}"
    return Diagnostic(
        name="unexpected-block",
        message="this line is indented, but nothing belongs below the line above",
        span=Span(source, first.start, first.end),
        label="stands too far right",
        help=way_out,
        related=(Related(Span(source, opener.start, opener.end), "the line above"),),
    )


def block_around(lines: list[SourceLine], index: int) -> str:
    """The kind of block that a line stands in."""
    depth = lines[index].depth
    for line in reversed(lines[:index]):
        if line.depth < depth:
            tokens = line.tokens
            first = tokens[1].type if tokens[0].type == "REPLACE" and len(tokens) > 1 else tokens[0].type
            return BLOCKS.get(line.meant or first, "rule")
    return ""

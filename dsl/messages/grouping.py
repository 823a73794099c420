"""Report each mistake once: gather repeated messages about one thing, and leave out those that only follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from rulewright.dsl.messages.diagnostic import Diagnostic, Related, in_order
from rulewright.dsl.messages.kinds import (
    FieldOfOthers,
    HereToo,
    LineGoesLike,
    LostName,
    NeverAnOption,
    TwoValues,
    Unknown,
    UnknownName,
    UnknownType,
)
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import suggested_names
from rulewright.dsl.text.source import Source, Span

# The names of diagnostics that repeat the same words wherever a name is used.
SAME = frozenset({"wrong-type", "no-result", "no-such-seat", "wrong-count"})
# After one of these, nobody knows which block the next lines belong to.
LAYOUT = frozenset({"indentation", "unexpected-block", "missing-block", "misplaced-line"})
FOLLOWING = LAYOUT | {
    "unknown-line", "stray-otherwise", "unexpected-word", "reserved-word", "missing-colon", "missing-word", "unfinished-line",
    "duplicate-language", "duplicate-name", "hidden-name",
}  # fmt: skip
# With one of these, a line was not read; it may be the one that is missing for those below.
UNREAD = FOLLOWING - {"duplicate-language", "duplicate-name", "hidden-name"} | {
    "stray-character", "unclosed-text", "unclosed-bracket", "unopened-bracket", "glued-word", "number-too-large",
    "comparison-sign", "missing-brackets",
}  # fmt: skip
MISSED = frozenset({"missing-play", "no-loop"})
WORD = re.compile(r"[\w-]+")
NEXT_BLOCK = re.compile(r"\n(?=[^\s#])")
# A name that two things want: what else is said of it depends on which of them is meant.
TAKEN = frozenset({"hidden-name", "duplicate-name"})
STEP = 4
FIELD = "NAME: KIND = VALUE"
OPTION = re.compile(r'[ ]*[\w-]+(?: .*)?"(?: if .*)?:?[ ]*(?:#.*)?')
"""A line of a menu whose first line is missing."""


def distinct_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return everything wrong with a rulebook, in order, each mistake once."""
    ordered = in_order(diagnostics)
    errors = [diagnostic for diagnostic in ordered if diagnostic.severity == "error"]
    # Warnings may vanish once the lines can be read that do not count now.
    left = _without_what_follows(_first_of_each_place(errors or ordered))
    if any(diagnostic.name in UNREAD for diagnostic in left):
        left = [diagnostic for diagnostic in left if diagnostic.name not in MISSED]
    taken = {_words(one) for one in left if one.name in TAKEN}
    left = [one for one in left if one.name not in SAME or _words(one) not in taken]
    # If nobody knows a type, nobody knows its values either.
    if any(isinstance(one.message, UnknownType) and not suggested_names(one.help) for one in left):
        left = [one for one in left if not isinstance(one.message, UnknownName) or suggested_names(one.help)]
    alike: dict[object, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(left):
        alike.setdefault(_topic(diagnostic) or number, []).append(diagnostic)
    return [_with_places(*same) for same in alike.values()]


def _topic(diagnostic: Diagnostic) -> object:
    """Return what a message speaks of, if it is the same wherever that occurs."""
    message, span = diagnostic.message, diagnostic.span
    if span is None:
        return None
    match message:
        case LostName():
            # Someone who has lost the line that gave one name has lost what else it gave.
            return LostName, _block_above(span)
        case FieldOfOthers() if diagnostic.related:
            # Someone who has lost the line above some fields has them all at something else.
            return FieldOfOthers, _block_above(diagnostic.related[0].span)
        case TwoValues():
            # Someone who has lost the first line of a card has all of it a second time in the one before.
            return TwoValues, message.name
        case Unknown():
            return Unknown, message.word
        case NeverAnOption():
            # Such an answer is wrong for what it is, whichever of them it is.
            return type(message), message.kind
    way_out = diagnostic.help
    if diagnostic.name == "unexpected-word" and isinstance(way_out, LineGoesLike) and way_out.shape.startswith(FIELD):
        # Someone who has lost the first line of a table of cards has its rows below some fields.
        return FIELD, _block_above(span)
    if diagnostic.name == "missing-play":
        return Unknown, "play"
    return (diagnostic.name, message) if diagnostic.name in SAME else None


def _words(diagnostic: Diagnostic) -> str | None:
    """Return the words of the rulebook that a message is about."""
    return None if diagnostic.span is None else diagnostic.span.text


def _block_above(span: Span) -> int:
    """Return where the declaration around a place begins."""
    above = list(NEXT_BLOCK.finditer(span.source.text, 0, span.start))
    return above[-1].start() if above else 0


def _first_of_each_place(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the first of several errors about the same words."""
    found: dict[object, Diagnostic] = {}
    for number, diagnostic in enumerate(diagnostics):
        span = diagnostic.span
        alone = span is None or diagnostic.severity == "warning"
        found.setdefault(number if alone or span is None else (span.source.name, span.start, span.end), diagnostic)
    return list(found.values())


def _without_what_follows(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Leave out what follows from a line that is in no block of its kind, up to the next line that belongs elsewhere."""
    left: list[Diagnostic] = []
    end: tuple[Source, int] | None = None
    for diagnostic in diagnostics:
        span = diagnostic.span
        if span is not None:
            inside = end is not None and span.source is end[0] and span.start < end[1]
            if inside and (diagnostic.name in FOLLOWING or (_is_too_deep(left[-1]) and _is_option(span))):
                continue
            # Lines at the left margin below a line that lacks its block are that block.
            shifted = (end is not None and span.source is end[0] and left[-1].name == "missing-block"
                       and span.source.text.rfind("\n", 0, span.start) == end[1])  # fmt: skip
            if diagnostic.name in LAYOUT or shifted or _is_too_deep(diagnostic):
                below = NEXT_BLOCK.search(span.source.text, span.start)
                end = span.source, below.start() if below else len(span.source.text)
        left.append(diagnostic)
    return left


def _is_too_deep(diagnostic: Diagnostic) -> bool:
    """Return whether a line is unknown, and indented too far below the one before it: a line between them is missing."""
    span = diagnostic.span
    if diagnostic.name != "unknown-line" or span is None:
        return False
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    above = [line for line in text[:start].splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not above:
        return False
    deeper = span.start - start - (len(above[-1]) - len(above[-1].lstrip()))
    return deeper > (STEP if above[-1].rstrip().endswith(":") else 0)


def _is_option(span: Span) -> bool:
    """Return whether a line belongs to a menu."""
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    return OPTION.fullmatch(text[start : end if end >= 0 else len(text)]) is not None


def _with_places(diagnostic: Diagnostic, *others: Diagnostic) -> Diagnostic:
    """Return a message with the other places where it holds, and the one where the slip may be."""
    places = [Related(one.span, HereToo()) for one in others if one.span is not None]
    if isinstance(diagnostic.message, Unknown) and diagnostic.span is not None:
        source = diagnostic.span.source
        for name in filter(WORD.fullmatch, suggested_names(diagnostic.help)):
            written = list(re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", source.text))
            if len(written) == 1:
                places = [Related(Span(source, *written[0].span()), Phrase("stands-only-here", name=name)), *places]
    return evolve(diagnostic, related=(*diagnostic.related, *places)) if places else diagnostic

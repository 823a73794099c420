"""One mistake is one message: what is said again of the same thing is gathered, and what only follows is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from rulewright.dsl.messages.diagnostic import Diagnostic, Related, in_order
from rulewright.dsl.messages.said import Argument, Said
from rulewright.dsl.messages.suggestions import suggested
from rulewright.dsl.text.source import Source, Span

# What is said wherever a name stands that nobody knows.
UNKNOWN = frozenset({"unknown-name", "no-such-field"})
# What is said of a name in the same words wherever it is used.
SAME = frozenset({"wrong-type", "no-result", "no-such-seat", "wrong-count"})
AGAIN = Said("here-too")
# After one of these, nobody knows which block the next lines belong to.
LAYOUT = frozenset({"indentation", "unexpected-block", "missing-block", "misplaced-line"})
FOLLOWING = LAYOUT | {
    "unknown-line", "stray-otherwise", "unexpected-word", "reserved-word", "missing-colon", "missing-word", "unfinished-line",
    "duplicate-language", "duplicate-name", "hidden-name",
}  # fmt: skip
# With one of these, a line was not read; it may be the one that is missed by those below.
UNREAD = FOLLOWING - {"duplicate-language", "duplicate-name", "hidden-name"} | {
    "stray-character", "unclosed-text", "unclosed-bracket", "unopened-bracket", "glued-word", "number-too-large",
    "comparison-sign", "missing-brackets",
}  # fmt: skip
MISSED = frozenset({"missing-play", "no-loop"})
WORD = re.compile(r"[\w-]+")
NEXT_BLOCK = re.compile(r"\n(?=[^\s#])")
# A name that two things want: what is said of it besides hangs on which of them is meant.
TAKEN = frozenset({"hidden-name", "duplicate-name"})
# The rest are phrases by their keys.
LOST = "is-not-known-any-more-the-block"
STEP = 4
# Whoever has lost the line above some fields has them all at somebody else's.
NOT_OF_THE_TABLE = "is-a-field-and-not-of-the"
# Whoever has lost the first line of a table of cards has its rows below some fields.
SHAPE, FIELD = "the-line-goes-like-this", "NAME: KIND = VALUE"
# Whoever has lost the first line of a card has all of it a second time in the one before it.
TWICE = frozenset({"has-two-texts-in", "has-two-values-for"})
# A type that nobody knows, and with it its values.
TYPE = frozenset({"there-is-no-type-called", "nothing-called-can-have-fields"})
VALUE = "nothing-here-is-called"
OPTION = re.compile(r'[ ]*[\w-]+(?: .*)?"(?: if .*)?:?[ ]*(?:#.*)?')
"""A line of a menu, of which the first line is missing."""


def gathered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Everything wrong with a rulebook, in order, each mistake once."""
    ordered = in_order(diagnostics)
    errors = [diagnostic for diagnostic in ordered if diagnostic.severity == "error"]
    # What is hardly meant may well be meant, once the lines can be read that do not count now.
    left = _without_what_follows(_first_of_each_place(errors or ordered))
    if any(diagnostic.name in UNREAD for diagnostic in left):
        left = [diagnostic for diagnostic in left if diagnostic.name not in MISSED]
    taken = {_subject(one.message) for one in left if one.name in TAKEN} - {""}
    left = [one for one in left if one.name not in SAME or _subject(one.message) not in taken]
    if any(one.message.key in TYPE and not suggested(one.help) for one in left):
        left = [one for one in left if one.message.key != VALUE or suggested(one.help)]
    alike: dict[object, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(left):
        alike.setdefault(_topic(diagnostic) or number, []).append(diagnostic)
    return [_with_places(*same) for same in alike.values()]


def _topic(diagnostic: Diagnostic) -> tuple[object, ...]:
    """What a message speaks of, if it is the same wherever that is met with."""
    message, span = diagnostic.message, diagnostic.span
    if message.key == LOST and span is not None:
        # Whoever has lost the line that gave one name has lost what else it gave.
        return LOST, _block_above(span)
    if message.key in TWICE:
        return "twice", _subject(message)
    if diagnostic.name == "unexpected-word" and _shape(diagnostic.help).startswith(FIELD) and span is not None:
        return FIELD, _block_above(span)
    if message.key == NOT_OF_THE_TABLE and diagnostic.related:
        return NOT_OF_THE_TABLE, _block_above(diagnostic.related[0].span)
    if diagnostic.name in UNKNOWN and message.arguments:
        return "unknown", message.arguments[-1][1]
    if diagnostic.name == "missing-play":
        return "unknown", "play"
    if diagnostic.name not in SAME:
        return ()
    # An answer that nobody can give is called so for what it is, whichever of them stands there.
    about = message.arguments if diagnostic.severity == "error" else message.arguments[1:]
    return diagnostic.name, message.key, about


def _subject(message: Said) -> Argument:
    """Return what a message is about: its first argument, if that is a word of the rulebook."""
    first = message.arguments[0][1] if message.arguments else ""
    return first.strip("`") if isinstance(first, str) else ""


def _shape(help: Said | None) -> str:
    """Return how a line goes, if that is the way out."""
    return str(help.arguments[0][1]) if help is not None and help.key == SHAPE else ""


def _block_above(span: Span) -> int:
    """Where the declaration begins in which something stands."""
    above = list(NEXT_BLOCK.finditer(span.source.text, 0, span.start))
    return above[-1].start() if above else 0


def _first_of_each_place(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Of several errors about the same words, the first."""
    found: dict[object, Diagnostic] = {}
    for number, diagnostic in enumerate(diagnostics):
        span = diagnostic.span
        alone = span is None or diagnostic.severity == "warning"
        found.setdefault(number if alone or span is None else (span.source.name, span.start, span.end), diagnostic)
    return list(found.values())


def _without_what_follows(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Without what comes of a line that stands in no block of its kind, so far as what stands at the left edge goes."""
    left: list[Diagnostic] = []
    end: tuple[Source, int] | None = None
    for diagnostic in diagnostics:
        span = diagnostic.span
        if span is not None:
            inside = end is not None and span.source is end[0] and span.start < end[1]
            if inside and (diagnostic.name in FOLLOWING or (_is_too_deep(left[-1]) and _is_option(span))):
                continue
            # What stands at the left edge below a line that lacks its block is that block.
            shifted = (end is not None and span.source is end[0] and left[-1].name == "missing-block"
                       and span.source.text.rfind("\n", 0, span.start) == end[1])  # fmt: skip
            if diagnostic.name in LAYOUT or shifted or _is_too_deep(diagnostic):
                below = NEXT_BLOCK.search(span.source.text, span.start)
                end = span.source, below.start() if below else len(span.source.text)
        left.append(diagnostic)
    return left


def _is_too_deep(diagnostic: Diagnostic) -> bool:
    """Whether a line is not known, and stands too deep below the one before it: one between them is missing."""
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
    """Whether a line is one of a menu."""
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    return OPTION.fullmatch(text[start : end if end >= 0 else len(text)]) is not None


def _with_places(diagnostic: Diagnostic, *others: Diagnostic) -> Diagnostic:
    """A message with the other places where it holds, and the one where the slip may be."""
    places = [Related(one.span, AGAIN) for one in others if one.span is not None]
    if diagnostic.name in UNKNOWN and diagnostic.span is not None:
        source = diagnostic.span.source
        for name in filter(WORD.fullmatch, suggested(diagnostic.help)):
            written = list(re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", source.text))
            if len(written) == 1:
                places = [Related(Span(source, *written[0].span()), Said("stands-only-here", name=name)), *places]
    return evolve(diagnostic, related=(*diagnostic.related, *places)) if places else diagnostic

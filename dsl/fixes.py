"""What is certain about a mistake: the words to put in its place, for some of the diagnostics by their names.

Certain is what leaves no choice: a name with one other near it, a sign that has one word here, a text that is translated in
one way elsewhere. Whoever puts the words there looks whether the rulebook is better for it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.gathered import AGAIN
from rulewright.dsl.lexer import Lexed, SourceLine, Token, lex
from rulewright.dsl.source import Source, Span

MEANT = re.compile(r"did you mean `([\w-]+)`\?")
WRITE = re.compile(r"write `([^`]+)`")
LEAVE_OUT = re.compile(r"leave `([^`]+)` out")
NAME = re.compile(r"[^\W\d_][\w-]*")
ORDERED = re.compile(r"\s*,\s*ordered\b")
LISTED = re.compile(r"(\([ ]*[\w-]+(?:[ ]*,[ ]*[\w-]+)+)[ ]*(?::[ ]*)?(?:#.*)?(?=\n|$)")
MISSING = re.compile(r"`([a-z]{2,3})`")


ALLOWANCES = frozenset({"unknown-lint", "allow-without-reason", "needless-allow"})
"""What is wrong with the allowing itself."""


@frozen
class Edit:
    """Some words to be put in the place of others."""

    span: Span
    text: str


def edits_for(diagnostic: Diagnostic) -> tuple[Edit, ...]:
    """What mends it for certain, or nothing."""
    span = diagnostic.span
    if span is None:
        return ()
    meant = MEANT.fullmatch(diagnostic.help)
    if meant and NAME.fullmatch(span.text):
        again = (related.span for related in diagnostic.related if related.label == AGAIN)
        return tuple(Edit(one, meant[1]) for one in (span, *again) if one.text == span.text and one.source is span.source)
    mend = MENDING.get(diagnostic.name)
    return tuple(mend(diagnostic, span)) if mend is not None else ()


def allowing(diagnostic: Diagnostic) -> Edit | None:
    """The line to be put above a warning so that it is allowed, once somebody has written down why."""
    span = diagnostic.span
    if span is None or diagnostic.severity != "warning" or diagnostic.name in ALLOWANCES:
        return None
    source = span.source
    start = source.start_of(span.line)
    blanks = source.line(span.line)[: -len(source.line(span.line).lstrip()) or None]
    return Edit(Span(source, start, start), f"{blanks}# lint: allow {diagnostic.name} because \n")


def applied(source: Source, edits: Iterable[Edit]) -> str:
    """The text with all edits in it; of two that touch the same words, with the first."""
    parts: list[str] = []
    done = 0
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.source is source and edit.span.start >= done:
            parts += [source.text[done : edit.span.start], edit.text]
            done = edit.span.end
    return "".join([*parts, source.text[done:]])


def _as_told(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """`write X`, and the words underlined are what X is written for."""
    written = WRITE.fullmatch(diagnostic.help)
    if written and span.text:
        yield Edit(span, written[1])


def _colon(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    del diagnostic
    yield Edit(span, ":")


def _brackets(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """Around the words that begin at the place."""
    written = WRITE.fullmatch(diagnostic.help)
    if written and written[1].startswith("("):
        words = written[1][1:-1].split()
        text = span.source.text
        found = re.compile(r"[ \t]*".join(re.escape(part) for word in words for part in re.findall(r"[\w-]+|\W", word))).match(
            text, span.start)  # fmt: skip
        if found is not None:
            yield Edit(Span(span.source, span.start, found.end()), f"({found[0]})")


def _closed(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """Behind a list of names and numbers that goes up to the end of its line; anywhere else, it might be closed earlier, too."""
    del diagnostic
    found = LISTED.match(span.source.text, span.start)
    if found is not None:
        yield Edit(Span(span.source, found.end(1), found.end(1)), ")")


def _left_out(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """A word too much, with the blanks behind it."""
    if LEAVE_OUT.fullmatch(diagnostic.help):
        end = span.end
        while span.source.text[end : end + 1] == " ":
            end += 1
        yield Edit(Span(span.source, span.start, end), "")


def _tabs(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """In all lines: only the first is told of."""
    del diagnostic
    for found in re.finditer(r"^[ \t]+", span.source.text, re.MULTILINE):
        if "\t" in found[0]:
            yield Edit(Span(span.source, found.start(), found.end()), found[0].expandtabs(4))


def _not_ordered(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    del diagnostic
    places = [*ORDERED.finditer(re.sub(r'"(?:[^"\\\n]|\\.)*"', lambda text: "_" * len(text[0]), span.text))]
    if len(places) == 1:
        yield Edit(Span(span.source, span.start + places[0].start(), span.start + places[0].end()), "")


def _no_comment(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """A comment that allows what is not there: with its line, if it has one of its own."""
    if not span.text.startswith("#"):
        return
    del diagnostic
    text = span.source.text
    start = span.start
    while start and text[start - 1] in " \t":
        start -= 1
    alone = start == 0 or text[start - 1] == "\n"
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    yield Edit(Span(span.source, start, end + alone if end < len(text) else end), "")


def _copied(diagnostic: Diagnostic, span: Span) -> Iterator[Edit]:
    """A translation that the same text has elsewhere in the file, if all have it alike."""
    wanted = MISSING.findall(diagnostic.message.partition(" lack")[2])
    lexed = lex(span.source)
    known = _translations(lexed)
    line = next(line for line in lexed.lines if line.tokens[-1].end >= span.end)
    for text, has, end, before in _untranslated(span, lexed, line):
        lacks = [language for language in wanted if language not in has]
        found = [(language, known[text][language]) for language in lacks if len(known[text][language]) == 1]
        copies = "".join(f"{before}{language} {next(iter(other))}" for language, other in found)
        if copies:
            yield Edit(Span(span.source, end, end), copies)


def _untranslated(span: Span, lexed: Lexed, line: SourceLine) -> Iterator[tuple[str, list[str], int, str]]:
    """The texts that a warning is about.

    Each with the languages that it is in, the end of what stands there of it, and what goes before a translation.
    """
    title = next((title for title in _titles(line.tokens) if title[0] >= span.start), None)
    if title is not None:
        yield title[1], [language for language, _ in title[2]], title[3], " "
    if line.tokens[0].type == "CARD":
        texts = [one for one in _below(lexed.lines, line) if one.tokens[0].type == "TEXT_WORD"]
        if texts:
            blanks = span.source.text[: texts[0].tokens[0].start].rpartition("\n")[2]
            has = [one.tokens[1].text for one in texts if len(one.tokens) == 3]
            yield texts[0].tokens[-1].text, has, texts[-1].tokens[-1].end, f"\n{blanks}text "


def _below(lines: list[SourceLine], line: SourceLine) -> Iterator[SourceLine]:
    index = next(place for place, one in enumerate(lines) if one is line) + 1
    while index < len(lines) and lines[index].depth > line.depth:
        yield lines[index]
        index += 1


def _translations(lexed: Lexed) -> dict[str, dict[str, set[str]]]:
    """By each text and language, in which ways it is translated in the file."""
    known: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    last = ""
    for line in lexed.lines:
        tokens = line.tokens
        if tokens[0].type == "TEXT_WORD":
            # A card's text has its translations on lines below it.
            if len(tokens) == 2:
                last = tokens[1].text
            elif len(tokens) == 3 and last:
                known[last][tokens[1].text].add(tokens[2].text)
            continue
        last = ""
        for _, text, others, _ in _titles(tokens):
            for language, other in others:
                known[text][language].add(other)
    return known


def _titles(tokens: list[Token]) -> Iterator[tuple[int, str, list[tuple[str, str]], int]]:
    """The texts in a line: each with where it begins, its translations, and where these end."""
    place = 0
    while place < len(tokens):
        if tokens[place].type == "TEXT":
            start, others = place, []
            while [token.type for token in tokens[place + 1 : place + 3]] == ["NAME", "TEXT"]:
                others.append((tokens[place + 1].text, tokens[place + 2].text))
                place += 2
            yield tokens[start].start, tokens[start].text, others, tokens[place].end
        place += 1


MENDING: dict[str, Callable[[Diagnostic, Span], Iterator[Edit]]] = {
    "comparison-sign": _as_told,
    "unknown-line": _as_told,
    "place-not-contents": _as_told,
    "missing-colon": _colon,
    "missing-brackets": _brackets,
    "unclosed-bracket": _closed,
    "unexpected-word": _left_out,
    "tab": _tabs,
    "needless-ordered": _not_ordered,
    "needless-allow": _no_comment,
    "missing-translation": _copied,
}
"""By the name of a diagnostic, beside those that mean one certain word."""

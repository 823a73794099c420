"""Find the certain mends of a mistake: the words to put in its place.

A mend is certain if it leaves no choice. Examples are a name with one other near it, a sign that has one word here, and a
text that is translated in one way elsewhere. Most are known where the mistake is found, and are in the diagnostic. The
caller that applies them checks whether the rulebook is better for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit
from rulewright.dsl.messages.kinds import HereToo
from rulewright.dsl.messages.suggestions import suggested_names
from rulewright.dsl.text.source import Source, Span

WORD = re.compile(r"[\w-]+")
NAME = re.compile(r"[^\W\d_][\w-]*")
ALLOWANCES = frozenset({"unknown-lint", "allow-without-reason", "needless-allow"})
"""Mistakes in the allowances themselves."""


def edits_for(diagnostic: Diagnostic) -> tuple[Edit, ...]:
    """Return the edits that certainly mend it, or none."""
    span, meant = diagnostic.span, suggested_names(diagnostic.help)
    if span is None or len(meant) != 1 or not WORD.fullmatch(meant[0]) or not NAME.fullmatch(span.text):
        return diagnostic.fix
    again = (related.span for related in diagnostic.related if isinstance(related.label, HereToo))
    return tuple(Edit(one, meant[0]) for one in (span, *again) if one.text == span.text and one.source is span.source)


def suppression_line(diagnostic: Diagnostic) -> Edit | None:
    """Return the line to put above a warning so that it is allowed, once somebody has written down why."""
    span = diagnostic.span
    if span is None or diagnostic.severity != "warning" or diagnostic.name in ALLOWANCES:
        return None
    source = span.source
    start = source.start_of(span.line)
    blanks = source.line(span.line)[: -len(source.line(span.line).lstrip()) or None]
    return Edit(Span(source, start, start), f"{blanks}# lint: allow {diagnostic.name} because \n")


def apply_edits(source: Source, edits: Iterable[Edit]) -> str:
    """Return the text with all edits in it; if two touch the same words, only the first."""
    parts: list[str] = []
    done = 0
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.source is source and edit.span.start >= done:
            parts += [source.text[done : edit.span.start], edit.text]
            done = edit.span.end
    return "".join([*parts, source.text[done:]])

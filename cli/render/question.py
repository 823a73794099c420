"""A decision as it is asked: the options with their numbers, in columns if there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.answers import numbered, pass_word
from rulewright.cli.phrases import phrase
from rulewright.cli.render.columns import flowing, folded, in_columns
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter import Decision

MOST_SHOWN = 120
_MOST_IN_ONE_COLUMN = 12


def render(decision: Decision, width: int = 80, language: str = "en", height: int | None = None) -> list[str]:
    """The lines below the question; on a low screen the options take up no more than they must."""
    if decision.kind == "words":
        if decision.passable:
            return ["  " + phrase(language, "type-words-or", phrase(language, "quoted", pass_word(decision)))]
        return ["  " + phrase(language, "type-words")]
    labels = [visible(option.label) for option in decision.options[:MOST_SHOWN]]
    more = len(decision.options) - len(labels)
    if not numbered(decision):
        lines = list(folded(", ".join(labels), width, "  ", "  "))
    else:
        digits = len(str(len(labels)))
        most = _MOST_IN_ONE_COLUMN if height is None else max(4, min(_MOST_IN_ONE_COLUMN, height // 5))
        entries = [f"{number:>{digits}}. {label}" for number, label in enumerate(labels, start=1)]
        lines = in_columns(entries, width, most)
        if height is not None and len(lines) > most:
            lines = min(lines, flowing(entries, width), key=len)
    if more:
        lines.append("  " + phrase(language, "more-options", more, visible(decision.options[-1].label)))
    return lines

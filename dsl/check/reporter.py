"""Collect diagnostics while a rulebook is checked."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit, Related, Severity
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span


@define(eq=False)
class Reporter:
    """A base of classes that collect diagnostics."""

    diagnostics: list[Diagnostic] = field(factory=list, kw_only=True)

    def report(
        self,
        name: str,
        message: Phrase,
        span: Span | None,
        label: Phrase | None = None,
        way_out: Phrase | None = None,
        related: Iterable[tuple[Span, Phrase]] = (),
        *,
        declared: Span | None = None,
        severity: Severity = "error",
        fix: tuple[Edit, ...] = (),
    ) -> None:
        """Add one diagnostic; `declared` is the place where the thing that it is about is declared."""
        places = tuple(Related(place, text) for place, text in related)
        if declared is not None:
            places = (*places, Related(declared, Phrase("declared-here")))
        self.diagnostics.append(Diagnostic(name, message, span, severity, label, places, way_out, fix))

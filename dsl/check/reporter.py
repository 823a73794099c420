"""Collect diagnostics while a rulebook is checked."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit, Related, Severity
from rulewright.dsl.messages.said import Said
from rulewright.dsl.text.source import Span


@define(eq=False)
class Reporter:
    """A base of classes that collect diagnostics."""

    diagnostics: list[Diagnostic] = field(factory=list, kw_only=True)

    def report(
        self,
        name: str,
        message: Said,
        span: Span | None,
        label: Said | None = None,
        way_out: Said | None = None,
        related: Iterable[tuple[Span, Said]] = (),
        *,
        declared: Span | None = None,
        severity: Severity = "error",
        fix: tuple[Edit, ...] = (),
    ) -> None:
        """Add one diagnostic; `declared` is the place where the thing that it is about is declared."""
        places = tuple(Related(place, text) for place, text in related)
        if declared is not None:
            places = (*places, Related(declared, Said("declared-here")))
        self.diagnostics.append(Diagnostic(name, message, span, severity, label, places, way_out, fix))

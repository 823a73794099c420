"""Render each diagnostic in one line, for editors and `grep`."""

from collections.abc import Sequence

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic, one_line


def render(diagnostics: Sequence[RenderedDiagnostic]) -> str:
    """Return a line `file:line:column: severity[name]: message (help)` for each."""
    return "\n".join(map(one_line, diagnostics))

"""One line for each diagnostic, which editors and `grep` understand."""

from collections.abc import Sequence

from rulewright.dsl.diagnostic import Diagnostic, one_line


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """`file:line:column: severity[name]: message (help)`, a line each."""
    return "\n".join(map(one_line, diagnostics))

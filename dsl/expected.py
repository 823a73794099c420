"""What to say of a line that cannot be read: what stands there, and what a reader of rules would expect instead."""

from __future__ import annotations

from lark import Token as LarkToken

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lexer import SourceLine
from rulewright.dsl.source import Source, Span


def expectation(
    source: Source, lines: list[SourceLine], index: int, token: LarkToken, accepts: set[str], position: int | None
) -> Diagnostic:
    """The diagnostic of a token where the grammar does not accept it."""
    start = token.start_pos or 0
    end = token.end_pos or start
    return Diagnostic(name="cannot-read", message="this line cannot be read " + token.type + " " + str(sorted(accepts)), span=Span(source, start, end),
                      label="not expected here")

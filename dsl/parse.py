"""From a text to its syntax tree, past every mistake: one run finds all the lines that cannot be read.

The text is cut into its top-level blocks, and Lark reads each by itself. Where it stumbles, the line it stumbled on is
reported, replaced with everything indented below it by one broken line, and the block is read again. So a mistake costs
its own line, and no message is built on top of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any

from lark import Lark, Token as LarkToken, Tree, UnexpectedToken
from lark.lexer import Lexer

from rulewright.dsl import nodes
from rulewright.dsl.diagnostic import Diagnostic, in_order
from rulewright.dsl.expected import expectation
from rulewright.dsl.lexer import Lexed, SourceLine, Token, lex
from rulewright.dsl.lower import TooDeep, lower
from rulewright.dsl.source import Source, Span

MOST_BROKEN_LINES = 100


class PreparedTokens(Lexer):
    """Hands Lark the tokens that dsl/lexer.py has made."""

    def __init__(self, _: object) -> None:
        pass

    def lex(self, tokens: Iterable[LarkToken], _: object = None) -> Iterator[LarkToken]:  # type: ignore[override]
        """The tokens as they are."""
        return iter(tokens)


@cache
def grammar() -> Lark:
    """The parser of one declaration, built once."""
    text = (resources.files("rulewright.grammar") / "rulebook.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer=PreparedTokens, maybe_placeholders=False)


def parse(source: Source) -> tuple[nodes.Rulebook, list[Diagnostic]]:
    """Read a text; what cannot be read is reported, and left out as a broken line."""
    lexed = lex(source)
    diagnostics = list(lexed.diagnostics)
    declarations: list[nodes.Declaration] = []
    broken: set[str] = set()
    for group in groups(lexed):
        declaration = parse_group(source, group, diagnostics, broken)
        if declaration is not None:
            declarations.append(declaration)
        if len(diagnostics) >= MOST_BROKEN_LINES:
            break
    span = Span(source, 0, len(source.text))
    return nodes.Rulebook(span=span, declarations=tuple(declarations), broken=frozenset(broken)), in_order(diagnostics)


def groups(lexed: Lexed) -> Iterator[list[SourceLine]]:
    """The top-level blocks: a line at the left edge with all that is indented below it."""
    group: list[SourceLine] = []
    for line in lexed.lines:
        if line.depth == 0 and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def set_aside(lines: list[SourceLine], index: int, broken: set[str]) -> None:
    """Replace a line, and what is indented below it, by one broken line."""
    end = index + 1
    while end < len(lines) and lines[end].depth > lines[index].depth:
        end += 1
    for line in lines[index:end]:
        broken.update(token.text for token in line.tokens if token.type == "NAME")
    lines[index].broken = True
    del lines[index + 1:end]


def parse_group(
    source: Source, lines: list[SourceLine], diagnostics: list[Diagnostic], broken: set[str]
) -> nodes.Declaration | None:
    """Read one top-level block, setting lines aside until the rest can be read."""
    for index in range(len(lines) - 1, -1, -1):
        if lines[index].broken:
            set_aside(lines, index, broken)
    for _ in range(MOST_BROKEN_LINES):
        if lines[0].broken:
            return None
        tokens, line_of = stream(lines)
        try:
            tree: Tree[Any] = grammar().parse(tokens)  # type: ignore[arg-type]
            return lower(tree, source)
        except UnexpectedToken as error:
            position = getattr(error.token, "start_pos", None)
            index = line_of.get(id(error.token), len(lines) - 1)
            accepts = set(error.interactive_parser.accepts()) if error.interactive_parser else set()
            diagnostics.append(expectation(source, lines, index, error.token, accepts, position))
            if error.token.type == "_INDENT" and index > 0 and lines[index].depth > lines[index - 1].depth:
                # The line above opened no block: what is indented below it goes, the line itself may stand.
                _drop_block(lines, index, broken)
            else:
                set_aside(lines, index, broken)
        except TooDeep as error:
            diagnostics.append(Diagnostic(
                name="too-deep", message="this expression is nested too deep", span=error.span, label="too deep",
                help="give a part of it a name with `let` or `define`"))
            index = next(
                (place for place, line in enumerate(lines)
                 if line.tokens and line.tokens[0].start <= error.span.start <= line.tokens[-1].end), 0)
            set_aside(lines, index, broken)
    return None


def _drop_block(lines: list[SourceLine], index: int, broken: set[str]) -> None:
    end = index
    while end < len(lines) and lines[end].depth >= lines[index].depth:
        broken.update(token.text for token in lines[end].tokens if token.type == "NAME")
        end += 1
    del lines[index:end]


def stream(lines: list[SourceLine]) -> tuple[list[LarkToken], dict[int, int]]:
    """The tokens of some lines with their layout, and the line that each token belongs to."""
    tokens: list[LarkToken] = []
    line_of: dict[int, int] = {}
    depth = 0

    def put(kind: str, text: str, start: int, end: int, index: int) -> None:
        token = LarkToken(kind, text, start_pos=start, end_pos=end)
        line_of[id(token)] = index
        tokens.append(token)

    for index, line in enumerate(lines):
        first: Token = line.tokens[0] if line.tokens else Token("BROKEN", "", 0, 0)
        while depth < line.depth:
            depth += 1
            put("_INDENT", "", first.start, first.end, index)
        while depth > line.depth:
            depth -= 1
            put("_DEDENT", "", first.start, first.end, index)
        if line.broken:
            put("BROKEN", "", first.start, first.end, index)
        else:
            for token in line.tokens:
                put(token.type, token.text, token.start, token.end, index)
        last = line.tokens[-1] if line.tokens else first
        put("_NEWLINE", "", last.end, last.end, index)
    while depth > 0:
        depth -= 1
        last = lines[-1].tokens[-1] if lines[-1].tokens else Token("BROKEN", "", 0, 0)
        put("_DEDENT", "", last.end, last.end, len(lines) - 1)
    return tokens, line_of

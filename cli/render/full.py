"""Render diagnostics with their source lines, underlined.

error[unknown-name]: there is no piece `Gost`
  --> walk.rules:12:12
   |
12 |     choose Gost
   |            ^^^^ not declared
   |
   = help: did you mean `Goat`?
"""

from collections.abc import Callable, Sequence

from rich.cells import get_character_cell_size

from rulewright.dsl.messages.diagnostic import RenderedDiagnostic, place_of_span, visible, visible_character
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

_TAB = 4
_MOST_RELATED = 3
_ELLIPSIS = "…"
_STYLES = {"error": "1;31", "warning": "1;33", "related": "1;34", "gutter": "1;34", "strong": "1", "help": "1;36"}

Paint = Callable[[str, str], str]


def render(diagnostics: Sequence[RenderedDiagnostic], *, colour: bool = False, width: int = 100, language: str = "en") -> str:
    """Return all diagnostics, with an empty line between them; source lines are cut to `width` cells."""
    paint = _coloured if colour else _plain
    return "\n\n".join(_diagnostic(diagnostic, paint, max(width, 20), language) for diagnostic in diagnostics)


def _plain(_style: str, text: str) -> str:
    return text


def _coloured(style: str, text: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else text


def _diagnostic(diagnostic: RenderedDiagnostic, paint: Paint, width: int, language: str) -> str:
    spans = [related.span for related in diagnostic.related]
    if diagnostic.span is not None:
        spans.append(diagnostic.span)
    indent = " " * max((len(str(span.line)) for span in spans), default=1)
    bar = paint("gutter", f"{indent} |")

    level = (Phrase("error") if diagnostic.severity == "error" else Phrase("warning")).text(language)
    way_out = Phrase("help").text(language)
    title = paint(diagnostic.severity, f"{level}[{visible(diagnostic.name)}]")
    first, *further = diagnostic.message.split("\n")
    lines = [title + paint("strong", f": {visible(first)}")]
    lines += [f"{indent}   {visible(line)}" for line in further]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, diagnostic.label, "-->", diagnostic.severity, indent, paint, width)
    for related in diagnostic.related[:_MOST_RELATED]:
        lines += _excerpt(related.span, related.label, ":::", "related", indent, paint, width)
    if len(diagnostic.related) > _MOST_RELATED:
        lines.append(f"{indent}::: + {len(diagnostic.related) - _MOST_RELATED}")
    if diagnostic.help:
        if spans:
            lines.append(bar)
        first, *further = diagnostic.help.split("\n")
        lines.append(f"{indent} {paint('gutter', '=')} {paint('help', f'{way_out}')}: {visible(first)}")
        lines += [f"{indent}     {' ' * len(f'{way_out}')}{visible(line)}" for line in further]
    return "\n".join(line.rstrip() for line in lines)


def _excerpt(span: Span, label: str, arrow: str, style: str, indent: str, paint: Paint, width: int) -> list[str]:
    shown, before, under = _fitted(span, width)
    mark = "-" if style == "related" else "^"
    underline = paint(style, f"{mark * under} {visible(label)}".rstrip())
    bar = paint("gutter", f"{indent} |")
    return [
        f"{indent}{paint('gutter', arrow)} {place_of_span(span)}",
        bar,
        f"{paint('gutter', f'{span.line:>{len(indent)}} |')} {shown}",
        f"{bar} {' ' * before}{underline}",
    ]


def _fitted(span: Span, width: int) -> tuple[str, int, int]:
    """Return the first line of a span as it is shown, the cells before the underline, and those of the underline."""
    line = span.source.line(span.line)
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())

    # Only look at cells within the width of the span: a line may be as long as the file.
    first = max(0, start - width)
    last = min(len(line), start + 2 * width)
    end = min(end, last)
    pieces: list[tuple[str, int]] = []
    column = 0
    for character in line[first:last]:
        piece = " " * (_TAB - column % _TAB) if character == "\t" else visible_character(character)
        cells = len(piece) if len(piece) != 1 else get_character_cell_size(piece)
        pieces.append((piece, cells))
        column += cells
    start, end = start - first, max(end - first, start - first)

    left, right = _window([cells for _, cells in pieces], start, end, width)
    text = "".join(piece for piece, _ in pieces[left:right])
    before = sum(cells for _, cells in pieces[left:start])
    under = sum(cells for _, cells in pieces[start : min(end, right)])
    if first + left > 0:
        text, before = _ELLIPSIS + text, before + 1
    if first + right < len(line):
        text += _ELLIPSIS
    return text, before, max(under, 1)


def _window(cells: list[int], start: int, end: int, width: int) -> tuple[int, int]:
    """Return which pieces to show: all if they fit, or the span with some of its surroundings."""
    if sum(cells) <= width:
        return 0, len(cells)
    before = max(width // 4, width - sum(cells[start:end]) - width // 4)
    left, used = start, 0
    while left > 0 and used + cells[left - 1] <= before:
        left -= 1
        used += cells[left]
    right = left
    used = 0
    while right < len(cells) and used + cells[right] <= width:
        used += cells[right]
        right += 1
    return left, right

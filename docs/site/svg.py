"""Draw the contents of a terminal as SVG text, which stays sharp, can be searched, and needs no other file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import ColorType
from rich.console import Console
from rich.style import Style
from rich.text import Text

_CELL, _LINE, _SIZE = 8.43, 19, 14
_EDGE, _BAR = 16, 34
_FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_INK, _PAPER = "#d7dce2", "#1d2127"
_COLOURS = ("#6b737d", "#ff7b72", "#7ee787", "#e3b341", "#79b8ff", "#d2a8ff", "#56d4dd", "#d7dce2")


def drawn(lines: Sequence[str], title: str, columns: int = 0) -> str:
    """Lines with the terminal's signs for colours, as a window with a title; at least so many columns wide."""
    cut = [list(_pieces(line)) for line in lines]
    columns = max(columns, *(place + cell_len(text) for pieces in cut for place, text, _ in pieces))
    width, height = round(2 * _EDGE + columns * _CELL), _BAR + _EDGE + len(lines) * _LINE
    named = escape(title, {'"': "&quot;"})
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{named}" font-family="{_FONTS}" font-size="{_SIZE}" fill="{_INK}">',
        f"<title>{named}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{_PAPER}"/>',
        *(f'<circle cx="{_EDGE + 5 + 18 * n}" cy="17" r="5.5" fill="{_COLOURS[c]}"/>' for n, c in enumerate((1, 3, 2))),
        f'<text x="{width / 2:g}" y="22" text-anchor="middle" fill="#9aa3ad">{named}</text>',
    ]
    for number, pieces in enumerate(cut):
        y = _BAR + (number + 1) * _LINE - 5
        rows += [_text(_EDGE + place * _CELL, y, text, style) for place, text, style in pieces]
    return "\n".join([*rows, "</svg>\n"])


def _pieces(line: str) -> Iterator[tuple[int, str, Style]]:
    """Yield the words of a line with their place in cells, each in one style."""
    place = 0
    console = Console(width=1000, color_system="standard", force_terminal=True)
    for segment in Text.from_ansi(line).render(console):
        for part in segment.text.replace("\n", "").split("  "):
            # Columns are held by their place, and not by blanks, which fonts and copies treat as they like.
            kept = part.strip(" ")
            if kept:
                ahead = len(part) - len(part.lstrip(" "))
                yield place + ahead, kept, segment.style or Style()
            place += cell_len(part) + 2
        place -= 2


def _text(x: float, y: float, text: str, style: Style) -> str:
    colour = style.color
    looks = ""
    if colour is not None and colour.type is ColorType.STANDARD and colour.number is not None:
        looks += f' fill="{_COLOURS[colour.number % 8]}"'
    if style.bold:
        looks += ' font-weight="700"'
    if style.dim:
        looks += ' opacity="0.65"'
    length = f"{cell_len(text) * _CELL:.2f}"
    return f'<text x="{x:.2f}" y="{y}" textLength="{length}" xml:space="preserve"{looks}>{escape(text)}</text>'

"""Show sections as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.cli.measuring.sections import ABOUT, HeatMap, Histogram, ReportSection
from rulewright.cli.render.columns import fold_text

STEPS = "▁▂▃▄▅▆▇█"
SHADES = " ░▒▓█"


def lines(sections: Sequence[ReportSection], width: int) -> Iterator[str]:
    """Yield the lines of all sections, with empty lines between them; texts are wrapped to `width`."""
    for section in sections:
        yield ""
        yield section.title
        shown = section.rows[: section.most] if section.most else section.rows
        if isinstance(section.picture, HeatMap):
            yield from heat(section.picture)
        elif shown:
            yield from laid_out([section.head, *shown] if any(section.head) else shown)
        if len(shown) < len(section.rows):
            yield f"... and {len(section.rows) - len(shown)} more (`--report FILE.html` has all)"
        if isinstance(section.picture, Histogram) and len(section.picture.columns) > 1:
            yield sparkline(section.picture)
        if section.note:
            yield from fold_text(section.note, width)


def laid_out(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: words on the left, numbers on the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    words = [all(not is_number(row[place]) for row in rows[1:] or rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.ljust(width) if place == 0 or is_word else cell.rjust(width)
            for place, (cell, width, is_word) in enumerate(zip(row, widths, words, strict=True))
        )
        yield "  ".join(cells).rstrip()


def is_number(cell: str) -> bool:
    """Return whether a cell is aligned to the right."""
    return cell.lstrip(f"+-{ABOUT}")[:1].isdigit()


def sparkline(columns: Histogram) -> str:
    """Return a histogram in one line."""
    most = max(times for *_, times in columns.columns)
    # Show even small numbers.
    steps = (STEPS[min(7, times * 8 // most)] if times else " " for *_, times in columns.columns)
    return f"{columns.columns[0][0]} {''.join(steps)} {columns.columns[-1][1]} {columns.unit}"


def heat(picture: HeatMap) -> Iterator[str]:
    """Yield the lines of a heat map, with a shade next to each number."""
    known = [value for row in picture.values for value in row if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    yield f"{picture.down} down, {picture.across} across"
    head = ["", *picture.columns]
    rows = [
        [name, *("-" if value is None else f"{value:.2f} {shade(value, low, high)}" for value in row)]
        for name, row in zip(picture.rows, picture.values, strict=True)
    ]
    widths = [max(len(row[place]) for row in [head, *rows]) for place in range(len(head))]
    for row in [head, *rows]:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def shade(value: float, low: float, high: float) -> str:
    """Return the shade of a value in its range."""
    return SHADES[min(4, int(5 * (value - low) / (high - low)))] * 2 if high > low else SHADES[2] * 2

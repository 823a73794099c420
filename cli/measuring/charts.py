"""Draw charts as SVG that needs no other file.

The colours also work for colour-blind people (after Okabe and Ito). No chart depends on colour alone: each value is next to
its bar, and in the table below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from rulewright.cli.measuring.sections import BarChart, HeatMap, Histogram, Picture

WIDTH = 640
LABELS = 210
VALUES = 120
ROW = 24
HIGH = 160
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, 'DejaVu Sans', 'Noto Sans', 'Liberation Sans', sans-serif"
LIGHT = """\
.paper { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e } .line { stroke: #59636e; stroke-width: 1.5 }
.axis { stroke: #b6bec7; stroke-width: 1 } .bar { fill: #0072b2 } .below { fill: #d55e00 }
"""
DARK = """\
.paper { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { fill: #9198a1 } .line { stroke: #9198a1; stroke-width: 1.5 }
.axis { stroke: #3d444d; stroke-width: 1 } .bar { fill: #56b4e9 } .below { fill: #e69f00 }
"""


def style(*, both: bool) -> str:
    """Return the colours, with `both` also dark ones for readers who prefer them."""
    return LIGHT + (f"@media (prefers-color-scheme: dark) {{\n{DARK}}}\n" if both else "")


def drawing(title: str, picture: Picture) -> str:
    """Return one chart, coloured by class; the page or `sheet` defines these classes."""
    parts, height = drawn(picture)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" '
        f'font-size="13"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def sheet(title: str, subtitle: str, pictures: Sequence[tuple[str, Picture]], *, both: bool) -> str:
    """Return all charts in one file, below each other."""
    parts, at = [], 64
    for name, picture in pictures:
        inner, height = drawn(picture)
        heading = f'<text class="ink" x="16" y="{at + 16}" font-size="15" font-weight="600">{escape(name)}</text>'
        parts.append(f'{heading}<g transform="translate(0 {at + 26})">{"".join(inner)}</g>')
        at += height + 50
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {at}" width="{WIDTH}" height="{at}" '
        f'font-family="{FONT}" font-size="13"><title>{escape(title)}</title><style>{style(both=both)}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{at}"/>'
        f'<text class="ink" x="16" y="28" font-size="18" font-weight="600">{escape(title)}</text>'
        f'<text class="faint" x="16" y="48">{escape(subtitle)}</text>{"".join(parts)}</svg>\n'
    )


def drawn(picture: Picture) -> tuple[list[str], int]:
    """Return the elements of a chart, and its height."""
    match picture:
        case BarChart():
            return list(bars(picture)), ROW * len(picture.bars) + 24
        case Histogram():
            return list(columns(picture)), HIGH + 40
        case HeatMap():
            return list(heat(picture)), ROW * 3 // 2 * len(picture.rows) + 70


def bars(picture: BarChart) -> Iterator[str]:
    low = min(0.0, *(one[2] for one in picture.bars))
    high = max(0.0, *(one[3] for one in picture.bars)) or 1.0
    left, right = LABELS, WIDTH - VALUES

    def at(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    bottom = ROW * len(picture.bars)
    for place, (label, value, least, most) in enumerate(picture.bars):
        top = place * ROW
        middle = top + ROW / 2
        start, end = sorted((at(0), at(value)))
        kind = "below" if value < 0 else "bar"
        yield text(left - 8, middle + 4, shortened(label, 30), "ink", "end")
        width = max(end - start, 0.5)
        yield f'<rect class="{kind}" x="{start:.1f}" y="{top + 5}" width="{width:.1f}" height="{ROW - 10}" rx="2"/>'
        yield line(at(least), middle, at(most), middle, "line")
        for edge in (least, most):
            yield line(at(edge), middle - 4, at(edge), middle + 4, "line")
        yield text(right + 8, middle + 4, f"{value:.1f} ({least:.1f} to {most:.1f})", "faint", size=11)
    yield line(at(0), 0, at(0), bottom, "axis")
    yield text(at(0), bottom + 16, f"0 {picture.unit}", "faint", "middle", 11)


def columns(picture: Histogram) -> Iterator[str]:
    most = max((times for *_, times in picture.columns), default=0) or 1
    left, right = 60, WIDTH - 20
    width = (right - left) / max(1, len(picture.columns))
    every = max(1, math.ceil(len(picture.columns) / 8))
    for place, (first, last, times) in enumerate(picture.columns):
        height = HIGH * times / most
        x = left + place * width
        said = f"{first} to {last}" if last > first else f"{first}"
        yield (
            f'<rect class="bar" x="{x + 0.5:.1f}" y="{HIGH - height + 8:.1f}" width="{max(width - 1, 0.5):.1f}" '
            f'height="{height:.1f}"><title>{said} {escape(picture.unit)}: {times:,}</title></rect>'
        )
        if place % every == 0:
            yield text(x + width / 2, HIGH + 22, f"{first}", "faint", "middle", 11)
    yield line(left, HIGH + 8, right, HIGH + 8, "axis")
    yield text(left - 8, 16, f"{most:,}", "faint", "end", 11)
    yield text(left - 8, HIGH + 10, "0", "faint", "end", 11)
    yield text((left + right) / 2, HIGH + 37, picture.unit, "faint", "middle", 11)


def heat(picture: HeatMap) -> Iterator[str]:
    """Draw a heat map: a number for each pair of settings, in a cell that is fuller for larger values."""
    known = [value for row in picture.values for value in row if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    left, top, height = 120, 34, ROW * 3 // 2
    width = (WIDTH - left - 20) / max(1, len(picture.columns))
    yield text(left + (WIDTH - left - 20) / 2, 12, picture.across, "faint", "middle", 11)
    yield text(left - 8, 28, picture.down, "faint", "end", 11)
    for place, name in enumerate(picture.columns):
        yield text(left + (place + 0.5) * width, 28, shortened(name, 14), "ink", "middle")
    for down, (name, row) in enumerate(zip(picture.rows, picture.values, strict=True)):
        y = top + down * height
        yield text(left - 8, y + height / 2 + 4, shortened(name, 16), "ink", "end")
        for across, value in enumerate(row):
            share = 0.0 if value is None else 0.1 + 0.5 * ((value - low) / (high - low) if high > low else 0.5)
            yield (
                f'<rect class="bar" fill-opacity="{share:.2f}" x="{left + across * width + 1:.1f}" y="{y + 1}" '
                f'width="{width - 2:.1f}" height="{height - 2}" rx="2"/>'
            )
            shown = "-" if value is None else f"{value:.2f}"
            yield text(left + (across + 0.5) * width, y + height / 2 + 4, shown, "ink", "middle")
    yield text(left + (WIDTH - left - 20) / 2, top + len(picture.rows) * height + 18, picture.unit, "faint", "middle", 11)


def text(x: float, y: float, said: str, kind: str, align: str = "start", size: int = 13) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{align}" font-size="{size}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def shortened(said: str, most: int) -> str:
    return said if len(said) <= most else f"{said[: most - 1]}…"

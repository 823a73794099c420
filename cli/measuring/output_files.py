"""Write results to a file: a page with everything, or charts as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path

from rulewright.cli.measuring.charts import drawing, sheet, style
from rulewright.cli.measuring.section_text import is_number
from rulewright.cli.measuring.sections import ReportSection
from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.said import Phrase

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>
:root {{ color-scheme: light dark; --paper: #fff; --ink: #1f2328; --faint: #59636e; --edge: #d1d9e0 }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --edge: #3d444d }} }}
body {{ background: var(--paper); color: var(--ink); font: 16px/1.5 {font}; margin: 0 auto; padding: 1rem; max-width: 48rem }}
h1 {{ font-size: 1.5rem; margin: 0 }} h2 {{ font-size: 1.15rem; margin: 2rem 0 .5rem }}
p {{ color: var(--faint); font-size: .9rem; margin: .4rem 0 }}
svg {{ display: block; width: 100%; height: auto; margin: .5rem 0 }}
.wide {{ overflow-x: auto }}
table {{ border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; width: 100% }}
th, td {{ border-bottom: 1px solid var(--edge); padding: .25rem .5rem; text-align: left; white-space: pre }}
td.number, th.number {{ text-align: right }}
{colours}</style></head><body>
<h1>{title}</h1><p>{subtitle}</p>
{body}
</body></html>
"""


def write(path: Path, title: str, subtitle: str, sections: Sequence[ReportSection], *, whole: bool) -> None:
    """Write a page with all sections if `whole`, or else their charts; raise OSError."""
    pictures = [(section.title, section.picture) for section in sections if section.picture is not None]
    if path.suffix == ".html":
        shown = sections if whole else [section for section in sections if section.picture is not None]
        path.write_text(page(title, subtitle, shown), encoding="utf-8")
    elif path.suffix == ".svg":
        path.write_text(sheet(title, subtitle, pictures, both=True), encoding="utf-8")
    else:
        path.write_bytes(png_of(sheet(title, subtitle, pictures, both=False)))


def page(title: str, subtitle: str, sections: Sequence[ReportSection]) -> str:
    """Return a page that needs no other file, for any screen, light or dark."""
    from rulewright.cli.measuring.charts import FONT

    body = "\n".join(map(_section, sections))
    return PAGE.format(title=escape(title), subtitle=escape(subtitle), body=body, colours=style(both=True), font=FONT)


def _section(section: ReportSection) -> str:
    parts = [f"<section><h2>{escape(section.title)}</h2>"]
    if section.picture is not None:
        parts.append(drawing(section.title, section.picture))
    if section.rows:
        numbers = [any(is_number(row[place]) for row in section.rows) and place > 0 for place in range(len(section.head))]
        parts.append('<div class="wide"><table>')
        heads = [("th", section.head)] if any(section.head) else []
        for kind, row in (*heads, *(("td", row) for row in section.rows)):
            parts.append(f"<tr>{''.join(_cell(kind, cell, right) for cell, right in zip(row, numbers, strict=True))}</tr>")
        parts.append("</table></div>")
    if section.note:
        parts.append(f"<p>{escape(section.note)}</p>")
    return "".join([*parts, "</section>"])


def _cell(kind: str, cell: str, right: bool) -> str:
    return f"<{kind}{' class=' + chr(34) + 'number' + chr(34) if right else ''}>{escape(cell)}</{kind}>"


def png_of(drawn: str) -> bytes:
    """Return an SVG drawing as PNG, with two pixels for each unit."""
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        way_out = Phrase("install-it-pip-install-rulewright-plot-or")
        raise problem("missing-extra", Phrase("png-files-are-drawn-by-resvg-which"), way_out) from None
    return bytes(resvg.svg_to_bytes(svg_string=drawn, zoom=2))

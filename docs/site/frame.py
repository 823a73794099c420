"""Frame every page: its head, the list of pages, the search, and the table of contents."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from docs.site.pages import Page, relative

_LEAST_SECTIONS = 3
"""Pages with fewer headings need no list of them."""
_DEEPEST = 3

_FRAME = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{root}assets/die.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}assets/site.css">
<script src="{root}assets/search.js" data-root="{root}" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="{root}index.html"><img src="{root}assets/die.svg" alt="" width="26" height="26">Rulewright</a>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Search these pages" aria-keyshortcuts="/"
 autocomplete="off" spellcheck="false">
<ol class="found" aria-live="polite" hidden></ol>
</div>
</header>
<div class="columns">
<nav class="pages" aria-label="All pages">
<details><summary>All pages</summary>
{pages}
</details>
</nav>
<main id="content" tabindex="-1" lang="{language}">
{body}
</main>
{contents}
</div>
</body>
</html>
"""


def framed(page: Page, pages: Sequence[Page]) -> str:
    """Return the whole page."""
    title = page.title if page.path == "index.html" else f"{page.title} · Rulewright"
    return _FRAME.format(
        language=page.language, title=escape(title), root=relative("x", page.path)[:-1], body=page.body,
        pages=_list(page, pages), contents=_contents(page),
    )  # fmt: skip


def _list(page: Page, pages: Sequence[Page]) -> str:
    groups: dict[str, list[Page]] = {}
    for one in pages:
        if one.listed:
            groups.setdefault(one.group, []).append(one)
    return "\n".join(
        f"<h2>{escape(group)}</h2>\n<ul>{''.join(_entry(one, page) for one in some)}</ul>" for group, some in groups.items()
    )


def _entry(one: Page, page: Page) -> str:
    here = ' aria-current="page"' if one is page else ""
    title = "What it is" if one.path == "index.html" else one.title
    return f'<li><a href="{relative(one.path, page.path)}"{here}>{escape(title, quote=False)}</a></li>'


def _contents(page: Page) -> str:
    sections = [section for section in page.sections if 1 < section.level <= _DEEPEST]
    if len(sections) < _LEAST_SECTIONS:
        return ""
    entries = "".join(
        f'<li class="level{section.level}"><a href="#{section.anchor}">{escape(section.heading)}</a></li>' for section in sections
    )
    return f'<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>{entries}</ul></nav>'

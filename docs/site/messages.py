"""The pages of the messages: what each means, a wrong and a right piece, and what lint says of the wrong one."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from html import escape
from pathlib import Path

from docs.site.pages import Page, Section, coloured, numbered, table
from rulewright.cli.commands.explain import WHERE
from rulewright.cli.render import full
from rulewright.dsl.library.explanations import ORCHARD, Snippet, explanation_pages, orchard
from rulewright.dsl.library.explanations import Page as Explained
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.interpreter.estimate.limits import limits

MESSAGES = "lint"
_LINTED = ("lines", "parts", "whole")
"""Pieces of which lint speaks; the others are found when something is done."""


def messages() -> Iterator[Page]:
    """Yield the list of messages, and a page for each."""
    path = f"{MESSAGES}/index.html"
    body = [
        "<h1>All messages</h1>",
        "<p>What <code>rulewright lint</code> and the other commands may say, with why, and a wrong and a right piece. Most "
        f'pieces stand in a small game, <a href="{ORCHARD}.html">the Orchard</a>. In a terminal, '
        "<code>rulewright explain NAME</code> shows the same.</p>",
    ]
    sections = [Section("", "All messages", 1, "")]
    categories: dict[str, list[Explained]] = {}
    for page in explanation_pages().values():
        categories.setdefault(page.category, []).append(page)
    for category, found in categories.items():
        name = re.sub(r"\W+", "-", category.lower())
        sections.append(Section(name, category, 2, ""))
        rows = [
            (f'<a href="{one.name}.html"><code>{one.name}</code></a>', _level(one.level), _prose(one.meaning)) for one in found
        ]
        body += [f'<h2 id="{name}">{escape(category)}</h2>', table(("message", "", "means"), rows)]
    yield Page(path, "All messages", "\n".join(body), sections)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(f"{ORCHARD}.rules").write_text(orchard(), encoding="utf-8")
        for page in explanation_pages().values():
            yield _message(page)
    text = f"<h1>The Orchard</h1><p>The small game in which the pieces of the messages stand.</p>{numbered(orchard())}"
    yield Page(f"{MESSAGES}/{ORCHARD}.html", "The Orchard", text, [Section("", "The Orchard", 1, "")], listed=False)


def _message(page: Explained) -> Page:
    for file in page.pieces:
        if file.kind == "file":
            Path(file.where).parent.mkdir(exist_ok=True)
            Path(file.where).write_text(file.rulebook, encoding="utf-8")
    body = [
        f'<p class="above"><a href="index.html">All messages</a> · {escape(page.category)}</p>',
        f"<h1><code>{page.name}</code> {_level(page.level)}</h1>",
        f'<p class="meaning">{_prose(page.meaning[0].upper() + page.meaning[1:])}.</p>',
        *(f"<p>{_prose(paragraph)}</p>" for paragraph in page.why.split("\n\n")),
        *(_piece(piece) + _said(piece) for piece in page.pieces),
    ]
    told = " ".join((page.meaning, page.why))
    return Page(f"{MESSAGES}/{page.name}.html", page.name, "\n".join(body), [Section("", page.name, 1, told)], listed=False)


def _piece(piece: Snippet) -> str:
    if piece.kind == "file":
        title, kind = f"<code>{escape(piece.where)}</code>", "rules" if piece.where.endswith(".rules") else ""
    else:
        where = WHERE[piece.where].replace("the Orchard", f'<a href="{ORCHARD}.html">the Orchard</a>')
        where = re.sub(r"`([\w-]+)`", r"<code>\1</code>", where)
        kind = "console" if piece.where == "command" else "rules"
        title = f'<b class="{piece.kind}">{piece.kind.capitalize()}</b>, {where}'
    text = "".join(f"$ {line}\n" for line in piece.text.splitlines()) if kind == "console" else piece.text
    return f"<figure><figcaption>{title}</figcaption>{coloured(text, kind)}</figure>"


def _said(piece: Snippet) -> str:
    """Return the report of lint on a wrong piece, in a folder with all that it needs."""
    if piece.kind != "wrong" or piece.where not in _LINTED:
        return ""
    path = Path("piece.rules")
    path.write_text(piece.rulebook, encoding="utf-8")
    told = full.render([one.rendered() for one in lint_all(str(path), limits)], width=100)
    return f"<figure><figcaption>What <code>rulewright lint</code> says of it</figcaption>{coloured(told, 'console')}</figure>"


def _level(level: str) -> str:
    return f'<span class="{level}">{level}</span>'


def _prose(text: str) -> str:
    """Return a text in which only backquotes mean something."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))

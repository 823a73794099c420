"""A page of the site: Markdown with links to other files of the project, as HTML with links to other pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape

from attrs import define, field, frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name

from rulewright.editors.pygments_lexer import RulebookLexer

_PLAIN = HtmlFormatter(nowrap=True)
_COLOURLESS = re.compile(r'<span class="(?:w|n|p)">([^<]*)</span>')
"""Blanks, names and signs."""
_NUMBERS = re.compile(r"[A-Z]+[0-9]+[a-z]?(?: [A-Z]+[0-9]+[a-z]?)*")
"""The numbers of rules, as rule sheets have them in their margin."""
_PICTURE = re.compile(r'width="(\d+)" height="(\d+)"')


@frozen
class Section:
    """The text below one heading, for the table of contents and the search."""

    anchor: str
    heading: str
    level: int
    text: str


@define
class Page:
    """One page, still without its frame."""

    path: str
    title: str
    body: str
    sections: list[Section] = field(factory=list)
    group: str = ""
    """Where it stands in the list of pages."""
    language: str = "en"
    listed: bool = True
    """Whether it stands there by itself, and not only behind a page that does."""


@frozen
class Site:
    """Which file of the project is which page; the pictures; and what the games are called."""

    places: Mapping[str, str]
    pictures: Mapping[str, str]
    titles: Mapping[str, str]
    playground: bool = False
    """Whether rulebooks can be played on it."""

    def link(self, target: str, source: str, page: str) -> str | None:
        """Return the link of a page for a link of its source, or None if the site has no such target."""
        if re.match(r"[a-z]+:", target):
            return target
        file, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), file)) if file else source
        if path not in self.places:
            return None
        leads = relative(self.places[path], page) if file else ""
        return f"{leads}#{anchor}" if anchor else leads


def relative(path: str, page: str) -> str:
    """Return a path as a page says it."""
    return posixpath.relpath(path, posixpath.dirname(page) or ".")


def of_markdown(text: str, source: str, path: str, site: Site) -> Page:
    """Return the page that a Markdown file, which stands in the project under `source`, comes to."""
    tokens = _reader().parse(text)
    sections = _sections(tokens)
    for token in tokens:
        for child in token.children or ():
            _lead_on(child, source, path, site)
    _without_dead_links(tokens)
    body = _reader().renderer.render(tokens, _reader().options, {"site": site})
    title = sections[0].heading if sections else path
    return Page(path, title, _scrolling(body), sections)


def coloured(text: str, kind: str) -> str:
    """Return a piece of code as it stands in a page."""
    if kind == "console":
        return f"<pre>{''.join(map(_console, text.splitlines()))}</pre>"
    language = kind.partition(" ")[0]
    if language in ("", "text"):
        return f"<pre>{escape(text, quote=False)}</pre>"
    return f"<pre>{_in_colours(text, RulebookLexer if language == 'rules' else find_lexer_class_by_name(language))}</pre>"


def numbered(text: str) -> str:
    """Return a whole rulebook, with a number to each line that can be linked to."""
    lines = _in_colours(text, RulebookLexer).rstrip("\n").split("\n")
    shown = "".join(f"<span id=L{number}>{line}</span>" for number, line in enumerate(lines, 1))
    return f'<pre class="numbered">{shown}</pre>'


def _in_colours(text: str, lexer: Callable[..., Lexer]) -> str:
    """Return the text with a mark around whatever has a colour; its lines stay as they are."""
    return _COLOURLESS.sub(r"\1", highlight(text, lexer(stripnl=False, ensurenl=False), _PLAIN))


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as on the pages where the project is developed."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are HTML."""
    first = f"<thead><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr></thead>" if head else ""
    rest = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table>{first}<tbody>{rest}</tbody></table></div>'


def picture(name: str, alt: str, site: Site, page: str) -> str:
    """Return a picture of the terminal."""
    size = _PICTURE.search(site.pictures[name])
    assert size is not None
    return (
        f'<div class="wide"><img class="terminal" src="{relative(f"pictures/{name}", page)}" alt="{escape(alt)}" '
        f'width="{size[1]}" height="{size[2]}" loading="lazy"></div>'
    )


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table"])
    reader.add_render_rule("fence", lambda _, tokens, place, *__: coloured(tokens[place].content, tokens[place].info.strip()))
    reader.add_render_rule("code_inline", lambda _, tokens, place, *__: _code(tokens[place].content))
    reader.add_render_rule("code_block", lambda _, tokens, place, *__: coloured(tokens[place].content, ""))
    return reader


def _sections(tokens: Sequence[Token]) -> list[Section]:
    """Return the sections below the headings, and give each heading its anchor."""
    found: list[Section] = []
    taken: dict[str, int] = {}
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _words(tokens[place + 1])
            name = anchor(heading)
            taken[name] = taken.get(name, -1) + 1
            name += f"-{taken[name]}" if taken[name] else ""
            token.attrSet("id", name)
            found.append(Section(name, heading, int(token.tag[1]), ""))
        elif found and token.type in ("inline", "fence") and tokens[place - 1].type != "heading_open":
            last = found[-1]
            text = " ".join((last.text, _words(token) if token.type == "inline" else token.content))
            found[-1] = Section(last.anchor, last.heading, last.level, " ".join(text.split()))
    return found


def _words(token: Token) -> str:
    """Return a text without how it is set, and without what stands in its margin."""
    words = [" " if child.type == "softbreak" else child.content for child in token.children or () if not _is_margin(child)]
    return "".join(words).strip()


def _is_margin(token: Token) -> bool:
    return token.type == "code_inline" and _NUMBERS.fullmatch(token.content) is not None


def _code(text: str) -> str:
    return f"<code{' class=margin' if _NUMBERS.fullmatch(text) else ''}>{escape(text, quote=False)}</code>"


def _lead_on(token: Token, source: str, path: str, site: Site) -> None:
    """Turn a link to a file into one to its page."""
    if token.type == "link_open":
        leads = site.link(str(token.attrs["href"]), source, path)
        if leads is None:
            del token.attrs["href"]
        else:
            token.attrSet("href", leads)
    elif token.type == "image":
        _, _, name = str(token.attrs["src"]).partition("pictures/")
        token.attrs = {"class": "terminal", "src": relative(f"pictures/{name}", path), "alt": "", "loading": "lazy"}
        if size := _PICTURE.search(site.pictures.get(name, "")):
            token.attrs |= {"width": size[1], "height": size[2]}


def _without_dead_links(tokens: Sequence[Token]) -> None:
    """Where a link leads nowhere, only its words remain."""
    for token in tokens:
        kept: list[Token] = []
        dead = False
        for child in token.children or ():
            if child.type == "link_open" and "href" not in child.attrs:
                dead = True
            elif child.type == "link_close" and dead:
                dead = False
            else:
                kept.append(child)
        if token.children:
            token.children = kept


def _scrolling(body: str) -> str:
    """Tables and pictures may be wider than a telephone: they move by themselves."""
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    return re.sub(r'<p>(<img class="terminal"[^>]*>)</p>', r'<div class="wide">\1</div>', body)


def _console(line: str) -> str:
    """Return a line of what is typed and shown in a terminal."""
    shown = escape(line, quote=False)
    if line.startswith(("$ ", "> ")):
        return f'<span class="prompt">{shown[: shown.index(" ")]}</span> <b>{shown[shown.index(" ") + 1 :]}</b>\n'
    found = re.match(r"(error|warning|note)(?=\[)[^:]*:", shown)
    return f'<span class="{found[1]}">{found[0]}</span>{shown[found.end() :]}\n' if found else f"{shown}\n"

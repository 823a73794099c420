"""The rule sheets of the games: each language of each a page, and one to print with its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from attrs import frozen

from docs.site.pages import Page, Site, of_markdown
from rulewright.cli.commands.sheet import rendered
from rulewright.dsl.library.library import find_game
from rulewright.dsl.messages.speech import SOURCE, language_name
from rulewright.dsl.sheet import languages_of, write_sheet
from rulewright.interpreter import load


@frozen
class Printed:
    """A sheet as a page of the site, and as the page of its own that a browser prints."""

    page: Page
    path: str
    text: str


def sheets(game: dict[str, Any], site: Site) -> Iterator[Printed]:
    """Yield the sheets of a game, in all languages that it speaks."""
    name = game["name"]
    found, problems = find_game(name)
    assert found is not None, problems
    playable = load(name)
    options = {option["name"]: option["default"] for option in game["options"]}
    languages = languages_of(found)
    for language in languages:
        sheet = write_sheet(found, language, options, None)
        text = rendered(sheet, "markdown", None, plain=True).partition("\n")[2]
        page = of_markdown(text, f"rulebooks/{name}.rules", sheet_of(name, language), site)
        page.language, page.listed = language, False
        if language != "en":
            page.title += f" ({language_name(language, SOURCE)})"
        page.body = _above(name, site, language, languages) + page.body
        at_start = playable.start(language=language)
        yield Printed(page, f"print/{name}.{language}.html", rendered(sheet, "html", at_start, plain=True))


def sheet_of(name: str, language: str) -> str:
    """Where a sheet is."""
    return f"games/{name}.{language}.html"


def links(name: str, languages: Sequence[str], here: str = "") -> str:
    """Return the links to the sheets of a game, and to one for printing."""
    named = {one: language_name(one, SOURCE) for one in languages}
    others = [text if one == here else f'<a href="{name}.{one}.html" hreflang="{one}">{text}</a>' for one, text in named.items()]
    return f'{" · ".join(others)} · <a href="../print/{name}.{here or languages[0]}.html">to print, with its cards</a>'


def _above(name: str, site: Site, language: str, languages: Sequence[str]) -> str:
    title = escape(site.titles[name], quote=False)
    return f'<p class="above" lang="en"><a href="{name}.html">{title}</a> · {links(name, languages, language)}</p>'

"""The pages of each game, and of each rulebook."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docs.site import sheets
from docs.site.pages import Page, Section, Site, coloured, numbered, picture, relative, table
from docs.site.playground.build import PATH as PLAYGROUND
from rulewright.dsl.messages.speech import SOURCE, language_name

RULEBOOKS, SMALL = "rulebooks", "small-games"
ABOVE = {"games": "The games", SMALL: "Small games"}
Record = dict[str, Any]


# ---- games


def games(records: list[Record], rulebooks: dict[str, list[str]], site: Site) -> Iterator[Page]:
    """Yield the list of games, and a page for each, of what `rulewright list` says; with the pages of each game's rulebook."""
    rows = [
        (f'<a href="{game["name"]}.html">{_called(game)}</a>', _players(game), ", ".join(_languages(game)),
         ", ".join(_called(variant) for variant in game["variants"] if not variant["extra"]))
        for game in records
    ]  # fmt: skip
    body = (
        "<h1>The games</h1><p>Each is a text file, checked against the rule sheet of its game by examples. "
        f'<a href="../{SMALL}/index.html">Small games</a> of many kinds show how things are written.</p>'
        f"{table(('game', 'players', 'speaks', 'variants'), rows)}"
    )
    yield Page("games/index.html", "The games", body, [Section("", "The games", 1, "")])
    for game in records:
        yield _game(game, rulebooks[game["name"]], site)


def _game(game: Record, rulebooks: list[str], site: Site) -> Page:
    name, title = game["name"], site.titles[game["name"]]
    path = f"games/{name}.html"
    facts = [("Players", _players(game)), ("The rules", sheets.links(name, list(game["titles"])))]
    if site.playground:
        facts.append(("Play it here", f"{_here(name, path, 'against the computer')}, in this browser"))
    body = [
        f'<p class="above"><a href="index.html">The games</a></p><h1>{escape(title, quote=False)}</h1>',
        table((), [(f"<b>{key}</b>", value) for key, value in facts]),
        picture(f"{name}.table.svg", f"{title} on the table, in the middle of a game", site, path),
        coloured(f"$ rulewright play {name}\n", "console"),
        picture(f"{name}.svg", f"{title} in the terminal, in the middle of a game", site, path),
    ]
    sections = [Section("", title, 1, name)]

    def part(heading: str, text: str) -> None:
        anchor = heading.lower().replace(" ", "-")
        sections.append(Section(anchor, heading, 2, " ".join(re.sub(r"<[^>]+>", " ", text).split())))
        body.append(f'<h2 id="{anchor}">{heading}</h2>{text}')

    if game["variants"]:
        rows: list[tuple[str, ...]] = [
            (f"<code>--variant {one['name']}</code>", _called(one), "written by us" if one["extra"] else "",
             _here(one["name"], path, "play it here") if one["extra"] and site.playground else "")
            for one in game["variants"]
        ]  # fmt: skip
        part("Variants", table((), rows))
    if game["options"]:
        rows = [(f"<code>--set {one['name']}={_word(one['default'])}</code>", _called(one), _values(one))
                for one in game["options"]]  # fmt: skip
        part("Options", table(("as they are", "", "may be"), rows))
    links = "".join(f'<li><a href="{relative(one, path)}">{Path(one).stem}.rules</a></li>' for one in rulebooks)
    part("The rulebook", f"<ul>{links}</ul>")
    return Page(path, title, "\n".join(body), sections)


def _here(name: str, path: str, words: str) -> str:
    """Return a link that begins a bundled rulebook on the playground."""
    return f'<a href="{relative(PLAYGROUND, path)}#game={name}">{words}</a>'


def title_of(record: Record) -> str:
    """Return a title as it stands alone: the first of its forms."""
    title: str = record["titles"].get("en", record["name"])
    return title.split("|", maxsplit=1)[0].strip()


def _called(record: Record) -> str:
    return escape(title_of(record), quote=False)


def _players(game: Record) -> str:
    few, many = game["least_players"], game["most_players"]
    return str(few) if few == many else f"{few} to {many}"


def _languages(game: Record) -> list[str]:
    return [language_name(code, SOURCE) for code in game["titles"]]


def _values(option: Record) -> str:
    between = " to " if type(option["default"]) is int else " or "
    return between.join(map(_word, option["values"]))


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# ---- rulebooks


def rulebook(path: str, text: str, title: str, above: str) -> Page:
    """Return the text of a rulebook, below the page that leads to it."""
    leads = relative(above, path)
    body = f'<p class="above"><a href="{leads}">{ABOVE[posixpath.dirname(above)]}</a></p><h1>{escape(title)}</h1>{numbered(text)}'
    return Page(path, title, body, [Section("", title, 1, "")], listed=False)


def small_games(titles: dict[str, str]) -> Page:
    """Return the list of the small games of the documents, by the pages of their rulebooks."""
    path = f"{SMALL}/index.html"
    rows = [(f'<a href="{relative(place, path)}">{escape(title)}</a>',) for place, title in titles.items()]
    intro = "Of many kinds, each with its examples; the pages about the language speak of them."
    body = f"<h1>Small games</h1><p>{intro}</p>{table((), rows)}"
    return Page(path, "Small games", body, [Section("", "Small games", 1, " ".join(titles.values()))])

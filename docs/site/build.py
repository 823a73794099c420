"""The whole site: its pages in order, the pictures, and what one searches in, written into a folder."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from attrs import frozen

from docs.site import made, pictures, sheets
from docs.site.frame import framed
from docs.site.messages import messages
from docs.site.pages import Page, Site, of_markdown
from docs.site.playground import build as playground
from rulewright.cli.main import main as run
from tests.docs.fences import ROOT

GROUPS = {
    "Playing": {
        "README.md": "index.html",
        "docs/installing.md": "installing.html",
        "docs/playing.md": "playing.html",
        "docs/tables.md": "tables.html",
        "docs/apart.md": "apart.html",
        "docs/players.md": "players.html",
    },
    "Writing": {
        "docs/tutorial.md": "tutorial.html",
        "docs/language.md": "language.html",
        "docs/lint.md": "checking.html",
        "docs/editor.md": "editor.html",
        "docs/sheet.md": "sheets.html",
        "docs/commands.md": "commands.html",
    },
    "Programs": {
        "docs/measuring.md": "measuring.html",
        "docs/python.md": "python.html",
        "docs/speed.md": "speed.html",
        "docs/limits.md": "limits.html",
        "docs/messages.md": "table-messages.html",
        "docs/inside.md": "inside.html",
    },
    "The project": {
        "docs/versions.md": "versions.html",
        "CHANGELOG.md": "changelog.html",
        "CONTRIBUTING.md": "contributing.html",
    },
}
"""The written pages, as they are listed."""
SMALL = ROOT / "docs" / "games"
ASSETS = Path(__file__).parent / "assets"
_LONGEST_TEXT = 1200
"""Of each section so much is searched in; nobody looks for what stands further down under one heading."""


@frozen
class Built:
    """The result of a build."""

    pages: int
    files: int
    size: int


def build(target: Path, *, play: bool = False) -> Built:
    """Write the site into a folder, which holds nothing else afterwards; `play`: with the playground."""
    records = listed()
    site, rulebooks, small = plan(records, play=play)
    printed = [sheet for record in records for sheet in sheets.sheets(record, site)]
    pages = [*all_pages(records, site, rulebooks, small), *(sheet.page for sheet in printed)]
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ASSETS, target / "assets")
    shutil.copytree(pictures.FOLDER, target / "pictures")
    for page in pages:
        if page.path != playground.PATH:
            write(target / page.path, framed(page, pages))
    if play:
        playground.add(target, records, small)
    for sheet in printed:
        write(target / sheet.path, sheet.text)
    for name, text in site.pictures.items():
        write(target / "pictures" / name, text)
    write(target / "assets" / "words.js", f"found({json.dumps(index(pages), ensure_ascii=False, separators=(',', ':'))});\n")
    files = [path for path in target.rglob("*") if path.is_file()]
    return Built(len(pages), len(files), sum(path.stat().st_size for path in files))


def listed() -> list[dict[str, Any]]:
    """Return the bundled games, as `rulewright list` knows them."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        run(["list", "--json"])
    found: list[dict[str, Any]] = json.loads(shown.getvalue())
    return found


def plan(records: Sequence[dict[str, Any]], *, play: bool) -> tuple[Site, dict[str, list[Path]], list[Path]]:
    """Where everything goes; the rulebooks of each game; and those of the small games."""
    places = {source: path for group in GROUPS.values() for source, path in group.items()}
    rulebooks: dict[str, list[Path]] = {}
    for record in records:
        name = record["name"]
        folder, file = ROOT / "rulebooks" / name, ROOT / "rulebooks" / f"{name}.rules"
        rulebooks[name] = [file] if file.exists() else sorted(folder.glob("*.rules"))
        # A link to a game's rulebook leads to its page, from which the rulebook is a step away.
        places[(file if file.exists() else folder).relative_to(ROOT).as_posix()] = f"games/{name}.html"
    small = sorted(SMALL.glob("*.rules"))
    places |= {path.relative_to(ROOT).as_posix(): f"{made.SMALL}/{path.stem}.html" for path in small}
    places |= {"docs/games": f"{made.SMALL}/index.html", "rulebooks": "games/index.html", "LICENSE": "license.html"}
    shown = {path.name: path.read_text(encoding="utf-8") for path in pictures.FOLDER.glob("*.svg")}
    for name in rulebooks:
        match, earlier = pictures.middle(name)
        shown |= {f"{name}.svg": pictures.game(match, earlier, name), f"{name}.table.svg": pictures.table(match)}
    titles = {record["name"]: made.title_of(record) for record in records}
    return Site(places, shown, titles, play), rulebooks, small


def all_pages(records: list[dict[str, Any]], site: Site, rulebooks: dict[str, list[Path]], small: list[Path]) -> list[Page]:
    """Return all pages, as they are listed."""
    pages: list[Page] = []
    for group, sources in GROUPS.items():
        for source, path in sources.items():
            page = of_markdown((ROOT / source).read_text(encoding="utf-8"), source, path, site)
            page.group = group
            pages.append(page)
    explained = list(messages())
    texts = {name: [_of_rulebook(path, f"games/{name}.html") for path in paths] for name, paths in rulebooks.items()}
    games = list(made.games(records, {name: [page.path for page in some] for name, some in texts.items()}, site))
    shown = [_of_rulebook(path, f"{made.SMALL}/index.html") for path in small]
    small_games = made.small_games({page.path: page.title for page in shown})
    if site.playground:
        pages.append(playground.page())
    license_text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    licence = Page("license.html", "The licence", f"<h1>The licence</h1><pre>{license_text}</pre>", listed=False)
    for page, group in ((explained[0], "Writing"), (small_games, "Writing"), *((game, "The games") for game in games)):
        page.group = group
    order = {group: place for place, group in enumerate(("Playing", "The games", "Writing", "Programs", "The project"))}
    pages += [*explained, small_games, *games, *(page for some in texts.values() for page in some), *shown, licence]
    return sorted(pages, key=lambda page: order.get(page.group, len(order)))


def _of_rulebook(path: Path, above: str) -> Page:
    """Return the text of a rulebook, below the page that leads to it; a small game is listed by its title."""
    text = path.read_text(encoding="utf-8")
    small = path.parent == SMALL
    inside = path.relative_to(SMALL if small else ROOT / "rulebooks").with_suffix(".html").as_posix()
    title = re.search(r'^game [\w-]+ "([^"|]*)', text, re.MULTILINE) if small else None
    folder = made.SMALL if small else made.RULEBOOKS
    return made.rulebook(f"{folder}/{inside}", text, title[1].strip() if title else path.name, above)


def index(pages: Sequence[Page]) -> list[list[str]]:
    """Return the search index: of each section its page, its anchor, the page's title, the heading, and the text."""
    return [
        [page.path, section.anchor, page.title, section.heading, section.text[:_LONGEST_TEXT]]
        for page in pages
        for section in page.sections
    ]


def write(path: Path, text: str) -> None:
    """Write a file of the site, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")

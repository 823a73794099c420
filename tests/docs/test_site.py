"""The site is whole: every link leads somewhere, nothing is fetched from elsewhere, and it can be searched as it lies there."""

from __future__ import annotations

import json
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from attrs import define, field

from docs.site.build import GROUPS, build
from docs.site.pages import Site, coloured, of_markdown
from docs.site.playground.build import PATH as PLAYGROUND
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from tests.apart import browser as browsers
from tests.docs.fences import PAGES, ROOT, fences
from tests.test_architecture import OF_ONE_MACHINE

NARROW = 360
LOOKED_AT = (
    "index.html", "language.html", "speed.html", "lint/index.html", "lint/unknown-name.html", "games/chess.html",
    "games/chess.fr.html", "rulebooks/chess.html", "small-games/index.html",
)  # fmt: skip


@define
class Read(HTMLParser):
    """The references of a page, its anchors, and its text."""

    fetched: list[str] = field(factory=list)
    links: list[str] = field(factory=list)
    names: list[str] = field(factory=list)
    text: str = ""

    def __attrs_pre_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif "href" in given or "src" in given:
            self.fetched.append(given.get("href") or given["src"])
        if "id" in given:
            self.names.append(given["id"])

    def handle_data(self, data: str) -> None:
        self.text += data


# The site is built anew for them, which takes ten seconds.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built."""
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder)
    return folder


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Read]:
    """Its pages by their paths."""
    return pages_in(site)


def pages_in(site: Path) -> dict[str, Read]:
    found = {}
    for path in site.rglob("*.html"):
        page = Read()
        page.feed(path.read_text(encoding="utf-8"))
        found[path.relative_to(site).as_posix()] = page
    return found


def dead_links(site: Path, read: dict[str, Read]) -> list[str]:
    """Follow every link of a built site; return those that lead nowhere."""
    dead = []
    for path, page in read.items():
        for link in (*page.links, *page.fetched):
            file, _, name = link.partition("#")
            if file.startswith(("https://", "data:")):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
            if target == PLAYGROUND and name.startswith("game="):
                # Such a link begins with a rulebook.
                target, name = f"{posixpath.dirname(target)}/examples/{name.removeprefix('game=')}.rules", ""
            names = read[target].names if target in read else []
            if not (site / target).is_file() or (name and unquote(name) not in names):
                dead.append(f"{path}: {link}")
    return dead


@pytest.mark.long
def test_every_link_leads_somewhere(site: Path, read: dict[str, Read]) -> None:
    assert dead_links(site, read) == []
    for path, page in read.items():
        assert len(page.names) == len(set(page.names)), path
    assert all("index.html" in "".join(page.links) for path, page in read.items() if not path.startswith("print/"))


def test_nothing_is_fetched_from_elsewhere(site: Path, read: dict[str, Read]) -> None:
    assert not [(path, one) for path, page in read.items() for one in page.fetched if re.match(r"\w+:|//", one)]
    for path in site.rglob("*"):
        if path.suffix in (".css", ".svg", ".js") and path.name != "words.js":
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.findall(r"https?:|url\(|@import|@font-face|\bfetch\(|XMLHttpRequest|\bimport\(", text), path


def test_nothing_of_this_machine_is_published(site: Path) -> None:
    for path in site.rglob("*"):
        if path.is_file():
            # Pictures also hold other bytes than letters.
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not OF_ONE_MACHINE.findall(text), path
            assert str(ROOT) not in text
            assert str(site) not in text


def test_each_message_game_and_document_has_its_page(read: dict[str, Read]) -> None:
    for name, meaning in CATALOGUE.items():
        page = read[f"lint/{name}.html"]
        assert meaning[1:].replace("`", "") in page.text
        assert f"{name}.html" in read["lint/index.html"].links
    assert "drive cort, 1" in read["lint/unknown-name.html"].text
    assert "error[unknown-name]: nothing here is called `cort`" in read["lint/unknown-name.html"].text
    for name in bundled_games():
        page = read[f"games/{name}.html"]
        assert {f"../pictures/{name}.svg", f"../pictures/{name}.table.svg"} <= {*page.fetched}
        [rulebook, *_] = (link for link in page.links if link.startswith("../rulebooks/"))
        assert "game " in read[posixpath.normpath(posixpath.join("games", rulebook))].text
        for language in ("en", "fr"):
            assert {f"{name}.{language}.html"} <= {*page.links}
            assert read[f"games/{name}.{language}.html"].text.count("\n") > 50
            assert f"print/{name}.{language}.html" in read
    written = {source for group in GROUPS.values() for source in group}
    assert written == {page.relative_to(ROOT).as_posix() for page in PAGES} | {"CHANGELOG.md"}


def test_what_is_shown_is_what_was_tried_out(read: dict[str, Read]) -> None:
    """Every snippet is on its page, letter by letter; the tests of snippets and commands carry it out."""
    places = {ROOT / source: path for group in GROUPS.values() for source, path in group.items()}
    for source in PAGES:
        for fence in fences(source):
            assert fence.text.rstrip("\n") in read[places[source]].text, fence.name


def test_snippets_have_the_colours_of_the_language() -> None:
    assert coloured('place deck "<Deck>"\n', "rules garden") == (
        '<pre><span class="kd">place</span> <span class="nf">deck</span> <span class="s2">"&lt;Deck&gt;"</span>\n</pre>'
    )


def test_headings_and_links_are_those_of_the_documents() -> None:
    site = Site({"docs/a.md": "a.html", "README.md": "index.html"}, {}, {})
    links = "[a](../README.md#b) [c](#one-two-three) [d](../LICENSE) [e](https://example.org)"
    page = of_markdown(f"# One `two`: three\n\n{links}\n\n## One `two`: three\n", "docs/a.md", "a.html", site)

    assert page.title == "One two: three"
    assert [section.anchor for section in page.sections] == ["one-two-three", "one-two-three-1"]
    assert '<a href="index.html#b">a</a> <a href="#one-two-three">c</a> d <a href="https://example.org">e</a>' in page.body


def test_the_numbers_of_rules_stand_beside_what_they_are_about() -> None:
    page = of_markdown("# Game\n\n## Move `F1 R20a`\n\nMove `one`. `F2`\n", "a.md", "a.html", Site({}, {}, {}))

    assert [(one.heading, one.anchor, one.text) for one in page.sections] == [("Game", "game", ""), ("Move", "move", "Move one.")]
    assert "Move <code class=margin>F1 R20a</code></h2>" in page.body
    assert "Move <code>one</code>. <code class=margin>F2</code>" in page.body


def test_all_pages_are_searched(site: Path, read: dict[str, Read]) -> None:
    words = (site / "assets" / "words.js").read_text(encoding="utf-8")
    found = json.loads(words.removeprefix("found(").rstrip().removesuffix(");"))

    assert {path for path, *_ in found} >= {path for path in read if not path.startswith("print/")} - {"license.html"}
    for path, name, *_ in found:
        assert not name or name in read[path].names
    assert len(words) < 1_000_000


def test_a_browser_shows_it_without_a_network(site: Path, browser: browsers.Browser) -> None:
    """As it lies in its folder, on a telephone: nothing is missing, nothing is too wide, and a word is found."""
    page = browser.page("about:blank", width=NARROW)
    page.ask("Network.setBlockedURLs", urls=["http://*", "https://*", "ws://*", "wss://*"])
    for path in LOOKED_AT:
        address = (site / path).as_uri()
        page.ask("Page.navigate", url=address)
        page.until(f"location.href === {json.dumps(address)} && document.readyState === 'complete'")
        assert page.value("document.documentElement.scrollWidth") <= NARROW, path
        assert page.value("[...document.images].filter((one) => one.complete && !one.naturalWidth).length") == 0, path
        assert page.value("getComputedStyle(document.querySelector('header')).position") == "sticky", path

    page.value("document.querySelector('.search input').focus()")
    for letter in "unknown name":
        page.press(letter)
    page.until("document.querySelector('.found a b')?.textContent === 'unknown-name'")
    page.press("Enter")
    page.until("location.pathname.endsWith('/lint/unknown-name.html') && document.readyState === 'complete'")

    assert page.troubles() == []
    assert {address.partition(":")[0] for address in page.requested()} == {"file"}
    assert not [one for one in browser.said if one["method"] == "Network.loadingFailed"]

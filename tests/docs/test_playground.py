"""The playground in a real browser: a rulebook is written, mended, played and shared, and only files are served."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from docs.site.build import build, listed
from docs.site.playground import engine
from docs.site.playground.build import FIRST, cheat_sheet, examples
from rulewright.cli.playground.page_words import PHRASES
from rulewright.cli.playground.written_rulebook import WrittenRulebook
from rulewright.dsl.messages.speech import SOURCE
from tests.apart import browser as browsers
from tests.docs.fences import ROOT

PAGE = engine.HERE / "page"
SMALL = sorted((ROOT / "docs" / "games").glob("*.rules"))
FRAME = "document.getElementById('table').contentDocument"
SOON = 10.0
"""After so many seconds somebody who comes to the page has made a move."""


class Served(SimpleHTTPRequestHandler):
    """Files as they are, without a line for each."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_page_says_every_phrase_and_no_other() -> None:
    script = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))
    frame = (PAGE / "index.html").read_text(encoding="utf-8") + cheat_sheet()
    chosen = " ".join([*re.findall(r"\bsay\(([^,)]*)", script), *re.findall(r"looked = (.*);", script)])
    said = {*re.findall(r'"([\w-]+)"', chosen), *re.findall(r'data-(?:say|label)="([\w-]+)"', frame), *examples(listed(), SMALL)}

    assert said == set(PHRASES.own(SOURCE))


def test_each_part_of_the_cheat_sheet_is_explained_in_all_languages() -> None:
    parts = re.findall(r"((?:<p lang=\"\w+\">.+?</p>)+)<pre", cheat_sheet())

    assert len(parts) > 8
    for part in parts:
        assert sorted(re.findall('lang="(.*?)"', part)) == sorted(PHRASES.languages)


@pytest.mark.long
def test_each_rulebook_to_begin_with_is_whole_and_sound() -> None:
    for some in examples(listed(), SMALL).values():
        for name, titles, text in some:
            look = WrittenRulebook().look(text, "en")
            assert '"findings": [], "playable": true' in look, name
            assert titles["en"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the site."""
    if not engine.is_here():
        pytest.skip("there is no Pyodide here: `npm ci` in docs/site/playground fetches it")
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder, play=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.long
def test_a_rulebook_is_written_mended_played_and_shared(served: str, browser: browsers.Browser) -> None:
    page = browser.page(f"{served}/games/hearts.html", width=1280)
    assert page.until("document.querySelector('a[href*=\"#game\"]')?.href") == f"{served}/playground/index.html#game=hearts"
    began = time.monotonic()
    page.ask("Page.navigate", url=f"{served}/playground/index.html")

    # A game stands on the table, and a move is answered.
    page.until(f"{FRAME}.querySelector('[data-at].open') !== null")
    page.value(f"{FRAME}.querySelector('#listed').open = true")
    page.value(f"{FRAME}.querySelector('#options button').click()")
    assert time.monotonic() - began < 3 * SOON
    page.until(f"/Player 2|Joueur 2/.test({FRAME}.querySelector('#tale').textContent)")
    page.until(f"!{FRAME}.querySelector('#asked').hidden")

    # A wrong word is underlined where it stands, and one tap mends it.
    page.until("document.getElementById('verdict').textContent === 'Nothing to mend.'")
    page.value(
        "(() => { const box = document.getElementById('text'), at = box.value.indexOf('sheep of player, heading');"
        "box.focus(); box.setSelectionRange(at, at + 5); })()"
    )
    for letter in "shepp":
        page.press(letter)
    typed = time.monotonic()
    assert page.until("document.querySelector('#picture .error')?.textContent") == "shepp"
    assert time.monotonic() - typed < 3
    assert "Line 33" in page.value("document.querySelector('#found li').textContent")
    page.value("[...document.querySelectorAll('#found button')].find((one) => one.textContent === 'Mend it').click()")
    page.until("document.getElementById('verdict').textContent === 'Nothing to mend.'")
    assert not page.value("document.querySelector('#picture .error')")
    picture = page.value(
        "[...document.querySelectorAll('#picture div')].map((row) => row.textContent.replace(/\\n$/, '')).join('\\n')"
    )
    assert picture == page.value("document.getElementById('text').value")

    # Only files of the site were asked for, and the text is in the link alone.
    page.value("document.getElementById('text').setSelectionRange(0, 0)")
    page.value("document.execCommand('insertText', false, '# My own\\n')")
    page.value("document.getElementById('share').click()")
    link = page.until("location.hash.startsWith('#text=') && location.href")
    assert all(one.startswith((served, "data:")) for one in page.requested())
    assert page.troubles() == []

    phone = browser.page(link, width=390, height=844)
    assert phone.until("document.getElementById('text').value").startswith(f"# My own\ngame {FIRST} ")
    phone.value("document.querySelector('nav [data-opens=play]').click()")
    phone.until(f"{FRAME}.querySelector('[data-at].open') !== null")
    assert phone.value("document.documentElement.scrollWidth") == 390
    phone.value(
        "document.getElementById('language').value = 'de'; document.getElementById('language').dispatchEvent(new Event('change'))"
    )
    phone.until("document.getElementById('verdict').textContent === 'Nichts zu verbessern.'")
    phone.until(f"{FRAME}.getElementById('who')?.textContent === 'Du bist Person 1.'")
    assert phone.troubles() == []

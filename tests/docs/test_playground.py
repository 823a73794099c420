"""The playground in a real browser: a rulebook is written, mended, played and shared, and only files are served."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from attrs import define

from docs.site.build import build, listed
from docs.site.playground import engine
from docs.site.playground.build import FIRST, cheat_sheet, examples
from rulewright.cli.playground.page_words import PHRASES
from rulewright.cli.playground.written_rulebook import WrittenRulebook
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.messages.speech import SOURCE
from rulewright.dsl.syntax.highlighting import HighlightKind, highlighted
from tests.apart import browser as browsers
from tests.apart.conftest import Start
from tests.docs.fences import ROOT
from tests.docs.test_site import dead_links, pages_in

PAGE = engine.HERE / "page"
SMALL = sorted((ROOT / "docs" / "games").glob("*.rules"))
TEXT = "document.getElementById('text')"
TABLE = "document.getElementById('table').contentDocument"
SOUND = PHRASES.say("en", "sound")
ENDLESS = """\
game endless "Endless":
    players 2
grid board "Board": 30 by 30
the table has:
    turns "Turns": number
    total "Total": number
to play:
    players take turns until turns is 6:
        choose step in 1 to 2
        add step to total
        add 1 to turns
        if turns is at least 4:
            for each one in board:
                for each other in board:
                    if count of (board where row of it is row of other and column of it is column of one) is total:
                        add 1 to total
    game over, winners players
"""
"""From the fourth turn on it takes too long to be tried out."""
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
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built with the playground."""
    if not engine.is_here():
        pytest.skip("there is no Pyodide here: `npm ci` in docs/site/playground fetches it")
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder, play=True)
    return folder


@pytest.fixture(scope="module")
def served(built: Path) -> Iterator[str]:
    """Yield the address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, directory=str(built)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.long
def test_each_game_is_played_from_its_page_and_every_link_leads_somewhere(built: Path) -> None:
    read = pages_in(built)

    assert dead_links(built, read) == []
    for name in bundled_games():
        page = read[f"games/{name}.html"]
        assert f"../playground/index.html#game={name}" in page.links
        assert f"{name}.en.html" in page.links
        assert f"../pictures/{name}.table.svg" in page.fetched
    for name in bundled_variants():
        assert any(link.endswith(f"#game={name}") for page in read.values() for link in page.links), name


@define
class Visitor:
    """Somebody who uses the playground in a browser."""

    page: browsers.Page

    def until(self, expression: str) -> Any:
        return self.page.until(expression.replace("TABLE", TABLE).replace("TEXT", TEXT))

    def do(self, script: str) -> Any:
        return self.page.value(script.replace("TABLE", TABLE).replace("TEXT", TEXT))

    def press(self, name: str) -> None:
        self.do(f"document.getElementById('{name}').click()")

    def says(self, name: str, words: str) -> None:
        """Wait until a part of the page says these words."""
        self.until(f"document.getElementById('{name}').textContent === {json.dumps(words)}")

    def is_asked(self) -> None:
        self.until("!TABLE.querySelector('#asked').hidden && (TABLE.querySelector('#listed').open = true)")
        self.until("TABLE.querySelector('#options button') !== null")

    def choose(self) -> None:
        """Choose the first option in the list, and wait until it is told."""
        self.is_asked()
        self.do("TABLE.querySelector('#options button').click()")
        self.until("!/^Nothing/.test(TABLE.querySelector('#tale').textContent)")

    def select(self, words: str, length: int, then: str = "") -> None:
        """Select so many letters where words stand in the text; a table that opens may take the focus away afterwards."""
        start = f"TEXT.value.indexOf({json.dumps(words)})"
        self.do(f"(TEXT.focus(), TEXT.setSelectionRange({start}, {start} + {length}), {then or 'null'})")

    def write(self, words: str, instead: str) -> None:
        """Write something in place of words in the text."""
        self.select(words, len(words), f"document.execCommand('insertText', false, {json.dumps(instead)})")


@pytest.fixture
def visitor(served: str, start: Start, browser_name: str) -> Visitor:
    """Return somebody who has just come to the playground, and sees its first game."""
    began = time.monotonic()
    visitor = Visitor(start(browser_name).page(f"{served}/playground/index.html", width=1280))
    visitor.is_asked()
    assert time.monotonic() - began < 3 * SOON
    return visitor


both = pytest.mark.parametrize("browser_name", browsers.NAMES)


@pytest.mark.long
@both
def test_a_rulebook_is_written_mended_played_and_shared(served: str, visitor: Visitor) -> None:
    visitor.choose()
    visitor.until("/Player 2|Joueur 2/.test(TABLE.querySelector('#tale').textContent)")
    visitor.says("verdict", SOUND)

    # A wrong word is underlined where it stands, and one tap mends it.
    visitor.select("sheep of player, heading", 5)
    for letter in "shepp":
        visitor.page.press(letter)
    typed = time.monotonic()
    assert visitor.until("document.querySelector('#picture .error')?.textContent") == "shepp"
    assert time.monotonic() - typed < 3
    assert "Line 33" in visitor.do("document.querySelector('#found li').textContent")
    visitor.do("[...document.querySelectorAll('#found button')].find((one) => one.textContent === 'Mend it').click()")
    visitor.says("verdict", SOUND)
    assert not visitor.do("document.querySelector('#picture .error')")

    # A name is offered, and written by the Enter key.
    visitor.select("sheep of player, heading", 5)
    visitor.page.press("s")
    visitor.page.press("h")
    visitor.do("void TEXT.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', ctrlKey: true }))")
    visitor.until("/^sheep /.test(document.getElementById('offers').textContent)")
    visitor.page.press("Enter")
    visitor.until("TEXT.value.includes('choose runner in sheep of player, heading')")
    visitor.until("/^pieces sheep /.test(document.getElementById('about').textContent)")
    visitor.says("verdict", SOUND)

    # Two mistakes are found by a key, and mended at once.
    visitor.write("sheep of player, heading", "shepp of player, heading")
    visitor.write("runner to halt", "runnre to halt")
    visitor.until("document.querySelectorAll('#found li').length > 1")
    visitor.do("TEXT.setSelectionRange(0, 0)")
    for word in ("shepp", "runnre", "shepp"):
        visitor.do("void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8' }))")
        assert visitor.do("TEXT.value.slice(TEXT.selectionStart, TEXT.selectionEnd)") == word
    visitor.press("mend-all")
    visitor.says("verdict", SOUND)
    picture = "[...document.querySelectorAll('#picture div')].map((row) => row.textContent.replace(/\\n$/, '')).join('\\n')"
    assert visitor.do(f"{picture} === TEXT.value")

    # Only files of the site were asked for, and the text is in the link alone.
    visitor.write("game gather", "# My own\ngame gather")
    visitor.press("share")
    link = visitor.until("location.hash.startsWith('#text=') && location.href")
    assert all(one.startswith((served, "data:")) for one in visitor.page.requested())
    assert visitor.page.troubles() == []

    phone = Visitor(visitor.page.browser.page(link, width=390, height=844))
    assert phone.until("TEXT.value").startswith(f"# My own\ngame {FIRST} ")
    phone.do("document.querySelector('nav [data-opens=play]').click()")
    phone.is_asked()
    assert phone.do("document.documentElement.scrollWidth") == 390
    phone.do("((list) => { list.value = 'de'; list.dispatchEvent(new Event('change')); })(document.getElementById('language'))")
    phone.says("verdict", "Nichts zu verbessern.")
    phone.until("TABLE.getElementById('who')?.textContent === 'Du bist Person 1.'")
    assert phone.page.troubles() == []


@pytest.mark.long
@both
def test_settings_are_kept_and_the_game_goes_on_under_other_rules(visitor: Visitor) -> None:
    visitor.do("void (location.hash = 'game=honey-jar&players=3&seat=2&set=evenings%3D1')")
    visitor.until("TABLE.getElementById('who')?.textContent === 'You are Player 2.'")
    visitor.until("document.querySelectorAll('#ways label').length === 4")
    assert visitor.do("[...document.querySelectorAll('#ways label > :last-child')].map((one) => one.value)") == [
        "3",
        "2",
        "",
        "1",
    ]
    visitor.choose()
    visitor.is_asked()

    # The game goes on under other rules, until a choice does not fit.
    visitor.write('jar "Jar"', 'jar "Pot"')
    visitor.press("on")
    visitor.says("waiting", PHRASES.say("en", "all-fit"))
    visitor.until("/Pot/.test(TABLE.body.textContent)")
    visitor.write("in 1 to lowest it among (3, own)", "in 7 to 9")
    visitor.press("on")
    visitor.until(
        "/^The new rules.* fit: 0 of [2-9]; |^The new rules.*does not/.test(document.getElementById('waiting').textContent)"
    )

    # With mistakes in it, the game on the table stays.
    visitor.write("players 2 to 4", "playerz 2 to 4")
    visitor.press("new")
    visitor.says("waiting", PHRASES.say("en", "cannot"))
    visitor.until("!TABLE.querySelector('#asked').hidden")

    # The text, and how it is played, are there when somebody comes back.
    visitor.write("playerz 2 to 4", "players 2 to 4")
    visitor.do("location.reload()")
    visitor.until("TABLE.getElementById('who')?.textContent === 'You are Player 2.'")
    assert '"Pot"' in visitor.do("TEXT.value")
    assert visitor.page.troubles() == []


@pytest.mark.long
@both
def test_rules_that_never_end_are_stopped_and_the_game_goes_on(visitor: Visitor, browser_name: str) -> None:
    visitor.write(visitor.do("TEXT.value"), ENDLESS)
    visitor.press("new")
    visitor.until("/Endless/.test(TABLE.title)")
    visitor.is_asked()
    visitor.do("(TABLE.querySelector('#listed').open = true, [...TABLE.querySelectorAll('#options button')].at(-1).click())")

    # The computer tries out what takes so long; meanwhile the page can be used.
    visitor.until("!document.getElementById('enough').hidden")
    visitor.write("Endless", "Long")
    visitor.says("verdict", SOUND)
    # Ten seconds are over, or somebody has had enough.
    if browser_name == "firefox":
        visitor.press("enough")
    visitor.says("waiting", PHRASES.say("en", "tired"))
    visitor.until("/Player 2/.test(TABLE.querySelector('#tale').textContent)")
    assert visitor.page.troubles() == []


@pytest.mark.long
@both
def test_colours_are_those_of_the_language(visitor: Visitor) -> None:
    script = """import('./colours.js').then(({ START, coloured }) => {
        let state = START, start = 0;
        return TEXT.value.split('\\n').flatMap((line) => {
            const { pieces, next } = coloured(line, state), before = start;
            [state, start] = [next, start + line.length + 1];
            return pieces.map(([from, to, kind]) => [before + from, before + to, kind]);
        });
    })"""
    nested = "(" * 300
    for text in (*(path.read_text(encoding="utf-8") for path in SMALL), f'game a "Ä{{x}}\\"": # é\n    players {nested}2\n'):
        visitor.do(f"void (TEXT.value = {json.dumps(text)})")
        shown = [tuple(one) for one in visitor.do(script) if one[2] not in ("escape", "other")]
        assert shown == [(start, end, str(kind)) for start, end, kind in highlighted(text) if kind != HighlightKind.NAME]

"""People take seats on the page, come back to them, talk, and play again, in a real browser."""

from __future__ import annotations

from pathlib import Path

from tests.apart.browser import Browser, Page
from tests.apart.helpers import Table
from tests.cli.running import SIGNS

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")
SEATS = "[...document.querySelectorAll('#free button')].map(one => one.textContent).join()"
PEOPLE = "[...document.querySelectorAll('#players li')].map(one => one.textContent).join('; ')"
CHAT = "[...document.querySelectorAll('#chat p')].map(one => one.textContent).join('; ')"
ASKED = "!document.getElementById('asked').hidden"
OPTION = "#view [data-at].open"


def text_of(name: str) -> str:
    """Return the expression for the text of an element."""
    return f"document.getElementById('{name}').textContent"


def write(page: Page, field: str, text: str) -> None:
    """Write into a field, and press Enter."""
    page.value(f"document.getElementById('{field}').focus()")
    page.ask("Input.insertText", text=text)
    page.press("Enter")


def test_friends_sit_down_by_one_link_and_stay(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    table = Table(tmp_path, "signs.rules", "--set", "rounds=2", *HERE)
    try:
        ann, bo, cleo = browser.page(table.link, 390, 844), browser.page(table.link), browser.page(table.link)
        for page in (ann, bo, cleo):
            page.until(f"{SEATS} === 'Sit here: Player 1,Sit here: Player 2'")
            assert page.value(text_of("who")) == "You are looking on."
        # Enter takes the first free seat.
        write(ann, "sitter", "Ann")
        ann.until(f"{text_of('who')} === 'You are Ann.'")
        bo.until(f"{SEATS} === 'Sit here: Player 2'")
        bo.value("document.getElementById('sitter').value = 'Bo'; document.querySelector('#free button').click()")
        bo.until(f"{text_of('who')} === 'You are Bo.'")
        cleo.until("document.getElementById('seats').hidden")
        cleo.until(f"{PEOPLE} === 'Ann – here – is to choose; Bo – here – is to choose'")
        cleo.until(f"{text_of('watching')} === 'Looking on: 1'")

        # After a reload, the seat is still theirs.
        bo.ask("Page.reload")
        bo.until(f"{text_of('who')} === 'You are Bo.'")
        # Only the own link brings another device there.
        own = str(bo.value("document.getElementById('own-link').value"))
        assert own.startswith(table.link.partition("#")[0])
        other = browser.page(own, 390, 844)
        other.until(f"{text_of('who')} === 'You are Bo.'")
        assert cleo.value("document.getElementById('own').hidden")
        assert own.split("#")[1] not in str(cleo.value("document.documentElement.outerHTML + JSON.stringify({...localStorage})"))

        ann.value("document.querySelector('[data-panel=people]')?.click()")
        write(ann, "line", "<b>Good luck</b>")
        for page in (bo, cleo, other):
            page.until(f"{CHAT} === 'Ann: <b>Good luck</b>'")

        # An onlooker's name is no player's.
        cleo.value("document.querySelector('[data-panel=people]').click()")
        for name, text in (("name", "Ann"), ("line", "Hi")):
            cleo.value(f"document.getElementById('{name}').value = ''")
            write(cleo, name, text)
        for page in (bo, cleo):
            page.until(f"{CHAT} === 'Ann: <b>Good luck</b>; Onlooker Ann 2: Hi'")

        # Bo has waited, and hears that it is his turn again; Ann has just chosen.
        for page in (bo, ann):
            page.value("OscillatorNode.prototype.stop = () => { window.chimes = (window.chimes ?? 0) + 1; }")
            page.touch("#who")
            page.until(ASKED)
            page.touch(OPTION)
            page.until(f"!({ASKED})")
            bo.value("Date.now = (now => () => now() + 10000)(Date.now)")
        for page in (ann, bo):
            page.until(ASKED)
        bo.until("window.chimes === 1")
        assert ann.value("window.chimes ?? 0") == 0

        for page in (ann, bo):
            page.touch(OPTION)
        for page in (ann, bo, cleo):
            page.until("!document.getElementById('over').hidden")
        assert cleo.value("document.getElementById('rematch').hidden")
        ann.value("document.getElementById('play-again').click()")
        cleo.until(f"{text_of('wants-again')} === 'Would like to play again: Ann'")
        bo.value("document.getElementById('play-again').click()")
        for page in (ann, bo):
            page.until(ASKED)
            assert page.value("document.getElementById('rematch').hidden")

        # A seat that the host frees is offered to all, also to the player who had it.
        table.type("free 1")
        for page in (ann, cleo):
            page.until(f"{SEATS} === 'Sit here: Player 1'")
        for page in (ann, bo, cleo, other):
            assert page.troubles() == []
            assert page.value("document.documentElement.scrollWidth <= innerWidth")
    finally:
        table.end()

"""The page of the table in a real browser: on a small screen, by keyboard alone, and as a screen reader finds it."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from tests.apart.browser import PATIENCE, Browser, Page
from tests.apart.helpers import Table
from tests.apart.players import Player
from tests.cli.running import SIGNS
from tests.cli.test_undo import STONES

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")
ASKED = "!document.getElementById('asked').hidden"
OVER = "!document.getElementById('over').hidden"
STATE = "document.getElementById('state').textContent"


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    """Return a folder with a game in which all choose together."""
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    return tmp_path


def focused(page: Page) -> str:
    """Return the element with the focus."""
    return str(page.value("document.activeElement.id || document.activeElement.ariaLabel || document.activeElement.textContent"))


def check_sound(page: Page, table: Table) -> None:
    """Nothing went wrong, nothing came from elsewhere, and nothing is wider than the screen."""
    assert page.troubles() == []
    assert {address.split("/")[2] for address in page.requested()} == {f"127.0.0.1:{table.port}"}
    assert page.value("document.documentElement.scrollWidth <= innerWidth")


def test_a_whole_game_on_a_telephone_and_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, "la-planche", "--players", "2", "--seed", "4", *HERE)
    try:
        phone, keyboard = browser.page(table.links[0], 360, 640), browser.page(table.links[1])
        for page in (phone, keyboard):
            page.until(f"document.getElementById('view').children.length > 0 && {STATE} !== '...'")
        finger, until = Player(phone, Random(4)), time.monotonic() + PATIENCE / 2
        while not (phone.value(OVER) and keyboard.value(OVER)):
            assert time.monotonic() < until
            open_page = next((page for page in (phone, keyboard) if page.value(ASKED)), None)
            if open_page is phone:
                finger.look()
                finger.choose()
            elif open_page is keyboard:
                # The question has the focus; a number goes to its option, and Enter takes it.
                keyboard.until("document.activeElement.id === 'question'")
                for number in range(1, 10):
                    keyboard.press(str(number))
                    assert focused(keyboard).startswith(f"{number}. ")
                    keyboard.press("Enter")
                    if focused(keyboard) == "done":
                        # All are picked, so the way to go on has the focus.
                        keyboard.press("Enter")
                    if not keyboard.value(ASKED):
                        break
        assert "The game is over." in str(phone.value(STATE))
        assert phone.value(STATE) == keyboard.value(STATE)
        for page in (phone, keyboard):
            check_sound(page, table)
    finally:
        table.end()


OPTIONS = "document.querySelectorAll('#options button')"
TAP = "(at => document.querySelector(at).dispatchEvent(new MouseEvent('click', {bubbles: true})))"
OPEN = "#view [data-at].open"
SLIDING = "document.querySelector('#view g[aria-hidden]')"


def test_a_move_of_two_parts_takes_two_taps_and_a_piece_can_be_put_back(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, "chess", "--seat", "human", "--seat", "random", "--seed", "4", *HERE)
    try:
        page = browser.page(table.links[0], 390, 844)
        page.until(f"document.querySelectorAll('{OPEN}').length === 10")
        # The board comes before the list of options, and all of it is on the screen.
        assert page.value("document.querySelector('#view svg').getBoundingClientRect().bottom < innerHeight")
        page.value(f"{TAP}('{OPEN}[data-name=e2]')")
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 2
        page.value(f"{TAP}('#view [data-name=e2].taken')")
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 10
        for name in ("e2", "e4"):
            page.value(f"{TAP}('{OPEN}[data-name={name}]')")
        page.until("document.querySelectorAll('#tale li').length > 0 && document.querySelector('[data-name=e4] .piece') !== null")
        check_sound(page, table)
        # A piece slides to where it is now, so slowly here that the browser can be asked.
        page.ask("Animation.enable")
        page.ask("Animation.setPlaybackRate", playbackRate=0.01)
        page.until(f"document.querySelectorAll('{OPEN}').length > 0")
        for name in ("d2", "d4"):
            page.value(f"{TAP}('{OPEN}[data-name={name}]')")
        page.until(f"{SLIDING} !== null && document.querySelectorAll('{OPEN}').length > 0")
        seen, there = f"{SLIDING}.querySelector('.piece')", "document.querySelector('#view .piece[style*=hidden]')"
        middle = "(one => { const box = one.getBoundingClientRect(); return box.x + box.y; })"
        assert page.value(f"{seen}.textContent === {there}.textContent")
        assert page.value(f"Math.abs({middle}({seen}) - {middle}({there}))") > 30
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        for name in ("c2", "c4"):
            page.value(f"{TAP}('{OPEN}[data-name={name}]')")
        page.until(f"{SLIDING} === null && document.querySelectorAll('{OPEN}').length > 0")
        # Back through the game: earlier tables can be looked at, and nothing can be chosen on them.
        lines = page.until("document.querySelectorAll('#tale li').length >= 6 && document.getElementById('tale').textContent")
        page.value("document.getElementById('earlier').click()")
        page.until("document.querySelector('.past') !== null")
        page.value("document.getElementById('earlier').click()")
        page.until("document.querySelector('[data-name=c2] .piece') !== null")
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 0
        assert "c2 to c4" in lines
        assert "c2 to c4" not in str(page.value("document.getElementById('tale').textContent"))
        page.value("document.getElementById('now').click()")
        page.until(f"document.querySelectorAll('{OPEN}').length > 0 && document.querySelector('[data-name=c2] .piece') === null")
        page.until(f"document.getElementById('tale').textContent === {lines!r}")
    finally:
        table.end()


def test_options_that_no_tap_tells_apart_are_buttons(browser: Browser, tmp_path: Path) -> None:
    """Two dice can move a man from one point."""
    table = Table(tmp_path, "backgammon", "--seat", "human", "--seat", "random", "--seed", "4", *HERE)
    beyond = "[...document.querySelectorAll('#beyond button')].filter((one) => one.checkVisibility())"
    try:
        page = browser.page(table.links[0], 390, 844)
        page.until(f"document.querySelectorAll('{OPEN}').length > 0 && document.activeElement.id === 'question'")
        assert page.value(f"{beyond}.length") == 0
        page.press("Tab")
        page.press("Enter")
        # Nothing more can be tapped, so the first button has the focus.
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 0
        assert page.value(f"{beyond}.length") == 2
        assert page.value(f"document.activeElement === {beyond}[0]")
        page.press("Enter")
        page.until("document.getElementById('tale').textContent.includes('You')")
        check_sound(page, table)
    finally:
        table.end()


def test_a_move_by_keyboard_alone_is_told_once(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, "chess", "--seat", "human", "--seat", "random", "--seed", "4", *HERE)
    here = "document.activeElement.dataset.name"
    try:
        page = browser.page(table.links[0], 390, 844)
        page.until(f"document.querySelectorAll('{OPEN}').length === 10 && document.activeElement.id === 'question'")
        for key, name in [("Tab", "a2"), ("ArrowRight", "b2"), ("ArrowDown", "b1"), ("Enter", "b1"), ("ArrowUp", "a3")]:
            page.press(key)
            assert page.value(here) == name
        # Escape puts the knight back.
        page.press("Escape")
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 10
        assert any(role == "button" and name.startswith("b1, ") and "Knight" in name for role, name in page.spoken())
        for key in ("Enter", "ArrowUp", "ArrowRight", "Enter"):
            page.press(key)
        page.until("document.getElementById('tale').children.length === 2")
        told = "You: Knight b1 to c3."
        assert str(page.value("document.getElementById('news').textContent")).count(told) == 1
        page.until("document.activeElement.id === 'question'")
        check_sound(page, table)
    finally:
        table.end()


def test_a_whole_game_by_taps_on_the_table(browser: Browser, tmp_path: Path) -> None:
    bots = ("--seat", "human", "--seat", "random", "--seat", "random")
    table = Table(tmp_path, "walk-the-plank", *bots, "--seed", "4", *HERE)
    try:
        page = browser.page(table.links[0], 1280, 800)
        page.until(ASKED)
        until, taps = time.monotonic() + PATIENCE / 2, 0
        while not page.value(OVER):
            assert time.monotonic() < until
            if page.value(f"{ASKED} && document.querySelectorAll('{OPEN}').length > 0"):
                page.value(f"{TAP}('{OPEN}')")
                taps += 1
                # Nobody taps faster, and the table closes the connection of a program that does.
                time.sleep(0.1)
            elif page.value(f"{ASKED} && !document.getElementById('done').disabled"):
                page.value("document.getElementById('done').click()")
            else:
                time.sleep(0.02)
        assert taps > 3
        check_sound(page, table)
    finally:
        table.end()


def test_the_list_of_options_is_made_when_somebody_opens_it(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, "go", "--set", "size=9", "--seat", "human,random", "--seed", "4", *HERE)
    try:
        page = browser.page(table.links[0], 390, 844)
        page.until(f"{ASKED} && document.querySelectorAll('{OPEN}').length === 81")
        assert page.value(f"{OPTIONS}.length") == 0
        page.value("document.getElementById('as-list').focus()")
        page.press("Enter")
        page.until(f"{OPTIONS}.length === 82")
        # A screen reader finds all of them.
        assert sum(role == "button" and name[:1].isdecimal() for role, name in page.spoken()) == 82
        page.value("document.getElementById('as-list').click()")
        for key in "35":
            page.press(key)
        page.until("document.activeElement.textContent.startsWith('35. ')")
        page.press("Enter")
        page.until(f"document.querySelectorAll('{OPEN}').length === 79")
        assert page.value(f"{OPTIONS}.length") == 0
        check_sound(page, table)
    finally:
        table.end()


def test_a_swipe_scrolls_and_chooses_nothing(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, "go", "--set", "size=9", "--seat", "human,random", "--seed", "4", *HERE)
    try:
        page = browser.page(table.links[0], 390, 500)
        page.until(f"{ASKED} && document.querySelectorAll('{OPEN}').length === 81")
        x, y = page.value(f"(({{ x, y }}) => [x + 5, y + 5])(document.querySelector('{OPEN}').getBoundingClientRect())")
        page.swipe((x, y), (x, y - 40), (x, y - 80))
        # While the page still moves, a tap only stops it.
        page.until("scrollY > 40 && new Promise((done) => setTimeout((before) => done(scrollY === before), 100, scrollY))")
        assert page.value(f"document.querySelectorAll('{OPEN}').length") == 81
        page.touch(OPEN)
        page.until(f"document.querySelectorAll('{OPEN}').length === 79")
        check_sound(page, table)
    finally:
        table.end()


@pytest.mark.parametrize("game", ["walk-the-plank", "rette-sich-wer-kann", "battle-of-thieves"])
@pytest.mark.sample(1)
def test_each_game_fits_on_a_telephone(browser: Browser, tmp_path: Path, game: str) -> None:
    table = Table(tmp_path, game, "--seat", "human", "--seed", "4", *HERE)
    try:
        page = browser.page(table.links[0], 360, 640)
        page.until(ASKED)
        check_sound(page, table)
        # Before the first choice, the page says what the game is; the rest is one tap away.
        assert page.value("document.getElementById('game-told').open")
        assert len(str(page.value("document.getElementById('introduction').textContent"))) > 100
        page.value("document.getElementById('how').click()")
        page.until("document.querySelectorAll('#sheet h3').length > 3")
        page.until("document.getElementById('sheet').textContent.length > 1000")
        page.press("Escape")
        page.value("document.getElementById('listed').open = true")
        page.until(f"{OPTIONS}.length > 0")
        low = page.value("Math.min(...[...document.querySelectorAll('#options button')].map((one) => one.clientHeight))")
        assert low >= 40
        page.value("[...document.querySelectorAll('#options button')].slice(0, 3).forEach((one) => one.click())")
        page.value("document.getElementById('done').click()")
        page.until("!document.getElementById('game-told').open")
    finally:
        table.end()


def test_a_screen_reader_finds_its_way(browser: Browser, signs: Path) -> None:
    table = Table(signs, "signs.rules", "--seat", "human,random", *HERE)
    try:
        page = browser.page(table.links[0] + "")
        page.until(ASKED)
        assert focused(page) == "question"
        spoken = page.spoken()
        roles = {role for role, _ in spoken}
        named = ("button", "textbox", "combobox", "heading", "region", "searchbox")
        assert {"alert", "log", "heading", "main"} <= roles
        assert all(name.strip() for role, name in spoken if role in named)
        assert ("region", "Which sign?") in spoken
        # One after the other: the table first, since the question has the focus, and then the options.
        page.press("Tab")
        assert focused(page).startswith("Low")
        page.press("ArrowRight")
        assert focused(page).startswith("High")
        page.press("Tab")
        assert focused(page) == "1. Low"
        page.press("Tab")
        assert focused(page) == "2. High"
        page.value("document.querySelector('#language').value = 'fr'")
        page.value("document.querySelector('#language').dispatchEvent(new Event('change'))")
        page.until("document.documentElement.lang === 'fr'")
        assert page.value(STATE) == "Quel signe\u00a0?"
        assert page.value("document.getElementById('question').textContent") == "Quel signe\u00a0?"
        assert page.value(STATE) == "Quel signe\u00a0?"
        # News is added to the text that is read out, and does not replace it.
        page.value("document.querySelector('#options button').click()")
        page.until("document.getElementById('tale').textContent.includes('montre')")
        check_sound(page, table)
    finally:
        table.end()


def test_names_are_text_and_never_markup(browser: Browser, signs: Path) -> None:
    name = "<img src=x id=bad>"
    table = Table(signs, "signs.rules", *HERE, "--name", name)
    try:
        page = browser.page(table.links[1])
        page.until(ASKED)
        assert page.value("document.getElementById('bad')") is None
        assert name in str(page.value("document.body.textContent"))
        check_sound(page, table)
    finally:
        table.end()


def test_the_page_outlives_the_server_and_obeys_its_host(browser: Browser, signs: Path) -> None:
    options = ("signs.rules", "--listen", "127.0.0.1")
    table = Table(signs, *options, "--port", "0", "--save", "kept.save")
    try:
        page = browser.page(table.links[0])
        page.until(ASKED)
        table.kill()
        page.until(f"{STATE}.startsWith('The connection is lost')")
        table = Table(signs, *options, "--resume", "kept.save")
        page.until(ASKED)
        page.value("document.getElementById('leave').click()")
        page.until(f"{STATE}.startsWith('You have left')")
        page.value("document.getElementById('again').click()")
        page.until(ASKED)
        table.type("renew 1")
        page.until(f"{STATE}.includes('new link')")
        assert page.value("document.getElementById('seen').hidden")
        page.value("document.getElementById('again').click()")
        page.until(f"{STATE}.includes('does not open a seat')")
        bare = browser.page(table.links[0].split("#")[0])
        bare.until(f"{STATE}.includes('whole link')")
    finally:
        table.end()


def test_a_choice_is_taken_back_and_the_rules_are_asked_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    text = STONES.replace('hear "Hear what lies on top":', 'hear "Hear what lies on top" if any letters in hand of player:')
    (tmp_path / "stones.rules").write_text(text, encoding="utf-8")
    table = Table(tmp_path, "stones.rules", *HERE, "--name", "Ann", "--name", "Bo")
    answer, wished = (f"document.getElementById('{name}').textContent" for name in ("answer", "wished"))
    try:
        ann, bo = browser.page(table.links[0], 360, 640), browser.page(table.links[1])
        ann.until(ASKED)
        bo.until(f"{STATE}.includes('Waiting for Ann')")
        # A player who is not asked cannot ask for advice.
        assert bo.value("document.getElementById('hint').hidden && document.getElementById('why').hidden")
        ann.value("document.querySelector('[data-panel=rules]').focus()")
        ann.press("Enter")
        assert focused(ann) == "rules-title"
        ann.press("Tab")
        assert focused(ann) == "name-of"
        for letter in "pebbles":
            ann.press(letter)
        ann.press("Enter")
        ann.until(f"{answer}.includes('Pebble: 9')")
        ann.value("document.getElementById('name-of').value = 'Hear'")
        ann.press("Tab")
        assert focused(ann) == "read"
        ann.press("Tab")
        assert focused(ann) == "why"
        ann.press("Enter")
        ann.until(f"{answer}.startsWith('Hear what lies on top: only if there are any Letter in your Hand')")
        ann.value("document.getElementById('hint').click()")
        ann.until(f"/from here|nothing else/.test({answer})")
        for page in (ann, bo):
            page.until(ASKED)
            page.value("document.querySelector('#options button').click()")
            page.until(f"!({ASKED})")
        ann.until(ASKED)
        for says in ("no", "yes"):
            ann.value("document.getElementById('undo').click()")
            bo.until(f"{wished} === 'Ann would like to take back a choice and all that came after it. Do you agree?'")
            ann.until(f"{wished} === 'Ann would like to take a choice back. Bo must agree.'")
            assert ("button", "Yes") in bo.spoken()
            bo.value(f"document.getElementById('{says}').focus()")
            bo.press("Enter")
            ann.until("document.getElementById('wish').hidden")
            if says == "no":
                ann.until("document.getElementById('refusal').textContent === 'Bo does not agree'")
        bo.until(f"{STATE}.includes('Waiting for Ann')")
        bo.until("document.getElementById('tale').textContent.includes('Ann takes a choice back')")
        ann.until(ASKED)
        ann.value("document.getElementById('redo').click()")
        ann.until("document.getElementById('tale').textContent.includes('Pebble')")
        for page in (ann, bo):
            check_sound(page, table)
    finally:
        table.end()

"""A seat at a table elsewhere, played at a terminal."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from rulewright.cli.remote.requests import LARGEST_STATE
from tests.apart.helpers import COMMAND, Table
from tests.cli.running import SIGNS
from tests.cli.screen import Screen
from tests.cli.test_undo import STONES

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")
PATIENCE = 60.0
WIDE = f"""\
game wide "Wide":
    players 2
place board "Board"
cards slips "Slip": 5000, on board
card slip of slips "{"S" * 3600}":
    text "Nothing."
to play:
    repeat 5 times:
        for each player in players:
            choose asking "Which?":
                stay "Stay":
                    say "Stays."
                go "Go":
                    say "Goes."
    game over
"""


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    """Return a folder with a game in which all choose together."""
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    return tmp_path


def join(folder: Path, link: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`rulewright join` in a pipe."""
    return subprocess.run(
        [*COMMAND, "join", link, *arguments], cwd=folder, input=typed, capture_output=True, text=True, timeout=120, check=False
    )


@contextmanager
def screens(folder: Path, *commands: Sequence[str]) -> Iterator[list[Screen]]:
    """Yield a terminal for each `rulewright join` with such words."""
    found = [Screen([*COMMAND, "join", *words], folder, LC_ALL="C.UTF-8", NO_COLOR="1") for words in commands]
    for screen in found:
        # They have read the introduction.
        screen.type("\r")
    try:
        yield found
    finally:
        for screen in found:
            screen.close()
            screen.process.kill()
            screen.process.wait(20)


def pictures(shown: str) -> list[str]:
    """Return each picture of the table with the question below it."""
    # The effects of options are left out where the machine has no time to find them.
    plain = re.sub(r"^( *\d+\. .*)$", lambda line: re.sub(r" *\([^()]*\)| {2,}", " ", line[0]).strip(), shown, flags=re.MULTILINE)
    return re.findall(r"^The plank.*?^> ", plain, re.MULTILINE | re.DOTALL)


def test_it_draws_and_asks_as_play_does(tmp_path: Path) -> None:
    seats = ("--players", "3", "--seat", "human,random,random", "--seed", "3")
    typed = "1\n" * 60
    table = Table(tmp_path, "la-planche", *seats, *HERE)
    try:
        joined = join(tmp_path, table.links[0], typed=typed)
    finally:
        table.end()
    command = [*COMMAND, "play", "la-planche", *seats]
    played = subprocess.run(command, cwd=tmp_path, input=typed, capture_output=True, text=True, timeout=120, check=True)
    assert joined.returncode == 0, joined.stderr
    introductions = [ran.stdout.partition("Sixteen prisoners queue")[2].partition("\nThe plank")[0] for ran in (joined, played)]
    assert "You guard one colour and tell nobody which" in introductions[0]
    assert introductions[0].startswith(introductions[1].partition("The ")[0])
    assert len(pictures(played.stdout)) > 5
    assert pictures(joined.stdout) == pictures(played.stdout)
    assert re.findall("^The game is over.*", joined.stdout, re.MULTILINE) == re.findall(
        "^The game is over.*", played.stdout, re.MULTILINE
    )


def test_two_terminals_play_with_each_other_and_outlive_the_server(signs: Path) -> None:
    options = ("signs.rules", "--set", "rounds=2", "--listen", "127.0.0.1")
    table = Table(signs, *options, "--port", "0", "--save", "kept.save")
    one, two = [
        Screen([*COMMAND, "join", link, "--name", name], signs, LC_ALL="C.UTF-8", NO_COLOR="1")
        for link, name in zip(table.links[:2], ("Ann", "Bo"), strict=True)
    ]
    try:
        two.type("\r")
        shown = one.begin(PATIENCE)
        assert "Which sign?" in shown
        # As in `play`, the text of a card is beside it.
        assert "Loses to High." in shown
        one.type("? high\n")
        one.until("Beats Low.", PATIENCE)
        assert "Which sign?" in two.until("> ", PATIENCE)
        two.type("high\n")
        # Bo has chosen; Ann has not, and is not told.
        two.until("Waiting for Ann", PATIENCE)
        table.kill()
        two.until("trying again", PATIENCE)
        table = Table(signs, *options, "--resume", "kept.save")
        two.until("is there again", PATIENCE)
        two.until("Waiting for Ann", PATIENCE)
        one.type("low\n")
        shown = one.until("> ", PATIENCE)
        while "Which sign?" not in shown:
            shown += one.until("> ", PATIENCE)
        assert "Bo shows" in shown
        two.until("Which sign?", PATIENCE)
        two.until("> ", PATIENCE)
        one.type("high\n")
        one.until("Waiting for Bo", PATIENCE)
        two.type("high\n")
        for screen in (one, two):
            screen.until("The game is over. Bo wins.", PATIENCE)
            screen.until("Once more?", PATIENCE)
            screen.type("no\n")
            assert screen.process.wait(60) == 0
    finally:
        table.kill()
        one.close()
        two.close()
        one.process.kill()
        two.process.kill()
        one.process.wait(20)
        two.process.wait(20)


def test_what_was_typed_before_the_question_is_no_answer_to_it(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE)
    with closing(table), screens(signs, *((link,) for link in table.links[:2])) as (one, two):
        two.until("> ", PATIENCE)
        two.type("1\n")
        two.until("Waiting for Player 1", PATIENCE)
        two.type("1\n1\n")
        one.until("> ", PATIENCE)
        one.type("1\n")
        two.until("Which sign?", PATIENCE)
        two.until("> ", PATIENCE)
        assert not two.shows_more()


def test_leaving_says_how_to_come_back(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE)
    try:
        for typed in ("quit\n", ""):
            left = join(signs, table.links[0], "--name", "Ann", typed=typed)
            assert left.returncode == 0
            assert f"rulewright join '{table.links[0]}' --name Ann" in left.stdout
            table.until("Ann has left")
        table.type("who")
        assert "1. Ann: away" in table.until("^1. ")
    finally:
        table.end()


def test_what_cannot_be_joined_is_said(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE)
    try:
        wrong = join(signs, table.links[0][:-2] + "xx")
        assert wrong.returncode == 1
        assert wrong.stdout == "this link does not open a seat at this table, or not any more: ask your host for a new one\n"
        bare = join(signs, table.links[0].split("#")[0])
        assert (bare.returncode, "error[bad-address]" in bare.stderr) == (2, True)
        page = join(signs, table.links[0].replace("127.0.0.1", "localhost.example.org").replace("/#", ".x/#"))
        assert (page.returncode, "error[" in page.stderr) == (2, True)
    finally:
        table.end()
    closed = join(signs, table.links[0])
    assert (closed.returncode, "error[no-table]" in closed.stderr) == (2, True)


def test_an_onlooker_sees_the_table_and_is_not_asked(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--set", "rounds=1", "--seat", "human,random", *HERE)
    with closing(table), screens(signs, (table.links[-1],)) as (onlooker,):
        shown = onlooker.until("Waiting for Player 1", PATIENCE)
        assert "Hand" not in shown or "hidden" in shown
        assert join(signs, table.links[0], typed="high\n").returncode == 0
        shown = onlooker.until("The game is over.", PATIENCE)
        assert "> " not in shown
        assert onlooker.process.wait(60) == 0


def test_friends_sit_down_by_one_link_talk_and_play_once_more(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--set", "rounds=2", *HERE)
    words = ("join", table.link, "--bell", "--name")
    one, two = [Screen([*COMMAND, *words, name], signs, LC_ALL="C", NO_COLOR="1") for name in ("Ann", "Bo")]
    try:
        for screen in (one, two):
            assert "1. Player 1" in screen.until("to look on. ", PATIENCE)
        one.type("1\n")
        back = re.findall("rulewright join '(.*)'", one.until("--name Ann", PATIENCE))
        one.begin(PATIENCE)
        # Bo has not heard of it yet.
        two.type("1\n")
        two.until("somebody else has just taken that seat", PATIENCE)
        assert "1. " not in two.until("to look on. ", PATIENCE)
        two.type("2\n")
        two.begin(PATIENCE)
        one.type("say Good luck!\n")
        for screen in (one, two):
            screen.until("Ann: Good luck!", PATIENCE)
            # The question is there again. An arrow also ends in this sign, but not after a new line.
            screen.until("\n> ", PATIENCE)
        assert back[0].split("#")[0] == table.link.split("#")[0]
        assert "Which sign?" in join(signs, back[0], typed="").stdout
        one.type("1\n")
        one.until("Waiting for Bo", PATIENCE)
        two.type("1\n")
        # Ann has waited for her turn.
        one.until("\a", PATIENCE)
        for screen in (one, two):
            screen.until("\n> ", PATIENCE)
        for answer, shown in (("1\n", "Once more? (yes or no) "), ("yes\n", "Which sign?")):
            for screen in (one, two):
                screen.type(answer)
            for screen in (one, two):
                screen.until(shown, PATIENCE)
    finally:
        table.kill()
        for screen in (one, two):
            screen.close()
            screen.process.kill()
            screen.process.wait(20)


def test_while_others_are_waited_for_a_choice_is_taken_back(tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(STONES, encoding="utf-8")
    table = Table(tmp_path, "stones.rules", *HERE)
    with closing(table), screens(tmp_path, (table.links[0], "--name", "Ann"), (table.links[1], "--name", "Bo")) as (one, two):
        one.until("> ", PATIENCE)
        one.type("why xyz\n")
        one.until("Nothing here is called `xyz`", PATIENCE)
        one.type("take one\n")
        two.until("> ", PATIENCE)
        two.type("take one\n")
        one.until("What do you do?", PATIENCE)
        one.until("> ", PATIENCE)
        one.type("undo\n")
        one.until("Bo must agree", PATIENCE)
        two.until("Bo, Ann would like to take back a choice and all that came after it. Do", PATIENCE)
        two.until("(yes or no) ", PATIENCE)
        two.type("no\n")
        one.until("Bo does not agree", PATIENCE)
        one.until("> ", PATIENCE)
        one.type("undo\n")
        two.until("(yes or no) ", PATIENCE)
        two.type("yes\n")
        shown = one.until("> ", PATIENCE)
        assert "You take a choice back." in shown
        one.type("redo\n")
        one.until("> ", PATIENCE)
        one.type("take one\n")
        one.until("Waiting for Bo", PATIENCE)
        # Bo has been asked since, and has answered nothing.
        one.type("undo\n")
        one.until("Waiting for Bo to agree", PATIENCE)
        two.until("(yes or no) ", PATIENCE)
        two.type("yes\n")
        one.until("You take a choice back.", PATIENCE)
        for _ in range(2):
            two.until("Ann takes a choice back", PATIENCE)


def test_nothing_is_told_twice_when_somebody_comes_or_goes(tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(STONES, encoding="utf-8")
    table = Table(tmp_path, "stones.rules", *HERE)
    with closing(table), screens(tmp_path, (table.links[0],)) as (one,):
        one.until("> ", PATIENCE)
        one.type("take one\n")
        shown = one.until("Pebble", PATIENCE)
        for name in ("Bo", "Bea"):
            join(tmp_path, table.links[1], "--name", name, typed="quit\n")
            shown += one.until(f"Waiting for {name}", PATIENCE)
        one.type("quit\n")
        shown += one.until("You have left", PATIENCE)
        assert shown.count("Pebble") == 1


def test_a_table_that_is_too_large_to_be_sent_says_so_to_guest_and_host(tmp_path: Path) -> None:
    (tmp_path / "wide.rules").write_text(WIDE, encoding="utf-8")
    table = Table(tmp_path, "wide.rules", *HERE)
    try:
        ran = join(tmp_path, table.links[0])
        assert ran.returncode == 1
        assert "too large to be sent to you: play the game at one screen" in ran.stdout
        assert "Player 1 cannot be sent the table: it is larger than 16 MB." in table.end()
    finally:
        table.close()


def test_a_table_that_sends_too_much_all_the_same_is_left(tmp_path: Path) -> None:
    comings = []

    def send_too_much(guest: ServerConnection) -> None:
        comings.append(guest.recv())
        with suppress(ConnectionClosed):
            guest.send("x" * (LARGEST_STATE + 1))

    with serve(send_too_much, "127.0.0.1", 0, max_size=None, compression=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ran = join(tmp_path, f"http://127.0.0.1:{server.socket.getsockname()[1]}/#token")
    assert (ran.returncode, len(comings)) == (2, 1)
    assert "error[table-too-large]: the table's view is larger than 16 MB" in ran.stderr
    assert "Traceback" not in ran.stderr

"""Real terminals, real pipes, real signals."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import SIGNS, Runner

pytest.importorskip("pty")

from tests.cli.kills import WAYS, killed
from tests.cli.screen import COMMAND, Screen

TWO_HUMANS = ["play", "signs.rules", "--seed", "1", "--seat", "human", "--seat", "human"]
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


@contextmanager
def screen(arguments: list[str], folder: Path, command: list[str] = COMMAND, **environment: str) -> Iterator[Screen]:
    """Yield a terminal, closed in the end."""
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    one = Screen([*command, *arguments], folder, **environment)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()
        one.close()


def test_the_screen_is_cleared_between_people(tmp_path: Path) -> None:
    with screen(TWO_HUMANS, tmp_path) as one:
        assert CLEAR not in one.until("Player 1, press Enter when you are alone at the screen.")
        one.type("\r")
        assert CLEAR in one.until("> ")
        one.type("high\r")
        shown = one.until("Player 2, press Enter when you are alone at the screen.")
        assert CLEAR in shown
        # Nothing of what was typed comes after the screen was cleared.
        assert "igh" not in shown.split(CLEAR)[-1]
        one.type("\r")
        assert shown.count("Which sign?") == 0
        assert "Player 1 shows" not in one.until("> ")


def test_an_enter_too_many_does_not_uncover_what_the_next_one_has(tmp_path: Path) -> None:
    with screen(TWO_HUMANS, tmp_path) as one:
        one.until("Player 1, press Enter when you are alone at the screen.")
        one.type("\r")
        one.until("> ")
        # All at once, as it is pasted, or typed by somebody in a hurry.
        one.type("high\r\r\r")
        one.until("Player 2, press Enter when you are alone at the screen.")
        assert not one.shows_more(1)
        one.type("\r")
        one.until("> ")


def test_nothing_is_cleared_for_one_person_or_an_open_table(tmp_path: Path) -> None:
    for arguments in (["play", "signs.rules"], [*TWO_HUMANS, "--open"]):
        with screen(arguments, tmp_path) as one:
            shown = one.begin()
            one.type("1\r")
            assert CLEAR not in shown + one.until("> ")


def test_what_another_has_typed_cannot_be_called_back(tmp_path: Path) -> None:
    with screen([*TWO_HUMANS, "--open"], tmp_path) as one:
        one.begin()
        # Deleted letters can be put back, as long as nobody else has sat there.
        one.type("hig\x15\x19h\r")
        one.until("Player 2: Which sign?")
        one.until("> ")
        for keys in ("\x1b[A", "\x19", "\x12h", "\x1b."):
            one.type(f"{keys}\x01\x0b\r")
            shown = one.until("\n> ")
            assert "type a number" in shown
            assert "hig" not in shown


def test_what_a_player_has_typed_comes_back_with_the_cursor_keys(tmp_path: Path) -> None:
    with screen([*TWO_HUMANS, "--open"], tmp_path) as one:
        one.begin()
        one.type("low\r")
        one.until("Player 2: Which sign?")
        one.until("> ")
        one.type("high\r")
        one.until("Player 1: Which sign?")
        one.until("> ")
        one.type("\x1b[A\r")
        assert "low" in one.until("Player 2: Which sign?")


def test_tab_completes_options_commands_and_names(tmp_path: Path) -> None:
    with screen(["play", "signs.rules", "--seat", "human,random"], tmp_path) as one:
        one.begin()
        one.type("? hi\t\r")
        one.until("Beats Low.")
        one.until("> ")
        one.type("why lo\t\r")
        one.until("You can choose that now: 1 (Low)")
        one.until("> ")
        one.type("hi\t")
        # Both an option and a command begin like this.
        one.until("hint")
        one.type("gh\r")
        one.until("shows High.")


def test_control_c_saves(tmp_path: Path) -> None:
    with screen(["play", "signs.rules", "--seed", "5"], tmp_path) as one:
        one.begin()
        one.type("1\r")
        one.until("> ")
        assert one.ended_by(lambda: one.type("\x03")) == 0
        one.until("rulewright play signs.rules --resume signs\r")
    assert (tmp_path / "signs.save").exists()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_closed_terminal_saves(tmp_path: Path, name: str) -> None:
    with screen(["play", "signs.rules"], tmp_path) as one:
        one.begin()
        assert one.ended_by(lambda: one.process.send_signal(getattr(signal, name))) == 0
    assert (tmp_path / "signs.save").exists()


@pytest.mark.parametrize("number", range(2 * len(WAYS)))
@pytest.mark.sample(6)
def test_nothing_is_lost_but_the_choice_that_was_being_typed(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    assert killed(folder, number, seed=1).trouble == ""


# In a process for each line, a signal comes at that line of what hears another one, or of what swallows it.
BURST = """
import os, signal, sys
from rulewright.cli.shell.terminal import hanging_up

line, reached = 1, 0

def at_a_line(frame, event, argument):
    global reached
    reached += event == "line"
    if event == "line" and reached == line:
        signal.raise_signal(signal.SIGTERM)
    return at_a_line

while child := os.fork():
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        sys.exit()
    line += 1

try:
    with hanging_up():
        sys.settrace(at_a_line)
        signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    sys.settrace(None)
    print("heard", reached >= line)
    sys.exit(reached < line)
"""
SWALLOWED = """
import signal
from rulewright.cli.shell.terminal import Terminal, hanging_up

class Last:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

try:
    with hanging_up() as heard:
        terminal = Terminal(heard=heard)
        Last()
        print("swallowed")
        terminal.ask("> ")
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.long
def test_a_signal_while_another_is_being_heard() -> None:
    done = subprocess.run([sys.executable, "-c", BURST], capture_output=True, text=True, timeout=300, check=False)
    *heard, last = done.stdout.splitlines()
    assert set(heard) == {"heard True"}, done.stderr
    assert last == "heard False", done.stderr
    assert len(heard) > 2


def test_a_signal_that_python_swallows_is_heard_before_anything_else_is_asked() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWED], input="1\n", capture_output=True, text=True, timeout=20, check=False)
    assert done.stdout == "swallowed\nheard\n"


def test_a_screen_behind_a_pipe_is_handed_over_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    line = shlex.join([*COMMAND, *TWO_HUMANS]) + " | tee all"
    with screen([], tmp_path, command=["sh", "-c", line]) as one:
        one.until("Player 1, press Enter when you are alone at the screen.")
        one.type("\r")
        one.until("> ")
        one.type("high\r")
        shown = one.until("Player 2, press Enter when you are alone at the screen.")
        assert "igh" not in shown.split(CLEAR)[-1]
        # Nobody is asked before somebody has come.
        assert not one.shows_more()
        one.type("\r")
        shown = one.until("> ")
        assert CLEAR in shown
        assert "Player 2: Which sign?" in shown


def test_colour_is_only_for_terminals_and_those_who_like_it(tmp_path: Path) -> None:
    with screen(["play", "signs.rules"], tmp_path) as one:
        assert "\x1b[1m" in one.begin()
    with screen(["play", "signs.rules"], tmp_path, NO_COLOR="1") as one:
        assert not re.search(r"\x1b\[[0-9;]*m", one.begin())
    with screen(["lint", "nothing"], tmp_path) as one:
        assert "\x1b[1;31m" in one.until("1 error")
    with screen(["lint", "nothing"], tmp_path, NO_COLOR="1") as one:
        assert "\x1b" not in one.until("1 error")


def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    for arguments in (["list"], ["play", "signs.rules"]):
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0
        process.stderr.close()
    assert (tmp_path / "signs.save").exists()


def test_any_bytes_as_choices(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    typed = bytes(range(256)) * 100 + b"\n1\n" + b"x" * 2_000_000

    done = subprocess.run(
        [*COMMAND, "play", "signs.rules"], input=typed, capture_output=True, cwd=tmp_path, check=False, timeout=60
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Which sign?\n  1. " in done.stdout


def test_a_poor_encoding_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "signs.rules").write_text(SIGNS.replace('"Low"', '"Низ"'), encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}

    done = subprocess.run(
        [*COMMAND, "play", "signs.rules"],
        input=b"1\n1\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, b"")


def test_what_was_left_is_offered_to_whoever_sits_at_a_terminal(run: Runner) -> None:
    run("play", "signs.rules", "--seat", "human,random", "--set", "rounds=3", typed=["high"])
    assert (run.folder / "signs.save").exists()
    for answer, kept in (("no", "signs-2"), ("perhaps\ryes", "signs")):
        screen = Screen([*COMMAND, "play", "signs.rules", "--seat", "human,random"], run.folder)
        shown = " ".join(screen.until("no) ").split())
        assert "You left a game: signs, 2 players, " in shown
        assert "Go on with it? (yes or no)" in shown
        screen.type(f"{answer}\r")
        screen.until("begin. " if answer == "no" else "Which sign?")
        screen.type("quit\r")
        screen.until(f"--resume {kept}\r")
        screen.process.wait(20)
        screen.close()


def test_who_names_the_players_is_offered_a_game_of_the_same(run: Runner) -> None:
    seats = ("--seat", "human,random")
    run("play", "signs.rules", *seats, "--set", "rounds=3", "--name", "Ann", typed=["high"])
    for more, offered in ((("--name", "Ann", "--players", "2"), True), (("--name", "Bo"), False)):
        screen = Screen([*COMMAND, "play", "signs.rules", *seats, *more], run.folder)
        shown = screen.until("(yes or no) " if offered else "begin. ")
        assert ("You left a game: signs, Ann, " in shown) is offered
        screen.type("no\rquit\r" if offered else "quit\r")
        screen.until("--resume")
        screen.process.wait(20)
        screen.close()


def test_a_game_is_introduced_before_the_table_takes_the_screen(tmp_path: Path) -> None:
    with screen(["play", "walk-the-plank", "--seed", "3"], tmp_path) as one:
        introduction = one.until("Press Enter to begin. ")
        assert "Send the others' pirates off the plank" in introduction
        # All of it fits, and the table is not there yet.
        assert introduction.count("\n") < 24
        assert "Davy Jones  " not in introduction
        one.type("rules\r")
        assert "The game in short" in one.until("Enter goes on, q stops")
        one.type("\r")
        one.until("Press Enter to begin. ")
        one.type("\r")
        assert "Davy Jones  " in one.until("> ")
        one.type("quit\r")
        one.until("--resume walk-the-plank\r")
    with screen(["play", "--resume"], tmp_path) as one:
        # Those who go on know the game.
        assert "Press Enter" not in one.until("> ")


DUEL = """\
game lookers-on "Lookers-On":
    about "One player falls, and two go on."
    players 3

to play:
    choose way in 1 to 2 by seat 1 asking "Which way?"
    repeat 4 times:
        for each player in players without seat 1:
            choose step in 1 to 2
            say "{player} goes on."
    game over, winners players without seat 1
"""


def test_who_is_out_sees_how_the_others_end_and_is_offered_another_game(tmp_path: Path) -> None:
    (tmp_path / "lookers-on.rules").write_text(DUEL, encoding="utf-8")
    with screen(["play", "lookers-on.rules", "--seat", "human,random,random"], tmp_path) as one:
        one.begin()
        one.type("1\r")
        one.until("You are out. The others play on; press Enter to see the end at once.")
        one.until("goes on.")
        began = time.monotonic()
        one.until("goes on.")
        assert time.monotonic() - began > 0.5
        began = time.monotonic()
        one.type("\r")
        one.until("The game is over.")
        assert time.monotonic() - began < 2
        assert "Another game?" in one.until("> ")
        one.type("nothing-of-the-kind\r")
        one.until("no-such-game")
        one.until("> ")
        one.type("\r")
        # They know the game by now.
        shown = one.until("> ")
        assert "One player falls" not in shown
        assert "Which way?" in shown
        one.type("quit\r")
        one.until("--resume lookers-on\r")


def test_a_rulebook_in_a_folder_is_found_again_beside_its_game(run: Runner) -> None:
    run.write("kept/signs.rules", SIGNS)
    run.write("signs/signs.rules", SIGNS)
    (run.folder / "signs.rules").unlink()
    run("play", "signs", "--seat", "human,random", "--save", "mine", typed=["high"])

    assert run("replay", "mine", typed=[""]).code == 0


def test_who_watches_sees_the_table_after_each_choice(run: Runner) -> None:
    ran = run("play", "signs.rules", "--watch", "--pace", "0", "--seat", "random,easy", "--seed", "1")

    assert ran.code == 0
    assert ran.out.count("Player 2:  Points: ") == 5
    assert "The game is over." in ran.out

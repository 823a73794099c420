"""Playing: what the person at the screen sees, types, and finds again."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.cli.shell.terminal import LONGEST_LINE
from rulewright.cli.table import prompt
from rulewright.cli.table.answers import understand
from rulewright.interpreter import load
from tests.cli.running import SIGNS, Runner

fcntl = pytest.importorskip("fcntl")

NIM = Path(__file__).parents[1] / "games" / "nim.rules"
TWO_HUMANS = ("--seat", "human", "--seat", "human")
AGAINST_RANDOM = ("--seat", "human", "--seat", "random")
ENDLESS = """\
game endless "Endless":
    players 1
each player has:
    tally: number
to play:
    choose n in 0 to 1
    while tally of player is at least 0:
        add n to tally of player
"""


def test_what_the_game_is_about_is_told_first(run: Runner) -> None:
    seats = ("--seat", "human", "--seat", "random", "--seat", "random")
    out = " ".join(run("play", "walk-the-plank", "--players", "3", "--seed", "1", *seats, typed=["? charge"]).out.split())

    assert "Send the others' pirates off the plank, and keep one of your own out of the sea." in out
    assert out.index("Send the others' pirates") < out.index("Which card do you lay next?")
    assert "Charge One of your pirates goes one space forward" in out


def test_one_plays_against_random_opponents(run: Runner) -> None:
    ran = run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "1", typed=["1", "high"])

    assert ran.code == 0
    assert ran.out.startswith("Signs\n2 players\nAt this screen: Player 1.\n")
    assert "Player 2:  Points: 0  Hand: 2 hidden\n\nPlayer 1 (you):  Points: 0  Hand: Low, High\n" in ran.out
    assert "\nPlayer 1: Which sign?\n  1. Low\n  2. High\n> 1\n" in ran.out
    assert "\nPlayer 1 shows Low." in ran.out
    assert "press Enter" not in ran.out
    assert re.search(r"\nThe game is over\. .* wins?\.\nPoints:\n(?:  \d\. Player \d: \d\n){2}Seed 1, 4 decisions\.\n$", ran.out)
    assert [path.name for path in run.folder.iterdir()] == ["signs.rules"]


def test_the_same_seed_and_choices_give_the_same_game(run: Runner) -> None:
    first, second = (run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "7", typed=["1", "2"]).out for _ in range(2))

    assert first == second


def test_a_seed_is_shown_when_the_game_is_over(run: Runner) -> None:
    out = run("play", "signs.rules", typed=["1", "1"]).out
    shown = re.search(r"\nSeed ([0-9]+), 4 decisions\.\n$", out)

    assert shown is not None
    assert out.lower().count("seed") == out.count(shown[1]) == 1
    again = run("play", "signs.rules", "--seed", shown[1], typed=["1", "1"]).out
    assert f"Seed {shown[1]}, 4 decisions." in again


def test_a_seed_is_shown_at_once_to_who_asks_for_it_or_only_looks_on(run: Runner) -> None:
    for arguments in (["--show-seed"], ["--seat", "random,random"]):
        ran = run("play", "signs.rules", *arguments, "--seed", "12")
        assert ran.out.startswith("Signs\n2 players, seed 12\n")


def test_players_among_themselves_show_what_happens(run: Runner) -> None:
    ran = run("play", "signs.rules", "--seat", "random,easy,search:10")

    assert ran.code == 0
    assert ran.out.count(" shows ") == 6
    assert ">" not in ran.out


def test_what_one_chose_in_secret_is_not_shown_to_the_other(run: Runner) -> None:
    ran = run("play", "signs.rules", *TWO_HUMANS, typed=["high", "low"])

    between = ran.out.split("> high\n")[1].split("> low\n")[0]
    assert between.startswith("Player 2, press Enter when you are alone at the screen.\n")
    assert "High" not in between.replace("Hand: Low, High", "").replace(". High", "")


def test_wrong_input_is_asked_again_with_a_hint(run: Runner) -> None:
    wrong = ["", "3", "nonsense", "\x1b[2J\x07", "l\u202ew", "x" * (3 * LONGEST_LINE), "\ud800"]

    ran = run("play", "signs.rules", "--set", "rounds=1", typed=[*wrong, "l"])

    assert ran.code == 0
    assert ran.out.count("Which sign?") == 1
    assert ran.out.count("\n> ") == len(wrong) + 1
    assert "type a number from 1 to 2" in ran.out
    assert "that is too long" in ran.out
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "Seed" in ran.out.splitlines()[-1]


def test_help_board_log_and_cards(run: Runner) -> None:
    ran = run("play", "signs.rules", *TWO_HUMANS, typed=["1", "1", "?", "board", "log", "read hi", "read zebra", "1", "1"])

    assert "Type the number of an option" in ran.out
    assert ran.out.count("Player 1 (you):  Points: ›1  Hand: Low, High") == 2
    assert ran.out.count("\nPlayer 1 shows Low.") == 5  # to each at the next turn, as the log, and both in the end
    assert "\nHigh\n  Beats Low.\n" in ran.out
    assert "\nnothing in this game is called `zebra`\n" in ran.out


def test_language(run: Runner) -> None:
    ran = run("play", "signs.rules", "--lang", "fr", typed=["bas"])

    assert "Signes\n" in ran.out
    assert "1. Bas\n  2. Haut" in ran.out
    assert "--lang fr" in ran.out


def saved(run: Runner) -> list[str]:
    """Return the files in the folder, without the rulebook."""
    return sorted(path.name for path in run.folder.iterdir() if path.name != "signs.rules")


def test_the_end_of_input_saves_and_says_how_to_go_on(run: Runner) -> None:
    ran = run("play", "signs.rules", "--seed", "1", "--set", "rounds=3", *TWO_HUMANS, typed=["1", "1", "2"])

    assert ran.code == 0
    assert saved(run) == ["signs.save"]
    command = "rulewright play signs.rules --set rounds=3 --seat human --seat human --resume signs"
    # How many decisions there were would say how many somebody else has made unseen.
    assert ran.out.endswith(f"  {command}\n")

    again = run(*command.split()[1:], typed=["1", "1", "1"])

    assert again.code == 0
    assert again.out.startswith("Signs\n2 players\n")
    assert "Player 2: Which sign?" in again.out.split("> 1")[0]
    assert "Seed 1, 6 decisions." in again.out


def test_a_game_left_and_resumed_ends_as_one_played_through(run: Runner) -> None:
    through = run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "4", typed=["1", "2"]).out

    run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "4", typed=["1"])
    again = run("play", "signs.rules", *AGAINST_RANDOM, "--resume", "signs.save", typed=["2"]).out

    assert through.split("The game is over.")[1] == again.split("The game is over.")[1]


def test_what_was_set_need_not_be_said_again_to_resume(run: Runner) -> None:
    run("play", "signs.rules", "--variant", "bold", "--set", "rounds=1", "--set", "quiet=yes", "--seed", "2")

    ran = run("play", "signs.rules", "--resume", "signs.save", typed=["high"])

    assert "Signs, bold\n" in ran.out
    assert re.search(r"Points:\n  1\. Player \d: ", ran.out)


def test_quit_and_interruption_save(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("play", "signs.rules", typed=["quit"]).code == 0

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "understand", interrupted)
    assert run("play", "signs.rules", typed=["1"]).code == 0
    assert saved(run) == ["signs-2.save", "signs.save"]


def test_a_mistake_of_ours_does_not_lose_the_game(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object) -> None:
        raise KeyError("oh")

    monkeypatch.setattr(prompt, "understand", mistaken)
    ran = run("play", "signs.rules", typed=["1"])

    assert ran.code == 2
    assert "error[internal-error]: KeyError: 'oh'" in ran.err
    assert "please report" in ran.err
    assert saved(run) == ["signs.save"]


def test_a_seed_that_can_be_played_can_be_saved(run: Runner) -> None:
    assert run("play", "signs.rules", "--seed", "-" + "7" * 3999, "--save", "mine", typed=["1"]).code == 0
    assert run("play", "signs.rules", "--resume", "mine", typed=["1"]).code == 0


def test_save_names_the_file_and_never_writes_over_another(run: Runner) -> None:
    assert run("play", "signs.rules", "--save", "mine").code == 0
    assert saved(run) == ["mine"]
    before = (run.folder / "mine").read_text()

    ran = run("play", "signs.rules", "--save", "mine", typed=["1"])
    assert ran.code == 2
    assert "error[file-exists]: `mine` exists already" in ran.err
    assert (run.folder / "mine").read_text() == before

    assert run("play", "signs.rules", "--resume", "mine", typed=["1"]).code == 0
    assert saved(run) == ["mine"]
    assert (run.folder / "mine").read_text() != before

    ran = run("play", "signs.rules", "--save", "no/such/folder")
    assert (ran.code, ran.out) == (2, "")


def test_save_in_the_middle_of_the_game(run: Runner) -> None:
    names = ["a file", "signs.rules", "", "a file", "\x1b[2J", "\u202ea", "\x00"]
    ran = run("play", "signs.rules", typed=[*(f"save {name}" for name in names), "1", "1"])

    assert ran.out.count("saved in a file\n") == 2
    assert "signs.rules exists already: choose another name\n" in ran.out
    assert "type save and the name of a file\n" in ran.out
    assert ran.out.count(": that cannot be the name of a file\n") == 3
    assert sorted(path.name for path in run.folder.iterdir()) == ["a file", "signs.rules"]
    assert run("play", "signs.rules", "--resume", "a file", typed=["1", "1"]).code == 0


def test_record_writes_the_game_so_far_as_an_example(run: Runner) -> None:
    names = ["", "signs.rules", "first", "first", "\x1b[2J", "no/folder"]
    typed = ["2", *(f"record {name}" for name in names), "save kept", "record kept", "1", "2", "record first"]
    ran = run("play", "signs.rules", *TWO_HUMANS, "--seed", "3", "--set", "rounds=3", typed=typed)
    signs = (run.folder / "signs.rules").read_text()
    first = (run.folder / "first").read_text()

    assert "type record and the name of a file; a number after it adds" in ran.out
    assert "signs.rules exists already: choose another name\n" in ran.out
    assert "kept exists already: choose another name\n" in ran.out
    assert "cannot save in no/folder: no such file or directory\n" in ran.out
    assert ran.out.count("written to first, as an example for the rulebook.") == 3
    assert "picks" not in ran.out
    assert signs == SIGNS
    assert (run.folder / "first").stat().st_mode & 0o077 == 0
    assert first.startswith('example recorded "As it was played, up to choice ')
    assert "    option rounds = 3\n    chance by 3\n    seat 1 picks item 2 of signs of seat 1  # High\n" in first

    run.write("signs.rules", f"{signs}\n{first}")
    tested = run("test", "signs.rules")
    # It is of the game as it is: nothing is asked of it below the variant.
    assert (tested.code, tested.out) == (0, "bold: 1 of 1 examples of signs hold\n3 passed, 0 failed\n")
    run.write("signs.rules", f"{signs}\n{first.replace('# High', '').replace('item 2', 'item 1')}")
    assert run("test", "signs.rules").code == 1


def test_what_cannot_be_recorded_is_said(run: Runner) -> None:
    game = load(str(run.folder / "signs.rules"))
    match = game.start(2)
    match.choose(0)
    run.write("middle", game.start(position=match).save())
    again = run("play", "signs.rules", "--resume", "middle", *TWO_HUMANS, typed=["record first"])
    large = run("play", "signs.rules", *TWO_HUMANS, "--seed", "1000000000", typed=["record first"])

    assert "this game was not played here from its beginning" in again.out
    assert "a seed of nine digits at most" in large.out
    assert not (run.folder / "first").exists()


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "[1]", '{"rulewright": 1}', "[" * 100_000, "\x00", "9" * 5000])
def test_a_broken_save_is_a_diagnostic(run: Runner, text: str) -> None:
    run.write("broken", text)

    ran = run("play", "signs.rules", "--resume", "broken")

    assert ran.code == 2
    assert ran.err.startswith("error[")
    assert ran.out == ""


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
def test_a_changed_save_is_a_diagnostic_or_a_game(run: Runner, data: st.DataObject) -> None:
    for old in ("signs.save", "changed"):
        Path(old).unlink(missing_ok=True)
    run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "1", typed=["1"])
    text = (run.folder / "signs.save").read_text(encoding="utf-8")
    place = data.draw(st.integers(0, len(text)))
    run.write("changed", text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 3)) :])

    ran = run("play", "signs.rules", *AGAINST_RANDOM, "--resume", "changed", typed=["1"])

    assert (ran.code, ran.err.startswith("error[")) in [(0, False), (2, True)]
    assert "internal-error" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuchgame"], "error[no-such-game]: there is no game called `nosuchgame`"),
        (["sign.rules"], "did you mean `signs.rules`?"),
        (["signs.rules", "--variant", "bolt"], "did you mean `bold`?"),
        (["signs.rules", "--set", "round=1"], "did you mean `rounds`?"),
        (["signs.rules", "--set", "rounds=10"], "a number from 1 to 9"),
        (["signs.rules", "--set", "quiet=perhaps"], "`quiet` is yes or no"),
        (["signs.rules", "--set", "rounds"], "error[bad-setting]"),
        (["signs.rules", "--set", "rounds=1", "--set", "rounds=2"], "`rounds` is set to `1` and to `2`"),
        (["signs.rules", "--set", "rounds=Yes"], "option `rounds` cannot be `Yes`"),
        (["signs.rules", "--set", "rounds=0_2"], "option `rounds` cannot be `0_2`"),
        (["signs.rules", "--set", "quiet=2"], "`quiet` is yes or no, not `2`"),
        (["signs.rules", "--seed", "7" * 4200], "error[bad-seed]: a seed cannot be that large"),
        (["walk-the-plank", "--variant", "sharks"], "`sharks` is a variant of another game, `rette-sich-wer-kann`"),
        (["signs.rules", "--players", "4"], "choose a number from 2 to 3"),
        (["signs.rules", "--players", "-1"], "choose a number from 2 to 3"),
        (["signs.rules", *["--seat", "human"] * 4], "choose a number from 2 to 3"),
        (["signs.rules", "--players", "2", *["--seat", "human"] * 3], "error[bad-seats]"),
        (["signs.rules", "--seat", "humen"], "humen"),
        (["signs.rules", "--lang", "nl"], "there are en, fr"),
        (["signs.rules", "--resume", "nothing"], "error[no-such-file]"),
        (["signs.rules", "--resume", "."], "error[not-a-file]"),
        (["."], "error[not-a-file]"),
        (["\x1b[2J"], "there is no game called `\\x1b[2J`"),
        (["signs.rules", "--nonsense"], "--nonsense"),
    ],
)
def test_wrong_usage_is_explained(run: Runner, arguments: list[str], message: str) -> None:
    ran = run("play", *arguments)

    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""
    assert "\x1b" not in ran.err
    assert "Traceback" not in ran.err


def test_a_rulebook_with_mistakes_is_not_played(run: Runner) -> None:
    run.write("bad.rules", 'game bad "Bad":\n    players 2\nto play:\n    nonsense\n')

    ran = run("play", "bad.rules")

    assert ran.code == 1
    assert " --> bad.rules:4:5" in ran.err


def test_a_loop_without_an_end_is_a_diagnostic_and_the_game_is_saved(run: Runner) -> None:
    run.write("endless.rules", ENDLESS)

    ran = run("play", "endless.rules", typed=["1"])

    assert ran.code == 1
    assert "endless.rules:7:" in ran.err
    assert saved(run) == ["endless.rules", "endless.save"]
    assert run("play", "endless.rules", "--resume", "endless.save").code == 0


def test_nothing_is_coloured_without_a_terminal(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)

    assert "\x1b" not in run("play", "signs.rules", typed=["1", "1"]).out


def test_a_save_of_another_game_is_called_by_its_name(run: Runner) -> None:
    run("play", "walk-the-plank", "--variant", "kraken", "--save", "other")

    ran = run("play", "signs.rules", "--resume", "other")

    assert (ran.code, ran.out) == (2, "")
    assert "error[broken-save]: this is a saved game of `walk-the-plank`, not of `signs`" in ran.err


def test_a_save_is_of_as_many_players_as_it_is(run: Runner) -> None:
    run("play", "signs.rules", "--save", "two")

    ran = run("play", "signs.rules", "--resume", "two", "--players", "3")

    assert (ran.code, ran.out) == (2, "")
    assert "the saved game has 2 players, not 3" in ran.err
    assert run("play", "signs.rules", "--resume", "two", "--players", "2").code == 0


def test_a_save_has_a_seed_already(run: Runner) -> None:
    run("play", "signs.rules", "--seed", "3", "--save", "mine")

    ran = run("play", "signs.rules", "--resume", "mine", "--seed", "4")

    assert (ran.code, ran.out) == (2, "")
    assert "error[bad-seed]: the saved game has another seed" in ran.err
    assert run("play", "signs.rules", "--resume", "mine", "--seed", "3").code == 0


@pytest.mark.parametrize("option", ["--save", "--resume"])
@pytest.mark.parametrize("name", ["folder", "pipe", "", "x" * 300, "signs.rules/x", "no/such"])
def test_what_cannot_hold_a_save_is_found_out_at_once(run: Runner, option: str, name: str) -> None:
    (run.folder / "folder").mkdir()
    os.mkfifo(run.folder / "pipe")

    ran = run("play", "signs.rules", option, name)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error[")
    assert "internal-error" not in ran.err
    assert sorted(path.name for path in run.folder.iterdir()) == ["folder", "pipe", "signs.rules"]


def test_what_somebody_else_has_saved_meanwhile_stays(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*arguments: Any) -> Any:
        run.write("mine", "another game")
        return understand(*arguments)

    monkeypatch.setattr(prompt, "understand", late)
    for arguments in (["--save", "mine", "--set", "rounds=9"], ["--resume", "mine"]):
        ran = run("play", "signs.rules", *arguments, "--seat", "human", "--seat", "random", typed=["1"])
        assert ran.code == 0
        assert "error[cannot-save]: `mine` cannot be written: " in ran.err
        assert (run.folder / "mine").read_text() == "another game"
        # The game that was saved elsewhere is resumed next.
        (run.folder / "signs.save").rename(run.folder / "mine")


def test_save_in_the_middle_and_at_the_end_may_be_one_file(run: Runner) -> None:
    assert run("play", "signs.rules", "--save", "mine", typed=["save mine", "1"]).err == ""
    assert run("play", "signs.rules", "--resume", "mine", typed=["save mine", "save mine"]).err == ""
    assert saved(run) == ["mine"]


def test_where_there_is_no_room_nothing_half_written_is_left(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "signs.rules", "--save", "old", "--set", "rounds=3", typed=["1"])
    before = (run.folder / "old").read_bytes()

    plain = os.write

    def full(handle: int, data: bytes) -> int:
        plain(handle, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    for arguments in (["--save", "new"], ["--resume", "old"], []):
        ran = run("play", "signs.rules", *arguments, "--seat", "human", "--seat", "random", typed=["save here", "2"])
        assert ran.code == 1
        assert "cannot save in here: no space left on device\n" in ran.out
        assert "The game could not be saved.\n" in ran.out
        assert "no space left on device" in ran.err or not arguments
    monkeypatch.setattr(os, "write", plain)
    assert saved(run) == ["old"]
    # The beginning of one more written choice does not count.
    assert (run.folder / "old").read_bytes()[: len(before)] == before
    assert run("play", "signs.rules", "--resume", "old", typed=["1"]).code == 0


def test_the_file_is_true_after_every_choice_and_for_nobody_else(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    def looked(*arguments: Any) -> Any:
        text = (run.folder / "signs.save").read_text(encoding="utf-8")
        lines[:] = text.splitlines()[1:]
        assert text.endswith("\n")
        assert (run.folder / "signs.save").stat().st_mode & 0o777 == 0o600
        return understand(*arguments)

    monkeypatch.setattr(prompt, "understand", looked)
    ran = run("play", "signs.rules", *TWO_HUMANS, typed=["high", "low", "nonsense"])

    assert ran.code == 0
    assert [line.rpartition(",")[0] for line in lines] == ['{"seat": 1, "choice": "high"', '{"seat": 2, "choice": "low"']


def test_of_a_line_that_was_being_written_nothing_is_left(run: Runner) -> None:
    run("play", "signs.rules", "--save", "mine", *TWO_HUMANS, typed=["high", "low", "high"])
    data = (run.folder / "mine").read_bytes()
    start = data.rstrip(b"\n").rindex(b"\n") + 1
    whole = run("play", "signs.rules", *TWO_HUMANS, "--resume", "mine", typed=["log"]).out
    for torn in (data[:start], data[: start + 1], data[:-1], data[:start] + bytes(40)):
        (run.folder / "mine").write_bytes(torn)
        ran = run("play", "signs.rules", *TWO_HUMANS, "--resume", "mine", typed=["high"])
        assert (ran.code, ran.err) == (0, "")
        assert (run.folder / "mine").read_bytes() == data
    assert run("play", "signs.rules", *TWO_HUMANS, "--resume", "mine", typed=["log"]).out == whole


def test_a_changed_choice_is_found(run: Runner) -> None:
    run("play", "signs.rules", "--save", "mine", *TWO_HUMANS, typed=["high", "low", "high"])
    save, first, *others = (run.folder / "mine").read_text().splitlines()
    for lines in ((first.replace("high", "low"), *others), (first.replace(": 1,", ": 2,"), *others), tuple(others)):
        run.write("mine", "\n".join((save, *lines)) + "\n")
        ran = run("play", "signs.rules", "--resume", "mine")
        assert (ran.code, ran.out) == (2, "")
        assert "error[broken-save]: line 2 of this saved game has been changed" in ran.err


def test_a_game_that_is_over_leaves_no_file_but_one_that_was_asked_for(run: Runner) -> None:
    run("play", "signs.rules", "--save", "mine", typed=["1", "1"])
    assert saved(run) == ["mine"]
    assert "The game is over." in run("play", "signs.rules", "--resume", "mine").out
    run("play", "signs.rules", typed=["1", "1"])
    assert saved(run) == ["mine"]


def test_nobody_else_goes_on_with_a_game_that_is_being_played(run: Runner) -> None:
    run("play", "signs.rules", "--save", "mine", typed=["1"])
    before = (run.folder / "mine").read_bytes()
    with (run.folder / "mine").open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        ran = run("play", "signs.rules", "--resume", "mine", typed=["1"])
    assert (ran.code, ran.out) == (2, "")
    assert "error[game-in-use]: `mine` is being played in another window" in ran.err
    assert (run.folder / "mine").read_bytes() == before


def test_the_new_lines_of_the_log_are_shown_once_however_they_are_grouped(run: Runner) -> None:
    ran = run("play", "signs.rules", "--seed", "1", "--set", "rounds=3", typed=["low"] * 3)

    assert ran.out.count("\nPlayer 1 shows Low.") == 3


def test_what_may_have_been_meant_is_listed_with_its_numbers(run: Runner) -> None:
    run.write("many.rules", MANY)

    out = run("play", "many.rules", typed=["the", "log"]).out

    assert "that may mean any of these 3: type more of it, or a number" in out
    assert "     1. The first of very many indeed\n     2. The second of many\n     3." in out
    assert max(map(len, out.split("The game is saved in")[0].splitlines())) <= 100


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("\x1b[2J\x1b]0;mine\x07 you!", "\\x1b[2J\\x1b]0;mine\\x07 you!"),
        ("a\rb\x00c\u2028d", "a b\\x00c d"),
        ("\u202eolleh\u200b \udcff", "\\u202eolleh\\u200b \\udcff"),
        ("{words} {player} %s 'n' \"q\" `$(id)`", "{words} {player} %s 'n' \"q\" `$(id)`"),
        ("1", "1"),
    ],
)
def test_words_reach_the_others_and_the_save_as_they_can_be_shown(run: Runner, typed: str, said: str) -> None:
    run.write("talk.rules", TALK)
    refused = ["", "\u200b\u3164", "\x1b", "x" * 201, "y" * (2 * LONGEST_LINE), "/nonsense"]

    ran = run("play", "talk.rules", *TWO_HUMANS, "--save", "mine", typed=[*refused, typed, "log"])

    assert ran.code == 0
    assert ran.out.count("type some words") == 3
    assert ran.out.count("that is too long: at most 200 characters, please") == 2
    told = f"Player 1: {said}" if said.endswith("!") else f"Player 1: {said}."
    assert ran.out.count(f"\n{told}\n") == 2
    resumed = run("play", "talk.rules", *TWO_HUMANS, "--resume", "mine")
    assert f"\n{told}\n" in resumed.out
    for shown in (ran.out, resumed.out, (run.folder / "mine").read_text("utf-8")):
        assert all(character.isprintable() or character == "\n" for character in shown)


TALK = """\
game talk "Talk":
    players 2
to play:
    choose words as words by seat 1 asking "What do you say?"
    say "Player 1: {words}"
    choose reply in 1 to 2 by seat 2 asking "Your answer?"
    game over, winners players
"""
MANY = """\
game many "Many":
    players 1
values number-of "Number": one "The first of very many indeed", two "The second of many", three "The third of many"
to play:
    choose which in number-of asking "Which?" by seat 1
    game over, winners players
"""


def test_a_hint_is_what_the_program_would_choose(run: Runner) -> None:
    ran = run("play", "signs.rules", *AGAINST_RANDOM, "--seed", "1", typed=["hint", "1", "/hint", "2"])

    assert ran.code == 0
    said = re.findall(r"\n(?:Low|High)\. You win about \d games? in \d+ from here\.", ran.out)
    assert len(said) == 2


def test_a_hint_says_what_is_proved(run: Runner) -> None:
    ran = run("play", str(NIM), *TWO_HUMANS, typed=["hint", "quit"])

    # Of heaps of three, four and five, two have to be taken from the small one.
    assert re.search(r"\nSmall heap, 2 \([^)]*\) wins, however the other player plays\.\n", ran.out)


def test_what_decided_the_game_is_told_after_it(run: Runner) -> None:
    ran = run("play", "walk-the-plank", "--seed", "2", "--seat", "search:50,search:50,easy")

    assert re.search(r"\nThis decided it: Player \d plays ", ran.out.split("The game is over.")[1])


def test_the_players_are_ranked_with_where_their_points_came_from(run: Runner) -> None:
    ran = run("play", "cribbage", "--seed", "4", "--seat", "easy,easy")

    ranks = re.findall(r"\n  (\d)\. Player \d: (\d+) \(([^)]*)\)", ran.out)
    assert [rank for rank, *_ in ranks] == ["1", "2"]
    for _, points, reasons in ranks:
        assert sum(map(int, re.findall(r"[+-]\d+", reasons))) == int(points)
    assert "for fifteen" in ranks[0][2]


def test_a_seat_for_nobody_known(run: Runner) -> None:
    ran = run("play", "signs.rules", "--seat", "human,serch:2s")

    assert ran.code == 2
    assert "there is no player `serch:2s`" in ran.err
    assert "`search`" in ran.err


def test_the_rulebook_answers_in_the_middle_of_a_game(run: Runner) -> None:
    asked = ["why", "why zebra", "why low", "? hand", "rules S1", "rules", "? zebra", "1", "1"]
    out = run("play", "signs.rules", *AGAINST_RANDOM, typed=asked).out

    assert "type why and the name of what you would like to choose, such as: why Low\n" in out
    assert "Nothing here is called `zebra`.\n" in out
    assert "You can choose that now: 1 (Low).\n" in out
    assert "Player 1 Hand: Low, High\n" in out
    assert "Player 2 Hand" not in out
    assert "\n  High beats Low\n" in out
    assert "\nHow it goes\n" in out
    assert "nothing in this game is called `zebra`" in out


def test_what_is_told_of_the_rules_is_in_one_language_and_never_the_source(run: Runner) -> None:
    asked = ["? 2", "? bas", "règles haut", "règles", "1", "1"]
    out = run("play", "signs.rules", *AGAINST_RANDOM, "--lang", "fr", typed=asked).out

    assert out.count("\nHaut\n  Bat Bas.\n") == 2
    assert out.count("\nBas\n  Perd contre Haut.\n") == 1
    for source in (".rules:", "Beats Low", " fr ", "in hand of"):
        assert source not in out


def test_who_asks_why_is_told_the_rule(run: Runner) -> None:
    run.write(
        "heavy.rules",
        """\
game heavy "Heavy":
    players 1
place heap "Heap"
pieces stones "Stone": 3, in heap
the table has:
    strength "Strength": number = 1
to lift:
    needs strength is at least 2
    take 2 from strength
to play:
    while any stones in heap:
        choose asking "What now?":
            lift-it "Lift it" if can lift:
                lift
            train "Train" if strength is at most 1:
                add 1 to strength
            leave "Leave"
    game over, winners players
""",
    )
    out = run("play", "heavy.rules", typed=["why lift", "why strength", "train", "why train"]).out

    assert "Lift it: only if Strength is at least 2. (Strength: 1)\n" in out
    assert "Train: only if Strength is at most 1. (Strength: 2)\n" in out
    assert ".rules:" not in out


def test_what_is_picked_already_is_no_secret_of_the_rules(run: Runner) -> None:
    out = run("play", "walk-the-plank", "--seat", "human", "--seat", "random", "--seat", "random", typed=["run", "why run"]).out

    assert "run: it is picked already; `back` takes back the last one\n" in out

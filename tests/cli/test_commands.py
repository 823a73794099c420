"""The commands that answer at once."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from rulewright.cli import main as main_module
from rulewright.cli.main import COMMANDS
from tests.cli.running import SIGNS, Runner

MISTAKES = SIGNS.replace("Rounds", "Rondes", 1).replace("let laid be first of signs", "let laid be frist of signs")


@pytest.mark.usefixtures("shared_cache")
def test_list_shows_the_bundled_games(run: Runner) -> None:
    ran = run("list")

    assert ran.code == 0
    assert "walk-the-plank: Walk the Plank!, 3 to 5 players, 15 to 30 minutes, easy\n    Send the others' pirates" in ran.out
    assert "    --variant kraken                Kraken\n" in ran.out
    assert "    --variant sea-legs              Sea Legs (extra)\n" in ran.out
    assert "    --set tiles=3                   Plank tiles (1 to 6)\n" in ran.out


@pytest.mark.usefixtures("shared_cache")
def test_list_as_json(run: Runner) -> None:
    games = json.loads(run("list", "--json").out)

    plank = next(game for game in games if game["name"] == "walk-the-plank")
    assert plank["titles"]["en"] == "Walk the Plank!"
    assert (plank["least_players"], plank["most_players"]) == (3, 5)
    official = [variant["name"] for variant in plank["variants"] if not variant["extra"]]
    assert official == ["ghost", "dolphin", "kraken"]
    assert {"name", "titles", "extra"} == set(plank["variants"][-1])
    assert "sea-legs" in [variant["name"] for variant in plank["variants"] if variant["extra"]]
    tiles = next(option for option in plank["options"] if option["name"] == "tiles")
    assert (tiles["default"], tiles["values"]) == (3, [1, 6])
    for game in games:
        # Players choose by what a game is, how long it takes and how hard it is, in their language.
        assert game["about"].keys() == game["titles"].keys()
        assert game["minutes"][0] <= game["minutes"][1]
        assert game["difficulty"] in ("easy", "medium", "hard")


@pytest.mark.usefixtures("shared_cache")
def test_everything_that_is_listed_can_be_set(run: Runner) -> None:
    for game in json.loads(run("list", "--json").out):
        settings = [
            f"{option['name']}={ {True: 'yes', False: 'no'}.get(value, value) if isinstance(value, bool) else value }"
            for option in game["options"]
            for value in option["values"][:1]
        ]
        arguments = [word for setting in settings for word in ("--set", setting)]
        seats = ",".join(["random"] * game["least_players"])
        assert run("play", game["name"], "--seat", seats, "--seed", "1", *arguments).code == 0


def test_an_extra_variant_is_played_by_its_name(run: Runner) -> None:
    as_game = run("play", "sea-legs", "--seat", "random,random,random", "--seed", "1")
    as_variant = run("play", "walk-the-plank", "--variant", "sea-legs", "--seat", "random,random,random", "--seed", "1")
    assert as_game.code == as_variant.code == 0
    assert as_game.out == as_variant.out


def test_lint_says_that_nothing_is_wrong(run: Runner) -> None:
    ran = run("lint", "signs.rules")

    assert (ran.code, ran.out, ran.err) == (0, "nothing to mend in 1 file\n", "")


def test_lint_shows_mistakes_with_their_lines(run: Runner) -> None:
    run.write("signs.rules", MISTAKES)

    ran = run("lint", "signs.rules")

    assert ran.code == 1
    assert ran.out.startswith("error[")
    assert " --> signs.rules:29:" in ran.out
    assert ran.out.endswith("\n\n1 error in 1 file\n")


def test_a_warning_is_something_to_mend(run: Runner) -> None:
    run.write("idle.rules", 'game idle "Idle":\n    players 2\n\nto play:\n    if 1 is 1:\n        game over, winners players\n')

    ran = run("lint", "idle.rules")

    assert ran.code == 1
    assert "warning[constant-condition]" in ran.out


def test_lint_for_editors_and_programs(run: Runner) -> None:
    run.write("signs.rules", MISTAKES)

    ran = run("lint", "--format", "concise", "signs.rules")
    assert ran.code == 1
    assert ran.out.count("\n") == 1
    assert ran.out.startswith("signs.rules:29:")

    ran = run("lint", "--format", "json", "signs.rules")
    assert ran.code == 1
    found = json.loads(ran.out)
    assert [(one["severity"], one["file"], one["line"]) for one in found] == [("error", "signs.rules", 29)]
    assert set(found[0]) == {"name", "severity", "message", "file", "line", "column", "end_line", "end_column", "help"}

    run.write("signs.rules", SIGNS)
    assert json.loads(run("lint", "--format", "json", "signs.rules").out) == []
    assert run("lint", "--format", "concise", "signs.rules").out == ""


def test_lint_looks_into_folders_but_not_into_hidden_ones(run: Runner) -> None:
    run.write("b/deep/bad.rules", MISTAKES)
    run.write("a/bad.rules", MISTAKES)
    run.write("a/.hidden/bad.rules", MISTAKES)
    run.write("a/bad.rules.txt", MISTAKES)

    ran = run("lint", "--format", "concise", ".", "a")

    assert [line.partition(":")[0] for line in ran.out.splitlines()] == ["a/bad.rules", "b/deep/bad.rules"]


def test_lint_of_what_cannot_be_read(run: Runner) -> None:
    run.write("binary.rules", "\x00")
    (run.folder / "empty").mkdir()

    for path in ("nothing.rules", "binary.rules", "empty", "\x1b", "x" * 5000):
        ran = run("lint", path)
        assert ran.code == 2, path
        assert ran.out.startswith("error[")
        assert "\x1b" not in ran.out


def test_lint_checks_variants_and_what_examples_combine(run: Runner) -> None:
    run.write("signs.rules", SIGNS.replace("set height of high to 3", "set height of hihg to 3"))

    ran = run("lint", "signs.rules")

    assert ran.code == 1
    assert "hihg" in ran.out
    assert ran.out.endswith("1 error in 1 file\n")


def test_examples_pass(run: Runner) -> None:
    ran = run("test", "signs.rules")

    assert (ran.code, ran.out) == (0, "bold: 1 of 1 examples of signs hold\n2 passed, 0 failed\n")


def test_examples_fail(run: Runner) -> None:
    run.write("signs.rules", SIGNS.replace("then score of seat 1 is 3", "then score of seat 1 is 4"))

    ran = run("test", "signs.rules")

    assert ran.code == 1
    assert "signs.rules:55:" in ran.out
    assert ran.out.endswith("\n\nbold: 1 of 1 examples of signs hold\n1 passed, 1 failed\n")


@pytest.mark.parametrize(("wanted", "count"), [("S3", 1), ("high beats", 1), ("S", 2), ("nothing", 0)])
def test_some_examples(run: Runner, wanted: str, count: int) -> None:
    assert run("test", "signs.rules", "--run", wanted).out.endswith(f"{count} passed, 0 failed\n")


def test_examples_of_a_rulebook_with_mistakes(run: Runner) -> None:
    run.write("bad.rules", MISTAKES)

    ran = run("test", "bad.rules", "signs.rules")

    assert ran.code == 1
    assert " --> bad.rules:29:" in ran.out
    assert ran.out.endswith("2 passed, 0 failed\n")


def test_rules_by_number(run: Runner) -> None:
    ran = run("rules", "signs.rules", "S2")

    assert ran.code == 0
    head, *lines = ran.out.splitlines()
    assert head.startswith("signs.rules:")
    assert lines[0] == 'example S2, S3 "Bold counts for three":'
    assert lines[1] == "    players 2"
    assert "    then score of seat 1 is 3" in lines


def test_rules_by_a_word_of_a_title(run: Runner) -> None:
    assert "High beats Low" in run("rules", "signs.rules", "BEATS").out
    assert run("rules", "signs.rules", "beats").out.count("example") == 1
    assert "\nto pass-favor " in run("rules", "walk-the-plank", "captain's favor").out


def test_a_number_is_no_part_of_another(run: Runner) -> None:
    found = run("rules", "walk-the-plank", "F1").out

    assert "example F1, R1" in found
    assert "F17" not in found


def test_all_rules_are_listed_as_people_count(run: Runner) -> None:
    numbers = [line.split()[0] for line in run("rules", "walk-the-plank").out.splitlines()]
    first = [number for number in dict.fromkeys(numbers) if number.startswith("F")]

    assert first == [f"F{number}" for number in range(1, 74)]
    listed = run("rules", "la-planche", "--lang", "fr").out
    assert "On joue de deux à quatre" in listed
    assert "Two to four can play" not in listed


def test_rules_of_a_variant_in_another_file(run: Runner) -> None:
    assert "Two spaces back" in run("rules", "sea-legs", "S1").out
    assert "Two spaces back" in run("rules", "walk-the-plank", "S1", "--variant", "sea-legs").out
    assert run("rules", "walk-the-plank", "S1").code == 1


def test_a_rule_that_is_not_there(run: Runner) -> None:
    for word in ("", " ", "\x1b[2J", "x" * 10_000):
        ran = run("rules", "signs.rules", word)
        assert (ran.code, ran.out) == (1, "")
        assert "error[unknown-name]" in ran.err
        assert "\x1b" not in ran.err
    assert run("rules", "signs.rules", "S1", "--lang", "fr").code == 0
    ran = run("rules", "la-planche", "--lang", "de")
    assert (ran.code, ran.out) == (2, "")
    assert "`la-planche` does not speak `de`" in ran.err
    ran = run("rules", "walk-the-plank", "F7", "R99")

    assert ran.code == 1
    assert "example F7" in ran.out
    assert "`R99`" in ran.err
    assert run("rules", "walk-the-plnk").code == 2


def test_simulate(run: Runner) -> None:
    ran = run("simulate", "signs.rules", "--games", "50", "--players", "3", "--variant", "bold", "--json")

    assert ran.code == 0
    found = json.loads(ran.out)
    assert list(found)[:10] == [
        "game",
        "variants",
        "players",
        "games",
        "finished",
        "decisions",
        "seconds",
        "wins",
        "shared",
        "nobody",
    ]
    assert (found["game"], found["variants"], found["players"], found["games"]) == ("signs", ["bold"], 3, 50)
    assert (found["finished"], found["decisions"]) == (50, 300)
    assert sum(found["wins"]) + found["shared"] + found["nobody"] == 50
    assert len(found["wins"]) == 3

    table = run("simulate", "signs.rules", "--games", "50").out
    assert table.startswith("Signs, 2 players, seed 0\n50 games, 50 finished, 4.0 decisions a game, ")
    assert "player 2 wins alone" in table


def test_simulate_with_players_that_do_not_exist(run: Runner) -> None:
    ran = run("simulate", "signs.rules", "--seat", "random,randon")

    assert ran.code == 2
    assert "did you mean `random`?" in ran.err


def test_help_imports_no_command_and_nothing_slow() -> None:
    code = (
        "import sys; from rulewright.cli.main import main; main(['--help'])\n"
        "slow = {'attrs', 'lark', 'rich', 'rulewright.dsl', 'rulewright.interpreter', 'importlib.metadata'}\n"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stderr == "[]\n"
    for name, (_, short_help) in COMMANDS.items():
        assert f"{name:<8}" in done.stdout
        assert short_help in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Runner, name: str) -> None:
    ran = run(name, "--help")

    assert ran.code == 0
    assert "Usage: rulewright " + name in ran.out


def test_unknown_command(run: Runner) -> None:
    ran = run("paly")

    assert ran.code == 2
    assert "there is no command `paly`: did you mean `play`?" in ran.err


def test_version(run: Runner) -> None:
    assert run("--version").out.startswith("rulewright 0")


def test_a_mistake_of_ours_is_told_with_its_place(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object, **__: object) -> None:
        raise IndexError("oh\n\x1b no")

    monkeypatch.setattr(main_module.command, "main", mistaken)
    ran = run("list")

    assert ran.code == 2
    assert ran.err.startswith("error[internal-error]: IndexError: oh\n")
    assert "\\x1b no" in ran.err
    assert "at tests/cli/test_commands.py:" in ran.err
    assert "please report it" in ran.err


def test_interruption_and_click_stop_quietly(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    for interruption in (KeyboardInterrupt, click.Abort):

        def interrupted(*_: object, stop: type[BaseException] = interruption, **__: object) -> None:
            raise stop

        monkeypatch.setattr(main_module.command, "main", interrupted)
        ran = run("list")
        assert (ran.code, ran.err) == (130, "stopped\n")


def test_a_first_game_that_takes_too_long_is_left(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.measuring.progress.LONGEST", 0.5)
    run.write(
        "long.rules",
        "game lasting:\n    players 2\nto play:\n    repeat 100 times:\n"
        "        choose k as any number of 1 to 99999\n    game over, winners players\n",
    )

    ran = run("simulate", "long.rules")

    assert ran.code == 0
    assert "stopped after 0 of 1000 games: one takes long, and `--seconds` gives it more time" in ran.err


@pytest.mark.parametrize("command", ["simulate", "explore", "play"])
@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_what_is_no_number_of_seconds_is_refused(run: Runner, command: str, seconds: str) -> None:
    ran = run(command, "walk-the-plank", "--seconds", seconds)

    assert ran.code == 2
    assert "is not a number to count with" in ran.err

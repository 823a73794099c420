"""Games in files: which were left, stepped through, and gone on with by rules that have changed."""

from __future__ import annotations

import json
import os
import re
import time

from rulewright.interpreter.search.seeds import derived_seed
from tests.cli.running import SIGNS, Runner


def left(run: Runner, *typed: str) -> None:
    """Leave a game of two people in `left.save`, after some choices."""
    run("play", "signs.rules", "--seat", "human", "--seat", "human", "--seed", "3", "--save", "left.save", typed=list(typed))


def test_games_are_listed_the_last_first_with_how_to_go_on(run: Runner) -> None:
    left(run, "high", "low", "low")
    run("play", "signs.rules", "--variant", "bold", "--seed", "1", "--save", "older.save", typed=[])
    os.utime(run.folder / "older.save", (time.mktime((2021, 3, 3, 9, 5, 0, 0, 0, 0)),) * 2)
    today = time.strftime("%-d %B %H:%M", time.localtime((run.folder / "left.save").stat().st_mtime))
    run.write("other.save", "this is no game")
    os.mkfifo(run.folder / "pipe.save")

    listed = run("games", ".")

    assert listed.code == 0
    assert listed.out.splitlines() == [
        f"signs, 2 players, {today} (3 choices)",
        "    rulewright play signs --resume left.save",
        "",
        "signs, bold, 2 players, 3 March 2021 (0 choices)",
        "    rulewright play signs --resume older.save",
    ]
    assert [one["decisions"] for one in json.loads(run("games", ".", "--json").out)] == [3, 0]


def test_where_nothing_was_left_and_where_there_is_no_folder(run: Runner) -> None:
    assert run("games", ".").out == "no game was left here\n"
    missing = run("games", "nowhere")
    assert missing.code == 2
    assert "there is no folder `nowhere`" in missing.err


def test_a_game_is_gone_through_forward_and_back(run: Runner) -> None:
    left(run, "high", "low", "low", "low")

    shown = run("replay", "left.save", typed=["", "", "back", "4", "5", "nonsense", "quit"]).out

    positions = [line for line in shown.splitlines() if line.startswith("After")]
    assert positions == [f"After {place} of 4 choices, as an onlooker sees it" for place in (0, 1, 2, 1, 4)]
    assert "Player 1 shows High" in shown
    assert "there are positions 0 to 4" in shown
    assert "type Enter, back, end, a number from 0 to 4" in shown


def test_each_seat_reads_in_a_replay_what_it_could_read_then(run: Runner) -> None:
    left(run, "high", "low", "low")
    # Where player 1 has chosen, and player 2 has not, nobody else knows what.
    own = run("replay", "left.save", "--seat", "1", typed=["", "quit"]).out
    others = run("replay", "left.save", "--seat", "2", typed=["", "quit"]).out

    assert "Player 1, Which sign?: High" in own
    assert "High" not in others.split("After 1 of 3")[1].split("Player 2 (you)")[0]
    assert "Which sign?" not in others


def test_the_whole_tale_at_once(run: Runner) -> None:
    left(run, "high", "low", "low", "low")

    told = run("replay", "left.save", "--whole").out

    assert [line.split(".")[0] for line in told.splitlines() if " shows " in line] == [
        "Player 1 shows High",
        "Player 2 shows Low",
        "Player 1 shows Low",
        "Player 2 shows Low",
    ]


def test_the_game_up_to_where_one_has_stepped_is_an_example(run: Runner) -> None:
    left(run, "high", "low", "low")
    typed = ["", "", "record", "record To-Here", "back", "record left.save", "quit"]
    ran = run("replay", "left.save", "--seat", "2", typed=typed)
    text = (run.folder / "To-Here").read_text()

    assert "type record and the name of a file" in ran.out
    assert "left.save exists already" in ran.out
    assert "picks" not in ran.out
    assert text.count(" picks ") == 2
    run.write("signs.rules", f"{SIGNS}\n{text}")
    assert run("test", "signs.rules").out.endswith("3 passed, 0 failed\n")


def test_what_cannot_be_replayed_is_said(run: Runner) -> None:
    left(run, "high")
    assert "there is no seat 3: 2 play" in run("replay", "left.save", "--seat", "3").err
    (run.folder / "signs.rules").rename(run.folder / "renamed.rules")
    assert "there is no rulebook of `signs`" in run("replay", "left.save").err
    assert run("replay", "left.save", "--of", "renamed.rules", "--whole").code == 0
    run.write("broken.save", (run.folder / "left.save").read_text().replace('"seat": 1', '"seat": 2'))
    broken = run("replay", "broken.save", "--of", "renamed.rules")
    assert (broken.code, "line 2 of this saved game has been changed" in broken.err) == (2, True)


def test_by_changed_rules_a_game_goes_on_as_far_as_its_choices_fit(run: Runner) -> None:
    left(run, "high", "low", "low")
    run.write("signs.rules", SIGNS.replace('text "Beats Low."', 'text "Stronger than Low."'))

    again = run("play", "signs.rules", "--resume", "left.save", "--seat", "human", "--seat", "human", typed=["low"])
    assert again.code == 0
    assert "Player 1 wins" in again.out

    renamed = re.sub(r"\blow\b", "lower", SIGNS)
    run.write("signs.rules", renamed)
    run("play", "signs.rules", "--seat", "human", "--seat", "human", "--save", "other.save", typed=["high", "lower"])
    run.write("signs.rules", SIGNS)
    refused = run("play", "signs.rules", "--resume", "other.save")
    assert refused.code == 2
    told = " ".join(refused.err.split())
    assert "line 3 does not fit it any more: Player 2 chose `lower" in told
    assert "but now Player 2 is asked for one of `" in told


def test_games_are_resumed_by_name_or_chosen_from_those_left(run: Runner) -> None:
    two = ("--seat", "human", "--seat", "human")
    for name in ("Ann", "Bo"):
        run("play", "signs.rules", *two, "--name", name, typed=["high"])

    listed = run("games").out
    assert re.findall("--resume (.*)", listed) == ["signs-2", "signs"]
    by_name = run("play", "--resume", "signs", *two, typed=["low"])
    assert "Ann shows High" in by_name.out
    chosen = run("play", "--resume", *two, typed=["3", "2", "low"])
    assert "type a number from 1 to 2" in chosen.out
    assert "Bo shows High" in chosen.out
    (run.folder / "signs.rules").rename(run.folder / "moved.rules")
    assert "name it before `--resume`, such as `signs.rules`" in run("play", "--resume", "signs").err
    assert run("play", "moved.rules", "--resume", "signs", *two, typed=["low", "low", "high", "high"]).code == 0
    # A game that is over need not be kept, and was not asked for as a file.
    assert re.findall("--resume (.*)", run("games").out) == ["signs-2"]
    assert run("play").code == 2


def test_players_have_names_and_keep_them(run: Runner) -> None:
    played = run(
        "play", "signs.rules", "--seat", "human", "--seat", "human", "--name", "Ann", "--name", "Éloi", "--save", "left.save",
        "--lang", "fr", typed=["haut", "bas", "bas"],
    ).out  # fmt: skip

    assert "Ann montre Haut" in played
    assert "Éloi (vous)" in played
    assert "Joueur" not in played
    assert run("games", ".").out.startswith("signs, Ann and Éloi, ")
    assert "Ann shows High" in run("replay", "left.save", "--whole").out
    again = run("play", "signs.rules", "--resume", "left.save", "--seat", "human", "--seat", "human", typed=["low"]).out
    assert "Ann wins" in again


def test_names_that_nobody_can_have(run: Runner) -> None:
    for names, told in (
        (["Ann", "ann"], "two players would be called `ann`"),
        ([" "], "nobody can be called"),
        (["x" * 25], "choose a name of at most 24 letters"),
        (["A\x1b[2J"], "nobody can be called"),
        (["A", "B", "C"], "there are 3 names, but 2 players"),
    ):
        ran = run("play", "signs.rules", "--players", "2", *(word for name in names for word in ("--name", name)))
        assert (ran.code, told in ran.err) == (2, True), ran.err


def test_a_game_at_random_is_gone_through_by_its_seed(run: Runner) -> None:
    told = run("replay", "signs.rules", "--players", "3", "--seed", "5", "--whole", "--seat", "2").out
    assert "After 6 of 6 choices, as Player 2 sees it" in told
    counted = json.loads(run("simulate", "signs.rules", "--players", "3", "--games", "3", "--seed", "5", "--json").out)
    won = [0, 0, 0]
    for seed in range(derived_seed(5), derived_seed(5) + 3):
        shown = run("replay", "signs.rules", "--players", "3", "--seed", str(seed), "--whole").out
        for winner in re.findall(r"The game is over\. Player (\d) wins\.", shown):
            won[int(winner) - 1] += 1
    assert won == counted["wins"]
    assert sum(won) > 0


def test_a_kept_game_is_what_it_is(run: Runner) -> None:
    left(run, "high", "low")
    refused = run("replay", "left.save", "--players", "3")
    assert refused.code == 2
    assert "a saved game is played as it was begun" in refused.err

"""Test the figures of `simulate`, and how it reacts to interruptions."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.main import main
from rulewright.interpreter import load
from rulewright.interpreter.measure.intervals import interim_looks, wilson_interval
from rulewright.interpreter.measure.observers import GameWatcher, WatchedGame, WatchFigures, watch_game, watch_games
from rulewright.interpreter.measure.plan import Plan
from tests.cli.running import Runner
from tests.cli.schema import wrong

ROOT = Path(__file__).parents[2]
RACE = str(ROOT / "tests/measure/race.rules")
SCHEMA = json.loads((ROOT / "docs/simulate.schema.json").read_text(encoding="utf-8"))
TEAMS = """\
game pairs "Pairs":
    players 4
values camp "Camp": odd-seats "Odd", even-seats "Even"
define team of someone in player "Camp": odd-seats if someone is in (seat 1, seat 3) otherwise even-seats
define luck of someone in player "Luck": yes if someone is seat 1 otherwise no
define ahead of someone in player: players where team of it is team of someone
to play:
    choose number-of-it in 1 to 2 at random
    game over, winners ahead of seat (number-of-it)
"""

FAR = """\
game far "Far":
    players 2
each player has:
    score "Points": number
to play:
    for each player in players:
        choose far in 1 to 100 at random
        add far * 10000 + 3 to score of player
    game over, winners players with most score of it
"""


def figures(run: Runner, *words: str) -> dict[str, Any]:
    """Return the output as JSON, after validating it."""
    ran = run("simulate", *words, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    assert not list(wrong(found, SCHEMA, SCHEMA))
    return found


def test_all_that_is_printed_as_json_is_in_the_schema(run: Runner) -> None:
    found = figures(run, RACE, "--players", "3", "--games", "120", "--seed", "4")

    assert sum(found["wins"]) + found["shared"] + found["nobody"] == found["finished"] == 120
    assert [low < won / 120 < high for won, (low, high) in zip(found["wins"], found["win_intervals"], strict=True)] == [True] * 3
    assert found["length"]["mean"] * 120 == found["decisions"]
    seen = found["looked_at"]
    assert seen["games"] == 120
    (question,) = seen["questions"]
    assert question["question"] == "The race: Which way?"
    assert sum(option["chosen"] for option in question["options"]) == question["asked"] == found["decisions"]
    boots, stone = seen["cards"]
    # As many cards are drawn as there are turns, but one, unless the deck is empty; each is in a hand at the end.
    assert boots["drawn"] == boots["kept"] > 0
    assert stone["drawn"] + boots["drawn"] <= found["decisions"]
    assert (boots["compared_by"], boots["difference"] > 0) == ("played", True)
    assert [one["line"] for one in found["never"]] == [42]
    assert figures(run, "signs.rules", "--games", "5", "--closely", "0")["looked_at"] is None


def test_quarters_are_those_of_the_sorted_games(run: Runner) -> None:
    found = figures(run, "walk-the-plank", "--players", "4", "--games", "600", "--closely", "0", "--games-out", "games.csv")
    rows = csv.DictReader((run.folder / "games.csv").read_text(encoding="utf-8").splitlines())
    lengths = sorted(int(row["decisions"]) for row in rows if row["finished"] == "1")
    assert lengths[len(lengths) // 2] > 64, "those were in bins of several numbers"
    wanted = [lengths[math.ceil(share * len(lengths)) - 1] for share in (0.25, 0.5, 0.75)]
    assert (found["length"]["quarters"], found["length"]["quarters_exact"]) == (wanted, True)


def test_quarters_that_are_not_exact_say_so(run: Runner) -> None:
    run.write("far.rules", FAR)
    found = figures(run, "far.rules", "--games", "200", "--closely", "0")
    spread = found["scores"][0]
    assert not spread["quarters_exact"]
    assert spread["quarters"] == pytest.approx([250_000, 500_000, 750_000], rel=0.3)
    shown = run("simulate", "far.rules", "--games", "200", "--closely", "0").out
    quarters = " ".join(f"~{one}" for one in spread["quarters"])
    assert f" {spread['least']} {quarters} {spread['most']}\n" in re.sub(" +", " ", shown), shown
    assert "A number with ~ is right within two of a hundred." in shown.replace("\n", " ")


def test_any_number_of_jobs_prints_the_same(run: Runner) -> None:
    for words in ((), ("--closely", "200")):
        one, two = (figures(run, RACE, "--games", "300", "--jobs", jobs, *words) | {"seconds": 0} for jobs in ("1", "2"))
        assert one == two
    assert two["looked_at"]["games"] == 200
    few = watch_games(Plan(reference=RACE, players=2), load(RACE), 200)
    assert sum(one.choices.count for one in few) == two["looked_at"]["choices"]["games"]


def test_seats_that_think_are_looked_at_while_they_play(run: Runner) -> None:
    found = figures(run, "signs.rules", "--games", "4", "--seat", "easy", "--seat", "random", "--closely", "3")
    assert (found["seats"], found["games"], found["looked_at"]["games"]) == (["easy", "random"], 4, 3)


def test_it_goes_on_until_enough_is_known(run: Runner) -> None:
    found = figures(run, RACE, "--until", "4%", "--closely", "0")
    plan = interim_looks(0.04)

    assert found["games"] in [games for games, _ in plan]
    assert found["sure"] == next(sure for games, sure in plan if games == found["games"])
    widths = [high - low for low, high in found["win_intervals"]]
    assert max(widths) <= 0.08
    assert found["win_intervals"][0] == list(wilson_interval(found["wins"][0], found["games"], found["sure"]))
    assert "divided among the looks" in found["rule"]
    assert "divided among the looks" in run("simulate", RACE, "--until", "4%", "--closely", "0").out.replace("\n", " ")


@pytest.mark.parametrize("words", [("--until", "0%"), ("--until", "99%"), ("--until", "much"), ("--until", "2%", "--games", "9")])
def test_bounds_that_make_no_sense(run: Runner, words: tuple[str, ...]) -> None:
    ran = run("simulate", RACE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert "error[bad-until]" in ran.err


def test_each_game_is_a_row(run: Runner, tmp_path: Path) -> None:
    found = figures(run, RACE, "--players", "3", "--games", "60", "--jobs", "2", "--games-out", str(tmp_path / "games.csv"))
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()))

    assert [int(row["number"]) for row in rows] == list(range(60))
    assert [sum(row["winners"] == str(seat) for row in rows) for seat in (1, 2, 3)] == found["wins"]
    assert sum(int(row["decisions"]) for row in rows) == found["decisions"]
    result = load(RACE).playout(3, int(rows[7]["seed"]))
    assert tuple(int(rows[7][f"score_{seat}"]) for seat in (1, 2, 3)) == result.scores


def test_each_game_is_a_row_of_parquet(run: Runner, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "games.parquet"
    found = figures(run, RACE, "--players", "3", "--games", "60", "--games-out", str(path))

    table = parquet.read_table(path).to_pydict()
    assert table["number"] == list(range(60))
    assert sum(table["decisions"]) == found["decisions"]
    assert all(table["finished"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here that is always full")
def test_a_disk_that_fills_costs_no_figures(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "games.csv").symlink_to("/dev/full")
    ran = run("simulate", RACE, "--games", "500", "--games-out", str(tmp_path / "games.csv"))

    assert ran.code == 2
    assert "error[unwritten-games]: the games cannot be written down any more: no space left on device" in ran.err
    assert "player 1 wins alone" in ran.out
    assert re.search(r"stopped after [1-9][0-9]* of 500 games", ran.err)


@pytest.mark.parametrize("words", [("--games-out", "games.txt"), ("--plot", "wins.jpg"), ("--report", "report.svg")])
def test_files_of_a_form_that_nobody_knows(run: Runner, words: tuple[str, ...]) -> None:
    ran = run("simulate", RACE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert "error[bad-file-form]" in ran.err


def test_files_that_cannot_be_written(run: Runner) -> None:
    ran = run("simulate", RACE, "--report", "nowhere/at-all.html")
    assert (ran.code, ran.out) == (2, "")
    assert "error[no-such-folder]" in ran.err


def test_whoever_waits_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("rulewright.cli.measuring.progress.PATIENCE", -1.0)
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["simulate", RACE, "--games", "300", "--closely", "0"]) == 0
    lines = terminal.getvalue().split("\r")
    assert any(re.match(r"\d+ of 300 games, \d+ s left; wins by seat \d", line) for line in lines)
    assert not lines[-2].strip()
    del run


def test_a_process_that_dies_is_told_of(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.measure.study_runner.play_anywhere", die)
    ran = run("simulate", "signs.rules", "--games", "5", "--jobs", "2", "--seat", "easy,easy")
    assert ran.code == 2
    assert "error[process-died]" in ran.err
    assert ran.out.startswith("Signs, 2 players")
    assert "Traceback" not in ran.err


def die(*_: object) -> None:
    """End the process at once."""
    os._exit(3)


def test_who_stops_it_sees_what_there_is(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.cli.measuring.progress.show_progress", impatient)
    ran = run("simulate", RACE, "--games", "5000")

    assert ran.code == 130
    assert "player 1 wins alone" in ran.out
    assert re.search(r"stopped after [1-9][0-9]* of 5000 games", ran.err)


def test_a_report_stands_alone(run: Runner, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run("simulate", RACE, "--games", "200", "--report", str(page), "--plot", str(tmp_path / "all.svg")).code == 0
    text, drawn = page.read_text(encoding="utf-8"), (tmp_path / "all.svg").read_text(encoding="utf-8")

    assert text.count("<svg") == 4
    for section in re.findall(r"<section>.*?</section>", text, re.DOTALL):
        assert "<svg" not in section or "<table>" in section
    for one in (text, drawn):
        assert "prefers-color-scheme: dark" in one
        assert not re.findall(r"(?:src|href)=|https?://(?!www\.w3\.org/2000/svg)", one)
    assert 'name="viewport"' in text
    assert "race.rules:42" in text


def test_a_png_is_one(run: Runner, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run("simulate", RACE, "--games", "20", "--plot", str(tmp_path / "all.png")).code == 0
    assert (tmp_path / "all.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_that_was_stopped_can_be_shown(run: Runner) -> None:
    run.write(
        "endless.rules",
        'game endless:\n    players 2\nthe table has:\n    tally: number\nto play:\n    choose n in 0 to 1\n    say "{n}!"\n'
        "    if n is 1:\n        while tally is at least 0:\n            add 1 to tally\n    game over, winners players\n",
    )
    ran = run("simulate", "endless.rules", "--games", "4")
    assert ran.code == 1
    shown = re.search(r"the first is number (\d+), seed \d+: `rulewright simulate endless.rules --show \1`", ran.err)
    assert shown is not None
    assert "endless-loop" in ran.out

    again = run("simulate", "endless.rules", "--show", shown[1])
    assert again.code == 1
    assert "1!" in again.out
    assert "error[endless-loop]" in again.err
    assert "endless.rules:9" in again.err


def test_teams_are_counted(run: Runner) -> None:
    run.write("pairs.rules", TEAMS)
    found = figures(run, "pairs.rules", "--games", "40")
    assert sum(found["teams"].values()) == found["shared"] == 40
    assert list(found["teams"]) == ["odd-seats", "even-seats"]
    sides = found["looked_at"]["sides"]
    assert sides["Camp"] == {
        name: {"seats": 80, "won": 2 * won}
        for name, won in zip(("Even", "Odd"), list(found["teams"].values())[::-1], strict=True)
    }
    assert sides["Luck"]["yes"] == {"seats": 40, "won": found["teams"]["odd-seats"]}


LEADING = """\
game leading "Leading":
    players 2
each player has:
    score "Points": number
to play:
    for each player in players:
        choose much in 1 to 3
        add much to score of player
    choose late in 1 to 9
    add late to score of seat 1
    game over, winners players with most score of it
"""


def test_who_led_and_whose_turn_it_was(tmp_path: Path) -> None:
    path = tmp_path / "leading.rules"
    path.write_text(LEADING, encoding="utf-8")
    game = load(str(path))
    onlooker, found = GameWatcher(game, 2), WatchFigures()
    # Seat 1 leads 1 to 0, seat 2 with 3 to 1, and at last seat 1 again.
    answers = iter((0, 2, 8))
    match = game.start(2)
    watch_game(match, lambda _: next(answers), WatchedGame(onlooker, match, found))

    assert (found.turns.total, found.choices.total, found.choices.count) == (3, 15, 3)
    assert (found.lead_changes.total, found.led_since.total) == (2, 1000)

    # Seat 1 leads from the first choice to the end: from a third of the game on.
    answers, found = iter((2, 0, 0)), WatchFigures()
    match = game.start(2)
    watch_game(match, lambda _: next(answers), WatchedGame(onlooker, match, found))
    assert (found.lead_changes.total, found.led_since.total) == (0, 333)


def test_games_that_are_looked_at_are_the_same_games() -> None:
    plan = Plan(reference="cribbage", players=2, seed=5)
    game = plan.load()
    results = [game.playout(2, plan.seed_of(number)) for number in range(3)]

    seen = list(watch_games(plan, game, 3))
    assert [sum(one.asked.values()) for one in seen] == [result.decisions for result in results]
    assert len(list(watch_games(plan, game, 1000, decisions=results[0].decisions + 1))) == 2


def test_a_card_that_the_rules_carry_out_is_played_once(tmp_path: Path) -> None:
    (tmp_path / "again.rules").write_text(
        """\
game again "Again":
    players 2

place deck "Deck": pile, seen by nobody
cards court "Card": 1, in deck
each player has:
    hand "Hand": place, seen by owner
    laid "Laid": pile
    score "Points": number
card one of court "One":
    perform:
        add 1 to score of player
card two of court "Two"
to play:
    repeat 5 times:
        move court to deck
        draw 2 from deck to hand of seat 1
        choose chosen in court in hand of player
        move chosen to laid of player
        perform chosen
    game over, winners player
""",
        encoding="utf-8",
    )
    plan = Plan(reference=str(tmp_path / "again.rules"), players=2)

    found = next(watch_games(plan, plan.load(), 1))
    assert {title: card.drawn for title, card in found.cards.items()} == {"One": 5, "Two": 5}
    # One of the two each time, and what goes back into the deck is not played again.
    assert sum(card.played for card in found.cards.values()) == 5


def test_a_rulebook_that_was_kept_is_looked_at_like_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    plan = Plan(reference=RACE, players=2)
    new, kept = (next(watch_games(plan, plan.load(), 1)) for _ in range(2))
    assert new == kept
    assert list(kept.asked) == ["The race: Which way?"]


SWING = """game swing "Swing":
    players 2
each player has:
    side "Side": number
to play:
    players take turns:
        choose way as cross "Cross over" or stop "Stop" asking "Where do you go?"
        if way is cross:
            set side of player to 1 - side of player
        otherwise:
            game over, winners player
"""
STUBBORN = """class Stubborn:
    def __init__(self):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        return view.options[self.asked // 20]
"""


def test_players_who_go_in_circles_are_reported_with_an_example(run: Runner) -> None:
    run.write("swing.rules", SWING)
    run.write("own.py", STUBBORN)
    found = figures(run, "swing.rules", "--games", "3", "--seat", "own.py:Stubborn,own.py:Stubborn", "--seed", "5")
    repeating = found["repeating"]
    assert (repeating["games"], repeating["number"], repeating["asked"]) == (3, 0, ["Where do you go?"])
    # In twenty rounds there are four positions at each of their turns, and each comes up in every second round.
    assert repeating["times"] == 10

    ran = run("simulate", "swing.rules", "--games", "3", "--seat", "own.py:Stubborn,own.py:Stubborn", "--seed", "5")
    assert "Going in circles" in ran.out
    assert f"(seed {repeating['seed']}) one position came up 10 times" in " ".join(ran.out.split())

    assert figures(run, "swing.rules", "--games", "3", "--seat", "random,own.py:Stubborn")["repeating"] is None

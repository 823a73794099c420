"""`lint --deep` finds by playing what is planted in small games, and the command that it names shows it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.main import main
from rulewright.interpreter.examine import deep_lint
from rulewright.interpreter.examine.configurations import ConfiguredRulebook
from rulewright.interpreter.examine.deep_lint import PlayAmount, play_deeply
from rulewright.interpreter.examine.findings import Findings
from rulewright.interpreter.examine.random_games import play_way

pytestmark = pytest.mark.usefixtures("impatient")

MARKET = """game market "Market":
    players 2 to 3

option rounds "Rounds" = 2 in 1 to 3
option loud "Loud" = no

place deck "Deck": pile, seen by nobody
cards wares "Ware": 1, in deck
card apple of wares "Apple":
    copies 6
    perform:
        add 1 to score of player
card pear of wares "Pear":
    copies 6
    perform:
        add 2 to score of player

each player has:
    hand "Hand": place, seen by owner
    score "Points": number
    sold "Sold": number

to setup:
    shuffle deck

to play:
    repeat rounds times:
        for each player in players:
            deal
    game over, winners players with most score of it

to deal:
    draw 1 from deck to hand of player
    choose asking "What now?":
        sell "Sell":
            choose ware in wares in hand of player
            perform ware
            add 1 to sold of player
            if loud:
                say "{player} sells {ware}."
        pass "Pass"
    if sold of player is 2:
        add 1 to score of player

forbid deal while score of player is at least 3

variant dear of market "Dear":
    after deal:
        add 1 to sold of left of player
"""
PLANTS = {
    "a card whose condition never holds": (
        "        add 2 to score of player\n",
        "        if sold of player is more than 9:\n            add 2 to score of player\n",
        "never-comes-up",
        "if sold of player is more than 9",
    ),
    "an option that is never offered": (
        '        pass "Pass"\n',
        '        pass "Pass"\n        steal "Steal" if score of player is 9:\n            add 1 to score of player\n',
        "never-chosen",
        'steal "Steal"',
    ),
    "a ban that never forbids": (
        "score of player is at least 3\n",
        "score of player is at least 7\n",
        "never-comes-up",
        "forbid deal",
    ),
    "an unfair seat": (
        "            deal\n",
        "            deal\n            if player is seat 2:\n                add 1 to score of player\n",
        "unfair-seat",
        "players 2 to 3",
    ),
    "no end": (
        "    if sold of player is 2:\n",
        "    while sold of player is 2:\n        add 0 to sold of player\n    if sold of player is 2:\n",
        "without-end",
        "while sold of player is 2",
    ),
    "a dead end": (
        "    game over, winners players with most score of it\n",
        "    if any players where score of it is more than 1:\n        game over, winners players with most score of it\n",
        "dead-end",
        "to play:",
    ),
    "a variant that changes nothing": (
        "        add 1 to sold of left of player\n",
        "        add 0 to sold of left of player\n",
        "changes-no-game",
        "variant dear",
    ),
    "a standing rule that changes nothing": (
        "forbid deal",
        "before deal:\n    set sold of player to highest it among (0, sold of player)\n\nforbid deal",
        "changes-no-game",
        "before deal",
    ),
    "an option that changes nothing": (
        "repeat rounds times",
        "repeat lowest it among (2, rounds + 1) times",
        "changes-no-game",
        "option rounds",
    ),
}

Lint = Callable[..., list[dict[str, object]]]


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep_lint, "GAMES", 200)


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lint:
    """Return the findings in a rulebook when it is played."""
    monkeypatch.chdir(tmp_path)

    def found(text: str, *more: str) -> list[dict[str, object]]:
        capsys.readouterr()
        Path("market.rules").write_text(text, encoding="utf-8")
        main(["lint", "--deep", "--jobs", "1", "--format", "json", "market.rules", *more])
        found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
        return found

    return found


def test_nothing_is_found_in_a_sound_game(lint: Lint) -> None:
    assert lint(MARKET) == []


@pytest.mark.parametrize("kind", PLANTS)
@pytest.mark.sample(2)
def test_what_is_planted_is_found_at_its_line_and_shown_by_the_command(
    kind: str, lint: Lint, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after, name, line = PLANTS[kind]
    assert before in MARKET
    text = MARKET.replace(before, after, 1)
    found = [one for one in lint(text) if one["name"] == name]

    assert [text.splitlines()[int(str(one["line"])) - 1].strip() for one in found if line] == [
        next(one.strip() for one in text.splitlines() if line in one)
    ]
    told = re.search(r"`rulewright ([^`]*)`", str(found[0]["help"]))
    assert told is not None
    words = shlex.split(told[1])
    code = main([*words, "--whole"] if words[0] == "replay" else words)
    shown = capsys.readouterr()
    if name == "without-end":
        assert code == 1
        assert "endless-loop" in shown.err
    else:
        assert code == 0
        assert "The game is over" in shown.out or "games a second" in shown.out


def test_the_command_shows_the_game_that_came_near(lint: Lint, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, _, _ = PLANTS["a card whose condition never holds"]
    (found,) = lint(MARKET.replace(before, after))
    words = shlex.split(str(found["help"]).split("`")[1])
    main([*words[1:], "--whole"])
    assert "Pear" in capsys.readouterr().out


def summary(found: deep_lint.DeepReport) -> object:
    """Return a report without its timing."""
    tried = [(one.way, one.games, one.places, one.winners, one.outcomes) for one in found.tried]
    return tried, found.removed, found.again, found.roles


def test_it_does_not_matter_how_many_play(tmp_path: Path) -> None:
    path = tmp_path / "market.rules"
    path.write_text(MARKET, encoding="utf-8")
    one, two = (play_deeply(str(path), PlayAmount(games=30, jobs=jobs)) for jobs in (1, 2))
    assert summary(one) == summary(two)
    assert one.complete
    assert list(Findings(one).all()) == []


def test_with_little_time_less_is_played_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("market.rules").write_text(MARKET.replace(*PLANTS["a ban that never forbids"][:2]), encoding="utf-8")
    assert main(["lint", "--deep", "--jobs", "1", "--budget", "0.05s", "market.rules"]) == 0
    printed = capsys.readouterr().out
    played = re.search(r"market.rules: (\d+) games at random, in (\d+) of 10 ways to play it", printed)
    assert played is not None, printed
    assert 0 < int(played[1]) < 2000
    assert "too few to say what never comes up" in printed


def test_who_interrupts_hears_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "market.rules"
    path.write_text(MARKET.replace(*PLANTS["no end"][:2]), encoding="utf-8")
    played: list[object] = []

    def once(rulebook: ConfiguredRulebook, *rest: object) -> object:
        if played:
            raise KeyboardInterrupt
        played.append(rest)
        return play_way(rulebook, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(deep_lint, "play_way", once)
    assert main(["lint", "--deep", "--jobs", "1", str(path)]) == 130
    printed = capsys.readouterr().out
    assert "without-end" in printed
    assert "in 1 of 10 ways to play it" in printed


def test_a_reason_allows_it_and_is_not_needless_where_nobody_plays(lint: Lint) -> None:
    text = MARKET.replace(*PLANTS["a ban that never forbids"][:2])
    allowed = text.replace("forbid deal", "# lint: allow never-comes-up because it is rare\nforbid deal")
    assert lint(allowed) == []
    assert main(["lint", "market.rules"]) == 0
    needless = MARKET.replace("forbid deal", "# lint: allow never-comes-up because it is rare\nforbid deal")
    assert [one["name"] for one in lint(needless)] == ["needless-allow"]
    assert main(["lint", "market.rules"]) == 0
    assert lint(text, "--ignore", "never-comes-up") == []
    Path("rulewright.toml").write_text('[lint]\nignore = ["never-comes-up"]\n', encoding="utf-8")
    assert lint(text) == []


def test_each_format_can_be_read_by_programs(lint: Lint, capsys: pytest.CaptureFixture[str]) -> None:
    lint(MARKET.replace(*PLANTS["a ban that never forbids"][:2]))
    for style in ("concise", "github", "sarif", "junit"):
        assert main(["lint", "--deep", "--jobs", "1", "--budget", "60s", "--format", style, "market.rules"]) == 1
        printed = capsys.readouterr()
        assert "never-comes-up" in printed.out
        assert "ways to play it" not in printed.out
        assert "ways to play it" in printed.err


def test_of_a_file_of_variants_these_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("market.rules").write_text(MARKET, encoding="utf-8")
    never = "after deal:\n        if sold of player is 7:\n            add 1 to score of player\n"
    Path("more.rules").write_text(
        f'variant late of "market.rules" "Late":\n    {never}\n'
        'variant early of "market.rules" "Early":\n    before deal:\n        add 1 to score of left of player\n',
        encoding="utf-8",
    )
    assert main(["lint", "--deep", "--jobs", "1", "--format", "json", "more.rules"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["name"], found["file"], found["line"]) == ("never-comes-up", "more.rules", 3)
    words = shlex.split(found["help"].split("`")[1])[1:]
    assert words[1:] == ["more.rules:late", "--players", "2", "--seed", words[-1]]
    assert main([*words, "--whole"]) == 0
    assert main(["simulate", "more.rules:early", "--variant", "late", "--players", "3", "--games", "2"]) == 0
    rulebook = ConfiguredRulebook("more.rules")
    both = next(way for way in rulebook.ways if len(way.variants) == 2)
    assert main(["simulate", *rulebook.words(both), "--games", "2"]) == 0

"""Check that files of `new` lint clean, are laid out, hold and play; it never overwrites anything."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rulewright.cli.commands.new import MADE_OF
from rulewright.interpreter import load
from tests.cli.running import SIGNS, Runner


def is_whole(run: Runner, path: Path) -> None:
    """Check that a new rulebook has nothing to be mended, is laid out, and that its examples and those of its game hold."""
    assert run("lint", str(path)).out == "nothing to mend in 1 file\n"
    assert run("fmt", "--check", str(path)).code == 0
    tested = run("test", str(path))
    assert tested.code == 0, tested.out
    assert not tested.out.endswith("0 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("kind", "players", "least", "most"),
    [("cards", "1-9", 1, 9), ("dice", "3", 3, 3), ("track", "2 to 4", 2, 4), ("grid", "2-3", 2, 3)],
)
def test_a_new_game_plays_at_once(
    kind: str, players: str, least: int, most: int, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.folder)
    assert run("new", "my-game", "--from", kind, "--players", players).code == 0

    path = run.folder / "my-game.rules"
    is_whole(run, path)
    game = load(str(path))
    assert (game.name, game.titles["en"], game.least_players, game.most_players) == ("my-game", "My Game", least, most)
    assert game.playout(most, seed=3).finished
    assert set(MADE_OF) == {"cards", "dice", "track", "grid"}


@pytest.mark.parametrize(
    ("base", "change", "line"),
    [
        ("signs.rules", None, "    set rounds to 3"),
        ("signs.rules", "quiet", "    set quiet to yes"),
        ("signs.rules", "high", "    set copies of high to 2"),
        ("la-planche", "carry-out", "    after carry-out symbol:"),
    ],
)
def test_a_new_variant_says_what_it_changes_and_where(
    base: str, change: str | None, line: str, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.folder)
    ran = run("new", "mine", "--of", base, *(() if change is None else ("--change", change)), "--title", 'My "own"')

    assert ran.code == 0, ran.err
    path = run.folder / "mine.rules"
    text = path.read_text(encoding="utf-8")
    assert f"{line}\n" in text
    assert r'"My \"own\""' in text
    is_whole(run, path)
    assert load(str(path)).playout(3, seed=1).finished
    place = ran.out.splitlines()[0].rpartition("which stands in ")[2]
    name, _, number = place.partition(", line ")
    if base == "signs.rules":
        stands = SIGNS.splitlines()[int(number) - 1]
        assert (change or "rounds") in stands
        assert f"# {name}, line {number}: {stands.strip()}" in text


def test_what_is_not_said_is_asked_for_at_a_terminal(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.chdir(run.folder)
    monkeypatch.setattr(io, "StringIO", Terminal)
    ran = run("new", "asked", typed=["grid", "none", "3-5"])

    assert ran.code == 0
    assert "What does it begin with?" in ran.out
    assert "error[player-count]: `none` is not a number of players" in ran.out
    assert "players 3 to 5" in (run.folder / "asked.rules").read_text(encoding="utf-8")
    assert "grid board" in (run.folder / "asked.rules").read_text(encoding="utf-8")
    assert sys.stdin.isatty()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["two words"], "bad-rulebook-name]: a rulebook cannot be called `two words`"),
        (["first"], "bad-rulebook-name]: a rulebook cannot be called `first`: `first` is a word of the language"),
        (["../mine"], "bad-rulebook-name]: a rulebook cannot be called `../mine`"),
        (["hearts"], "bad-rulebook-name]: there is a bundled rulebook called `hearts`"),
        (["signs"], "file-exists]: `signs.rules` exists already"),
        (["mine", "--players", "4-2"], "player-count]: `4-2` is not a number of players"),
        (["mine", "--of", "herats"], "no-such-game]"),
        (["mine", "--of", "signs.rules", "--change", "hihg"], "unknown-name]: `signs` has no option, card or rule called `hihg`"),
    ],
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    arguments: list[str], message: str, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.folder)
    before = {path: path.read_bytes() for path in run.folder.iterdir()}
    ran = run("new", *arguments)

    assert ran.code == 2
    assert message in ran.err
    assert {path: path.read_bytes() for path in run.folder.iterdir()} == before

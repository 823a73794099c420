"""The pictures of the terminal and of the table, as the program shows them.

`python -m docs.site.pictures` writes those of the README and the pages anew, into docs/pictures; a test says when one is out
of date.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from docs.site.svg import drawn
from rulewright.cli.main import main as run
from rulewright.interpreter import Match, load
from rulewright.interpreter.views.svg import draw
from tests.cli.kept_screens import LATER, SEED, Earlier, questions, screen
from tests.docs.fences import ROOT, fences

FOLDER = ROOT / "docs" / "pictures"
_COLUMNS = 84
_WIDTH = 760


class _Terminal(io.StringIO):
    """A file that collects the output of a command, as a terminal would."""

    def isatty(self) -> bool:
        return True


def shown(*command: str) -> list[str]:
    """Return the lines that a command shows in a terminal, with their colours; what is typed stands above them."""
    terminal = _Terminal()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, kept | {"TERM": "xterm", "COLUMNS": str(_COLUMNS)}, clear=True), redirect_stdout(terminal):
        run(command)
    return [f"\x1b[2m$\x1b[0m rulewright {' '.join(command)}", *terminal.getvalue().rstrip("\n").splitlines()]


def middle(name: str) -> tuple[Match, Earlier]:
    """Return a game in its middle, where seat 1 is asked, and all that it had seen when it was asked before."""
    *_, found = ((match.copy(), earlier) for match, earlier in questions(load(name), SEED, "en", LATER))
    return found


def table(match: Match) -> str:
    """Return the table as the first seat sees it."""
    return draw(match.view(0), _WIDTH)


def game(match: Match, earlier: Earlier, name: str, size: tuple[int, int] = (_COLUMNS, 30)) -> str:
    """Return the screen of the first seat."""
    lines = screen(match, 0, earlier, size, colour=True).lines
    while lines and not lines[0].strip():
        del lines[0]
    return drawn(lines, f"rulewright play {name}", size[0])


def message() -> str:
    """Return what lint says of the mistake on the page about it."""
    [rulebook] = [fence for fence in fences(ROOT / "docs" / "lint.md") if fence.kind == "rules long-plank.rules"]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("long-plank.rules").write_text(rulebook.text.replace("locker", "loker"), encoding="utf-8")
        return drawn(shown("lint", "long-plank.rules"), "rulewright lint", _COLUMNS)


def report() -> str:
    """Return a picture of the figures of many games."""
    lines = shown("simulate", "walk-the-plank", "--players", "4", "--games", "1000", "--seed", "1", "--closely", "0")
    return drawn(lines, "rulewright simulate", _COLUMNS)


def figures() -> str:
    """Return the picture that `--plot` draws."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "figures.svg")
        words = ("--players", "4", "--games", "400", "--seed", "1", "--closely", "0")
        shown("simulate", "rette-sich-wer-kann", *words, "--plot", str(path))
        return path.read_text(encoding="utf-8")


PICTURES = {
    "game.svg": lambda: game(*middle("walk-the-plank"), "walk-the-plank"),
    "hex.svg": lambda: table(middle(str(ROOT / "docs" / "games" / "hex.rules"))[0]),
    "lint.svg": message,
    "report.svg": report,
    "figures.svg": figures,
}


def without_speed(picture: str) -> str:
    """Return a picture without the figures that differ from machine to machine, and the places that depend on their length."""
    return re.sub(r'[\d,]+ games a second|textLength="[\d.]+"', "", picture)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, make in PICTURES.items():
        made = make()
        path = FOLDER / file
        # A figure that is another each time is no reason for a change.
        if not path.exists() or without_speed(path.read_text(encoding="utf-8")) != without_speed(made):
            path.write_text(made, encoding="utf-8", newline="\n")

"""Commands, run as people run them, and a small game to run them on."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen

from rulewright.cli.main import main

# Everybody shows a sign, unseen by the others; the higher sign scores. Played as often as the option says.
SIGNS = """\
game signs "Signs" fr "Signes":
    players 2 to 3

option rounds "Rounds" fr "Manches" = 2 in 1 to 9
option quiet "Quiet" fr "Sans paroles" = no

cards signs "Sign" fr "Signe": 1 for each player, in hand of owner

each signs has:
    height: number
card low of signs "Low" fr "Bas":
    text "Loses to High." fr "Perd contre Haut."
    height = 1
card high of signs "High" fr "Haut":
    text "Beats Low." fr "Bat Bas."
    height = 2

each player has:
    hand "Hand" fr "Main": place, seen by owner
    shown "Shown" fr "Montré": place
    score "Points" fr "Points": number = 0

to play:
    repeat rounds times:
        together for each player in players:
            choose sign in signs in hand of player asking "Which sign?" fr "Quel signe ?"
            move sign to shown of player
        for each player in players:
            let laid be first of signs in shown of player
            add height of laid to score of player
            if not quiet:
                say "{player} shows {laid}" fr "{player} montre {laid}"
            move signs in shown of player to hand of player
    game over, winners players with most score of it

variant bold of signs "Bold" fr "Hardi":
    set height of high to 3

example S1 "High beats Low":
    players 2
    option rounds = 1
    when:
        play
    seat 1 picks high
    seat 2 picks low
    then game over, winners (seat 1)

example S2, S3 "Bold counts for three":
    players 2
    variant bold
    when:
        play
    seat 1 picks high
    seat 2 picks low
    then score of seat 1 is 3
"""


@frozen
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str


@frozen
class Runner:
    """Runs commands in a folder of their own, which holds `signs.rules`."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    folder: Path

    def __call__(self, *arguments: str, typed: Sequence[str] | str = ()) -> Ran:
        """Run a command; the typed input is lines, or a whole text."""
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        self.capsys.readouterr()
        code = main(arguments)
        captured = self.capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    def write(self, name: str, text: str) -> Path:
        """Return a file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

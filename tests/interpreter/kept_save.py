"""Two games that were left in the middle and are kept in the repository: whoever changes what a save holds is told.

A save holds a seed and choices, or a position as the engine makes it of a rulebook, with the places in its rules where it stands.
When the engine comes to make anything else of these, older saves would be misread; so then `FORMAT` of interpreter/match/saves.py
has to rise, and `python -m tests.interpreter.kept_save` writes these anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulewright.interpreter import Match, load

FOLDER = Path(__file__).parents[1] / "cases" / "saves"
RULEBOOK = FOLDER / "signs.rules"
CHOICES = 3


def left() -> Match:
    """A game that was left when one has chosen, unseen, and the other has not; each has a hand, and there is a log."""
    match = load(str(RULEBOOK)).start(2, seed=7)
    for _ in range(CHOICES):
        match.choose(0)
    return match


def begun_there() -> Match:
    """A game that begins where that one was left."""
    match = left()
    begun: Match = match.game.start(position=match, seed=9)
    return begun


SAVES: dict[Path, Callable[[], Match]] = {FOLDER / "signs.json": left, FOLDER / "begun-there.json": begun_there}


if __name__ == "__main__":
    for path, match in SAVES.items():
        path.write_text(match().save(), encoding="utf-8")

"""Keep two unfinished games in the repository, so that a change of the contents of saves is noticed.

A save holds a seed and choices, or a position as the engine makes it, with the places in the rules where it is. If the
engine begins to understand these in another way, it would misread older saves. Then `FORMAT` of
interpreter/match/saves.py must rise, and `python -m tests.interpreter.kept_save` writes these games anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulewright.interpreter import Match, load

FOLDER = Path(__file__).parents[1] / "cases" / "saves"
RULEBOOK = FOLDER / "signs.rules"
CHOICES = 3


def left() -> Match:
    """Return a game that was left when one has chosen, unseen, and the other has not; each has a hand, and there is a log."""
    match = load(str(RULEBOOK)).start(2, seed=7)
    for _ in range(CHOICES):
        match.choose(0)
    return match


def begun_there() -> Match:
    """Return a game that begins where that one was left."""
    match = left()
    begun: Match = match.game.start(position=match, seed=9)
    return begun


SAVES: dict[Path, Callable[[], Match]] = {FOLDER / "signs.json": left, FOLDER / "begun-there.json": begun_there}


if __name__ == "__main__":
    for path, match in SAVES.items():
        path.write_text(match().save(), encoding="utf-8")

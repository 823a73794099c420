"""A game that was left in the middle and is kept in the repository: whoever changes what a save holds is told.

A save holds a position as the engine makes it of a rulebook, with the places in its rules where it stands. When the engine comes
to make anything else of it, older saves would be misread; so then `FORMAT` of interpreter/keep/saving.py has to rise, and
`python -m tests.interpreter.kept_save` writes this one anew.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import Match, load

FOLDER = Path(__file__).parents[1] / "cases" / "saves"
RULEBOOK = FOLDER / "signs.rules"
KEPT = FOLDER / "signs.json"
CHOICES = 3


def left() -> Match:
    """A game that was left when one has chosen, unseen, and the other has not; each has a hand, and there is a log."""
    match = load(str(RULEBOOK)).start(2, seed=7)
    for _ in range(CHOICES):
        match.choose(0)
    return match


if __name__ == "__main__":
    KEPT.write_text(left().save(), encoding="utf-8")

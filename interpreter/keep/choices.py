"""A save, and after it a line for each choice made since: so a game that is being played is kept by adding to a file.

Each line says who chose what, by the key of the option or in words. It ends with a digest of itself and of all before it,
which finds accidents. What stands after the last whole line was being written when the machine or the process stopped.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.play.decision import BrokenSave, PlayError
from rulewright.interpreter.play.match import speakable

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match, Option

FIRST_LINE = 2
DIGEST_SIZE = 8


def key_of(decision: Decision, choice: Option | int | str) -> str:
    """What somebody chose, as it is written down."""
    if decision.kind == "words":
        return speakable(str(choice))
    if isinstance(choice, str):
        return choice
    return (decision.options[choice] if isinstance(choice, int) else choice).key


def line_of(before: str, seat: int | None, key: str) -> str:
    """The line for a choice; `before` is the line before it, which may be the save."""
    held = {"seat": None if seat is None else seat + 1, "choice": key}
    return json.dumps({**held, "check": digest(before, held)}, ensure_ascii=False)


def digest(before: str, held: Any) -> str:
    """A checksum of a line; that of the line before stands in it."""
    text = json.dumps([before, held], ensure_ascii=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=DIGEST_SIZE).hexdigest()


def split(text: str) -> tuple[str, list[str]]:
    """The save, and the whole lines after it."""
    save, *lines = text.split("\n")
    return save, lines[:-1]


def choose_again(match: Match, save: str, lines: list[str]) -> None:
    """Make the choices that were written down after a save."""
    before = save
    for number, line in enumerate(lines, FIRST_LINE):
        decision = match.decision
        try:
            held = json.loads(line)
            key = held["choice"]
            if decision is None or type(key) is not str or line != line_of(before, decision.seat, key):
                raise ValueError("line")
            match.choose(key)
        except (ValueError, TypeError, KeyError, RecursionError, PlayError):
            message = f"line {number} of this saved game has been changed or damaged since it was written"
            way_out = "use an unchanged copy, or delete this line and those after it to go on from before"
            raise BrokenSave(message, way_out) from None
        before = line

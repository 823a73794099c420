"""Files that are named while a game is looked at: a game or an example is written there, and what came of it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli import saving
from rulewright.dsl.diagnostic import visible
from rulewright.interpreter.play.recording import NotRecorded, recorded

if TYPE_CHECKING:
    from rulewright.interpreter import Match


_LONGEST_COUNT = 6


@define
class Written:
    """What was written of one game: only that is written over, and by the same again."""

    say: Callable[..., str]
    """A phrase, by its key and with what stands in it."""
    held: dict[tuple[str, Path], bytes] = field(factory=dict)
    """By the phrase for what it came to, and where."""

    def record(self, argument: str, match: Match) -> str:
        """`record FILE`: the game as an example; with `5` behind it, also what all saw five choices ago; what came of it."""
        name, _, last = argument.rpartition(" ")
        if not (name and last.isdecimal() and len(last) < _LONGEST_COUNT):
            name, last = argument, "0"
        if not name:
            return self.say("record-what")
        try:
            text = recorded(match, int(last))
        except NotRecorded as error:
            keys = {"begun": "record-begun", "seed": "record-seed", "said": "record-said"}
            return self.say(keys[error.reason], visible(error.words))
        return self.write("recorded", name, text)

    def write(self, done: str, name: str, text: str) -> str:
        """Write a file; the phrase for it when it is done, or why it is not."""
        path = Path(name)
        try:
            if visible(name) != name:
                # It could be made, but nobody could type it again.
                raise ValueError("control characters")
            saving.replace(path, text, self.held.get((done, path)))
        except FileExistsError:
            return self.say("save-exists", path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or self.say("save-no-name")
            return self.say("save-failed", path, str(reason).lower())
        self.held[done, path] = text.encode("utf-8")
        return self.say(done, path)

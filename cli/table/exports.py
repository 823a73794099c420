"""Write games and examples to files during a game, and report the results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.shell import save_files
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.match.recording import NotRecorded, example_text

if TYPE_CHECKING:
    from rulewright.interpreter import Match


_LONGEST_COUNT = 6


@define
class ExportedFiles:
    """The files written during one game. Only these may be overwritten, with content of the same kind."""

    say: Callable[..., str]
    """Returns a phrase, by its key and its parts."""
    held: dict[tuple[str, Path], bytes] = field(factory=dict)
    """The content of each file, by the kind of content and its path."""

    def record(self, argument: str, match: Match) -> str:
        """Write the game as an example (`record FILE`); return a phrase.

        With `5` after the name, the example also has what all players saw five choices ago.
        """
        name, _, last = argument.rpartition(" ")
        if not (name and last.isdecimal() and len(last) < _LONGEST_COUNT):
            name, last = argument, "0"
        if not name:
            return self.say("record-what")
        try:
            text = example_text(match, int(last))
        except NotRecorded as error:
            keys = {"begun": "record-begun", "seed": "record-seed", "said": "record-said"}
            return self.say(keys[error.reason], visible(error.words))
        return self.write("recorded", name, text)

    def write(self, done: str, name: str, text: str) -> str:
        """Write a file; return the phrase for success, or the reason for a failure."""
        path = Path(name)
        try:
            if visible(name) != name:
                # Such a file could be created, but nobody could type its name again.
                raise ValueError("control characters")
            save_files.replace(path, text, self.held.get((done, path)))
        except FileExistsError:
            return self.say("save-exists", path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or self.say("save-no-name")
            return self.say("save-failed", path, str(reason).lower())
        self.held[done, path] = text.encode("utf-8")
        return self.say(done, path)

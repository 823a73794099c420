"""Keep the game of a session in its file, choice by choice, or in another file if that fails."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.shell import save_files
from rulewright.cli.shell.problems import show_problems
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter.match import choice_log

if TYPE_CHECKING:
    from rulewright.cli.table.settings import Settings
    from rulewright.interpreter import Match


@define
class Autosave:
    """The file of a game that is being played, and all other files it was saved in."""

    settings: Settings
    file: save_files.GameFile | None = None
    problems: list[Diagnostic] = field(factory=list)
    """Why the game is not in the wanted file."""

    def begin(self, match: Match) -> None:
        """Begin to keep the game in a file."""
        wanted, before = self.settings.save_as, self.settings.replaces
        if wanted is not None:
            try:
                if before is None:
                    self.file = save_files.GameFile.made(wanted, match.save())
                else:
                    self.file = save_files.GameFile.gone_on_with(wanted, before)
                return
            except (OSError, ValueError) as error:
                self.problems.append(save_files.cannot_save(wanted, error))
        self.elsewhere(match)

    def close(self) -> None:
        """Unlock the file, so that others can resume the game."""
        if self.file is not None:
            os.close(self.file.handle)
            self.file = None

    def elsewhere(self, match: Match) -> None:
        """Keep the game in another file, if there can be one."""
        self.close()
        with suppress(OSError):
            self.file = save_files.somewhere(match.game.name, match.save())

    def add(self, following: Match, seat: int, choice: str, back: int, *, lasting: bool) -> None:
        """Add a choice to the file, or take some back; `following` is the match after that."""
        if self.file is None:
            return
        try:
            self.file.add(choice_log.line_of(self.file.last, seat, choice, back), lasting=lasting)
        except OSError as error:
            self.problems.append(save_files.cannot_save(self.file.path, error))
            self.elsewhere(following)

    def over(self) -> None:
        """Remove the file of a finished game, unless the user asked for the file, not just for the game in it."""
        if self.file is None:
            return
        path = self.file.path
        if path != self.settings.save_as or (self.settings.resumed and path.parent == save_files.saves_folder()):
            self.file.remove()

    def resumable_file(self, match: Match) -> Path | None:
        """Return the file from which the game can be resumed, if any. If the file is not complete, save the game first."""
        if self.file is None or not self.file.is_true():
            if self.file is not None:
                self.problems.append(save_files.cannot_save(self.file.path, save_files.written_meanwhile()))
            self.elsewhere(match)
        return None if self.file is None else self.file.path

    def tell_problems(self) -> None:
        """Print why the game is in another file."""
        with suppress(OSError):
            show_problems(self.problems, err=True)

    def is_kept_in(self, name: str) -> bool:
        """Return whether the game is already kept in the file of this name."""
        return self.file is not None and save_files.same(Path(name), self.file.path)

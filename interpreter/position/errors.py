"""Errors of a game: a limit is reached, a choice is none of the options, or a save makes no sense."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase


class PlayError(Exception):
    """An error of a rulebook that reached a limit during play; `diagnostic` says where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic.message))
        self.diagnostic = diagnostic


class BrokenSave(Exception):
    """An error of a text that is no save of this game; `diagnostic` says what is wrong with it."""

    def __init__(self, message: Phrase, help: Phrase) -> None:
        self.diagnostic = Diagnostic(name="broken-save", message=message, span=None, help=help)
        super().__init__(str(message))


def unfit_save() -> BrokenSave:
    """Return the error of a save whose checksum is right but whose contents are not."""
    return BrokenSave(Phrase("this-saved-game-does-not-fit-its"), Phrase("begin-a-new-game"))


class WrongChoice(ValueError):
    """The error of a choice that is not one of the options."""


def check_standing(at: Sequence[int], on: Sequence[Sequence[int]]) -> None:
    """Check that every thing is where the lists say, and nowhere else."""
    standing = [(thing, space) for space, lying in enumerate(on) for thing in lying]
    if sorted(standing) != [(thing, space) for thing, space in enumerate(at) if space >= 0] or at[-1] != -1 or on[-1]:
        raise unfit_save()

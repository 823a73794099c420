"""Run games: turn checked rulebooks into matches that are played, copied, saved and measured."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.messages.diagnostic import RulebookError
    from rulewright.interpreter.games.game import Game, OptionInfo, load
    from rulewright.interpreter.match.decision import Decision
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.position.errors import BrokenSave, PlayError, WrongChoice
    from rulewright.interpreter.position.results import Option, Result
    from rulewright.interpreter.views.view import View

__all__ = [
    "BrokenSave",
    "Decision",
    "Game",
    "Match",
    "Option",
    "OptionInfo",
    "PlayError",
    "Result",
    "RulebookError",
    "View",
    "WrongChoice",
    "load",
]

PLACES = {
    "rulewright.dsl.messages.diagnostic": ("RulebookError",),
    "rulewright.interpreter.match.decision": ("Decision",),
    "rulewright.interpreter.position.errors": ("BrokenSave", "PlayError", "WrongChoice"),
    "rulewright.interpreter.position.results": ("Option", "Result"),
    "rulewright.interpreter.games.game": ("Game", "OptionInfo", "load"),
    "rulewright.interpreter.match.match": ("Match",),
    "rulewright.interpreter.views.view": ("View",),
}
"""The modules of all public names, which are imported late: linting a rulebook must not wait for what plays it."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    for module, names in PLACES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

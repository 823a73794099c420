"""Running games: from a checked rulebook to matches that are played, copied, saved and measured."""

from rulewright.dsl.diagnostic import RulebookError
from rulewright.interpreter.play.decision import BrokenSave, Decision, Option, PlayError, Result, WrongChoice
from rulewright.interpreter.play.game import Game, OptionInfo, load
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.see.view import View

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

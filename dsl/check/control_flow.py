"""Find where control goes after the lines of a rule."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl import nodes


def may_end(body: nodes.Block) -> bool:
    """Return whether the end of a block may be reached, rather than left by a result or the end of the game."""
    return not any(_leaves(statement) for statement in body)


def _leaves(statement: nodes.Statement) -> bool:
    match statement:
        case nodes.Stop() | nodes.Give() | nodes.GameOver() | nodes.BrokenLine():
            return True
        case nodes.If(branches=branches, otherwise=otherwise):
            return bool(otherwise) and not may_end(otherwise) and not any(may_end(body) for _, body in branches)
        case nodes.Menu(options=options, optional=False):
            return not any(may_end(option.body) for option in options)
        case nodes.ActAs(body=body) | nodes.Tell(body=body):
            return not may_end(body)
        case nodes.TakeTurns(condition=None, players=None, body=body):
            return not any(map(_ends_loop, body))
        case nodes.Menu() | nodes.TakeTurns() | nodes.ForEach() | nodes.While() | nodes.RepeatUntil() | nodes.RepeatTimes():
            return False
        case nodes.Choose() | nodes.ChooseWords() | nodes.Roll() | nodes.RollField() | nodes.Let():
            return False
        case nodes.Move() | nodes.MoveAlong() | nodes.MoveAway() | nodes.Draw() | nodes.Act():
            return False
        case nodes.Assign() | nodes.CountDown() | nodes.Resize():
            return False
        case nodes.Call() | nodes.Perform() | nodes.AsUsual() | nodes.GoesOn() | nodes.Say() | nodes.Show():
            return False
        case _:
            assert_never(statement)


def _ends_loop(statement: nodes.Statement) -> bool:
    """Return whether a line may leave its loop."""
    match statement:
        case nodes.Stop(repeating=repeating):
            return repeating
        case nodes.If(branches=branches, otherwise=otherwise):
            return any(_ends_loop(line) for body in (*(body for _, body in branches), otherwise) for line in body)
        case nodes.Menu(options=options):
            return any(_ends_loop(line) for option in options for line in option.body)
        case nodes.ActAs(body=body) | nodes.Tell(body=body):
            return any(map(_ends_loop, body))
    return False

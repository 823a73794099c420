"""Declare what each statement of the lowered program does; every pass over routines asks here."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Statement, Variable

Decider: TypeAlias = Literal["", "player", "chance"]


def decider_of(statement: Statement) -> Decider:
    """Return who decides something in a statement, apart from the statements inside it."""
    match statement:
        case nodes.Choose(random=random) | nodes.ChooseSet(random=random):
            return "chance" if random else "player"
        case nodes.Menu() | nodes.AskWords() | nodes.Together():
            return "player"
        case nodes.Roll() | nodes.DrawAny() | nodes.Shuffle():
            return "chance"
        case nodes.Move() | nodes.TakeAway() | nodes.Swap() | nodes.DrawLast() | nodes.Resize():
            return ""
        case nodes.If() | nodes.ForEach() | nodes.While() | nodes.Until() | nodes.Repeat():
            return ""
        case nodes.CallRoutine() | nodes.CallCard() | nodes.LeaveRoutine() | nodes.EndGame():
            return ""
        case nodes.Assign() | nodes.SetCell() | nodes.Pay() | nodes.NoteReached() | nodes.Note():
            return ""
        case _:
            assert_never(statement)


def may_log(statement: Statement) -> bool:
    """Return whether a statement may write into the log, apart from choices of players."""
    match statement:
        case nodes.SetCell(cell=cell, quiet=quiet):
            return not quiet and cell.declared is not None and bool(cell.declared.titles)
        case nodes.Move() | nodes.TakeAway() | nodes.Swap() | nodes.DrawLast() | nodes.DrawAny() | nodes.Resize():
            return True
        case nodes.Note() | nodes.CallRoutine() | nodes.CallCard():
            return True
        case nodes.Choose() | nodes.ChooseSet() | nodes.Menu() | nodes.AskWords() | nodes.Together():
            return False
        case nodes.Roll() | nodes.Shuffle():
            # A note beside it tells this.
            return False
        case nodes.If() | nodes.ForEach() | nodes.While() | nodes.Until() | nodes.Repeat():
            return False
        case nodes.Assign() | nodes.Pay() | nodes.NoteReached() | nodes.LeaveRoutine() | nodes.EndGame():
            return False
        case _:
            assert_never(statement)


def assigned_variables(statement: Statement) -> tuple[Variable, ...]:
    """Return the variables that a statement assigns."""
    match statement:
        case nodes.Assign(variable=variable) | nodes.ForEach(variable=variable):
            return (variable,)
        case nodes.AskWords(variable=variable) | nodes.Roll(variable=variable):
            return (variable,)
        case nodes.Choose(wanted=wanted):
            return tuple(one.variable for one in wanted)
        case nodes.ChooseSet(variable=variable, left=left, chosen=chosen):
            return (variable, left) if chosen is None else (variable, left, chosen)
        case nodes.Together(player=player, chosen=variables):
            return (player, *variables)
        case nodes.CallRoutine(result=result):
            return () if result is None else (result,)
        case nodes.Menu() | nodes.DrawAny() | nodes.Shuffle() | nodes.CallCard():
            return ()
        case nodes.Move() | nodes.TakeAway() | nodes.Swap() | nodes.DrawLast() | nodes.Resize() | nodes.SetCell():
            return ()
        case nodes.If() | nodes.While() | nodes.Until() | nodes.Repeat():
            return ()
        case nodes.LeaveRoutine() | nodes.EndGame() | nodes.Pay() | nodes.NoteReached() | nodes.Note():
            return ()
        case _:
            assert_never(statement)

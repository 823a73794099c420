"""Refuse trials that would leave a trace, and find what the others may change.

Only that has to be restored after a trial.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, Function, Routine
from rulewright.interpreter.program.queries import STATEMENTS, everything_in
from rulewright.interpreter.program.suspension import routines_called

CHANGING_NO_MORE = (
    nodes.Assign,
    nodes.Pay,
    nodes.NoteReached,
    nodes.Note,
    nodes.If,
    nodes.ForEach,
    nodes.While,
    nodes.Until,
    nodes.Repeat,
    nodes.LeaveRoutine,
)
"""Statements that change nothing in a position, apart from statements inside them."""


def check_trials(
    functions: Sequence[Function], routines: Sequence[Routine], cards: Sequence[Routine | None], spans: Sequence[Span]
) -> None:
    """Refuse trials that would ask somebody, leave something to chance, or end the game."""
    tried = {
        one.routine: None
        for root in (*(function.value for function in functions), *(routine.body for routine in routines))
        for one in everything_in(root)
        if isinstance(one, nodes.Try)
    }
    for routine in tried:
        if routine.waits:
            raise refused(routine, spans, Phrase("cannot-be-tried-out-since-it-asks", routine=routine.name))
        if ends_the_game(routine, cards):
            raise refused(routine, spans, Phrase("cannot-be-tried-out-since-it-may", routine=routine.name))


def ends_the_game(first: Routine, cards: Sequence[Routine | None]) -> bool:
    """Return whether a routine, or one that it carries out, may end the game."""
    agenda, seen = [first], {first}
    while agenda:
        for one in everything_in(agenda.pop().body):
            if isinstance(one, nodes.EndGame):
                return True
            following = routines_called(one, cards) if isinstance(one, nodes.Calling) else []
            agenda += [each for each in following if each not in seen]
            seen.update(following)
    return False


def cells_changed(first: Routine) -> set[Cell] | None:
    """Return the cells that a routine, or one that it carries out, may change; None if it may change anything else."""
    agenda, seen = [first], {first}
    found: set[Cell] = set()
    while agenda:
        for one in everything_in(agenda.pop().body):
            if isinstance(one, nodes.SetCell):
                found.add(one.cell)
            elif isinstance(one, nodes.CallRoutine):
                if one.routine not in seen:
                    seen.add(one.routine)
                    agenda.append(one.routine)
            elif type(one) in STATEMENTS and not isinstance(one, CHANGING_NO_MORE):
                return None
    return found


def refused(trial: Routine, spans: Sequence[Span], message: Phrase) -> RulebookError:
    """Return the error of a trial that is impossible."""
    return RulebookError(
        [
            Diagnostic(
                name="trial-asks",
                message=message,
                span=spans[trial.place],
                label=Phrase("a-trial"),
                help=Phrase("try-out-a-rule-that-only-moves-and"),
            )
        ]
    )

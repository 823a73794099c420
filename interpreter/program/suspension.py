"""Find the routines that may have to wait, for a player or for chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import (
    Body,
    CallCard,
    CallRoutine,
    Deciding,
    ForEach,
    If,
    Menu,
    Repeat,
    Routine,
    Statement,
    Together,
    Until,
    While,
)


def bodies_of(statement: Statement) -> tuple[Body, ...]:
    """Return the bodies inside a statement."""
    if not isinstance(statement, nodes.Holding):
        return ()
    match statement:
        case If(branches=branches, otherwise=otherwise):
            return (*(body for _, body in branches), otherwise)
        case ForEach(body=body) | While(body=body) | Until(body=body) | Repeat(body=body):
            return (body,)
        case Together(choices=choices, effects=effects):
            return (choices, effects)
        case Menu(lines=lines):
            return tuple(body for _, body in lines)
        case _:
            assert_never(statement)


def statements_in(body: Body) -> Iterator[Statement]:
    """Yield all statements of a body, including those inside others."""
    pending = list(reversed(body))
    while pending:
        statement = pending.pop()
        yield statement
        for inner in reversed(bodies_of(statement)):
            pending.extend(reversed(inner))


def may_suspend(statement: Statement, cards: Sequence[Routine | None]) -> bool:
    """Return whether a statement, or one inside it, may have to wait."""
    return any(waits_itself(one, cards) for one in statements_in((statement,)))


def waits_itself(statement: Statement, cards: Sequence[Routine | None]) -> bool:
    """Return whether a statement itself may have to wait, apart from those inside it."""
    if isinstance(statement, nodes.Calling):
        return any(routine.waits for routine in routines_called(statement, cards))
    return isinstance(statement, Deciding)


def routines_called(statement: nodes.Calling, cards: Sequence[Routine | None]) -> list[Routine]:
    """Return the routines that a statement may carry out."""
    match statement:
        case CallRoutine(routine=routine):
            return [routine]
        case CallCard():
            return [card for card in cards if card is not None]
        case _:
            assert_never(statement)


def find_waiting(routines: Sequence[Routine], cards: Sequence[Routine | None]) -> None:
    """Mark the routines that may have to wait."""
    for routine in callers_of(routines, cards, lambda statement: isinstance(statement, Deciding)):
        routine.waits = True


def callers_of(
    routines: Sequence[Routine], cards: Sequence[Routine | None], is_wanted: Callable[[Statement], bool]
) -> set[Routine]:
    """Return the routines that may carry out a statement of some kind, themselves or through another."""
    uses: dict[Routine, list[Routine]] = {}
    agenda: list[Routine] = []
    for routine in routines:
        used: list[Routine] = []
        for statement in statements_in(routine.body):
            if isinstance(statement, nodes.Calling):
                used += routines_called(statement, cards)
            elif is_wanted(statement) and agenda[-1:] != [routine]:
                agenda.append(routine)
        for one in used:
            uses.setdefault(one, []).append(routine)
    found = set(agenda)
    while agenda:
        for user in uses.get(agenda.pop(), ()):
            if user not in found:
                found.add(user)
                agenda.append(user)
    return found

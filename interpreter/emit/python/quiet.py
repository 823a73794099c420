"""Leave out of a routine's body all that only the log would know of, and make it fit to be inlined in others."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_not
from rulewright.interpreter.program.nodes import Body, Routine, Statement, Variable
from rulewright.interpreter.program.queries import variables_read
from rulewright.interpreter.program.suspension import statements_in


class QuietBodies:
    """The bodies of a program's routines without the log."""

    def __init__(self) -> None:
        self.known: dict[int, Body] = {}
        self.begun: set[int] = set()

    def body(self, routine: Routine) -> Body:
        """Return the body of a routine without anything that is told, or worked out and never read."""
        # Those that it carries out come first, so that chains of them need not go deep.
        agenda = [routine]
        while agenda:
            one = agenda[-1]
            inner = (
                []
                if one.number in self.begun
                else [statement.routine for statement in statements_in(one.body) if isinstance(statement, nodes.CallRoutine)]
            )
            self.begun.add(one.number)
            left = [each for each in inner if each.number not in self.begun]
            if left:
                agenda.extend(left)
            elif agenda.pop().number not in self.known:
                self.known[one.number] = self.made(one)
        return self.known[routine.number]

    def made(self, routine: Routine) -> Body:
        """Make the quiet body of a routine, after those that it carries out; one that carries itself out is not empty."""
        found = without_leaving(self.without_notes(routine.body))
        while True:
            read = variables_read(found)
            less = self.without_unread(found, read)
            if less == found:
                return found
            found = less

    def without_notes(self, body: Body) -> Body:
        """Leave out the statements that only tell."""
        kept: list[Statement] = []
        for statement in body:
            match statement:
                case nodes.Note():
                    continue
                case nodes.SetCell(why=nodes.Note()):
                    kept.append(evolve(statement, why=None))
                    continue
                case nodes.CallRoutine(routine=routine, result=None) if not self.known.get(routine.number, routine.body):
                    continue
            kept.append(self.inside(statement, self.without_notes))
        return tuple(one for one in kept if not is_empty(one))

    def without_unread(self, body: Body, read: set[Variable]) -> Body:
        """Leave out the variables that are never read."""
        kept: list[Statement] = []
        for statement in body:
            match statement:
                case nodes.Assign(variable=variable, limit=-1) if variable not in read:
                    continue
                case nodes.ForEach(variable=variable, body=()) if variable not in read:
                    continue
            kept.append(self.inside(statement, lambda inner: self.without_unread(inner, read)))
        left = tuple(one for one in kept if not is_empty(one))
        return body if len(left) == len(body) and all(map(same, left, body)) else left

    def inside(self, statement: Statement, change: object) -> Statement:
        """Return a statement with the bodies in it changed."""
        assert callable(change)
        if not isinstance(statement, nodes.Holding):
            return statement
        match statement:
            case nodes.If(branches=branches, otherwise=otherwise):
                new = tuple((condition, change(body)) for condition, body in branches)
                rest = change(otherwise)
                if rest is otherwise and all(one is other for (_, one), (_, other) in zip(new, branches)):
                    return statement
                return nodes.If(new, rest)
            case nodes.ForEach(body=body) | nodes.While(body=body) | nodes.Until(body=body) | nodes.Repeat(body=body):
                changed = change(body)
                return statement if changed is body else evolve(statement, body=changed)
            case nodes.Together(choices=choices, effects=effects):
                first, second = change(choices), change(effects)
                if first is choices and second is effects:
                    return statement
                return evolve(statement, choices=first, effects=second)
            case nodes.Menu(lines=lines):
                changed_lines = tuple((condition, change(body)) for condition, body in lines)
                if all(one is other for (_, one), (_, other) in zip(changed_lines, lines)):
                    return statement
                return evolve(statement, lines=changed_lines)
            case _:
                assert_never(statement)


def same(one: Statement, other: Statement) -> bool:
    """Return whether a statement is the very same."""
    return one is other


def is_empty(statement: Statement) -> bool:
    """Return whether nothing is left of a statement; a loop's variable may be read after it."""
    match statement:
        case nodes.If(branches=branches, otherwise=otherwise):
            return not otherwise and not any(body for _, body in branches)
    return False


def without_leaving(body: Body) -> Body:
    """Replace early leaving in a routine without a result: put the rest under the opposite condition."""
    for place, statement in enumerate(body):
        match statement:
            case nodes.If(branches=((condition, (nodes.LeaveRoutine(value=None),)),), otherwise=()):
                rest = without_leaving(body[place + 1 :])
                return (*body[:place], *((nodes.If(((fold_not(condition), rest),)),) if rest else ()))
            case nodes.LeaveRoutine(value=None) if place == len(body) - 1:
                return body[:place]
    return body


def may_leave(body: Body) -> bool:
    """Return whether a routine may be left before the end of its body."""
    return any(isinstance(statement, nodes.LeaveRoutine) for statement in statements_in(body))

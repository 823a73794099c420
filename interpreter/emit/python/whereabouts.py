"""Statements come in; what is known between them of where things stand goes out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.interpreter.passes.reachability import Reach
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Variable
from rulewright.interpreter.program.queries import only_moved, variables_changed

LOOPS = nodes.ForEach | nodes.While | nodes.Until | nodes.Repeat | nodes.Together


class Whereabouts:
    """What one function knows of where things stand while it is written."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.nothing()

    def nothing(self) -> None:
        """Nothing is known."""
        self.reach.standing_now.clear()

    @contextmanager
    def in_body(self) -> Iterator[None]:
        """While some statements are written: what they find out does not hold after them."""
        before = dict(self.reach.standing_now)
        yield
        self.reach.standing_now = before

    @contextmanager
    def around(self, statement: nodes.Statement) -> Iterator[None]:
        """While one statement is written."""
        moved = only_moved((statement,))
        if isinstance(statement, nodes.ForEach) and moved == {statement.variable}:
            # Each thing is moved in a pass of its own.
            self.forget(None, (statement,))
            if self.reach.stands(statement.values):
                self.reach.standing_now[statement.variable] = self.reach.standing(statement.values)
        elif isinstance(statement, LOOPS):
            self.forget(moved, (statement,))
        yield
        if not isinstance(statement, nodes.Choose):
            self.forget(moved, (statement,))

    def forget(self, moved: set[Variable] | None, body: Body) -> None:
        """What is known no longer holds for what some statements move, or give another value."""
        if moved is None or moved:
            self.nothing()
        for variable in variables_changed(body):
            self.reach.standing_now.pop(variable, None)

    def chosen(self, statement: nodes.Choose) -> None:
        """Things have been chosen from those that stand somewhere."""
        for one in statement.wanted:
            if one.variable.type.kind == "thing" and self.reach.stands(one.options):
                self.reach.standing_now[one.variable] = self.reach.standing(one.options)

    def given(self, variable: Variable, argument: nodes.Expression) -> None:
        """A parameter is what somebody has given."""
        if isinstance(argument, nodes.Read) and argument.variable in self.reach.standing_now:
            self.reach.standing_now[variable] = self.reach.standing_now[argument.variable]

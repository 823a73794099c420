"""Track what is known between statements about where things stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.interpreter.passes.reachability import Reachability
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Variable
from rulewright.interpreter.program.queries import variables_changed, variables_moved

LOOPS = nodes.ForEach | nodes.While | nodes.Until | nodes.Repeat | nodes.Together


class KnownLocations:
    """The knowledge about where things stand while one function is written."""

    def __init__(self, reach: Reachability) -> None:
        self.reach = reach
        self.nothing()

    def nothing(self) -> None:
        """Forget everything."""
        self.reach.standing_now.clear()

    @contextmanager
    def in_body(self) -> Iterator[None]:
        """Forget after some statements what they have found out."""
        before = dict(self.reach.standing_now)
        yield
        self.reach.standing_now = before

    @contextmanager
    def around(self, statement: nodes.Statement) -> Iterator[None]:
        """Update the knowledge after one statement is written."""
        moved = variables_moved((statement,))
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
        """Forget what no longer holds after some statements move things, or give variables another value."""
        if moved is None or moved:
            self.nothing()
        for variable in variables_changed(body):
            self.reach.standing_now.pop(variable, None)

    def note_choice(self, statement: nodes.Choose) -> None:
        """Note that things have been chosen from those that stand somewhere."""
        for one in statement.wanted:
            if one.variable.type.kind == "thing" and self.reach.stands(one.options):
                self.reach.standing_now[one.variable] = self.reach.standing(one.options)

    def note_parameter(self, variable: Variable, argument: nodes.Expression) -> None:
        """Note that a parameter is the value that the caller gives."""
        if isinstance(argument, nodes.ReadVariable) and argument.variable in self.reach.standing_now:
            self.reach.standing_now[variable] = self.reach.standing_now[argument.variable]

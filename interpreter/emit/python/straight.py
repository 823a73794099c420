"""Write a program in the straight form: whole random games in Python, as quick as can be.

Everything is a function, and a choice is made at random on the spot. Small routines are inlined and nothing is told. Lists of
what stands where are kept, so that nobody has to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from rulewright.interpreter.emit.python.choices import Choices, random_below
from rulewright.interpreter.emit.python.form import PythonForm
from rulewright.interpreter.emit.python.moves import MoveWriter
from rulewright.interpreter.emit.python.parts import Effect, Writer, WriterPart
from rulewright.interpreter.emit.python.quiet import QuietBodies, may_leave
from rulewright.interpreter.emit.python.text import DEEPEST_INDENT, DEEPEST_LOOPS, blank_text, is_short
from rulewright.interpreter.emit.python.whereabouts import KnownLocations
from rulewright.interpreter.emit.python.writer import writer_of
from rulewright.interpreter.passes.list_views import ListViews
from rulewright.interpreter.passes.reachability import Reachability
from rulewright.interpreter.passes.visible_order import ordered_spaces
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import LoweredProgram, Routine, ThingsWithin
from rulewright.interpreter.program.queries import deepest_loops, everything_in, variables_changed
from rulewright.interpreter.program.suspension import statements_in

LARGEST_WRITTEN_OUT = 4
"""How many statements a routine may have to be written out where it is carried out; six times as many if that is once."""
MOST_WRITTEN_OUT = 8
BEGINNING = f"""z = n = u = b = 0

def begin(state):
    nonlocal z, n, u, b
    z, n, u, b = state, 0, 0, 0

def decided():
    return n - u

def draw(count):
    nonlocal z
    return {random_below("count")} if count > 1 else 0

def shuffle(lying):
    nonlocal z
    for last in range(len(lying) - 1, 0, -1):
        other = {random_below("(last + 1)")}
        lying[last], lying[other] = lying[other], lying[last]
"""
"""The parts that every game has: the state of chance, the decisions so far and the budget used, as shared variables."""


class StraightForm(PythonForm):
    """The straight form while it is written."""

    title = "straight"

    def __init__(self, program: LoweredProgram) -> None:
        super().__init__(program)
        self.quiet = QuietBodies()
        self.reach = Reachability(program)
        self.views = ListViews(program)
        self.uses = Counter(
            statement.routine.number
            for routine in program.routines
            for statement in statements_in(routine.body)
            if isinstance(statement, nodes.CallRoutine)
        )
        values = [function.value for function in program.functions if function.value is not None]
        bodies = tuple(self.quiet.body(routine) for routine in program.routines)
        self.ordered = ordered_spaces(self.reach, (bodies, tuple(values))) & ~self.reach.piles
        self.find_views()
        self.opening = "" if program.opening is None else self.begin(program.opening)
        self.main = self.begin(program.main)
        self.finish()

    def begin(self, routine: Routine) -> str:
        """Return the function of a routine that others do not carry out."""
        self.carry_out(routine, [])
        return f"r{routine.number}"

    def writer(self) -> Writer:
        """Return the writer of a function."""
        return writer_of(self, lambda writer: ImmediateEffects(writer, self))

    def write_routine(self, routine: Routine) -> None:
        """Write a routine as a function."""
        writer = self.writer()
        parameters = [writer.text.name(variable) for variable in routine.parameters]
        writer.statements.body(self.quiet.body(routine), "return" if routine.gives is None else "")
        if routine.gives is not None:
            writer.text.put(f"return {blank_text(routine.gives)}")
        self.function(f"r{routine.number}", parameters, writer, routine.place)

    # ---- lists of what stands where

    def find_views(self) -> None:
        """Find the lists that are wanted: those of all that is listed or counted, not only asked about."""
        asked: set[nodes.Expression] = set()
        wanted: list[ThingsWithin] = []
        values: list[Any] = [self.quiet.body(routine) for routine in self.program.routines]
        for one in everything_in((*values, *(function.value for function in self.program.functions))):
            if isinstance(one, nodes.Contains):
                asked.update(narrowed(one.values))
            elif isinstance(one, ThingsWithin):
                wanted.append(one)
        for standing in wanted:
            if standing not in asked:
                self.views.name(standing)

    def view(self, standing: ThingsWithin) -> str | None:
        """Return the list that is kept of what stands somewhere."""
        return self.views.name(standing)

    # ---- routines that are written out

    def written_out(self, routine: Routine, inside: list[Routine], loops: int, indent: int) -> bool:
        """Return whether a routine is written out where it is carried out, instead of being called: only small ones are."""
        if routine.gives is not None or routine in inside or len(inside) >= MOST_WRITTEN_OUT:
            return False
        body = self.quiet.body(routine)
        found = list(statements_in(body))
        if may_leave(body) or loops + deepest_loops(body) > DEEPEST_LOOPS or indent > DEEPEST_INDENT // 2:
            return False
        if any(isinstance(one, nodes.CallRoutine) and one.routine is routine for one in found):
            return False
        return len(found) <= (LARGEST_WRITTEN_OUT if self.uses[routine.number] > 1 else 6 * LARGEST_WRITTEN_OUT)

    def source(self) -> str:
        """Write the form as Python source: all functions inside one, which gives those that are called from outside."""
        given = ["begin", "decided", "draw", self.main] + ([self.opening] if self.opening else [])
        parts = [BEGINNING, super().source(), f"return {', '.join(given)}"]
        inside = "\n".join(f"    {line}" if line else "" for line in "\n".join(parts).split("\n"))
        moved = "\n".join(self.views.moved(self.reach)) + "\n" if self.views.names else ""
        return f"def straight():\n{inside}\n\n{moved}"


class ImmediateEffects(WriterPart):
    """Moves things without a log, and has chance choose at once."""

    def __init__(self, writer: Writer, form: StraightForm) -> None:
        super().__init__(writer)
        self.straight = form
        self.whereabouts = KnownLocations(form.reach)
        self.moves = MoveWriter(writer, form.reach, form.views, form.ordered)
        self.choices = Choices(writer, self.whereabouts)
        self.written_out: list[Routine] = []

    def effect(self, statement: Effect) -> None:
        """Write a statement that moves something."""
        self.moves.effect(statement)

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """Write a statement that asks somebody, or chance."""
        self.choices.question(statement, lapse, last)

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""
        self.choices.pay(price, place)

    def change(self, target: str, statement: nodes.SetCell, entity: str) -> None:  # noqa: ARG002 - nobody hears whose it is
        """Write the assignment of a value to a cell of an entity."""
        self.statements.become(target, statement)

    def for_each(self, statement: nodes.ForEach) -> None:
        """Write a loop over a set."""
        self.statements.loop(statement)

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine."""
        return self.form.carry_out(routine, arguments)

    def in_body(self) -> AbstractContextManager[None]:
        """Surround some statements while they are written."""
        return self.whereabouts.in_body()

    def around(self, statement: nodes.Statement) -> AbstractContextManager[None]:
        """Surround one statement while it is written."""
        return self.whereabouts.around(statement)

    def do(self, statement: nodes.CallRoutine) -> None:
        """Carry out a routine: a small one is written out here."""
        routine, text = statement.routine, self.text
        inside = self.written_out
        if statement.result is not None or not self.straight.written_out(routine, inside, len(text.loops), text.indent):
            self.statements.call(statement)
            return
        body = self.straight.quiet.body(routine)
        changed = variables_changed(body)
        before = dict(text.names)
        arguments = [self.statements.kept_value(argument) for argument in statement.arguments]
        for variable in routine.variables:
            text.names.pop(variable, None)
        for variable, argument, code in zip(routine.parameters, statement.arguments, arguments, strict=True):
            if variable not in changed:
                self.whereabouts.note_parameter(variable, argument)
            if is_short(code) and variable not in changed:
                text.names[variable] = code
            else:
                text.names[variable] = text.fresh()
                text.put(f"{text.names[variable]} = {code}")
        for variable in routine.variables:
            if variable not in text.names:
                text.names[variable] = text.fresh()
        inside.append(routine)
        self.statements.body(body)
        inside.pop()
        text.names = before


def narrowed(values: nodes.Expression) -> list[nodes.Expression]:
    """Return the sets that conditions alone narrow down to a set: a question about a member asks these."""
    found = [values]
    while isinstance(values, nodes.Filter):
        values = values.values
        found.append(values)
    return found

"""Write statements that move or tell something as Python lines that also write the log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import assert_never

from attrs import evolve

from rulewright.interpreter.emit.python.parts import Effect, Writer, WriterPart
from rulewright.interpreter.position.position import BUDGET, DECISIONS
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Routine
from rulewright.interpreter.program.queries import variables_moved


class LoggedEffects(WriterPart):
    """Writes the effects of the form for play and search, by the functions of interpreter/views/journal.py."""

    def __init__(self, writer: Writer, tells: bool = True) -> None:
        """Take the parts; `tells` is false for a trial, which tells nothing since it is taken back."""
        super().__init__(writer)
        self.tells = tells

    def effect(self, statement: Effect) -> None:
        """Write a statement that moves or tells something."""
        match statement:
            case nodes.Move():
                self.move(statement)
            case nodes.TakeAway(things=things) if things.type.many:
                self.text.put(f"take_all_away(s, {self.sets.lasting(things)})")
            case nodes.TakeAway(things=things):
                self.text.put(f"take_away(s, {self.expressions.value(things)})")
            case nodes.Swap(one=one, other=other):
                self.text.put(f"swap(s, {self.expressions.value(one)}, {self.expressions.value(other)})")
            case nodes.DrawLast(source=source, to=to, amount=amount):
                codes = ", ".join(self.expressions.value(one) for one in (source, to, amount))
                self.text.put(f"draw_last(s, {codes})")
            case nodes.Resize():
                self.resize(statement)
            case nodes.Note():
                self.note(statement)
            case _:
                assert_never(statement)

    def move(self, statement: nodes.Move) -> None:
        """Write the move of things to a space, last there or first; where there is none, nobody is asked to move them."""
        things, place = statement.things, ", True" if statement.under else ""
        destination = self.expressions.value(statement.to)
        if things.type.many:
            self.text.put(f"move_all(s, {self.sets.lasting(things)}, {destination}{place})")
            return
        if not statement.sure_space:
            destination = self.text.kept(destination)
        with self.text.below("" if statement.sure_space else f"if {destination} >= 0:"):
            self.text.put(f"move(s, {self.expressions.value(things)}, {destination}{place})")

    def note(self, statement: nodes.Note) -> None:
        """Write an entry of the log."""
        if not self.tells:
            return
        values = [self.expressions.value(value) for value in statement.values]
        about = statement.about
        match statement.kind:
            case "void":
                self.text.put(f"void(s, {values[0]}, {self.form.message_value(about)})")
            case "lapsed":
                secret, why = about
                self.text.put(f"lapsed(s, {values[0]}, {secret}, {self.form.message_value(why)})")
            case "rolled":
                by, face, thrown, *whose = values
                die, *own = about if whose else (about,)
                onto = "".join(f", {one}" for one in (*map(self.form.message_value, own), *whose))
                self.text.put(f"rolled(s, {by}, {self.form.message_value(die)}, {face}, {thrown}{onto})")
            case "chosen":
                self.text.put(f"chosen(s, {values[0]}, {about}, {values[1]})")
            case "say" | "heading" | "tell" as kind if about is not None:
                self.text.put(f"{kind}(s, {self.form.message_value(about)}, ({''.join(f'{value}, ' for value in values)}))")
            case "shown":
                self.text.put(f"shown(s, {', '.join(map(self.sets.source, statement.values))})")
            case "gave":
                given = statement.values[1]
                self.text.put(f"gave(s, {values[0]}, {self.sets.lasting(given) if given.type.many else values[1]})")
            case "each" | "done" as kind:
                self.text.put(f"{kind}({', '.join(('s', *values, *map(str, about or ())))})")
            case kind:
                self.text.put(f"{kind}({', '.join(('s', *values))})")

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """Write a statement that asks somebody, or chance: here it ends a block."""
        raise AssertionError(statement, lapse, last)

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""
        self.text.put(f"{self.text.part('t')}[{BUDGET}] += {price}")
        self.text.put(f"if t[{BUDGET}] > most: t[{BUDGET}] = spent({place}, t[{DECISIONS}])")

    def do(self, statement: nodes.CallRoutine) -> None:
        """Carry out a routine."""
        self.statements.call(statement)

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine; inside a trial, it becomes a trial."""
        return (self.form.carry_out if self.tells else self.form.try_out)(routine, arguments)

    def in_body(self) -> AbstractContextManager[None]:
        """Return while some statements are written."""
        return nullcontext()

    def around(self, _: nodes.Statement) -> AbstractContextManager[None]:
        """Return while one statement is written."""
        return nullcontext()

    def for_each(self, statement: nodes.ForEach) -> None:
        """Write a loop over a set; if its passes are one act, the log marks the passes that tell anything."""
        if not statement.act:
            self.statements.loop(statement)
            return
        self.note(nodes.Note("begun"))
        one = nodes.ReadVariable(statement.variable.type, statement.variable)
        self.statements.loop(evolve(statement, body=(nodes.Note("each", (one,), (True,)), *statement.body)))
        only_moves = all(isinstance(part, nodes.Move | nodes.Pay | nodes.NoteReached) for part in statement.body)
        at_once = only_moves and variables_moved(statement.body) == {statement.variable}
        self.note(nodes.Note("done", about=(True, at_once)))

    def change(self, target: str, statement: nodes.SetCell, entity: str) -> None:
        """Write the assignment of a value to a cell, and tell of it if it has a title, and the value is new or a ballot."""
        own = statement.cell.declared
        if own is None or not own.titles or statement.quiet or not self.tells:
            self.statements.become(target, statement)
            return
        before = self.text.fresh()
        self.text.put(f"{before} = {target}")
        self.statements.become(target, statement)
        about, why = f"{self.form.message_value(own)}, {entity}, {target}, {before}", ""
        if statement.why is not None:
            values = [self.expressions.value(value) for value in statement.why.values]
            why = f", {self.form.message_value(statement.why.about)}, ({''.join(f'{value}, ' for value in values)})"
        told = f"told(s, {about}{why})"
        self.text.put(told if statement.anew else f"if {target} != {before}: {told}")

    def resize(self, statement: nodes.Resize) -> None:
        """Write the growth or shrinking of a series."""
        length = f"{self.text.part('t')}[{statement.cell.place}]"
        directions = "".join(f"{self.text.cell(cell)}, " for cell in self.form.program.cells if cell.direction)
        with self.text.below(f"if {length} < {statement.most}:" if statement.extend else f"if {length} > 0:"):
            self.text.put(f"{length} {'+' if statement.extend else '-'}= 1")
            if not statement.extend:
                thing, last = self.text.fresh(), f"{self.text.part('on')}[{statement.first} + {length}]"
                self.text.put(f"for {thing} in {last}[:]: take_away(s, {thing})")
            self.text.put(f"resized(s, {self.form.message_value(statement.declared)}, {statement.extend}, {length})")
            self.text.put(f"relink(t, ({directions}))")

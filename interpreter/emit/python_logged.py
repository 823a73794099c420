"""Statements that move or tell something come in; Python lines that write it into the log go out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from rulewright.interpreter.emit.python_statements import Effect, Statements
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Routine
from rulewright.interpreter.program.queries import only_moved


class Logged(Statements):
    """Writes the effects of the form for play and search, by the functions of interpreter/views/journal.py."""

    def effect(self, statement: Effect) -> None:
        """A statement that moves or tells something."""
        match statement:
            case nodes.Move():
                self.move(statement)
            case nodes.TakeAway(things=things) if things.type.many:
                self.put(f"take_all_away(s, {self.lasting(things)})")
            case nodes.TakeAway(things=things):
                self.put(f"take_away(s, {self.value(things)})")
            case nodes.Swap(one=one, other=other):
                self.put(f"swap(s, {self.value(one)}, {self.value(other)})")
            case nodes.DrawLast(source=source, to=to, amount=amount):
                self.put(f"draw_last(s, {self.value(source)}, {self.value(to)}, {self.value(amount)})")
            case nodes.Resize():
                self.resize(statement)
            case nodes.Note():
                self.note(statement)
            case _:
                assert_never(statement)

    def move(self, statement: nodes.Move) -> None:
        """Things to a space, last there or first; where there is none, nobody is asked to move them."""
        things, place = statement.things, ", True" if statement.under else ""
        destination = self.value(statement.to)
        if things.type.many:
            self.put(f"move_all(s, {self.lasting(things)}, {destination}{place})")
            return
        if not statement.sure_space:
            destination = self.kept(destination)
        with self.below("" if statement.sure_space else f"if {destination} >= 0:"):
            self.put(f"move(s, {self.value(things)}, {destination}{place})")

    def note(self, statement: nodes.Note) -> None:
        """An entry of the log."""
        values = [self.value(value) for value in statement.values]
        about = statement.about
        match statement.kind:
            case "void":
                self.put(f"void(s, {values[0]}, {self.form.held(about)})")
            case "lapsed":
                self.put(f"lapsed(s, {values[0]}, {bool(about)})")
            case "rolled":
                by, face, thrown, *whose = values
                die, *own = about if whose else (about,)
                onto = "".join(f", {one}" for one in (*map(self.form.held, own), *whose))
                self.put(f"rolled(s, {by}, {self.form.held(die)}, {face}, {thrown}{onto})")
            case "chosen":
                self.put(f"chosen(s, {values[0]}, {about}, {values[1]})")
            case "say":
                self.put(f"say(s, {self.form.held(about)}, ({''.join(f'{value}, ' for value in values)}))")
            case "shown":
                self.put(f"shown(s, {', '.join(map(self.source, statement.values))})")
            case "gave":
                given = statement.values[1]
                self.put(f"gave(s, {values[0]}, {self.lasting(given) if given.type.many else values[1]})")
            case "each" | "done" as kind:
                self.put(f"{kind}({', '.join(('s', *values, *map(str, about or ())))})")
            case kind:
                self.put(f"{kind}({', '.join(('s', *values))})")

    def for_each(self, statement: nodes.ForEach) -> None:
        """A loop over a set; if its passes are one act, the log says so of those that tell anything."""
        if not statement.act:
            super().for_each(statement)
            return
        self.note(nodes.Note("begun"))
        one = nodes.Read(statement.variable.type, statement.variable)
        super().for_each(evolve(statement, body=(nodes.Note("each", (one,), (True,)), *statement.body)))
        only_moves = all(isinstance(part, nodes.Move | nodes.Pay | nodes.Reached) for part in statement.body)
        at_once = only_moves and only_moved(statement.body) == {statement.variable}
        self.note(nodes.Note("done", about=(True, at_once)))

    def change(self, target: str, statement: nodes.Put, entity: str) -> None:
        """A cell of something becomes a value: a field that has a title is told of if it is not what it was."""
        own = statement.cell.declared
        if own is None or not own.titles or statement.quiet:
            self.become(target, statement)
            return
        before = self.fresh()
        self.put(f"{before} = {target}")
        self.become(target, statement)
        about, why = f"{self.form.held(own)}, {entity}, {target}, {before}", ""
        if statement.why is not None:
            values = [self.value(value) for value in statement.why.values]
            why = f", {self.form.held(statement.why.about)}, ({''.join(f'{value}, ' for value in values)})"
        self.put(f"if {target} != {before}: told(s, {about}{why})")

    def resize(self, statement: nodes.Resize) -> None:
        """A series grows or shrinks."""
        length = f"{self.part('t')}[{statement.cell.place}]"
        directions = "".join(f"{self.cell(cell)}, " for cell in self.form.program.cells if cell.direction)
        with self.below(f"if {length} < {statement.most}:" if statement.extend else f"if {length} > 0:"):
            self.put(f"{length} {'+' if statement.extend else '-'}= 1")
            if not statement.extend:
                thing, last = self.fresh(), f"{self.part('on')}[{statement.first} + {length}]"
                self.put(f"for {thing} in {last}[:]: take_away(s, {thing})")
            self.put(f"resized(s, {self.form.held(statement.declared)}, {statement.extend}, {length})")
            self.put(f"relink(t, ({directions}))")


class TriedOut(Logged):
    """Writes the effects of what is tried out: since they are taken back, nothing is told."""

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """A call of a routine, which is tried out as well."""
        return self.form.try_out(routine, arguments)

    def note(self, statement: nodes.Note) -> None:
        """An entry of the log."""

    def change(self, target: str, statement: nodes.Put, entity: str) -> None:  # noqa: ARG002 - nobody hears whose it is
        """A cell of something becomes a value."""
        self.become(target, statement)

"""Write statements that move things as Python lines without a log, which update the lists of what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from rulewright.interpreter.emit.python.parts import Effect, Writer, WriterPart
from rulewright.interpreter.passes.list_views import ListViews
from rulewright.interpreter.passes.reachability import Mask, Reachability
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression
from rulewright.interpreter.program.queries import is_same_expression


class MoveWriter(WriterPart):
    """Writes the moves of things in the straight form."""

    def __init__(self, writer: Writer, reach: Reachability, views: ListViews, ordered: Mask) -> None:
        super().__init__(writer)
        self.reach = reach
        self.views = views
        self.ordered = ordered
        """The spaces, piles aside, on which it shows in which order things lie: there they are kept in theirs."""

    def effect(self, statement: Effect) -> None:
        """Write a statement that moves something."""
        match statement:
            case nodes.Move(things=nodes.Contents() as lying, to=to, under=False):
                self.move_all(lying, to, statement)
            case nodes.Move():
                self.move(statement)
            case nodes.TakeAway(things=nodes.Contents() as lying):
                self.take_all(lying)
            case nodes.TakeAway(things=things):
                with self.each_thing(things) as thing:
                    origin = self.text.fresh()
                    self.text.put(f"{origin} = {self.text.part('at')}[{thing}]")
                    self.text.open(f"if {origin} >= 0:")
                    self.text.put(f"{self.text.part('on')}[{origin}].remove({thing})")
                    self.text.put(f"at[{thing}] = -1")
                    self.follow(things, 0, thing, origin, "-1", False)
            case nodes.Swap(one=one, other=other):
                codes = f"{self.expressions.value(one)}, {self.expressions.value(other)}"
                self.text.put(f"swap({self.text.part('at')}, {self.text.part('on')}, {codes})")
            case nodes.DrawLast(source=source, to=to, amount=amount):
                codes = ", ".join(self.expressions.value(one) for one in (source, to, amount))
                self.text.put(f"draw_last({self.text.part('at')}, {self.text.part('on')}, {codes})")
            case nodes.Resize():
                self.resize(statement)
            case nodes.Note():
                raise AssertionError(statement)  # Nothing is told in this form.
            case _:
                assert_never(statement)

    @contextmanager
    def each_thing(self, things: Expression) -> Iterator[str]:
        """Write a loop over some things, or none for a single thing, around the code for each."""
        if not things.type.many:
            with self.text.below():
                yield self.text.kept(self.expressions.value(things))
            return
        name = self.text.fresh()
        with self.text.below(f"for {name} in {self.sets.lasting(things)}:"):
            yield name

    def move(self, statement: nodes.Move) -> None:
        """Write the move of things to a space, last there or first."""
        things, to = statement.things, statement.to
        # The destination is worked out before anything moves.
        destination = self.expressions.value(to)
        if things.type.many:
            destination = self.text.kept(destination)
        # There is nothing beyond where nothing stands.
        beyond = self.goes_on_from(things, to)
        if things.type.many and not statement.under:
            self.move_each(statement, destination)
            return
        with self.each_thing(things) as thing:
            destination = self.text.kept(destination)
            tests = [] if statement.sure_thing or things.type.many or beyond else [f"{thing} >= 0"]
            tests += [] if statement.sure_space else [f"{destination} >= 0"]
            if tests:
                self.text.open(f"if {' and '.join(tests)}:")
            origin, targets = self.text.fresh(), self.targets(things, to)
            stands = statement.stands or beyond or self.reach.stands(things)
            self.text.put(f"{origin} = {self.text.part('at')}[{thing}]")
            self.text.put(f"{'' if stands else f'if {origin} >= 0: '}{self.text.part('on')}[{origin}].remove({thing})")
            self.arrive(targets, thing, destination, statement.under)
            self.text.put(f"at[{thing}] = {destination}")
            self.follow(things, targets, thing, origin, destination, not stands)

    def move_each(self, statement: nodes.Move, destination: str) -> None:
        """Write the move of a set of things to a space: each leaves where it stands, and then all arrive."""
        things = statement.things
        targets, stands = self.targets(things, statement.to), statement.stands or self.reach.stands(things)
        code, thing, origin = self.text.kept(self.sets.lasting(things)), self.text.fresh(), self.text.fresh()
        with self.text.below("" if statement.sure_space else f"if {destination} >= 0:"):
            with self.text.below(f"for {thing} in {code}:"):
                self.text.put(f"{origin} = {self.text.part('at')}[{thing}]")
                self.text.put(f"{'' if stands else f'if {origin} >= 0: '}{self.text.part('on')}[{origin}].remove({thing})")
                self.text.put(f"at[{thing}] = {destination}")
                self.follow(things, targets, thing, origin, destination, not stands)
            self.text.put(f"on[{destination}] += {code}")
            self.sort(targets, destination)

    def sort(self, targets: Mask, destination: str) -> None:
        """Write the sorting of a space after things have come to its end; a pile needs none."""
        if targets & self.ordered:
            self.text.put(f"{f'if not piles[{destination}]: ' if targets & self.reach.piles else ''}on[{destination}].sort()")

    def goes_on_from(self, things: Expression, to: Expression) -> bool:
        """Return whether a space is the next one from where a thing stands: there is none if that is nowhere."""
        match to:
            case nodes.ReadCell(cell=cell, index=nodes.SpaceOf(thing=thing)) if cell.direction:
                return is_same_expression(thing, things)
            case nodes.Lookup(table=table, index=nodes.SpaceOf(thing=thing)):
                return self.form.program.tables[table][-1] == -1 and is_same_expression(thing, things)
            case nodes.Steps(space=nodes.SpaceOf(thing=thing)):
                return is_same_expression(thing, things)
        return False

    def targets(self, things: Expression, to: Expression) -> Mask:
        """Return where things that move to a space may arrive: their kind never stands anywhere else."""
        return self.reach.spaces(to) & self.reach.of_kind.get(things.type.name, self.reach.everywhere)

    def arrive(self, targets: Mask, thing: str, destination: str, under: bool) -> None:
        """Write the arrival of a thing: last or first on a pile, elsewhere at its place in the order of things."""
        add = f"on[{destination}].insert(0, {thing})" if under else f"on[{destination}].append({thing})"
        put_in = f"insort(on[{destination}], {thing})"
        if not targets & self.ordered:
            self.text.put(add)
        elif not targets & self.reach.piles:
            self.text.put(put_in)
        else:
            self.text.put(f"if piles[{destination}]: {add}")
            self.text.put(f"else: {put_in}")

    def move_all(self, lying: nodes.Contents, to: Expression, statement: nodes.Move) -> None:
        """Write the move of all that lies on one space, at one stroke."""
        targets, origins = self.targets(lying, to), self.reach.spaces(lying.space)
        origin, destination = self.text.kept(self.expressions.value(lying.space)), self.text.kept(self.expressions.value(to))
        things, thing = self.text.fresh(), self.text.fresh()
        self.text.put(f"{things} = {self.text.part('on')}[{origin}]")
        tests = [things]
        if origins & targets:
            tests.append(f"{origin} != {destination}")
        if not statement.sure_space:
            tests.append(f"{destination} >= 0")
        with self.text.below(f"if {' and '.join(tests)}:"):
            self.text.put(f"on[{origin}] = []")
            if targets & self.ordered and not targets & self.reach.piles and not origins & ~self.ordered:
                with self.text.below(f"if on[{destination}]:"):
                    self.text.put(f"on[{destination}] += {things}")
                    self.text.put(f"on[{destination}].sort()")
                self.text.put(f"else: on[{destination}] = {things}")
            else:
                self.text.put(f"on[{destination}] += {things}")
                self.sort(targets, destination)
            with self.text.below(f"for {thing} in {things}:"):
                self.text.put(f"{self.text.part('at')}[{thing}] = {destination}")
                self.follow(lying, targets, thing, origin, destination, False)

    def take_all(self, lying: nodes.Contents) -> None:
        """Write the move of all that lies on one space out of play."""
        origin, thing = self.text.kept(self.expressions.value(lying.space)), self.text.fresh()
        with self.text.below(f"for {thing} in {self.text.part('on')}[{origin}]:"):
            self.text.put(f"{self.text.part('at')}[{thing}] = -1")
            self.follow(lying, 0, thing, origin, "-1", False)
        self.text.put(f"on[{origin}] = []")

    def follow(self, things: Expression, targets: Mask, thing: str, origin: str, target: str, may_be_out: bool) -> None:
        """Write the update of the lists of what stands where after a move."""
        if things.type.name not in self.reach.of_kind:
            if self.views.names:
                self.text.put(f"moved({thing}, {origin}, {target})")
            return
        origins = self.reach.standing(things)
        for line in self.views.updates(things.type.name, origins, targets, thing, origin, target, may_be_out):
            self.text.put(line)

    def resize(self, statement: nodes.Resize) -> None:
        """Write the growth or shrinking of a series."""
        length = f"{self.text.part('t')}[{statement.cell.place}]"
        cells = self.form.program.cells
        directions = "".join(f"{self.text.cell(cell)}, " for cell in cells if cell.direction)
        if statement.extend:
            with self.text.below(f"if {length} < {statement.most}:"):
                self.text.put(f"{length} += 1")
                self.text.put(f"relink(t, ({directions}))")
            return
        with self.text.below(f"if {length} > 0:"):
            self.text.put(f"{length} -= 1")
            thing, last = self.text.fresh(), f"{self.text.part('on')}[{statement.first} + {length}]"
            self.text.put(f"for {thing} in {last}[:]: take_away({self.text.part('at')}, on, {thing})")
            self.text.put(f"relink(t, ({directions}))")
